import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClientIfStale } from '../scripts/buildClient.ts';
import { answerHelp } from '../scripts/commandLine.ts';
import { findChromium } from './chromium.ts';
import { startPostgresForTests } from './postgres.ts';
import { countFileVariable, type TestCount } from './testCount.ts';

answerHelp({
  usage: "npm test [-- arguments of vitest, such as --project domain, or src/server/shifts -t 'past day']",
  about: `Finds a browser, builds the client, starts a PostgreSQL of its own where one is installed and none is given
(TEST_DATABASE_URL), runs all tests and ends with the line ‘N passed, N failed’.`,
});

/** Whether a project is among those asked for; without `--project`, all are. */
function includes(project: string, args: string[]): boolean {
  const { values } = parseArgs({
    args,
    options: { project: { type: 'string', multiple: true } },
    strict: false,
  });
  const projects = [values.project ?? []].flat().map(String);
  return projects.length === 0 || projects.some((name) => name === project || /[*!]/.test(name));
}

const withoutPostgres = `
${'!'.repeat(100)}
PostgreSQL is not installed, and TEST_DATABASE_URL names none. Everything ran on the embedded database alone, whose one
connection hides a missing lock: what two people or two servers do at the same moment went UNTESTED.
${'!'.repeat(100)}
`;

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
  if (includes('e2e', args)) {
    env['CHROMIUM_PATH'] = await findChromium();
    await buildClientIfStale();
  }
  const isOnPostgres = includes('server-postgres', args);
  const postgres = isOnPostgres && !env['TEST_DATABASE_URL'] ? await startPostgresForTests(folder) : null;
  if (postgres) {
    console.log(`${postgres.version}, started for this run`);
    env['TEST_DATABASE_URL'] = postgres.url;
  }
  let exitCode: number;
  try {
    exitCode = await runVitest(args, env);
  } finally {
    await postgres?.stop();
  }
  const { passed, failed } = await readCount(join(folder, 'count.json'), exitCode);
  if (passed === 0) console.error('No test ran to its end.');
  if (isOnPostgres && !env['TEST_DATABASE_URL']) console.error(withoutPostgres);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
