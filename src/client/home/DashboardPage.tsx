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

/** All of it appears at once: what waits stands first, and must not push away what somebody has begun to read. */
function EmployeeHome({ variant }: { variant: WorksiteVariant }) {
  const { isPending } = useWaiting();
  const isNewcomer = useIsNewcomer();
  const isAwaiting = useQuery(userShiftsQuery()).data?.some(({ openRequestId }) => openRequestId !== null);
  const [wasKnown, setWasKnown] = useState(false);
  // what could not be read the first time is pending when it is read again: what is on screen by then stays
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

/** Whether there is nothing in the person's calendar; undefined while it is not known. */
function useIsNewcomer(): boolean | undefined {
  const coming = useQuery(userShiftsQuery());
  const hasNone = coming.data?.length === 0;
  const all = useQuery({ ...ownShiftsQuery, enabled: hasNone });
  if (coming.isPending) return undefined;
  if (!hasNone) return false;
  return all.isPending ? undefined : all.data?.length === 0;
}

const tabIds = ['calendario', 'scambi'] as const;

/** On a phone two weeks come first, and the month with its legend and cards once its tab is asked for. */
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
