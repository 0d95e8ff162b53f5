import type { Month } from '../../../domain/calendar/month.ts';

/** The places in which months are drawn, one of them in sight. */
export interface Leaves {
  months: readonly Month[];
  shown: Month;
}

/** A month that stands in no place yet takes that of the month in sight. */
export function turnedTo({ months, shown }: Leaves, month: Month): Leaves {
  if (months.includes(month)) return { months, shown: month };
  return { months: months.map((one) => (one === shown ? month : one)), shown: month };
}

/** The neighbours take places whose months are no longer needed, then new ones. */
export function withAhead(leaves: Leaves, ahead: readonly Month[]): Leaves {
  const { months, shown } = leaves;
  const needed = new Set([shown, ...ahead]);
  const missing = ahead.filter((month) => !months.includes(month));
  if (missing.length === 0) return leaves;
  const kept = months.map((month) => (needed.has(month) ? month : (missing.shift() ?? month)));
  return { months: [...kept, ...missing], shown };
}
