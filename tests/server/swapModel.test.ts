import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../support/longForm.ts';
import { testServer } from '../support/server.ts';
import type { Action } from '../support/swapModel/actions.ts';
import { actionDrafts, actionsOf } from '../support/swapModel/drafts.ts';
import { calendarsOfEachKind, momentsOfEachKind } from '../support/swapModel/eachKind.ts';
import { perform } from '../support/swapModel/perform.ts';
import { rosters } from '../support/swapModel/roster.ts';
import type { Model } from '../support/swapModel/state.ts';
import { buildWorld, type World } from '../support/swapModel/world.ts';

// Random people act randomly, one by one and concurrently, on the real server and in a simple model of it. After each step
// both must agree on every answer, calendar, tab, card and notification, and no invariant may be violated.

const server = await testServer();

/** Replaced after each step by the model for the order that explains the answers. */
interface ModelState {
  model: Model;
  steps: number;
}

/** How often each action was carried out or refused. */
const done: Record<string, number> = {};
const count = (name: string): void => void (done[name] = (done[name] ?? 0) + 1);

class SimultaneousActions implements fc.AsyncCommand<ModelState, World> {
  readonly #actionsAt: (model: Model, step: number) => readonly Action[];
  #told = '';

  constructor(actionsAt: (model: Model, step: number) => readonly Action[]) {
    this.#actionsAt = actionsAt;
  }

  check({ model, steps }: ModelState): boolean {
    return this.#actionsAt(model, steps).length > 0;
  }

  async run(state: ModelState, world: World): Promise<void> {
    const actions = this.#actionsAt(state.model, state.steps);
    this.#told = actions.map(wordsOf).join(' + ');
    const { model, outcomes } = await perform(state.model, world, actions);
    state.model = model;
    state.steps += 1;
    for (const [index, action] of actions.entries()) {
      const kind = 'request' in action ? model.requests[action.request]?.kind : undefined;
      count([action.do, kind, outcomes[index] === 'ok' ? null : 'refused'].filter(Boolean).join(' '));
    }
    if (actions.length > 1) count('at once');
  }

  toString(): string {
    return this.#told;
  }
}

const wordsOf = ({ do: name, ...rest }: Action): string => `${name} ${JSON.stringify(rest)}`;

/** New sequences on each run: PROPERTY_RUNS=250 npm test -- tests/server/swapModel. PROPERTY_SHRINK=1 shortens failures. */
const { PROPERTY_RUNS = isLong ? '100' : undefined, PROPERTY_SHRINK } = process.env;
const numRuns = Number(PROPERTY_RUNS ?? 6);
const simultaneous = actionDrafts.map(
  (drafts) => new SimultaneousActions((model, step) => actionsOf(model, drafts, step)),
);
const commands: fc.Arbitrary<Iterable<fc.AsyncCommand<ModelState, World>>> = fc.commands([simultaneous], {
  maxCommands: 160,
  size: 'max',
});

const eachKind = momentsOfEachKind.map((moment) => new SimultaneousActions(() => moment));

test(
  'the server behaves like the model for any actions in any order',
  async () => {
    await fc.assert(
      fc.asyncProperty(rosters, commands, async (calendars, steps) => {
        const { model, world } = await buildWorld(server, calendars);
        const state: ModelState = { model, steps: 0 };
        await fc.asyncModelRun(() => ({ model: state, real: world }), steps);
        // a last step delivers pending notifications
        await perform(state.model, world, [{ do: 'wait', until: state.model.now }]);
      }),
      {
        numRuns: numRuns + 1,
        // the same sequences on each run, except for timing
        ...(PROPERTY_RUNS === undefined && { seed: 20261116 }),
        examples: [[calendarsOfEachKind, eachKind]],
        plugins: [fc.unbiased()],
        endOnFailure: PROPERTY_SHRINK === undefined,
      },
    );
    // guards against sequences that never get there
    for (const kind of ['turno', 'giorno', 'settimana', 'ferie'])
      expect(done[`confirm ${kind}`]).toBeGreaterThan(0);
    for (const decision of ['approve turno', 'refuseApproval turno', 'setRules', 'at once'])
      expect(done[decision]).toBeGreaterThan(0);
  },
  numRuns * 60_000,
);
