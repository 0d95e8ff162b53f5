import { setTimeout as sleep } from 'node:timers/promises';
import { evenWorldOf } from '../bench/data/world.ts';
import { createDatabase } from '../bench/servers/store.ts';
import { cpuOf, totalOf } from '../cpu.ts';
import { findPostgres, startMeasured } from '../measuredServer.ts';
import { watchDatabase } from './database.ts';
import type { Options } from './options.ts';
import { People } from './people.ts';

export interface Run {
  options: Options;
  /** For what the run leaves behind until it ends. */
  folder: string;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** A filled PostgreSQL with its server processes. */
export async function openWorld({ options, folder, say }: Run, processes: number) {
  const world = evenWorldOf(options.worksites, options.people);
  const begin = performance.now();
  const { productEnv } = await createDatabase((await findPostgres(folder)).url, folder, world);
  const { cpu } = await watchDatabase(productEnv['DATABASE_URL'] ?? '');
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  say(`${options.worksites} worksites of ${options.people} people, filled in ${seconds} s`);
  const servers = [];
  for (let n = 0; n < processes; n += 1) servers.push(await startMeasured(productEnv, folder));
  return {
    people: new People(
      world,
      servers.map((server) => server.url),
    ),
    pids: servers.map(({ pid }) => pid),
    databaseCpu: cpu,
  };
}

/** CPU of a server process, milliseconds a second, over so many seconds. */
export async function cpuPerSecond(pid: number, seconds: number, signal: AbortSignal): Promise<number> {
  const before = totalOf(cpuOf(pid));
  await sleep(seconds * 1000, undefined, { signal });
  return (totalOf(cpuOf(pid)) - before) / seconds;
}
