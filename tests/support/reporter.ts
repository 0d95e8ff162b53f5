import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { countFileVariable, type TestCount } from '../../tools/testCount.ts';

/**
 * Counts the tests of all projects. Skipped tests count as failed, and so do files that cannot be loaded, failed hooks and
 * errors outside every test. What `--bail` kept from starting is not counted.
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

/** Where the time goes: the ten slowest files, from their first import to their last hook. */
function printSlowest(modules: readonly TestModule[]): void {
  const lines = modules.map((module) => {
    const { collectDuration, duration } = module.diagnostic();
    const seconds = ((collectDuration + duration) / 1000).toFixed(1).padStart(7);
    return `${seconds} s  ${module.project.name} ${module.relativeModuleId}`;
  });
  if (lines.length > 1)
    console.log(['The slowest files:', ...lines.toSorted().toReversed().slice(0, 10)].join('\n'));
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
