import { addHours, type Day, type Instant, saturdayWeekOf } from '../calendar/day.ts';
import { refuse, type Verdict } from '../errors/refusal.ts';
import { dutyMinutes, formatMinutes, isWorking, type ShiftType, taxiShifts } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { type ExchangeKind, isTaxiKind, kindsOf } from './kinds.ts';
import { beginsAt, hasBegun, isContractLength, judgeInTime, type Participant } from './rules.ts';
import { inHolidaySwap, isMixed, leftWork } from './taxiRules.ts';
import { isHolidayWeek, type SwapWeeks, weekBeginsAt, worksInWeek } from './weeks.ts';

// Which swaps a person may request.

export interface Publication<T extends Entry> {
  kind: ExchangeKind;
  requester: Participant;
  /** The offered shift, or an entry of the offered week; null if the requester has none with that id. */
  shift: T | null;
  requestedDate: Day;
  /** Null if none is chosen yet, and for `ferie`. */
  requestedShiftType: ShiftType | null;
  /** Week swaps: the requester's entries of both weeks; others are ignored. */
  entries: readonly T[];
  now: Instant;
}

/** What would be given, by day, and when the request expires: at the start, or at the worksite's cut-off before it. */
type Published<T extends Entry> = Verdict<{ gives: T[]; expiresAt: Instant }>;

/** Whether a person may publish (or change) a request. */
export function judgePublication<T extends Entry>(publication: Publication<T>): Published<T> {
  const { kind, requester, now } = publication;
  const { cutoffHours } = requester;
  if (!requester.isActive) return refuse('account_disabled');
  if (!kindsOf(requester.variant).includes(kind)) return refuse('exchange_kind_not_offered');
  const judge = isTaxiKind(kind) ? judgeWeek<T> : judgeShift<T>;
  const verdict = judgeInTime(cutoffHours, now, (moment) => judge({ ...publication, now: moment }));
  if (!verdict.ok) return verdict;
  return { ...verdict, expiresAt: addHours(verdict.expiresAt, -cutoffHours) };
}

function judgeShift<T extends Entry>(publication: Publication<T>): Published<T> {
  const { requester, shift, requestedDate, now } = publication;
  if (!shift) return refuse('exchange_not_own_shift');
  if (!isWorking(shift)) return refuse('exchange_shift_not_working');
  if (hasBegun(shift, now)) return refuse('exchange_shift_begun');
  if (requestedDate !== shift.date) return refuse('exchange_other_day');
  if (!requester.enableFlexibleShifts && !isContractLength(shift, requester.contractHours)) {
    return refuse('exchange_wrong_duration', {
      hours: formatMinutes(dutyMinutes(shift)),
      contractHours: requester.contractHours,
    });
  }
  return { ok: true, gives: [shift], expiresAt: beginsAt(shift) };
}

function judgeWeek<T extends Entry>(publication: Publication<T>): Published<T> {
  const { kind, shift, requestedDate, requestedShiftType: type, entries, now } = publication;
  if (!shift) return refuse('exchange_not_own_shift');
  const offered = saturdayWeekOf(shift.date);
  const wanted = saturdayWeekOf(requestedDate);
  if (kind === 'ferie') return judgeHolidays(entries, { offered, wanted }, now);
  if (!isWorking(shift)) return refuse('exchange_shift_not_working');
  if (wanted.from !== offered.from) return refuse('exchange_other_week');
  const gives = leftWork(entries, offered, now);
  const last = gives.at(-1);
  if (!last) return refuse('exchange_week_over');
  if (isMixed(gives)) return refuse('exchange_week_mixed');
  if (type !== null && !taxiShifts.some(({ shiftType }) => shiftType === type)) {
    return refuse('exchange_not_taxi_type');
  }
  if (type === last.shiftType) return refuse('exchange_same_type_wanted');
  return { ok: true, gives, expiresAt: beginsAt(last) };
}

function judgeHolidays<T extends Entry>(entries: readonly T[], weeks: SwapWeeks, now: Instant): Published<T> {
  const { offered, wanted } = weeks;
  if (!isHolidayWeek(entries, offered)) return refuse('exchange_not_holiday_week');
  if (weekBeginsAt(offered) <= now) return refuse('exchange_holidays_begun');
  if (wanted.from === offered.from) return refuse('exchange_same_week');
  if (weekBeginsAt(wanted) <= now) return refuse('exchange_wanted_week_begun');
  if (!worksInWeek(entries, wanted)) return refuse('exchange_wanted_week_free');
  const earlier = offered.from < wanted.from ? offered : wanted;
  return { ok: true, gives: inHolidaySwap(entries, weeks), expiresAt: weekBeginsAt(earlier) };
}
