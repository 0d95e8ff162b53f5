import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readCommandLine } from '../../scripts/commandLine.ts';
import { atEnd, cleanUp, cleanUpOnSignals, isEnding } from '../cleanup.ts';
import { createSeededRandom } from '../torture/random.ts';
import { areas, chooser, filesOf } from './areas.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { TestFile } from './tester.ts';
import { type Fate, Trials } from './trial.ts';

const root = join(import.meta.dirname, '../..');

const { options, positionals } = readCommandLine({
  usage: 'npm run mutation -- domain|server|client [FILES…] [options]',
  about: `Plants small faults, one at a time and in a copy, runs the tests near each until one fails, and names the faults that
none noticed and that compile. The server's tests run on TEST_DATABASE_URL. FILES are patterns from the project's root.`,
  options: {
    sample: {
      value: 'N',
      about: "how many faults, or 'all'",
      schema: z
        .union([z.literal('all').transform(() => Infinity), z.coerce.number().int().min(1)])
        .default(100),
    },
    skip: {
      value: 'N',
      about: 'how many of the sample a run that was broken off has tried',
      schema: z.coerce.number().int().min(0).default(0),
    },
    least: {
      value: 'SCORE',
      about: 'fails where a smaller part is killed',
      schema: z.coerce.number().min(0).max(1).default(0),
    },
    seed: { value: 'N', about: 'another sample', schema: z.coerce.number().int().default(1) },
  },
  positionals: z.tuple([z.enum(['domain', 'server', 'client'])], z.string()),
});

function print({ file, line, original, replacement }: Mutant, fate: Fate, ms: number, by?: string): void {
  console.log(`${fate}, ${Math.round(ms / 1000)} s: ${file}:${line}${by === undefined ? '' : ` by ${by}`}`);
  if (fate !== 'survived') return;
  const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
  console.log(`  - ${short(original)}\n  + ${short(replacement)}`);
}

/** All tests are asked about the survivors, and those that fail with all of them about each. */
async function askAll(
  trials: Trials,
  survivors: readonly Mutant[],
  allTests: readonly TestFile[],
  count: Record<Fate, number>,
): Promise<void> {
  if (survivors.length === 0) return;
  console.log(`All tests are asked about the ${survivors.length} together.`);
  const noticing = await trials.noticing(survivors, allTests);
  console.log(`Asked about each: ${noticing.map(({ path }) => path).join(', ') || 'none'}`);
  for (const mutant of survivors) {
    const start = performance.now();
    const { fate, by } = await trials.try(mutant, noticing);
    if (fate !== 'killed') continue;
    count.killed += 1;
    count.survived -= 1;
    print(mutant, fate, performance.now() - start, by);
  }
}

async function main(): Promise<void> {
  const [name, ...patterns] = positionals;
  const area = areas[name];
  if (name === 'server' && !process.env['TEST_DATABASE_URL']) {
    throw new Error('TEST_DATABASE_URL is missing: a PostgreSQL on which databases may be created');
  }
  const files = await filesOf(root, patterns.length > 0 ? patterns : [area.files]);
  const count: Record<Fate, number> = {
    killed: 0,
    survived: 0,
    'refused by the compiler': 0,
    'tested by nothing that passes': 0,
  };
  const all = createSeededRandom(options.seed).shuffle(await mutantsOf(root, files));
  const mutants = all.slice(options.skip, options.sample);
  console.log(`${mutants.length} of ${all.length} mutants of ${files.length} files`);
  const choice = await chooser(root, area);
  const trials = new Trials(await mkdtemp(join(tmpdir(), 'turnario-mutation-')), {
    projects: area.projects,
    testsOf: (mutant) => choice.testsOf(mutant),
    grace: 20_000,
  });
  atEnd(() => trials.end());
  await trials.copy(root);
  const times = await choice.see(
    trials.folder,
    join(root, `node_modules/.cache/turnario/executed-${name}.json`),
  );
  await trials.begin(times);
  const survivors: Mutant[] = [];
  for (const mutant of mutants) {
    const start = performance.now();
    const { fate, by } = await trials.try(mutant);
    count[fate] += 1;
    if (fate === 'survived') survivors.push(mutant);
    print(mutant, fate, performance.now() - start, by);
  }
  await askAll(trials, survivors, choice.allTests, count);
  const tried = count.killed + count.survived;
  const score = tried === 0 ? 1 : count.killed / tried;
  console.log(
    `${count.killed} of ${tried} mutants killed (${score.toFixed(3)}); beside them ${count['refused by the compiler']} refused by the compiler, ${count['tested by nothing that passes']} without a test that passes`,
  );
  if (score < options.least) process.exitCode = 1;
}

cleanUpOnSignals();
try {
  await main();
} catch (error) {
  if (!isEnding()) throw error;
} finally {
  await cleanUp();
}
