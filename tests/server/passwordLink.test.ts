import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BuiltUser } from '../../db/builders.ts';
import { linkMark } from '../../src/domain/mail/passwordMail.it.ts';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import type { SenderContext } from '../../src/server/platform/outbox/worker.ts';
import { startSmtpServer } from '../../tools/smtpServer.ts';
import { buildSigner, signInAt } from '../support/accounts.ts';
import type { Answer } from '../support/calls.ts';
import { createTestDatabase } from '../support/database.ts';
import { holdLock } from '../support/locks.ts';
import { createMailContext, expectProperHeaders } from '../support/mail.ts';
import { testServer } from '../support/server.ts';

// A link for a lost password, from request to use; its effects are tested in src/server/auth/ownAccount.test.ts.

const statements: string[] = [];
const server = await testServer({
  env: { APP_SECRET: 'un segreto di prova lungo abbastanza', PUBLIC_URL: 'https://turni.example.it' },
  database: await createTestDatabase(({ text }) => void statements.push(text)),
});
const { nobody, database, clock } = server;
const smtp = await startSmtpServer();
afterAll(() => smtp.stop());

const password = 'Vecchia!2026';
const newPassword = 'Nuova!2026x';
let giulia: BuiltUser;

beforeEach(async () => {
  giulia = await buildSigner(server, password);
});
afterEach(async () => {
  await database.run(sql`delete from attempt_counters`);
  await database.run(sql`delete from mail_outbox`);
});

/** Requests a link and waits for the work after the answer. */
async function ask(email: string = giulia.email): Promise<Answer<unknown>> {
  const answer = await nobody.call('POST /api/auth/request-password-link', { body: { email } });
  await server.app.answersFollowed();
  return answer;
}
const setPassword = (token: string, typed = newPassword) =>
  nobody.statusOf('POST /api/auth/set-password', { body: { token, password: typed } });

async function sendMails(settings: Partial<SenderContext['settings']> = {}): Promise<void> {
  const context = createMailContext(database, smtp.url, clock);
  const { appSecret, publicUrl } = server.context.settings;
  const worker = await startMailWorker({
    ...context,
    settings: { ...context.settings, appSecret, publicUrl, ...settings },
  });
  await worker.wake();
  await worker.stop();
}

/** Requests a link, sends its mail and returns the token in it. */
async function tokenInMail(): Promise<string> {
  await ask();
  await sendMails();
  const mail = smtp.mails.at(-1)!;
  expect(mail.to).toEqual([giulia.email]);
  expectProperHeaders(mail, clock.now(), 'turni.example.it');
  const { text = '', html } = mail.content;
  expect(html).toContain('href="https://turni.example.it/reimposta-password?token=');
  expect(`${text}${html}`).not.toContain(linkMark);
  return /https:\/\/turni\.example\.it\/reimposta-password\?token=(\S+)/.exec(text)?.[1] ?? '';
}

const stored = () =>
  database.one<{ dump: string; status: string; sealed: Uint8Array | null; reason: string | null }>(sql`
    select mail_outbox::text as dump, status, sealed_link as sealed, last_error as reason from mail_outbox`);
const recipients = async (): Promise<string[]> =>
  (await database.many<{ id: string }>(sql`select user_id as id from mail_outbox`)).map(({ id }) => id);

describe('a link for a lost password', () => {
  test('arrives by mail, works once, and remains neither in the outbox nor in the log', async () => {
    const token = await tokenInMail();
    const sent = await stored();
    expect(sent).toMatchObject({ status: 'sent', sealed: null });
    for (const written of [sent.dump, server.logLines.join('')]) expect(written).not.toContain(token);
    // opening the link changes nothing: mail scanners open it
    await nobody.callUntyped(`GET /reimposta-password?token=${token}`);
    expect(await setPassword(token)).toBe(204);
    expect(await setPassword(token, 'Altra!2026x')).toBe(410);
    await signInAt(server, giulia.email, newPassword);
  });

  test.each([
    ['works for 30 minutes', 30 * 60 - 1, 204],
    ['expires then', 30 * 60, 410],
  ])('%s', async (_, seconds, status) => {
    const token = await tokenInMail();
    clock.advance(seconds);
    expect(await setPassword(token)).toBe(status);
  });

  test('is invalid after the password was changed otherwise', async () => {
    const token = await tokenInMail();
    const session = await signInAt(server, giulia.email, password);
    const body = { currentPassword: password, password: 'Terza!2026x' };
    await session.ask('POST /api/auth/change-password', { body });
    expect(await setPassword(token)).toBe(410);
  });

  test('is stored encrypted, and not sent once expired', async () => {
    await ask();
    const { sealed } = await stored();
    expect(sealed?.length).toBeGreaterThan(60);
    clock.advance(30 * 60);
    await sendMails();
    expect(await stored()).toMatchObject({
      status: 'failed',
      sealed: null,
      reason: 'scaduta prima di partire',
    });
  });

  test('encrypted with another secret stays queued for a process that has it', async () => {
    await ask();
    const before = smtp.mails.length;
    await sendMails({ appSecret: 'un altro segreto, lungo anche questo' });
    expect(smtp.mails).toHaveLength(before);
    expect(await stored()).toMatchObject({ status: 'queued', sealed: expect.any(Uint8Array) as Uint8Array });
  });
});

describe('asking for a link', () => {
  test('answers the same whether or not the address has an account', async () => {
    const inactive = await buildSigner(server, password);
    await database.run(sql`update users set is_active = false where id = ${inactive.id}`);
    for (const email of [giulia.email, 'nessuno@turnario.example', inactive.email]) {
      expect(await ask(email)).toMatchObject({ status: 202, text: '{"canSend":false}' });
    }
    expect(await recipients()).toEqual([giulia.id]);
  });

  test('is answered before the account is looked up', async () => {
    // while the row is locked, nothing can be written for the account
    const lock = await holdLock(database, sql`select from users where id = ${giulia.id} for update`);
    const body = { email: giulia.email };
    expect(await nobody.statusOf('POST /api/auth/request-password-link', { body })).toBe(202);
    expect(await recipients()).toEqual([]);
    await lock.letGo();
    await server.app.answersFollowed();
    expect(await recipients()).toEqual([giulia.id]);
  });

  test('runs the same statements for a known and for an unknown address', async () => {
    const statementsOf = async (email: string): Promise<string[]> => {
      statements.length = 0;
      await ask(email);
      return [...statements];
    };
    const known = await statementsOf(giulia.email);
    expect(known.length).toBeGreaterThan(4);
    expect(await statementsOf('nessuno@turnario.example')).toEqual(known);
  });

  test('is rate-limited for known and unknown addresses alike', async () => {
    for (const email of [giulia.email, 'nessuno@turnario.example']) {
      for (let asked = 0; asked < 3; asked += 1) expect((await ask(email)).status).toBe(202);
      expect(await ask(email)).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
    }
    clock.advance(15 * 60);
    expect((await ask()).status).toBe(202);
  });

  test.each(['', 'giulia', undefined])('rejects %j as an address', async (email) => {
    const answer = await nobody.callUntyped('POST /api/auth/request-password-link', { body: { email } });
    expect(answer).toMatchObject({ status: 400, refusal: { fields: { email: 'Email non valida' } } });
  });
});
