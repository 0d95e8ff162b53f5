import type { z } from 'zod';
import type { changeExchangeSchema, ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { resolveRequestNotifications } from '../notifications/commands.resolve.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceRequests, closeRequests } from './closing.ts';
import { listAbleColleagues } from './colleagues.ts';
import { requireWantedType } from './commands.publish.ts';
import { reviewRequests } from './commands.review.ts';
import { requireOpen, requireRequester, actOnRequest } from './lockedRequest.ts';
import { requireOffering } from './publication.ts';
import { notifyColleagues, notifyMatches } from './publicationNotifications.ts';
import { findPerson } from './queries.people.ts';
import type { RequestRow } from './queries.ts';
import { deleteAnswers, type NewRequest, updateRequest } from './queries.write.ts';

type Change = z.output<typeof changeExchangeSchema>;

/**
 * Changes an open request, also after an offer: another wanted type or message leaves the offers standing, though
 * the type may make a match; another shift or week ends them, tells those colleagues, and is announced like a new
 * request.
 *
 * @throws RefusalError not_found, exchange_not_requester, exchange_closed, exchange_already_open, invalid_data, and every
 *   refusal of `judgePublication` and `judgeWeekPublication`
 */
export async function editRequest(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  change: Change,
): Promise<ExchangeRequest> {
  const { user, worksite } = signedIn;
  return actOnRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    requireRequester(request, signedIn);
    requireOpen(request, now);
    const requester = requireFound(await findPerson(tx, user.id));
    const { kind } = request;
    const { offeredShiftId: shiftId, requestedDate } = change;
    const requestedShiftType = requireWantedType(kind, change.requestedShiftType);
    const offering = { requester, kind, shiftId, requestedDate, requestedShiftType, now };
    const offered = await requireOffering(tx, signedIn, offering, requestId);
    const message = change.message || null;
    const changed: NewRequest = {
      ...offered,
      requester,
      kind,
      requestedDay: requestedDate,
      requestedShiftType,
      message,
      now,
    };
    await updateRequest(tx, requestId, changed);
    if (isOtherSwap(request, changed)) await offerAnew(tx, signedIn, request, changed);
    else await askAnew(tx, signedIn, request, changed);
    await announceRequests(tx, worksite.id, [request], [user.id]);
    // other shifts of the calendar are on offer now
    if (changed.weeks) announce(tx, [user.id], ['shifts']);
  });
}

/** Whether something else is on offer now: a week is the same one through whatever shift of it. */
function isOtherSwap(request: RequestRow, { offered, weeks }: NewRequest): boolean {
  if (!weeks) return offered.shiftId !== request.offeredShiftId;
  return weeks.offered.from !== request.offeredWeek || weeks.wanted.from !== request.wantedWeek;
}

/** The same is on offer, for another type or with another message: answers stand, but the type may make a match. */
async function askAnew(
  tx: Transaction,
  { worksite }: SignedIn,
  request: RequestRow,
  changed: NewRequest,
): Promise<void> {
  await reviewRequests(tx, [request.id], changed.now);
  if (changed.requestedShiftType === request.requestedShiftType) return;
  const colleagues = await listAbleColleagues(tx, changed, worksite.variant, changed.now);
  await notifyMatches(tx, changed, request.id, colleagues);
}

/** Another duty is on offer: what colleagues said about the old one no longer counts. */
async function offerAnew(
  tx: Transaction,
  signedIn: SignedIn,
  request: RequestRow,
  changed: NewRequest,
): Promise<void> {
  await resolveRequestNotifications(tx, request.id, 'changed', changed.now);
  await closeRequests(tx, [request], 'changed', changed.now);
  await deleteAnswers(tx, request.id);
  await notifyColleagues(tx, signedIn, changed, request.id);
}
