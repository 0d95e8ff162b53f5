import { useQuery } from '@tanstack/react-query';
import type { Overview } from '../../domain/admin/schema.ts';
import { addDays, formatShortDay } from '../../domain/calendar/day.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { attentionQuery, overviewQuery } from './api.ts';
import { countOf, formatCount } from './counts.ts';
import { Figure } from './Figure.tsx';
import { more } from './more.ts';

/** `/altro/andamento`: what happened in the last weeks, in numbers. */
export default function OverviewPage() {
  const overview = useQuery(overviewQuery);
  return (
    <>
      <PageHeader back={more} />
      <QueryStatus query={overview} failed="Non riesco a caricare i numeri.">
        <SkeletonList className="h-40" label="Faccio i conti…" />
      </QueryStatus>
      {overview.data ? (
        <div className="flex flex-col gap-4">
          <Figures overview={overview.data} />
          <SwapsByWeek weeks={overview.data.swapsPerWeek} />
        </div>
      ) : null}
    </>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const failedSignIns = useQuery(attentionQuery).data?.failedSignIns;
  const { closed, foundPartner, mail } = overview;
  const share = closed === 0 ? null : Math.round((foundPartner / closed) * 100);
  const waiting = mail.failed + mail.unsure;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Figure
        title="Aperte da più di 48 ore"
        value={formatCount(overview.openLong)}
        note={`su ${countOf(overview.openRequests, 'richiesta aperta', 'richieste aperte')}`}
        isWarning={overview.openLong > 0}
      />
      <Figure
        title="Hanno trovato un collega"
        value={share === null ? '—' : `${share}%`}
        note={
          share === null
            ? 'Nessuna richiesta chiusa in 12 settimane'
            : `${formatCount(foundPartner)} su ${countOf(closed, 'richiesta chiusa', 'richieste chiuse')} in 12 settimane`
        }
      >
        {share === null ? null : (
          <ProgressBar label="Richieste che hanno trovato un collega" value={share} valueText={`${share}%`} />
        )}
      </Figure>
      <Figure
        title="Email in coda"
        value={formatCount(mail.queued)}
        note={
          waiting === 0
            ? 'Nessun invio fallito'
            : `${countOf(mail.failed, 'invio fallito', 'invii falliti')}, ${countOf(mail.unsure, 'incerto', 'incerti')}`
        }
        isWarning={waiting > 0}
      />
      {/* a total only: the accounts are not stored */}
      <Figure
        title="Accessi falliti oggi"
        value={failedSignIns === undefined ? '—' : formatCount(failedSignIns)}
        note="Email o password sbagliate. Chi insiste aspetta sempre di più; dal proprio dispositivo si entra comunque."
      />
    </div>
  );
}

function SwapsByWeek({ weeks }: { weeks: Overview['swapsPerWeek'] }) {
  const busy = weeks.filter(({ swaps }) => swaps > 0);
  const most = Math.max(...busy.map(({ swaps }) => swaps));
  const total = busy.reduce((sum, { swaps }) => sum + swaps, 0);
  return (
    <Card as="section" aria-labelledby="scambi-settimana" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="scambi-settimana" className="text-lead font-semibold">
          Scambi completati, settimana per settimana
        </h2>
        <p className="text-caption text-soft">{countOf(total, 'scambio', 'scambi')} in 12 settimane</p>
      </div>
      <ol className="flex flex-col gap-1">
        {busy.map(({ from, swaps }) => (
          <li key={from} className="tabular grid grid-cols-[5.5rem_1fr_3rem] items-center gap-3">
            <span className="text-caption text-soft">
              <span className="sr-only">settimana dal </span>
              {formatShortDay(from).slice(0, 5)}–{formatShortDay(addDays(from, 6)).slice(0, 5)}
            </span>
            <span aria-hidden="true" className="h-4 overflow-hidden rounded-sm bg-sunken">
              <span
                className="block h-full rounded-sm bg-accent"
                style={{ width: `${(swaps / most) * 100}%` }}
              />
            </span>
            <span className="text-right font-semibold">
              {formatCount(swaps)}
              <span className="sr-only">{swaps === 1 ? ' scambio' : ' scambi'}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
