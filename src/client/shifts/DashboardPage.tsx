import { CalendarPlus, UserRound } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { AdminHome } from '../admin/AdminHome.tsx';
import { useSignedIn } from '../auth/session.ts';
import { useCompletedTotal } from '../exchanges/api.ts';
import { CompletedSwaps } from '../exchanges/CompletedSwaps.tsx';
import { HolidaySwapCard } from '../exchanges/HolidaySwapCard.tsx';
import { OperationsQuickCard } from '../operations/OperationsQuickCard.tsx';
import { Card, CardLink } from '../ui/Card.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { NextShift } from './NextShift.tsx';
import { ShiftCalendar } from './ShiftCalendar.tsx';
import { SwapQuickCard } from './SwapQuickCard.tsx';

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
type TabId = (typeof tabIds)[number];

function DashboardTabs() {
  const [parameters, setParameters] = useSearchParams();
  const total = useCompletedTotal();
  const selected = tabIds.find((id) => id === parameters.get('tab')) ?? 'calendario';
  const select = (tab: TabId): void =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set('tab', tab);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Tabs
      label="I miei turni"
      tabs={[
        { id: 'calendario', label: 'Il Mio Calendario' },
        { id: 'scambi', label: total === undefined ? 'Scambi Completati' : `Scambi Completati (${total})` },
      ]}
      selected={selected}
      onSelect={select}
    >
      {selected === 'calendario' ? (
        <ShiftCalendar place="dashboard" />
      ) : (
        <>
          <h2 className="sr-only">Scambi completati</h2>
          <CompletedSwaps />
        </>
      )}
    </Tabs>
  );
}

/** The next screens, one press away; drivers swap holidays where others log operation codes. */
function QuickCards({ isTaxi }: { isTaxi: boolean }) {
  return (
    <nav aria-label="Vai a" className="grid gap-3 md:grid-cols-2">
      <CardLink to="/shifts/new" title="Aggiungi turni" icon={<CalendarPlus aria-hidden="true" />}>
        Uno o più giorni in una volta
      </CardLink>
      <SwapQuickCard />
      {isTaxi ? <HolidaySwapCard /> : <OperationsQuickCard />}
      <CardLink to="/profile" title="Il mio profilo" icon={<UserRound aria-hidden="true" />}>
        {isTaxi ? 'Licenza, cellulare, password' : 'Ore di contratto, password, i tuoi dati'}
      </CardLink>
    </nav>
  );
}
