import { type Doing, ok, type Outcome, refused } from './actions.ts';
import { isBlocked } from './approval.ts';
import { lapse, review } from './closing.ts';
import { couldTake, givableDays, swapDays } from './kinds.ts';
import { awaitedOf, type Model, the } from './state.ts';

// How colleagues answer a request, and how its requester reacts.

/** Whether the colleague's entries (for a `giorno`, that of `day`) can be promised now. */
function isFree(model: Model, key: string, who: number, day: string | null): boolean {
  const request = model.request(key);
  const days = day === null ? swapDays(model, request, who)?.colleague : [day];
  const rows = (days ?? []).flatMap((one) => model.entry(who, one)?.row ?? []);
  return !awaitedOf(request) && !model.isHeld(rows, key) && !isBlocked(model, request, who, day);
}

/** Whether a person could pre-accept a request now; for a `giorno`, with any of the shifts that fit. */
export function mayPreAccept(model: Model, key: string, who: number): boolean {
  const request = model.request(key);
  const { [who]: before } = request.offers;
  if (request.status !== 'aperta' || before === 'rifiutata' || before === 'offerta') return false;
  if (!couldTake(model, request, who)) return false;
  const days = request.kind === 'giorno' ? givableDays(model, request, who) : [null];
  return days.some((day) => isFree(model, key, who, day));
}

export function preAccept(model: Model, { who, request: key, row }: Doing<'preAccept'>): Outcome {
  const request = model.request(key);
  const before = request.offers[who];
  if (request.status !== 'aperta' || before === 'rifiutata') return refused;
  if (!couldTake(model, request, who)) return refused;
  let given: string | null = null;
  if (request.kind === 'giorno') {
    const standing = before === 'offerta' ? request.given[who]?.row : undefined;
    const meant = row ?? standing;
    const rowOn = (day: string): number => the(model.entry(who, day)).row;
    const [day, another] = givableDays(model, request, who).filter(
      (one) => meant === undefined || rowOn(one) === meant,
    );
    if (day === undefined || another !== undefined) return refused;
    if (standing === rowOn(day)) return ok;
    given = day;
  } else if (before === 'offerta') return ok;
  if (!isFree(model, key, who, given)) return refused;
  // an offer that was reserved, withdrawn and made again is a new one
  request.awaited = null;
  if (given !== null) request.given[who] = { row: the(model.entry(who, given)).row, day: given };
  request.offers[who] = 'offerta';
  request.rejected = request.rejected.filter((person) => person !== who);
  review(model, key);
  model.tell('request_pre_accepted', request.requester, key);
  return ok;
}

export function takeBack(model: Model, { who, request: key }: Pick<Doing<'takeBack'>, 'who' | 'request'>) {
  const request = model.request(key);
  const before = request.offers[who];
  if (!before || before === 'scelta') return refused;
  if (before !== 'offerta' || request.status !== 'aperta') return ok;
  request.offers[who] = 'ritirata';
  request.rejected.push(who);
  // if nobody is left, the requester gets only that notification
  if (!review(model, key)) model.tell('exchange_rejected', request.requester, key);
  return ok;
}

export function reject(model: Model, { who, request: key }: Doing<'reject'>): Outcome {
  const request = model.request(key);
  if (request.requester === who) return refused;
  if (request.rejected.includes(who)) return ok;
  if (request.status !== 'aperta') return refused;
  if (request.offers[who] === 'offerta') return takeBack(model, { who, request: key });
  request.rejected.push(who);
  review(model, key);
  return ok;
}

export function refuse(model: Model, { who, request: key, whom }: Doing<'refuse'>): Outcome {
  const request = model.request(key);
  if (request.requester !== who || whom === null || whom === who) return refused;
  if (request.offers[whom] === 'rifiutata') return ok;
  if (request.status !== 'aperta' || request.offers[whom] !== 'offerta') return refused;
  request.offers[whom] = 'rifiutata';
  model.tell('exchange_declined', whom, key);
  review(model, key);
  return ok;
}

export function withdraw(model: Model, { who, request: key }: Doing<'delete'>): Outcome {
  const request = model.request(key);
  if (request.requester !== who || request.status === 'completata') return refused;
  const pending = lapse(request);
  delete model.requests[key];
  for (const news of model.news) if (news.request === key) news.request = null;
  for (const person of pending) model.tell('exchange_declined', person, null);
  return ok;
}
