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

// Random people do random things, one after the other and at the same time, on the real server and in a plain model of
// it. After each step both must agree on every answer, calendar, tab, card and notification, and no invariant is violated.

const server = await testServer();

/** The model is replaced at each step: of things that happen at once, one of several orders explains the rest. */
interface Telling {
  model: Model;
  steps: number;
}

/** How often each action was carried out, and how often refused. */
const done: Record<string, number> = {};
const count = (name: string): void => void (done[name] = (done[name] ?? 0) + 1);

class SimultaneousActions implements fc.AsyncCommand<Telling, World> {
  readonly #actionsAt: (model: Model, step: number) => readonly Action[];
  #told = '';

  constructor(actionsAt: (model: Model, step: number) => readonly Action[]) {
    this.#actionsAt = actionsAt;
  }

  check({ model, steps }: Telling): boolean {
    return this.#actionsAt(model, steps).length > 0;
  }

  async run(telling: Telling, world: World): Promise<void> {
    const actions = this.#actionsAt(telling.model, telling.steps);
    this.#told = actions.map(wordsOf).join(' + ');
    const { model, outcomes } = await perform(telling.model, world, actions);
    telling.model = model;
    telling.steps += 1;
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

/** New ones at each call: PROPERTY_RUNS=250 npm test -- tests/server/swapModel. PROPERTY_SHRINK=1 shortens what fails. */
const { PROPERTY_RUNS = isLong ? '100' : undefined, PROPERTY_SHRINK } = process.env;
const numRuns = Number(PROPERTY_RUNS ?? 6);
const simultaneous = actionDrafts.map(
  (drafts) => new SimultaneousActions((model, step) => actionsOf(model, drafts, step)),
);
const commands: fc.Arbitrary<Iterable<fc.AsyncCommand<Telling, World>>> = fc.commands([simultaneous], {
  maxCommands: 160,
  size: 'max',
});

const eachKind = momentsOfEachKind.map((moment) => new SimultaneousActions(() => moment));

test(
  'whatever people do in whatever order, the server does what the plain model of it does',
  async () => {
    await fc.assert(
      fc.asyncProperty(rosters, commands, async (calendars, steps) => {
        const { model, world } = await buildWorld(server, calendars);
        const telling: Telling = { model, steps: 0 };
        await fc.asyncModelRun(() => ({ model: telling, real: world }), steps);
        // whoever is due to hear of something has heard in the end
        await perform(telling.model, world, [{ do: 'wait', until: telling.model.now }]);
      }),
      {
        numRuns: numRuns + 1,
        // the same sequences each time, but for what meets by chance
        ...(PROPERTY_RUNS === undefined && { seed: 20261116 }),
        examples: [[calendarsOfEachKind, eachKind]],
        plugins: [fc.unbiased()],
        endOnFailure: PROPERTY_SHRINK === undefined,
      },
    );
    // a property that never gets there proves nothing
    for (const kind of ['turno', 'giorno', 'settimana', 'ferie'])
      expect(done[`confirm ${kind}`]).toBeGreaterThan(0);
    for (const decision of ['approve turno', 'refuseApproval turno', 'setRules', 'at once'])
      expect(done[decision]).toBeGreaterThan(0);
  },
  numRuns * 60_000,
);
