import type { z } from 'zod';
import type { changeExchangeSchema } from '../../domain/exchanges/schema.ts';
import { requestChangedText } from '../../domain/notifications/texts.it.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { listAbleColleagues } from './colleagues.ts';
import { requireWantedType } from './commands.publish.ts';
import { requireOpen, requireRequester, withLockedRequest } from './lockedRequest.ts';
import { fullName } from './party.ts';
import { requireOffering } from './publication.ts';
import { tellColleagues, tellMatches } from './publicationNews.ts';
import { findPerson, listPeopleOfDays } from './queries.people.ts';
import type { RequestRow } from './queries.ts';
import { deleteAnswers, lapseOffersOn, type NewRequest, updateRequest } from './queries.write.ts';
import { daysOfSubject, timeOf } from './subject.ts';

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
): Promise<void> {
  const { user, worksite } = signedIn;
  await withLockedRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
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
    else if (requestedShiftType !== request.requestedShiftType) {
      const colleagues = await listAbleColleagues(tx, changed, worksite.variant, now);
      await tellMatches(tx, changed, requestId, colleagues);
    }
    const people = await listPeopleOfDays(tx, worksite.id, daysOfSubject(request));
    announce(tx, [user.id, ...people], ['exchange-requests']);
    // other shifts of the calendar are on offer now
    if (changed.weeks) announce(tx, [user.id], ['shifts']);
  });
}

/** Whether something else is on offer now: a week is the same one through whatever shift of it. */
function isOtherSwap(request: RequestRow, { offered, weeks }: NewRequest): boolean {
  if (!weeks) return offered.shiftId !== request.offeredShiftId;
  return weeks.offered.from !== request.offeredWeek || weeks.wanted.from !== request.wantedWeek;
}

/** Another duty is on offer: what colleagues said about the old one no longer counts. */
async function offerAnew(
  tx: Transaction,
  signedIn: SignedIn,
  request: RequestRow,
  changed: NewRequest,
): Promise<void> {
  const pending = await lapseOffersOn(tx, request.id, changed.now);
  await deleteAnswers(tx, request.id);
  const text = requestChangedText(fullName(signedIn.user), timeOf(request));
  const news = pending.map((userId) => ({ userId, text, requestId: request.id }));
  await notify(tx, news, changed.now);
  announce(tx, pending, ['exchange-requests']);
  await tellColleagues(tx, signedIn, changed, request.id);
}
