import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './tools/chromium.ts';

// the workers inherit it
process.env['CHROMIUM_PATH'] ||= await findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './tools/productServer.ts',
  // files beside each other; the tests of one share a server
  fullyParallel: false,
  workers: Math.min(4, availableParallelism()),
  retries: 0,
  forbidOnly: true,
  // ends what hangs; no test asserts by it how quick something is
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
