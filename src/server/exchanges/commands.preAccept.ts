import type { Instant } from '../../domain/calendar/day.ts';
import { refuse, type Verdict } from '../../domain/errors/refusal.ts';
import { judgeYes } from '../../domain/exchanges/judging.ts';
import {
  type ExchangeFacts,
  type HeldEntry,
  heldEntryOf,
  judgedDays,
  offerOf,
  weeksOf,
} from '../../domain/exchanges/request.ts';
import { type Gives, isOpen, type Participant } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { NotificationFacts } from '../../domain/notifications/types.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceRequests } from './closing.ts';
import { actOnRequest, requireNotAwaiting } from './lockedRequest.ts';
import {
  findEntry,
  findPerson,
  type GivenEntry,
  listGivenEntries,
  participantOf,
  requireUnreserved,
} from './queries.people.ts';
import { deleteRejection, noteNobodyLeft, upsertOffer } from './queries.write.ts';
import { findSwapRest, requireRest } from './swapRest.ts';
import { requestVersionOf, requireSeen } from './versions.ts';

interface Yes {
  /** The version of the request the colleague saw; omitted: the current one. */
  version?: string | undefined;
  /** The caller's shift to give in a swap of days; omitted: the only one that fits. */
  shiftId?: string | undefined;
}

/**
 * Pre-accepts a colleague's request with the caller's duty of that day, or their week; in a swap of days with a shift
 * of another day, which they can replace later. Idempotent.
 * @throws RefusalError not_found (also for a request of another worksite), exchange_changed,
 *   exchange_awaiting_approval, exchange_duty_reserved, and every refusal of `judgeYes`
 */
export async function preAccept(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  { version, shiftId }: Yes = {},
): Promise<ExchangeRequest> {
  const { user, worksite } = signedIn;
  return actOnRequest(context, signedIn, requestId, async ({ tx, request, restRules, now }) => {
    const person = participantOf(requireFound(await findPerson(tx, user.id)), worksite.variant);
    const { given, standing, verdict, entries } = await judgeAnswer(
      tx,
      request,
      person,
      shiftId ?? null,
      now,
    );
    // closed and already pre-accepted requests have their own refusals
    if (isOpen(request, now) && standing === null) requireSeen(version, requestVersionOf(request));
    const { requesterGives, colleagueGives: gives } = requireAllowed(verdict);
    // a standing offer has the same duties: changing one of them would have ended it
    const isSame = request.kind !== 'giorno' || (given?.shiftId ?? standing) === standing;
    if (standing !== null && isSame) return;
    requireNotAwaiting(request, now);
    requireUnreserved(entries, gives, requestId);
    const rest = await findSwapRest(tx, restRules, {
      kind: request.kind,
      requesterId: request.requesterId,
      accepterId: user.id,
      requesterGives,
      accepterGives: gives,
    });
    requireRest(restRules, rest, { side: 'accepter', otherName: request.requesterFirstName });
    await upsertOffer(tx, { requestId, userId: user.id, gives, now });
    await deleteRejection(tx, requestId, user.id);
    // the colleague can take it, so somebody is left
    if (request.nobodyLeft) await noteNobodyLeft(tx, requestId, false);
    const facts = offerFacts(request, gives);
    await notify(tx, [{ userId: request.requesterId, personId: user.id, facts, requestId }], now);
    // every card shows how many have pre-accepted
    await announceRequests(tx, worksite.id, [request], [request.requesterId, user.id]);
  });
}

interface Answer {
  given: HeldEntry | null;
  /** The shift of the colleague's standing offer. */
  standing: string | null;
  verdict: Verdict<Gives>;
  /** The colleague's own entries. */
  entries: GivenEntry[];
}

/**
 * Whether a colleague may pre-accept by their current calendar, and what both would give.
 * @param shiftId the caller's shift to give in a swap of days; null: that of the standing offer, else the only one that fits
 * @throws RefusalError exchange_not_own_shift, exchange_day_not_accepted for an invalid shift
 */
export async function judgeAnswer(
  database: Queryable,
  request: ExchangeFacts,
  person: Participant,
  shiftId: string | null,
  now: Instant,
): Promise<Answer> {
  const entries = await listGivenEntries(database, person.id, judgedDays(request));
  const own = entries.map(heldEntryOf);
  const previous = offerOf(request, person.id);
  const standing = previous?.status === 'offerta' ? (previous.duties[0]?.shiftId ?? null) : null;
  const given = await requireGiven(database, person.id, own, shiftId ?? standing);
  const verdict = judgeYes(request, { person, entries: own }, now, given?.date ?? null);
  return { given, standing, verdict, entries };
}

/**
 * The caller's named entry; null if none is named.
 * @throws RefusalError exchange_not_own_shift, exchange_day_not_accepted if its day is not one of the request's
 */
async function requireGiven(
  database: Queryable,
  userId: string,
  own: readonly HeldEntry[],
  shiftId: string | null,
): Promise<HeldEntry | null> {
  const named = own.find((entry) => entry.shiftId === shiftId);
  if (shiftId === null || named) return named ?? null;
  requireFound(await findEntry(database, userId, shiftId), refuse('exchange_not_own_shift'));
  throw new RefusalError(refuse('exchange_day_not_accepted'));
}

function offerFacts(request: ExchangeFacts, gives: readonly HeldEntry[]): NotificationFacts {
  const weeks = weeksOf(request);
  const duty = requireFound(gives[0] ?? null);
  if (request.kind === 'giorno') return { fact: 'day_offered', duty, free: request.requestedDay };
  if (!weeks) return { fact: 'shift_offered', duty };
  if (request.kind === 'ferie') return { fact: 'holidays_offered', weeks };
  return { fact: 'week_offered', week: weeks.offered, duty };
}
