import { posix } from 'node:path';

/** Forbidden imports, by folder, so that a new folder is covered from the start. */
const refused: readonly [files: RegExp, imports: RegExp, why: string][] = [
  [
    /^src\/domain\//,
    /^(?!src\/domain\/|zod$|temporal-polyfill$)/,
    'src/domain is pure: it imports zod and temporal-polyfill only',
  ],
  [
    /^src\/server\/[^/]+$/,
    /^(?!src\/(server|domain)\/|db\/)(src|db|tests|tools|scripts)\//,
    'src/server imports src/server, src/domain and db',
  ],
  [
    /^src\/server\/platform\//,
    /^(?!src\/(domain|server\/platform)\/)(src|db|tests|tools|scripts)\//,
    'src/server/platform imports no features',
  ],
  [
    /^src\/server\/(?!platform\/)[^/]+\//,
    /^(?!src\/domain\/|src\/server\/(platform\/|[^/]+\/(.+\/)?(queries|commands)(\.[^/]+)?\.ts$))(src|db|tests|tools|scripts)\//,
    'a server feature imports src/domain, platform, its own files, and queries and commands of others',
  ],
  [
    /^src\/client\//,
    /^node:|^(?!src\/(client|domain)\/)(src|db|tests|tools|scripts)\//,
    'the client runs in a browser: it imports src/client and src/domain',
  ],
  [/^src\/client\/(?!app\/)[^/]+\//, /^src\/client\/app\//, 'client features do not import src/client/app'],
  [/^src\/client\/ui\//, /^src\/(?!client\/ui\/)/, 'src/client/ui imports only src/client/ui'],
  [/^src\/client\/http\//, /^src\/(?!domain\/)/, 'src/client/http imports src/domain only'],
  [
    /^(db|scripts)\//,
    /^(src\/client|tests|tools)\//,
    'db and scripts import src/server, src/domain, db and scripts',
  ],
  [/^tools\//, /^(src\/client|tests)\//, 'tools import no client and no tests'],
];

/** Why a file may not import something, or null. @param path from the project root, with forward slashes */
export function refusedImport(path: string, specifier: string): string | null {
  const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
  if (/\.test\.tsx?$/.test(target)) return 'tests are never imported: shared code belongs in tests/support';
  const own = path.split('/').slice(0, 3).join('/');
  if (/\.test\.tsx?$/.test(path) || target.startsWith(`${own}/`)) return null;
  return refused.find(([files, imports]) => files.test(path) && imports.test(target))?.[2] ?? null;
}
