import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Features that import each other cannot be read, tested or changed separately. So features of the server, features of the
 * client and folders of the platform must not form cycles of any length.
 */

const checkedFolders = /^src\/(server\/platform\/[^/]+|server\/(?!platform\/)[^/]+|client\/[^/]+)(?=\/)/;

/** @param files with their imports, from the project root. @returns the imports that are part of a cycle, one line each */
export function cyclicImports(files: ReadonlyMap<string, readonly string[]>): string[] {
  const edges = new Map<string, Set<string>>();
  const crossing: [line: string, one: string, other: string][] = [];
  for (const [from, targets] of files) {
    for (const to of targets) {
      const [one, other] = [from, to].map((path) => checkedFolders.exec(path)?.[0]);
      if (one === undefined || other === undefined || one === other) continue;
      edges.set(one, (edges.get(one) ?? new Set()).add(other));
      crossing.push([`${from} imports ${to}`, one, other]);
    }
  }
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set([from]);
    for (const unit of seen) for (const next of edges.get(unit) ?? []) seen.add(next);
    return seen.has(to);
  };
  return crossing.filter(([, one, other]) => reaches(other, one)).map(([line]) => line);
}

/** The relative imports of all files under `src`, types included; tests are excluded and may import anything. */
export function readImports(root: string): Map<string, string[]> {
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return new Map(
    paths
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => {
        const text = readFileSync(join(root, path), 'utf8');
        const specifiers = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g);
        return [path, [...specifiers].map(([, target = '']) => posix.join(posix.dirname(path), target))];
      }),
  );
}

if (import.meta.main) {
  const cyclic = cyclicImports(readImports(join(import.meta.dirname, '../..')));
  for (const line of cyclic) console.error(line);
  console.log(cyclic.length === 0 ? 'No features import each other.' : `${cyclic.length} imports in cycles.`);
  process.exitCode = cyclic.length === 0 ? 0 : 1;
}
