import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultsOf, mutantsOf, sqlMutants } from './mutants.ts';
import { importersIn, nearTests } from './nearTests.ts';
import { Trials } from './trial.ts';

const rule = `export const isAdult = (age: number): boolean => age >= 18;\n`;
/** Asks about everybody but those who are exactly 18. */
const asks = `import { expect, test } from 'vitest';
import { isAdult } from './rule.ts';
test('is adult', () => { expect([isAdult(30), isAdult(17)]).toEqual([true, false]); });
`;
const config = `export default { test: { projects: [{ test: { name: 'all', include: ['src/*.test.ts'], isolate: false } }] } };\n`;
const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  allowImportingTsExtensions: true,
};

let root = '';
let folder = '';
let trials: Trials | null = null;
const written = (path: string, text: string): Promise<void> => writeFile(join(root, path), text);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'turnario-planted-'));
  folder = await mkdtemp(join(tmpdir(), 'turnario-planted-copy-'));
  await mkdir(join(root, 'src'));
  await symlink(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
  await written('vitest.config.mjs', config);
  await written('package.json', '{ "type": "module" }');
  await written(
    'tsconfig.json',
    JSON.stringify({ compilerOptions, include: ['src'], exclude: ['**/*.test.ts'] }),
  );
  await written('src/rule.ts', rule);
  await written('src/rule.test.ts', asks);
});
afterEach(async () => {
  await trials?.end();
  expect(existsSync(folder)).toBe(trials === null);
  trials = null;
  for (const path of [root, folder]) await rm(path, { recursive: true, force: true });
});

/** What becomes of each mutant of the rule, by what it puts there. */
async function fates(paths: string[]): Promise<Record<string, string>> {
  await trials?.end();
  trials = new Trials(folder, {
    projects: ['all'],
    testsOf: () => paths.map((path) => ({ project: 'all', path: `src/${path}` })),
    grace: 4000,
  });
  await mkdir(folder, { recursive: true });
  await trials.copy(root);
  await trials.begin();
  const found: Record<string, string> = {};
  for (const mutant of await mutantsOf(root, ['src/rule.ts'])) {
    const { fate, by } = await trials.try(mutant);
    found[mutant.replacement] = by === undefined ? fate : `${fate} by ${by}`;
  }
  expect(await readFile(join(trials.folder, 'src/rule.ts'), 'utf8')).toBe(
    await readFile(join(root, 'src/rule.ts'), 'utf8'),
  );
  return found;
}

