import { writeFileSync } from 'node:fs';
import type { Reporter as BrowserReporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** What the reporters count and `npm test` prints as its last line. */
export interface TestCount {
  passed: number;
  failed: number;
}

/** The environment variable with the path of the JSON file for the count. */
export const countFileVariable = 'TEST_COUNT_FILE';

function write(count: TestCount): void {
  const file = process.env[countFileVariable];
  if (file) writeFileSync(file, JSON.stringify(count));
}

const notRun = (test: string): void => console.error(`Not run: ${test}. Tests are not skipped.`);

/**
 * Counts the tests of all projects. Skipped tests, files that cannot be loaded, failed hooks and errors outside of tests count
 * as failed. Tests not started because of `--bail` are not counted.
 */
export class CountReporter implements Reporter {
  #vitest: Vitest | null = null;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    // `-t name` skips other tests on purpose, `--bail` those after the allowed failures
    const { testNamePattern, bail = 0 } = this.#vitest?.config ?? {};
    const failures = modules.flatMap((module) => [...module.children.allTests('failed')]).length;
    const filtered = testNamePattern !== undefined || (bail > 0 && failures >= bail);
    const count: TestCount = { passed: 0, failed: unhandledErrors.length };
    for (const module of modules) countModule(module, filtered, count);
    if (count.failed > 0) process.exitCode = 1;
    printSlowest(modules);
    write(count);
  }
}

/** Prints the ten slowest files, from first import to last hook. */
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
      notRun(`${module.relativeModuleId} > ${test.fullName}`);
    }
  }
  const fault = module.state() === 'failed' || module.errors().length > 0;
  if (fault && count.failed === failedBefore) count.failed += 1;
}

/** The same for Playwright. Tests that never started, after `-x`, are not reported and not counted. */
export default class BrowserCountReporter implements BrowserReporter {
  readonly #count: TestCount = { passed: 0, failed: 0 };

  onTestEnd({ title }: TestCase, { status }: TestResult): void {
    this.#count[status === 'passed' ? 'passed' : 'failed'] += 1;
    if (status === 'skipped') notRun(title);
  }

  onError(): void {
    this.#count.failed += 1;
  }

  onEnd(): void {
    write(this.#count);
  }

  printsToStdio(): boolean {
    return false;
  }
}
