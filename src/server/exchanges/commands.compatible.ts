import type { Instant } from '../../domain/calendar/day.ts';
import type { ExchangeFacts } from '../../domain/exchanges/request.ts';
import { daysOfPeriod } from '../../domain/exchanges/requestPeriod.ts';
import { helpedBy, typedDuties } from '../../domain/exchanges/takers.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { CalendarOwner } from '../shifts/commands.replace.ts';
import { listEntries } from './queries.duties.ts';
import { findPerson, participantOf } from './queries.people.ts';

/**
 * A person recorded duties: requesters who want just that, and could have it now, are told. The caller has written the entries
 * and holds the worksite's lock.
 * @param open the requests about their days
 */
export async function notifyCompatibleShifts(
  tx: Transaction,
  { user, worksite }: CalendarOwner,
  recorded: readonly DatedDuty[],
  open: readonly ExchangeFacts[],
  now: Instant,
): Promise<void> {
  const duties = typedDuties(recorded, now);
  const others = open.filter(({ requesterId }) => requesterId !== user.id);
  if (duties.length === 0 || others.length === 0) return;
  // under the lock: the contract may have changed since the session was read
  const person = requireFound(await findPerson(tx, user.id));
  // a roster that is undone brings back shifts of people who have left
  if (!person.isActive) return;
  const entries = await listEntries(tx, user.id, [...new Set(others.flatMap(daysOfPeriod))]);
  const helper = { person: participantOf(person, worksite.variant), entries };
  const news = helpedBy(others, helper, duties, now).map(({ request, duty, week }): NewNotification => ({
    userId: request.requesterId,
    personId: user.id,
    facts: week ? { fact: 'week_recorded', week, duty } : { fact: 'shift_recorded', duty },
    requestId: request.id,
  }));
  await notify(tx, news, now);
}
