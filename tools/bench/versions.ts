import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { atEnd } from '../cleanup.ts';
import { runToEnd } from '../process.ts';
import { databaseUrlOf, runOn } from '../testDatabases.ts';
import { inService, type Settings } from './server.ts';

const here = join(import.meta.dirname, '../..');

/** A checkout to measure, with its own data. */
export interface Version {
  name: string;
  root: string;
  /** Settings of a server with the demo, and of one with the benchmark's data. */
  demo: Settings;
  world: Settings;
}

/** Default: this checkout, on embedded databases. @param databaseUrl a PostgreSQL on which databases can be created */
export async function makeVersion(folder: string, databaseUrl?: string, commit?: string): Promise<Version> {
  const name = commit === undefined ? 'here' : git('rev-parse', '--short', commit);
  const settingsOf = async (what: string): Promise<Settings> => {
    const own = join(folder, `${name}-${what}`);
    await mkdir(own);
    const database = databaseUrl === undefined ? {} : await createDatabase(databaseUrl, `${name}_${what}`);
    return { DATA_DIR: own, ...database };
  };
  const root = commit === undefined ? here : await checkOut(join(folder, 'checkout'), name);
  await npm(root, 'run', 'build');
  return {
    name,
    root,
    demo: await settingsOf('demo'),
    world: { ...inService, ...(await settingsOf('world')) },
  };
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: here, encoding: 'utf8' }).trim();

/** Creates a worktree; its packages are hard links to this checkout's if both have the same lock file. */
async function checkOut(folder: string, commit: string): Promise<string> {
  git('worktree', 'add', '--detach', folder, commit);
  atEnd(async () => void git('worktree', 'remove', '--force', folder));
  const [own, other] = [here, folder].map((root) => readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const link = { command: 'cp', args: ['-al', join(here, 'node_modules'), folder] };
  const isLinked = own === other && (await runToEnd(link)).code === 0;
  if (isLinked) rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  else await npm(folder, 'ci');
  return folder;
}

/** Runs npm with this process's environment; returns the milliseconds it took. */
export async function npm(cwd: string, ...args: string[]): Promise<number> {
  const begin = performance.now();
  const ended = await runToEnd({ command: 'npm', args, cwd, env: process.env as Settings });
  if (ended.code !== 0) throw new Error(`npm ${args.join(' ')}: ${ended.stderr || ended.stdout}`);
  return performance.now() - begin;
}

/** Creates a database that is dropped at the end of the run; returns its settings. */
async function createDatabase(databaseUrl: string, label: string): Promise<Settings> {
  const name = `turnario_bench_${process.pid}_${label}`;
  await runOn(databaseUrl, `create database ${name}`);
  atEnd(() => runOn(databaseUrl, `drop database ${name} with (force)`));
  const secret = 'not secret: the database is dropped after the run';
  return { DATABASE_URL: databaseUrlOf(databaseUrl, name), APP_SECRET: secret };
}
