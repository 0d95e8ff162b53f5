import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { countFileVariable, type TestCount } from '../../tools/testCount.ts';

/**
 * Counts the tests of all projects. A test that was skipped counts as failed, and so do a file that could not be
 * loaded, a hook that failed and an error outside every test: nothing that did not pass goes unnoticed. What `--bail` kept from
 * starting is not counted.
 */
export class CountReporter implements Reporter {
  #vitest: Vitest | null = null;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    // `-t name` skips all others on purpose, and `--bail` what comes after the failures it allows
    const { testNamePattern, bail = 0 } = this.#vitest?.config ?? {};
    const failures = modules.flatMap((module) => [...module.children.allTests('failed')]).length;
    const filtered = testNamePattern !== undefined || (bail > 0 && failures >= bail);
    const count: TestCount = { passed: 0, failed: unhandledErrors.length };
    for (const module of modules) countModule(module, filtered, count);
    if (count.failed > 0) process.exitCode = 1;
    printSlowest(modules);
    const file = process.env[countFileVariable];
    if (file) writeFileSync(file, JSON.stringify(count));
  }
}

/** Where the time goes: files from their first import to their last hook. */
function printSlowest(modules: readonly TestModule[]): void {
  const times = modules.map((module) => {
    const { collectDuration, duration } = module.diagnostic();
    return {
      seconds: (collectDuration + duration) / 1000,
      name: `${module.project.name} ${module.relativeModuleId}`,
    };
  });
  if (times.length < 2) return;
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  console.log('The slowest files:');
  for (const { seconds, name } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

function countModule(module: TestModule, filtered: boolean, count: TestCount): void {
  const failedBefore = count.failed;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') count.passed += 1;
    else if (state === 'failed') count.failed += 1;
    else if (!filtered) {
      count.failed += 1;
      console.error(`Not run: ${module.relativeModuleId} > ${test.fullName}. Tests are not skipped.`);
    }
  }
  const fault = module.state() === 'failed' || module.errors().length > 0;
  if (fault && count.failed === failedBefore) count.failed += 1;
}
