import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Executed } from './executed.ts';
import { mutantsOf } from './mutants.ts';
import { piecesOf, withProbes } from './probes.ts';

test.each([
  ['const a = 1;', ['const a = 1;']],
  ['f(() => ({ a }), (x) => x);', ['f(() => ({ a }), (x) => x);', '({ a })', 'x']],
  ['if (a) b(); else if (c) d();', ['if (a) b(); else if (c) d();', 'b();', 'd();']],
  ['for (const x of y) z(x);', ['for (const x of y) z(x);', 'z(x);']],
  ['switch (a) { case 1: b(); }', ['switch (a) { case 1: b(); }', 'b();']],
])('%s runs in pieces', (text, expected) => {
  expect(piecesOf('x.ts', text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

test('with probes a text does what it did, and notes which pieces ran', () => {
  const text =
    'const half = (n) => n / 2; if (half(4) > 1) found = half(6); else found = () => 0; for (;;) break;';
  const noted = new Set<string>();
  const result: unknown = runInNewContext(`let found; ${withProbes('x.ts', text)}\nfound`, {
    executedPieces: noted,
  });
  expect(result).toBe(3);
  const starts = piecesOf('x.ts', text).filter(({ start }) => noted.has(`x.ts:${start}`));
  expect(starts.map(({ start, end }) => text.slice(start, end))).toEqual([
    'const half = (n) => n / 2;',
    'n / 2',
    'if (half(4) > 1) found = half(6); else found = () => 0;',
    'found = half(6);',
    'for (;;) break;',
    'break;',
  ]);
});

let root = '';
let copy = '';
const rule = `export const isAdult = (age: number): boolean => age >= 18;
export const isChild = (age: number): boolean => !isAdult(age);
`;
const asks = (name: string): string =>
  `import { expect, test } from 'vitest'; import { ${name} } from './rule.ts'; test('x', () => { expect(${name}(30)).toBeDefined(); });`;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'turnario-executed-'));
  const home = await mkdtemp(join(tmpdir(), 'turnario-executed-copy-'));
  copy = join(home, 'project');
  for (const folder of [root, copy]) {
    await mkdir(join(folder, 'src'), { recursive: true });
    await mkdir(join(folder, 'tests/support'), { recursive: true });
    await symlink(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
    const setup = 'tests/support/failOnConsole.ts';
    await writeFile(join(folder, setup), `import { afterAll } from 'vitest'; afterAll(() => undefined);\n`);
    const config = { name: 'all', include: ['src/*.test.ts'], isolate: false, setupFiles: [setup] };
    await writeFile(
      join(folder, 'vitest.config.mjs'),
      `export default ${JSON.stringify({ test: { projects: [{ test: config }] } })};\n`,
    );
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'src/rule.ts'), rule);
    await writeFile(join(folder, 'src/adult.test.ts'), asks('isAdult'));
    await writeFile(join(folder, 'src/child.test.ts'), asks('isChild'));
  }
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
  await rm(join(copy, '..'), { recursive: true, force: true });
});

describe('what tests run', { timeout: 60_000 }, () => {
  test('is seen once, kept, and not known of what has changed since', async () => {
    const tests = ['adult', 'child'].map((name) => ({ project: 'all', path: `src/${name}.test.ts` }));
    const collect = async (): Promise<Executed> => {
      const executed = new Executed(root, join(root, 'cache/executed.json'));
      await executed.collect(copy, ['src/rule.ts'], tests, ['all']);
      return executed;
    };
    const first = await collect();
    expect(await readFile(join(copy, 'src/rule.ts'), 'utf8')).toBe(rule);
    expect([...first.times().keys()].toSorted()).toEqual(tests.map(({ path }) => path));
    const mutants = await mutantsOf(root, ['src/rule.ts']);
    const known = (executed: Executed, text = rule) =>
      mutants.map((mutant) => [mutant.replacement, executed.testsOf(mutant, text)?.toSorted()]);
    const found = [
      ['>', ['src/adult.test.ts', 'src/child.test.ts']],
      ['<', ['src/adult.test.ts', 'src/child.test.ts']],
      ['19', ['src/adult.test.ts', 'src/child.test.ts']],
      ['', ['src/child.test.ts']],
    ];
    expect(known(first)).toEqual(found);
    // nothing is run again: what stands there now would not even load
    await writeFile(join(copy, 'src/adult.test.ts'), 'no test');
    expect(known(await collect())).toEqual(found);
    expect(known(first, `${rule}\n`)).toEqual(found.map(([replacement]) => [replacement, undefined]));
  });
});
