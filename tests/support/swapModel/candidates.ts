import { type Action, ceo } from './actions.ts';
import { mayPreAccept } from './answers.ts';
import { isSameOffer } from './handover.ts';
import { endOf, givableDays, isOpen } from './kinds.ts';
import { daysFor, dutiesFor } from './roster.ts';
import { awaitedOf, later, type Model, offerersOf, the, weekOf, type Wish } from './state.ts';
import { tabOf } from './tabs.ts';

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

export const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];

/** All that a draft can become now, by whoever could do it. @param as the name of a request that is published */
export function candidatesFor(model: Model, draft: Draft, as: string): Action[] {
  const { do: name, n, k, isAny, isYes, isTaxi } = draft;
  switch (name) {
    case 'record':
      return recordings(model, draft);
    case 'edit':
    case 'remove':
      return changesOfEntries(model, draft);
    case 'publish': {
      // the same once more, as after a lost answer
      const again = isAny && k % 2 === 0 ? model.open().map(([, request]) => request) : [];
      const kept = again.filter(({ requester, row }) => model.findRow(requester, row));
      const asked: Wish[] = kept.length > 0 ? kept : wishes(model, draft);
      return asked.map((wish) => ({ do: name, who: wish.requester, kind: wish.kind, as, ...askedOf(wish) }));
    }
    case 'change':
      return changesOfWishes(model, draft);
    case 'setHours':
      return model
        .everybody()
        .map((who) => ({ do: name, who, hours: model.person(who).hours === 9 ? 8 : 9 }));
    case 'setActive': {
      // nobody stays away for long
      const out = model.everybody().filter((who) => !model.person(who).isActive);
      const isActive = out.length > 0;
      return (isActive ? out : model.everybody()).map((who) => ({ do: name, who, isActive }));
    }
    case 'setRules': {
      const rest = the(pick(['off', 'avviso', 'blocco', 'blocco'] as const, k));
      const approval = the(pick(['automatica', 'automatica_senza_avvisi', 'sempre', 'sempre'] as const, k));
      const worksite = isTaxi ? 'taxi' : the(pick(['nord', 'nord', 'sud'] as const, n));
      return [{ do: name, worksite, rules: isYes ? { rest } : { approval } }];
    }
    case 'wait': {
      const ends = model.open().map(([, { endsAt }]) => endsAt);
      const instants = [...ends, ...[0.5, 1.5, 5].map((hours) => later(model.now, hours))].toSorted();
      // rarely far: everything would have begun
      return [{ do: name, until: the(pick(instants.slice(0, k % 4 === 0 ? 9 : 3), n)) }];
    }
    default:
      return Object.keys(model.requests).flatMap((request) => answers(model, draft, request));
  }
}

/** What a yes, a no, or what the requester or an approver makes of them is like for one request. */
function answers(model: Model, draft: Draft, request: string): Action[] {
  const { do: name, m, k, isAny, isYes } = draft;
  const { requester } = model.request(request);
  const act = (who: number, whom: number): Action => {
    if (name === 'confirm') return { do: name, who, request, whom: k % 4 === 0 ? null : whom };
    if (name === 'refuse') return { do: name, who, request, whom };
    if (name === 'takeBack') return { do: name, who, request, isUndo: isYes };
    if (name === 'preAccept') return { do: name, who, request, row: givenRow(model, draft, who, request) };
    return { do: name as 'reject', who, request };
  };
  if (isAny) return [act(m % model.people.length, k % model.people.length)];
  if (name === 'refuse' || name === 'confirm') {
    return offerersOf(model.request(request), 'offerta').map((whom) => act(requester, whom));
  }
  return sensible(model, name, request).map((who) => act(who, who));
}

/** Who could do this now. */
function sensible(model: Model, name: Draft['do'], key: string): number[] {
  const request = model.request(key);
  const { requester, status } = request;
  const those = (test: (who: number) => boolean): number[] => model.everybody().filter(test);
  if (name === 'delete') return [requester];
  if (name === 'takeBack') return offerersOf(request, 'offerta');
  if (name === 'preAccept') return those((who) => mayPreAccept(model, key, who));
  if (name === 'reject') {
    return those((who) => status === 'aperta' && who !== requester && tabOf(model, request, who) !== null);
  }
  const mates = those((who) => model.person(who).mayApprove && model.areMates(who, requester));
  return awaitedOf(request) ? [ceo, ...mates] : [];
}

