import { clock, numberOf } from '../romeByRule.ts';
import { ceo, type Doing, notFound, ok, type Outcome, refused } from './actions.ts';
import { changeCalendars, lapse, review } from './closing.ts';
import { type Handover, hand, handoverOf } from './handover.ts';
import { awaitedOf, later, minutesOf, type Model, offerersOf, type Request, the, works } from './state.ts';

// What happens to a swap that both have agreed to: refused for too little rest, completed, or waiting for approval.

/** For all worksites, only daily rest is limited; the other limits are tested elsewhere. */
export const restLimits = {
  dailyRestHours: 11,
  weeklyRestHours: 0,
  averageWeekHours: 168,
  nightHours: 24,
  daysInRow: 31,
};

/** Minutes of rest before each working day; these weeks have no clock change. */
function restsOf(model: Model, who: number): Map<string, number> {
  const work = model.entries().flatMap(({ who: owner, day, entry: { duty } }) => {
    if (owner !== who || !works(duty)) return [];
    const from = numberOf(day) * 1440 + clock(the(duty.from));
    return [{ day, from, to: from + minutesOf(duty) }];
  });
  return new Map(
    work.map(({ day, from }) => {
      const rests = work.filter((one) => one.from < from).map(({ to }) => Math.max(0, from - to));
      return [day, Math.min(...rests)];
    }),
  );
}

/** How many rests of both people a swap would leave too short and shorter than before. */
function breachCount(model: Model, request: Request, accepter: number): number {
  const handover = model.rulesOf(accepter).rest === 'off' ? null : handoverOf(model, request, accepter);
  if (!handover) return 0;
  const after = model.clone();
  hand(after, handover);
  return [request.requester, accepter].flatMap((who) => {
    const before = restsOf(model, who);
    return [...restsOf(after, who)].filter(
      ([day, rest]) => rest < restLimits.dailyRestHours * 60 && rest < (before.get(day) ?? Infinity),
    );
  }).length;
}

/** Whether the rest rules forbid the swap. @param day of the shift that the colleague would give for a `giorno` */
export function isBlocked(model: Model, request: Request, accepter: number, day: string | null = null) {
  const given = day === null ? request.given : { ...request.given, [accepter]: { row: 0, day } };
  return model.rulesOf(accepter).rest === 'blocco' && breachCount(model, { ...request, given }, accepter) > 0;
}

/** What a confirmation would hand over; null if the requester cannot confirm. */
export function confirmable(model: Model, key: string, accepter: number): Handover | null {
  const request = model.request(key);
  if (request.status !== 'aperta' || request.offers[accepter] !== 'offerta' || awaitedOf(request))
    return null;
  const handover = handoverOf(model, request, accepter);
  const isHeld = handover && model.isHeld(rowsOf(handover), key);
  return isHeld || isBlocked(model, request, accepter) ? null : handover;
}

const rowsOf = ({ gives }: Handover): number[] => gives.map(({ row }) => row);

export function confirm(model: Model, { who: requester, request: key, whom }: Doing<'confirm'>): Outcome {
  const request = model.request(key);
  const standing = offerersOf(request, 'offerta');
  const accepter = whom ?? (standing.length === 1 ? standing[0] : undefined);
  if (request.requester !== requester || accepter === undefined) return refused;
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
    const isParty = who === accepter || who === requester;
    const isApprover = model.person(who).mayApprove && model.areMates(who, accepter);
    if (isApprover && !isParty) model.tell('approval_wanted', who, key);
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

/** An approver approves or refuses a waiting swap. */
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
