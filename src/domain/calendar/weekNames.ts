import { addDays, type Day, formatLongDay, formatMediumDay, type Week } from './day.ts';

/** How many of the last words, month and year, both days share. */
function sharedWords({ from, to }: Week): { month: number; monthAndYear: number } {
  if (from.slice(0, 7) === to.slice(0, 7)) return { month: 1, monthAndYear: 2 };
  return { month: 0, monthAndYear: from.slice(0, 4) === to.slice(0, 4) ? 1 : 0 };
}

/** 'sabato 5 dicembre 2026' without its last `count` words */
const without = (count: number, text: string): string => {
  const words = text.split(' ');
  return words.slice(0, words.length - count).join(' ');
};

/** 'sab 5 – ven 11 dic'; 'sab 28 nov – ven 4 dic' across months */
export const formatWeek = (week: Week): string =>
  `${without(sharedWords(week).month, formatMediumDay(week.from))} – ${formatMediumDay(week.to)}`;

/** 'sabato 5 – venerdì 11 dicembre 2026'; month and year are repeated if they change */
export const formatLongWeek = (week: Week): string =>
  `${without(sharedWords(week).monthAndYear, formatLongDay(week.from))} – ${formatLongDay(week.to)}`;

/** 'ven 20 nov', or for several days as `formatWeek`. */
export const formatSpan = ({ from, to }: Week): string =>
  from === to ? formatMediumDay(from) : formatWeek({ from, to });

/**
 * Consecutive days as spans.
 * @param items by day
 * @param isAlike whether two neighbours belong to the same span
 */
export function spansOf<Item extends { date: Day }>(
  items: readonly Item[],
  isAlike: (one: Item, other: Item) => boolean = () => true,
): (Week & { first: Item })[] {
  const spans: (Week & { first: Item })[] = [];
  for (const item of items) {
    const last = spans.at(-1);
    if (last && addDays(last.to, 1) === item.date && isAlike(last.first, item)) last.to = item.date;
    else spans.push({ from: item.date, to: item.date, first: item });
  }
  return spans;
}
