import { Temporal } from 'temporal-polyfill';
import { addDays, type Day, mondayWeekOf, type Week } from './day.ts';

/** A month of a year, `YYYY-MM`. */
export type Month = string;

/** The format of a month, years 2000 to 2099. */
export const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/;

export const monthOf = (day: Day): Month => day.slice(0, 7);

export const addMonths = (month: Month, months: number): Month =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();

export interface MonthCell {
  day: Day;
  /** Day of the month, 1 to 31. */
  number: number;
  isInMonth: boolean;
}

/** The month as 42 cells, six weeks from Monday, filled with days of the neighbouring months. */
export function monthGrid(month: Month): MonthCell[] {
  const first = mondayWeekOf(`${month}-01`).from;
  return Array.from({ length: 42 }, (_, index) => {
    const day = addDays(first, index);
    return { day, number: Number(day.slice(8)), isInMonth: monthOf(day) === month };
  });
}

/** The first and last of the 42 days in a month's grid. */
export function gridSpan(month: Month): Week {
  const { from } = mondayWeekOf(`${month}-01`);
  return { from, to: addDays(from, 41) };
}

const monthName = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'novembre 2026' */
export function formatMonth(month: Month): string {
  const first = Temporal.PlainDate.from(`${month}-01`);
  return monthName.format(first.toZonedDateTime('UTC').epochMilliseconds);
}
