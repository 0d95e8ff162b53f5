import { keyOfDuty, type ShiftType, shiftTypeAt, taxiShifts, type WorkLocation } from '../shifts/duty.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import { findTimes, readTimes, timesAmongWords } from './cellTimes.ts';
import { plainText } from './dayMarks.ts';
import type { RosterDuty } from './schema.ts';
import type { Table } from './table.ts';

/**
 * What a cell says: a shift, no work for whatever reason, or nothing at all about that day. The reason is read where
 * somebody reads their own row alone.
 */
export type Meaning =
  | { kind: 'work'; duty: RosterDuty }
  | { kind: 'off'; absence?: Absence }
  | { kind: 'skip' };
export type Absence = Exclude<WorkLocation, RosterDuty['workLocation']>;

/** Meanings by the cells' texts as `legendKey` writes them. */
export type Legend = Readonly<Record<string, Meaning>>;

export interface LegendItem {
  /** As it stands in the cells; empty for empty cells. */
  text: string;
  count: number;
  /** Null where it must be asked. */
  meaning: Meaning | null;
  /** What it probably means, where it must be asked. */
  proposal: Meaning | null;
  /** What it may mean. */
  doubt: string | null;
}

/** What is known of a worksite beside the file. */
export interface LegendFacts {
  variant: WorksiteVariant;
  /** What its people record, the most frequent first. */
  usual: readonly RosterDuty[];
  remembered: Legend;
  /** What the person who loads has said. */
  answers: Legend;
  /** Somebody reads their own row: rest, holidays and illness are told apart. */
  isOwn?: boolean;
}

/** Small and capital letters may mean different things: they stay. */
export const legendKey = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[–—−‐]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const offWords =
  /^(riposo( settimanale| compensativo)?|libero|libera|ferie|malattia|maternita|aspettativa|infortunio|congedo|assente|smonto( notte)?|non lavora)$/;
const probablyOff =
  /^(rip|fer|fe|mal|lib|off|-+|\/|perm|permesso|rol|rec|recupero|festivo|festa|assenza|ass)\.?$/;

const absenceWords: readonly [RegExp, Absence][] = [
  [/^(riposo( settimanale| compensativo)?|libero|libera|rip|lib|off|-+|\/|)\.?$/, 'libero'],
  [/^(ferie|fer|fe)\.?$/, 'ferie'],
  [/^(malattia|mal)\.?$/, 'malattia'],
];

/** No work, in one's own row with its reason; null there where the calendar knows no such reason. */
function offMeaning(plain: string, { isOwn }: LegendFacts): Meaning | null {
  if (!isOwn) return { kind: 'off' };
  const absence = absenceWords.find(([pattern]) => pattern.test(plain))?.[1];
  return absence === undefined ? null : { kind: 'off', absence };
}

const doubts: Record<string, string> = {
  m: 'mattina o malattia?',
  r: 'riposo o reperibilità?',
  f: 'ferie, festivo o fuori?',
  p: 'pomeriggio o permesso?',
  s: 'sera, smonto o smart working?',
  l: 'libero o turno lungo?',
  a: 'assente o un turno?',
};

const typeWords: [RegExp, readonly ShiftType[]][] = [
  [/^(mattina|mattino|matt)\.?$/, ['mattina']],
  [/^(pomeriggio|pom)\.?$/, ['pomeriggio']],
  [/^(sera|serale)$/, ['sera']],
  [/^(notte|not|n)\.?$/, ['notte', 'sera', 'seminotte']],
  [/^(seminotte|sn)$/, ['seminotte', 'sera']],
];

/** The meanings of all texts, those that must be asked first. */
export function readLegend(
  texts: ReadonlyMap<string, number>,
  table: Table,
  facts: LegendFacts,
): LegendItem[] {
  const inFile = legendInFile(table, facts);
  const items = [...texts].map(([text, count]) => ({ text, count, ...meaningOf(text, inFile, facts) }));
  return items.toSorted(
    (one, other) => Number(one.meaning !== null) - Number(other.meaning !== null) || other.count - one.count,
  );
}

type Found = Pick<LegendItem, 'meaning' | 'proposal' | 'doubt'>;
const sure = (meaning: Meaning): Found => ({ meaning, proposal: null, doubt: null });

function meaningOf(text: string, inFile: ReadonlyMap<string, Meaning | null>, facts: LegendFacts): Found {
  const answered = own(facts.answers, text);
  if (answered) return sure(answered);
  const plain = plainText(text);
  const doubt = doubts[plain.replace(/\.$/, '')] ?? null;
  const remembered = own(facts.remembered, text);
  const told = inFile.get(text);
  if (told !== undefined && told !== null) {
    return remembered && isSameMeaning(remembered, told)
      ? sure(told)
      : { meaning: null, proposal: told, doubt };
  }
  // two meanings in the file's own legend
  if (told === null) return { meaning: null, proposal: null, doubt };
  if (remembered) return sure(remembered);
  const spelled = readTimes(text);
  if (spelled?.isSure) return sure({ kind: 'work', duty: spelled.duty });
  const among = meaningAmongWords(text, facts);
  if (among) return among;
  const off = offWords.test(plain) ? offMeaning(plain, facts) : null;
  if (off) return sure(off);
  const named =
    facts.variant === 'taxi' ? taxiShifts.find(({ name }) => name === text.toUpperCase()) : undefined;
  if (named) return sure({ kind: 'work', duty: taxiDuty(named) });
  return {
    meaning: null,
    proposal: proposalFor(text, spelled?.duty ?? findTimes(text), facts),
    doubt,
  };
}

