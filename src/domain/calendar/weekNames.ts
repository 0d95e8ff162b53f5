import { formatLongDay, formatMediumDay, type Week } from './day.ts';

/** How many of the words 'month' and 'year', at the end of both days, say the same. */
function sharedWords({ from, to }: Week): { month: number; monthAndYear: number } {
  if (from.slice(0, 7) === to.slice(0, 7)) return { month: 1, monthAndYear: 2 };
  return { month: 0, monthAndYear: from.slice(0, 4) === to.slice(0, 4) ? 1 : 0 };
}

/** 'sabato 5 dicembre 2026' without its last `count` words */
const without = (count: number, text: string): string => {
  const words = text.split(' ');
  return words.slice(0, words.length - count).join(' ');
};

/** 'sab 5 – ven 11 dic'; 'sab 28 nov – ven 4 dic' where the month changes on the way */
export const formatWeek = (week: Week): string =>
  `${without(sharedWords(week).month, formatMediumDay(week.from))} – ${formatMediumDay(week.to)}`;

/** 'sabato 5 – venerdì 11 dicembre 2026'; what changes on the way is said twice */
export const formatLongWeek = (week: Week): string =>
  `${without(sharedWords(week).monthAndYear, formatLongDay(week.from))} – ${formatLongDay(week.to)}`;
