import { type Day, daysOf, type Instant, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { askedShifts } from '../../domain/exchanges/dayRules.ts';
import { closedUntil, hasBegun } from '../../domain/exchanges/rules.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import type { NotificationFacts } from '../../domain/notifications/facts.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { participantOf } from './participant.ts';
import { listRequestsNaming, type NamingRequest } from './queries.days.ts';
import { type HeldDuty, listEntries } from './queries.duties.ts';
import { findPerson, type PersonRow } from './queries.people.ts';
import { listOffers, listRequestsWanting, listRequestsWantingWeek, type OpenRequestRow } from './queries.ts';
import { weeksOf } from './requestPeriod.ts';

/**
 * A person recorded a duty: requesters who want just that on that day, or in that week of the taxi worksite, and could
 * have it, are told. The caller has written the entry and holds the worksite's lock.
 *
 * Nobody hears of holidays that make a swap of holidays possible: why a colleague is away is theirs to publish.
 */
export async function notifyCompatibleShift(
  tx: Transaction,
  signedIn: SignedIn,
  duty: DatedDuty,
  now: Instant,
): Promise<void> {
  const { shiftType } = duty;
  if (shiftType === null || hasBegun(duty, now)) return;
  // under the lock: the contract may have changed since the session was read
  const person = requireFound(await findPerson(tx, signedIn.user.id));
  const listNotifications =
    signedIn.worksite.variant === 'taxi' ? listWeekNotifications : listShiftNotifications;
  await notify(tx, await listNotifications(tx, person, { ...duty, shiftType }, now), now);
}

type TypedDuty = DatedDuty & { shiftType: ShiftType };

async function listShiftNotifications(
  tx: Transaction,
  person: PersonRow,
  duty: TypedDuty,
  now: Instant,
): Promise<NewNotification[]> {
  const requests = await listRequestsWanting(tx, person, duty.date, duty.shiftType, now);
  const facts = { fact: 'shift_recorded', duty } as const;
  return [
    ...(await listFitting(tx, { person, days: [duty.date], variant: 'standard', facts }, requests, now)),
    ...(await listAskedNotifications(tx, person, duty, now)),
  ];
}

/**
 * Of swaps of days: whose working shifts make them one of those who are asked, and did not without this entry. Whether
 * they are free on the offered day does not count: it is theirs to know.
 */
async function listAskedNotifications(
  tx: Transaction,
  person: PersonRow,
  duty: TypedDuty,
  now: Instant,
): Promise<NewNotification[]> {
  const requests = await listRequestsNaming(tx, person, duty.date, duty.shiftType, now);
  if (requests.length === 0) return [];
  const days = requests.flatMap(({ requestedDay, openDays }) => [requestedDay, ...openDays]);
  const own = await listEntries(tx, person.id, [...new Set(days)]);
  const facts = { fact: 'shift_recorded', duty } as const;
  return requests
    .filter((request) => isFirstAsked(request, duty, own, closedUntil(now, person.cutoffHours)))
    .map(({ id: requestId, requesterId: userId }) => ({ userId, personId: person.id, facts, requestId }));
}

/** Whether this is the only one of a person's shifts for which they are asked. */
function isFirstAsked(
  { offeredDuties: [offered], openDays, requestedShiftType }: NamingRequest,
  duty: TypedDuty,
  own: readonly HeldDuty[],
  closed: Instant,
): boolean {
  if (!offered) return false;
  const [wanted, another] = askedShifts(offered, openDays, own, closed).filter(
    ({ shiftType }) => requestedShiftType === null || shiftType === requestedShiftType,
  );
  return wanted?.date === duty.date && !another;
}

/** A week is announced once: with the entry that makes it fit. */
async function listWeekNotifications(
  tx: Transaction,
  person: PersonRow,
  duty: TypedDuty,
  now: Instant,
): Promise<NewNotification[]> {
  const week = saturdayWeekOf(duty.date);
  const requests = await listRequestsWantingWeek(tx, person, week.from, duty.shiftType, now);
  const facts = { fact: 'week_recorded', week, duty } as const;
  return listFitting(tx, { person, days: daysOf(week), variant: 'taxi', facts }, requests, now);
}

/** What somebody recorded, on which days, and what it says. */
interface Recorded {
  person: PersonRow;
  days: readonly Day[];
  variant: WorksiteVariant;
  facts: NotificationFacts & { duty: DatedDuty };
}

/** News for the requesters whose request this person could pre-accept now, and not without this entry. */
async function listFitting(
  tx: Transaction,
  { person, days, variant, facts }: Recorded,
  requests: readonly OpenRequestRow[],
  now: Instant,
): Promise<NewNotification[]> {
  if (requests.length === 0) return [];
  const own = await listEntries(tx, person.id, days);
  const notifications: NewNotification[] = [];
  for (const request of requests) {
    const requester = requireFound(await findPerson(tx, request.requesterId));
    const previous = (await listOffers(tx, request.id)).find(({ userId }) => userId === person.id);
    const fitsWith = (entries: readonly HeldDuty[]): boolean =>
      judgeOffer({
        kind: request.kind,
        weeks: weeksOf(request),
        status: 'aperta',
        requester: participantOf(requester, variant),
        offered: request.offeredDuties,
        colleague: participantOf(person, variant),
        own: entries,
        wasRefused: previous?.status === 'rifiutata',
        now,
      }).ok;
    if (fitsWith(own) && !fitsWith(own.filter(({ date }) => date !== facts.duty.date))) {
      notifications.push({ userId: requester.id, personId: person.id, facts, requestId: request.id });
    }
  }
  return notifications;
}
