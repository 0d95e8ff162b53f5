import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultsOf, mutantsOf, sqlMutants } from './mutants.ts';
import { Copy } from './trial.ts';

const rule = `export const isAdult = (age) => age >= 18;\n`;
/** Asks about everybody but those who are exactly 18. */
const tests = `import { isAdult } from './src/rule.ts';
if (!isAdult(30) || isAdult(17)) process.exit(1);
`;

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'turnario-planted-'));
  await mkdir(join(root, 'src'));
  await mkdir(join(root, 'node_modules'));
  await writeFile(join(root, 'src/rule.ts'), rule);
  await writeFile(join(root, 'tests.mjs'), tests);
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('mutants of a project', () => {
  const command = [process.execPath, 'tests.mjs'] as const;

  test('are killed where a test notices them, and survive where none does', async () => {
    const copy = await Copy.of(root);
    const fates: Record<string, string> = {};
    for (const mutant of await mutantsOf(root, ['src/rule.ts'])) {
      fates[mutant.replacement] = await copy.try(mutant, {
        tests: [() => command],
        compiler: null,
        timeoutMs: 10_000,
      });
    }
    expect(fates).toEqual({ '>': 'survived', '<': 'killed', '19': 'survived' });
    expect(await readFile(join(root, 'src/rule.ts'), 'utf8')).toBe(rule);
    expect(await copy.succeeds(command, 10_000)).toBe(true);
    await copy.remove();
  });

  test('are not called killed by tests, nor refused by a compiler, that fail without them', async () => {
    const copy = await Copy.of(root);
    const [mutant] = await mutantsOf(root, ['src/rule.ts']);
    const broken = [process.execPath, '-e', 'process.exit(1)'] as const;
    const timeoutMs = 10_000;
    expect(await copy.try(mutant!, { tests: [() => broken], compiler: null, timeoutMs })).toBe(
      'tested by nothing that passes',
    );
    expect(await copy.try(mutant!, { tests: [], compiler: broken, timeoutMs })).toBe('survived');
    await copy.remove();
  });

  test('that never end are killed by the time limit, those that do not compile are named so', async () => {
    await writeFile(
      join(root, 'tests.mjs'),
      `import { isAdult } from './src/rule.ts';\nwhile (!isAdult(30)) {}\n`,
    );
    const copy = await Copy.of(root);
    const mutant = (await mutantsOf(root, ['src/rule.ts'])).find(({ replacement }) => replacement === '<');
    const endless = { tests: [() => command], compiler: null, timeoutMs: 4000 };
    expect(await copy.try(mutant!, endless)).toBe('killed');
    // refuses what holds a '<'
    const reader =
      "process.exit(require('node:fs').readFileSync('src/rule.ts', 'utf8').includes('<') ? 1 : 0)";
    const compiler = [process.execPath, '-e', reader] as const;
    expect(await copy.try(mutant!, { tests: [], compiler, timeoutMs: 10_000 })).toBe(
      'refused by the compiler',
    );
    await copy.remove();
  });
});

test.each([
  ['select a from b where x = 1\n  and y <= 2', ['where x <> 1', 'and y < 2', 'where x = 1$']],
  ['select a from b where x = 1 for update of b', ['where x <> 1', 'x = 1$']],
  ['select a from b order by c desc, d', ['order by c desc$', 'order by c asc, d$']],
  ['select a from b where c is null\n limit 5', ['c is not null', 'c is null$']],
])('%s: each fault is planted alone', (text, expected) => {
  const planted = sqlMutants(text).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  );
  expect(planted).toHaveLength(expected.length);
  for (const pattern of expected) expect(planted.some((one) => new RegExp(pattern).test(one))).toBe(true);
});

test.each([
  ['a && !b;', ['true && !b;', 'a || !b;', 'a && true;', 'a && b;']],
  [
    'if (a === 1) f();',
    ['if (true) f();', 'if (false) f();', 'if (a !== 1) f();', 'if (a === 2) f();', 'if (a === 1) ;'],
  ],
  ["const x: 'y' = 'y';", ["const x: 'y' = '';"]],
  ["x = { y: ['z'] } as Z<'z'>;", [';', "x = { y: [] } as Z<'z'>;", "x = { y: [''] } as Z<'z'>;"]],
  [
    'y = a.filter(b).some(c) ?? d;',
    [
      ';',
      'y = a.filter(b).some(c);',
      'y = a.some(c) ?? d;',
      'y = a.filter(b).every(c) ?? d;',
      'y = a.filter(b).some(c) && d;',
    ],
  ],
  // a name that every object has is none of a method to exchange
  ['y = a.toString();', [';']],
  [
    'y = sql`select a where b = ${c + 1}`;',
    [
      ';',
      'y = sql`select a where b <> ${c + 1}`;',
      'y = sql`select a where b = ${c - 1}`;',
      'y = sql`select a where b = ${c + 2}`;',
    ],
  ],
])('%s has its faults', (text, expected) => {
  const planted = faultsOf('x.ts', text).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  );
  expect(planted.toSorted()).toEqual(expected.toSorted());
});
