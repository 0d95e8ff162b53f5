import fc from 'fast-check';
import type { Action } from './actions.ts';
import { answering, type Draft, type Focus, periodic, pick } from './choices.ts';
import { calendarAction, wishAction } from './choicesOfOwn.ts';
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

const number = fc.nat({ max: 999 });

const drafts: fc.Arbitrary<Draft> = fc.record({
  do: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({
      weight,
      arbitrary: fc.constant(name as Action['do']),
    })),
  ),
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
  const open = Object.keys(model.requests).filter((key) => model.requests[key]?.status === 'aperta');
  const request = moment.length > 1 ? pick(open, moment[0]?.n ?? 0) : undefined;
  return moment.flatMap((draft, index) => {
    if ((draft.do === 'wait' || draft.do === 'setRules') && moment.length > 1) return [];
    return actionOf(model, draft, { request, as: `${step}.${index}` }) ?? [];
  });
}

function actionOf(model: Model, draft: Draft, focus: Focus): Action | undefined {
  if (draft.do === 'wait' || draft.do === 'setRules' || draft.do === 'setActive' || draft.do === 'setHours') {
    return periodic(model, draft, focus);
  }
  if (draft.do === 'record' || draft.do === 'edit' || draft.do === 'remove') {
    return calendarAction(model, draft, focus);
  }
  if (draft.do === 'publish' || draft.do === 'change') return wishAction(model, draft, focus);
  return answering(model, draft, focus);
}
