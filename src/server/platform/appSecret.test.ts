import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/database.ts';
import { beginSecretChange, finishSecretChange, resolveAppSecrets, SecretError } from './appSecret.ts';

const none = { appSecret: null, appSecretPrevious: null };

let folder: string;
beforeEach(async () => void (folder = await temporaryFolder()));

test('the setting takes precedence', () => {
  const settings = { appSecret: 's'.repeat(32), dataDir: folder };
  expect(resolveAppSecrets({ ...settings, appSecretPrevious: null })).toEqual({
    current: 's'.repeat(32),
    known: ['s'.repeat(32)],
  });
  expect(resolveAppSecrets({ ...settings, appSecretPrevious: 'p'.repeat(32) }).known).toEqual([
    's'.repeat(32),
    'p'.repeat(32),
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('otherwise one is generated once, readable by its owner only', () => {
  const dataDir = join(folder, 'data');
  const secret = resolveAppSecrets({ ...none, dataDir }).current;
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(resolveAppSecrets({ ...none, dataDir }).current).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(['app-secret']);
  expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
  expect(resolveAppSecrets({ ...none, dataDir: join(folder, 'other') }).current).not.toBe(secret);
});

test('a file without a secret is refused, with instructions', () => {
  for (const name of ['app-secret', 'app-secret.next']) {
    const dataDir = join(folder, name);
    resolveAppSecrets({ ...none, dataDir });
    writeFileSync(join(dataDir, name), 'troncato\n');
    expect(() => resolveAppSecrets({ ...none, dataDir })).toThrow(SecretError);
    expect(() => resolveAppSecrets({ ...none, dataDir })).toThrow(/non contiene un segreto/);
  }
});

test('both secrets are known during a change, wherever it was interrupted; then only the new one', () => {
  const settings = { ...none, dataDir: folder };
  const old = resolveAppSecrets(settings).current;
  beginSecretChange(folder);
  const during = resolveAppSecrets(settings);
  expect(during.known).toEqual([during.current, old]);
  expect(during.current).not.toBe(old);
  // restarted after a crash: the same new one, which may have encrypted something already
  beginSecretChange(folder);
  expect(resolveAppSecrets(settings)).toEqual(during);
  finishSecretChange(folder);
  expect(resolveAppSecrets(settings)).toEqual({ current: during.current, known: [during.current] });
  expect(readdirSync(folder)).toEqual(['app-secret']);
  expect(statSync(join(folder, 'app-secret')).mode & 0o777).toBe(0o600);
});
