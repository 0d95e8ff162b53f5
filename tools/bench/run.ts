import { mkdir } from 'node:fs/promises';
import { atEnd } from '../cleanup.ts';
import { findPostgres } from '../measuredServer.ts';
import { attempt, type Bench, isAsked, machineLoad, type Setting } from './cases/bench.ts';
import { measureBeside } from './cases/beside.ts';
import { measureFilling } from './cases/filling.ts';
import { measureProcess, soak } from './cases/process.ts';
import { measureReading } from './cases/reading.ts';
import { measureWriting } from './cases/writing.ts';
import { worldOf } from './data/world.ts';
import type { CaseName, Options } from './options.ts';
import { judgeComparisons } from './report/targets.ts';
import { writeReport } from './report/write.ts';
import { measureScreen } from './screen/run.ts';
import { createDatabase, createFolders, startBaseline, startProduct, type Store } from './servers/pairs.ts';

/** Everything that was asked for, one engine and one size after the other, and the report. */
export async function runAll(bench: Bench): Promise<void> {
  const at = performance.now();
  const load = machineLoad();
  const { engines, sizes, soakMinutes } = bench.options;
  const postgres = engines.includes('postgres') ? await findPostgres(bench.folder) : null;
  for (const engine of engines) {
    for (const [place, shifts] of sizes.entries()) {
      const begin = performance.now();
      const store = await createStore(bench, engine === 'postgres' ? (postgres?.url ?? null) : null, shifts);
      bench.say(
        `\n${engine}, ${shifts} shifts: filled in ${((performance.now() - begin) / 1000).toFixed(1)} s`,
      );
      await measureOn({ ...bench, options: optionsAt(bench.options, place) }, store);
    }
  }
  if (isAsked(bench, 'screen') && soakMinutes === null) {
    await attempt(bench, 'screen', () => measureScreen(bench));
  }
  bench.say('');
  judgeComparisons(bench);
  await writeReport(bench, { at, load, postgres: postgres?.description ?? 'not asked for' });
}

/** What may cost more the more is stored. */
const growing = new Set<CaseName>(['month', 'exchanges', 'create']);
const ofProcess = new Set<CaseName>(['start', 'memory']);

/** With the fewest shifts all but what the process itself costs; that with the most, beside the cases that grow. */
function optionsAt(options: Options, place: number): Options {
  const { sizes } = options;
  const isMost = place === sizes.length - 1;
  const cases = options.cases.filter(
    (name) => (isMost || !ofProcess.has(name)) && (place === 0 || ofProcess.has(name) || growing.has(name)),
  );
  return place === 0 ? { ...options, cases } : { ...options, cases, connections: [10] };
}

async function createStore(bench: Bench, postgresUrl: string | null, shifts: number): Promise<Store> {
  const world = worldOf(shifts);
  if (postgresUrl === null) return createFolders(bench.folder, world);
  const folder = `${bench.folder}/postgres-${shifts}`;
  await mkdir(folder);
  const store = await createDatabase(postgresUrl, folder, world);
  atEnd(() => store.drop());
  return store;
}

async function measureOn(bench: Bench, store: Store): Promise<void> {
  const { soakMinutes } = bench.options;
  if (soakMinutes !== null) return soak(bench, store, soakMinutes);
  const setting: Setting = {
    store,
    product: await startProduct(store, bench.folder),
    baseline: await startBaseline(store, bench.folder),
  };
  const place = `${store.engine}, ${store.world.shifts} shifts`;
  await attempt(bench, `reading (${place})`, () => measureReading(bench, setting));
  await attempt(bench, `calls beside others (${place})`, () => measureBeside(bench, setting));
  await attempt(bench, `writing (${place})`, () => measureWriting(bench, setting));
  await attempt(bench, `filling calendars (${place})`, () => measureFilling(bench, setting));
  await Promise.all([setting.product.stop(), setting.baseline.stop()]);
  await attempt(bench, `start and memory (${place})`, () => measureProcess(bench, store));
}
