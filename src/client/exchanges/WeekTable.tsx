import { type Day, formatLongDay, formatMediumDay } from '../../domain/calendar/day.ts';
import { formatWeek } from '../../domain/calendar/weekNames.ts';
import { classNames } from '../ui/classNames.ts';
import { type DayLook, isSameLook, lookMark, lookName, lookSign, type WeekLooks } from './weekLooks.ts';

/** How one of the two is called above their rows. */
export interface WeekPerson {
  side: 'requester' | 'colleague';
  name: string;
}

interface WeekTableProps {
  week: WeekLooks;
  people: readonly WeekPerson[];
  /** The swap has been made. */
  isDone: boolean;
}

/** Two people's week, Saturday to Friday, before and after a swap: a letter and a colour for each day. */
export function WeekTable({ week, people, isDone }: WeekTableProps) {
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
            <th
              scope="rowgroup"
              colSpan={8}
              className="pt-1.5 text-left text-caption font-semibold wrap-anywhere"
            >
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

/** The day's letter: in full colour where the swap brings it, tinted elsewhere. */
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
