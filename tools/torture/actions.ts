import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { Action, ActionContext } from './actionContext.ts';
import { tryForeign } from './actions.foreign.ts';
import { answerRequest, confirmOffer, publish, reconsider } from './actions.swaps.ts';
import type { ServerDuty } from './duty.ts';
import { early, late, named } from './people.ts';
import type { Person, Site } from './world.ts';

/** By how often they are rendered. */
const actions: readonly Action[] = [
  ...Array<Action>(5).fill(keepCalendar),
  ...Array<Action>(5).fill(publish),
  ...Array<Action>(6).fill(answerRequest),
  ...Array<Action>(4).fill(confirmOffer),
  ...Array<Action>(2).fill(reconsider),
  tryForeign,
];

/** One thing that a person does. */
export async function act(person: Person, context: ActionContext): Promise<void> {
  await context.random.pick(actions)?.(person, context);
}

/** The person's whole calendar; null when it cannot be read now. */
export async function readCalendar({ session, site }: Person): Promise<Shift[] | null> {
  const days = [...site.stillDays, ...site.looseDays].toSorted();
  const query = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  return session.read('GET /api/calendar/shifts', { query });
}

const rest = (workLocation: ServerDuty['workLocation']): ServerDuty => ({
  workLocation,
  startTime: null,
  endTime: null,
});
const noon: ServerDuty = { workLocation: 'sede', startTime: '11:00', endTime: '19:00' };

const dutiesOf = ({ variant }: Site): ServerDuty[] =>
  variant === 'standard'
    ? [early, late, early, late, noon, rest('ferie')]
    : [named(0), named(1), rest('libero'), rest('malattia'), rest('ferie')];

/** Records an entry of a loose day, or edits or deletes what is there, sometimes insisting on a swapped one. */
async function keepCalendar({ session, site }: Person, context: ActionContext): Promise<void> {
  const { random, calendar, hotDays, mark } = context;
  const hot = site.looseDays.filter((day) => hotDays.includes(day));
  const day = random.pick(hot.length > 0 ? hot : site.looseDays) ?? '';
  const duty = random.pick(dutiesOf(site)) ?? early;
  const shift = calendar.find(({ date }) => date === day);
  if (!shift) {
    const body = { date: day, ...duty, notes: mark };
    await session.call({ what: 'record', day, mark, duty }, 'POST /api/shifts', { body });
    return;
  }
  const { id: shiftId } = shift;
  const params = { id: shiftId };
  const headers = random.below(2) === 0 ? { 'x-override-exchange': 'true' } : {};
  if (random.below(4) === 0) {
    await session.call({ what: 'delete', day, shiftId }, 'DELETE /api/shifts/:id', { params, headers });
    return;
  }
  const body = { ...duty, notes: mark };
  await session.call({ what: 'edit', day, mark, duty, shiftId }, 'PATCH /api/shifts/:id', {
    params,
    headers,
    body,
  });
}
