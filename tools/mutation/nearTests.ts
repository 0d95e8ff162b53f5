import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** Who imports each file of a project. */
type Importers = ReadonlyMap<string, readonly string[]>;

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** The words of a file's name that say what it is about. */
const wordsOf = (file: string): string[] =>
  basename(file)
    .split('.')
    .filter((word) => !/^(?:routes|commands|queries|tests?|tsx?|postgres|pglite)$/.test(word));

/**
 * The test files that reach a file by imports, nearest first. What stands beside code tests it, whatever it imports: a
 * test counts as one step from all files of its folder. Of those equally near, the file's own test comes first, then
 * those beside it that share a word of its name, then one of each folder, so that a bounded number of them asks from many sides.
 */
export function nearTests(importers: Importers, file: string): string[] {
  const distances = distancesTo(importers, file);
  const besides = new Map<string, number>();
  for (const [path, distance] of distances) {
    if (isTest(path)) continue;
    const folder = dirname(path);
    besides.set(folder, Math.min(distance + 1, besides.get(folder) ?? Infinity));
  }
  const all = new Set([...distances.keys(), ...[...importers.values()].flat()].filter(isTest));
  const own = file.replace(/\.tsx?$/, '.');
  const words = wordsOf(file);
  const inFolder = new Map<string, number>();
  return [...all]
    .map((test) => {
      const steps = Math.min(distances.get(test) ?? Infinity, besides.get(dirname(test)) ?? Infinity);
      const isOfSameName =
        dirname(test) === dirname(file) && wordsOf(test).some((word) => words.includes(word));
      return { test, steps: test.startsWith(own) ? 0 : isOfSameName ? 0.5 : steps };
    })
    .filter(({ steps }) => steps < Infinity)
    .toSorted((one, other) => (one.test < other.test ? -1 : 1))
    .map((near) => {
      const group = `${dirname(near.test)} ${near.steps}`;
      const turn = inFolder.get(group) ?? 0;
      inFolder.set(group, turn + 1);
      return { ...near, turn };
    })
    .toSorted((one, other) => one.steps - other.steps || one.turn - other.turn)
    .map(({ test }) => test);
}

function distancesTo(importers: Importers, file: string): Map<string, number> {
  const distances = new Map([[file, 0]]);
  // grows while it is walked through
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/** Of all files in TypeScript below some folders of a project. */
export async function importersIn(root: string, folders: readonly string[]): Promise<Importers> {
  const importers = new Map<string, string[]>();
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx}`);
  for await (const file of glob(patterns, { cwd: root })) {
    for (const specifier of importsOf(file, await readFile(join(root, file), 'utf8'))) {
      const imported = normalize(join(dirname(file), specifier));
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

/** Of files of the project that are there when it runs: not of types alone. */
function importsOf(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const found = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return [...new Set(found)].filter((specifier) => specifier.startsWith('.'));
}
