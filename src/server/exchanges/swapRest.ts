import { addDays, type Day, type Week } from '../../domain/calendar/day.ts';
import { allowed, refuse, type Verdict } from '../../domain/errors/refusal.ts';
import { receivedFor } from '../../domain/exchanges/handover.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import type { RestBreach, SwapRest } from '../../domain/rest/breaches.ts';
import type { RestLimits, RestRules } from '../../domain/rest/limits.ts';
import { judgeRest, rosterAfter, rosterSpan } from '../../domain/rest/rules.ts';
import { otherRestText, ownRestText } from '../../domain/rest/texts.it.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { Queryable } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { listRosters, type RosterSpan } from './queries.people.ts';

// What a swap would do to the rest of the two people, by both calendars around it.

export interface AgreedSwap {
  kind: ExchangeKind;
  requesterId: string;
  accepterId: string;
  requesterGives: readonly Entry[];
  accepterGives: readonly Entry[];
}

interface PersonRest {
  /** As the person is told: days of ferie and malattia are left out of an average (D.Lgs. 66/2003, art. 6). */
  own: RestBreach[];
  /** As everybody else is told, decides and keeps: absence is no work, so that nothing tells of it. */
  seen: RestBreach[];
  /** The days just before and after their new work that are empty in their calendar, which count as free. */
  emptyDays: Day[];
}

export type JudgedRest = Record<keyof SwapRest, PersonRest>;

const unasked: PersonRest = { own: [], seen: [], emptyDays: [] };

/** What a swap would do to the rest of each of the two; nothing where the worksite does not ask. One statement. */
export async function findSwapRest(
  database: Queryable,
  rules: RestRules,
  swap: AgreedSwap,
): Promise<JudgedRest> {
  const [rest] = await findSwapRests(database, [{ rules, swap }]);
  return requireFound(rest ?? null);
}

/** The same of several swaps, with the rules of their worksites, in one statement. */
export async function findSwapRests(
  database: Queryable,
  asked: readonly { rules: RestRules; swap: AgreedSwap }[],
): Promise<JudgedRest[]> {
  const spans = spansOf(asked.flatMap(({ rules, swap }) => (rules.mode === 'off' ? [] : swap)));
  const rosters = spans.length > 0 ? await listRosters(database, spans) : [];
  const entriesOf = (userId: string, { from, to }: Week): Entry[] => {
    const roster = rosters[spans.findIndex((span) => span.userId === userId)] ?? [];
    return roster.filter(({ date }) => date >= from && date <= to);
  };
  return asked.map(({ rules, swap }): JudgedRest => {
    if (rules.mode === 'off') return { requester: unasked, accepter: unasked };
    const { kind, requesterGives, accepterGives } = swap;
    const requesters = entriesOf(swap.requesterId, spanOf(swap));
    const accepters = entriesOf(swap.accepterId, spanOf(swap));
    return {
      requester: judgePerson(requesters, receivedFor(kind, requesterGives, accepterGives), {
        gave: requesterGives,
        limits: rules.limits,
      }),
      accepter: judgePerson(accepters, receivedFor(kind, accepterGives, requesterGives), {
        gave: accepterGives,
        limits: rules.limits,
      }),
    };
  });
}

const spanOf = ({ requesterGives, accepterGives }: AgreedSwap): Week =>
  rosterSpan([...requesterGives, ...accepterGives].map(({ date }) => date));

/** Of each person once, what all these swaps need. */
function spansOf(swaps: readonly AgreedSwap[]): RosterSpan[] {
  const spans = new Map<string, Week>();
  for (const swap of swaps) {
    for (const userId of [swap.requesterId, swap.accepterId]) {
      const { from, to } = spanOf(swap);
      const known = spans.get(userId);
      spans.set(userId, {
        from: known && known.from < from ? known.from : from,
        to: known && known.to > to ? known.to : to,
      });
    }
  }
  return [...spans].map(([userId, span]) => ({ userId, ...span }));
}

const judgePerson = (
  entries: readonly Entry[],
  received: readonly Entry[],
  { gave, limits }: { gave: readonly Entry[]; limits: RestLimits },
): PersonRest => {
  const judge = (before: readonly Entry[]): RestBreach[] =>
    judgeRest(before, rosterAfter(before, gave, received), limits);
  const own = judge(entries);
  const isAway = entries.some((entry) => !isWorking(entry));
  return {
    own,
    seen: isAway ? judge(entries.filter(isWorking)) : own,
    emptyDays: emptyDaysAround(entries, received),
  };
};

function emptyDaysAround(entries: readonly Entry[], received: readonly Entry[]): Day[] {
  const filled = new Set([...entries, ...received].map(({ date }) => date));
  const around = received.filter(isWorking).flatMap(({ date }) => [addDays(date, -1), addDays(date, 1)]);
  return [...new Set(around)].filter((day) => !filled.has(day)).toSorted();
}

/** What is kept of it with a completed swap, and decides whether it waits for approval. */
export const breachesOf = ({ requester, accepter }: JudgedRest): SwapRest => ({
  requester: requester.seen,
  accepter: accepter.seen,
});

/** Who reads sentences about rest. */
export interface RestReader {
  side: keyof SwapRest;
  otherName: string;
}

/** What somebody reads of it: of themselves everything, of the other one the verdict. */
export const restTexts = (
  rest: Record<keyof SwapRest, Omit<PersonRest, 'emptyDays'>>,
  { side, otherName }: RestReader,
): { own: string[]; other: string[] } => ({
  own: rest[side].own.map(ownRestText),
  other: rest[side === 'requester' ? 'accepter' : 'requester'].seen.map((breach) =>
    otherRestText(breach, otherName),
  ),
});

/** What somebody reads of it who is neither of the two: of both the verdict. */
export const verdictTexts = (
  rest: SwapRest,
  names: Record<keyof SwapRest, string>,
): Record<keyof SwapRest, string[]> => ({
  requester: rest.requester.map((breach) => otherRestText(breach, names.requester)),
  accepter: rest.accepter.map((breach) => otherRestText(breach, names.accepter)),
});

/** The same as `requireRest` for who approves the swap. @throws RefusalError exchange_rest_too_short */
export function requireBearable(
  { mode }: RestRules,
  rest: SwapRest,
  names: Record<keyof SwapRest, string>,
): void {
  if (mode !== 'blocco') return;
  const { requester, accepter } = verdictTexts(rest, names);
  const [sentence] = [...requester, ...accepter];
  if (sentence !== undefined) throw new RefusalError(refuse('exchange_rest_too_short', { sentence }));
}

/** Whether a worksite lets two people swap as they agreed: not where it blocks a swap that breaks a limit. */
export function judgeBearable({ mode }: RestRules, rest: JudgedRest, reader: RestReader): Verdict {
  if (mode !== 'blocco') return allowed;
  const { own, other } = restTexts(rest, reader);
  const [sentence] = [...own, ...other];
  return sentence === undefined ? allowed : refuse('exchange_rest_too_short', { sentence });
}

/** @throws RefusalError exchange_rest_too_short, as `judgeBearable` has it */
export const requireRest = (...judged: Parameters<typeof judgeBearable>): void =>
  void requireAllowed(judgeBearable(...judged));
