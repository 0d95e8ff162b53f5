import { addDays, type Day, daysBetween, type Week } from '../calendar/day.ts';
import { addMonths, formatMonth, type Month, monthOf } from '../calendar/month.ts';
import { monthsIn } from './monthTexts.ts';

interface NamedSheet {
  name: string;
  isHidden?: boolean | undefined;
}

/** The sheet to open: the current month's, otherwise the next one's, otherwise the first visible one. */
export function sheetToOpen(sheets: readonly NamedSheet[], fileName: string, today: Day): number {
  const isOf = (month: string) => (sheet: NamedSheet) =>
    !sheet.isHidden && monthsIn([sheet.name], today, [fileName]).includes(month);
  const month = monthOf(today);
  const found = [isOf(month), isOf(addMonths(month, 1)), (sheet: NamedSheet) => !sheet.isHidden]
    .map((fits) => sheets.findIndex(fits))
    .find((index) => index >= 0);
  return found ?? 0;
}

/** The periods of a longer file that can be loaded at once: single months and pairs. */
export function periodsOf({ from, to }: Week): Week[] {
  const months = Math.max(1, daysBetween(`${monthOf(from)}-01`, to) / 28);
  const starts = Array.from({ length: Math.ceil(months) }, (_, index) => addMonths(monthOf(from), index));
  const until = (month: Month): Day => addDays(`${addMonths(month, 1)}-01`, -1);
  const within = ({ from: first, to: last }: Week): Week => ({
    from: first < from ? from : first,
    to: last > to ? to : last,
  });
  return starts
    .filter((month) => `${month}-01` <= to)
    .flatMap((month) =>
      [month, addMonths(month, 1)].map((end) => within({ from: `${month}-01`, to: until(end) })),
    )
    .filter(
      (one, index, all) => all.findIndex((other) => other.from === one.from && other.to === one.to) === index,
    );
}

/** A sample table: the first week of next month for two people. */
export function sampleFile(today: Day): string {
  const month = addMonths(monthOf(today), 1);
  const rows = [
    [formatMonth(month)],
    ['Nome', '1', '2', '3', '4', '5', '6', '7'],
    ['Rossi Maria', '6-14', '6-14', 'Riposo', '14-22', '14-22', 'Ferie', 'Riposo'],
    ['Bianchi Luca', '14-22', '14-22', '6-14', 'Riposo', '8-12 14-18', '6-14', 'Riposo'],
  ];
  return `\ufeff${rows.map((row) => row.join(';')).join('\r\n')}\r\n`;
}
