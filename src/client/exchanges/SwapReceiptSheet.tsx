import { formatLongDay, formatMediumDay, type Instant } from '../../domain/calendar/day.ts';
import type { ReceiptParty, SwapReceipt } from '../../domain/exchanges/receipt.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import { formatMinutes } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import { roleNames } from '../../domain/users/schema.ts';
import { Logo } from '../ui/Logo.tsx';
import { capitalised, kindAndLength, timeLines } from './dutyText.ts';
import { formatInstant } from './instants.ts';
import { donePreview } from './swapPreview.ts';
import { WeeksPreview } from './WeeksPreview.tsx';

/** The sheet of a receipt, on screen as on paper. */
export function SwapReceiptSheet({ receipt }: { receipt: SwapReceipt }) {
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
      {receipt.kind === 'turno' ? <ShiftTable receipt={receipt} /> : <WeekTables receipt={receipt} />}
      <dl className="flex flex-col divide-y divide-line border-y border-line">
        <Moment what="Richiesta" who={requester.name} at={receipt.requestedAt} />
        <Moment what="Pre-accettazione" who={accepter.name} at={receipt.offeredAt} />
        <Moment what="Conferma e scambio" who={requester.name} at={receipt.completedAt} />
      </dl>
      <div className="text-caption text-soft">
        <p>
          Con la conferma {moved[receipt.kind]} passati da un calendario all’altro. Gli orari sono quelli di
          Roma.
        </p>
        <p className="break-words">Codice dello scambio: {receipt.id}</p>
      </div>
    </article>
  );
}

const titles: Record<ExchangeKind, string> = {
  turno: 'Scambio di turno',
  settimana: 'Scambio di settimana',
  ferie: 'Scambio di ferie',
};

const moved: Record<ExchangeKind, string> = {
  turno: 'i due turni sono',
  settimana: 'i turni di questi giorni sono',
  ferie: 'tutti i giorni delle due settimane sono',
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
function WeekTables({ receipt: { requester, accepter } }: { receipt: SwapReceipt }) {
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
      <WeeksPreview {...donePreview(requester, accepter)} />
    </>
  );
}

function PartyRow({ party, received }: { party: ReceiptParty; received: readonly DatedDuty[] }) {
  const { name, role, contractHours, taxiLicense } = party;
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-3 pr-3 text-left font-semibold">
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
        <span key={times} className="block font-semibold whitespace-nowrap">
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
        <time dateTime={at}>{formatInstant(at)}</time>
      </dd>
    </div>
  );
}