describe('mutants of a project', { timeout: 60_000 }, () => {
  test('are killed where a test notices them, and survive where none does', async () => {
    expect(await fates(['rule.test.ts'])).toEqual({
      '>': 'survived',
      '<': 'killed by src/rule.test.ts > is adult',
      '19': 'survived',
    });
    expect(await readFile(join(root, 'src/rule.ts'), 'utf8')).toBe(rule);
  });

  test('are noticed together by any test', async () => {
    await written('src/far.test.ts', asks.replaceAll('17', '18').replace('false', 'true'));
    await written('src/broken.test.ts', `import { test } from 'vitest'; test('x', () => { throw 1; });`);
    expect(await fates(['rule.test.ts'])).toMatchObject({ '>': 'survived', '19': 'survived' });
    const survivors = (await mutantsOf(root, ['src/rule.ts'])).filter(
      ({ replacement }) => replacement !== '<',
    );
    const tests = ['rule', 'far', 'broken'].map((name) => ({ project: 'all', path: `src/${name}.test.ts` }));
    const noticing = (await trials?.noticing(survivors, tests)) ?? [];
    expect(noticing.map(({ path }) => path).toSorted()).toEqual(['src/broken.test.ts', 'src/far.test.ts']);
    expect(await readFile(join(folder, 'of/project/src/rule.ts'), 'utf8')).toBe(rule);
    for (const mutant of survivors) {
      expect(await trials?.try(mutant, noticing)).toEqual({
        fate: 'killed',
        by: 'src/far.test.ts > is adult',
      });
    }
  });

  test('are killed by no test that fails without them, by others still', async () => {
    await written('src/broken.test.ts', `import { test } from 'vitest'; test('x', () => { throw 1; });`);
    await written('src/unreadable.test.ts', `import './nowhere.ts';`);
    const broken = ['broken.test.ts', 'unreadable.test.ts'];
    expect((await fates([...broken, 'rule.test.ts']))['<']).toBe('killed by src/rule.test.ts > is adult');
    expect((await fates(broken))['<']).toBe('tested by nothing that passes');
  });

  test('are killed where they end vitest each time, and asked about again where it ended once', async () => {
    const ends = (when: string): string => `import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { isAdult } from './rule.ts';
test('x', () => { if (${when}) { writeFileSync('once', ''); process.kill(process.ppid, 'SIGKILL'); } });
`;
    await written('src/ends.test.ts', ends('!isAdult(30)'));
    expect(await fates(['ends.test.ts', 'rule.test.ts'])).toEqual({
      '>': 'survived',
      '<': 'killed by src/ends.test.ts > vitest has ended',
      '19': 'survived',
    });
    await written('src/ends.test.ts', ends(`!isAdult(30) && !existsSync('once')`));
    expect((await fates(['ends.test.ts']))['<']).toBe('survived');
  });

  test('survive where nothing asks about them', async () => {
    expect((await fates([]))['<']).toBe('survived');
  });

  test('that do not compile are not killed, whatever the tests say', async () => {
    await written(
      'src/rule.ts',
      `const limit: 18 = 18;\nexport const isAdult = (age: number): boolean => age >= limit;\n`,
    );
    await written('src/rule.test.ts', asks.replaceAll('17', '18').replace('false', 'true'));
    expect(await fates(['rule.test.ts'])).toMatchObject({ '19': 'refused by the compiler' });
  });

  test('are not tried where the whole does not compile without them', async () => {
    await written('src/other.ts', `export const text: string = 1;`);
    await expect(fates(['rule.test.ts'])).rejects.toThrow('The compiler refuses the copy.');
  });

  test('are killed by a test that fails, though its file never ends', async () => {
    await written(
      'src/rule.test.ts',
      `import { afterAll } from 'vitest'; import { isAdult as rule } from './rule.ts';
${asks}
afterAll(() => rule(17) && new Promise(() => undefined), 600_000);
`,
    );
    expect((await fates(['rule.test.ts']))['<']).toBe('killed by src/rule.test.ts > is adult');
  });

  test('that never end are killed by the time limit, and those after them are tried', async () => {
    await written(
      'src/rule.ts',
      `export const isAdult = (age: number): boolean => { while (age < 0); return age >= 18; };\n`,
    );
    const found = await fates(['rule.test.ts']);
    expect(found).toMatchObject({ '>=': 'killed by the time limit', '19': 'survived' });
  });
});

test('tests are chosen by imports: the own one, those of the same name, those beside, one of each folder, those farther', async () => {
  const imports = (...paths: string[]): string => paths.map((path) => `import '${path}';\n`).join('');
  await mkdir(join(root, 'src/a'));
  await mkdir(join(root, 'src/b'));
  await written('src/user.ts', imports('./rule.ts'));
  await written('src/a/one.test.ts', imports('../user.ts'));
  await written('src/a/two.test.ts', `await import('../user.ts');`);
  await written('src/b/three.test.ts', `export { x } from '../user.ts';`);
  await written('src/b/far.test.ts', imports('./three.test.ts'));
  await written(
    'src/b/types.test.ts',
    `import type { Rule } from '../rule.ts'; import { type X } from '../user.ts';`,
  );
  await written('src/beside.test.ts', imports('./other.ts'));
  await written('src/z.rule.test.ts', imports('./other.ts'));
  expect(nearTests(await importersIn(root, ['src']), 'src/rule.ts')).toEqual([
    'src/rule.test.ts',
    'src/z.rule.test.ts',
    'src/beside.test.ts',
    'src/a/one.test.ts',
    'src/b/three.test.ts',
    'src/a/two.test.ts',
    'src/b/far.test.ts',
  ]);
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
  // of an order the sign alone counts
  ['z = x ? -1 : 1;', [';', 'z = true ? -1 : 1;', 'z = false ? -1 : 1;']],
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
