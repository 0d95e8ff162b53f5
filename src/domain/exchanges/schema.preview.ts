import { z } from 'zod';
import { daySchema } from '../calendar/schema.ts';
import { shiftTypes } from '../shifts/duty.ts';
import { entrySchema } from '../shifts/schema.ts';
import { idSchema } from '../text.ts';
import { exchangeKinds, permissionSchema } from './schema.ts';
import { weekSchema } from './weeks.ts';

/** Query of `GET /api/exchange-requests/preview`: what would be published; for a `giorno` see `dayChoicesSchema`. */
export const previewQuerySchema = z.strictObject({
  offeredShiftId: idSchema,
  /** If omitted, the kind that `POST /api/exchange-requests` would assume. */
  kind: z.enum(exchangeKinds).exclude(['giorno']).optional(),
  requestedShiftType: z.enum(shiftTypes).optional(),
  /** A day of the wanted week, for `ferie`. */
  requestedDate: daySchema.optional(),
});

/** The effect of publishing: how many could take it now, and an existing request that mirrors it. */
export const previewSchema = z.object({
  /** Null for `ferie`, since holidays are private. */
  colleagueCount: z.int().nullable(),
  /** How many of them have the wanted type; null if none is chosen, and for `ferie`. */
  wantedCount: z.int().nullable(),
  /** The most common type among them other than the offered one's; null if there is none, and for `ferie`. */
  likelyType: z.enum(shiftTypes).nullable(),
  /** The types they have; empty for `ferie`. */
  workedTypes: z.array(z.enum(shiftTypes)),
  mirror: z.object({ requestId: idSchema, requesterName: z.string() }).nullable(),
  /** What would be given, by day; empty if `publish` is refused. */
  offeredDuties: z.array(entrySchema),
  /** Whether it can be published, apart from a wanted type or week not yet chosen. */
  publish: permissionSchema,
});
export type ExchangePreview = z.infer<typeof previewSchema>;

/** Query of `GET /api/exchange-requests/holiday-weeks`; `offeredShiftId`, any day of an own holiday week, adds `wanted`. */
export const holidayWeeksQuerySchema = z.strictObject({ offeredShiftId: idSchema.optional() });

export const holidayWeeksSchema = z.object({
  own: z.array(
    weekSchema.extend({
      /** The week's first holiday, to send as `offeredShiftId`. */
      shiftId: idSchema,
      days: z.array(entrySchema),
      /** The open request offering this week, or null. */
      openRequestId: idSchema.nullable(),
    }),
  ),
  /** The coming weeks; only with `offeredShiftId`. */
  wanted: z.array(
    weekSchema.extend({
      /** The viewer's entries that they would give. */
      days: z.array(entrySchema),
      ...permissionSchema.shape,
    }),
  ),
});
export type HolidayWeeks = z.infer<typeof holidayWeeksSchema>;

/** Query of `GET /api/exchange-requests/days`: at most this many days; by default 14 before and after the offered one. */
export const mostDayChoices = 62;
export const dayChoicesQuerySchema = z.strictObject({
  offeredShiftId: idSchema,
  from: daySchema.optional(),
  to: daySchema.optional(),
});

/** The days on which the viewer could work instead of the offered shift's day, from today on. */
export const dayChoicesSchema = z.object({
  offeredShift: entrySchema,
  publish: permissionSchema,
  days: z.array(
    z.object({
      date: z.string(),
      /** Whether it is empty or `libero` in the viewer's calendar. */
      isOpen: z.boolean(),
      /**
       * How many colleagues work an equally long shift then and do not work on the offered day; whether they are free
       * is private.
       */
      colleagueCount: z.int(),
    }),
  ),
});
export type DayChoices = z.infer<typeof dayChoicesSchema>;
