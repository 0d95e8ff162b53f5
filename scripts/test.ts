import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClientIfStale } from './buildClient.ts';
import { findChromium } from './chromium.ts';
import { countFileVariable, type TestCount } from './testCount.ts';

/**
 * `npm test`: finds a browser, builds the client, runs all tests and ends with the line `N passed, N failed`.
 * Arguments go on to vitest: `npm test -- --project domain`, `npm test -- src/server/shifts -t 'past day'`.
 */

/** Whether the browser tests are among the projects asked for; without `--project`, all are. */
function includesBrowserTests(args: string[]): boolean {
  const { values } = parseArgs({
    args,
    options: { project: { type: 'string', multiple: true } },
    strict: false,
  });
  const projects = [values.project ?? []].flat().map(String);
  return projects.length === 0 || projects.some((name) => name === 'e2e' || /[*!]/.test(name));
}

/** Runs vitest to its end. An interrupt of this process ends vitest and all that it started: workers, servers, browsers. */
function runVitest(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true, // a process group of its own, so that all of it can be ended
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
  });
}

/** The count that the reporter wrote, corrected where the run failed for a reason that is no test's. */
async function readCount(file: string, exitCode: number): Promise<TestCount> {
  const text = await readFile(file, 'utf8').catch(() => '{"passed":0,"failed":0}');
  const { passed, failed } = JSON.parse(text) as TestCount;
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1) };
}

const args = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'turnario-test-'));
try {
  const env: NodeJS.ProcessEnv = { ...process.env, [countFileVariable]: join(folder, 'count.json') };
  if (includesBrowserTests(args)) {
    env['CHROMIUM_PATH'] = await findChromium();
    await buildClientIfStale();
  }
  const exitCode = await runVitest(args, env);
  const { passed, failed } = await readCount(join(folder, 'count.json'), exitCode);
  if (passed === 0) console.error('No test ran to its end.');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
