import { createECDH, randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSigner } from '../../../tests/support/accounts.ts';
import { temporaryFolder } from '../../../tests/support/database.ts';
import { createMailContext } from '../../../tests/support/mail.ts';
import { testServer } from '../../../tests/support/server.ts';
import { readPushKeys } from '../notifications/push/commands.keys.ts';
import { beginSecretChange, resolveAppSecrets, SecretError } from '../platform/appSecret.ts';
import type { Settings } from '../platform/settings.ts';
import { reEncryptAll, reEncryptAtStart, reEncryptDuringRotation } from './commands.reEncrypt.ts';
import { decryptPassword, encryptPassword } from './passwordEncryption.ts';
import { readMailAccount } from './settings.ts';

const [first, second, third] = ['primo', 'secondo', 'terzo'].map((name) =>
  `${name} segreto`.padEnd(32, '.'),
) as [string, string, string];
const mailPassword = 'p@ss: wörd';

const server = await testServer({ env: { APP_SECRET: first } });
const { database, clock } = server;
const giulia = await buildSigner(server, 'Turnario!2026');

/** The context of a process with these secrets. */
const processWith = (current: string | null, previous: string | null = null, dataDir = '/nowhere') => {
  const context = createMailContext(database, null, clock);
  const settings: Settings = {
    ...context.settings,
    appSecret: current,
    appSecretPrevious: previous,
    dataDir,
  };
  return { ...context, settings };
};

async function readStored(): Promise<{ password: Uint8Array; links: Uint8Array[] }> {
  const { password } = await database.one<{ password: Uint8Array }>(
    sql`select password_encrypted as password from mail_settings`,
  );
  const links = await database.many<{ link: Uint8Array }>(
    sql`select sealed_link as link from mail_outbox where sealed_link is not null order by id`,
  );
  return { password, links: links.map(({ link }) => link) };
}

const askForLink = async (): Promise<void> => {
  await server.nobody.call('POST /api/auth/request-password-link', { body: { email: giulia.email } });
  await server.app.answersFollowed();
};

beforeEach(async () => {
  const encrypted = encryptPassword(first, mailPassword);
  await database.run(sql`
    insert into mail_settings (account, host, port, is_tls, password_encrypted)
    values ('cantiere@example.it', '127.0.0.1', 2525, false, ${encrypted})`);
  await askForLink();
  await askForLink();
});
afterEach(() =>
  database.transaction((tx) =>
    tx.script(
      'delete from mail_settings; delete from mail_outbox; delete from attempt_counters; delete from push_keys',
    ),
  ),
);

