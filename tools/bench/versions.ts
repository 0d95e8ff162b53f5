import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { atEnd } from '../cleanup.ts';
import { runToEnd } from '../process.ts';
import { databaseUrlOf, runOn } from '../testDatabases.ts';
import { inService, type Settings } from './server.ts';

const here = join(import.meta.dirname, '../..');

/** A checkout that is measured, with data of its own. */
export interface Version {
  name: string;
  root: string;
  /** Settings of a server with the demo, and of one with the world. */
  demo: Settings;
  world: Settings;
}

/** Without a commit this checkout; without a PostgreSQL on which databases may be made, each is embedded. */
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

/** A worktree with its packages: links to those of this checkout where it asks for the same ones. */
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

/** Runs npm to its end, with this process's way to the registry; answers how long it took, in milliseconds. */
export async function npm(cwd: string, ...args: string[]): Promise<number> {
  const begin = performance.now();
  const ended = await runToEnd({ command: 'npm', args, cwd, env: process.env as Settings });
  if (ended.code !== 0) throw new Error(`npm ${args.join(' ')}: ${ended.stderr || ended.stdout}`);
  return performance.now() - begin;
}

/** Gone at the end of the run; answers the settings for it. */
async function createDatabase(databaseUrl: string, label: string): Promise<Settings> {
  const name = `turnario_bench_${process.pid}_${label}`;
  await runOn(databaseUrl, `create database ${name}`);
  atEnd(() => runOn(databaseUrl, `drop database ${name} with (force)`));
  const secret = 'no secret: the database is gone when the run ends';
  return { DATABASE_URL: databaseUrlOf(databaseUrl, name), APP_SECRET: secret };
}
