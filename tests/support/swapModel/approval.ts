import { type PlainEntry, restByMinute } from '../restByMinute.ts';
import { ceo, type Doing, notFound, ok, type Outcome, refused } from './actions.ts';
import { changeCalendars, lapse, review } from './closing.ts';
import { type Handover, hand, handoverOf } from './handover.ts';
import { awaitedOf, later, type Model, type Request, the } from './state.ts';

// What a worksite's rules make of a swap to which both have agreed: refused for too little rest, done, or waiting.

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
  const handover = model.rulesOf(accepter).rest === 'off' ? null : handoverOf(model, request, accepter);
  if (!handover) return 0;
  const after = model.with(() => undefined);
  hand(after, handover);
  const counts = [request.requester, accepter].map((who) => {
    const [was, is] = [plainOf(model, who), plainOf(after, who)];
    const key = JSON.stringify([was, is]);
    const count = known.get(key) ?? restByMinute(was, is, restLimits).length;
    known.set(key, count);
    return count;
  });
  return the(counts[0]) + the(counts[1]);
}

const plainOf = (model: Model, who: number): PlainEntry[] =>
  model
    .entries()
    .filter((one) => one.who === who)
    .map(({ day, entry: { duty } }) => ({
      date: day,
      workLocation: duty.place,
      startTime: duty.from,
      endTime: duty.to,
      secondStartTime: null,
      secondEndTime: null,
    }))
    .toSorted((one, other) => one.date.localeCompare(other.date));

/** Whether the worksite refuses it for what it breaks. @param day of the shift that the colleague would give for a `giorno` */
export function isBlocked(
  model: Model,
  request: Request,
  accepter: number,
  day: string | null = null,
): boolean {
  const given = day === null ? request.given : { ...request.given, [accepter]: { row: 0, day } };
  return model.rulesOf(accepter).rest === 'blocco' && breachCount(model, { ...request, given }, accepter) > 0;
}

/** What a swap would make change hands; null where the requester cannot confirm it. */
export function confirmable(model: Model, key: string, accepter: number): Handover | null {
  const request = model.request(key);
  if (request.status !== 'aperta' || request.offers[accepter] !== 'offerta' || awaitedOf(request))
    return null;
  const handover = handoverOf(model, request, accepter);
  const isHeld = handover && model.isHeld(rowsOf(handover), key);
  return isHeld || isBlocked(model, request, accepter) ? null : handover;
}

const rowsOf = ({ gives }: Handover): number[] => gives.map(({ row }) => row);

export function confirm(model: Model, key: string, accepter: number): Outcome {
  const request = model.request(key);
  const handover = confirmable(model, key, accepter);
  if (!handover) return refused;
  const { approval, cutoff } = model.rulesOf(accepter);
  const isFine = approval === 'automatica_senza_avvisi' && breachCount(model, request, accepter) === 0;
  if (approval === 'automatica' || isFine) {
    complete(model, key, accepter);
    return ok;
  }
  const begins = the(handover.gives.map((one) => one.begins).toSorted()[0]);
  request.awaited = { accepter, until: later(begins, -cutoff), rows: rowsOf(handover) };
  for (const who of model.everybody()) {
    const { mayApprove, isActive } = model.person(who);
    const isParty = who === accepter || who === request.requester;
    if (mayApprove && isActive && !isParty && model.areMates(who, accepter)) {
      model.tell('approval_wanted', who, key);
    }
  }
  return ok;
}

function complete(model: Model, key: string, accepter: number): void {
  const request = model.request(key);
  const handover = the(handoverOf(model, request, accepter));
  request.offers[accepter] = 'scelta';
  request.status = 'completata';
  for (const person of lapse(request)) model.tell('exchange_declined', person, key);
  const parties = [request.requester, accepter];
  changeCalendars(model, () => hand(model, handover), 'swapped_elsewhere', parties);
  model.tell('exchange_accepted', accepter, key);
  for (const person of parties) model.tell('exchange_completed', person, key);
  model.swaps += 1;
}

/** An approver approves a swap or refuses it. */
export function decide(model: Model, action: Doing<'approve' | 'refuseApproval'>): Outcome {
  const { who, request: key } = action;
  const request = model.requests[key];
  if (who !== ceo && !model.person(who).mayApprove) return refused;
  if (!request || (who !== ceo && !model.areMates(who, request.requester))) return notFound;
  const { requester } = request;
  const awaited = awaitedOf(request);
  if (!awaited || awaited.until <= model.now) return refused;
  const { accepter } = awaited;
  if (who === requester || who === accepter || !handoverOf(model, request, accepter)) return refused;
  if (action.do === 'approve') {
    if (isBlocked(model, request, accepter)) return refused;
    complete(model, key, accepter);
    return ok;
  }
  request.offers[accepter] = 'rifiutata';
  for (const person of [requester, accepter]) model.tell('approval_refused', person, key);
  review(model, key);
  return ok;
}

/** The CEO sets other rules. What another cut-off does to open requests is for tests of its own. */
export function setRules(model: Model, { worksite, rules }: Doing<'setRules'>): Outcome {
  const before = model.rules[worksite];
  model.rules[worksite] = { ...before, ...rules };
  const { rest, approval } = model.rules[worksite];
  if (rest === before.rest && approval === before.approval) return ok;
  for (const [who, person] of model.people.entries()) {
    if (person.worksite === worksite && person.isActive) model.tell('rules_changed', who, null);
  }
  return ok;
}
