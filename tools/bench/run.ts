import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findEmbedded } from '../../src/server/platform/database/embedded.ts';
import { chromiumArgs, findChromium } from '../chromium.ts';
import { atEnd } from '../cleanup.ts';
import { backingUp, callBeside, callEvenly, importing } from './beside.ts';
import { casesOf } from './cases.ts';
import { fill, type World } from './data.ts';
import { makeCalls } from './load.ts';
import { visitTwice } from './phone.ts';
import type { Results } from './report.ts';
import { type Server, startServer } from './server.ts';
import { npm, type Version } from './versions.ts';

export const parts = ['start', 'load', 'beside', 'phone'] as const;

export interface Bench {
  /** This checkout first. */
  versions: readonly Version[];
  world: World;
  only: readonly (typeof parts)[number][];
  install: boolean;
  rounds: number;
  results: Results;
}

/** Measures one version once. */
type Measure = (version: Version, place: number, round: number) => Promise<void>;

/** Repeats a measurement, alternating the versions and their order. */
async function inRounds({ versions }: Bench, rounds: number, what: string, measure: Measure): Promise<void> {
  const turns = [...versions.entries()];
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, version] of round % 2 === 0 ? turns : turns.toReversed()) {
      await measure(version, place, round);
      console.log(`${what}, ${version.name}, ${round + 1} of ${rounds}`);
    }
  }
}

export async function runAll(bench: Bench): Promise<void> {
  const { install, only, versions } = bench;
  if (install) await measureInstall(bench);
  await inRounds(bench, 1, 'filled', (version) => fillWorld(bench, version));
  if (only.includes('start')) await measureStarts(bench);
  const servers = await Promise.all(versions.map(({ root, world }) => startServer(root, world)));
  if (only.includes('load')) await measureLoad(bench, servers);
  if (only.includes('beside')) await measureBeside(bench, servers);
  if (only.includes('phone')) await measurePhone(bench, servers);
}

const measureInstall = (bench: Bench): Promise<void> =>
  inRounds(bench, 1, 'npm ci', async ({ root, world }, place) => {
    const folder = join(world['DATA_DIR'] ?? '', 'install');
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(root, file), join(folder, file));
    bench.results.add(place, 'npm ci', [await npm(folder, 'ci')]);
  });

async function fillWorld({ world }: Bench, { name, root, world: settings }: Version): Promise<void> {
  const server = await startServer(root, settings);
  const databaseUrl = settings['DATABASE_URL'] ?? (await findEmbedded(settings['DATA_DIR'] ?? ''));
  if (databaseUrl === null) throw new Error(`no embedded database of ${name}: --database-url`);
  await fill(databaseUrl, world);
  await server.stop();
}

const memory = { unit: 'MB' } as const;

async function measureStarts(bench: Bench): Promise<void> {
  const { rounds, results } = bench;
  // the first start creates the demo
  await inRounds(bench, rounds + 1, 'start with the demo', async ({ root, demo }, place, round) => {
    const server = await startServer(root, demo);
    const which = round === 0 ? 'first start, with the demo' : 'start, with the demo';
    results.add(place, which, [server.startedIn]);
    await server.stop();
  });
  await inRounds(bench, rounds, 'start with all shifts', async ({ root, world }, place) => {
    const server = await startServer(root, world);
    results.add(place, 'start, with all shifts', [server.startedIn]);
    results.add(place, 'memory after it', [server.memory()], memory);
    await server.stop();
  });
}

async function measureLoad(bench: Bench, servers: readonly Server[]): Promise<void> {
  const { world, rounds, results } = bench;
  const cases = servers.map(() => casesOf(world));
  // the first round warms up and does not count
  await inRounds(bench, rounds + 1, 'calls', async (_version, place, round) => {
    const { url, memory: memoryNow } = servers[place] as Server;
    const megabytes: number[] = [];
    for (const { steps, times } of cases[place] ?? []) {
      for (const [connections, count] of Object.entries(times)) {
        const found = await makeCalls(url, steps, Number(connections), count);
        megabytes.push(memoryNow());
        if (round === 0) continue;
        for (const [step, { name }] of steps.entries()) {
          const at = connections === '1' ? '' : `, ${connections} at once`;
          if (name !== null) results.add(place, name + at, found[step] ?? []);
        }
      }
    }
    if (round > 0) results.add(place, 'memory under load', [Math.max(...megabytes)], memory);
  });
}

/** Slow measurements are repeated less. */
const fewRounds = ({ rounds }: Bench): number => Math.min(rounds, 3);

async function measureBeside(bench: Bench, servers: readonly Server[]): Promise<void> {
  const { world, results } = bench;
  const slowest = { share: 0.99 } as const;
  await inRounds(bench, fewRounds(bench), 'during other work', async (version, place) => {
    const { url } = servers[place] as Server;
    const others = (): Promise<number[]> => callEvenly(url, world);
    results.add(place, 'others alone', await others(), slowest);
    results.add(place, 'others during an import', await callBeside(importing(url, world), others), slowest);
    results.add(place, 'others during a backup', await callBeside(backingUp(version, url), others), slowest);
  });
}

async function measurePhone(bench: Bench, servers: readonly Server[]): Promise<void> {
  const { results } = bench;
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
  atEnd(() => browser.close());
  await inRounds(bench, fewRounds(bench), 'phone', async (_version, place, round) => {
    const { first, repeated, taps } = await visitTwice(browser, (servers[place] as Server).url, round);
    results.add(place, 'phone: first visit of the calendar', [first]);
    results.add(place, 'phone: repeated visit', [repeated]);
    results.add(place, 'phone: taps', taps);
  });
}
