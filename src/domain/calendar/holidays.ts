import { Temporal } from 'temporal-polyfill';
import { addDays, type Day } from './day.ts';

/**
 * Easter Sunday of a year of the Gregorian calendar, by the anonymous algorithm (Nature, 20 April 1876; in Meeus,
 * Astronomical Algorithms, chapter 8).
 */
export function easterSunday(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return new Temporal.PlainDate(year, Math.floor(sum / 31), (sum % 31) + 1).toString();
}

const fixedHolidays: Record<string, string> = {
  '01-01': 'Capodanno',
  '01-06': 'Epifania',
  '04-25': 'Liberazione',
  '05-01': 'Festa del Lavoro',
  '06-02': 'Festa della Repubblica',
  '08-15': 'Ferragosto',
  '11-01': 'Ognissanti',
  '12-08': 'Immacolata',
  '12-25': 'Natale',
  '12-26': 'Santo Stefano',
};

/**
 * The name of the Italian public holiday on `day`, or null. Saint Francis (4 October) counts from 2026 on
 * (law 151/2025).
 */
export function holidayName(day: Day): string | null {
  const year = Number(day.slice(0, 4));
  const fixed = fixedHolidays[day.slice(5)];
  if (fixed) return fixed;
  if (day.slice(5) === '10-04' && year >= 2026) return 'San Francesco';
  const easter = easterSunday(year);
  if (day === easter) return 'Pasqua';
  if (day === addDays(easter, 1)) return 'Lunedì dell’Angelo';
  return null;
}
