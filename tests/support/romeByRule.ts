// The time in Rome by the European rule (last Sundays of March and October, 01:00 UTC), without the product's calendar code.

const dayMs = 86_400_000;
export const numberOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))) / dayMs;
export const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);
export const clock = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** The last Sunday of a month of 31 days, as a day number; 1 January 1970 was a Thursday. */
function lastSunday(year: number, month: 2 | 9): number {
  let day = Date.UTC(year, month, 31) / dayMs;
  while ((day + 4) % 7 !== 0) day -= 1;
  return day;
}

/** UTC minutes since the epoch for `minutes` after midnight of a day on Rome's clocks; 1,440 is the next midnight. */
export function utc(day: number, minutes: number): number {
  if (minutes >= 1440) return utc(day + 1, minutes - 1440);
  const year = new Date(day * dayMs).getUTCFullYear();
  const [spring, autumn] = [lastSunday(year, 2), lastSunday(year, 9)];
  const isSummer =
    (day > spring || (day === spring && minutes >= 180)) &&
    (day < autumn || (day === autumn && minutes < 180));
  return day * 1440 + minutes - (isSummer ? 120 : 60);
}
