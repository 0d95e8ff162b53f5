import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { ReadCell, Reading } from '../../../domain/rosters/reading.ts';
import { classNames } from '../../ui/classNames.ts';
import { Details } from './AskedFirst.tsx';
import { cellProblemTexts, daysOfReading, meaningText } from './readingTexts.ts';

const isOpen = ({ meaning }: ReadCell): boolean => meaning === null;

export function ReadTable({ reading }: { reading: Reading }) {
  const days = daysOfReading(reading);
  const open = reading.people.flatMap(({ name, cells }) =>
    cells.filter(isOpen).map((cell) => ({ name, cell })),
  );
  const unclear = open.filter(({ cell }) => cell.problem !== 'unknown_text');
  return (
    <div className="flex flex-col gap-3">
      <p aria-live="polite">
        {reading.people.length === 1 ? 'Una persona' : `${reading.people.length} persone`},{' '}
        {days.length === 1 ? '1 giorno' : `${days.length} giorni`}.{' '}
        {open.length > 0 &&
          (open.length === 1
            ? 'Una cella è ancora da chiarire.'
            : `${open.length} celle sono ancora da chiarire.`)}
      </p>
      {/* scrolls by itself, with the keyboard too */}
      <div
        role="region"
        aria-label="Come è stato letto il tabellone"
        // the keyboard scrolls only what it can reach
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-96 overflow-x-auto overflow-y-auto rounded-md border border-line bg-surface"
      >
        <table className="tabular border-separate border-spacing-0 text-caption">
          <thead>
            <tr>
              <th className="sticky top-0 left-0 z-10 border-b border-line bg-surface px-3 py-2 text-left">
                Nome
              </th>
              {days.map((day) => (
                <th
                  key={day}
                  className="sticky top-0 border-b border-line bg-surface px-2 py-2 font-medium whitespace-nowrap"
                >
                  {formatMediumDay(day).split(' ').slice(0, 2).join(' ')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reading.people.map(({ userId, name, cells }) => {
              const byDay = new Map(cells.map((cell) => [cell.day, cell]));
              return (
                <tr key={userId ?? name}>
                  <th className="sticky left-0 max-w-40 truncate border-b border-line bg-surface px-3 py-2 text-left font-medium">
                    {name}
                  </th>
                  {days.map((day) => (
                    <ShownCell key={day} cell={byDay.get(day)} />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {unclear.length > 0 && (
        <Details title={`Celle che restano fuori: ${unclear.length}`}>
          <ul className="flex flex-col gap-1 pt-1">
            {unclear.slice(0, 100).map(({ name, cell }) => (
              <li key={`${name} ${cell.row} ${cell.column}`}>
                {name}
                {cell.day && `, ${formatMediumDay(cell.day)}`}: {cell.text && `«${cell.text}», `}
                {cell.problem && cellProblemTexts[cell.problem]}
              </li>
            ))}
          </ul>
        </Details>
      )}
    </div>
  );
}

function ShownCell({ cell }: { cell: ReadCell | undefined }) {
  const look = 'border-b border-line px-2 py-2 text-center whitespace-nowrap';
  if (!cell || cell.meaning?.kind === 'skip') return <td className={look} />;
  if (cell.meaning === null) {
    return <td className={classNames(look, 'bg-warn-soft font-medium text-warn')}>{cell.text || '?'}</td>;
  }
  return (
    <td className={classNames(look, cell.meaning.kind === 'off' && 'text-soft')}>
      {cell.meaning.kind === 'off' && !cell.meaning.absence ? '–' : meaningText(cell.meaning)}
    </td>
  );
}
