import { type Action, type Doing, notFound, ok, type Outcome, refused, signedOut } from './actions.ts';
import {
  ceo,
  confirm as confirmAs,
  decide,
  givenRows,
  isBlockedWith,
  isDecision,
  setRules,
} from './approval.ts';
import { edit, record, remove } from './calendar.ts';
import { lapse, leaveSwaps, review } from './closing.ts';
import { givableDays } from './days.ts';
import { moveOn, tellExpired } from './expiry.ts';
import { couldTake } from './kinds.ts';
import {
  awaitedOf,
  entryOf,
  isHeld,
  type Model,
  offerersOf,
  personAt,
  requestAt,
  tell,
  the,
} from './state.ts';
import { change, publish } from './wishes.ts';

/** Whether who acts has an account that is active; the CEO's always is. */
export const isActing = (model: Model, action: Action): boolean =>
  !('who' in action) || action.who === ceo || personAt(model, action.who).isActive;

/** What a call must answer; `model` is afterwards what must be true. */
export function apply(model: Model, action: Action): Outcome {
  if (action.do !== 'setActive' && !isActing(model, action)) return signedOut;
  return carryOut(model, action);
}

/** The same of a call that has passed the sign-in. */
export function carryOut(model: Model, action: Action): Outcome {
  if (action.do === 'wait') {
    moveOn(model, action.until, action.isTidied);
    return ok;
  }
  if (action.do === 'setActive') return setActive(model, action);
  if (action.do === 'setRules') return setRules(model, action);
  if (isDecision(action)) return decide(model, action);
  const { worksite } = personAt(model, action.who);
  if (action.do === 'record') return record(model, action);
  if (action.do === 'edit') return edit(model, action);
  if (action.do === 'remove') return remove(model, action);
  if (action.do === 'publish') return publish(model, action);
  if (action.do === 'setHours') return setHours(model, action);
  const request = model.requests[action.request];
  // another worksite's request does not exist
  if (!request || personAt(model, request.requester).worksite !== worksite) return notFound;
  if (action.do === 'change') return change(model, action, request);
  if (action.do === 'preAccept') return preAccept(model, action);
  if (action.do === 'takeBack') return takeBack(model, action);
  if (action.do === 'reject') return reject(model, action);
  if (action.do === 'delete') return withdraw(model, action);
  if (action.do === 'refuse') return refuse(model, action);
  return confirm(model, action);
}

interface Answer {
  who: number;
  request: string;
  /** It was a mistake, and leaves no answer. */
  isUndo?: boolean;
}

function preAccept(model: Model, { who, request: key, row }: Doing<'preAccept'>): Outcome {
  const request = requestAt(model, key);
  const before = request.offers[who];
  if (request.status !== 'aperta' || before === 'rifiutata') return refused;
  if (!couldTake(model, request, who)) return refused;
  let given: string | null = null;
  if (request.kind === 'giorno') {
    const standing = before === 'offerta' ? request.given[who]?.row : undefined;
    const rowOn = (day: string): number => the(entryOf(model, who, day)).row;
    const meant = row ?? standing;
    const days = givableDays(model, request, who).filter(
      (day) => meant === undefined || rowOn(day) === meant,
    );
    const [day, another] = days;
    if (day === undefined || another !== undefined) return refused;
    if (standing === rowOn(day)) return ok;
    given = day;
  } else if (before === 'offerta') return ok;
  if (awaitedOf(request) || isHeld(model, givenRows(model, request, who, given), key)) return refused;
  if (isBlockedWith(model, request, who, given)) return refused;
  // an offer that was reserved, taken back and made again is a new one
  request.awaited = null;
  if (given !== null) request.given[who] = { row: the(entryOf(model, who, given)).row, day: given };
  request.offers[who] = 'offerta';
  request.rejected = request.rejected.filter((person) => person !== who);
  review(model, key);
  tell(model, 'request_pre_accepted', request.requester, key);
  return ok;
}

function takeBack(model: Model, { who, request: key, isUndo = false }: Answer): Outcome {
  const request = requestAt(model, key);
  const before = request.offers[who];
  if (!before || before === 'scelta') return refused;
  if (before !== 'offerta' || request.status !== 'aperta') return ok;
  if (isUndo) delete request.offers[who];
  else {
    request.offers[who] = 'ritirata';
    request.rejected.push(who);
  }
  // with that, the requester hears only that nobody is left
  if (!review(model, key)) tell(model, 'exchange_rejected', request.requester, key);
  return ok;
}

function reject(model: Model, { who, request: key }: Answer): Outcome {
  const request = requestAt(model, key);
  if (request.requester === who) return refused;
  if (request.rejected.includes(who)) return ok;
  if (request.status !== 'aperta') return refused;
  if (request.offers[who] === 'offerta') return takeBack(model, { who, request: key });
  request.rejected.push(who);
  review(model, key);
  return ok;
}

function refuse(model: Model, { who, request: key, whom }: Doing<'refuse'>): Outcome {
  const request = requestAt(model, key);
  if (request.requester !== who || whom === who) return refused;
  if (request.offers[whom] === 'rifiutata') return ok;
  if (request.status !== 'aperta' || request.offers[whom] !== 'offerta') return refused;
  request.offers[whom] = 'rifiutata';
  tell(model, 'exchange_declined', whom, key);
  review(model, key);
  return ok;
}

function withdraw(model: Model, { who, request: key }: Answer): Outcome {
  const request = requestAt(model, key);
  if (request.requester !== who || request.status === 'completata') return refused;
  // of what time has closed its people hear that
  tellExpired(model, key);
  const pending = lapse(request);
  delete model.requests[key];
  for (const news of model.news) if (news.request === key) news.request = null;
  for (const person of pending) tell(model, 'exchange_declined', person, null);
  return ok;
}

function confirm(model: Model, { who, request: key, whom }: Doing<'confirm'>): Outcome {
  const request = requestAt(model, key);
  if (request.requester !== who || request.status !== 'aperta') return refused;
  const standing = offerersOf(request, 'offerta');
  const accepter = whom ?? (standing.length === 1 ? standing[0] : undefined);
  if (accepter === undefined || request.offers[accepter] !== 'offerta') return refused;
  return confirmAs(model, key, accepter);
}

function setHours(model: Model, { who, hours }: Doing<'setHours'>): Outcome {
  const person = personAt(model, who);
  // in the taxi worksite always seven
  if (person.worksite === 'taxi' && hours !== 7) return refused;
  if (person.hours === hours) return ok;
  person.hours = hours;
  leaveSwaps(model, who, 'owner_changed');
  return ok;
}

function setActive(model: Model, { who, isActive }: Doing<'setActive'>): Outcome {
  const person = personAt(model, who);
  if (person.isActive === isActive) return ok;
  person.isActive = isActive;
  if (!isActive) leaveSwaps(model, who, 'owner_deactivated');
  return ok;
}
