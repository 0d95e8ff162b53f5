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

// The effect of a swap on the rest of both people, from both calendars around it.

export interface AgreedSwap {
  kind: ExchangeKind;
  requesterId: string;
  accepterId: string;
  requesterGives: readonly Entry[];
  accepterGives: readonly Entry[];
}

interface PersonRest {
  /** As shown to the person: averages leave out days of ferie and malattia (D.Lgs. 66/2003, art. 6). */
  own: RestBreach[];
  /** As shown to everybody else, judged and stored: absences count as days without work, so that nothing reveals them. */
  seen: RestBreach[];
  /** The days just before and after their new work that are empty in their calendar and count as free. */
  emptyDays: Day[];
}

export type JudgedRest = Record<keyof SwapRest, PersonRest>;

const unasked: PersonRest = { own: [], seen: [], emptyDays: [] };

/** The effect of a swap on the rest of each person; empty if the worksite does not check. One statement. */
export async function findSwapRest(
  database: Queryable,
  rules: RestRules,
  swap: AgreedSwap,
): Promise<JudgedRest> {
  const [rest] = await findSwapRests(database, [{ rules, swap }]);
  return requireFound(rest ?? null);
}

/** Like `findSwapRest`, for several swaps with the rules of their worksites, in one statement. */
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

/** Merges what these swaps need into one span per person. */
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

/** The breaches stored with a completed swap, which also decide whether it waits for approval. */
export const breachesOf = ({ requester, accepter }: JudgedRest): SwapRest => ({
  requester: requester.seen,
  accepter: accepter.seen,
});

/** The reader of sentences about rest. */
export interface RestReader {
  side: keyof SwapRest;
  otherName: string;
}

/** The texts for one of the two: everything about themselves, only the verdict about the other. */
export const restTexts = (
  rest: Record<keyof SwapRest, Omit<PersonRest, 'emptyDays'>>,
  { side, otherName }: RestReader,
): { own: string[]; other: string[] } => ({
  own: rest[side].own.map(ownRestText),
  other: rest[side === 'requester' ? 'accepter' : 'requester'].seen.map((breach) =>
    otherRestText(breach, otherName),
  ),
});

/** The texts for anybody else: only the verdict about both. */
export const verdictTexts = (
  rest: SwapRest,
  names: Record<keyof SwapRest, string>,
): Record<keyof SwapRest, string[]> => ({
  requester: rest.requester.map((breach) => otherRestText(breach, names.requester)),
  accepter: rest.accepter.map((breach) => otherRestText(breach, names.accepter)),
});

/** Like `requireRest`, for the approver. @throws RefusalError exchange_rest_too_short */
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

/** Whether a worksite lets two people swap as agreed: not if it blocks swaps that break a limit. */
export function judgeBearable({ mode }: RestRules, rest: JudgedRest, reader: RestReader): Verdict {
  if (mode !== 'blocco') return allowed;
  const { own, other } = restTexts(rest, reader);
  const [sentence] = [...own, ...other];
  return sentence === undefined ? allowed : refuse('exchange_rest_too_short', { sentence });
}

/** @throws RefusalError exchange_rest_too_short, by `judgeBearable` */
export const requireRest = (...judged: Parameters<typeof judgeBearable>): void =>
  void requireAllowed(judgeBearable(...judged));
