import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { dayInRome, formatLongDay, formatShortDay } from '../../domain/calendar/day.ts';
import type { ProposalKind, RosterProposals } from '../../domain/rosters/schema.answers.ts';
import { nameOfRoster } from '../../domain/rosters/texts.it.ts';
import { formatDutyTimes, isWorking, workLocationNames } from '../../domain/shifts/duty.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { hasProposals, proposalsQuery, useAcceptProposals, useDeclineProposals } from './proposals.ts';

/** `/tabellone`: differences between a roster and the own calendar, day by day. */
export default function ProposalsPage() {
  const query = useQuery(proposalsQuery);
  const { data } = query;
  const isWaiting = hasProposals(data);
  return (
    <>
      <PageHeader
        title={isWaiting ? nameOfRoster(data.title) : 'Tabellone'}
        back={{ to: '/', label: 'Home' }}
      >
        {isWaiting && data.loadedAt
          ? `Caricato da ${data.loaderName} il ${formatShortDay(dayInRome(data.loadedAt))}. Il calendario resta tuo: entra solo quello che accetti.`
          : null}
      </PageHeader>
      <QueryStatus query={query} failed="Non riesco a leggere il tabellone.">
        <SkeletonList className="h-16" />
      </QueryStatus>
      {isWaiting ? <Differences key={data.version} proposals={data} /> : null}
      {data && !isWaiting ? (
        <EmptyState icon={CalendarCheck}>Nessun tabellone aspetta una tua risposta.</EmptyState>
      ) : null}
    </>
  );
}

type Proposal = RosterProposals['days'][number];

const plain: ReadonlySet<ProposalKind> = new Set(['new', 'changed', 'missing']);
const isPlain = ({ kind }: Proposal): boolean => plain.has(kind);
const canBeTaken = ({ kind }: Proposal): boolean => kind !== 'swapped' && kind !== 'refused';

function Differences({ proposals: { days, version } }: { proposals: RosterProposals }) {
  const accept = useAcceptProposals();
  const decline = useDeclineProposals();
  // days that need a choice are excluded by default
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const isChosen = (one: Proposal): boolean => canBeTaken(one) && isPlain(one) !== turned.has(one.day);
  const chosen = days.filter(isChosen).map(({ day }) => day);
  const turn = (day: string): void => {
    const next = new Set(turned);
    if (!next.delete(day)) next.add(day);
    setTurned(next);
  };
  const seen = { version: version ?? undefined };
  return (
    <div className="flex flex-col md:max-w-2xl">
      <ul className="flex flex-col divide-y divide-line">
        {days.map((one) => (
          <li key={one.day}>
            {canBeTaken(one) ? (
              <Checkbox checked={isChosen(one)} onChange={() => turn(one.day)} hint={textOf(one)}>
                {formatLongDay(one.day)}
              </Checkbox>
            ) : (
              <div className="py-2.5">
                <p className="text-soft">{formatLongDay(one.day)}</p>
                <p className="tabular text-caption text-soft">{textOf(one)}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
      <div
        data-bottom-bar=""
        className="sticky bottom-[calc(var(--bar-height)+env(safe-area-inset-bottom))] low:static z-10 -mx-4 flex flex-wrap gap-2 border-t border-line bg-surface px-4 py-3 md:bottom-0 md:mx-0 md:bg-ground md:px-0"
      >
        <Button
          icon={CalendarCheck}
          className="grow md:grow-0"
          disabled={chosen.length === 0}
          isPending={accept.isPending}
          onClick={() => accept.start({ ...seen, days: chosen })}
        >
          {chosen.length === 0
            ? 'Scegli che cosa accettare'
            : `Accetta ${chosen.length === 1 ? '1 giornata' : `${chosen.length} giornate`}`}
        </Button>
        <Button
          variant="quiet"
          className="grow md:grow-0"
          isPending={decline.isPending}
          onClick={() => decline.start(seen)}
        >
          Lascia tutto com’è
        </Button>
      </div>
    </div>
  );
}

const times = (duty: Proposal['duty']): string => (duty === null ? 'niente lavoro' : formatDutyTimes(duty));

/** A proposal's text: 'Turno nuovo: 06:00–14:00', 'Hai ferie; sul tabellone 06:00–14:00'. */
function textOf({ kind, duty, now, reason }: Proposal): string {
  const own = now && (isWorking(now) ? formatDutyTimes(now) : workLocationNames[now.workLocation]);
  switch (kind) {
    case 'new':
      return `Turno nuovo: ${times(duty)}`;
    case 'changed':
      return `Da ${own} a ${times(duty)}`;
    case 'missing':
      return `Sul tabellone non lavori: si toglie ${own}`;
    case 'absence':
      return `Hai ${own}; sul tabellone ${times(duty)}`;
    case 'on_offer':
      return `È in uno scambio aperto, che si chiuderebbe. Ora ${own ?? 'niente'}; sul tabellone ${times(duty)}`;
    case 'swapped':
      return `Già scambiato: resta ${own}`;
    case 'refused':
      return `${times(duty)}: ${reason}`;
  }
}
