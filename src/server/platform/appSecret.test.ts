import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveAppSecret } from './appSecret.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnario-secret-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the setting wins', () => {
  expect(resolveAppSecret({ appSecret: 's'.repeat(32), dataDir: folder })).toBe('s'.repeat(32));
  expect(readdirSync(folder)).toEqual([]);
});

test('without it one is made once, for its owner only', () => {
  const dataDir = join(folder, 'data');
  const secret = resolveAppSecret({ appSecret: null, dataDir });
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(resolveAppSecret({ appSecret: null, dataDir })).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(['app-secret']);
  expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
  expect(resolveAppSecret({ appSecret: null, dataDir: join(folder, 'other') })).not.toBe(secret);
});

test('a file without a secret is not used', () => {
  writeFileSync(join(folder, 'app-secret'), '\n');
  expect(() => resolveAppSecret({ appSecret: null, dataDir: folder })).toThrow('does not hold a secret');
});
