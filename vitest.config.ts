import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { CountReporter } from './tools/testCount.ts';

// Between them the projects hold every test file: one that none includes would never run, and nobody would notice.
const serverTests = ['src/server/**/*.test.ts', 'db/**/*.test.ts', 'tests/**/*.test.ts'];
const browserTests = 'tests/e2e/**/*.test.ts';
const failOnConsole = 'tests/support/failOnConsole.ts';
const shared = { setupFiles: [failOnConsole], restoreMocks: true };
/**
 * What opens databases, processes and browsers: much of it waits, so files of all kinds run beside each other and none
 * leaves a core idle at its end. A worker keeps its modules, of which no test changes any.
 */
const heavy = {
  setupFiles: [failOnConsole, 'tests/support/oneDay.ts'],
  pool: 'forks',
  isolate: false,
  maxWorkers: Math.min(4, availableParallelism()),
  // ends what hangs; no test asserts by it how quick something is
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 10_000 } },
  sequence: { groupOrder: 1 },
} satisfies TestProjectInlineConfiguration['test'];

/** No database, no browser: threads that share their modules. */
function pureProject(name: string, include: string[]): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      ...shared,
      pool: 'threads',
      isolate: false,
      testTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      sequence: { groupOrder: 0 },
    },
  };
}

const server: TestProjectInlineConfiguration = {
  test: {
    name: 'server',
    include: serverTests,
    exclude: [browserTests],
    ...shared,
    globalSetup: ['tests/support/databaseGlobalSetup.ts'],
    ...heavy,
  },
};

export default defineConfig({
  test: {
    projects: [
      pureProject('domain', ['src/domain/**/*.test.ts', 'scripts/**/*.test.ts', 'tools/**/*.test.ts']),
      pureProject('client', ['src/client/**/*.test.{ts,tsx}']),
      server,
    ],
    allowOnly: false,
    passWithNoTests: false,
    silent: 'passed-only',
    reporters: ['default', new CountReporter()],
  },
});
