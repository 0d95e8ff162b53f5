import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

/**
 * Who may import whom, derived from folder names alone: there is no list of features and no list of exceptions,
 * so a new feature folder is protected from its first file on.
 */

type Layer =
  | 'domain'
  | 'server root'
  | 'platform'
  | 'server feature'
  | 'client app'
  | 'client ui'
  | 'client http'
  | 'client feature'
  | 'db'
  | 'scripts'
  | 'tools'
  | 'tests'
  | 'test support'
  | 'project root'
  | 'nowhere';

export interface Place {
  layer: Layer;
  /** Folder name of the feature, for the two feature layers. */
  feature?: string;
  /** True for `*.test.ts` and `*.test.tsx`. */
  isTest: boolean;
}

const server: Layer[] = ['domain', 'platform', 'server feature', 'server root'];
const client: Layer[] = ['domain', 'client ui', 'client http', 'client feature', 'client app'];

const mayImport: Record<Layer, readonly Layer[]> = {
  domain: ['domain'],
  platform: ['domain', 'platform'],
  'server feature': ['domain', 'platform', 'server feature'],
  // The composition root also fills the demo, which lives in db/.
  'server root': [...server, 'db'],
  'client ui': ['client ui'],
  'client http': ['domain', 'client http'],
  'client feature': ['domain', 'client ui', 'client http', 'client feature'],
  'client app': client,
  db: [...server, 'db'],
  scripts: [...server, 'db', 'scripts'],
  tools: [...server, 'db', 'scripts', 'tools'],
  tests: [...server, ...client, 'db', 'scripts', 'tools', 'tests', 'test support'],
  'test support': [...server, ...client, 'db', 'scripts', 'tools', 'test support'],
  'project root': ['scripts', 'tools', 'test support', 'project root'],
  nowhere: [],
};

const reasons: Record<Layer, string> = {
  domain: 'src/domain is pure: it imports only zod, temporal-polyfill and other files of src/domain',
  platform:
    'src/server/platform knows no feature: it imports npm packages, node:, src/domain and platform files',
  'server feature':
    'a server feature imports src/domain, src/server/platform, its own files, and of another feature only queries.ts or commands.ts',
  'server root': 'files directly in src/server import src/server, src/domain and db/',
  'client ui': 'src/client/ui knows nothing of shifts: it imports npm packages and other ui files only',
  'client http': 'src/client/http imports npm packages and src/domain only',
  'client feature':
    'a client feature imports src/domain, src/client/ui, src/client/http and client features, never src/client/app',
  'client app': 'src/client/app imports src/client and src/domain, never the server',
  db: 'db/ imports src/server and src/domain only',
  scripts: 'scripts/ imports src/server, src/domain, db/ and other scripts only',
  tools: 'tools/ imports src/server, src/domain, db/, scripts/ and other tools only',
  tests: 'tests/ imports anything',
  'test support': 'tests/support imports anything but tests',
  'project root': 'configuration files import scripts/, tools/ and tests/support only',
  nowhere:
    'src holds only src/domain/<feature>, src/server and src/client, and every file has its place in one of them',
};

const domainPackages = new Set(['zod', 'temporal-polyfill']);

/**
 * The place of a file in the house.
 *
 * @param path relative to the project root, with forward slashes
 */
export function placeOf(path: string): Place {
  const [top = '', second = '', ...rest] = path.split('/');
  const isTest = /\.test\.tsx?$/.test(path);
  const inFolder = rest.length > 0;
  if (top === 'src' && second === 'domain' && inFolder) return { layer: 'domain', isTest };
  if (top === 'src' && second === 'server' && inFolder) return { ...serverPlace(rest), isTest };
  if (top === 'src' && second === 'client' && inFolder) return { ...clientPlace(rest), isTest };
  if (top === 'src' || top === 'node_modules' || top === '..') return { layer: 'nowhere', isTest };
  if (second === '') return { layer: 'project root', isTest };
  if (top === 'tests') return { layer: second === 'support' ? 'test support' : 'tests', isTest };
  if (top === 'db' || top === 'scripts' || top === 'tools') return { layer: top, isTest };
  return { layer: 'nowhere', isTest };
}

function serverPlace([folder = '', ...rest]: string[]): Omit<Place, 'isTest'> {
  if (rest.length === 0) return { layer: 'server root' };
  return folder === 'platform' ? { layer: 'platform' } : { layer: 'server feature', feature: folder };
}

function clientPlace([folder = '', ...rest]: string[]): Omit<Place, 'isTest'> {
  if (rest.length === 0 || folder === 'app') return { layer: 'client app' };
  if (folder === 'ui') return { layer: 'client ui' };
  if (folder === 'http') return { layer: 'client http' };
  return { layer: 'client feature', feature: folder };
}

/**
 * Why a file may not import something; null when it may.
 *
 * @param from path of the importing file, relative to the project root, with forward slashes
 * @param specifier as written in the import
 * @param runtimePackages names under `dependencies` in package.json: what is installed where the server runs
 */
export function refusedImport(
  from: string,
  specifier: string,
  runtimePackages: ReadonlySet<string>,
): string | null {
  const importer = placeOf(from);
  const target = specifier.replace(/[?#].*$/, '');
  if (target.startsWith('.')) {
    return refusedFile(importer, posix.normalize(posix.join(posix.dirname(from), target)));
  }
  if (target === '' || /^([/#]|file:|https?:|data:)/.test(specifier)) {
    return 'other files are imported by their relative path, packages by their name';
  }
  return refusedPackage(importer, target, runtimePackages);
}

function refusedFile(importer: Place, path: string): string | null {
  const target = placeOf(path);
  if (target.isTest) return 'nothing imports a test file: move what is shared to tests/support';
  if (importer.isTest && isOpenToTests(importer, target)) return null;
  if (!mayImport[importer.layer].includes(target.layer)) return reasons[importer.layer];
  const otherServerFeature = target.layer === 'server feature' && importer.layer === 'server feature';
  if (otherServerFeature && importer.feature !== target.feature && !isOpenFile(path)) {
    return reasons['server feature'];
  }
  return null;
}

/** What a feature shows to other server features: `queries.ts`, `commands.ts`, `queries.<subject>.ts`, … */
function isOpenFile(path: string): boolean {
  return /^(queries|commands)(\..+)?\.ts$/.test(posix.basename(path));
}

/** A test obeys the rules of its folder, and may also use test support, tools and, on the server, the whole app. */
function isOpenToTests(importer: Place, target: Place): boolean {
  if (target.layer === 'test support' || target.layer === 'tools') return true;
  const onServer = importer.layer === 'platform' || importer.layer === 'server feature';
  return onServer && (target.layer === 'server root' || target.layer === 'db');
}

const runByServer = new Set<Layer>(['platform', 'server feature', 'server root', 'db']);

function refusedPackage(
  importer: Place,
  specifier: string,
  runtimePackages: ReadonlySet<string>,
): string | null {
  if (importer.isTest) return null;
  if (importer.layer === 'domain') return domainPackages.has(specifier) ? null : reasons.domain;
  if (isBuiltin(specifier)) {
    const isClient = importer.layer.startsWith('client ');
    return isClient ? 'the client runs in a browser: it imports no node: module' : null;
  }
  const [scopeOrName = '', name = ''] = specifier.split('/');
  const packageName = scopeOrName.startsWith('@') ? `${scopeOrName}/${name}` : scopeOrName;
  if (runByServer.has(importer.layer) && !runtimePackages.has(packageName)) {
    return `the server runs without devDependencies: '${packageName}' is not among the dependencies`;
  }
  return null;
}
