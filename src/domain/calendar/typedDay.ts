import { type Day, isDay } from './day.ts';

/** The message for text that is not a day. */
export const typedDayProblem = 'Scrivi la data come gg/mm/aaaa, per esempio 05/03/2027';

/** Parses a day typed in Italian order, '5/3/2027', '05.03.2027' or '05032027'; null if invalid. */
export function typedDay(text: string): Day | null {
  const parts = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$|^(\d\d)(\d\d)(\d{4})$/.exec(text.trim());
  if (!parts) return null;
  const [date = '', month = '', year = ''] = parts.slice(1).filter((part) => part !== undefined);
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

/**
 * Adds slashes while a date is typed, since numeric keyboards have none. Only if text was appended, so that a deleted
 * slash does not come back.
 */
export function withSlashes(text: string, before: string): string {
  if (!text.startsWith(before)) return text;
  return text.replace(/^(\d\d)(\d)/, '$1/$2').replace(/^(\d\d\/\d\d)(\d)/, '$1/$2');
}
