import { daysOf, type Instant, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { hasBegun } from '../../domain/exchanges/rules.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import { compatibleShiftText } from '../../domain/notifications/texts.it.ts';
import { compatibleWeekText } from '../../domain/notifications/weekTexts.it.ts';
import { dutyMinutes, type ShiftType } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { fullName, partyOf } from './party.ts';
import { listEntries } from './queries.duties.ts';
import { findPerson, type PersonRow } from './queries.people.ts';
import { listOffers, listRequestsWanting, listRequestsWantingWeek } from './queries.ts';
import { weeksOf } from './subject.ts';

/**
 * A person recorded a duty: requesters who want just that on that day, or in that week of the taxi worksite, and could
 * have it, are told. The caller has written the entry and holds the worksite's lock.
 *
 * Nobody hears of holidays that make a swap of holidays possible: why a colleague is away is theirs to publish.
 */
export async function tellCompatibleShift(
  tx: Transaction,
  signedIn: SignedIn,
  duty: DatedDuty,
  now: Instant,
): Promise<void> {
  const { shiftType } = duty;
  if (shiftType === null || hasBegun(duty, now)) return;
  // under the lock: the contract may have changed since the session was read
  const person = requireFound(await findPerson(tx, signedIn.user.id));
  const listNews = signedIn.worksite.variant === 'taxi' ? listWeekNews : listShiftNews;
  await notify(tx, await listNews(tx, person, { ...duty, shiftType }, now), now);
}

type TypedDuty = DatedDuty & { shiftType: ShiftType };

async function listShiftNews(
  tx: Transaction,
  person: PersonRow,
  duty: TypedDuty,
  now: Instant,
): Promise<NewNotification[]> {
  const requests = await listRequestsWanting(tx, person, duty.date, duty.shiftType, now);
  const fitting = requests.filter(
    ({ offeredDuties: [offered] }) => offered !== undefined && dutyMinutes(offered) === dutyMinutes(duty),
  );
  const text = compatibleShiftText(fullName(person), duty);
  const news: NewNotification[] = [];
  for (const { id, requesterId } of fitting) {
    const own = (await listOffers(tx, id)).find(({ userId }) => userId === person.id);
    // whose offer was refused cannot make another
    if (own?.status !== 'rifiutata') news.push({ userId: requesterId, text, requestId: id });
  }
  return news;
}

/** A week is told of once all of it fits: with the entry that makes it so. */
async function listWeekNews(
  tx: Transaction,
  person: PersonRow,
  duty: TypedDuty,
  now: Instant,
): Promise<NewNotification[]> {
  const week = saturdayWeekOf(duty.date);
  const requests = await listRequestsWantingWeek(tx, person, week.from, duty.shiftType, now);
  if (requests.length === 0) return [];
  const own = await listEntries(tx, person.id, daysOf(week));
  const text = compatibleWeekText(fullName(person), week, duty);
  const news: NewNotification[] = [];
  for (const request of requests) {
    const requester = requireFound(await findPerson(tx, request.requesterId));
    const previous = (await listOffers(tx, request.id)).find(({ userId }) => userId === person.id);
    const verdict = judgeOffer({
      kind: request.kind,
      weeks: weeksOf(request),
      status: 'aperta',
      requester: partyOf(requester, 'taxi'),
      offered: request.offeredDuties,
      colleague: partyOf(person, 'taxi'),
      own,
      wasRefused: previous?.status === 'rifiutata',
      now,
    });
    if (verdict.ok) news.push({ userId: requester.id, text, requestId: request.id });
  }
  return news;
}
