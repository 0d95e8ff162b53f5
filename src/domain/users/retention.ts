import { Temporal } from 'temporal-polyfill';
import type { Day } from '../calendar/day.ts';

/** Months without activity after which an account is anonymised (specification, section 9: privacy retention). */
const retentionMonths = 24;

/** The latest day of a last activity that by `today` lies 24 months back or more. */
export const lastDayToForget = (today: Day): Day =>
  Temporal.PlainDate.from(today).subtract({ months: retentionMonths }).toString();
