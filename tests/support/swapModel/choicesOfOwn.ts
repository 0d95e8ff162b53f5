import type { ShiftType } from '../../../src/domain/shifts/duty.ts';
import type { Action, Asked } from './actions.ts';
import { choose, type Draft, type Focus, pick } from './choices.ts';
import { isOpen } from './days.ts';
import { endOf, isSameOffer } from './kinds.ts';
import { daysFor, dutiesFor } from './roster.ts';
import {
  entryOf,
  everybody,
  findRow,
  type Kind,
  type Model,
  personAt,
  requestAt,
  the,
  todayOf,
  weekOf,
  type Wish,
} from './state.ts';

// What people do with what is their own: their calendars, and what they ask for.

export function calendarAction(model: Model, draft: Draft, focus: Focus): Action | undefined {
  return draft.do === 'record' ? recording(model, draft, focus) : changing(model, draft, focus);
}

function recording(model: Model, draft: Draft, focus: Focus): Action | undefined {
  const empty = everybody(model).flatMap((who) =>
    daysFor(personAt(model, who))
      .filter((day) => draft.isAny || (day >= todayOf(model) && !entryOf(model, who, day)))
      .map((day) => ({ who, day }))
      .filter((entry) => !isSettled(model, entry)),
  );
  const chosen = choose(model, empty, draft, focus);
  if (!chosen) return undefined;
  return { do: 'record', ...chosen, duty: the(pick(dutiesFor(personAt(model, chosen.who)), draft.m)) };
}

interface OwnEntry {
  who: number;
  day: string;
  row: number;
}

/** What a driver has today stays: a week of which half has begun is for tests of its own. */
const isSettled = (model: Model, { who, day }: { who: number; day: string }): boolean =>
  day === todayOf(model) && personAt(model, who).worksite === 'taxi';

const entriesOf = (model: Model): OwnEntry[] =>
  Object.entries(model.calendar).map(([place, { row }]) => ({
    who: Number(place.split(' ')[0]),
    day: place.slice(-10),
    row,
  }));

/** More often an entry that somebody waits for. */
function changing(model: Model, draft: Draft, focus: Focus): Action | undefined {
  const { m, k, isAny, isYes: insists } = draft;
  const entries = entriesOf(model).filter((entry) => !isSettled(model, entry));
  const waited = entries.filter(({ who, day }) =>
    Object.values(model.requests).some(
      ({ status, requester, kind, offeredDay, offers }) =>
        status === 'aperta' &&
        (who === requester || offers[who] === 'offerta') &&
        (kind === 'turno' ? day === offeredDay : kind === 'giorno' || weekOf(offeredDay).includes(day)),
    ),
  );
  const chosen = choose(model, isAny || waited.length === 0 ? entries : waited, draft, focus);
  if (!chosen) return undefined;
  const { who, row } = chosen;
  if (draft.do === 'remove') return { do: 'remove', who, row, insists };
  const person = personAt(model, who);
  const other = the(pick(daysFor(person), k));
  const day = k % 4 === 0 && !isSettled(model, { who, day: other }) ? other : chosen.day;
  return { do: 'edit', who, row, day, duty: the(pick(dutiesFor(person), m)), insists };
}

const workerWishes = ['mattina', 'pomeriggio', 'pomeriggio', 'sera'] as const;
const driverWishes = ['mattina', 'pomeriggio', 'seminotte', 'notte', 'sera'] as const;
const messages = [null, 'Visita medica'];

export function wishAction(model: Model, draft: Draft, focus: Focus): Action | undefined {
  return draft.do === 'publish' ? publication(model, draft, focus) : changedWish(model, draft, focus);
}

type Candidate = Wish & { who: number };

/** What people could ask for with what they have; unless `isAny`, only what they may. */
function wishes(model: Model, { m, k, isAny }: Draft, only?: { who: number; kind: Kind }): Candidate[] {
  const candidates = entriesOf(model).flatMap(({ who, day, row }): Candidate[] => {
    if (only && who !== only.who) return [];
    const base = { who, requester: who, row, offeredDay: day, message: pick(messages, k) ?? null };
    const wish = (kind: Kind, wanted: ShiftType | null, wantedDay = day, days: string[] = []): Candidate => ({
      ...base,
      kind,
      days,
      wanted,
      day: wantedDay,
    });
    const person = personAt(model, who);
    if (person.worksite !== 'taxi') {
      const wanted = the(pick(workerWishes, m));
      const others = daysFor(person).filter(
        (other) => isAny || (other !== day && other >= todayOf(model) && isOpen(model, who, other)),
      );
      const named = others.filter((_, index) => (k >> index) % 2 === 0 || index === m % others.length);
      return [
        wish('turno', wanted),
        ...(named.length > 0 ? [wish('giorno', k % 3 === 0 ? wanted : null, day, named)] : []),
      ];
    }
    const weeks = daysFor(person).filter((_, index) => index % 7 === k % 7);
    return [
      wish('settimana', the(pick(driverWishes, m)), the(pick(weekOf(day), k))),
      ...weeks.map((other) => wish('ferie', null, other)),
    ];
  });
  const open = Object.values(model.requests).filter(({ status }) => status === 'aperta');
  return candidates.filter(
    (wish) =>
      (!only || wish.kind === only.kind) &&
      (isAny || (endOf(model, wish) !== null && !open.some((request) => isSameOffer(request, wish)))),
  );
}

const askedOf = ({ row, day, days, wanted, message }: Wish): Asked => ({ row, day, days, wanted, message });

function publication(model: Model, draft: Draft, focus: Focus): Action | undefined {
  const open = Object.values(model.requests).filter(({ status }) => status === 'aperta');
  // the same once more, as after a lost answer
  const again = draft.isAny && draft.k % 2 === 0 ? pick(open, draft.n) : undefined;
  const hasStill = again && findRow(model, again.requester, again.row) !== undefined;
  const chosen = hasStill
    ? { ...again, who: again.requester }
    : choose(model, wishes(model, draft), draft, focus);
  if (!chosen) return undefined;
  return { do: 'publish', who: chosen.who, kind: chosen.kind, as: focus.as, ...askedOf(chosen) };
}

function changedWish(model: Model, draft: Draft, focus: Focus): Action | undefined {
  const own = Object.entries(model.requests)
    .filter(([, { status }]) => draft.isAny || status === 'aperta')
    .map(([request, { requester: who }]) => ({ who, request }));
  const chosen = choose(model, own, draft, focus);
  if (!chosen) return undefined;
  const { who, request } = chosen;
  const stored = requestAt(model, request);
  const other = draft.isYes ? undefined : pick(wishes(model, draft, { who, kind: stored.kind }), draft.m);
  if (other) return { do: 'change', who, request, ...askedOf(other) };
  if (!findRow(model, who, stored.row)) return undefined;
  const types = stored.kind === 'turno' || stored.kind === 'giorno' ? workerWishes : driverWishes;
  const wanted = stored.kind === 'ferie' ? null : the(pick(types, draft.m));
  return { do: 'change', who, request, ...askedOf(stored), wanted };
}
