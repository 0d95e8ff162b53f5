import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { featureCycles, readImports } from './cycles.ts';

const cyclesOf = (imports: Record<string, string[]>): string[] =>
  featureCycles(new Map(Object.entries(imports)));

test('two features that import each other are a cycle, whichever files do', () => {
  expect(
    cyclesOf({
      'src/server/shifts/commands.ts': ['src/server/exchanges/commands.ts'],
      'src/server/exchanges/queries.ts': ['src/server/shifts/queries.ts'],
    }),
  ).toEqual([
    'src/server/exchanges → src/server/shifts → src/server/exchanges: ' +
      'src/server/exchanges/queries.ts imports src/server/shifts/queries.ts; ' +
      'src/server/shifts/commands.ts imports src/server/exchanges/commands.ts',
  ]);
});

test('a cycle of several features is told once, with every import that makes it', () => {
  const [cycle, ...others] = cyclesOf({
    'src/server/auth/commands.ts': ['src/server/mail/commands.ts'],
    'src/server/mail/queries.ts': ['src/server/users/queries.ts'],
    'src/server/users/commands.ts': ['src/server/auth/queries.ts'],
  });
  expect(cycle).toMatch(/^src\/server\/auth → src\/server\/mail → src\/server\/users → src\/server\/auth: /);
  expect(others).toEqual([]);
});

test('folders of the platform form no cycle either', () => {
  expect(
    cyclesOf({
      'src/server/platform/http/access.ts': ['src/server/platform/session/session.ts'],
      'src/server/platform/session/calls.ts': ['src/server/platform/http/app.ts'],
    }),
  ).toHaveLength(1);
});

test('features of the client form no cycle either', () => {
  expect(
    cyclesOf({
      'src/client/auth/session.ts': ['src/client/offline/OfflinePage.tsx'],
      'src/client/offline/OfflinePage.tsx': ['src/client/shifts/calendar/MonthGrid.tsx'],
      'src/client/shifts/owner.ts': ['src/client/auth/session.ts'],
    }),
  ).toHaveLength(1);
});

test('one way, files of one folder, and the files that compose the whole are no cycle', () => {
  expect(
    cyclesOf({
      'src/server/app.ts': ['src/server/shifts/routes.ts', 'src/server/exchanges/routes.ts'],
      'src/server/exchanges/queries.ts': ['src/server/shifts/queries.ts', 'src/server/platform/context.ts'],
      'src/server/shifts/commands.ts': ['src/server/shifts/queries.ts'],
      'src/server/platform/context.ts': ['src/server/platform/http/app.ts'],
      'src/server/platform/http/app.ts': ['src/server/platform/context.ts'],
    }),
  ).toEqual([]);
});

test('imports are read from the files: of types, dynamic ones and re-exports, but not those of tests', () => {
  const root = mkdtempSync(join(tmpdir(), 'cycles-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write(
    'src/server/a/one.ts',
    "import type { Two } from '../b/two.ts';\nexport { c } from '../c/three.ts';\nconst d = await import('../d/four.ts');\n",
  );
  write('src/server/a/one.test.ts', "import { e } from '../e/five.ts';\n");
  expect([...readImports(root)]).toEqual([
    ['src/server/a/one.ts', ['src/server/b/two.ts', 'src/server/c/three.ts', 'src/server/d/four.ts']],
  ]);
});
