import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './tools/chromium.ts';

// inherited by the workers
process.env['CHROMIUM_PATH'] ||= await findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './tools/productServer.ts',
  // files run in parallel; the tests of a file share a server
  fullyParallel: false,
  workers: Math.min(4, availableParallelism()),
  retries: 0,
  forbidOnly: true,
  // ends hanging tests; no test relies on it to assert speed
  timeout: 600_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./tools/testCount.ts']],
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 30_000,
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'], args: chromiumArgs },
  },
});
