import { join } from 'node:path';
import { z } from 'zod';
import { readCommandLine } from '../../scripts/commandLine.ts';
import { atEnd, runTool } from '../cleanup.ts';
import { startPostgresForTests } from '../postgres.ts';
import { createSeededRandom } from '../torture/random.ts';
import { areas, type Choice, chooser, filesOf } from './areas.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { type Fate, Trials } from './trial.ts';

const root = join(import.meta.dirname, '../..');

const { options, positionals } = readCommandLine({
  usage: 'npm run mutation -- domain|server|client [FILES…] [options]',
  about: `Plants small faults, one at a time and in a copy, runs the tests near each until one fails, and names the faults that
none noticed and that compile. The server's tests, which are asked about the domain too, run on a PostgreSQL of their own
unless TEST_DATABASE_URL names one. FILES are patterns from the project's root.`,
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

/** All tests are asked about the survivors together, then about each the nearest of those that fail with all of them. */
async function askAll(
  trials: Trials,
  survivors: readonly Mutant[],
  { allTests, nearestOf }: Choice,
  count: Record<Fate, number>,
): Promise<void> {
  if (survivors.length === 0) return;
  console.log(`All tests are asked about the ${survivors.length} together.`);
  const noticing = await trials.noticing(survivors, allTests);
  console.log(`Tests that fail with them: ${noticing.map(({ path }) => path).join(', ') || 'none'}`);
  for (const mutant of survivors) {
    const start = performance.now();
    const { fate, by } = await trials.try(mutant, nearestOf(mutant, noticing));
    if (fate !== 'killed') continue;
    count.killed += 1;
    count.survived -= 1;
    print(mutant, fate, performance.now() - start, by);
  }
}

async function main(folder: string): Promise<boolean> {
  const [name, ...patterns] = positionals;
  const area = areas[name];
  if (area.projects.includes('server-postgres') && !process.env['TEST_DATABASE_URL']) {
    const postgres = await startPostgresForTests(folder);
    if (!postgres) throw new Error('PostgreSQL is not installed, and TEST_DATABASE_URL names none.');
    atEnd(() => postgres.stop());
    process.env['TEST_DATABASE_URL'] = postgres.url;
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
  const trials = new Trials(join(folder, 'copy'), {
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
  await askAll(trials, survivors, choice, count);
  const tried = count.killed + count.survived;
  const score = tried === 0 ? 1 : count.killed / tried;
  console.log(
    `${count.killed} of ${tried} mutants killed (${score.toFixed(3)}); beside them ${count['refused by the compiler']} refused by the compiler, ${count['tested by nothing that passes']} without a test that passes`,
  );
  return score >= options.least;
}

await runTool(main);
