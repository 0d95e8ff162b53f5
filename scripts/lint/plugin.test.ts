import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The linter itself, with the project's own configuration, over a small project that breaks the rules. */

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'turnario-lint-'));
const samples = new Map<string, string>();
let diagnostics: Diagnostic[] = [];

/** Starting the linter takes seconds: it reads all samples at once. */
beforeAll(() => {
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json'])
    cpSync(join(root, name), join(folder, name));
  for (const name of ['node_modules', 'scripts']) symlinkSync(join(root, name), join(folder, name));
  for (const [path, source] of samples) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), source);
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '-f', 'json', ...samples.keys()];
  const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  ({ diagnostics } = JSON.parse(run.stdout) as { diagnostics: Diagnostic[] });
  expect(run.status).toBe(1);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Diagnostic {
  filename: string;
  code: string;
  labels: { span: { line: number } }[];
}

/**
 * Adds a file to the project.
 *
 * @returns what is found in it as `rule@line`, sorted by line; to be asked once the linter has run
 */
function sample(path: string, source: string): () => string[] {
  if (samples.has(path)) throw new Error(`there is a ${path} already`);
  samples.set(path, source);
  return () =>
    diagnostics
      .filter(({ filename }) => filename === path)
      .map(({ code, labels }) => ({ code, line: labels[0]?.span.line ?? 0 }))
      .toSorted((one, other) => one.line - other.line)
      .map(({ code, line }) => `${code}@${line}`);
}

const imports = sample(
  'src/client/shifts/api.ts',
  [
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
  ].join('\n'),
);

test('every way to import is seen', () => {
  const found = imports().filter((entry) => entry.startsWith('turnario'));
  expect(found).toEqual(Array.from({ length: 11 }, (_, line) => `turnario(import-boundaries)@${line + 1}`));
});

const rules = sample(
  'src/domain/shifts/rules.ts',
  [
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
  ].join('\n'),
);

test('the domain has no clock, no chance and no environment', () => {
  const lines = [2, 3, 4, 5, 6, 7, 8];
  expect(rules()).toEqual(lines.map((line) => `turnario(layer-globals)@${line}`));
});

const pass = "export { day } from './day.ts';\n";
const passing = sample('src/domain/calendar/all.ts', pass);
const passingImported = sample(
  'src/domain/calendar/days.ts',
  "import { day } from './day.ts';\n\nexport { day };\n",
);
const passingAndMore = sample('src/domain/calendar/week.ts', `${pass}export const week = 7;\n`);
const utils = sample('src/domain/calendar/utils.ts', 'export const week = 7;\n');

test('a file that only passes on is a barrel, under whatever name', () => {
  expect(passing()).toEqual(['turnario(file-purpose)@1']);
  expect(passingImported()).toEqual(['turnario(file-purpose)@1']);
  expect(passingAndMore()).toEqual([]);
  expect(utils()).toEqual(['turnario(file-purpose)@1']);
});

const careless = sample(
  'src/server/shifts/commands.ts',
  [
    'async function save(): Promise<void> {}',
    'export function a(): void { save(); }',
    'export function b(list: number[]): void { list.forEach(async () => save()); }',
    'export async function c(n: number): Promise<number> { const m = await n; return m; }',
    'export const d = (value: any): unknown => value;',
    'export const e = (value: string | null): string => value!;',
    'export const f = (value: string): string => value as string;',
    "import { Temporal } from 'temporal-polyfill';",
    'export const g = (day: Temporal.PlainDate): string => day.toString();',
  ].join('\n'),
);
const length = Array.from({ length: 201 }, (_, line) => `export const x${line} = ${line};\n\n// why`).join(
  '\n',
);
const long = sample('src/server/shifts/long.ts', length);
const longTest = sample('src/server/shifts/long.test.ts', length);

test('promises, types and lengths are checked', () => {
  expect(careless()).toEqual([
    'typescript(no-floating-promises)@2',
    'typescript(no-misused-promises)@3',
    'typescript(await-thenable)@4',
    'typescript(no-explicit-any)@5',
    'typescript(no-non-null-assertion)@6',
    'typescript(no-unnecessary-type-assertion)@7',
    'typescript(consistent-type-imports)@8',
  ]);
  expect(long()).toEqual([expect.stringContaining('eslint(max-lines)')]);
  expect(longTest()).toEqual([]);
});

const there = sample(
  'src/domain/shifts/a.ts',
  "import { b } from './b.ts';\n\nexport const a = (): number => b() + 1;\n",
);
const back = sample(
  'src/domain/shifts/b.ts',
  "import type { a } from './a.ts';\n\nexport const b = (): number => 1;\nexport type A = typeof a;\n",
);

test('files that import each other are found', () => {
  expect(there()).toEqual(['import(no-cycle)@1']);
  expect(back()).toEqual(['import(no-cycle)@1']);
});

const logo = sample(
  'src/client/ui/Logo.tsx',
  [
    "import { useState } from 'react';",
    'export function Logo({ on }: { on: boolean }) {',
    '  if (on) useState(0);',
    '  return <img src="/logo.svg" />;',
    '}',
  ].join('\n'),
);

test('hooks and what a screen reader needs are checked', () => {
  expect(logo()).toEqual(['react-hooks(rules-of-hooks)@3', 'jsx-a11y(alt-text)@4']);
});

const texts = [
  "export const a = 'Ti abbiamo scritto una E-mail';",
  "export const b = (name: string): string => `${name}: l'orario è cambiato`;",
  'export const c = <p title="Apri il collegamento">Intanto aspetta</p>;',
  'export const d = (',
  '  <p>',
  '    Cerca un',
  '    altro collega',
  '  </p>',
  ');',
  "export const status: 'aperta' | 'ritirata' = 'ritirata'; // l'altro collega",
  'export const e = "L\'orario di fine deve essere successivo all\'orario di inizio";',
].join('\n');
const screen = sample('src/client/ui/Sample.tsx', texts);
const screenTest = sample('src/client/ui/Sample.test.tsx', texts);

test('texts use the words of the product, wherever they stand', () => {
  const words = (found: string[]): string[] =>
    found.filter((entry) => entry.startsWith('turnario(product-words)'));
  const lines = [1, 2, 3, 3, 5];
  expect(words(screen())).toEqual(lines.map((line) => `turnario(product-words)@${line}`));
  expect(words(screenTest())).toEqual([]);
});

const steps = [
  "import { expect, test } from 'vitest';",
  'declare const page: Record<string, (text?: string) => Promise<unknown>>;',
  "test('what stands there', async () => {",
  "  expect(await page['entries']!()).toEqual([]);",
  '  expect(await page.allTextContents()).toEqual([]);',
  "  expect(await page.getAttribute('name')).toBe('');",
  '  expect(await page.evaluate()).toBe(1);',
  '});',
].join('\n');
const journey = sample('tests/e2e/sample.test.ts', steps);
const unseen = sample('tests/server/sample.test.ts', steps);

test('tests in a browser do not read what stands there at one moment', () => {
  const read = (found: string[]): string[] => found.filter((entry) => entry.includes('awaited-screens'));
  expect(read(journey())).toEqual([5, 6].map((line) => `turnario(awaited-screens)@${line}`));
  expect(read(unseen())).toEqual([]);
});
