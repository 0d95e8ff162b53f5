import { readFileSync, globSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Features that import each other are one feature in two folders: none can be read, tested or changed alone. So features
 * form no cycle, however many stand in it, on the server and in the client, and neither do the folders of the server's
 * platform.
 */

/** Files with what they import, both relative to the project root, with forward slashes. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const checkedFolders = [
  /^src\/server\/platform\/([^/]+)\//,
  /^src\/server\/(?!platform\/)([^/]+)\//,
  /^src\/client\/[^/]+\//,
];

/** The folder that may not be part of a cycle: a feature, or one of the platform's. Null for files beside them. */
function unitOf(path: string): string | null {
  const found = checkedFolders.map((pattern) => pattern.exec(path)?.[0]).find((unit) => unit !== undefined);
  return found?.slice(0, -1) ?? null;
}

/** One line for each shortest cycle: its folders, each with an import that leads on to the next. */
export function featureCycles(imports: Imports): string[] {
  const edges = new Map<string, Map<string, string>>();
  for (const [from, targets] of imports) {
    for (const to of targets) {
      const [one, other] = [unitOf(from), unitOf(to)];
      if (one === null || other === null || one === other) continue;
      const known = edges.get(one) ?? new Map<string, string>();
      edges.set(one, known.set(other, known.get(other) ?? `${from} imports ${to}`));
    }
  }
  const cycles = new Map<string, string>();
  for (const unit of [...edges.keys()].toSorted()) {
    const path = shortestCycle(unit, edges);
    const key = path.toSorted().join(' ');
    if (path.length === 0 || cycles.has(key)) continue;
    const reasons = path.map((from, index) => edges.get(from)?.get(path[index + 1] ?? unit));
    cycles.set(key, `${[...path, unit].join(' → ')}: ${reasons.join('; ')}`);
  }
  return [...cycles.values()];
}

/** The folders on the shortest way from one back to itself, itself first; empty if there is none. */
function shortestCycle(start: string, edges: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const seen = new Set<string>();
  let paths = [[start]];
  while (paths.length > 0) {
    const longer: string[][] = [];
    for (const path of paths) {
      for (const next of edges.get(path.at(-1) ?? start)?.keys() ?? []) {
        if (next === start) return path;
        if (!seen.has(next)) longer.push([...path, next]);
        seen.add(next);
      }
    }
    paths = longer;
  }
  return [];
}

/** What the files under `src` import of each other, types too; tests may use the whole product. */
export function readImports(root: string): Imports {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return new Map(
    files
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => {
        const text = readFileSync(join(root, path), 'utf8');
        const specifiers = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g);
        return [path, [...specifiers].map(([, target = '']) => posix.join(posix.dirname(path), target))];
      }),
  );
}

if (import.meta.main) {
  const cycles = featureCycles(readImports(join(import.meta.dirname, '../..')));
  for (const cycle of cycles) console.error(cycle);
  console.log(
    cycles.length === 0 ? 'No features import each other.' : `${cycles.length} cycles of features.`,
  );
  process.exitCode = cycles.length === 0 ? 0 : 1;
}
