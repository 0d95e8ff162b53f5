import type { Instant } from '../../domain/calendar/day.ts';
import { refuse, type Verdict } from '../../domain/errors/refusal.ts';
import { type HeldDuty, heldDutyOf } from '../../domain/exchanges/request.ts';
import { weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import { isOpen } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import type { Gives } from '../../domain/exchanges/taxiRules.ts';
import type { NotificationFacts } from '../../domain/notifications/types.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceRequests } from './closing.ts';
import { actOnRequest, requireNotAwaiting } from './lockedRequest.ts';
import { judgedDays, termsOf } from './openDays.ts';
import {
  findEntry,
  type GivenEntry,
  listEntries,
  listGivenEntries,
  requireUnreserved,
} from './queries.duties.ts';
import { findPeople, type PersonRow, participantOf } from './queries.people.ts';
import { listOffers, type OfferRow, type RequestRow } from './queries.ts';
import { deleteRejection, noteNobodyLeft, upsertOffer } from './queries.write.ts';
import { findSwapRest, requireRest } from './swapRest.ts';
import { requestVersionOf, requireSeen } from './versions.ts';

interface Yes {
  /** Of the request that the colleague decided on; left out: as it stands. */
  version?: string | undefined;
  /** The own shift that is given in a swap of days; left out: the only one that fits. */
  shiftId?: string | undefined;
}

/**
 * Pre-accepts a colleague's request with the own duty of that day, or the own week; in a swap of days with a shift of
 * another day, in whose place another one can be offered later. Repeating it changes nothing more.
 * @throws RefusalError not_found (also for a request of another worksite), exchange_changed, exchange_awaiting_approval,
 *   exchange_duty_reserved, and every refusal of `judgeOffer`
 */
export async function preAccept(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  { version, shiftId }: Yes = {},
): Promise<ExchangeRequest> {
  const { user, worksite } = signedIn;
  return actOnRequest(context, signedIn, requestId, async ({ tx, request, restRules, now }) => {
    const people = await findPeople(tx, [user.id, request.requesterId]);
    const colleague = requireFound(people.get(user.id) ?? null);
    const requester = requireFound(people.get(request.requesterId) ?? null);
    const { given, standing, verdict, entries, offers } = await judgeAnswer(
      tx,
      { request, requester, colleague, variant: worksite.variant, now },
      shiftId ?? null,
    );
    // what is closed or already pre-accepted says so itself
    if (isOpen(request, now) && standing === null) requireSeen(version, requestVersionOf(request));
    const { requesterGives, colleagueGives: gives } = requireAllowed(verdict);
    // what stands was made with the same duties: a change of one of them would have ended it
    const isSame = request.kind !== 'giorno' || (given?.shiftId ?? standing) === standing;
    if (standing !== null && isSame) return;
    requireNotAwaiting(offers, now);
    requireUnreserved(entries, gives, requestId);
    const rest = await findSwapRest(tx, restRules, {
      kind: request.kind,
      requesterId: requester.id,
      accepterId: user.id,
      requesterGives,
      accepterGives: gives,
    });
    requireRest(restRules, rest, { side: 'accepter', otherName: requester.firstName });
    await upsertOffer(tx, { requestId, userId: user.id, gives, now });
    await deleteRejection(tx, requestId, user.id);
    // the colleague can take it: not everybody has refused
    if (request.nobodyLeft) await noteNobodyLeft(tx, requestId, false);
    const facts = offerFacts(request, gives);
    await notify(tx, [{ userId: requester.id, personId: user.id, facts, requestId }], now);
    // every card of it tells how many have pre-accepted
    await announceRequests(tx, worksite.id, [request], [requester.id, user.id]);
  });
}

interface Answering {
  request: RequestRow;
  requester: PersonRow;
  colleague: PersonRow;
  variant: WorksiteVariant;
  now: Instant;
}

interface Answer {
  given: HeldDuty | null;
  /** The shift of the colleague's offer that stands. */
  standing: string | null;
  verdict: Verdict<Gives<HeldDuty>>;
  /** The colleague's own. */
  entries: GivenEntry[];
  /** All of the request. */
  offers: OfferRow[];
}

/**
 * Whether a colleague may pre-accept, by the calendars as they stand, and what both would give.
 * @param shiftId the own shift that is given in a swap of days; null: that of the standing offer, else the only one that fits
 * @throws RefusalError exchange_not_own_shift, exchange_day_not_accepted for a shift that cannot be meant
 */
export async function judgeAnswer(
  database: Queryable,
  { request, requester, colleague, variant, now }: Answering,
  shiftId: string | null,
): Promise<Answer> {
  const days = judgedDays(request, [requester, colleague]);
  const entries = await listGivenEntries(database, colleague.id, days);
  const offers = await listOffers(database, request.id);
  const own = entries.map(heldDutyOf);
  const previous = offers.find((offer) => offer.userId === colleague.id);
  const standing = previous?.status === 'offerta' ? previous.offeredShiftId : null;
  const given = await requireGiven(database, colleague.id, own, shiftId ?? standing);
  const needsTheirs = request.kind === 'giorno' || request.kind === 'settimana';
  const theirs = needsTheirs ? await listEntries(database, requester.id, days) : [];
  const verdict = judgeOffer({
    kind: request.kind,
    weeks: weeksOf(request),
    status: request.status,
    requester: participantOf(requester, variant),
    offered: request.offeredDuties,
    colleague: participantOf(colleague, variant),
    calendars: { requester: theirs, colleague: own },
    own,
    terms: termsOf(request, { ...requester, entries: theirs }, colleague, given?.date ?? null),
    wasRefused: previous?.status === 'rifiutata',
    now,
  });
  return { given, standing, verdict, entries, offers };
}

/**
 * The own entry that is meant; null where none is named.
 * @throws RefusalError exchange_not_own_shift, exchange_day_not_accepted for one of another day than those of the request
 */
async function requireGiven(
  database: Queryable,
  userId: string,
  own: readonly HeldDuty[],
  shiftId: string | null,
): Promise<HeldDuty | null> {
  const named = own.find((entry) => entry.shiftId === shiftId);
  if (shiftId === null || named) return named ?? null;
  requireFound(await findEntry(database, userId, shiftId), refuse('exchange_not_own_shift'));
  throw new RefusalError(refuse('exchange_day_not_accepted'));
}

function offerFacts(request: RequestRow, gives: readonly HeldDuty[]): NotificationFacts {
  const weeks = weeksOf(request);
  const duty = requireFound(gives[0] ?? null);
  if (request.kind === 'giorno') return { fact: 'day_offered', duty, free: request.requestedDay };
  if (!weeks) return { fact: 'shift_offered', duty };
  if (request.kind === 'ferie') return { fact: 'holidays_offered', weeks };
  return { fact: 'week_offered', week: weeks.offered, duty };
}
