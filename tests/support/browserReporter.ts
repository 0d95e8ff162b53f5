import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { countFileVariable, type TestCount } from '../../tools/testCount.ts';

/**
 * Counts Playwright's tests as `CountReporter` counts vitest's: a skipped one counts as failed, and so does an error outside
 * of every test. One that never started, after `-x`, is not told here and does not count.
 */
export default class BrowserCountReporter implements Reporter {
  readonly #count: TestCount = { passed: 0, failed: 0 };

  onTestEnd({ title }: TestCase, { status }: TestResult): void {
    this.#count[status === 'passed' ? 'passed' : 'failed'] += 1;
    if (status === 'skipped') console.error(`Not run: ${title}. Tests are not skipped.`);
  }

  onError(): void {
    this.#count.failed += 1;
  }

  onEnd(): void {
    const file = process.env[countFileVariable];
    if (file) writeFileSync(file, JSON.stringify(this.#count));
  }

  printsToStdio(): boolean {
    return false;
  }
}
