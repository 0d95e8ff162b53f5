import { type Day, isDay } from './day.ts';

/** What is said of a typed text that is no day. */
export const typedDayProblem = 'Scrivi la data come gg/mm/aaaa, per esempio 05/03/2027';

/** The day that somebody typed the Italian way, '5/3/2027', '05.03.2027' or '05032027'; null where it is none. */
export function typedDay(text: string): Day | null {
  const parts = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$|^(\d\d)(\d\d)(\d{4})$/.exec(text.trim());
  if (!parts) return null;
  const [date = '', month = '', year = ''] = parts.slice(1).filter((part) => part !== undefined);
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

/**
 * A date while it is typed: keyboards of digits alone have no slash, so it is added. Only behind what was there
 * before, or deleting a slash would bring it back.
 */
export function withSlashes(text: string, before: string): string {
  if (!text.startsWith(before)) return text;
  return text.replace(/^(\d\d)(\d)/, '$1/$2').replace(/^(\d\d\/\d\d)(\d)/, '$1/$2');
}
