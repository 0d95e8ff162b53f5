import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { CountReporter } from './tools/testCount.ts';

// The projects together must include every test file: others would silently never run.
const serverTests = ['src/server/**/*.test.ts', 'db/**/*.test.ts', 'tests/**/*.test.ts'];
const browserTests = 'tests/e2e/**/*.test.ts';
const failOnConsole = 'tests/support/failOnConsole.ts';
const shared = { setupFiles: [failOnConsole], restoreMocks: true };
/**
 * For tests with databases and processes, which mostly wait: files run in parallel. Workers keep loaded modules, since no
 * test changes them.
 */
const heavy = {
  setupFiles: [failOnConsole, 'tests/support/oneDay.ts'],
  pool: 'forks',
  isolate: false,
  maxWorkers: Math.min(4, availableParallelism()),
  // ends hanging tests; no test relies on it to assert speed
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 10_000 } },
  sequence: { groupOrder: 1 },
} satisfies TestProjectInlineConfiguration['test'];

/** Tests without database and browser run in threads that share modules. */
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
