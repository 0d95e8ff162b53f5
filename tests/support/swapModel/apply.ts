import { type Action, type Doing, notFound, ok, type Outcome } from './actions.ts';
import { preAccept, refuse, reject, takeBack, withdraw } from './answers.ts';
import { confirm, decide } from './approval.ts';
import { moveOn } from './closing.ts';
import { change, edit, publish, record, remove } from './own.ts';
import type { Model } from './state.ts';

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
  // what another cut-off does to open requests, and who hears of new rules, is for tests of its own
  setRules: (model, { worksite, rules: changed }) => {
    Object.assign(model.rules[worksite], changed);
    return ok;
  },
  wait: (model, { until }) => {
    moveOn(model, until);
    return ok;
  },
};

/** What a call must answer; `model` is afterwards what must be true. */
export function apply(model: Model, action: Action): Outcome {
  if ('request' in action && action.do !== 'approve' && action.do !== 'refuseApproval') {
    const request = model.requests[action.request];
    // another worksite's request does not exist
    if (!request || !model.areMates(action.who, request.requester)) return notFound;
  }
  return (rules[action.do] as (model: Model, action: Action) => Outcome)(model, action);
}
