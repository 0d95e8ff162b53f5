import { type ShiftType, shiftTypeAt, taxiShifts } from '../shifts/duty.ts';
import { timesAmongWords } from './cellTimes.ts';
import { plainText } from './dayMarks.ts';
import type { Absence, LegendFacts, Meaning } from './meaning.ts';
import type { RosterDuty } from './schema.ts';

export const offWords =
  /^(riposo( settimanale| compensativo)?|libero|libera|ferie|malattia|maternita|aspettativa|infortunio|congedo|assente|smonto( notte)?|non lavora)$/;
export const probablyOff =
  /^(rip|fer|fe|mal|lib|off|-+|\/|perm|permesso|rol|rec|recupero|festivo|festa|assenza|ass)\.?$/;

const absenceWords: readonly [RegExp, Absence][] = [
  [/^(riposo( settimanale| compensativo)?|libero|libera|rip|lib|off|-+|\/|)\.?$/, 'libero'],
  [/^(ferie|fer|fe)\.?$/, 'ferie'],
  [/^(malattia|mal)\.?$/, 'malattia'],
];

/** No work; in the person's own row with the reason, or null if the calendar has no such reason. */
export function offMeaning(plain: string, { isOwn }: LegendFacts): Meaning | null {
  if (!isOwn) return { kind: 'off' };
  const absence = absenceWords.find(([pattern]) => pattern.test(plain))?.[1];
  return absence === undefined ? null : { kind: 'off', absence };
}

const typeWords: [RegExp, readonly ShiftType[]][] = [
  [/^(mattina|mattino|matt)\.?$/, ['mattina']],
  [/^(pomeriggio|pom)\.?$/, ['pomeriggio']],
  [/^(sera|serale)$/, ['sera']],
  [/^(notte|not|n)\.?$/, ['notte', 'sera', 'seminotte']],
  [/^(seminotte|sn)$/, ['seminotte', 'sera']],
];

/** What a text means; if unclear, the proposal and the possible meanings to ask about. */
export interface Found {
  meaning: Meaning | null;
  proposal: Meaning | null;
  doubt: string | null;
}
export const sure = (meaning: Meaning): Found => ({ meaning, proposal: null, doubt: null });

/** Never proposed as work or rest: only the person knows what became of such times. */
const unclear =
  /\b(rep|reperib\w*|pronta disponibilita|on call|annullat\w*|cancellat\w*|sospes\w*|revocat\w*|barrat\w*|permess\w*|perm|rol|104|recupero|sciopero|forse|da confermare)\b/;

const smartWords = /^(sw|smart|smart working|smartworking|lavoro agile|da remoto|remoto|telelavoro)$/;
const workWords = /^(sede|in sede|presenza|in presenza|turno|lavora|lavoro)?$/;

/** The meaning of a cell with words besides times, or with an ambiguous word; null if it has neither. */
export function meaningAmongWords(text: string, facts: LegendFacts): Found | null {
  const plain = plainText(text);
  if (unclear.test(plain)) return { meaning: null, proposal: null, doubt: null };
  const { spelled, words } = timesAmongWords(text) ?? { spelled: null, words: plain };
  if (/^(no|non|niente)\b/.test(words)) {
    return { meaning: null, proposal: offMeaning('libero', facts), doubt: null };
  }
  if (spelled === null || words === '') return null;
  // a reason takes precedence over times
  if (offWords.test(words) || probablyOff.test(words)) {
    const off = offMeaning(words, facts);
    return offWords.test(words) && off ? sure(off) : { meaning: null, proposal: off, doubt: null };
  }
  const { duty, isSure } = spelled;
  if (isSure && smartWords.test(words)) {
    return sure({ kind: 'work', duty: { ...duty, workLocation: 'smart_working' } });
  }
  const types = typeWords.find(([pattern]) => pattern.test(words) && words.length > 3)?.[1];
  const isNamed = workWords.test(words) || types?.includes(shiftTypeAt(duty.startTime));
  return isSure && isNamed ? sure({ kind: 'work', duty }) : null;
}

export const taxiDuty = ({ startTime, endTime }: { startTime: string; endTime: string }): RosterDuty => ({
  workLocation: 'sede',
  startTime,
  endTime,
});

/** The duty that the worksite's people usually record for the shift type of a word. */
export function usualOf(word: string, { variant, usual }: LegendFacts): RosterDuty | null {
  const types = typeWords.find(([pattern]) => pattern.test(word))?.[1] ?? [];
  for (const type of types) {
    const named = variant === 'taxi' ? taxiShifts.find(({ shiftType }) => shiftType === type) : undefined;
    if (named) return taxiDuty(named);
    const known = usual.find(({ startTime }) => shiftTypeAt(startTime) === type);
    if (known) return known;
  }
  return null;
}
