import { type Day, daysOf, type Instant, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { askedShifts } from '../../domain/exchanges/dayRules.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import { weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import { closedUntil, hasBegun } from '../../domain/exchanges/rules.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import type { NotificationFacts } from '../../domain/notifications/types.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { CalendarOwner } from '../shifts/commands.replace.ts';
import { listRequestsNaming, type NamingRequest } from './queries.days.ts';
import { listEntries } from './queries.duties.ts';
import { findPerson, type PersonRow, participantOf } from './queries.people.ts';
import { listOffers, listRequestsWanting, listRequestsWantingWeek, type OpenRequestRow } from './queries.ts';

/**
 * A person recorded duties: requesters who want just that on that day, or in that week of the taxi worksite, and could
 * have it, are told. The caller has written the entries and holds the worksite's lock.
 *
 * Nobody hears of holidays that make a swap of holidays possible: why a colleague is away is theirs to publish.
 */
export async function notifyCompatibleShifts(
  tx: Transaction,
  { user, worksite }: CalendarOwner,
  entries: readonly DatedDuty[],
  now: Instant,
): Promise<void> {
  const duties = typedDuties(entries, now);
  if (duties.length === 0) return;
  // under the lock: the contract may have changed since the session was read
  const person = requireFound(await findPerson(tx, user.id));
  // a roster that is undone brings back shifts of people who have left
  if (!person.isActive) return;
  const listNotifications = worksite.variant === 'taxi' ? listWeekNotifications : listShiftNotifications;
  await notify(tx, await listNotifications(tx, person, duties, now), now);
}

async function listShiftNotifications(
  tx: Transaction,
  person: PersonRow,
  duties: readonly TypedDuty[],
  now: Instant,
): Promise<NewNotification[]> {
  const requests = await listRequestsWanting(tx, person, duties, now);
  const naming = await listRequestsNaming(tx, person, duties, now);
  const wanted = requests.flatMap((request) =>
    duties
      .filter(({ date }) => date === request.requestedDay)
      .map((duty): Recorded => ({
        request,
        duties: [duty],
        days: [duty.date],
        fact: { fact: 'shift_recorded', duty },
      })),
  );
  return [
    ...(await listFitting(tx, person, 'standard', wanted, now)),
    ...(await listAskedNotifications(tx, person, duties, naming, now)),
  ];
}

/**
 * Of swaps of days: whose working shifts make them one of those who are asked, and did not without these entries. Whether
 * they are free on the offered day does not count: it is theirs to know.
 */
async function listAskedNotifications(
  tx: Transaction,
  person: PersonRow,
  duties: readonly TypedDuty[],
  requests: readonly NamingRequest[],
  now: Instant,
): Promise<NewNotification[]> {
  if (requests.length === 0) return [];
  const days = requests.flatMap(({ requestedDay, unworkedDays }) => [requestedDay, ...unworkedDays]);
  const own = await listEntries(tx, person.id, [...new Set(days)]);
  const closed = closedUntil(now, person.cutoffHours);
  return requests.flatMap((request) => {
    const duty = firstAsked(request, duties, own, closed);
    if (!duty) return [];
    const facts = { fact: 'shift_recorded', duty } as const;
    return [{ userId: request.requesterId, personId: person.id, facts, requestId: request.id }];
  });
}

/** The first of a person's recorded shifts for which they are asked; null if they are for another one, or for none. */
function firstAsked(
  { offeredDuties: [offered], unworkedDays, requestedShiftType }: NamingRequest,
  duties: readonly TypedDuty[],
  own: readonly HeldDuty[],
  closed: Instant,
): TypedDuty | null {
  if (!offered) return null;
  const asked = askedShifts(offered, unworkedDays, own, closed).filter(
    ({ shiftType }) => requestedShiftType === null || shiftType === requestedShiftType,
  );
  const recorded = asked.map(({ date }) => duties.find((duty) => duty.date === date));
  return recorded.every((duty) => duty !== undefined) ? (recorded[0] ?? null) : null;
}

/** A week is announced once: with the entries that make it fit. */
async function listWeekNotifications(
  tx: Transaction,
  person: PersonRow,
  duties: readonly TypedDuty[],
  now: Instant,
): Promise<NewNotification[]> {
  const weeks = Map.groupBy(duties, ({ date }) => saturdayWeekOf(date).from);
  const requests = await listRequestsWantingWeek(tx, person, duties, now);
  const wanted = requests.flatMap((request): Recorded[] => {
    const ofWeek = weeks.get(request.wantedWeek ?? '') ?? [];
    const [duty] = ofWeek;
    if (!duty) return [];
    const week = saturdayWeekOf(duty.date);
    return [{ request, duties: ofWeek, days: daysOf(week), fact: { fact: 'week_recorded', week, duty } }];
  });
  return listFitting(tx, person, 'taxi', wanted, now);
}

type TypedDuty = DatedDuty & { shiftType: ShiftType };

/** Of these entries the shifts to come, which somebody may want, by day. */
export const typedDuties = (entries: readonly DatedDuty[], now: Instant): TypedDuty[] =>
  entries
    .filter((duty): duty is TypedDuty => duty.shiftType !== null && !hasBegun(duty, now))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));

/** A request for which somebody recorded duties, the days that count for it, and what its requester is told. */
interface Recorded {
  request: OpenRequestRow;
  duties: readonly TypedDuty[];
  days: readonly Day[];
  fact: NotificationFacts;
}

/** News for the requesters whose request this person could pre-accept now, and not without these entries. */
async function listFitting(
  tx: Transaction,
  person: PersonRow,
  variant: WorksiteVariant,
  wanted: readonly Recorded[],
  now: Instant,
): Promise<NewNotification[]> {
  if (wanted.length === 0) return [];
  const all = await listEntries(tx, person.id, [...new Set(wanted.flatMap(({ days }) => days))]);
  const notifications: NewNotification[] = [];
  for (const { request, duties, days, fact: facts } of wanted) {
    const own = all.filter(({ date }) => days.includes(date));
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
    const isNew = ({ date }: HeldDuty): boolean => duties.some((duty) => duty.date === date);
    if (fitsWith(own) && !fitsWith(own.filter((entry) => !isNew(entry)))) {
      notifications.push({ userId: requester.id, personId: person.id, facts, requestId: request.id });
    }
  }
  return notifications;
}
