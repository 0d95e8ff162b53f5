import { Temporal } from 'temporal-polyfill';
import type { Day } from '../calendar/day.ts';

/** Months without activity after which an account is anonymised (specification, section 9: privacy retention). */
const retentionMonths = 24;

/** The first day that is kept by `today` where so many months are. */
export const firstDayKept = (today: Day, months: number): Day =>
  Temporal.PlainDate.from(today).subtract({ months }).toString();

/** The latest day of a last activity that by `today` lies 24 months back or more. */
export const lastDayToForget = (today: Day): Day => firstDayKept(today, retentionMonths);
