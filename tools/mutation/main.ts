import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readCommandLine } from '../../scripts/commandLine.ts';
import { createSeededRandom } from '../torture/random.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { type Checks, Copy, type Fate } from './trial.ts';

const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
const areas = {
  domain: 'src/domain/**/*.ts',
  server: 'src/server/**/*.ts',
  client: 'src/client/**/*.ts',
};
/** Beside the tests in the folder of the mutated file, what asks the server as a whole. */
const wide = ['permissions', 'attacks', 'swapInvariants', 'races', 'swapModel', 'enumeration'];

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
    seed: { value: 'N', about: 'another sample', schema: z.coerce.number().int().default(1) },
  },
  positionals: z.tuple([z.enum(['domain', 'server', 'client'])], z.string()),
});

const vitest = (...args: string[]) =>
  [
    process.execPath,
    join(modules, 'vitest/vitest.mjs'),
    ...args,
    '--bail=1',
    '--passWithNoTests',
    '--reporter=dot',
  ] as const;

const checks: Record<keyof typeof areas, Checks['tests']> = {
  domain: [
    (file) => vitest('run', '--project=domain', '--maxWorkers=1', featureOf(file)),
    (file) => vitest('related', '--run', '--project=domain', '--maxWorkers=1', file),
  ],
  server: [
    (file) => vitest('run', '--project=server-postgres', '--maxWorkers=1', featureOf(file)),
    () =>
      vitest(
        'run',
        '--project=server-postgres',
        '--maxWorkers=1',
        ...wide.map((name) => `tests/server/${name}`),
      ),
  ],
  client: [(file) => vitest('related', '--run', '--project=client', '--maxWorkers=1', file)],
};

/** `src/server/shifts` of a file in it, and of one in a folder of the feature. */
const featureOf = (file: string): string =>
  file.startsWith('src/server/platform/')
    ? dirname(file)
    : file.split('/').slice(0, 3).join('/').replace(/\.ts$/, '');

const compiler = [join(modules, '.bin/tsc'), '--incremental', '--tsBuildInfoFile', '.tsbuildinfo'] as const;

async function filesOf(patterns: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob([...patterns], { cwd: root, exclude: ['**/*.test.ts', '**/*.d.ts'] })) {
    found.push(file);
  }
  return found.toSorted();
}

function print({ file, line, original, replacement }: Mutant, fate: Fate): void {
  console.log(`${fate}: ${file}:${line}`);
  if (fate !== 'survived') return;
  const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
  console.log(`  - ${short(original)}\n  + ${short(replacement)}`);
}

async function main(): Promise<void> {
  const [area, ...patterns] = positionals;
  const files = await filesOf(patterns.length > 0 ? patterns : [areas[area]]);
  const count: Record<Fate, number> = {
    killed: 0,
    survived: 0,
    'refused by the compiler': 0,
    'tested by nothing that passes': 0,
  };
  const copy = await Copy.of(root);
  try {
    const all = createSeededRandom(options.seed).shuffle(await mutantsOf(root, files));
    const mutants = all.slice(0, options.sample);
    console.log(`${mutants.length} of ${all.length} mutants of ${files.length} files`);
    for (const mutant of mutants) {
      const fate = await copy.try(mutant, { tests: checks[area], compiler, timeoutMs: 300_000 });
      count[fate] += 1;
      print(mutant, fate);
    }
  } finally {
    await copy.remove();
  }
  const all = count.killed + count.survived;
  const score = all === 0 ? 1 : count.killed / all;
  console.log(
    `${count.killed} of ${all} mutants killed (${score.toFixed(3)}); beside them ${count['refused by the compiler']} refused by the compiler, ${count['tested by nothing that passes']} without a test that passes`,
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
