import { z } from 'zod';
import { daySchema } from '../calendar/schema.ts';
import { shiftTypes } from '../shifts/duty.ts';
import { entrySchema } from '../shifts/schema.ts';
import { idSchema } from '../text.ts';
import { exchangeKinds, permissionSchema } from './schema.ts';
import { weekSchema } from './weeks.ts';

/** Query of `GET /api/exchange-requests/preview`: what would be published; of a `giorno` see `dayChoicesSchema`. */
export const previewQuerySchema = z.strictObject({
  offeredShiftId: idSchema,
  /** Without it, what `POST /api/exchange-requests` would take. */
  kind: z.enum(exchangeKinds).exclude(['giorno']).optional(),
  requestedShiftType: z.enum(shiftTypes).optional(),
  /** A day of the wanted week; only `ferie` needs it. */
  requestedDate: daySchema.optional(),
});

/** What publishing would meet: who could take it now, and a request that already offers the mirror image. */
export const previewSchema = z.object({
  /** Null for `ferie`: who has a holiday is nobody else's to know. */
  colleagueCount: z.int().nullable(),
  /** How many of them have the wanted type; null while none is chosen, and for `ferie`. */
  wantedCount: z.int().nullable(),
  /** The type, other than the offered one's, that most of them have; null where nobody has another, and for `ferie`. */
  likelyType: z.enum(shiftTypes).nullable(),
  /** The types that any of them has; empty for `ferie`. */
  workedTypes: z.array(z.enum(shiftTypes)),
  mirror: z.object({ requestId: idSchema, requesterName: z.string() }).nullable(),
  /** What would be given, by day; empty where `publish` says no. */
  offeredDuties: z.array(entrySchema),
  /** Whether it can be published as it stands; a wanted type or week that is not chosen yet does not count. */
  publish: permissionSchema,
});
export type ExchangePreview = z.infer<typeof previewSchema>;

/** Query of `GET /api/exchange-requests/holiday-weeks`; with an own holiday week, through any day of it, wanted ones too. */
export const holidayWeeksQuerySchema = z.strictObject({ offeredShiftId: idSchema.optional() });

export const holidayWeeksSchema = z.object({
  own: z.array(
    weekSchema.extend({
      /** To be sent as `offeredShiftId`: the week's first holiday. */
      shiftId: idSchema,
      days: z.array(entrySchema),
      /** The open request that offers this week, or null. */
      openRequestId: idSchema.nullable(),
    }),
  ),
  /** The weeks to come, with `offeredShiftId` only. */
  wanted: z.array(
    weekSchema.extend({
      /** The viewer's own entries, which they would give. */
      days: z.array(entrySchema),
      ...permissionSchema.shape,
    }),
  ),
});
export type HolidayWeeks = z.infer<typeof holidayWeeksSchema>;

/** Query of `GET /api/exchange-requests/days`: at most so many days; without them 14 before and after the offered one. */
export const mostDayChoices = 62;
export const dayChoicesQuerySchema = z.strictObject({
  offeredShiftId: idSchema,
  from: daySchema.optional(),
  to: daySchema.optional(),
});

/** The days on which one could work instead of an own shift's day, from today on. */
export const dayChoicesSchema = z.object({
  offeredShift: entrySchema,
  publish: permissionSchema,
  days: z.array(
    z.object({
      date: z.string(),
      /** Whether it is empty or `libero` in the own calendar. */
      isOpen: z.boolean(),
      /**
       * How many colleagues work an equally long shift then and do not work on the offered day: who of them is free that day
       * is not said.
       */
      colleagueCount: z.int(),
    }),
  ),
});
export type DayChoices = z.infer<typeof dayChoicesSchema>;
