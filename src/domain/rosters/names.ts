import { plainText } from './dayMarks.ts';

export interface Colleague {
  id: string;
  name: string;
}

/**
 * Whom a name in the file means. `sure`: all words match exactly one colleague; `likely`: one colleague matches best,
 * but by a single word or with a slip; `open`: nobody matches, or several equally well.
 */
export interface NameMatch {
  certainty: 'sure' | 'likely' | 'open';
  userId: string | null;
  /** The best matches first. */
  candidates: string[];
}

const titles = new Set([
  'sig',
  'ra',
  'sigra',
  'dott',
  'ssa',
  'dr',
  'inf',
  'oss',
  'ing',
  'geom',
  'cap',
  'resp',
]);

/** The words of a name, 'D’Angelo, Niccolò' as dangelo and niccolo. */
const wordsOfName = (name: string): string[] =>
  plainText(name)
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word));

/** The key by which names in files are equal, ignoring case, accents and blanks. */
export const keyOfName = (name: string): string => plainText(name);

const nothing: NameMatch = { certainty: 'open', userId: null, candidates: [] };

/** Matches a name in the file to a colleague, with words in any order, initials, accents and slips. */
export function matchName(name: string, colleagues: readonly Colleague[]): NameMatch {
  const words = wordsOfName(name);
  if (!words.some((word) => word.length > 1)) return nothing;
  const scored = colleagues
    .map(({ id, name: own }) => ({ id, score: scoreOf(words, wordsOfName(own)) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
  const [best, second] = scored;
  if (!best) return nothing;
  const candidates = scored.slice(0, 8).map(({ id }) => id);
  if (second && second.score === best.score) return { certainty: 'open', userId: null, candidates };
  return { certainty: best.score >= scores.initials ? 'sure' : 'likely', userId: best.id, candidates };
}

const scores = { whole: 5, initials: 4, slip: 3, part: 2 } as const;

/** How well the words of a name match a colleague's; 0 for no match. */
function scoreOf(words: readonly string[], own: readonly string[]): number {
  const isPaired = (fits: (word: string, other: string) => boolean): boolean => pairAll(words, own, fits);
  if (words.length === own.length && isPaired((word, other) => word === other)) return scores.whole;
  const isInitial = (word: string, other: string): boolean => word.length === 1 && other.startsWith(word);
  // a surname may have several words: without the first name it is unclear
  const [first = ''] = own;
  const hasFirst = words.some((word) => word === first || isInitial(word, first));
  if (words.length >= 2 && isPaired((word, other) => word === other || isInitial(word, other)))
    return hasFirst ? scores.initials : scores.slip;
  if (
    words.length >= 2 &&
    isPaired((word, other) => word === other || isInitial(word, other) || isSlip(word, other))
  ) {
    return scores.slip;
  }
  // 'Rossi Mario (PT)'
  if (own.length >= 2 && pairAll(own, words, (one, other) => one === other)) return scores.slip;
  return words.length === 1 && isPaired((word, other) => word === other || isSlip(word, other))
    ? scores.part
    : 0;
}

/** Whether each word matches a different one. Names have few words, so trying all is fast enough. */
function pairAll(
  words: readonly string[],
  others: readonly string[],
  fits: (word: string, other: string) => boolean,
): boolean {
  const [word, ...rest] = words;
  if (word === undefined) return true;
  return others.some((other, index) => fits(word, other) && pairAll(rest, others.toSpliced(index, 1), fits));
}

/** Whether two words differ by one slip, or two in long ones; words with digits never do. */
function isSlip(word: string, other: string): boolean {
  if (word.length < 4 || other.length < 4 || /\d/.test(word + other)) return false;
  return editDistance(word, other) <= (Math.min(word.length, other.length) >= 8 ? 2 : 1);
}

/** The number of letters inserted, deleted, replaced or swapped with a neighbour. */
export function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const at = (r: number, c: number): number => (r === i ? row[c] : rows[r]?.[c]) ?? Infinity;
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}

/** Whom each name in the file means. Two names for the same colleague are both unclear. */
export function matchNames(
  names: readonly string[],
  colleagues: readonly Colleague[],
): Map<string, NameMatch> {
  const matches = new Map([...new Set(names)].map((name) => [name, matchName(name, colleagues)]));
  const claims = Map.groupBy(
    [...matches].filter(([, { userId }]) => userId !== null),
    ([, { userId }]) => userId,
  );
  for (const claimed of claims.values()) {
    const own = colleagues.find(({ id }) => id === claimed[0]?.[1].userId);
    const whole = claimed.filter(([name]) => own !== undefined && isWholeName(name, own));
    if (claimed.length < 2) continue;
    for (const [name, match] of claimed) {
      if (whole.length === 1 && whole[0]?.[0] === name) continue;
      matches.set(name, { ...match, certainty: 'open', userId: null });
    }
  }
  return matches;
}

/** Whether a name has exactly this person's words. */
export const isWholeName = (name: string, person: Colleague): boolean =>
  scoreOf(wordsOfName(name), wordsOfName(person.name)) === scores.whole;
