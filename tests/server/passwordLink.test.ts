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

// A link for a lost password, from its asking to its use; what is done with it is in src/server/auth/ownAccount.test.ts.

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

/** Asks for a link, and waits until what is done after the answer is done. */
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

/** Asks, has the mail sent, and answers the token in it. */
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
  test('arrives by mail, works once, and leaves neither in the outbox nor in the log', async () => {
    const token = await tokenInMail();
    const sent = await stored();
    expect(sent).toMatchObject({ status: 'sent', sealed: null });
    for (const written of [sent.dump, server.logLines.join('')]) expect(written).not.toContain(token);
    // opening it changes nothing: mail scanners do
    await nobody.callUntyped(`GET /reimposta-password?token=${token}`);
    expect(await setPassword(token)).toBe(204);
    expect(await setPassword(token, 'Altra!2026x')).toBe(410);
    await signInAt(server, giulia.email, newPassword);
  });

  test.each([
    ['works for 30 minutes', 30 * 60 - 1, 204],
    ['does not work any longer', 30 * 60, 410],
  ])('%s', async (_, seconds, status) => {
    const token = await tokenInMail();
    clock.advance(seconds);
    expect(await setPassword(token)).toBe(status);
  });

  test('is worth nothing after another change of the password', async () => {
    const token = await tokenInMail();
    const session = await signInAt(server, giulia.email, password);
    const body = { currentPassword: password, password: 'Terza!2026x' };
    await session.ask('POST /api/auth/change-password', { body });
    expect(await setPassword(token)).toBe(410);
  });

  test('waits encrypted, and is not sent once it is worth nothing', async () => {
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

  test('encrypted with another secret is left to a process that knows it', async () => {
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

  test('is answered before it is known whether there is an account', async () => {
    // as long as this holds its row, nothing can be written for the account
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

  test('is limited, for an address of nobody as for one of somebody', async () => {
    for (const email of [giulia.email, 'nessuno@turnario.example']) {
      for (let asked = 0; asked < 3; asked += 1) expect((await ask(email)).status).toBe(202);
      expect(await ask(email)).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
    }
    clock.advance(15 * 60);
    expect((await ask()).status).toBe(202);
  });

  test.each(['', 'giulia', undefined])('needs an address, which %j is not', async (email) => {
    const answer = await nobody.callUntyped('POST /api/auth/request-password-link', { body: { email } });
    expect(answer).toMatchObject({ status: 400, refusal: { fields: { email: 'Email non valida' } } });
  });
});
