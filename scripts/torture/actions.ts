import type { Shift } from '../../src/domain/shifts/schema.ts';
import { tryForeign } from './actions.foreign.ts';
import { answerRequest, confirmOffer, publish, reconsider } from './actions.swaps.ts';
import type { ServerDuty } from './duty.ts';
import type { Action, Moment } from './moment.ts';
import { early, late, named } from './people.ts';
import type { Person, Site } from './world.ts';

/** By how often they are drawn. */
const actions: readonly Action[] = [
  ...Array<Action>(5).fill(keepCalendar),
  ...Array<Action>(5).fill(publish),
  ...Array<Action>(6).fill(answerRequest),
  ...Array<Action>(4).fill(confirmOffer),
  ...Array<Action>(2).fill(reconsider),
  tryForeign,
];

/** One thing that a person does. */
export async function act(person: Person, moment: Moment): Promise<void> {
  await moment.dice.pick(actions)?.(person, moment);
}

/** The person's whole calendar; null when it cannot be read now. */
export async function readCalendar({ session, site }: Person): Promise<Shift[] | null> {
  const days = [...site.stillDays, ...site.looseDays].toSorted();
  const path = `/api/calendar/shifts?from=${days[0] ?? ''}&to=${days.at(-1) ?? ''}`;
  const { entry, body } = await session.call({ what: 'read', path }, 'GET', path);
  return entry.outcome === 'done' ? (body as Shift[]) : null;
}

const rest = (workLocation: string): ServerDuty => ({ workLocation, startTime: null, endTime: null });
const noon: ServerDuty = { workLocation: 'sede', startTime: '11:00', endTime: '19:00' };

const dutiesOf = ({ variant }: Site): ServerDuty[] =>
  variant === 'standard'
    ? [early, late, early, late, noon, rest('ferie')]
    : [named(0), named(1), rest('libero'), rest('malattia'), rest('ferie')];

/** Records an entry of a loose day, or edits or deletes what is there, sometimes insisting on a swapped one. */
async function keepCalendar({ session, site }: Person, moment: Moment): Promise<void> {
  const { dice, calendar, hotDays, mark } = moment;
  const hot = site.looseDays.filter((day) => hotDays.includes(day));
  const day = dice.pick(hot.length > 0 ? hot : site.looseDays) ?? '';
  const duty = dice.pick(dutiesOf(site)) ?? early;
  const shift = calendar.find(({ date }) => date === day);
  if (!shift) {
    const body = { date: day, ...duty, notes: mark };
    await session.call({ what: 'record', day, mark, duty }, 'POST', '/api/shifts', body);
    return;
  }
  const { id: shiftId } = shift;
  const path = `/api/shifts/${shiftId}`;
  const headers = dice.below(2) === 0 ? { 'x-override-exchange': 'true' } : {};
  if (dice.below(4) === 0) {
    await session.call({ what: 'delete', day, shiftId }, 'DELETE', path, undefined, headers);
    return;
  }
  const body = { ...duty, notes: mark };
  await session.call({ what: 'edit', day, mark, duty, shiftId }, 'PATCH', path, body, headers);
}
