import { formatMinutes } from '../../../domain/shifts/duty.ts';
import { type MinutesByKind, sumOfKinds } from '../../../domain/shifts/hours.ts';
import { flexibleWeekHours } from '../../../domain/shifts/rules.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { hourKinds, kindMark, type NamedWeek, shortHours } from './hoursTexts.ts';

/** A bar for each week of the month, split by kind of day, then the same figures as a table. */
export function HoursByWeek({ weeks }: { weeks: readonly NamedWeek[] }) {
  const usual = (weeks.some(({ limit }) => limit !== null) ? flexibleWeekHours : 40) * 60;
  const full = Math.max(usual, ...weeks.map(({ minutes }) => sumOfKinds(minutes)));
  return (
    <>
      <ul
        aria-label="Ore per settimana"
        className="tabular grid grid-cols-[auto_1fr_auto] gap-x-3 gap-y-2 text-caption"
      >
        {weeks.map(({ name, minutes, limit }) => (
          <li key={name} className="col-span-3 grid grid-cols-subgrid items-center">
            <span className="text-soft">
              <span className="sr-only">{limit === null ? 'giorni ' : 'settimana '}</span>
              {name}
            </span>
            <WeekBar minutes={minutes} full={full} />
            <span className="text-right">{limit ?? formatMinutes(sumOfKinds(minutes))}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary className="flex min-h-11 items-center font-medium text-accent">Le ore in tabella</summary>
        <HoursTable weeks={weeks} />
      </details>
    </>
  );
}

/** A week's bar without figures; wide enough parts have a letter. */
function WeekBar({ minutes, full }: { minutes: MinutesByKind; full: number }) {
  return (
    <span aria-hidden="true" className="flex h-6 overflow-hidden rounded-sm bg-sunken">
      {hourKinds.map((kind) => {
        const { letter, tone } = kindMark(kind);
        const percent = (minutes[kind] / full) * 100;
        return (
          <span
            key={kind}
            data-tone={tone}
            className="grid place-items-center bg-tone text-caption font-bold text-tone-on"
            style={{ width: `${percent}%` }}
          >
            {percent > 8 && letter}
          </span>
        );
      })}
    </span>
  );
}

/** The bars' figures: a row per week, a column per kind of day. */
function HoursTable({ weeks }: { weeks: readonly NamedWeek[] }) {
  return (
    <table className="w-full text-right text-caption">
      <caption className="sr-only">Ore per settimana e tipo di giornata</caption>
      <thead>
        <tr className="border-b border-line text-soft">
          <th scope="col" className="py-2 text-left font-medium">
            {weeks.some(({ limit }) => limit !== null) ? 'Settimana' : 'Giorni'}
          </th>
          {hourKinds.map((kind) => {
            const { letter, tone, name } = kindMark(kind);
            return (
              <th key={kind} scope="col" className="py-2">
                <LetterBadge letter={letter} tone={tone} label={name} size="small" />
              </th>
            );
          })}
          <th scope="col" className="py-2 font-medium">
            In tutto
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {weeks.map(({ name, minutes }) => (
          <tr key={name}>
            <th scope="row" className="py-2 text-left font-normal text-soft">
              {name}
            </th>
            {hourKinds.map((kind) => (
              <td key={kind} className="py-2">
                {shortHours(minutes[kind])}
              </td>
            ))}
            <td className="py-2 font-medium">{shortHours(sumOfKinds(minutes))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
