import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { AdminHome } from '../admin/AdminHome.tsx';
import { useSignedIn } from '../auth/session.ts';
import { useCompletedTotal } from '../exchanges/api.ts';
import { CompletedSwaps } from '../exchanges/page/CompletedSwaps.tsx';
import { AskForPushes } from '../push/AskForPushes.tsx';
import { ownShiftsQuery, userShiftsQuery } from '../shifts/api.ts';
import { ShiftCalendar } from '../shifts/calendar/ShiftCalendar.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { useIsDesk } from '../ui/useIsDesk.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { NextShift } from './NextShift.tsx';
import { QuickCards } from './QuickCards.tsx';
import { SwapDialog } from './swapDialogs.ts';
import { Approvals } from './waiting/Approvals.tsx';
import { useWaiting } from './waiting/useWaiting.ts';
import { Waiting } from './waiting/Waiting.tsx';

export default function DashboardPage() {
  const { user, worksite } = useSignedIn();
  return (
    <>
      <PageHeader title={`Ciao ${user.firstName}`}>{worksite.name}</PageHeader>
      {user.role === 'admin' ? (
        <div className="flex flex-col gap-8">
          <Approvals />
          <AdminHome />
        </div>
      ) : (
        <EmployeeHome variant={worksite.variant} />
      )}
    </>
  );
}

/** Rendered all at once: pending items are at the top and must not shift content already being read. */
function EmployeeHome({ variant }: { variant: WorksiteVariant }) {
  const { isPending } = useWaiting();
  const isNewcomer = useIsNewcomer();
  const isAwaiting = useQuery(userShiftsQuery()).data?.some(({ openRequestId }) => openRequestId !== null);
  const [wasKnown, setWasKnown] = useState(false);
  // a retry after a failed first fetch is pending again: keep what is on screen
  const isKnown = wasKnown || (!isPending && isNewcomer !== undefined);
  if (isKnown && !wasKnown) setWasKnown(true);
  return (
    <>
      {isKnown ? null : <SkeletonList className="h-28" />}
      <div className={isKnown ? 'flex flex-col gap-5' : 'hidden'}>
        {isNewcomer ? <FirstSteps variant={variant} /> : null}
        <Waiting />
        <section
          aria-label="Prossimo turno"
          className="rounded-lg border border-line bg-surface px-4 py-3 empty:hidden"
        >
          <NextShift variant={variant} />
        </section>
        <DashboardTabs isTaxi={variant === 'taxi'} />
        {isAwaiting ? <AskForPushes /> : null}
      </div>
    </>
  );
}

/** Whether the person's calendar is empty; undefined while unknown. */
function useIsNewcomer(): boolean | undefined {
  const coming = useQuery(userShiftsQuery());
  const hasNone = coming.data?.length === 0;
  const all = useQuery({ ...ownShiftsQuery, enabled: hasNone });
  if (coming.isPending) return undefined;
  if (!hasNone) return false;
  return all.isPending ? undefined : all.data?.length === 0;
}

const tabIds = ['calendario', 'scambi'] as const;

/** On a phone, two weeks first; the month with legend and cards is in the other tab. */
function DashboardTabs({ isTaxi }: { isTaxi: boolean }) {
  const { parameters, change } = useAddress();
  const isDesk = useIsDesk();
  const total = useCompletedTotal();
  const asked = parameters.get('tab');
  const selected = tabIds.find((id) => id === asked) ?? 'calendario';
  const hasMonth = isDesk || asked === 'calendario';
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
        <div className="flex flex-col gap-5">
          <ShiftCalendar place={hasMonth ? 'dashboard' : 'weeks'} SwapForm={SwapDialog} />
          {hasMonth ? (
            <QuickCards isTaxi={isTaxi} />
          ) : (
            <LinkButton to="/?tab=calendario" variant="quiet" icon={CalendarDays}>
              Vedi il mese
            </LinkButton>
          )}
        </div>
      ) : (
        <>
          <h2 className="sr-only">Scambi completati</h2>
          <CompletedSwaps />
        </>
      )}
    </Tabs>
  );
}
