import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildClientIfStale } from '../scripts/buildClient.ts';
import { answerHelp } from '../scripts/commandLine.ts';
import { type EmbeddedServer, startEmbedded } from '../src/server/platform/database/embedded.ts';
import { findChromium } from './chromium.ts';
import { countFileVariable, type TestCount } from './testCount.ts';

answerHelp({
  usage: "npm test [-- arguments of vitest, such as --project domain, or src/server/shifts -t 'past day']",
  about: `Finds a browser, builds the client, starts an embedded PostgreSQL where none is given (TEST_DATABASE_URL), runs all tests and ends with the line ‘N passed, N failed’.`,
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

/** One whose data need not reach the disk: it is thrown away with the run. */
async function startPostgres(folder: string): Promise<EmbeddedServer> {
  const settings = [
    'max_connections=300',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'autovacuum=off',
  ];
  const onWarning = (message: string, error: unknown): void => console.error(message, error);
  const postgres = await startEmbedded(folder, { onWarning, settings });
  const url = new URL(postgres.databaseUrl);
  url.username = 'postgres';
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query('alter role turnario createdb');
  // tests fill tables without asking their references
  await client.query('grant set on parameter session_replication_role to turnario');
  await client.end();
  return postgres;
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
  const isStarted = includes('server', args) && !env['TEST_DATABASE_URL'];
  const postgres = isStarted ? await startPostgres(folder) : null;
  if (postgres) env['TEST_DATABASE_URL'] = postgres.databaseUrl;
  let exitCode: number;
  try {
    exitCode = await runVitest(args, env);
  } finally {
    await postgres?.stop();
  }
  const { passed, failed } = await readCount(join(folder, 'count.json'), exitCode);
  if (passed === 0) console.error('No test ran to its end.');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
