import { readTab } from './actions.swaps.ts';
import type { Deed } from './journal.ts';
import type { Moment } from './moment.ts';
import type { Person } from './world.ts';

/** What people saw last in their calendars: a colleague who guesses an id. */
const seen = new Map<string, readonly { id: string }[]>();

/** Everybody's entries become known to colleagues who try what they must not. */
export function remember(person: Person, calendar: readonly { id: string }[]): void {
  seen.set(person.id, calendar);
}

interface Attempt {
  method: string;
  path: string;
  body?: object;
}

/** Somebody tries to change what is not theirs: must be refused, and must not happen. */
export async function tryForeign(person: Person, moment: Moment): Promise<void> {
  const { dice, mark } = moment;
  const victim = dice.pick(person.site.people.filter(({ id }) => id !== person.id));
  if (!victim) return;
  const shift = dice.pick(seen.get(victim.id) ?? []);
  const request = dice.pick(
    (await readTab(person, 'disponibili')).concat(await readTab(person, 'pre-accettati')),
  );
  const attempts: Attempt[] = [];
  if (shift) {
    const path = `/api/shifts/${shift.id}`;
    const offered = {
      offeredShiftId: shift.id,
      requestedDate: moment.hotDays[0],
      requestedShiftType: 'sera',
    };
    attempts.push(
      { method: 'PATCH', path, body: { notes: mark } },
      { method: 'DELETE', path },
      { method: 'POST', path: '/api/exchange-requests', body: { ...offered, message: mark } },
    );
  }
  if (request && request.requesterId !== person.id) {
    const path = `/api/exchange-requests/${request.id}`;
    const { offeredShiftId, requestedDate } = request;
    attempts.push(
      { method: 'DELETE', path },
      { method: 'POST', path: `${path}/final-confirm`, body: { accepterUserId: person.id } },
      {
        method: 'PUT',
        path,
        body: { offeredShiftId, requestedDate, requestedShiftType: 'sera', message: mark },
      },
      { method: 'DELETE', path: `${path}/cancel-pre-accept`, body: { accepterUserId: victim.id } },
    );
  }
  const day = dice.pick(victim.site.looseDays) ?? '';
  const recorded = { date: day, workLocation: 'libero', notes: mark, userId: victim.id };
  attempts.push({ method: 'POST', path: '/api/shifts', body: recorded });
  const attempt = dice.pick(attempts);
  if (!attempt) return;
  const { method, path, body } = attempt;
  const deed: Deed = { what: 'foreign', call: `${method} ${path} of ${victim.id}`, mark };
  await person.session.call(deed, method, path, body);
}
