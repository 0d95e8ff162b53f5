import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newestPostgres } from './postgres.ts';

test('the newest installation is found by its number, and nothing where there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-installations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await newestPostgres(folder)).toBeNull();
  expect(await newestPostgres(join(folder, 'none'))).toBeNull();
  for (const name of ['9', '15', '18', '100', 'lib', '17beta']) await mkdir(join(folder, name));
  expect(await newestPostgres(folder)).toBe(join(folder, '100', 'bin'));
});
