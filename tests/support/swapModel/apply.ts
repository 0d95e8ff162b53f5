import { type Action, ceo, type Doing, notFound, ok, type Outcome, refused, signedOut } from './actions.ts';
import { confirm, preAccept, refuse, reject, takeBack, withdraw } from './answers.ts';
import { decide, setRules } from './approval.ts';
import { edit, record, remove } from './calendar.ts';
import { leaveSwaps, moveOn } from './closing.ts';
import type { Model } from './state.ts';
import { change, publish } from './wishes.ts';

const rules: { [D in Action['do']]: (model: Model, action: Doing<D>) => Outcome } = {
  record,
  edit,
  remove,
  publish,
  change,
  preAccept,
  takeBack,
  reject,
  delete: withdraw,
  refuse,
  confirm,
  approve: decide,
  refuseApproval: decide,
  setRules,
  setHours: (model, { who, hours }) => {
    const person = model.person(who);
    // in the taxi worksite always seven
    if (person.worksite === 'taxi' && hours !== 7) return refused;
    if (person.hours === hours) return ok;
    person.hours = hours;
    leaveSwaps(model, who, 'owner_changed');
    return ok;
  },
  setActive: (model, { who, isActive }) => {
    const person = model.person(who);
    if (person.isActive && !isActive) {
      person.isActive = false;
      leaveSwaps(model, who, 'owner_deactivated');
    }
    person.isActive = isActive;
    return ok;
  },
  wait: (model, { until }) => {
    moveOn(model, until);
    return ok;
  },
};

/** Whether who acts has an account that is active; the CEO's always is. */
export const isActing = (model: Model, action: Action): boolean =>
  !('who' in action) || action.who === ceo || model.person(action.who).isActive;

/** What a call must answer; `model` is afterwards what must be true. */
export const apply = (model: Model, action: Action): Outcome =>
  action.do === 'setActive' || isActing(model, action) ? carryOut(model, action) : signedOut;

/** The same of a call that has passed the sign-in. */
export function carryOut(model: Model, action: Action): Outcome {
  if (
    'request' in action &&
    action.who !== ceo &&
    action.do !== 'approve' &&
    action.do !== 'refuseApproval'
  ) {
    const request = model.requests[action.request];
    // another worksite's request does not exist
    if (!request || !model.areMates(action.who, request.requester)) return notFound;
  }
  return (rules[action.do] as (model: Model, action: Action) => Outcome)(model, action);
}
