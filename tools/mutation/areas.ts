import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { Executed } from './executed.ts';
import type { Mutant } from './mutants.ts';
import { importersIn, nearTests } from './nearTests.ts';
import type { TestFile } from './tester.ts';

export interface Area {
  files: string;
  projects: readonly string[];
  /** In which of them a test could notice a fault in a file; null in none. */
  projectOf: (test: string, file: string) => string | null;
  /** In which of them a test is asked besides about what survived, with all survivors planted. */
  alsoOf: (test: string) => string | null;
  /** How many of the nearest test files are asked. */
  atMost: number;
  /** Asked besides, where it is not known which tests run a mutant: tests of the whole. */
  wide: readonly string[];
  /** Tests of which it is seen once what they run; null where imports alone say it. */
  seen: RegExp | null;
}

/** Minutes each, or in processes of their own. */
const long =
  /\/(?:demo|fuzz|loadProcess|neighbours|oneCaller|operationsGuide|plans|process|races|replay|replayCrash|rolling|rollingVersions|rotateSecret|scale|swapModel|torture)\./;
/** How many of those that fail with all survivors are asked about each. */
const mostOfAll = 12;
/** How many of the nearest are asked before the quickest. */
const nearestFirst = 4;
const isEmbedded = /pglite|durableNodeFs|openDatabase/;
const none: Area['alsoOf'] = () => null;
const isServerTest = /^(?:src|tests)\/server\//;

export const areas: Record<'domain' | 'server' | 'client', Area> = {
  domain: {
    files: 'src/domain/**/*.ts',
    projects: ['domain', 'client', 'server-postgres'],
    projectOf: (test) => (test.startsWith('src/domain/') ? 'domain' : null),
    // the screens and the server's answers show its texts and follow its rules
    alsoOf: (test) => {
      if (test.startsWith('src/client/')) return 'client';
      return isServerTest.test(test) && !isEmbedded.test(test) && !long.test(test) ? 'server-postgres' : null;
    },
    atMost: 40,
    // imports by a pattern, which nobody can follow
    wide: ['src/domain/exportedTexts.test.ts'],
    seen: null,
  },
  server: {
    files: 'src/server/**/*.ts',
    projects: ['server-postgres', 'server-pglite'],
    projectOf: (test, file) => {
      if (!isServerTest.test(test)) return null;
      if (test.includes('.postgres.') && isEmbedded.test(file)) return null;
      return isEmbedded.test(test) || isEmbedded.test(file) ? 'server-pglite' : 'server-postgres';
    },
    alsoOf: none,
    atMost: 12,
    wide: ['formRules', 'swapInvariants', 'enumeration', 'permissions'].map(
      (name) => `tests/server/${name}.test.ts`,
    ),
    seen: isServerTest,
  },
  client: {
    files: 'src/client/**/*.ts',
    projects: ['client'],
    projectOf: (test) => (test.startsWith('src/client/') ? 'client' : null),
    alsoOf: none,
    atMost: 40,
    wide: [],
    seen: /^src\/client\//,
  },
};

export async function filesOf(
  root: string,
  patterns: readonly string[],
  exclude = ['**/*.test.ts', '**/*.d.ts'],
): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob([...patterns], { cwd: root, exclude })) found.push(file);
  return found.toSorted();
}

/** What only people who act at the same moment can show; a minute, so asked about nothing else. */
const isAboutLocks = ({ original, replacement }: Mutant): boolean =>
  /lock|for (?:no key )?(?:update|share)/i.test(original) && /^;?$/.test(replacement);

export interface Choice {
  /** Sees once what each test runs, in a copy of the project; answers what each took, in milliseconds. */
  see: (copy: string, cache: string) => Promise<ReadonlyMap<string, number>>;
  /** The tests that could notice a mutant, in the order in which they are asked. */
  testsOf: (mutant: Mutant) => TestFile[];
  /** All that could notice any, also those that are asked besides. */
  allTests: TestFile[];
  /** Of some of all tests those that are asked about a mutant: the nearest by imports. */
  nearestOf: (mutant: Mutant, some: readonly TestFile[]) => TestFile[];
}

/**
 * Of a mutant those that run what it changes are asked: first the nearest by imports and names, then the quickest, then
 * further near ones. Where that is not known, the nearest alone and some of the whole.
 */
export async function chooser(root: string, area: Area): Promise<Choice> {
  const { projects, projectOf, alsoOf, atMost, wide, seen } = area;
  const importers = await importersIn(root, ['src', 'tests', 'db', 'scripts', 'tools']);
  const tests = await filesOf(root, ['{src,tests}/**/*.test.{ts,tsx}'], []);
  let executed: Executed | null = null;
  const named = (paths: readonly string[], file: string, also = none): TestFile[] =>
    [...new Set(paths)].flatMap((path) => {
      const project = projectOf(path, file) ?? also(path);
      return project === null ? [] : [{ project, path }];
    });
  return {
    async see(copy, cache) {
      if (!seen) return new Map();
      const files = await filesOf(root, [area.files]);
      const quick = tests.filter((test) => seen.test(test) && !long.test(test));
      executed = new Executed(root, cache);
      await executed.collect(copy, files, named(quick, ''), projects);
      return executed.times();
    },
    allTests: named(tests, '', alsoOf),
    nearestOf: ({ file }, some) => {
      const near = nearTests(importers, file);
      const places = new Map(near.map((path, place) => [path, place]));
      const placeOf = ({ path }: TestFile): number => places.get(path) ?? near.length;
      return some.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, mostOfAll);
    },
    testsOf(mutant) {
      const { file } = mutant;
      const near = nearTests(importers, file).filter((test) => projectOf(test, file) !== null);
      const races = wide.length > 0 && isAboutLocks(mutant) ? ['tests/server/races.postgres.test.ts'] : [];
      const known = isEmbedded.test(file)
        ? null
        : executed?.testsOf(mutant, readFileSync(join(root, file), 'utf8'));
      if (!known?.length) return named([...near.slice(0, atMost), ...wide, ...races], file);
      const nearest = near.filter((test) => known.includes(test));
      const quickest = known.slice(0, atMost);
      return named(
        [...nearest.slice(0, nearestFirst), ...quickest, ...nearest.slice(0, 2 * atMost), ...races],
        file,
      );
    },
  };
}
