import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The linter itself, with the project's own configuration, over a small project that breaks the rules. */

const root = join(import.meta.dirname, '../..');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnario-lint-'));
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json'])
    cpSync(join(root, name), join(folder, name));
  for (const name of ['node_modules', 'scripts']) symlinkSync(join(root, name), join(folder, name));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Diagnostic {
  code: string;
  labels: { span: { line: number } }[];
}

/** Lints one file and returns what is found as `rule@line`, sorted by line. */
function lint(path: string, source: string): string[] {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), source);
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const run = spawnSync(process.execPath, [oxlint, '-f', 'json', path], { cwd: folder, encoding: 'utf8' });
  rmSync(join(folder, path));
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: Diagnostic[] };
  expect(run.status).toBe(diagnostics.length > 0 ? 1 : 0);
  const found = diagnostics.map(({ code, labels }) => ({ code, line: labels[0]?.span.line ?? 0 }));
  return found.toSorted((a, b) => a.line - b.line).map(({ code, line }) => `${code}@${line}`);
}

test('every way to import is seen', () => {
  const source = [
    "import { a } from '../../server/a.ts';",
    "import type { B } from '../../server/b.ts';",
    "import '../../server/c.ts';",
    "export * from '../../server/d.ts';",
    "export { e } from '../../server/e.ts';",
    "export type { F } from '../../server/f.ts';",
    "export const g = (): Promise<unknown> => import('../../server/g.ts');",
    'export const h = (): Promise<unknown> => import(`../../server/h.ts`);',
    'export const i = (path: string): Promise<unknown> => import(path);',
    "export type J = import('../../server/j.ts').J;",
    "export const k = new Worker(new URL('../../server/k.ts', import.meta.url));",
    'export const l = (b: B): unknown => [a, b];',
  ].join('\n');
  const found = lint('src/client/shifts/api.ts', source).filter((entry) => entry.startsWith('turnario'));
  expect(found).toEqual(Array.from({ length: 11 }, (_, line) => `turnario(import-boundaries)@${line + 1}`));
});

test('the domain has no clock, no chance and no environment', () => {
  const source = [
    "import { Temporal } from 'temporal-polyfill';",
    'export const a = (): number => Date.now();',
    'export const b = (): unknown => new Date();',
    "export const c = (): unknown => process.env['X'];",
    'export const d = (): unknown => Temporal.Now.instant();',
    'export const e = (): unknown => { const { Now } = Temporal; return Now; };',
    'export const f = (): unknown => globalThis;',
    'export const g = (): number => Math.random();',
    'export const fine = (day: string, at: Date): unknown => [Temporal.PlainDate.from(day), at, new Map(), Math.max(1)];',
    'export const alsoFine = (process: number): number => process + 1;',
  ].join('\n');
  const lines = [2, 3, 4, 5, 6, 7, 8];
  expect(lint('src/domain/shifts/rules.ts', source)).toEqual(
    lines.map((line) => `turnario(layer-globals)@${line}`),
  );
});

test('a file that only passes on is a barrel, under whatever name', () => {
  const pass = "export { day } from './day.ts';\n";
  expect(lint('src/domain/calendar/all.ts', pass)).toEqual(['turnario(file-purpose)@1']);
  const passImported = "import { day } from './day.ts';\n\nexport { day };\n";
  expect(lint('src/domain/calendar/all.ts', passImported)).toEqual(['turnario(file-purpose)@1']);
  expect(lint('src/domain/calendar/all.ts', `${pass}export const week = 7;\n`)).toEqual([]);
  expect(lint('src/domain/calendar/utils.ts', 'export const week = 7;\n')).toEqual([
    'turnario(file-purpose)@1',
  ]);
});

test('promises, types and lengths are checked', () => {
  const source = [
    'async function save(): Promise<void> {}',
    'export function a(): void { save(); }',
    'export function b(list: number[]): void { list.forEach(async () => save()); }',
    'export async function c(n: number): Promise<number> { const m = await n; return m; }',
    'export const d = (value: any): unknown => value;',
    'export const e = (value: string | null): string => value!;',
    'export const f = (value: string): string => value as string;',
    "import { Temporal } from 'temporal-polyfill';",
    'export const g = (day: Temporal.PlainDate): string => day.toString();',
  ].join('\n');
  expect(lint('src/server/shifts/commands.ts', source)).toEqual([
    'typescript(no-floating-promises)@2',
    'typescript(no-misused-promises)@3',
    'typescript(await-thenable)@4',
    'typescript(no-explicit-any)@5',
    'typescript(no-non-null-assertion)@6',
    'typescript(no-unnecessary-type-assertion)@7',
    'typescript(consistent-type-imports)@8',
  ]);
  const long = Array.from({ length: 201 }, (_, line) => `export const x${line} = ${line};\n\n// why`).join(
    '\n',
  );
  expect(lint('src/server/shifts/commands.ts', long)).toEqual([expect.stringContaining('eslint(max-lines)')]);
  expect(lint('src/server/shifts/commands.test.ts', long)).toEqual([]);
});

test('files that import each other are found', () => {
  mkdirSync(join(folder, 'src/domain/shifts'), { recursive: true });
  writeFileSync(
    join(folder, 'src/domain/shifts/a.ts'),
    "import { b } from './b.ts';\n\nexport const a = (): number => b() + 1;\n",
  );
  const back =
    "import type { a } from './a.ts';\n\nexport const b = (): number => 1;\nexport type A = typeof a;\n";
  expect(lint('src/domain/shifts/b.ts', back)).toEqual(['import(no-cycle)@1']);
});

test('hooks and what a screen reader needs are checked', () => {
  const source = [
    "import { useState } from 'react';",
    'export function Logo({ on }: { on: boolean }) {',
    '  if (on) useState(0);',
    '  return <img src="/logo.svg" />;',
    '}',
  ].join('\n');
  expect(lint('src/client/ui/Logo.tsx', source)).toEqual([
    'react-hooks(rules-of-hooks)@3',
    'jsx-a11y(alt-text)@4',
  ]);
});
