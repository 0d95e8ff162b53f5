import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** A calendar day in Europe/Rome, `YYYY-MM-DD`. Compares with `<` as the calendar does. */
export type Day = string;
/** A wall-clock time, `HH:MM`, 00:00 to 23:59. Compares with `<` as the clock does. */
export type Time = string;
/** A moment, ISO 8601 in UTC with milliseconds, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
export type Instant = string;

const rome = 'Europe/Rome';

function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
}

/** A day as it arrives: an input with a time part is cut at the `T` or blank. Years 2000 to 2099. */
export const daySchema = z
  .string('Data richiesta')
  .max(40, 'Data non valida')
  .transform((text) => text.split(/[T ]/, 1)[0] ?? '')
  .refine((text) => /^20\d\d-\d\d-\d\d$/.test(text) && isDay(text), 'Data non valida');

/** A wall-clock time `HH:MM`; seconds `:00` are tolerated and cut. */
export const timeSchema = z
  .string('Orario richiesto')
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'Orario non valido (HH:MM)')
  .transform((text) => text.slice(0, 5));

/** The day it is in Rome at `now`. */
export function dayInRome(now: Instant): Day {
  return Temporal.Instant.from(now).toZonedDateTimeISO(rome).toPlainDate().toString();
}

/** What the clock in Rome shows at `now`. */
export function timeInRome(now: Instant): Time {
  return Temporal.Instant.from(now)
    .toZonedDateTimeISO(rome)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
}

/**
 * The moment at which the clock in Rome shows `time` on `day`. In the hour that the spring change skips, the moment
 * after the gap; in the hour the autumn change repeats, its first passing.
 */
export function instantInRome(day: Day, time: Time): Instant {
  const zoned = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: rome,
    plainTime: Temporal.PlainTime.from(time),
  });
  return zoned.toInstant().toString({ smallestUnit: 'millisecond' });
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Whole days from `from` to `to`, negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;
}

/** 1 Monday … 7 Sunday. */
export function weekdayOf(day: Day): number {
  return Temporal.PlainDate.from(day).dayOfWeek;
}

export interface Week {
  /** First day of the seven. */
  from: Day;
  /** Last day of the seven. */
  to: Day;
}

/** The Monday-Sunday week that holds `day`. */
export function mondayWeekOf(day: Day): Week {
  const from = addDays(day, 1 - weekdayOf(day));
  return { from, to: addDays(from, 6) };
}

/** The Saturday-Friday week that holds `day` (the taxi worksite's working week). */
export function saturdayWeekOf(day: Day): Week {
  const from = addDays(day, -((weekdayOf(day) + 1) % 7));
  return { from, to: addDays(from, 6) };
}

/** All days from `from` to `to`, both included. */
export function daysOf({ from, to }: Week): Day[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

const longDay = new Intl.DateTimeFormat('it-IT', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortDay = new Intl.DateTimeFormat('it-IT', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});
const mediumDay = new Intl.DateTimeFormat('it-IT', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

// Intl formats moments: a day is shown as its own midnight in UTC, in UTC, so that no zone can move it.
const midnightUtc = (day: Day): number =>
  Temporal.PlainDate.from(day).toZonedDateTime('UTC').epochMilliseconds;

/** 'venerdì 20 novembre 2026' */
export const formatLongDay = (day: Day): string => longDay.format(midnightUtc(day));
/** '20/11/2026' */
export const formatShortDay = (day: Day): string => shortDay.format(midnightUtc(day));
/** 'ven 20 nov' */
export const formatMediumDay = (day: Day): string => mediumDay.format(midnightUtc(day));
