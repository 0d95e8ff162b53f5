import type { Day, Instant } from '../../domain/calendar/day.ts';
import {
  acceptedText,
  completedText,
  type NotificationText,
  notChosenText,
} from '../../domain/notifications/texts.it.ts';
import { completedHolidayText, completedWeekText } from '../../domain/notifications/weekTexts.it.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { withdrawDuties } from './commands.release.ts';
import { fullName } from './party.ts';
import type { HeldDuty } from './queries.duties.ts';
import { listPeopleOfDays, type PersonRow } from './queries.people.ts';
import type { RequestRow } from './queries.ts';
import { daysOfSubject, timeOf, weeksOf } from './subject.ts';

/** One party of a swap at the moment it is confirmed. */
export interface Side {
  person: PersonRow;
  /** What changes hands, by day. */
  gives: HeldDuty[];
  notes: ReadonlyMap<Day, string | null>;
}

interface SwapNews {
  request: RequestRow;
  requester: Side;
  accepter: Side;
  /** Whose offers on this request were not taken. */
  losers: readonly string[];
  now: Instant;
}

/**
 * Closes everything else that used one of the duties and tells everybody concerned, each once and nobody else.
 *
 * @returns the people other than the two parties whose lists changed
 */
export async function tellOfSwap(tx: Transaction, news: SwapNews): Promise<string[]> {
  const { request, requester, accepter, losers, now } = news;
  const closing = { status: 'annullata', reason: 'swapped_elsewhere' } as const;
  const untold = [requester.person.id, accepter.person.id];
  const others: string[] = [];
  for (const { person, gives } of [requester, accepter]) {
    const release = { ownerId: person.id, ownerName: fullName(person), closing, untold };
    const shiftIds = gives.map(({ shiftId }) => shiftId);
    others.push(...(await withdrawDuties(tx, release, shiftIds, now)));
  }
  const requesterName = fullName(requester.person);
  const time = timeOf(request);
  const notChosen = notChosenText(requesterName, time);
  const requestId = request.id;
  const told: NewNotification[] = [
    { userId: accepter.person.id, text: acceptedText(requesterName, time), requestId },
    { userId: accepter.person.id, text: completedTextFor(request, requester, 'accepter'), requestId },
    { userId: requester.person.id, text: completedTextFor(request, accepter, 'requester'), requestId },
    ...losers.map((userId) => ({ userId, text: notChosen, requestId })),
  ];
  await notify(tx, told, now);
  return [...others, ...losers];
}

/** To one party, about what the other one gave. */
function completedTextFor(
  request: RequestRow,
  partner: Side,
  to: 'requester' | 'accepter',
): NotificationText {
  const name = fullName(partner.person);
  const weeks = weeksOf(request);
  if (!weeks) return completedText(name, requireFound(partner.gives[0] ?? null));
  if (request.kind === 'settimana') return completedWeekText(name, weeks.offered, partner.gives);
  return to === 'requester'
    ? completedHolidayText(name, weeks.wanted, weeks.offered)
    : completedHolidayText(name, weeks.offered, weeks.wanted);
}

/** When the swap commits, the screens of both parties and of everybody else it touched follow. */
export async function announceSwap(
  tx: Transaction,
  swap: { request: RequestRow; requester: Side; accepter: Side; concerned: readonly string[] },
): Promise<void> {
  const { request, requester, accepter, concerned } = swap;
  const parties = [requester.person.id, accepter.person.id];
  const people = await listPeopleOfDays(tx, request.worksiteId, daysOfSubject(request));
  announce(tx, parties, ['shifts', 'completed']);
  announce(tx, [...parties, ...concerned, ...people], ['exchange-requests']);
}
