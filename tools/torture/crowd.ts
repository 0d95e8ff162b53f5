import { saturdayWeekOf } from '../../src/domain/calendar/day.ts';
import { remember } from './actions.foreign.ts';
import { act, readCalendar } from './actions.ts';
import { type Ledger, withoutNotes } from './ledger.ts';
import type { SeededRandom } from './random.ts';
import type { Person, Site, World } from './world.ts';

/** How long everybody looks at the same days. */
const hotMs = 3_000;

/** Everybody acts, each one thing after the other, until `signal`. */
export async function keepBusy(
  world: World,
  ledger: Ledger,
  random: SeededRandom,
  pauseMs: number,
  broken: (what: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const begun = performance.now();
  const turnsOf = async (person: Person): Promise<void> => {
    const own = random.fork(person.email);
    for (let turn = 0; !signal.aborted; turn += 1) {
      const calendar = await readCalendar(person);
      if (calendar) {
        judgeCalendar(person, calendar, ledger).forEach(broken);
        remember(person, calendar);
        const hotDays = hotDaysOf(person.site, Math.floor((performance.now() - begun) / hotMs));
        await act(person, { random: own, calendar, hotDays, mark: `${person.email} ${turn}` });
      }
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, own.below(2 * pauseMs)));
    }
  };
  await Promise.all(world.sites.flatMap(({ people }) => people.map(turnsOf)));
}

/** Single days in turn, whole weeks in the taxi worksite. */
function hotDaysOf({ variant, stillDays, looseDays }: Site, turn: number): string[] {
  const days = [...stillDays, ...looseDays];
  if (variant === 'standard') return [days[turn % days.length] ?? ''];
  const weeks = [...new Set(days.map((day) => saturdayWeekOf(day).from))];
  const week = weeks[turn % weeks.length];
  return days.filter((day) => saturdayWeekOf(day).from === week);
}

/** What a calendar that was just read says against what was acknowledged. */
export function judgeCalendar(
  person: Person,
  calendar: readonly { date: string; notes: string | null }[],
  ledger: Ledger,
): string[] {
  const { stillDays, looseDays } = person.site;
  return [...stillDays, ...looseDays].flatMap((day) => {
    const entry = calendar.find(({ date }) => date === day);
    const problem = ledger.judge(person.id, day, entry ? (entry.notes ?? withoutNotes) : null);
    return problem === null ? [] : [`the calendar as it was shown: ${problem}`];
  });
}
