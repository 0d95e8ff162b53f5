import type { Action } from './actions.ts';
import { ceo } from './approval.ts';
import { givableDays } from './days.ts';
import {
  awaitedOf,
  entryOf,
  everybody,
  type Model,
  offerersOf,
  personAt,
  requestAt,
  type Rules,
  the,
} from './state.ts';
import { mayPreAccept, tabOf } from './tabs.ts';

/** What somebody might do: numbers that choose from what there is when the time comes. */
export interface Draft {
  do: Action['do'];
  n: number;
  m: number;
  k: number;
  /** One in eight times whatever comes, sensible or not. */
  isAny: boolean;
  isYes: boolean;
  /** In which kind of worksite, where there is a choice. */
  isTaxi: boolean;
}

/** What actions at the same moment have to do with: all choose from what concerns it, where there is something. */
export interface Focus {
  request: string | undefined;
  /** The name of a request that is published now. */
  as: string;
}

export const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];

interface Candidate {
  who: number;
  request?: string;
}

/** One of the candidates, near the focus or in the wanted kind of worksite if there are such. */
export function choose<T extends Candidate>(
  model: Model,
  candidates: readonly T[],
  { n, isTaxi }: Draft,
  { request }: Focus,
): T | undefined {
  const isThere = ({ who, request: key }: T): boolean => {
    const whose = key === undefined ? who : (model.requests[key]?.requester ?? who);
    return (personAt(model, whose).worksite === 'taxi') === isTaxi;
  };
  const near = request === undefined ? candidates.filter(isThere) : concerned(model, candidates, request);
  return pick(near.length > 0 ? near : candidates, n);
}

function concerned<T extends Candidate>(model: Model, candidates: readonly T[], request: string): T[] {
  const { requester, offers } = requestAt(model, request);
  const people = new Set([requester, ...Object.keys(offers).map(Number)]);
  return candidates.filter((candidate) =>
    candidate.request === undefined ? people.has(candidate.who) : candidate.request === request,
  );
}

interface Answering extends Candidate {
  request: string;
  whom: number;
}

/** A yes, a no, or what the requester makes of them. */
export function answering(model: Model, draft: Draft, focus: Focus): Action | undefined {
  const candidates = draft.isAny ? anything(model, draft) : sensible(model, draft.do);
  const chosen = choose(model, candidates, draft, focus);
  if (!chosen) return undefined;
  const { who, request, whom } = chosen;
  if (draft.do === 'confirm') return { do: 'confirm', who, request, whom: draft.k % 4 === 0 ? null : whom };
  if (draft.do === 'refuse') return { do: 'refuse', who, request, whom };
  if (draft.do === 'approve' || draft.do === 'refuseApproval') return { do: draft.do, who, request };
  if (draft.do === 'takeBack') return { do: 'takeBack', who, request, isUndo: draft.isYes };
  if (draft.do === 'preAccept')
    return { do: 'preAccept', who, request, row: givenRow(model, draft, who, request) };
  return { do: draft.do as 'reject', who, request };
}

/** For a day mostly one of the shifts that fit, at times none or another one. */
function givenRow(model: Model, { m, k, isAny }: Draft, who: number, key: string): number | null {
  const request = requestAt(model, key);
  if (request.kind !== 'giorno' || k % 4 === 0) return null;
  const days = isAny ? request.days : givableDays(model, request, who);
  const day = pick(days, m);
  return (day === undefined ? undefined : entryOf(model, who, day)?.row) ?? null;
}

/** Any person and any request there is. */
function anything(model: Model, { m, k }: Draft): Answering[] {
  const who = m % model.people.length;
  const whom = k % model.people.length;
  return Object.keys(model.requests).map((request) => ({ who, request, whom }));
}

/** Who could do this now, and to which request. */
function sensible(model: Model, what: Draft['do']): Answering[] {
  return Object.entries(model.requests).flatMap(([request, stored]): Answering[] => {
    const { requester } = stored;
    if (what === 'approve' || what === 'refuseApproval') {
      if (!awaitedOf(stored)) return [];
      const approvers = everybody(model).filter(
        (who) =>
          personAt(model, who).mayApprove &&
          personAt(model, who).worksite === personAt(model, requester).worksite,
      );
      return [ceo, ...approvers].map((who) => ({ who, request, whom: who }));
    }
    const standing = offerersOf(stored, 'offerta');
    if (what === 'delete') return [{ who: requester, request, whom: requester }];
    if (what === 'refuse' || what === 'confirm') {
      return standing.map((whom) => ({ who: requester, request, whom }));
    }
    if (what === 'takeBack') return standing.map((who) => ({ who, request, whom: who }));
    const canAnswer = (who: number): boolean =>
      what === 'preAccept'
        ? mayPreAccept(model, request, who)
        : who !== requester && stored.status === 'aperta' && tabOf(model, stored, who) !== null;
    return everybody(model)
      .filter(canAnswer)
      .map((who) => ({ who, request, whom: who }));
  });
}

/** What happens to people rather than to requests. */
export function periodic(model: Model, draft: Draft, focus: Focus): Action | undefined {
  if (draft.do === 'wait') return waiting(model, draft);
  if (draft.do === 'setRules') return otherRules(draft);
  const all = everybody(model).map((who) => ({ who }));
  const chosen = choose(model, all, draft, focus)?.who;
  if (chosen === undefined) return undefined;
  if (draft.do === 'setActive') {
    const out = everybody(model).filter((who) => !personAt(model, who).isActive);
    // nobody stays away for long
    const back = pick(out, draft.n);
    return { do: 'setActive', who: back ?? chosen, isActive: back !== undefined };
  }
  const changed = everybody(model).filter((who) => personAt(model, who).hours === 9);
  const back = draft.isYes ? pick(changed, draft.n) : undefined;
  return { do: 'setHours', who: back ?? chosen, hours: back === undefined ? 9 : 8 };
}

/** Other rules of a worksite: one of the three. In a running taxi week another cut-off is for tests of its own. */
function otherRules({ n, m, k, isTaxi }: Draft): Action {
  const worksite = isTaxi ? 'taxi' : the(pick(['nord', 'nord', 'sud'] as const, n));
  const others: readonly Partial<Rules>[] = [
    { rest: the(pick(['off', 'avviso', 'blocco', 'blocco'] as const, k)) },
    { approval: the(pick(['automatica', 'automatica_senza_avvisi', 'sempre', 'sempre'] as const, k)) },
    ...(isTaxi ? [] : [{ cutoff: the(pick([0, 2, 6, 12], k)) }]),
  ];
  return { do: 'setRules', worksite, rules: the(pick(others, m)) };
}

function waiting(model: Model, { n, k, isYes }: Draft): Action {
  const ends = Object.values(model.requests)
    .filter(({ status }) => status === 'aperta')
    .map(({ endsAt }) => endsAt);
  const later = [...ends, ...[30, 90, 300].map((minutes) => after(model.now, minutes))].toSorted();
  // rarely far: everything would have begun
  const until = pick(later.slice(0, k % 4 === 0 ? 9 : 3), n) ?? model.now;
  // of what has waited in vain the server's job writes so at that moment
  const isUnapproved = Object.values(model.requests).some((request) => {
    const awaited = awaitedOf(request);
    return awaited !== null && awaited.until <= until;
  });
  return { do: 'wait', until, isTidied: isYes || isUnapproved };
}

const after = (now: string, minutes: number): string =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString();
