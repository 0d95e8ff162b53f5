import type { ReactNode } from 'react';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { RestAnswer } from '../../../domain/rest/breaches.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import { Notice } from '../../ui/Notice.tsx';
import { capitalised, kindText, timeLines } from '../kindTexts.ts';

// Both people's duties before and after a swap, and its effect on rest.

interface Sides {
  /** What the signed-in person gives. */
  own: Entry;
  other: Entry;
  /** The other person's first name. */
  name: string;
}

/** A swap of one day: one row per person. */
export function BeforeAndAfter({ own, other, name }: Sides) {
  return (
    <Table>
      <tbody>
        <Row name="Tu" before={<DutyCell duty={own} />} after={<DutyCell duty={other} isStrong />} />
        <Row name={name} before={<DutyCell duty={other} />} after={<DutyCell duty={own} isStrong />} />
      </tbody>
    </Table>
  );
}

/** A `giorno`: both days of each person. */
export function DaysBeforeAndAfter({ own, other, name }: Sides) {
  return (
    <Table>
      <PersonDays name="Tu" gives={own} receives={other} />
      <PersonDays name={name} gives={other} receives={own} />
    </Table>
  );
}

function PersonDays({ name, gives, receives }: { name: string; gives: Entry; receives: Entry }) {
  const given = (
    <Row
      key={gives.date}
      name={capitalised(formatMediumDay(gives.date))}
      before={<DutyCell duty={gives} />}
      after={<Line text="Libero" isStrong />}
    />
  );
  const received = (
    <Row
      key={receives.date}
      name={capitalised(formatMediumDay(receives.date))}
      // empty or libero, not disclosed about others
      before={<Line text="Nessun turno" />}
      after={<DutyCell duty={receives} isStrong />}
    />
  );
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} className="border-t border-line pt-3 text-left font-semibold">
          {name}
        </th>
      </tr>
      {gives.date < receives.date ? [given, received] : [received, given]}
    </tbody>
  );
}

function Table({ children }: { children: ReactNode }) {
  const head = 'pb-1 text-left text-caption font-semibold text-soft';
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr>
          <td />
          <th scope="col" className={head}>
            Adesso
          </th>
          <th scope="col" className={head}>
            Dopo lo scambio
          </th>
        </tr>
      </thead>
      {children}
    </table>
  );
}

function Row({ name, before, after }: { name: string; before: ReactNode; after: ReactNode }) {
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="w-1/4 py-3 pr-3 text-left font-semibold">
        {name}
      </th>
      <td className="py-3 pr-3 text-soft">{before}</td>
      <td className="py-3">{after}</td>
    </tr>
  );
}

function Line({ text, isStrong = false }: { text: string; isStrong?: boolean }) {
  return <span className={isStrong ? 'block font-semibold' : 'block'}>{text}</span>;
}

function DutyCell({ duty, isStrong = false }: { duty: Entry; isStrong?: boolean }) {
  return (
    <>
      {timeLines(duty).map((times) => (
        <Line key={times} text={times} isStrong={isStrong} />
      ))}
      <span className="block text-caption text-soft">{kindText(duty)}</span>
    </>
  );
}

/** A swap's effect on rest, shown before accepting. */
export function RestNotice({ rest }: { rest: RestAnswer | undefined }) {
  if (!rest) return null;
  const sentences = [...rest.own, ...rest.other];
  return (
    <>
      {sentences.length > 0 ? (
        <Notice
          variant={rest.isBlocked ? 'danger' : 'warn'}
          title={rest.isBlocked ? 'Nel tuo cantiere uno scambio così non si può fare' : 'Poco riposo'}
        >
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {rest.isBlocked ? null : (
            <p className="mt-1 text-caption text-soft">È un aiuto, non un parere legale.</p>
          )}
        </Notice>
      ) : null}
      {rest.emptyDays.length > 0 ? <p className="text-soft">{emptyText(rest.emptyDays)}</p> : null}
    </>
  );
}

/** 'Ven 27 nov è vuoto nel tuo calendario: per il riposo conta come giorno senza turni.' */
function emptyText(days: readonly string[]): string {
  const named = capitalised(days.map(formatMediumDay).join(' e '));
  return days.length === 1
    ? `${named} è vuoto nel tuo calendario: per il riposo conta come giorno senza turni.`
    : `${named} sono vuoti nel tuo calendario: per il riposo contano come giorni senza turni.`;
}
