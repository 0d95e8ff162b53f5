import {
  type Action,
  type Asked,
  type Doing,
  notFound,
  ok,
  type Outcome,
  refused,
  signedOut,
} from './actions.ts';
import { edit, record, remove } from './calendar.ts';
import {
  announce,
  announceMatches,
  changeCalendars,
  lapse,
  leaveSwaps,
  moveOn,
  review,
  tellExpired,
} from './closing.ts';
import { couldTake, endOf, exchange, isSameOffer, swapDays } from './kinds.ts';
import {
  findRow,
  type Model,
  offerersOf,
  personAt,
  type Request,
  requestAt,
  tell,
  weekOf,
  type Wish,
} from './state.ts';

/** What a call must answer; `model` is afterwards what must be true. */
export function apply(model: Model, action: Action): Outcome {
  if (action.do === 'wait') {
    moveOn(model, action.until, action.isTidied);
    return ok;
  }
  if (action.do === 'setActive') return setActive(model, action);
  const { worksite, isActive } = personAt(model, action.who);
  if (!isActive) return signedOut;
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

/** What somebody asks for, if they have the entry. */
function wishOf(model: Model, who: number, kind: Wish['kind'], asked: Asked): Wish | null {
  const found = findRow(model, who, asked.row);
  const { row, day, wanted, message } = asked;
  return found ? { kind, requester: who, row, offeredDay: found.day, day, wanted, message } : null;
}

/** Another open request that offers the same. */
const openTwin = (model: Model, wish: Wish, except?: string): string | undefined =>
  Object.keys(model.requests).find((key) => {
    const request = requestAt(model, key);
    return key !== except && request.status === 'aperta' && isSameOffer(request, wish);
  });

function publish(model: Model, action: Doing<'publish'>): Outcome {
  const wish = wishOf(model, action.who, action.kind, action);
  const endsAt = wish && endOf(model, wish);
  if (!wish || !endsAt) return refused;
  const twin = openTwin(model, wish);
  if (twin !== undefined) {
    const { row, day, wanted, message } = requestAt(model, twin);
    // the same once more, as after a lost answer, changes nothing
    const isSame = row === wish.row && day === wish.day && wanted === wish.wanted && message === wish.message;
    return isSame ? { is: 'ok', request: twin } : { is: '409 exchange_already_open' };
  }
  model.requests[action.as] = {
    ...wish,
    status: 'aperta',
    reason: null,
    endsAt,
    offers: {},
    rejected: [],
    nobodyLeft: false,
    nobodyLeftTold: false,
  };
  announce(model, action.as);
  return { is: 'ok', request: action.as };
}

function change(model: Model, action: Doing<'change'>, request: Request): Outcome {
  const { who, request: key } = action;
  if (request.requester !== who || request.status !== 'aperta') return refused;
  const wish = wishOf(model, who, request.kind, action);
  const endsAt = wish && endOf(model, wish);
  if (!wish || !endsAt) return refused;
  if (openTwin(model, wish, key) !== undefined) return { is: '409 exchange_already_open' };
  const isSameThing =
    isSameOffer(request, wish) && (request.kind !== 'ferie' || weekOf(request.day).includes(wish.day));
  const isSameWish = request.wanted === wish.wanted;
  Object.assign(request, wish, { endsAt });
  if (!isSameThing) {
    for (const person of lapse(request)) tell(model, 'shift_updated', person, key);
    Object.assign(request, { offers: {}, rejected: [], nobodyLeft: false, nobodyLeftTold: false });
    announce(model, key);
  } else {
    review(model, key);
    if (!isSameWish) announceMatches(model, key);
  }
  return ok;
}

interface Answer {
  who: number;
  request: string;
}

function preAccept(model: Model, { who, request: key }: Answer): Outcome {
  const request = requestAt(model, key);
  const before = request.offers[who];
  if (request.status !== 'aperta' || before === 'rifiutata') return refused;
  if (!couldTake(model, request, who)) return refused;
  if (before === 'offerta') return ok;
  request.offers[who] = 'offerta';
  request.rejected = request.rejected.filter((person) => person !== who);
  review(model, key);
  tell(model, 'request_pre_accepted', request.requester, key);
  return ok;
}

function takeBack(model: Model, { who, request: key }: Answer): Outcome {
  const request = requestAt(model, key);
  const before = request.offers[who];
  if (!before || before === 'scelta') return refused;
  if (before !== 'offerta' || request.status !== 'aperta') return ok;
  request.offers[who] = 'ritirata';
  request.rejected.push(who);
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
  const days = swapDays(model, request, accepter);
  if (!days) return refused;
  request.offers[accepter] = 'scelta';
  request.status = 'completata';
  for (const person of lapse(request)) tell(model, 'exchange_declined', person, key);
  const parties = [who, accepter];
  changeCalendars(model, () => exchange(model, request, accepter, days), 'swapped_elsewhere', parties);
  tell(model, 'exchange_accepted', accepter, key);
  for (const person of parties) tell(model, 'exchange_completed', person, key);
  model.swaps += 1;
  return ok;
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
