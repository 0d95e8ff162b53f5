import { type Day, formatMediumDay } from '../../../domain/calendar/day.ts';
import type { ReceiptParticipant, SwapReceipt } from '../../../domain/exchanges/schema.completed.ts';
import { formatMinutes } from '../../../domain/shifts/duty.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import { roleNames } from '../../../domain/users/schema.ts';
import { kindAndLength, timeLines } from '../kindTexts.ts';

/** Both people's shifts before and after, on one or two days. */
export function ShiftTable({ receipt: { kind, requester, accepter } }: { receipt: SwapReceipt }) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Chi ha dato che cosa</caption>
      <thead>
        <tr className="text-left text-caption font-semibold text-soft">
          <th scope="col" className="w-1/2 pb-1">
            Prima
          </th>
          <th scope="col" className="pb-1">
            Dopo lo scambio
          </th>
        </tr>
      </thead>
      <Party party={requester} received={accepter.gave} hasDays={kind === 'giorno'} />
      <Party party={accepter} received={requester.gave} hasDays={kind === 'giorno'} />
    </table>
  );
}

interface PartyProps {
  party: ReceiptParticipant;
  received: readonly Entry[];
  /** A `giorno`: the giver is free on the given day. */
  hasDays: boolean;
}

function Party({ party, received, hasDays }: PartyProps) {
  const { name, role, contractHours, taxiLicense } = party;
  const facts = [
    roleNames[role],
    `contratto di ${formatMinutes(contractHours * 60).replaceAll(' ', '\u00a0')}`,
    ...(taxiLicense ? [`licenza ${taxiLicense}`] : []),
  ];
  return (
    <tbody>
      <tr className="border-t border-line">
        <th scope="rowgroup" colSpan={2} className="pt-3 text-left font-semibold">
          {name}
          <span className="block text-caption font-normal text-soft">{facts.join(', ')}</span>
        </th>
      </tr>
      <tr className="align-top">
        <td className="pt-2 pr-3 pb-3">
          <Duties duties={party.gave} hasDays={hasDays} />
        </td>
        <td className="pt-2 pb-3">
          <Duties duties={received} hasDays={hasDays} />
          {hasDays && party.gave.map(({ date }) => <FreeDay key={date} day={date} />)}
        </td>
      </tr>
    </tbody>
  );
}

const FreeDay = ({ day }: { day: Day }) => (
  <div className="mt-2">
    <span className="block text-caption">{formatMediumDay(day)}</span>
    <span className="block font-semibold">Libero</span>
  </div>
);

function Duties({ duties, hasDays }: { duties: readonly Entry[]; hasDays: boolean }) {
  return duties.map((duty) => (
    <div key={duty.date} className="not-first:mt-2">
      {hasDays || duties.length > 1 ? (
        <span className="block text-caption">{formatMediumDay(duty.date)}</span>
      ) : null}
      {timeLines(duty).map((times) => (
        <span key={times} className="block font-semibold whitespace-nowrap">
          {times}
        </span>
      ))}
      <span className="block text-caption text-soft">{kindAndLength(duty)}</span>
    </div>
  ));
}
