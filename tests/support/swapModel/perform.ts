import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { ExchangeRequest } from '../../../src/domain/exchanges/schema.ts';
import type { Answer } from '../calls.ts';
import { type Action, type Outcome, worksiteOf } from './actions.ts';
import { apply } from './apply.ts';
import { expectedPicture, takePicture } from './picture.ts';
import { type Model, the } from './state.ts';
import { callOf, type World } from './world.ts';

type Answers = readonly (Answer<unknown> | null)[];

/**
 * Runs all actions concurrently. Their answers and the server's state afterwards must equal the model's after running
 * them one by one in some order.
 *
 * @returns the model after that order, and the server's outcomes
 */
export async function perform(model: Model, world: World, actions: readonly Action[]) {
  const calls = actions.map((action) => callOf(world, model, action));
  const answers = await Promise.all(calls.map((call) => call()));
  const outcomes = answers.map(outcomeOf);
  const explanations = explain(model, world, actions, answers, outcomes);
  const sites = new Set(actions.map((action) => worksiteOf(model, action)));
  const viewers = model
    .everybody()
    .filter((who) => sites.has(undefined) || sites.has(model.person(who).worksite));
  const { picture, shiftIds } = await takePicture(world, viewers);
  const found = explanations.find(({ after, ids }) =>
    isDeepStrictEqual(expectedPicture(after, ids, viewers), picture),
  );
  const { after, ids } = found ?? the(explanations[0]);
  expect(picture).toEqual(expectedPicture(after, ids, viewers));
  expect(await violatedInvariants(world.server.database)).toEqual([]);
  Object.assign(world, { requestIds: ids, shiftIds });
  return { model: after, outcomes };
}

/** `ok`, or status and code of a refusal. */
function outcomeOf(answer: Answers[number]): string {
  if (!answer || answer.status < 400) return 'ok';
  const { message, code } = answer.refusal;
  expect(answer.status).toBeLessThan(500);
  expect(message).toMatch(/\S/);
  return `${answer.status} ${code}`;
}

function isExplained(expected: Outcome, outcome: string): boolean {
  if (expected === 'refused') return outcome !== 'ok';
  // a status alone matches all its codes, `ok` also a request
  return expected.startsWith('ok') ? outcome === 'ok' : `${outcome} `.startsWith(`${expected} `);
}

interface Explanation {
  after: Model;
  /** The server's request ids by the model's names. */
  ids: Record<string, string>;
}

/** The model after each order of the actions that explains the answers. */
function explain(
  model: Model,
  { requestIds }: World,
  actions: readonly Action[],
  answers: Answers,
  outcomes: readonly string[],
): Explanation[] {
  const foreseen = new Set<string>();
  const explanations = permutations([...actions.keys()]).flatMap((order): Explanation[] => {
    const after = model.clone();
    const expected: Outcome[] = [];
    for (const index of order) expected[index] = apply(after, the(actions[index]));
    foreseen.add(expected.join(', '));
    if (!expected.every((outcome, index) => isExplained(outcome, the(outcomes[index])))) return [];
    const ids = { ...requestIds };
    for (const [index, outcome] of expected.entries()) {
      const [, key] = /^ok (.+)$/.exec(outcome) ?? [];
      if (key === undefined) continue;
      const { id } = (the(answers[index]).body as { request: ExchangeRequest }).request;
      if ((ids[key] ?? id) !== id) return [];
      ids[key] = id;
    }
    return [{ after, ids }];
  });
  if (explanations.length > 0) return explanations;
  throw new Error(`the server answers ${outcomes.join(', ')}; the model ${[...foreseen].join(' or ')}`);
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, index) =>
    permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]),
  );
}
