import { z } from 'zod';
import type { Day } from '../../domain/calendar/day.ts';
import { createExchangeSchema, type ExchangeRequest } from '../../domain/exchanges/schema.ts';

/** What the form of 'Scambia Ferie' starts with; null and '' where nothing is chosen yet. */
export interface HolidayStart {
  /** A day of the week on offer. */
  offeredDay: Day | null;
  /** A day of the wanted week. */
  wantedDay: Day | null;
  message: string;
}

export const emptyStart: HolidayStart = { offeredDay: null, wantedDay: null, message: '' };

/** What a request says, to be changed or published again. */
export const startOf = ({ weeks, requestedDate, message }: ExchangeRequest): HolidayStart => ({
  offeredDay: weeks?.offered.from ?? null,
  wantedDay: requestedDate,
  message: message ?? '',
});

/** The form as it is filled in. */
export const holidaySchema = z.object({
  offeredShiftId: z.string().min(1, 'Scegli la settimana di ferie da offrire'),
  /** The Saturday of the wanted week. */
  requestedDate: z.string().min(1, 'Scegli la settimana che vorresti'),
  message: createExchangeSchema.shape.message,
});

export interface HolidayDraft {
  offeredShiftId: string;
  requestedDate: string;
  message: string;
}
