import type { Instant } from '../../domain/calendar/day.ts';
import { timeOf, weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import { isOpen } from '../../domain/exchanges/rules.ts';
import { notify } from '../notifications/commands.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { listAbleColleagues } from './colleagues.ts';
import { findUnworkedDays } from './openDays.ts';
import { findPerson } from './queries.people.ts';
import { listOffers, listRejecters, lockRequests, type RequestRow } from './queries.ts';
import { noteNobodyLeft } from './queries.write.ts';

/**
 * Asked after every change of these requests, but for those of holidays, once the calendars are written: notes on each open one whether nobody is
 * left who could take it, which says what it expires as, and tells the requester the first time that it is so.
 * @param goneId somebody who can take nothing any more, though the database does not say so yet
 * @returns the requests whose requester was told now
 */
export async function reviewRequests(
  tx: Transaction,
  requestIds: readonly string[],
  now: Instant,
  goneId: string | null = null,
): Promise<string[]> {
  if (requestIds.length === 0) return [];
  const notified: string[] = [];
  for (const request of await lockRequests(tx, requestIds)) {
    // how many have a holiday to give is nobody else's to know
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

/** Somebody said no or was refused, and nobody else could take it now. */
async function isNobodyLeft(
  tx: Transaction,
  request: RequestRow,
  now: Instant,
  goneId: string | null,
): Promise<boolean> {
  const offers = await listOffers(tx, request.id);
  const refused = offers.filter(({ status }) => status === 'rifiutata').map(({ userId }) => userId);
  const out = new Set([...(await listRejecters(tx, request.id)), ...refused]);
  if (out.size === 0) return false;
  const requester = requireFound(await findPerson(tx, request.requesterId));
  const weeks = weeksOf(request);
  const days = await findUnworkedDays(tx, request);
  const proposal = { requester, kind: request.kind, weeks, gives: request.offeredDuties, days };
  // weeks of named shifts are swapped in taxi worksites only
  const able = await listAbleColleagues(tx, proposal, weeks ? 'taxi' : 'standard', now);
  return able.every(({ id }) => out.has(id) || id === goneId);
}
