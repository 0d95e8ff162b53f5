import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';
import { formatDateTime, formatLongDay, type Instant } from '../../../domain/calendar/day.ts';
import { isTaxiKind } from '../../../domain/exchanges/kinds.ts';
import type { SwapReceipt } from '../../../domain/exchanges/schema.completed.ts';
import type { ExchangeKind } from '../../../domain/exchanges/schema.ts';
import { textOf } from '../../http/httpError.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { isMissing, receiptQuery } from '../api.ts';
import { donePreview } from '../card/swapPreview.ts';
import { WeeksPreview } from '../card/WeeksPreview.tsx';
import { capitalised } from '../kindTexts.ts';
import { ShiftTable } from './ShiftTable.tsx';

/** The printable receipt of a completed swap: both people, both duties, three timestamps. */
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
        title="Ricevuta dello scambio"
        back={{ to: '/exchanges?tab=completati', label: 'Scambi completati' }}
        action={receipt.data ? print : undefined}
      />
      {receipt.isPending ? (
        <SkeletonList label="Carico la ricevuta…" count={1} className="h-112 max-w-2xl" />
      ) : null}
      {receipt.isError && !receipt.data ? (
        <Missing error={receipt.error} onRetry={() => void receipt.refetch()} />
      ) : null}
      {receipt.data ? (
        <div className="print-sheet receipt">
          <SwapReceiptSheet receipt={receipt.data} />
        </div>
      ) : null}
    </>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!isMissing(error))
    return <ErrorState onRetry={onRetry}>{textOf(error, 'Non riesco a caricare la ricevuta.')}</ErrorState>;
  return (
    <Notice variant="warn" title="Questa ricevuta non c’è">
      La vedono solo le due persone che hanno scambiato il turno.
    </Notice>
  );
}

/** The receipt, on screen and on paper. */
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
      {receipt.restTexts.length > 0 ? (
        <section aria-label="Riposo" className="flex flex-col gap-1">
          <p className="font-semibold">Letto prima dello scambio</p>
          {receipt.restTexts.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      ) : null}
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

/** Both drivers and their weeks, day by day. */
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
