import type { z } from 'zod';
import {
  addDays,
  type Day,
  dayInRome,
  daysBetween,
  daysOf,
  type Instant,
} from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { isFilled } from '../../domain/exchanges/askedDays.ts';
import { isMirror } from '../../domain/exchanges/board.ts';
import { askedShifts } from '../../domain/exchanges/dayRules.ts';
import { judgePublication } from '../../domain/exchanges/publishing.ts';
import { daysOfPeriod, offerOf, type SwapTerms, withoutRow } from '../../domain/exchanges/request.ts';
import { closedUntil } from '../../domain/exchanges/rules.ts';
import {
  type DayChoices,
  type ExchangePreview,
  mostDayChoices,
  type previewQuerySchema,
} from '../../domain/exchanges/schema.preview.ts';
import type { Taker } from '../../domain/exchanges/takers.ts';
import type { SwapWeeks } from '../../domain/exchanges/weeks.ts';
import { type ShiftType, shiftTypes } from '../../domain/shifts/duty.ts';
import { lastDayAhead } from '../../domain/shifts/rules.ts';
import { judgeKind } from '../../domain/worksites/swapPolicy.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { type Colleague, listTakers } from './board.ts';
import { permissionBy } from './offerCards.ts';
import { findOffering } from './publication.ts';
import {
  findEntry,
  findPerson,
  judgeReservations,
  listColleagues,
  listGivenEntries,
  participantOf,
  type PersonRow,
} from './queries.people.ts';
import { listOpenRequests } from './queries.requests.ts';

type Query = z.output<typeof previewQuerySchema>;

/**
 * Previews a publication: whether it is possible, how many colleagues could take it, and whether one of them already
 * offers the mirror image, so that pre-accepting theirs is enough. The wanted type or week may still be missing.
 * @throws RefusalError not_found if the shift is not the person's own
 */
export async function readPreview(
  context: AppContext,
  { user, worksite }: SignedIn,
  query: Query,
): Promise<ExchangePreview> {
  const { database, clock } = context;
  const now = clock.now();
  const requester = requireFound(await findPerson(database, user.id));
  const kind = query.kind ?? (worksite.variant === 'taxi' ? 'settimana' : 'turno');
  const requestedShiftType = query.requestedShiftType ?? null;
  const { offeredShiftId: shiftId } = query;
  const offering = { requester, kind, shiftId, requestedDate: query.requestedDate ?? null, now };
  const { variant, swapPolicy } = worksite;
  const {
    shift,
    weeks,
    verdict: judged,
  } = await findOffering(database, { ...offering, requestedShiftType }, variant);
  const offered = judgeKind(kind, swapPolicy, variant);
  const verdict = offered.ok ? judged : offered;
  // for holidays the only problem may be that no week is chosen yet
  const isPublishable = verdict.ok || (!query.requestedDate && verdict.code === 'exchange_same_week');
  // takers of an unpublishable single shift are still counted: the form shows the reason beside it
  const gives = verdict.ok ? verdict.gives : kind === 'turno' ? [shift] : [];
  const requestedDay = query.requestedDate ?? shift.date;
  const wish = wishOf(requester, weeks, { kind, requestedDay, offeredDuties: gives, requestedShiftType });
  const able = gives.length > 0 ? await listTakers(database, wish, now) : [];
  return {
    colleagueCount: kind === 'ferie' ? null : able.length,
    wantedCount: requestedShiftType === null ? null : able.filter(givesType(requestedShiftType)).length,
    likelyType: kind === 'ferie' ? null : likelyType(able, gives.at(-1)?.shiftType ?? null),
    workedTypes: kind === 'ferie' ? [] : shiftTypes.filter((type) => able.some(givesType(type))),
    mirror: await findMirror(database, wish, able, now),
    offeredDuties: verdict.ok ? verdict.gives.map(withoutRow) : [],
    publish: isPublishable
      ? { isAllowed: true, reason: null }
      : { isAllowed: false, reason: verdict.ok ? null : messageOf(verdict) },
  };
}

