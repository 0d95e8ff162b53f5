import { glob, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readCommandLine } from '../../scripts/commandLine.ts';
import { atEnd, cleanUp, cleanUpOnSignals, isEnding } from '../cleanup.ts';
import { createSeededRandom } from '../torture/random.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { importersIn, nearTests } from './nearTests.ts';
import type { TestFile } from './tester.ts';
import { type Fate, Trials } from './trial.ts';

const root = join(import.meta.dirname, '../..');

interface Area {
  files: string;
  projects: readonly string[];
  /** In which of them a test could notice a fault in a file; null in none. */
  projectOf: (test: string, file: string) => string | null;
  /** How many of the nearest test files are asked. */
  atMost: number;
  /** Asked besides: tests of the whole. */
  wide: readonly string[];
}

const areas: Record<'domain' | 'server' | 'client', Area> = {
  domain: {
    files: 'src/domain/**/*.ts',
    projects: ['domain'],
    projectOf: (test) => (test.startsWith('src/domain/') ? 'domain' : null),
    atMost: 40,
    wide: [],
  },
  server: {
    files: 'src/server/**/*.ts',
    projects: ['server-postgres', 'server-pglite'],
    projectOf: (test, file) => {
      if (!/^(?:src|tests)\/server\//.test(test)) return null;
      const isEmbedded = /pglite|durableNodeFs|openDatabase/;
      if (test.includes('.postgres.') && isEmbedded.test(file)) return null;
      return isEmbedded.test(test) || isEmbedded.test(file) ? 'server-pglite' : 'server-postgres';
    },
    atMost: 12,
    wide: ['formRules', 'swapInvariants', 'enumeration', 'permissions'].map(
      (name) => `tests/server/${name}.test.ts`,
    ),
  },
  client: {
    files: 'src/client/**/*.ts',
    projects: ['client'],
    projectOf: (test) => (test.startsWith('src/client/') ? 'client' : null),
    atMost: 40,
    wide: [],
  },
};

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
    seed: { value: 'N', about: 'another sample', schema: z.coerce.number().int().default(1) },
  },
  positionals: z.tuple([z.enum(['domain', 'server', 'client'])], z.string()),
});

async function filesOf(patterns: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob([...patterns], { cwd: root, exclude: ['**/*.test.ts', '**/*.d.ts'] })) {
    found.push(file);
  }
  return found.toSorted();
}

function print({ file, line, original, replacement }: Mutant, fate: Fate, ms: number, by?: string): void {
  console.log(`${fate}, ${Math.round(ms / 1000)} s: ${file}:${line}${by === undefined ? '' : ` by ${by}`}`);
  if (fate !== 'survived') return;
  const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
  console.log(`  - ${short(original)}\n  + ${short(replacement)}`);
}

/** What only people who act at the same moment can show; a minute, so asked about nothing else. */
const isAboutLocks = ({ original, replacement }: Mutant): boolean =>
  /lock|for (?:no key )?(?:update|share)/i.test(original) && /^;?$/.test(replacement);

async function testsIn({ projectOf, atMost, wide }: Area): Promise<(mutant: Mutant) => TestFile[]> {
  const importers = await importersIn(root, ['src', 'tests', 'db', 'scripts', 'tools']);
  return (mutant) => {
    const { file } = mutant;
    const near = nearTests(importers, file).filter((test) => projectOf(test, file) !== null);
    const races = wide.length > 0 && isAboutLocks(mutant) ? ['tests/server/races.postgres.test.ts'] : [];
    return [...new Set([...near.slice(0, atMost), ...wide, ...races])].flatMap((path) => {
      const project = projectOf(path, file);
      return project === null ? [] : [{ project, path }];
    });
  };
}

async function main(): Promise<void> {
  const [name, ...patterns] = positionals;
  const area = areas[name];
  if (name === 'server' && !process.env['TEST_DATABASE_URL']) {
    throw new Error('TEST_DATABASE_URL is missing: a PostgreSQL on which databases may be created');
  }
  const files = await filesOf(patterns.length > 0 ? patterns : [area.files]);
  const count: Record<Fate, number> = {
    killed: 0,
    survived: 0,
    'refused by the compiler': 0,
    'tested by nothing that passes': 0,
  };
  const all = createSeededRandom(options.seed).shuffle(await mutantsOf(root, files));
  const mutants = all.slice(options.skip, options.sample);
  console.log(`${mutants.length} of ${all.length} mutants of ${files.length} files`);
  const trials = new Trials(await mkdtemp(join(tmpdir(), 'turnario-mutation-')), {
    projects: area.projects,
    testsOf: await testsIn(area),
    grace: 20_000,
  });
  atEnd(() => trials.end());
  await trials.begin(root);
  for (const mutant of mutants) {
    const start = performance.now();
    const { fate, by } = await trials.try(mutant);
    count[fate] += 1;
    print(mutant, fate, performance.now() - start, by);
  }
  const tried = count.killed + count.survived;
  const score = tried === 0 ? 1 : count.killed / tried;
  console.log(
    `${count.killed} of ${tried} mutants killed (${score.toFixed(3)}); beside them ${count['refused by the compiler']} refused by the compiler, ${count['tested by nothing that passes']} without a test that passes`,
  );
}

cleanUpOnSignals();
try {
  await main();
} catch (error) {
  if (!isEnding()) throw error;
} finally {
  await cleanUp();
}
