import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cyclicImports, readImports } from './cycles.ts';

/** Imports between files of these folders, in a ring. */
const ring = (...folders: string[]): Map<string, string[]> =>
  new Map(folders.map((folder, at) => [`${folder}/a.ts`, [`${folders[at + 1] ?? folders[0]}/a.ts`]]));

test.each([
  ['two features', ring('src/server/shifts', 'src/server/exchanges')],
  ['three features', ring('src/server/auth', 'src/server/mail', 'src/server/users')],
  ['folders of the platform', ring('src/server/platform/http', 'src/server/platform/session')],
  ['features of the client', ring('src/client/auth', 'src/client/offline', 'src/client/shifts')],
])('%s that import each other are a cycle', (_what, imports) => {
  expect(cyclicImports(imports)).toHaveLength(imports.size);
});

test('one-way imports, files of one folder and composition roots are not a cycle', () => {
  const imports = {
    'src/server/app.ts': ['src/server/shifts/routes.ts', 'src/server/exchanges/routes.ts'],
    'src/server/exchanges/queries.ts': ['src/server/shifts/queries.ts', 'src/server/app.ts'],
    'src/server/shifts/commands.ts': ['src/server/shifts/queries.ts', 'src/server/platform/context.ts'],
    'src/server/platform/context.ts': ['src/server/platform/http/app.ts'],
    'src/server/platform/http/app.ts': ['src/server/platform/context.ts'],
  };
  expect(cyclicImports(new Map(Object.entries(imports)))).toEqual([]);
});

test('imports are read from the files', () => {
  const imports = readImports(join(import.meta.dirname, '../..'));
  expect(imports.get('src/server/main.ts')).toContain('src/server/start.ts');
  expect(imports.get('src/server/main.ts')).toContain('src/server/platform/log.ts');
});
