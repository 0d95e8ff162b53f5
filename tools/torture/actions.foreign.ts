import { type Sent, sentOf } from '../http.ts';
import type { ActionContext } from './actionContext.ts';
import { readTab } from './actions.swaps.ts';
import type { Operation } from './journal.ts';
import type { Person } from './world.ts';

/** What people saw last in their calendars: a colleague who guesses an id. */
const seen = new Map<string, readonly { id: string }[]>();

/** Everybody's entries become known to colleagues who try what they must not. */
export function remember(person: Person, calendar: readonly { id: string }[]): void {
  seen.set(person.id, calendar);
}

/** Somebody tries to change what is not theirs: must be refused, and must not happen. */
export async function tryForeign(person: Person, context: ActionContext): Promise<void> {
  const { random, mark } = context;
  const victim = random.pick(person.site.people.filter(({ id }) => id !== person.id));
  if (!victim) return;
  const shift = random.pick(seen.get(victim.id) ?? []);
  const request = random.pick(
    (await readTab(person, 'disponibili')).concat(await readTab(person, 'pre-accettati')),
  );
  const attempts: Sent[] = [];
  if (shift) {
    const params = { id: shift.id };
    const offered = { offeredShiftId: shift.id, requestedDate: context.hotDays[0] ?? '' };
    const body = { ...offered, requestedShiftType: 'sera', message: mark } as const;
    attempts.push(
      sentOf('PATCH /api/shifts/:id', { params, body: { notes: mark } }),
      sentOf('DELETE /api/shifts/:id', { params }),
      sentOf('POST /api/exchange-requests', { body }),
    );
  }
  if (request && request.requesterId !== person.id) {
    const params = { id: request.id };
    const { offeredShiftId, requestedDate } = request;
    const changed = { offeredShiftId, requestedDate, requestedShiftType: 'sera', message: mark };
    attempts.push(
      sentOf('DELETE /api/exchange-requests/:id', { params }),
      sentOf('POST /api/exchange-requests/:id/final-confirm', {
        params,
        body: { accepterUserId: person.id },
      }),
      { method: 'PUT', path: `/api/exchange-requests/${request.id}`, body: changed },
      sentOf('DELETE /api/exchange-requests/:id/cancel-pre-accept', {
        params,
        body: { accepterUserId: victim.id },
      }),
    );
  }
  const day = random.pick(victim.site.looseDays) ?? '';
  const recorded = { date: day, workLocation: 'libero', notes: mark, userId: victim.id };
  attempts.push({ method: 'POST', path: '/api/shifts', body: recorded });
  const attempt = random.pick(attempts);
  if (!attempt) return;
  const { method, path } = attempt;
  const operation: Operation = { what: 'foreign', call: `${method} ${path} of ${victim.id}`, mark };
  await person.session.send(operation, attempt);
}
