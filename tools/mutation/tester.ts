import { join } from 'node:path';
import {
  createVitest,
  type Reporter,
  type TestCase,
  type TestModule,
  type TestSpecification,
} from 'vitest/node';

/**
 * A process that keeps one vitest for all mutants of a copy, so that only what changed is transformed again; workers are
 * new in each run. Its parent ends it when a test never ends.
 *
 * Arguments: the names of the projects.
 */

/** A test file in one of the projects, by its path from the root. */
export interface TestFile {
  project: string;
  path: string;
}

export interface Order {
  tests: readonly TestFile[];
  /** What is not as it was in the run before. */
  changed: readonly string[];
}

export interface Result {
  /** Files of which everything passed, with how long each took. */
  passed: { path: string; ms: number }[];
  /** The first failure: its file, and the test or what else failed. */
  failed: { path: string; what: string } | null;
  /** How long it all took. */
  ms: number;
}

/** What is told while it runs: a file has ended, or a test of one has failed. */
export type Progress = { ended: string } | { failed: NonNullable<Result['failed']> };

const tell = (message: 'ready' | Progress | Result): void => {
  if (process.connected) process.send?.(message);
};

class Recorder implements Reporter {
  ended: TestModule[] = [];
  onTestCaseResult(test: TestCase): void {
    const { fullName: what, module } = test;
    if (test.result().state === 'failed') tell({ failed: { path: module.relativeModuleId, what } });
  }
  onTestModuleEnd(module: TestModule): void {
    this.ended.push(module);
    tell({ ended: module.relativeModuleId });
  }
}

/** Nearest first; vitest would begin with what failed or took longest before. */
class AsGiven {
  shard = (files: TestSpecification[]) => files;
  sort = (files: TestSpecification[]) => files;
}

const root = process.cwd();
const recorder = new Recorder();
const vitest = await createVitest(
  {
    root,
    project: process.argv.slice(2),
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [recorder],
    sequence: { sequencer: AsGiven },
  },
  { cacheDir: join(root, '.vite'), logLevel: 'error' },
);
await vitest.standalone();

async function run({ tests, changed }: Order): Promise<Result> {
  for (const path of changed) vitest.invalidateFile(join(root, path));
  recorder.ended = [];
  const start = performance.now();
  const { unhandledErrors } = await vitest.runTestSpecifications(
    tests.map(({ project, path }) => vitest.getProjectByName(project).createSpecification(join(root, path))),
  );
  const passed: Result['passed'] = [];
  let failed: Result['failed'] = null;
  for (const module of recorder.ended) {
    const path = module.relativeModuleId;
    const what = failureOf(module);
    if (what !== null) failed ??= { path, what };
    else if (module.state() === 'passed') {
      const { collectDuration, duration } = module.diagnostic();
      passed.push({ path, ms: collectDuration + duration });
    }
  }
  const [error] = unhandledErrors;
  if (error !== undefined) {
    failed ??= {
      path: recorder.ended.at(-1)?.relativeModuleId ?? '',
      what: error instanceof Error ? error.message : 'an error outside of all tests',
    };
  }
  return { passed, failed, ms: performance.now() - start };
}

function failureOf(module: TestModule): string | null {
  if (module.state() !== 'failed' && module.errors().length === 0) return null;
  for (const test of module.children.allTests()) {
    if (test.result().state === 'failed') return test.fullName;
  }
  return module.errors()[0]?.message ?? 'outside of its tests';
}

process.on('message', (order: Order) => {
  void run(order).then(tell);
});
// A worker that never ends is stopped by a second cancellation; then what the projects set up for all runs is taken down.
process.once('disconnect', () => {
  for (const _ of ['asks', 'forces']) void vitest.cancelCurrentRun('keyboard-input');
  void vitest.close().finally(() => process.exit());
});
tell('ready');
