import { ChevronDown } from 'lucide-react';
import { type Day, formatLongDay, formatMediumDay } from '../../../domain/calendar/day.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import { classNames } from '../../ui/classNames.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import {
  coverChanges,
  type DayLook,
  isSameLook,
  lookMark,
  lookName,
  lookSign,
  looksIn,
  lookText,
  type SwapPreview,
  type WeekLooks,
  type WeekPerson,
} from './swapPreview.ts';

/** The weeks of a taxi swap, day by day, with a legend. */
export function WeeksPreview({ weeks, people, isDone }: SwapPreview) {
  return (
    <div className="flex flex-col gap-4">
      {weeks.map((week) => (
        <WeekTable key={week.from} week={week} people={people} isDone={isDone} />
      ))}
      <ul aria-label="Legenda" className="tabular flex flex-wrap gap-x-4 gap-y-1.5 text-caption text-soft">
        {looksIn(weeks).map((look) => {
          const mark = lookMark(look);
          return (
            <li key={lookText(look)} className="flex items-center gap-1.5">
              {mark ? (
                <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />
              ) : (
                <span aria-hidden="true" className="w-6 text-center font-bold">
                  {lookSign(look)}
                </span>
              )}
              {lookText(look)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The same, collapsible, for cards. */
export function WeeksDisclosure({ preview }: { preview: SwapPreview }) {
  return (
    <details className="group">
      <summary className="-mx-2 flex min-h-11 list-none items-center gap-2 rounded-md px-2 font-medium text-accent hover:bg-accent-soft [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 transition-transform duration-150 group-open:rotate-180"
        />
        Giorno per giorno
      </summary>
      <div className="pt-2">
        <WeeksPreview {...preview} />
      </div>
    </details>
  );
}

interface WeekTableProps {
  week: WeekLooks;
  people: readonly WeekPerson[];
  /** The swap is completed. */
  isDone: boolean;
}

/** Two people's week, Saturday to Friday, before and after a swap; each day has a letter and a colour. */
function WeekTable({ week, people, isDone }: WeekTableProps) {
  return (
    <div className="flex flex-col gap-2">
      <DayTable week={week} people={people} isDone={isDone} />
      <Cover days={week.days} isDone={isDone} />
    </div>
  );
}

/** The days on which the covered named shift changes, since only one of the two drives. */
function Cover({ days, isDone }: { days: WeekLooks['days']; isDone: boolean }) {
  const changes = coverChanges(days);
  if (changes.length === 0) return null;
  return (
    <div className="text-caption">
      <p>
        {isDone
          ? 'Nei giorni in cui lavorava uno solo dei due è cambiato il turno coperto:'
          : 'Nei giorni in cui lavora uno solo dei due cambia il turno coperto:'}
      </p>
      <ul>
        {changes.map((change) => (
          <li key={change.text}>
            <span className="font-semibold">{change.days.map(formatMediumDay).join(', ')}</span>:{' '}
            {change.text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function DayTable({ week, people, isDone }: WeekTableProps) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="pb-1 text-left font-semibold">Settimana {formatWeek(week)}</caption>
      <thead>
        <tr>
          <td className="w-15 md:w-20" />
          {week.days.map(({ date, isOpen }) => (
            <DayHead key={date} day={date} isOpen={isOpen || isDone} />
          ))}
        </tr>
      </thead>
      {people.map(({ side, name }) => (
        <tbody key={side} className="border-t border-line">
          <tr>
            <th scope="rowgroup" colSpan={8} className="pt-1.5 text-left text-caption font-semibold">
              {name}
            </th>
          </tr>
          <WeekRow label={isDone ? 'prima' : 'adesso'} days={week.days} side={side} when="before" />
          <WeekRow label="dopo" days={week.days} side={side} when="after" />
        </tbody>
      ))}
    </table>
  );
}

function DayHead({ day, isOpen }: { day: Day; isOpen: boolean }) {
  const [weekday, number] = formatMediumDay(day).split(' ');
  return (
    <th
      scope="col"
      className={classNames(
        'pb-1 text-center text-caption',
        isOpen ? 'font-semibold' : 'font-normal text-soft',
      )}
    >
      <span aria-hidden="true">
        {weekday}
        <span className="block">{number}</span>
      </span>
      <span className="sr-only">
        {formatLongDay(day)}
        {isOpen ? '' : ', non cambia'}
      </span>
    </th>
  );
}

interface WeekRowProps extends Pick<WeekPerson, 'side'> {
  label: string;
  days: WeekLooks['days'];
  when: 'before' | 'after';
}

function WeekRow({ label, days, side, when }: WeekRowProps) {
  return (
    <tr>
      <th
        scope="row"
        className={classNames('text-left text-caption font-normal text-soft', when === 'after' && 'pb-1.5')}
      >
        {label}
      </th>
      {days.map((day) => {
        const { before, after } = day[side];
        const isNew = when === 'after' && !isSameLook(before, after);
        return (
          <td key={day.date} className={classNames('p-0.5', when === 'after' && 'pb-2')}>
            <DayMark look={day[side][when]} isNew={isNew} />
          </td>
        );
      })}
    </tr>
  );
}

/** The day's letter; in full colour if the swap changes it, otherwise tinted. */
function DayMark({ look, isNew }: { look: DayLook; isNew: boolean }) {
  const tone = lookMark(look)?.tone;
  const tint = isNew ? 'bg-tone text-tone-on' : 'bg-tone-soft text-tone-ink';
  return (
    <span
      data-tone={tone}
      className={classNames(
        'mx-auto grid h-8 w-full max-w-9 place-items-center rounded-sm text-caption font-bold',
        tone === undefined ? (isNew ? 'border border-edge' : 'text-soft') : tint,
      )}
    >
      <span aria-hidden="true">{lookSign(look)}</span>
      <span className="sr-only">{lookName(look)}</span>
    </span>
  );
}
