import fc from 'fast-check';
import type { Action } from './actions.ts';
import { candidatesFor, type Draft, pick } from './candidates.ts';
import type { Model } from './state.ts';

// What people might do next: drafts of numbers, which become actions once it is known what there is to act on. Most make
// sense, some do not: those must be refused.

/** How often each comes, of all. */
const weights: Record<Action['do'], number> = {
  publish: 14,
  preAccept: 30,
  confirm: 10,
  reject: 5,
  takeBack: 4,
  approve: 9,
  refuseApproval: 4,
  setRules: 6,
  refuse: 3,
  change: 4,
  delete: 2,
  record: 8,
  edit: 4,
  remove: 3,
  setHours: 2,
  setActive: 2,
  wait: 2,
};

const names = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name));
const number = fc.nat({ max: 999 });
const drafts: fc.Arbitrary<Draft> = fc.record({
  do: fc.constantFrom(...(names as Action['do'][])),
  n: number,
  m: number,
  k: number,
  isAny: fc.nat({ max: 7 }).map((value) => value === 7),
  isYes: fc.boolean(),
  isTaxi: fc.nat({ max: 4 }).map((value) => value > 2),
});

/** What happens at the same moment: mostly one thing, else two or three about the same request. */
export const actionDrafts: fc.Arbitrary<Draft[]> = fc.oneof(
  { weight: 3, arbitrary: drafts.map((draft) => [draft]) },
  { weight: 1, arbitrary: fc.array(drafts, { minLength: 2, maxLength: 3 }) },
);

/** The actions of a moment; `[]` where there is nothing to act on. Time does not move while something else happens. */
export function actionsOf(model: Model, moment: readonly Draft[], step: number): Action[] {
  const isAlone = moment.length === 1;
  const focus = isAlone ? undefined : pick(model.open(), moment[0]?.n ?? 0)?.[0];
  return moment.flatMap((draft, index) => {
    if (!isAlone && (draft.do === 'wait' || draft.do === 'setRules')) return [];
    const candidates = candidatesFor(model, draft, `${step}.${index}`);
    const near = candidates.filter((action) =>
      focus === undefined ? isAt(model, action, draft) : concerns(model, action, focus),
    );
    return pick(near.length > 0 ? near : candidates, draft.n) ?? [];
  });
}

function isAt(model: Model, action: Action, { isTaxi }: Draft): boolean {
  if (!('who' in action)) return true;
  const { requester = action.who } = ('request' in action && model.requests[action.request]) || {};
  return (model.person(requester).worksite === 'taxi') === isTaxi;
}

function concerns(model: Model, action: Action, focus: string): boolean {
  if ('request' in action) return action.request === focus;
  const { requester, offers } = model.request(focus);
  return 'who' in action && [requester, ...Object.keys(offers).map(Number)].includes(action.who);
}