/** For a day mostly one of the shifts that fit, at times none or another one. */
function givenRow(model: Model, { m, k, isAny }: Draft, who: number, key: string): number | null {
  const request = model.request(key);
  if (request.kind !== 'giorno' || k % 4 === 0) return null;
  const day = pick(isAny ? request.days : givableDays(model, request, who), m);
  return (day === undefined ? undefined : model.entry(who, day)?.row) ?? null;
}

/** What a driver has today stays: a week of which half has begun is for tests of its own. */
const isSettled = (model: Model, who: number, day: string): boolean =>
  day === model.today() && model.person(who).worksite === 'taxi';

const recordings = (model: Model, { m, isAny }: Draft): Action[] =>
  model.everybody().flatMap((who) => {
    const person = model.person(who);
    const isEmpty = (day: string): boolean => day >= model.today() && !model.entry(who, day);
    return daysFor(person)
      .filter((day) => (isAny || isEmpty(day)) && !isSettled(model, who, day))
      .map((day) => ({ do: 'record', who, day, duty: the(pick(dutiesFor(person), m)) }));
  });

/** More often an entry that somebody waits for. */
function changesOfEntries(model: Model, { do: name, m, k, isAny, isYes: insists }: Draft): Action[] {
  const entries = model.entries().filter(({ who, day }) => !isSettled(model, who, day));
  const waited = entries.filter(({ who, day }) =>
    model.open().some(([, { requester, kind, offeredDay, offers }]) => {
      if (who !== requester && offers[who] !== 'offerta') return false;
      return kind === 'giorno' || weekOf(offeredDay).includes(day);
    }),
  );
  return (isAny || waited.length === 0 ? entries : waited).map(({ who, day, entry: { row } }): Action => {
    if (name === 'remove') return { do: 'remove', who, row, insists };
    const person = model.person(who);
    const another = the(pick(daysFor(person), k));
    const to = k % 4 === 0 && !isSettled(model, who, another) ? another : day;
    return { do: 'edit', who, row, day: to, duty: the(pick(dutiesFor(person), m)), insists };
  });
}

const workerWishes = ['mattina', 'pomeriggio', 'pomeriggio', 'sera'] as const;
const driverWishes = ['mattina', 'pomeriggio', 'seminotte', 'notte', 'sera'] as const;

/** What people could ask for with what they have; unless `isAny`, only what they may. */
function wishes(model: Model, { m, k, isAny }: Draft): Wish[] {
  const candidates = model.entries().flatMap(({ who, day, entry: { row } }): Wish[] => {
    const message = k % 2 === 0 ? null : 'Visita medica';
    const base = { requester: who, row, offeredDay: day, day, days: [], message };
    const person = model.person(who);
    if (person.worksite === 'taxi') {
      const wanted = the(pick(driverWishes, m));
      const weeks = daysFor(person).filter((_, index) => index % 7 === k % 7);
      return [
        { ...base, kind: 'settimana', wanted, day: the(pick(weekOf(day), k)) },
        ...weeks.map((other): Wish => ({ ...base, kind: 'ferie', wanted: null, day: other })),
      ];
    }
    const wanted = the(pick(workerWishes, m));
    const others = daysFor(person).filter(
      (other) => isAny || (other !== day && other >= model.today() && isOpen(model, who, other)),
    );
    const days = others.filter((_, index) => (k >> index) % 2 === 0 || index === m % others.length);
    const forDays: Wish = { ...base, kind: 'giorno', wanted: k % 3 === 0 ? wanted : null, days };
    return [{ ...base, kind: 'turno', wanted }, ...(days.length > 0 ? [forDays] : [])];
  });
  const isOnOffer = (wish: Wish): boolean => model.open().some(([, request]) => isSameOffer(request, wish));
  return candidates.filter((wish) => isAny || (endOf(model, wish) !== null && !isOnOffer(wish)));
}

const askedOf = ({ row, day, days, wanted, message }: Wish) => ({ row, day, days, wanted, message });

function changesOfWishes(model: Model, draft: Draft): Action[] {
  const all = draft.isYes ? [] : wishes(model, draft);
  return Object.entries(model.requests).flatMap(([request, stored]): Action[] => {
    const { requester: who, kind, status, row } = stored;
    if (!draft.isAny && status !== 'aperta') return [];
    const own = all.filter((wish) => wish.requester === who && wish.kind === kind);
    const asked = askedOf(pick(own, draft.m) ?? stored);
    if (!model.findRow(who, asked.row)) return [];
    if (asked.row === row && kind !== 'ferie') {
      asked.wanted = the(pick(kind === 'settimana' ? driverWishes : workerWishes, draft.m));
    }
    return [{ do: 'change', who, request, ...asked }];
  });
}
