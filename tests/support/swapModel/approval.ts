import { type PlainEntry, restByMinute } from '../restByMinute.ts';
import { type Action, type Doing, notFound, ok, type Outcome, refused } from './actions.ts';
import { changeCalendars, lapse, review } from './closing.ts';
import { canConfirmDay, exchangeDays, givableDays } from './days.ts';
import { endOverdue, expireAndTell } from './expiry.ts';
import { exchange, swapDays } from './kinds.ts';
import {
  awaitedOf,
  beginsAt,
  entryOf,
  everybody,
  isHeld,
  later,
  type Model,
  personAt,
  type Request,
  requestAt,
  rulesOf,
  tell,
  the,
} from './state.ts';

// What a worksite's rules make of a swap to which both have agreed: refused for too little rest, done, or waiting.

/** The CEO, who approves for all worksites; the news of theirs is not looked at. */
export const ceo = -1;

/** What the two would exchange now; null where they cannot. */
interface Agreed {
  /** The entries that would change hands. */
  rows: number[];
  /** When the first of them begins. */
  begins: string;
  /** Writes it. */
  write: (model: Model) => void;
}

export function agreedOf(model: Model, request: Request, accepter: number): Agreed | null {
  const { kind } = request;
  const places = placesOf(model, request, accepter);
  if (!places) return null;
  const entries = places.flatMap(([who, day]) => {
    const entry = entryOf(model, who, day);
    return entry ? [{ day, entry }] : [];
  });
  return {
    rows: entries.map(({ entry }) => entry.row),
    begins: the(entries.map(({ day, entry }) => beginsAt(day, entry.duty)).toSorted()[0]),
    write: (after) => {
      if (kind === 'giorno') exchangeDays(after, request, accepter, the(request.given[accepter]).day);
      else exchange(after, request, accepter, the(swapDays(after, request, accepter) ?? undefined));
    },
  };
}

/** Whose entry of which day changes hands. */
function placesOf(
  model: Model,
  request: Request,
  accepter: number,
): (readonly [who: number, day: string])[] | null {
  const { requester, kind, offeredDay } = request;
  if (kind === 'giorno') {
    const { day } = the(request.given[accepter]);
    const isFit = givableDays(model, request, accepter).includes(day) && canConfirmDay(model, request, day);
    return isFit ? [[requester, offeredDay] as const, [accepter, day] as const] : null;
  }
  const days = swapDays(model, request, accepter);
  return (
    days && [
      ...days.requester.map((day) => [requester, day] as const),
      ...days.colleague.map((day) => [accepter, day] as const),
    ]
  );
}

/** The entries that a colleague would give; for a day the shift of that day. */
export function givenRows(model: Model, request: Request, who: number, day: string | null): number[] {
  const days = day === null ? swapDays(model, request, who)?.colleague : [day];
  return (days ?? []).flatMap((one) => entryOf(model, who, one)?.row ?? []);
}

export const isDecision = (action: Action): action is Doing<'approve' | 'refuseApproval'> =>
  action.do === 'approve' || action.do === 'refuseApproval';

/**
 * Of all worksites: those of the law, but for the weekly rest, which takes long to reckon by the minute. What each limit means is
 * for tests of its own.
 */
export const restLimits = {
  dailyRestHours: 11,
  weeklyRestHours: 0,
  averageWeekHours: 48,
  nightHours: 8,
  daysInRow: 6,
};

const known = new Map<string, number>();

/** How many limits of rest a swap would break, for both: reckoned by the minute, as long as the worksite asks. */
function breachCount(model: Model, request: Request, accepter: number): number {
  const agreed = rulesOf(model, accepter).rest === 'off' ? null : agreedOf(model, request, accepter);
  if (!agreed) return 0;
  const after = { ...model, calendar: { ...model.calendar } };
  agreed.write(after);
  return [request.requester, accepter]
    .map((who) => [plainOf(model, who), plainOf(after, who)] as const)
    .reduce((sum, [was, is]) => {
      const key = JSON.stringify([was, is]);
      const count = known.get(key) ?? restByMinute(was, is, restLimits).length;
      known.set(key, count);
      return sum + count;
    }, 0);
}

const plainOf = ({ calendar }: Model, who: number): PlainEntry[] =>
  Object.entries(calendar)
    .filter(([place]) => place.startsWith(`${who} `))
    .map(([place, { duty }]) => ({
      date: place.slice(-10),
      workLocation: duty.place,
      startTime: duty.from,
      endTime: duty.to,
      secondStartTime: null,
      secondEndTime: null,
    }))
    .toSorted((one, other) => one.date.localeCompare(other.date));

