import { z } from 'zod';
import { type Day, saturdayWeekOf } from '../../../domain/calendar/day.ts';
import type { WithinDays } from '../../../domain/exchanges/askedDays.ts';
import type { ExchangeKind } from '../../../domain/exchanges/kinds.ts';
import {
  textsOf,
  textsShape,
  type TypedTexts,
  typedTextsOf,
} from '../../../domain/exchanges/requestTexts.ts';
import {
  type ChangeExchange,
  changeExchangeSchema,
  updateExchangeSchema,
} from '../../../domain/exchanges/schema.calls.ts';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../../domain/shifts/duty.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { wantedTypes } from './offerChoice.ts';

/** The form's values; '' and null if not chosen yet. */
export interface ExchangeDraft extends TypedTexts {
  /** Whether to swap the day for another one, rather than for other hours on the same day. */
  isForDay: boolean;
  offeredShiftId: string;
  requestedShiftType: ShiftType | null;
  /** The offered shift's day. */
  requestedDate: string;
  /** For another day: single days, or a range in `withinDays`. */
  acceptableDays: Day[];
  withinDays: WithinDays | null;
  /** For another day: the wanted type; null for any. */
  typeOnDay: ShiftType | null;
}

export const emptyDraft: ExchangeDraft = {
  isForDay: false,
  offeredShiftId: '',
  requestedShiftType: null,
  requestedDate: '',
  acceptableDays: [],
  withinDays: null,
  typeOnDay: null,
  ...typedTextsOf({}),
};

const hoursSchema = z.object(updateExchangeSchema.shape);
const rangeSchema = hoursSchema.omit({ requestedShiftType: true });
const daysSchema = rangeSchema.extend({
  acceptableDays: changeExchangeSchema.shape.acceptableDays.unwrap(),
});

export function schemaOf({ isForDay, withinDays }: ExchangeDraft) {
  if (!isForDay) return hoursSchema;
  return withinDays === null ? daysSchema : rangeSchema;
}

/** A draft as a request body. */
export function bodyOf(draft: ExchangeDraft): ChangeExchange {
  const { offeredShiftId, requestedDate, isForDay, withinDays } = draft;
  const shared = { offeredShiftId, requestedDate, ...textsOf(draft), acceptFlexibleDates: isForDay };
  if (!isForDay) return { ...shared, requestedShiftType: draft.requestedShiftType };
  const days = withinDays === null ? { acceptableDays: draft.acceptableDays } : { withinDays };
  return { ...shared, requestedShiftType: draft.typeOnDay, ...days };
}

/** What a request says, to be changed or published again. */
export function draftOf(request: ExchangeRow): ExchangeDraft {
  const { kind, withinDays, acceptableDays, requestedShiftType: type } = request;
  const isForDay = kind === 'giorno';
  return {
    isForDay,
    offeredShiftId: request.offeredShiftId ?? '',
    requestedShiftType: isForDay ? null : type,
    requestedDate: request.requestedDate,
    acceptableDays: withinDays === null ? acceptableDays : [],
    withinDays,
    typeOnDay: isForDay ? type : null,
    ...typedTextsOf(request),
  };
}

/** The initial values when editing an own open request. */
export function editedDraft(
  request: ExchangeRow,
  shifts: readonly Shift[],
  variant: WorksiteVariant,
): ExchangeDraft {
  const draft = draftOf(request);
  return { ...draft, offeredShiftId: shiftOf(draft, shifts, variant)?.id ?? draft.offeredShiftId };
}

interface DraftStart {
  /** The initial shift; '' for none. */
  shiftId: string;
  /** The type most colleagues could give for it, if any could give another one. */
  likely?: ShiftType | null | undefined;
  /** Unsent input. */
  kept: ExchangeDraft | null;
  variant: WorksiteVariant;
  /** The worksite's kinds. */
  kinds: readonly ExchangeKind[];
  today: Day;
}

/** The day's first type other than the own one. */
const otherType = (variant: WorksiteVariant, own: ShiftType | null): ShiftType | null =>
  wantedTypes(variant, own).find((type) => type !== own) ?? null;

/**
 * The initial values of a new request: the given shift with a preselected type, otherwise unsent input. Shifts that no
 * longer exist or are already offered are dropped, as are past days.
 */
export function startingDraft(
  shifts: readonly Shift[],
  { shiftId, likely = null, kept, variant, kinds, today }: DraftStart,
): ExchangeDraft {
  const sought =
    shiftId === '' ? kept : { offeredShiftId: shiftId, requestedDate: kept?.requestedDate ?? '' };
  const shift = sought ? shiftOf(sought, shifts, variant) : undefined;
  const isFree = shift?.openRequestId === null;
  return {
    ...(kept ?? emptyDraft),
    isForDay: kinds.includes('giorno') && (kept?.isForDay === true || !kinds.includes('turno')),
    offeredShiftId: isFree ? shift.id : '',
    requestedShiftType:
      kept?.requestedShiftType ??
      (isFree && shiftId !== '' ? (likely ?? otherType(variant, shift.shiftType)) : null),
    requestedDate: isFree ? shift.date : '',
    acceptableDays: kept?.acceptableDays.filter((day) => day >= today) ?? [],
  };
}

/** The shift a draft offers; in taxi worksites the first remaining one of its week. */
function shiftOf(
  { offeredShiftId, requestedDate }: { offeredShiftId: string; requestedDate: string },
  shifts: readonly Shift[],
  variant: WorksiteVariant,
): Shift | undefined {
  const shift = shifts.find(({ id }) => id === offeredShiftId);
  const day = shift?.date ?? requestedDate;
  if (variant === 'standard' || day === '') return shift;
  const week = saturdayWeekOf(day);
  return shifts.find(({ date }) => saturdayWeekOf(date).from === week.from);
}

/** Initial values of 'Scambia Ferie'; null and '' if not chosen yet. */
export interface HolidayStart extends TypedTexts {
  /** A day of the week on offer. */
  offeredDay: Day | null;
  /** A day of the wanted week. */
  wantedDay: Day | null;
}

export const emptyStart: HolidayStart = { offeredDay: null, wantedDay: null, ...typedTextsOf({}) };

/** What a request says, to be changed or published again. */
export const startOf = (request: ExchangeRow): HolidayStart => ({
  offeredDay: request.weeks?.offered.from ?? null,
  wantedDay: request.requestedDate,
  ...typedTextsOf(request),
});

/** The schema of the form's values. */
export const holidaySchema = z.object({
  offeredShiftId: z.string().min(1, 'Scegli la settimana di ferie da offrire'),
  /** The Saturday of the wanted week. */
  requestedDate: z.string().min(1, 'Scegli la settimana che vorresti'),
  ...textsShape,
});

export interface HolidayDraft extends TypedTexts {
  offeredShiftId: string;
  requestedDate: string;
}
