import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';
import {
  formatDateTime,
  formatLongDay,
  formatMediumDay,
  type Instant,
} from '../../../domain/calendar/day.ts';
import type { ReceiptParticipant, SwapReceipt } from '../../../domain/exchanges/receipt.ts';
import type { ExchangeKind } from '../../../domain/exchanges/schema.ts';
import { isTaxiKind } from '../../../domain/exchanges/taxiRules.ts';
import { formatMinutes } from '../../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../../domain/shifts/rules.ts';
import { roleNames } from '../../../domain/users/schema.ts';
import { HttpError, textOf } from '../../http/httpError.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { receiptQuery } from '../api.ts';
import { donePreview } from '../card/swapPreview.ts';
import { WeeksPreview } from '../card/WeeksPreview.tsx';
import { capitalised, kindAndLength, timeLines } from '../kindTexts.ts';

/** A completed swap to show or print: both people, both duties, the three moments. */
export default function SwapReceiptPage() {
  const { id = '' } = useParams();
  const receipt = useQuery(receiptQuery(id));
  const print = (
    <Button onClick={() => window.print()} icon={Printer}>
      Stampa
    </Button>
  );
  return (
    <>
      <PageHeader
        back={{ to: '/exchanges?tab=completati', label: 'Scambi completati' }}
        action={receipt.isSuccess ? print : undefined}
      />
      {receipt.isPending ? (
        <SkeletonList label="Carico la ricevuta…" count={1} className="h-112 max-w-2xl" />
      ) : null}
      {receipt.isError ? <Missing error={receipt.error} onRetry={() => void receipt.refetch()} /> : null}
      {receipt.isSuccess ? (
        <div className="print-sheet receipt">
          <SwapReceiptSheet receipt={receipt.data} />
        </div>
      ) : null}
    </>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // 400: the address holds no id at all
  const isNone = error instanceof HttpError && [400, 404].includes(error.status);
  if (!isNone)
    return <ErrorState onRetry={onRetry}>{textOf(error, 'Non riesco a caricare la ricevuta.')}</ErrorState>;
  return (
    <Notice variant="warn" title="Questa ricevuta non c’è">
      La vedono solo le due persone che hanno scambiato il turno.
    </Notice>
  );
}

/** The sheet of a receipt, on screen as on paper. */
function SwapReceiptSheet({ receipt }: { receipt: SwapReceipt }) {
  const { requester, accepter } = receipt;
  return (
    <article
      aria-labelledby="ricevuta"
      className="print-sheet-part flex max-w-2xl flex-col gap-6 rounded-lg border border-line bg-surface p-5 shadow-raised md:p-8 print:max-w-none print:rounded-none print:border-0 print:bg-transparent print:p-0 print:shadow-none"
    >
      <header className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Logo />
          <p className="text-soft">{receipt.worksiteName}</p>
        </div>
        <div>
          <h2 id="ricevuta" className="text-title font-semibold">
            {titles[receipt.kind]}
          </h2>
          {receipt.kind === 'turno' ? (
            <p className="text-lead">{capitalised(formatLongDay(receipt.exchangeDate))}</p>
          ) : null}
        </div>
      </header>
      {isTaxiKind(receipt.kind) ? <WeekTables receipt={receipt} /> : <ShiftTable receipt={receipt} />}
      <dl className="flex flex-col divide-y divide-line border-y border-line">
        <Moment what="Richiesta" who={requester.name} at={receipt.requestedAt} />
        <Moment what="Pre-accettazione" who={accepter.name} at={receipt.offeredAt} />
        <Moment what="Conferma e scambio" who={requester.name} at={receipt.completedAt} />
      </dl>
      <div className="text-caption text-soft">
        <p>Con la conferma {moved[receipt.kind]}. Gli orari sono quelli di Roma.</p>
        <p>Codice dello scambio: {receipt.id}</p>
      </div>
    </article>
  );
}

const titles: Record<ExchangeKind, string> = {
  turno: 'Scambio di turno',
  giorno: 'Scambio di giorno',
  settimana: 'Scambio di settimana',
  ferie: 'Scambio di ferie',
};

const moved: Record<ExchangeKind, string> = {
  turno: 'i due turni sono passati da un calendario all’altro',
  giorno: 'i due turni sono passati da un calendario all’altro, e chi ha dato un giorno è libero',
  settimana: 'ognuno dei due ha preso il turno dell’altro nei propri giorni di lavoro',
  ferie: 'tutti i giorni delle due settimane sono passati da un calendario all’altro',
};

function ShiftTable({ receipt: { requester, accepter } }: { receipt: SwapReceipt }) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Chi ha dato che cosa</caption>
      <thead>
        <tr className="text-left text-caption font-semibold text-soft">
          <td />
          <th scope="col" className="pb-1">
            Prima
          </th>
          <th scope="col" className="pb-1">
            Dopo lo scambio
          </th>
        </tr>
      </thead>
      <tbody>
        <PartyRow party={requester} received={accepter.gave} />
        <PartyRow party={accepter} received={requester.gave} />
      </tbody>
    </table>
  );
}

/** Who the two drivers are, and their weeks day by day. */
function WeekTables({ receipt: { kind, requester, accepter } }: { receipt: SwapReceipt }) {
  return (
    <>
      <ul className="flex flex-wrap gap-x-8 gap-y-2">
        {[requester, accepter].map(({ name, taxiLicense }) => (
          <li key={name}>
            <span className="font-semibold">{name}</span>
            {taxiLicense ? <span className="block text-caption text-soft">Licenza {taxiLicense}</span> : null}
          </li>
        ))}
      </ul>
      <WeeksPreview {...donePreview(kind, requester, accepter)} />
    </>
  );
}

function PartyRow({ party, received }: { party: ReceiptParticipant; received: readonly DatedDuty[] }) {
  const { name, role, contractHours, taxiLicense } = party;
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="w-1/3 py-3 pr-3 text-left font-semibold">
        {name}
        <span className="block text-caption font-normal text-soft">{roleNames[role]}</span>
        <span className="block text-caption font-normal text-soft">
          contratto di {formatMinutes(contractHours * 60).replaceAll(' ', '\u00a0')}
        </span>
        {taxiLicense ? (
          <span className="block text-caption font-normal text-soft">Licenza {taxiLicense}</span>
        ) : null}
      </th>
      <td className="py-3 pr-3">
        <Duties duties={party.gave} />
      </td>
      <td className="py-3">
        <Duties duties={received} />
      </td>
    </tr>
  );
}

function Duties({ duties }: { duties: readonly DatedDuty[] }) {
  return duties.map((duty) => (
    <div key={duty.date} className="not-first:mt-2">
      {duties.length > 1 ? <span className="block text-caption">{formatMediumDay(duty.date)}</span> : null}
      {timeLines(duty).map((times) => (
        <span key={times} className="block font-semibold whitespace-nowrap max-[22.5rem]:text-caption">
          {times}
        </span>
      ))}
      <span className="block text-caption text-soft">{kindAndLength(duty)}</span>
    </div>
  ));
}

function Moment({ what, who, at }: { what: string; who: string; at: Instant }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-3">
      <dt>
        {what} <span className="text-soft">di {who}</span>
      </dt>
      <dd>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </dd>
    </div>
  );
}
