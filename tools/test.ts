import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildClientIfStale } from '../scripts/buildClient.ts';
import { answerHelp } from '../scripts/commandLine.ts';
import { type EmbeddedServer, startEmbedded } from '../src/server/platform/database/embedded.ts';
import { findChromium } from './chromium.ts';
import { runsFor } from './testArguments.ts';
import { countFileVariable, type TestCount } from './testCount.ts';

answerHelp(`npm test [-- --project domain, or src/server/shifts -t 'past day', or --changed, or --bail]

Finds a browser, builds the client, starts an embedded PostgreSQL where none is given (TEST_DATABASE_URL), runs vitest
and then Playwright and ends with the line ‘N passed, N failed’ over both. Projects: domain, client, server, e2e.`);

const root = join(import.meta.dirname, '..');
const programs = {
  vitest: join(root, 'node_modules/vitest/vitest.mjs'),
  playwright: join(root, 'node_modules/@playwright/test/cli.js'),
};

/** Runs a program to completion; interrupting this process ends it and all its child processes. */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true, // its own process group, so that all of it can be ended
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const passOn = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    isInterrupted = true;
  };
  for (const signal of signals) process.on(signal, passOn);
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
  }).finally(() => {
    for (const signal of signals) process.off(signal, passOn);
  });
}

/** Starts a PostgreSQL without durability: its data is deleted after the run. */
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
  // tests fill tables without checking foreign keys
  await client.query('grant set on parameter session_replication_role to turnario');
  await client.end();
  return postgres;
}

/** A runner's count; at least one failure if it exited with an error. */
async function readCount(file: string, exitCode: number): Promise<TestCount> {
  const text = await readFile(file, 'utf8').catch(() => '{"passed":0,"failed":0}');
  const { passed, failed } = JSON.parse(text) as TestCount;
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1) };
}

let isInterrupted = false;
const runs = runsFor(process.argv.slice(2));
const folder = await mkdtemp(join(tmpdir(), 'turnario-test-'));
try {
  const env: NodeJS.ProcessEnv = { ...process.env };
  if (runs.playwright) {
    env['CHROMIUM_PATH'] = await findChromium();
    await buildClientIfStale();
  }
  const isStarted = (runs.hasServer || runs.playwright) && !env['TEST_DATABASE_URL'];
  const postgres = isStarted ? await startPostgres(folder) : null;
  if (postgres) env['TEST_DATABASE_URL'] = postgres.databaseUrl;
  const total: TestCount = { passed: 0, failed: 0 };
  try {
    for (const runner of ['vitest', 'playwright'] as const) {
      const args = runs[runner];
      if (!args || isInterrupted) continue;
      const file = join(folder, `${runner}.json`);
      const exitCode = await run(programs[runner], args, { ...env, [countFileVariable]: file });
      const count = await readCount(file, exitCode);
      total.passed += count.passed;
      total.failed += count.failed;
      if (count.failed > 0 && runs.isBailing) break;
    }
  } finally {
    await postgres?.stop();
  }
  if (total.passed === 0) console.error('No test ran to its end.');
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
