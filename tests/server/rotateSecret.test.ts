import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decryptPassword, encryptPassword } from '../../src/server/mail/passwordEncryption.ts';
import { resolveAppSecrets } from '../../src/server/platform/appSecret.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { runToEnd } from '../../tools/process.ts';

// Runs `npm run secret:rotate` on an embedded database.

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'turnario-rotate-'))));
afterEach(() => rm(dataDir, { recursive: true }));

async function rotate(settings: Record<string, string> = {}): Promise<{ code: number | null; text: string }> {
  const command = await runToEnd({
    args: ['scripts/rotateSecret.ts'],
    env: { DATA_DIR: dataDir, ...settings },
  });
  return { code: command.code, text: command.stdout + command.stderr };
}

async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const storedSecret = async (): Promise<string> =>
  (await readFile(join(dataDir, 'app-secret'), 'utf8')).trim();

const storedPassword = (): Promise<Uint8Array> =>
  withDatabase(
    async (database) =>
      (
        await database.one<{ sealed: Uint8Array }>(
          sql`select password_encrypted as sealed from mail_settings`,
        )
      ).sealed,
  );

test('re-encrypts everything with another secret; with a running server or an unknown secret it changes nothing', async () => {
  // a folder without a secret
  const early = await rotate();
  expect(early.code).toBe(1);
  expect(early.text).toContain('non c’è ancora un segreto');
  const old = resolveAppSecrets({ appSecret: null, appSecretPrevious: null, dataDir }).current;
  await withDatabase(async (database) => {
    await migrate(database);
    await database.run(sql`
      insert into mail_settings (account, host, port, is_tls, password_encrypted)
      values ('a@example.it', 'localhost', 465, true, ${encryptPassword(old, 'geheim')})`);
    const busy = await rotate();
    expect(busy.code).toBe(1);
    expect(busy.text).toContain('Fermalo e riprova');
  });
  expect(await storedSecret()).toBe(old);
  // if the secret is a setting, the command says what to do instead
  const setting = await rotate({ APP_SECRET: 'x'.repeat(32) });
  expect([setting.code, setting.text]).toEqual([1, expect.stringContaining('APP_SECRET_PREVIOUS')]);

  const done = await rotate();
  expect(done.text).toContain('cifrati di nuovo: 1');
  expect(done.code).toBe(0);
  const now = await storedSecret();
  expect(now).not.toBe(old);
  expect(done.text).not.toContain(now);
  expect(decryptPassword([now], await storedPassword())).toBe('geheim');
  expect(decryptPassword([old], await storedPassword())).toBeNull();

  await withDatabase((database) =>
    database.run(
      sql`update mail_settings set password_encrypted = ${encryptPassword('y'.repeat(32), 'altra')}`,
    ),
  );
  const foreign = await rotate();
  expect([foreign.code, foreign.text]).toEqual([1, expect.stringContaining('non è stato cambiato nulla')]);
  expect(await storedSecret()).toBe(now);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('app-secret'))).toEqual(['app-secret']);
});
