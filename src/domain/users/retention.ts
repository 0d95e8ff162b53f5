import { Temporal } from 'temporal-polyfill';
import type { Day } from '../calendar/day.ts';

/** Months without activity after which an account is anonymised (specification, section 9: privacy retention). */
const retentionMonths = 24;

/** The first day still kept on `today` with a retention of `months`. */
export const firstDayKept = (today: Day, months: number): Day =>
  Temporal.PlainDate.from(today).subtract({ months }).toString();

/** The latest last-activity day that is at least 24 months before `today`. */
export const lastDayToForget = (today: Day): Day => firstDayKept(today, retentionMonths);
