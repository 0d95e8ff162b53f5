import fc from 'fast-check';
import { type Action, type Answering, ceo, type Doing, worksiteOf } from './actions.ts';
import { apply } from './apply.ts';
import { isOpen } from './kinds.ts';
import { daysFor, dutiesFor } from './roster.ts';
import { later, type Model, type Request, the, weekOf } from './state.ts';

// Random drafts of numbers that become actions once it is known what there is to act on. The model accepts most of them;
// the server must refuse the others.

export interface Draft {
  do: Action['do'];
  n: number;
  m: number;
  k: number;
  /** True in one of eight: any action, sensible or not. */
  isAny: boolean;
  /** The kind of worksite, where there is a choice. */
  isTaxi: boolean;
}

/** Relative frequency of each action. */
const weights: [number, Action['do'][]][] = [
  [30, ['preAccept']],
  [12, ['publish', 'confirm']],
  [8, ['approve', 'record']],
  [4, ['reject', 'takeBack', 'refuse', 'refuseApproval', 'change', 'edit', 'setRules']],
  [2, ['remove', 'delete', 'wait']],
];
const number = fc.nat({ max: 999 });
const drafts: fc.Arbitrary<Draft> = fc.record({
  do: fc.constantFrom(
    ...weights.flatMap(([times, some]) => Array.from({ length: times }, () => some).flat()),
  ),
  n: number,
  m: number,
  k: number,
  isAny: fc.nat({ max: 7 }).map((value) => value === 7),
  isTaxi: fc.nat({ max: 4 }).map((value) => value > 2),
});

/** Simultaneous actions: usually one, else two or three about the same request. */
export const actionDrafts: fc.Arbitrary<Draft[]> = fc.oneof(
  { weight: 3, arbitrary: drafts.map((draft) => [draft]) },
  { weight: 1, arbitrary: fc.array(drafts, { minLength: 2, maxLength: 3 }) },
);

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];

/** The simultaneous actions for some drafts; `[]` if there is nothing to act on. Time passes only on its own. */
export function actionsOf(model: Model, moment: readonly Draft[], step: number): Action[] {
  const isAlone = moment.length === 1;
  const focus = isAlone ? undefined : pick(model.open(), moment[0]?.n ?? 0)?.[0];
  return moment.flatMap((draft, index) => {
    if (!isAlone && (draft.do === 'wait' || draft.do === 'setRules')) return [];
    const all = candidates(model, draft, `${step}.${index}`);
    const near = all.filter((action) => {
      if (focus === undefined) return (worksiteOf(model, action) === 'taxi') === draft.isTaxi;
      return 'request' in action ? action.request === focus : isParty(model.request(focus), action);
    });
    const from = near.length > 0 ? near : all;
    if (draft.isAny) return pick(from, draft.n) ?? [];
    const first = draft.n % Math.max(1, from.length);
    const tried = [...from.slice(first), ...from.slice(0, first)].slice(0, 80);
    return tried.find((action) => apply(model.clone(), action).startsWith('ok')) ?? [];
  });
}

const isParty = ({ requester, offers }: Request, action: Action): boolean =>
  'who' in action && (action.who === requester || offers[action.who] !== undefined);

/** All actions that a draft can become now. @param as the name of a new request */
function candidates(model: Model, draft: Draft, as: string): Action[] {
  const { do: name, n, m, k, isTaxi } = draft;
  switch (name) {
    case 'record':
    case 'edit':
    case 'remove':
      return ownEntries(model, draft);
    case 'publish':
      return publications(model, draft, as);
    case 'change':
      return model.open().map(([request, { requester: who, kind, row, day, days }]) => {
        const wanted = kind === 'ferie' ? null : typeFor(model, who, m);
        return { do: name, who, request, row, day, days, wanted, message: k % 2 === 0 ? null : 'Altro' };
      });
    case 'setRules': {
      const rest = the(pick(['off', 'avviso', 'blocco', 'blocco'] as const, k));
      const approval = the(pick(['automatica', 'automatica_senza_avvisi', 'sempre', 'sempre'] as const, k));
      const worksite = isTaxi ? 'taxi' : the(pick(['nord', 'nord', 'sud'] as const, n));
      return [{ do: name, worksite, rules: m % 2 === 0 ? { rest } : { approval } }];
    }
    case 'wait': {
      const ends = model.open().map(([, { endsAt }]) => endsAt);
      const instants = [...ends, ...[0.5, 1.5, 5].map((hours) => later(model.now, hours))].toSorted();
      // mostly short waits: after long ones every shift has begun
      return [{ do: name, until: the(pick(instants.slice(0, k % 4 === 0 ? 9 : 3), n)) }];
    }
    default:
      return Object.keys(model.requests).flatMap((request) => answers(model, draft, name, request));
  }
}

