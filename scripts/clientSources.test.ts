import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isClientBuilt, isClientFresh, noteSources, readSources } from './clientSources.ts';

let root = '';
const stamp = (): Promise<string> => readFile(join(root, 'dist/client.stamp'), 'utf8');

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'turnario-sources-'));
  await write('src/client/main.tsx', 'main');
  await write('src/client/ui/Button.tsx', 'button');
  await write('src/client/ui/Button.test.tsx', 'a test');
  await write('src/domain/rules.ts', 'rules');
  await write('package-lock.json', '{}');
  await write('dist/client/index.html', 'built');
  await noteSources(root, await readSources(root));
});
afterEach(() => rm(root, { recursive: true }));

test('a new build is fresh', async () => {
  expect(isClientBuilt(root)).toBe(true);
  expect(await isClientFresh(root)).toBe(true);
});

test('without a build or its stamp it is not', async () => {
  await rm(join(root, 'dist'), { recursive: true });
  expect(isClientBuilt(root)).toBe(false);
  expect(await isClientFresh(root)).toBe(false);
});

test.each([
  ['other contents of the same length', 'src/client/ui/Button.tsx', 'bottom'],
  ['a new file', 'src/domain/more.ts', 'more'],
  ['a new file where no folder was', 'public/logo.svg', '<svg/>'],
  ['other packages', 'package-lock.json', '{ }'],
])('%s make it stale', async (_what, path, text) => {
  await write(path, text);
  expect(await isClientFresh(root)).toBe(false);
  expect(await isClientFresh(root)).toBe(false);
});

test('a deleted file makes it stale', async () => {
  await rm(join(root, 'src/domain/rules.ts'));
  expect(await isClientFresh(root)).toBe(false);
});

test('changed contents with an old date are detected', async () => {
  const path = join(root, 'src/domain/rules.ts');
  const { atime, mtime } = await stat(path);
  await writeFile(path, 'RULES');
  await utimes(path, atime, mtime);
  expect(await isClientFresh(root)).toBe(false);
});

test('tests are not sources', async () => {
  await write('src/client/ui/Button.test.tsx', 'another test');
  expect(await isClientFresh(root)).toBe(true);
});

test('unchanged contents with a new date, as after a checkout, are fresh, and are read only once', async () => {
  const before = await stamp();
  await utimes(join(root, 'src/domain/rules.ts'), new Date(), new Date(0));
  expect(await isClientFresh(root)).toBe(true);
  const after = await stamp();
  expect(after).not.toBe(before);
  expect(after.split('\n')[0]).toBe(before.split('\n')[0]);
  expect(await isClientFresh(root)).toBe(true);
  expect(await stamp()).toBe(after);
});

test('an older stamp without attributes is accepted', async () => {
  await write('dist/client.stamp', (await stamp()).split('\n')[0] ?? '');
  expect(await isClientFresh(root)).toBe(true);
});
