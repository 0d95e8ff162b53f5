import type { NamedRow } from './cells.ts';
import { type Colleague, keyOfName, matchNames, type NameMatch } from './names.ts';
import { mostCandidates, mostNames, type RememberedName } from './remembered.ts';
import { mostNameCharacters } from './schema.ts';

/** The answer for a name without an account: its working shifts are kept until claimed. */
export const withoutAccount = 'without-account';

/** `userId` is `withoutAccount` if chosen. */
export interface ReadName extends NameMatch {
  /** As written in the file. */
  name: string;
  /** Chosen by a person, or unambiguous. */
  isSettled: boolean;
}

/** Whom the names of a table mean: as answered now or earlier, or by matching. */
export function readNames(
  rows: readonly NamedRow[],
  colleagues: readonly Colleague[],
  who: Readonly<Record<string, string | null>>,
  known: readonly RememberedName[],
): ReadName[] {
  const matches = matchNames(
    rows.map(({ name }) => name),
    colleagues,
  );
  const knownOf = new Map(known.map((one) => [one.name, one]));
  const said = new Map(
    [...matches].flatMap(([name, match]) => {
      if (Object.hasOwn(who, name)) return [[name, who[name] ?? null] as const];
      const remembered = knownOf.get(keyOfName(name));
      return remembered && holds(remembered, match) ? [[name, meantBy(remembered)] as const] : [];
    }),
  );
  const taken = new Set([...Object.values(who), ...said.values()]);
  return [...matches].map(([name, match]) => {
    const answer = said.get(name);
    if (answer !== undefined) return { ...match, name, userId: answer, isSettled: true };
    // this colleague was assigned to another name
    const isFree = match.userId !== null && !taken.has(match.userId);
    const { certainty, userId } = isFree ? match : { certainty: 'open' as const, userId: null };
    return { ...match, name, certainty, userId, isSettled: certainty === 'sure' };
  });
}

const meantBy = ({ userId, withoutAccount: waits }: RememberedName): string | null =>
  waits ? withoutAccount : userId;

/** Whether nobody else has come to match this name since it was assigned. */
const holds = ({ userId, others }: RememberedName, { candidates }: NameMatch): boolean =>
  candidates.every((id) => id === userId || others.includes(id));

/**
 * The name assignments to remember, made now or earlier.
 * @param who the assignments for this file
 */
export function rememberNames(
  { names }: { names: readonly ReadName[] },
  who: Readonly<Record<string, string | null>>,
  known: readonly RememberedName[],
): RememberedName[] {
  const before = new Set(known.map(({ name }) => name));
  const said = names.filter(
    ({ name, isSettled }) => Object.hasOwn(who, name) || (isSettled && before.has(keyOfName(name))),
  );
  const remembered = said.map(({ name, userId, candidates }) => ({
    name: keyOfName(name).slice(0, mostNameCharacters).trim(),
    userId: userId === withoutAccount ? null : userId,
    withoutAccount: userId === withoutAccount,
    others: candidates.slice(0, mostCandidates),
  }));
  return [...new Map(remembered.map((one) => [one.name, one])).values()].slice(0, mostNames);
}
