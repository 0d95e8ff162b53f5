import { AdminHome } from '../admin/AdminHome.tsx';
import { useSignedIn } from '../auth/session.ts';
import { useCompletedTotal } from '../exchanges/api.ts';
import { CompletedSwaps } from '../exchanges/page/CompletedSwaps.tsx';
import { ShiftCalendar } from '../shifts/calendar/ShiftCalendar.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { SwapDialog } from './holidaySwap.ts';
import { NextShift } from './NextShift.tsx';
import { QuickCards } from './QuickCards.tsx';

/** `/` and `/dashboard`: where a person's day with the product begins. */
export default function DashboardPage() {
  const { user, worksite } = useSignedIn();
  const isAdmin = user.role === 'admin';
  return (
    <>
      <PageHeader title={`Ciao ${user.firstName}`}>{worksite.name}</PageHeader>
      {isAdmin ? (
        <AdminHome />
      ) : (
        <div className="flex flex-col gap-6">
          <Card as="section" aria-label="Benvenuto">
            <NextShift variant={worksite.variant} />
          </Card>
          <DashboardTabs />
          <QuickCards isTaxi={worksite.variant === 'taxi'} />
        </div>
      )}
    </>
  );
}

const tabIds = ['calendario', 'scambi'] as const;

function DashboardTabs() {
  const { parameters, change } = useAddress();
  const total = useCompletedTotal();
  const selected = tabIds.find((id) => id === parameters.get('tab')) ?? 'calendario';
  return (
    <Tabs
      label="I miei turni"
      tabs={[
        { id: 'calendario', label: 'Il Mio Calendario' },
        { id: 'scambi', label: total === undefined ? 'Scambi Completati' : `Scambi Completati (${total})` },
      ]}
      selected={selected}
      onSelect={(tab) => change({ tab })}
    >
      {selected === 'calendario' ? (
        <ShiftCalendar place="dashboard" SwapForm={SwapDialog} />
      ) : (
        <>
          <h2 className="sr-only">Scambi completati</h2>
          <CompletedSwaps />
        </>
      )}
    </Tabs>
  );
}