describe('a new APP_SECRET, with the previous one', () => {
  test('re-encrypts everything at start, and the previous one is no longer needed', async () => {
    const before = await readStored();
    await reEncryptAtStart(processWith(second, first));
    const after = await readStored();
    expect(after.links).toHaveLength(2);
    for (const [at, link] of after.links.entries()) expect(link).not.toEqual(before.links[at]);
    expect(decryptPassword([second], after.password)).toBe(mailPassword);
    expect(decryptPassword([first], after.password)).toBeNull();
    expect((await readMailAccount(processWith(second)))?.login?.password).toBe(mailPassword);
    // a start after the change logs nothing
    const settled = processWith(second);
    await reEncryptAtStart(settled);
    expect(settled.logged).toEqual([]);
    // repeated, in a second process: nothing left to do
    expect(await reEncryptAll(processWith(second, first))).toBe(0);
    expect(await readStored()).toEqual(after);
  });

  test('keeps the push key, which is then readable with the new secret alone', async () => {
    const keys = await readPushKeys(processWith(first));
    expect(keys).not.toBeNull();
    // the key, the password, and two links
    expect(await reEncryptAll(processWith(second, first))).toBe(4);
    expect(await readPushKeys(processWith(second))).toEqual(keys);
  });

  test('stops the start if a device depends on a push key that no secret decrypts', async () => {
    await readPushKeys(processWith(third));
    const person = await server.signIn();
    const device = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/telefono',
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    await person.ask('PUT /api/push/device', { body: device });
    const start = () => reEncryptAtStart(processWith(second, first));
    await expect(start).rejects.toThrow(
      'La chiave delle notifiche push non si apre né con il segreto attuale né con quello precedente: ',
    );
    await expect(reEncryptAll(processWith(second))).rejects.toThrow(' non si apre con questo segreto: ');
    expect((await readPushKeys(processWith(third)))?.publicKey).toEqual(expect.any(String));
    await database.run(sql`delete from push_devices`);
    await start();
    expect(await database.many(sql`select from push_keys`)).toEqual([]);
  });

  test('two concurrent starts do it once', async () => {
    const counts = await Promise.all([1, 2, 3].map(() => reEncryptAll(processWith(second, first))));
    expect(counts.toSorted()).toEqual([0, 0, 3]);
    expect(decryptPassword([second], (await readStored()).password)).toBe(mailPassword);
  });

  test('a wrong one is reported, stops the start and changes nothing', async () => {
    const before = await readStored();
    const nothing = 'non è stato cambiato nulla';
    await expect(reEncryptAtStart(processWith(second, third))).rejects.toThrow(nothing);
    expect(await readStored()).toEqual(before);
    // nor half of it, if only a later value cannot be read
    await database.run(sql`
      update mail_outbox set sealed_link = ${encryptPassword(third, 'x')}
      where id = (select max(id::text)::uuid from mail_outbox)`);
    const mixed = await readStored();
    await expect(reEncryptAtStart(processWith(second, first))).rejects.toThrow(SecretError);
    expect(await readStored()).toEqual(mixed);
  });

  test('a missing one is reported, and changes nothing', async () => {
    const before = await readStored();
    const forgetful = processWith(second);
    await reEncryptAtStart(forgetful);
    expect(forgetful.logged.join('')).toContain('APP_SECRET_PREVIOUS');
    expect(forgetful.logged.join('')).not.toContain(second);
    expect(await readStored()).toEqual(before);
  });

  test('an outdated link does not stop the start', async () => {
    await database.run(sql`
      update mail_outbox set sealed_link = ${encryptPassword(third, 'x')}, useless_after = ${clock.now()}`);
    await reEncryptAtStart(processWith(second, first));
    expect(decryptPassword([second], (await readStored()).password)).toBe(mailPassword);
  });
});

test('values an old process still encrypts are readable by the new one, and re-encrypted in its next round', async () => {
  await reEncryptAtStart(processWith(second, first));
  // the old process is still running
  await database.run(sql`update mail_settings set password_encrypted = ${encryptPassword(first, 'nuova')}`);
  await askForLink();
  const young = processWith(second, first);
  expect((await readMailAccount(young))?.login?.password).toBe('nuova');
  await reEncryptDuringRotation(young);
  expect(young.logged.join('')).toContain('"renewed":2');
  expect((await readMailAccount(processWith(second)))?.login?.password).toBe('nuova');
});

test('a change of the data folder’s secret, interrupted after re-encryption, is finished by the next start', async () => {
  const dataDir = await temporaryFolder();
  const readSecrets = () => resolveAppSecrets({ appSecret: null, appSecretPrevious: null, dataDir });
  const old = readSecrets().current;
  await database.run(
    sql`update mail_settings set password_encrypted = ${encryptPassword(old, mailPassword)}`,
  );
  await database.run(sql`delete from mail_outbox`);
  beginSecretChange(dataDir);
  await reEncryptAll(processWith(null, null, dataDir));
  expect((await readMailAccount(processWith(null, null, dataDir)))?.login?.password).toBe(mailPassword);
  await reEncryptAtStart(processWith(null, null, dataDir));
  const secrets = readSecrets();
  expect(secrets.known).toEqual([secrets.current]);
  expect(secrets.current).not.toBe(old);
  expect(decryptPassword([secrets.current], (await readStored()).password)).toBe(mailPassword);
});
