import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { ExchangeRequest } from '../../../src/domain/exchanges/schema.ts';
import type { Answer } from '../caller.ts';
import { type Action, ceo, type Outcome } from './actions.ts';
import { apply, carryOut, isActing } from './apply.ts';
import { callOf } from './calls.ts';
import { expectedPicture, takePicture } from './picture.ts';
import { type Model, the, type Worksite, worksites } from './state.ts';
import { signInAgain, type World } from './world.ts';

type Answers = readonly (Answer<unknown> | null | undefined)[];

/**
 * Does all actions at the same moment. Their answers and everything the server shows afterwards must be what the model
 * has after doing them one by one in some order.
 *
 * @returns the model after that order, and the server's outcomes
 */
export async function perform(
  model: Model,
  world: World,
  actions: readonly Action[],
): Promise<{ model: Model; outcomes: string[] }> {
  const calls = actions.map((action) => callOf(world, model, action));
  const answers = await Promise.all(calls.map((call) => call()));
  const outcomes = answers.map(outcomeOf);
  if (actions.length === 1) await expectCardAnswered(world, the(actions[0]), answers[0]);
  const explanations = explain(model, world, actions, answers, outcomes);
  for (const [index, action] of actions.entries()) {
    const isBack = action.do === 'setActive' && action.isActive && outcomes[index] === 'ok';
    if (isBack) await signInAgain(world, action.who);
  }
  const places = placesOf(model, actions);
  const { picture, shiftIds } = await takePicture(world, the(explanations[0]).after, places);
  const isSeen = ({ after, ids }: Explanation): boolean =>
    isDeepStrictEqual(expectedPicture(after, ids, places), picture);
  const found = explanations.find(isSeen) ?? the(explanations[0]);
  expect(picture).toEqual(expectedPicture(found.after, found.ids, places));
  expect(await violatedInvariants(world.server.database)).toEqual([]);
  Object.assign(world, { requestIds: found.ids, shiftIds });
  return { model: found.after, outcomes };
}

/** Where people do something; while the clock moves on, everywhere. */
const placesOf = (model: Model, actions: readonly Action[]): Set<Worksite> =>
  new Set(
    actions.flatMap((action) => {
      if (action.do === 'wait') return worksites;
      if (action.do === 'setRules') return action.worksite;
      const requester = 'request' in action ? model.requests[action.request]?.requester : undefined;
      return [action.who, requester ?? ceo].flatMap((who) => (who === ceo ? [] : model.person(who).worksite));
    }),
  );

const requestIn = (answer: Answers[number]): ExchangeRequest | undefined =>
  ((answer?.body ?? {}) as { request?: ExchangeRequest }).request;

/** The request that an action answers is what its person reads of it then. */
async function expectCardAnswered({ people }: World, action: Action, answer: Answers[number]): Promise<void> {
  const request = requestIn(answer);
  if (!request || !('who' in action) || action.do === 'approve' || action.do === 'refuseApproval') return;
  const card = await the(people[action.who]).ask('GET /api/exchange-requests/:id', { params: request });
  expect(request).toEqual(card);
}

/** `ok`, or the status and code of a refusal. */
function outcomeOf(answer: Answers[number]): string {
  if (!answer || answer.status < 400) return 'ok';
  const { message, code } = answer.refusal;
  expect(answer.status).toBeLessThan(500);
  expect(message).toMatch(/\S/);
  return `${answer.status} ${code}`;
}

const saysSignedOut = (outcome: string): boolean => /^401 |^403 account_disabled$/u.test(outcome);

function isExplained(expected: Outcome, outcome: string): boolean {
  if (expected === 'refused') return outcome !== 'ok';
  if (expected === 'signed out') return saysSignedOut(outcome);
  // a status alone stands for all its codes, `ok` also for a request
  return expected.startsWith('ok') ? outcome === 'ok' : `${outcome} `.startsWith(`${expected} `);
}

interface Explanation {
  after: Model;
  /** The server's names of requests. */
  ids: Record<string, string>;
}

/** What the model is after each order of the actions that explains the answers. */
function explain(
  model: Model,
  world: World,
  actions: readonly Action[],
  answers: Answers,
  outcomes: readonly string[],
): Explanation[] {
  const foreseen = new Set<string>();
  const explanations = permutations([...actions.keys()]).flatMap((order): Explanation[] => {
    const after = model.clone();
    const expected: Outcome[] = [];
    for (const index of order) {
      const action = the(actions[index]);
      // a call whose session was read before another of the same moment ended the account is answered after it all the same
      const isLetIn = isActing(model, action) && !saysSignedOut(the(outcomes[index]));
      expected[index] = (isLetIn ? carryOut : apply)(after, action);
    }
    foreseen.add(expected.join(', '));
    const isAll = expected.every((outcome, index) => isExplained(outcome, the(outcomes[index])));
    const ids = isAll && namesAfter(world, expected, answers);
    return ids ? [{ after, ids }] : [];
  });
  if (explanations.length > 0) return explanations;
  throw new Error(`the server answers ${outcomes.join(', ')}; the model ${[...foreseen].join(' or ')}`);
}

/** The names of requests after these publications; null if an answer contradicts the model. */
function namesAfter(
  { requestIds }: World,
  expected: readonly Outcome[],
  answers: Answers,
): Record<string, string> | null {
  const ids = { ...requestIds };
  for (const [index, outcome] of expected.entries()) {
    const [, key] = /^ok (.+)$/.exec(outcome) ?? [];
    if (key === undefined) continue;
    const id = requestIn(answers[index])?.id;
    if (id === undefined || (ids[key] ?? id) !== id) return null;
    ids[key] = id;
  }
  return ids;
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, index) =>
    permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]),
  );
}