/** Never proposed as work, and not as rest either: only its person knows what became of such times. */
const unclear =
  /\b(rep|reperib\w*|pronta disponibilita|on call|annullat\w*|cancellat\w*|sospes\w*|revocat\w*|barrat\w*|permess\w*|perm|rol|104|recupero|sciopero|forse|da confermare)\b/;

const smartWords = /^(sw|smart|smart working|smartworking|lavoro agile|da remoto|remoto|telelavoro)$/;
const workWords = /^(sede|in sede|presenza|in presenza|turno|lavora|lavoro)?$/;

/** What a cell says that has more than times, or a word that leaves everything open; null where it has neither. */
function meaningAmongWords(text: string, facts: LegendFacts): Found | null {
  const plain = plainText(text);
  if (unclear.test(plain)) return { meaning: null, proposal: null, doubt: null };
  const { spelled, words } = timesAmongWords(text) ?? { spelled: null, words: plain };
  if (/^(no|non|niente)\b/.test(words)) {
    return { meaning: null, proposal: offMeaning('libero', facts), doubt: null };
  }
  if (spelled === null || words === '') return null;
  // a reason counts, whatever times stand beside it
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

const own = (legend: Legend, text: string): Meaning | undefined =>
  Object.hasOwn(legend, text) ? legend[text] : undefined;

function proposalFor(text: string, duty: RosterDuty | null, facts: LegendFacts): Meaning | null {
  const plain = plainText(text);
  if (text === '' || probablyOff.test(plain)) return offMeaning(plain, facts);
  const found = duty ?? usualOf(plain, facts);
  return found && { kind: 'work', duty: found };
}

const taxiDuty = ({ startTime, endTime }: { startTime: string; endTime: string }): RosterDuty => ({
  workLocation: 'sede',
  startTime,
  endTime,
});

/** What the worksite's people usually record of the type that a word names. */
function usualOf(word: string, { variant, usual }: LegendFacts): RosterDuty | null {
  const types = typeWords.find(([pattern]) => pattern.test(word))?.[1] ?? [];
  for (const type of types) {
    const named = variant === 'taxi' ? taxiShifts.find(({ shiftType }) => shiftType === type) : undefined;
    if (named) return taxiDuty(named);
    const known = usual.find(({ startTime }) => shiftTypeAt(startTime) === type);
    if (known) return known;
  }
  return null;
}

/** 'M = Mattina 6-14', 'R: riposo', or the two in cells beside each other; null where the file says two things. */
function legendInFile(table: Table, facts: LegendFacts): Map<string, Meaning | null> {
  const found = new Map<string, Meaning | null>();
  const add = (key: string, told: string): void => {
    const meaning = toldMeaning(told, facts);
    if (!meaning) return;
    const known = found.get(key);
    found.set(key, known === undefined || (known && isSameMeaning(known, meaning)) ? meaning : null);
  };
  for (const row of table) {
    const cells = row.map((text) => text.trim());
    for (const [index, cell] of cells.entries()) {
      for (const [, key = '', told = ''] of cell.matchAll(
        /(?:^|[\s,;|:])\s*([^\s=:,;|]{1,6})\s*[=:]\s*([^=\n,;|]+?)(?=\s*(?:[\n,;|]|$|\s\S{1,6}\s*=))/g,
      )) {
        if (!/^\d+$/.test(key)) add(legendKey(key), told);
      }
      const beside = cells[index + 1] ?? '';
      const [, dashed, said] = /^(\p{L}{1,3}\d?) - (\p{L}{3}.*)$/u.exec(legendKey(cell)) ?? [];
      if (dashed !== undefined && said !== undefined) add(dashed, said);
      // two cells are a legend where the second one explains and nothing else stands in the row
      const isPair = cells.filter((text) => text !== '').length <= 4 && /^\p{L}{1,3}\d?\.?$/u.test(cell);
      if (isPair && (/\p{L}{3,}/u.test(beside) || readTimes(beside) !== null)) add(legendKey(cell), beside);
    }
  }
  return found;
}

function toldMeaning(told: string, facts: LegendFacts): Meaning | null {
  const duty = readTimes(told)?.duty ?? findTimes(told);
  if (duty) return { kind: 'work', duty };
  const plain = plainText(told);
  const offWord = [plain, plain.split(' ')[0] ?? ''].find((word) => offWords.test(word));
  if (offWord !== undefined) return offMeaning(offWord, facts);
  const usual = usualOf(plain.split(' ')[0] ?? '', facts);
  return usual && { kind: 'work', duty: usual };
}

export const isSameMeaning = (one: Meaning, other: Meaning): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'off' || other.kind !== 'off' || one.absence === other.absence) &&
  (one.kind !== 'work' || other.kind !== 'work' || keyOfDuty(one.duty) === keyOfDuty(other.duty));