const wishOf = (
  requester: PersonRow,
  weeks: SwapWeeks | null,
  wanted: Pick<SwapTerms, 'kind' | 'requestedDay' | 'offeredDuties' | 'requestedShiftType'>,
): SwapTerms => ({
  ...wanted,
  offeredWeek: weeks?.offered.from ?? null,
  wantedWeek: weeks?.wanted.from ?? null,
  acceptableDays: null,
  worksiteId: requester.worksiteId,
  requesterId: requester.id,
  requesterContractHours: requester.contractHours,
  requesterRole: requester.role,
  isRequesterActive: requester.isActive,
  isRequesterFlexible: requester.enableFlexibleShifts,
  status: 'aperta',
  offers: [],
  work: [],
});

/** Whether they would give a shift of this type; in a week, its named shift. */
const givesType =
  (type: ShiftType) =>
  ({ gives }: Taker<Colleague>): boolean =>
    gives.at(-1)?.shiftType === type;

/** The type most of these colleagues would give; on a tie, the earliest in the day. */
function likelyType(able: readonly Taker<Colleague>[], own: ShiftType | null): ShiftType | null {
  const counts = shiftTypes
    .filter((type) => type !== own)
    .map((type) => ({ type, count: able.filter(givesType(type)).length }));
  const [best] = counts.toSorted((one, other) => other.count - one.count);
  return best && best.count > 0 ? best.type : null;
}

async function findMirror(
  database: Queryable,
  wish: SwapTerms,
  able: readonly Taker<Colleague>[],
  now: Instant,
): Promise<ExchangePreview['mirror']> {
  if (able.length === 0 || (wish.kind !== 'ferie' && wish.requestedShiftType === null)) return null;
  const open = await listOpenRequests(database, wish.worksiteId, daysOfPeriod(wish));
  const mirror = open.find(
    (other) =>
      other.expiresAt > now &&
      isMirror(other, wish) &&
      able.some(({ colleague }) => colleague.person.id === other.requesterId) &&
      // a refused offer cannot be made again
      offerOf(other, wish.requesterId)?.status !== 'rifiutata',
  );
  return mirror ? { requestId: mirror.id, requesterName: mirror.requesterName } : null;
}

interface DayQuery {
  offeredShiftId: string;
  from?: Day | undefined;
  to?: Day | undefined;
}

/**
 * The days the person could work instead of this shift's day, and how many colleagues could be asked for each. Counts
 * only people who work that day.
 * @throws RefusalError not_found if the shift is not the person's own, invalid_data for a range that is too long
 */
export async function readDayChoices(
  { database, clock }: AppContext,
  { user, worksite }: SignedIn,
  query: DayQuery,
): Promise<DayChoices> {
  const now = clock.now();
  const requester = requireFound(await findPerson(database, user.id));
  const shift = requireFound(await findEntry(database, user.id, query.offeredShiftId));
  const days = requireDays(query, shift.date, dayInRome(now));
  const entries = await listGivenEntries(database, user.id, [...days, shift.date]);
  const colleagues = await listColleagues(database, requester, 'standard', [...days, shift.date]);
  const closed = closedUntil(now, requester.cutoffHours);
  const asked = colleagues.flatMap((colleague) => askedShifts(shift, days, colleague.entries, closed));
  const counts = Map.groupBy(asked, ({ date }) => date);
  const { variant, swapPolicy } = worksite;
  const offered = judgeKind('giorno', swapPolicy, variant);
  const publication = {
    kind: 'giorno',
    requester: participantOf(requester, variant),
    shift,
    requestedDate: shift.date,
    requestedShiftType: null,
    entries,
    now,
  } as const;
  const judged = offered.ok ? judgePublication(publication) : offered;
  const verdict = judged.ok ? judgeReservations(entries, [shift], null) : judged;
  return {
    offeredShift: withoutRow(shift),
    publish: permissionBy(verdict),
    days: days.map((date) => ({
      date,
      isOpen: !isFilled(entries, date),
      colleagueCount: verdict.ok ? (counts.get(date)?.length ?? 0) : 0,
    })),
  };
}

function requireDays(query: DayQuery, offeredDay: Day, today: Day): Day[] {
  const from = query.from ?? addDays(offeredDay, -14);
  const to = query.to ?? addDays(offeredDay, 14);
  if (to < from || daysBetween(from, to) >= mostDayChoices) {
    throw new RefusalError(refuse('invalid_data'), {
      fields: { to: `Al massimo ${mostDayChoices} giorni alla volta` },
    });
  }
  return daysOf({ from, to }).filter(
    (day) => day !== offeredDay && day >= today && day <= lastDayAhead(today),
  );
}
