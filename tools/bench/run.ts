import { loadNow } from '../cpu.ts';
import { findPostgres } from '../measuredServer.ts';
import { attempt, type Bench, isAsked, placeOf } from './cases/bench.ts';
import { measureBeside } from './cases/beside.ts';
import { measureFilling } from './cases/filling.ts';
import { measureProcess, soak } from './cases/process.ts';
import { measureReading } from './cases/reading.ts';
import { measureWriting } from './cases/writing.ts';
import { worldOf } from './data/world.ts';
import type { CaseName, EngineName, Options } from './options.ts';
import { judgeComparisons } from './report/targets.ts';
import { writeReport } from './report/write.ts';
import { measureScreen } from './screen/run.ts';
import { createDatabase, createFolders, startBaseline, startProduct, type Store } from './servers/store.ts';

/** The fewest shifts with which the large worksite is whole. */
const shiftsOfScreen = 20_000;

/** Everything that was asked for, one engine and one size after the other, and the report. */
export async function runAll(bench: Bench): Promise<void> {
  const at = performance.now();
  const load = loadNow();
  const { options } = bench;
  const { engines, sizes, soakMinutes } = options;
  const postgres = engines.includes('postgres') ? await findPostgres(bench.folder) : null;
  const isScreen = isAsked(bench, 'screen') && soakMinutes === null;
  const isMore = soakMinutes !== null || options.cases.some((name) => name !== 'screen');
  const fillOne = async (engine: EngineName, shifts: number): Promise<Store> => {
    const begin = performance.now();
    const store = await (engine === 'postgres'
      ? createDatabase(postgres?.url ?? '', bench.folder, worldOf(shifts))
      : createFolders(bench.folder, worldOf(shifts)));
    bench.say(`${placeOf({ store })}: filled in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    return store;
  };
  // nothing is measured meanwhile; an engine fills one database at a time, on one core
  const filling = engines.map(async (engine) => {
    const stores: Store[] = [];
    for (const shifts of isMore ? sizes : []) stores.push(await fillOne(engine, shifts));
    return stores;
  });
  // PostgreSQL is the last of the engines, and has filled its own long before the embedded one
  const screen = isScreen ? filling.at(-1)?.then(() => fillOne('pglite', shiftsOfScreen)) : null;
  const [screenStore, ...filled] = await Promise.all([screen, ...filling]);
  for (const stores of filled) {
    for (const [place, store] of stores.entries()) {
      bench.say(`\n${placeOf({ store })}`);
      await measureOn({ ...bench, options: optionsAt(options, place) }, store);
    }
  }
  if (screenStore) await attempt(bench, 'screen', () => measureScreen(bench, screenStore));
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

const cases = {
  reading: measureReading,
  'calls beside others': measureBeside,
  writing: measureWriting,
  'filling calendars': measureFilling,
};

async function measureOn(bench: Bench, store: Store): Promise<void> {
  const { soakMinutes } = bench.options;
  if (soakMinutes !== null) return soak(bench, store, soakMinutes);
  const setting = {
    store,
    product: await startProduct(store, bench.folder),
    baseline: await startBaseline(store, bench.folder),
  };
  const place = placeOf(setting);
  for (const [name, measure] of Object.entries(cases)) {
    await attempt(bench, `${name} (${place})`, () => measure(bench, setting));
  }
  await Promise.all([setting.product.stop(), setting.baseline.stop()]);
  await attempt(bench, `start and memory (${place})`, () => measureProcess(bench, store));
}
