import type { Instant } from '../../domain/calendar/day.ts';
import { leaveImpersonations } from '../auth/commands.impersonation.ts';
import { closeSwapsOfOwner } from '../exchanges/commands.release.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { lockPerson } from '../platform/session/queries.people.ts';
import { deleteSessionsOf } from '../platform/session/queries.ts';
import { deleteOwnRows, giveUpMails, type Person, stripSharedRows, stripUser } from './queries.anonymise.ts';

/**
 * Anonymises an account permanently: closes its requests, lapses its offers, ends its sessions and removes what is the
 * person's own. Completed swaps, closed requests and reviewed codes stay for the other side, who read 'Ex collega'. The
 * caller holds the worksite's lock.
 * @returns false if the account was anonymous already
 */
export async function anonymiseAccount(
  tx: Transaction,
  { id, worksiteId }: Person,
  now: Instant,
): Promise<boolean> {
  // lock the account before its sessions, as a password change does, to avoid a deadlock
  if (!(await lockPerson(tx, id))) return false;
  // before the calendar is deleted: an open request must have its shift
  await closeSwapsOfOwner(tx, { id, worksiteId, cause: 'account_ended' }, now);
  // audited; the notification is deleted with the account
  await leaveImpersonations(tx, { person: id }, now);
  await deleteSessionsOf(tx, id);
  await deleteOwnRows(tx, id);
  await stripSharedRows(tx, id);
  await giveUpMails(tx, id);
  await stripUser(tx, id, now);
  announce(tx, [id], ['session']);
  return true;
}
