import { Temporal } from 'temporal-polyfill';

/** A calendar day in Europe/Rome, `YYYY-MM-DD`. Compares with `<` as the calendar does. */
export type Day = string;
/** A wall-clock time, `HH:MM`, 00:00 to 23:59. Compares with `<` as the clock does. */
export type Time = string;
/** An instant, ISO 8601 in UTC with milliseconds, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
export type Instant = string;

const rome = 'Europe/Rome';

/** Cuts off the time part of a day as received, without conversion: `2026-11-20` of `2026-11-20T00:00:00.000Z`. */
export const dayPartOf = (text: string): string => text.split(/[T ]/, 1)[0] ?? '';

const mostRemembered = 5_000;

/** Memoises: Temporal is slow, and lists ask for the same few instants repeatedly. */
function remembering<Answer>(compute: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, Answer>();
  return (key) => {
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const answer = compute(key);
    if (known.size >= mostRemembered) known.clear();
    known.set(key, answer);
    return answer;
  };
}

const isInCalendar = remembering((text) => {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
});

/** Whether a text is a valid day, years 2000 to 2099. */
export const isDay = (text: string): text is Day => /^20\d\d-\d\d-\d\d$/.test(text) && isInCalendar(text);

const dayOfHour = remembering((hour) =>
  Temporal.Instant.from(`${hour}:00:00Z`).toZonedDateTimeISO(rome).toPlainDate().toString(),
);

/** The day in Rome at `now`. Rome's offset from UTC is whole hours, so days begin on a UTC hour. */
export const dayInRome = (now: Instant): Day => dayOfHour(now.slice(0, 'YYYY-MM-DDTHH'.length));

/** The local time in Rome at `now`. */
export const timeInRome = (now: Instant): Time =>
  Temporal.Instant.from(now).toZonedDateTimeISO(rome).toPlainTime().toString({ smallestUnit: 'minute' });

/**
 * The instant of a local time in Rome. Times skipped in spring map to the moment after the gap, times repeated in
 * autumn to the first occurrence.
 */
export const instantInRome = (day: Day, time: Time): Instant => instantOfWallClock(`${day}T${time}`);

const instantOfWallClock = remembering((wallClock) =>
  Temporal.PlainDateTime.from(wallClock)
    .toZonedDateTime(rome)
    .toInstant()
    .toString({ smallestUnit: 'millisecond' }),
);

const minuteOfWallClock = remembering(
  (wallClock) => Temporal.Instant.from(instantOfWallClock(wallClock)).epochMilliseconds / 60_000,
);

/** `instantInRome` in minutes since the epoch, for computing durations. */
export const minuteInRome = (day: Day, time: Time): number => minuteOfWallClock(`${day}T${time}`);

// evaluated lazily: a browser may load the Temporal polyfill after this module
const firstDay = () => Temporal.PlainDate.from('2000-01-01');
/** Days since 1 January 2000, a Saturday. */
const numberOfDay = remembering((day) => firstDay().until(day).days);
const dayOfNumber = remembering((number) =>
  firstDay()
    .add({ days: Number(number) })
    .toString(),
);

export const addDays = (day: Day, days: number): Day => dayOfNumber(String(numberOfDay(day) + days));

/** Adds elapsed hours, regardless of clock changes. */
export const addHours = (instant: Instant, hours: number): Instant =>
  Temporal.Instant.from(instant).add({ hours }).toString({ smallestUnit: 'millisecond' });

/** Whole days from `from` to `to`, negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => numberOfDay(to) - numberOfDay(from);

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: Day): number => ((((numberOfDay(day) + 5) % 7) + 7) % 7) + 1;

export interface Week {
  from: Day;
  to: Day;
}

export function mondayWeekOf(day: Day): Week {
  const from = addDays(day, 1 - weekdayOf(day));
  return { from, to: addDays(from, 6) };
}

/** The Saturday-Friday week of `day` (the working week of taxi worksites). */
export function saturdayWeekOf(day: Day): Week {
  const from = addDays(day, -((weekdayOf(day) + 1) % 7));
  return { from, to: addDays(from, 6) };
}

/** All days from `from` to `to`, both included. */
export const daysOf = ({ from, to }: Week): Day[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

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

// Intl formats instants: days are formatted as midnight UTC in UTC, so that no time zone can shift them.
const midnightUtc = (day: Day): number =>
  Temporal.PlainDate.from(day).toZonedDateTime('UTC').epochMilliseconds;

/** 'venerdì 20 novembre 2026' */
export const formatLongDay = remembering((day) => longDay.format(midnightUtc(day)));
/** '20/11/2026' */
export const formatShortDay = (day: Day): string => shortDay.format(midnightUtc(day));
/** 'ven 20 nov' */
export const formatMediumDay = remembering((day) => mediumDay.format(midnightUtc(day)));

const dateAndTime = new Intl.DateTimeFormat('it-IT', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: rome,
});

/** '20 nov 2026, 10:15', in Rome */
export const formatDateTime = (instant: Instant): string =>
  dateAndTime.format(Temporal.Instant.from(instant).epochMilliseconds);

/** 'oggi, 14:05', 'ieri, 09:30', 'ven 20 nov, 08:00': an instant as seen in Rome at `now`. */
export function formatRelativeTime(instant: Instant, now: Instant): string {
  const day = dayInRome(instant);
  const today = dayInRome(now);
  const names = new Map([
    [today, 'oggi'],
    [addDays(today, -1), 'ieri'],
  ]);
  return `${names.get(day) ?? formatMediumDay(day)}, ${timeInRome(instant)}`;
}