/** The possible answers, confirmations and approvals of one request. */
function answers(model: Model, { k, isAny }: Draft, name: Answering['do'], request: string): Answering[] {
  const { requester, status, kind, days } = model.request(request);
  if (!isAny && status !== 'aperta') return [];
  const people = model.everybody().filter((who) => isAny || model.areMates(who, requester));
  const isRequesters = name === 'confirm' || name === 'refuse' || name === 'delete';
  const isApprovers = name === 'approve' || name === 'refuseApproval';
  const actors = isRequesters && !isAny ? [requester] : [...(isApprovers ? [ceo] : []), ...people];
  const whoms = name === 'refuse' || (name === 'confirm' && k % 4 > 0) ? people : [null];
  return actors.flatMap((who) => {
    const given = kind === 'giorno' && name === 'preAccept' ? days : [];
    const rows = [null, ...given.flatMap((day) => model.entry(who, day)?.row ?? [])];
    return rows.flatMap((row) => whoms.map((whom) => ({ do: name, who, request, whom, row })));
  });
}

/** Drivers keep today's entry: half-begun weeks are tested elsewhere. */
const isSettled = (model: Model, who: number, day: string): boolean =>
  day === model.today() && model.person(who).worksite === 'taxi';

/** Changes of own entries, mostly of entries that others depend on. */
function ownEntries(model: Model, { do: name, m, k, isAny }: Draft): Action[] {
  const dutyFor = (who: number) => the(pick(dutiesFor(model.person(who)), m));
  const freely = <T extends { who: number; day: string }>(places: T[]): T[] =>
    places.filter(({ who, day }) => !isSettled(model, who, day));
  if (name === 'record') {
    const places = model
      .everybody()
      .flatMap((who) => daysFor(model.person(who)).map((day) => ({ who, day })));
    return freely(places).map((place) => ({ do: name, ...place, duty: dutyFor(place.who) }));
  }
  const entries = freely(model.entries());
  const waited = entries.filter(({ who, day }) =>
    model.open().some(([, { requester, kind, offeredDay, offers }]) => {
      if (who !== requester && offers[who] !== 'offerta') return false;
      return kind === 'giorno' || weekOf(offeredDay).includes(day);
    }),
  );
  const insists = m % 2 === 0;
  return (isAny || waited.length === 0 ? entries : waited).map(({ who, day, entry: { row } }): Action => {
    if (name === 'remove') return { do: name, who, row, insists };
    const another = the(pick(daysFor(model.person(who)), k));
    const to = k % 4 === 0 && !isSettled(model, who, another) ? another : day;
    return { do: 'edit', who, row, day: to, duty: dutyFor(who), insists };
  });
}

const workerWishes = ['mattina', 'pomeriggio', 'pomeriggio', 'sera'] as const;
const driverWishes = ['mattina', 'pomeriggio', 'seminotte', 'notte', 'sera'] as const;
const typeFor = (model: Model, who: number, n: number) =>
  the(pick(model.person(who).worksite === 'taxi' ? driverWishes : workerWishes, n));

/** What people could request with their entries. */
function publications(model: Model, { m, k, isAny }: Draft, as: string): Doing<'publish'>[] {
  return model.entries().flatMap(({ who, day, entry: { row } }): Doing<'publish'>[] => {
    const person = model.person(who);
    const wanted = typeFor(model, who, m);
    const message = k % 2 === 0 ? null : 'Visita medica';
    const asked = { do: 'publish' as const, who, as, row, day, days: [], wanted, message };
    if (person.worksite === 'taxi') {
      const weeks = daysFor(person).filter((_, index) => index % 7 === k % 7);
      const holidays = weeks.map((other) => ({ ...asked, kind: 'ferie' as const, wanted: null, day: other }));
      return [{ ...asked, kind: 'settimana', day: the(pick(weekOf(day), k)) }, ...holidays];
    }
    const others = daysFor(person).filter((other) => isAny || (other !== day && isOpen(model, who, other)));
    const days = others.filter((_, index) => (k >> index) % 2 === 0 || index === m % others.length);
    const forDays = { ...asked, kind: 'giorno' as const, days, wanted: k % 3 === 0 ? wanted : null };
    return [{ ...asked, kind: 'turno' }, ...(days.length > 0 ? [forDays] : [])];
  });
}
