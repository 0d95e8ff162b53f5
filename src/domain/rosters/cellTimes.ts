import type { Time } from '../calendar/day.ts';
import { minutesBetween } from '../shifts/duty.ts';
import { plainText } from './dayMarks.ts';
import type { RosterDuty } from './schema.ts';

/** Shifts longer than this are rejected: '8-6' is more likely a slip. */
const mostMinutes = 13 * 60;
/** The same for a split shift, from start to end. */
const mostSplitMinutes = 16 * 60;

const time = String.raw`(?:\d{1,2}(?:[:.,]\d\d(?::\d\d)?)?|\d{4})`;
const oneRange = new RegExp(`^(${time}) ?([-/]) ?(${time})$`);
const twoRanges = new RegExp(`^(${time}) ?([-/]) ?(${time}) ?(?:[ ,;+&|/]|e) ?(${time}) ?([-/]) ?(${time})$`);

/** A duty spelled out in a cell, and whether it is certain. */
export interface SpelledDuty {
  duty: RosterDuty;
  isSure: boolean;
}

/** '6-14', '06:00–14:00', '6/14', '6.00-14.00', '0600-1400', '6-10 14-18'; null if the text is not only times. */
export function readTimes(text: string): SpelledDuty | null {
  const plain = plainText(text)
    .replace(/[–—−‐]/g, '-')
    // half past, written as decimal hours
    .replace(/(?<=\d),5(?!\d)/g, ':30')
    .replace(/\b(dalle|ore|h)\b\.? ?/g, '')
    .replace(/ ?\b(alle|a)\b ?/g, '-')
    .trim();
  const two = twoRanges.exec(plain);
  if (two) {
    const [, start, separator, end, secondStart, secondSeparator, secondEnd] = two;
    // '6/10/14/18' has no two parts
    if (separator !== secondSeparator || (separator === '/' && !/[ ,;+&|e]/.test(plain))) return null;
    return splitDuty(readRange(start, end), readRange(secondStart, secondEnd));
  }
  const one = oneRange.exec(plain);
  const range = one && readRange(one[1], one[3]);
  if (!range) return null;
  const mayBeDate = one[2] === '/' && /^\d\d?\/(\d|1[0-2]|0\d)$/.test(plain.replace(/ /g, ''));
  return { duty: { workLocation: 'sede', ...range.times }, isSure: range.isLikely && !mayBeDate };
}

interface Range {
  times: { startTime: Time; endTime: Time };
  isLikely: boolean;
}

function readRange(start: string | undefined, end: string | undefined): Range | null {
  const [startTime, endTime] = [readTime(start, 23), readTime(end, 24)];
  if (startTime === null || endTime === null || startTime === endTime) return null;
  return { times: { startTime, endTime }, isLikely: minutesBetween(startTime, endTime) <= mostMinutes };
}

function splitDuty(first: Range | null, second: Range | null): SpelledDuty | null {
  if (!first || !second) return null;
  const { startTime, endTime } = first.times;
  const { startTime: secondStartTime, endTime: secondEndTime } = second.times;
  if (endTime < startTime || secondStartTime < endTime) return null;
  const isShort = minutesBetween(startTime, secondEndTime) <= mostSplitMinutes;
  return {
    duty: { workLocation: 'sede', startTime, endTime, isSplitShift: true, secondStartTime, secondEndTime },
    // a second part without a break is more likely another shift
    isSure: first.isLikely && second.isLikely && isShort && secondStartTime > endTime,
  };
}

/** @param latest 24 if midnight may be the end of a day */
function readTime(text: string | undefined, latest: number): Time | null {
  const parts = /^(\d\d)(\d\d)$|^(\d{1,2})(?:[:.,](\d\d)(?::\d\d)?)?$/.exec(text ?? '');
  if (!parts) return null;
  const [hours, minutes] = [Number(parts[1] ?? parts[3]), Number(parts[2] ?? parts[4] ?? 0)];
  if (hours > latest || minutes > 59 || (hours === 24 && minutes > 0)) return null;
  return `${String(hours % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

const rangeInText = (() => {
  const range = `${time}[-/]${time}`;
  return new RegExp(`(?<![\\d.:/-])${range}(?: ?(?:[ ,;+&/]|e) ?${range})?(?![\\d.:/-])`);
})();

/** The times in a text with other words, and those words: 'M 6-14', 'Mattina (06:00-14:00)'. */
export function timesAmongWords(text: string): { spelled: SpelledDuty; words: string } | null {
  const plain = text
    .replace(/[–—−‐]/g, '-')
    .replace(/(?<=\d),5(?!\d)/g, ':30')
    .replace(/\s*-\s*/g, '-');
  const found = rangeInText.exec(plain);
  const spelled = found && readTimes(found[0]);
  if (!found || !spelled) return null;
  const words = `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`;
  // further times would be dropped
  if (/\d[-:.]\d/.test(words)) return null;
  return { spelled, words: plainText(words.replace(/[()[\]:;,.-]+/g, ' ')) };
}

/** The times in a text with other words, or in a date that a spreadsheet made of '6-12'. */
export function findTimes(text: string): RosterDuty | null {
  const date = /^20\d\d-(\d\d)-(\d\d)$/.exec(text.trim());
  if (date) return readTimes(`${date[2]}-${date[1]}`)?.duty ?? null;
  return timesAmongWords(text)?.spelled.duty ?? null;
}