/** Whether the worksite refuses it for what it breaks. */
export const isBlocked = (model: Model, request: Request, accepter: number): boolean =>
  rulesOf(model, accepter).rest === 'blocco' && breachCount(model, request, accepter) > 0;

/** The same of what a colleague would give: for a day the shift of that day. */
export const isBlockedWith = (
  model: Model,
  request: Request,
  accepter: number,
  day: string | null,
): boolean =>
  isBlocked(
    model,
    day === null ? request : { ...request, given: { ...request.given, [accepter]: { row: 0, day } } },
    accepter,
  );

export function confirm(model: Model, key: string, accepter: number): Outcome {
  const request = requestAt(model, key);
  const agreed = agreedOf(model, request, accepter);
  if (!agreed || awaitedOf(request) || isHeld(model, agreed.rows, key)) return refused;
  if (isBlocked(model, request, accepter)) return refused;
  const { approval, cutoff } = rulesOf(model, accepter);
  const isWarned = breachCount(model, request, accepter) > 0;
  if (approval !== 'sempre' && !(approval === 'automatica_senza_avvisi' && isWarned)) {
    complete(model, key, accepter);
    return ok;
  }
  request.awaited = { accepter, until: later(agreed.begins, -cutoff), rows: agreed.rows };
  for (const who of everybody(model)) {
    const { worksite, mayApprove, isActive } = personAt(model, who);
    const isApprover = worksite === personAt(model, accepter).worksite && mayApprove && isActive;
    if (isApprover && who !== accepter && who !== request.requester) tell(model, 'approval_wanted', who, key);
  }
  return ok;
}

function complete(model: Model, key: string, accepter: number): void {
  const request = requestAt(model, key);
  const { write } = the(agreedOf(model, request, accepter) ?? undefined);
  request.offers[accepter] = 'scelta';
  request.status = 'completata';
  for (const person of lapse(request)) tell(model, 'exchange_declined', person, key);
  const parties = [request.requester, accepter];
  changeCalendars(model, () => write(model), 'swapped_elsewhere', parties);
  tell(model, 'exchange_accepted', accepter, key);
  for (const person of parties) tell(model, 'exchange_completed', person, key);
  model.swaps += 1;
}

/** An approver approves a swap or refuses it. */
export function decide(model: Model, action: Doing<'approve' | 'refuseApproval'>): Outcome {
  const { who, request: key } = action;
  const request = model.requests[key];
  if (who !== ceo && !personAt(model, who).mayApprove) return refused;
  if (!request) return notFound;
  const { requester } = request;
  if (who !== ceo && personAt(model, who).worksite !== personAt(model, requester).worksite) return notFound;
  const awaited = awaitedOf(request);
  if (!awaited || awaited.until <= model.now) return refused;
  const { accepter } = awaited;
  if (who === requester || who === accepter || !agreedOf(model, request, accepter)) return refused;
  if (action.do === 'approve') {
    if (isBlocked(model, request, accepter)) return refused;
    complete(model, key, accepter);
    return ok;
  }
  request.offers[accepter] = 'rifiutata';
  for (const person of [requester, accepter]) tell(model, 'approval_refused', person, key);
  review(model, key);
  return ok;
}

/** The CEO sets other rules; another cut-off moves the end of what is open, and ends what is past it. */
export function setRules(model: Model, { worksite, rules }: Doing<'setRules'>): Outcome {
  const before = model.rules[worksite];
  model.rules[worksite] = { ...before, ...rules };
  const { rest, approval, cutoff } = model.rules[worksite];
  const earlier = cutoff - before.cutoff;
  const people = everybody(model).filter(
    (who) => personAt(model, who).worksite === worksite && personAt(model, who).isActive,
  );
  if (earlier !== 0) {
    const isHere = ({ requester }: Request): boolean => personAt(model, requester).worksite === worksite;
    expireAndTell(model, isHere);
    const atLeastNow = (instant: string): string => (instant > model.now ? instant : model.now);
    for (const request of Object.values(model.requests).filter(isHere)) {
      if (request.status !== 'aperta') continue;
      request.endsAt = atLeastNow(later(request.endsAt, -earlier));
      if (request.awaited) request.awaited.until = atLeastNow(later(request.awaited.until, -earlier));
    }
    expireAndTell(model, isHere);
    endOverdue(model, isHere);
  }
  if (earlier !== 0 || rest !== before.rest || approval !== before.approval) {
    for (const person of people) tell(model, 'rules_changed', person, null);
  }
  return ok;
}
