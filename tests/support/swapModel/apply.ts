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
  // how a new cut-off affects open requests, and who is notified of new rules, is tested elsewhere
  setRules: (model, { worksite, rules: changed }) => {
    Object.assign(model.rules[worksite], changed);
    return ok;
  },
  wait: (model, { until }) => {
    moveOn(model, until);
    return ok;
  },
};

/** Applies an action to the model and returns the expected answer. */
export function apply(model: Model, action: Action): Outcome {
  if ('request' in action && action.do !== 'approve' && action.do !== 'refuseApproval') {
    const request = model.requests[action.request];
    // requests of other worksites answer 404
    if (!request || !model.areMates(action.who, request.requester)) return notFound;
  }
  return (rules[action.do] as (model: Model, action: Action) => Outcome)(model, action);
}
