import type { z } from 'zod';
import { type Day, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { type AskedDays, daysAround, type WithinDays } from '../../domain/exchanges/askedDays.ts';
import { textsOf } from '../../domain/exchanges/requestTexts.ts';
import type { createExchangeSchema } from '../../domain/exchanges/schema.calls.ts';
import type { ExchangeKind, ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import { judgeKind, swapPolicyOf } from '../../domain/worksites/swapPolicy.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { requireOwn, type SignedIn } from '../platform/session/session.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { requireOffering } from './publication.ts';
import { notifyColleagues } from './publicationNotifications.ts';
import { findPerson } from './queries.people.ts';
import { countNotified, findRequestFacts } from './queries.requests.ts';
import { findSameRequest, insertRequest, type Wish } from './queries.row.ts';
import { readCard } from './views.ts';

type Publication = z.output<typeof createExchangeSchema>;

/**
 * Publishes a request to swap a shift, or a week in a taxi worksite, and notifies the colleagues who could take it now.
 * Repeating it while the request is open, for instance after a lost response, changes nothing.
 * @returns the request, and how many colleagues were notified
 * @throws RefusalError invalid_data (no wanted type), forbidden, exchange_already_open, exchange_kind_switched_off, and
 *   every refusal of `judgePublication`
 */
export async function publishRequest(
  context: AppContext,
  signedIn: SignedIn,
  body: Publication,
): Promise<{ request: ExchangeRequest; toldCount: number | null }> {
  const { user, worksite } = signedIn;
  requireOwn(signedIn, body.requesterId);
  const kind = body.kind ?? (worksite.variant === 'taxi' ? 'settimana' : 'turno');
  const requestedShiftType = requireWantedType(kind, body.requestedShiftType);
  const requestId = await context.database.transaction(async (tx) => {
    const policy = await lockWorksite(tx, worksite.id);
    const now = context.clock.now();
    const requester = requireFound(await findPerson(tx, user.id));
    const { offeredShiftId: shiftId, requestedDate } = body;
    const asked = requireAskedDays(kind, requestedDate, body, null, now);
    const wish: Wish = { kind, requestedDay: requestedDate, requestedShiftType, asked, ...textsOf(body) };
    const same = await findSameRequest(tx, user.id, shiftId, wish, now);
    if (same) return same.id;
    requireAllowed(judgeKind(kind, swapPolicyOf(policy, worksite.variant), worksite.variant));
    const offering = { requester, kind, shiftId, requestedDate, requestedShiftType, asked, now };
    const offered = await requireOffering(tx, signedIn, offering, null);
    const id = await insertRequest(tx, { ...offered, ...wish, requester, now });
    await notifyColleagues(tx, requireFound(await findRequestFacts(tx, worksite.id, id)), now);
    return id;
  });
  const request = requireFound(await readCard(context, signedIn, requestId));
  return { request, toldCount: kind === 'ferie' ? null : await countNotified(context.database, requestId) };
}

/** The wanted type: none for holidays, optional for swaps of days. @throws RefusalError invalid_data */
export function requireWantedType(
  kind: ExchangeKind,
  requestedShiftType: ShiftType | null | undefined,
): ShiftType | null {
  if (kind === 'ferie') return null;
  if (requestedShiftType) return requestedShiftType;
  if (kind === 'giorno') return null;
  const fields = { requestedShiftType: 'Seleziona il tipo di turno desiderato' };
  throw new RefusalError(refuse('invalid_data'), { fields });
}

/** The days named in a publication or a change. */
type NamedDays = Pick<Publication, 'acceptFlexibleDates' | 'acceptableDays' | 'withinDays'>;

/**
 * The days on which the requester of a `giorno` would work instead; null for other kinds.
 * @param kept the days of the request being changed, used if none or the same range is given
 * @throws RefusalError exchange_days_not_asked, exchange_days_required
 */
export function requireAskedDays(
  kind: ExchangeKind,
  offeredDay: Day,
  { acceptFlexibleDates, acceptableDays, withinDays }: NamedDays,
  kept: AskedDays | null,
  now: Instant,
): AskedDays | null {
  const names = acceptableDays !== undefined || withinDays !== undefined;
  if (kind !== 'giorno') {
    if (names || acceptFlexibleDates) throw new RefusalError(refuse('exchange_days_not_asked'));
    return null;
  }
  const isContrary = acceptFlexibleDates === false || (acceptableDays && withinDays !== undefined);
  if (isContrary || (!names && !kept)) throw new RefusalError(refuse('exchange_days_required'));
  const around = (within: WithinDays): AskedDays => ({
    acceptableDays: daysAround(offeredDay, within, dayInRome(now)),
    withinDays: within,
  });
  // the same range as before, even if less of it is left by now
  if (withinDays !== undefined) return withinDays === kept?.withinDays ? kept : around(withinDays);
  if (!acceptableDays) return kept;
  // days named before and now past are tolerated: sending them again does not choose them anew
  const isOver = (day: Day): boolean =>
    day < dayInRome(now) && kept !== null && kept.acceptableDays.includes(day);
  const left = acceptableDays.filter((day) => !isOver(day)).toSorted();
  const isSame = kept?.withinDays === null && left.every((day) => kept.acceptableDays.includes(day));
  const areAllKept = isSame && kept.acceptableDays.every((day) => left.includes(day) || isOver(day));
  return areAllKept ? kept : { acceptableDays: left, withinDays: null };
}
