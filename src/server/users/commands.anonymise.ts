import type { Instant } from '../../domain/calendar/day.ts';
import { exColleagueName, type Traces, withoutPerson } from '../../domain/users/anonymous.ts';
import { leaveImpersonations } from '../auth/commands.impersonation.ts';
import { leaveSwaps } from '../exchanges/commands.owner.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { deleteSessionsOf } from '../platform/session/queries.ts';
import {
  deleteOwnRows,
  findTraces,
  listNewsNaming,
  listSwapMails,
  type Person,
  rewriteMails,
  rewriteNews,
  stripRecipient,
  stripSharedRows,
  stripUser,
} from './queries.anonymise.ts';
import { lockPerson } from './queries.ceo.ts';

/**
 * Makes an account anonymous, for good: open requests close, offers lapse, sessions end, what is the person's own is
 * removed. Completed swaps, closed requests and reviewed codes stay for the other side, with 'Ex collega' in place of
 * the person. The caller holds the worksite's lock.
 *
 * @returns whether there was anything to do: false for an account that is anonymous already
 */
export async function anonymiseAccount(
  tx: Transaction,
  { id, worksiteId }: Person,
  now: Instant,
): Promise<boolean> {
  // the account before its sessions, as in a change of password: the two never wait for each other
  await lockPerson(tx, id);
  const traces = await findTraces(tx, id);
  if (!traces) return false;
  // told under the name that stays, and before the calendar goes: an open request must have its shift
  await leaveSwaps(tx, { id, worksiteId, name: exColleagueName, isTold: false }, now);
  // for the record: the notice goes with the account
  await leaveImpersonations(tx, { person: id }, now);
  await deleteSessionsOf(tx, id);
  await deleteOwnRows(tx, id);
  await stripSharedRows(tx, id);
  await stripMails(tx, id, traces);
  await stripNews(tx, worksiteId, traces);
  await stripUser(tx, id, now);
  announce(tx, [id], ['session']);
  return true;
}

async function stripMails(tx: Transaction, userId: string, traces: Traces): Promise<void> {
  const mails = await listSwapMails(tx, userId);
  const stripped = mails.map(({ id, subject, html, text }) => ({
    id,
    subject: withoutPerson(subject, traces),
    html: withoutPerson(html, traces),
    text: withoutPerson(text, traces),
  }));
  if (stripped.length > 0) await rewriteMails(tx, stripped);
  await stripRecipient(tx, userId);
}

async function stripNews(tx: Transaction, worksiteId: string, traces: Traces): Promise<void> {
  const news = await listNewsNaming(tx, worksiteId, traces.names);
  const stripped = news.map(({ id, message }) => ({ id, message: withoutPerson(message, traces) }));
  if (stripped.length > 0) await rewriteNews(tx, stripped);
}
