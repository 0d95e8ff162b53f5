import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { ExchangeRequest } from '../../../src/domain/exchanges/schema.ts';
import type { Answer } from '../caller.ts';
import type { Action, Outcome } from './actions.ts';
import { apply, carryOut, isActing } from './apply.ts';
import { isDecision } from './approval.ts';
import { callOf } from './calls.ts';
import { expectedPicture, lineOfDuty, takePicture } from './picture.ts';
import { type Model, personAt, the } from './state.ts';
import { signInAgain, type World } from './world.ts';

type Answers = readonly (Answer<unknown> | null)[];

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
  const tellings = tellingsOf(model, world, actions, answers, outcomes);
  for (const [index, action] of actions.entries()) {
    const isBack = action.do === 'setActive' && action.isActive && outcomes[index] === 'ok';
    if (isBack) await signInAgain(world, action.who);
  }
  const { picture, shiftIds } = await takePicture(world, the(tellings[0]).after);
  const found =
    tellings.find(({ after, ids }) => isDeepStrictEqual(expectedPicture(after, ids), picture)) ??
    the(tellings[0]);
  expect(picture).toEqual(expectedPicture(found.after, found.ids));
  // swaps create and lose nothing, and as many drive as before: the picture alone speaks, not the model's idea of a swap
  if (actions.every((action) => !['record', 'edit', 'remove'].includes(action.do))) {
    expect(dutiesOf(model, picture.calendar)).toEqual(dutiesOf(model, linesOf(model)));
  }
  expect(await violatedInvariants(world.server.database)).toEqual([]);
  Object.assign(world, { requestIds: found.ids, shiftIds });
  return { model: found.after, outcomes };
}

/** The request that an action answers is what its person reads of it then. */
async function expectCardAnswered(
  { people }: World,
  action: Action,
  answer: Answer<unknown> | null | undefined,
): Promise<void> {
  const { request } = (answer?.body ?? {}) as { request?: ExchangeRequest };
  if (!request || !('who' in action) || isDecision(action)) return;
  const card = await the(people[action.who]).ask('GET /api/exchange-requests/:id', { params: request });
  expect(request).toEqual(card);
}

/** `ok`, or the status and code of a refusal. */
function outcomeOf(answer: Answer<unknown> | null): string {
  if (!answer || answer.status < 400) return 'ok';
  const { message, code } = answer.refusal;
  expect(answer.status).toBeLessThan(500);
  expect(message).toMatch(/\S/);
  return `${answer.status} ${code}`;
}

const saysSignedOut = (outcome: string): boolean => /^401 |^403 account_disabled$/u.test(outcome);

/** A status alone stands for all its codes. */
function isExplained(expected: string, outcome: string): boolean {
  if (expected === 'refused') return outcome !== 'ok';
  if (expected === 'signed out') return saysSignedOut(outcome);
  return expected === outcome || outcome.startsWith(`${expected} `);
}

interface Telling {
  after: Model;
  /** The server's names of requests. */
  ids: Record<string, string>;
}

/** What the model is after each order of the actions that explains the answers. */
function tellingsOf(
  model: Model,
  world: World,
  actions: readonly Action[],
  answers: Answers,
  outcomes: readonly string[],
): Telling[] {
  const tellings: Telling[] = [];
  const foreseen = new Set<string>();
  for (const order of permutations([...actions.keys()])) {
    const after = structuredClone(model);
    const expected: Outcome[] = [];
    for (const index of order) {
      const action = the(actions[index]);
      // a call whose session was read before another of the same moment ended the account is answered after it all the same
      const isLetIn = isActing(model, action) && !saysSignedOut(the(outcomes[index]));
      expected[index] = (isLetIn ? carryOut : apply)(after, action);
    }
    const ids = namesAfter(world, expected, answers);
    foreseen.add(expected.map(({ is }) => is).join(', '));
    const explains = expected.every(({ is }, index) => isExplained(is, the(outcomes[index])));
    if (ids && explains) tellings.push({ after, ids });
  }
  if (tellings.length > 0) return tellings;
  throw new Error(`the server answers ${outcomes.join(', ')}; the model ${[...foreseen].join(' or ')}`);
}

/** The names of requests after these publications; null if an answer contradicts the model. */
function namesAfter(
  { requestIds }: World,
  expected: readonly Outcome[],
  answers: Answers,
): Record<string, string> | null {
  const ids = { ...requestIds };
  for (const [index, { request }] of expected.entries()) {
    if (request === undefined) continue;
    const body = answers[index]?.body as { request?: ExchangeRequest } | undefined;
    const id = body?.request?.id;
    if (id === undefined || (ids[request] ?? id) !== id) return null;
    ids[request] = id;
  }
  return ids;
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, index) =>
    permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]),
  );
}

const linesOf = ({ calendar }: Model): string[] =>
  Object.entries(calendar).map(([place, { duty }]) => `${place} ${lineOfDuty(duty)}`);

/** All duties of each day and worksite, without whose they are; of drivers at work only that they drive. Rest of others does not count: it comes with a day that is given. */
const dutiesOf = (model: Model, lines: readonly string[]): string[] =>
  lines
    .filter(
      (line) => !line.endsWith(' libero') || personAt(model, Number(line.split(' ')[0])).worksite === 'taxi',
    )
    .map((line) => {
      const [who, day, ...duty] = line.replace(' swapped', '').split(' ');
      const { worksite } = personAt(model, Number(who));
      const isDriving = worksite === 'taxi' && duty[0] === 'sede';
      return [worksite, day, ...(isDriving ? ['sede'] : duty)].join(' ');
    })
    .toSorted();
