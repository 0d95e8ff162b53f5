import type { Instant } from '../../domain/calendar/day.ts';
import { leaveImpersonations } from '../auth/commands.impersonation.ts';
import { closeSwapsOfOwner } from '../exchanges/commands.release.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { lockPerson } from '../platform/session/queries.people.ts';
import { deleteSessionsOf } from '../platform/session/queries.ts';
import { deleteOwnRows, giveUpMails, type Person, stripSharedRows, stripUser } from './queries.anonymise.ts';

/**
 * Makes an account anonymous, for good: open requests close, offers lapse, sessions end, what is the person's own is
 * removed. Completed swaps, closed requests and reviewed codes stay for the other side, who read 'Ex collega': nothing
 * of theirs is touched, whatever the person was called. The caller holds the worksite's lock.
 * @returns whether there was anything to do: false for an account that is anonymous already
 */
export async function anonymiseAccount(
  tx: Transaction,
  { id, worksiteId }: Person,
  now: Instant,
): Promise<boolean> {
  // the account before its sessions, as in a change of password: the two never wait for each other
  if (!(await lockPerson(tx, id))) return false;
  // before the calendar goes: an open request must have its shift
  await closeSwapsOfOwner(tx, { id, worksiteId, cause: 'account_ended' }, now);
  // for the record: the notice goes with the account
  await leaveImpersonations(tx, { person: id }, now);
  await deleteSessionsOf(tx, id);
  await deleteOwnRows(tx, id);
  await stripSharedRows(tx, id);
  await giveUpMails(tx, id);
  await stripUser(tx, id, now);
  announce(tx, [id], ['session']);
  return true;
}
