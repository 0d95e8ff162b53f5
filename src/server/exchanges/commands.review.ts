import type { Instant } from '../../domain/calendar/day.ts';
import { type ExchangeFacts, timeOf } from '../../domain/exchanges/request.ts';
import { isOpen } from '../../domain/exchanges/rules.ts';
import { outOf } from '../../domain/exchanges/takers.ts';
import { notify } from '../notifications/commands.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { listTakers } from './board.ts';
import { listRequestFacts } from './queries.requests.ts';
import { noteNobodyLeft } from './queries.write.ts';

/**
 * Records for each open request, except for holidays, whether nobody is left who could take it (which decides how it
 * expires), and tells the requester the first time. Called after every change of these requests, once the calendars are
 * written. The caller holds the worksite's lock.
 * @param goneId somebody who can no longer take anything, though the database does not say so yet
 * @returns the requests whose requester was notified
 */
export async function reviewRequests(
  tx: Transaction,
  requestIds: readonly string[],
  now: Instant,
  goneId: string | null = null,
): Promise<string[]> {
  if (requestIds.length === 0) return [];
  const notified: string[] = [];
  for (const request of await listRequestFacts(tx, requestIds)) {
    // how many have a holiday to give must stay private
    if (!isOpen(request, now) || request.kind === 'ferie') continue;
    const nobodyLeft = await isNobodyLeft(tx, request, now, goneId);
    const isNew = nobodyLeft && !request.nobodyLeftTold;
    if (nobodyLeft !== request.nobodyLeft || isNew) await noteNobodyLeft(tx, request.id, nobodyLeft);
    if (!isNew) continue;
    const { id: requestId, requesterId: userId } = request;
    const facts = { fact: 'nobody_left', time: timeOf(request) } as const;
    await notify(tx, [{ userId, personId: null, facts, requestId }], now);
    announce(tx, [userId], ['exchange-requests']);
    notified.push(requestId);
  }
  return notified;
}

/** Somebody declined or was refused, and nobody else could take it now. */
async function isNobodyLeft(
  tx: Transaction,
  request: ExchangeFacts,
  now: Instant,
  goneId: string | null,
): Promise<boolean> {
  const out = outOf(request);
  if (out.size === 0) return false;
  const takers = await listTakers(tx, request, now);
  return takers.every(({ colleague: { person } }) => out.has(person.id) || person.id === goneId);
}
