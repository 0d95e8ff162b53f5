import sql from 'sql-template-tag';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listsHeard } from '../../../tests/support/heard.ts';
import {
  expectProperHeaders,
  insertSwap,
  listOutbox,
  outboxStatuses,
  queueSwap,
  sendAll,
} from '../../../tests/support/mail.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../../tools/smtpServer.ts';
import { startMailWorker } from './worker.ts';

const server = await testServer({ env: { APP_SECRET: 'un-segreto-di-prova-lungo-abbastanza' } });
const { database } = server;

const login = { user: 'turni@example.it', password: 'Parola-Segretissima-42' };

let ceo: SignedInCaller;
let giulia: SignedInCaller;
let smtp: TestSmtpServer;

beforeAll(async () => {
  ceo = await server.signInCeo();
  giulia = await server.signIn();
});
beforeEach(async () => {
  smtp = await startSmtpServer({ login });
});
afterEach(async () => {
  await smtp.stop();
  await database.run(sql`delete from mail_outbox`);
  await database.run(sql`delete from mail_settings`);
});

const save = (change: object = {}) => {
  const draft = { account: login.user, password: login.password, host: '127.0.0.1', port: smtp.port };
  return ceo.call('PUT /api/email-config', { body: { ...draft, isTls: false, ...change } });
};
const readConfig = (person: SignedInCaller) => person.ask('GET /api/email-config');
const readSaved = async () => (await readConfig(ceo)).settings?.saved;
const tryIt = () => ceo.ask('POST /api/test-exchange-email');

describe('the sender account', () => {
  test('is shown to the CEO, its password to nobody', async () => {
    const none = { saved: null, isOverridden: false, sender: null };
    expect(await readConfig(ceo)).toEqual({ isReady: false, settings: none, waiting: [] });
    expect(await readConfig(giulia)).toEqual({ isReady: false, settings: null, waiting: [] });
    await save();
    const answer = await ceo.call('GET /api/email-config');
    const saved = {
      account: login.user,
      host: '127.0.0.1',
      port: smtp.port,
      isTls: false,
      isPasswordReadable: true,
      updatedAt: testNow,
    };
    const settings = { saved, isOverridden: false, sender: `Turnario <${login.user}>` };
    expect(answer.body).toEqual({ isReady: true, settings, waiting: [] });
    expect(answer.text).not.toContain(login.password);
    expect(await readConfig(giulia)).toEqual({ isReady: true, settings: null, waiting: [] });
  });

  test('is replaced as a whole, even by concurrent calls', async () => {
    await save();
    const changed = { account: 'nuovo@example.it', port: 2525, isTls: true };
    const { body } = await save({ ...changed, account: 'Nuovo@Example.it ' });
    expect(body.settings?.saved).toMatchObject(changed);
    const other = { account: 'altro@example.it', password: 'Altra-Parola-77', host: 'smtp.altro.example' };
    await Promise.all([save(), save(other)]);
    const saved = await readSaved();
    expect(saved?.host).toBe(saved?.account === login.user ? '127.0.0.1' : other.host);
    expect(await database.many(sql`select 1 from mail_settings`)).toHaveLength(1);
  });

  test('needs a password the first time, for another account or server, and if TLS is switched off', async () => {
    const expectAsked = async (change: object) =>
      expect(await save({ password: '', ...change })).toMatchObject({
        status: 400,
        body: { code: 'mail_password_required', fields: { password: expect.any(String) as string } },
      });
    await expectAsked({});
    expect(await readSaved()).toBeNull();
    await save({ isTls: true });
    for (const change of [{ host: 'smtp.altrove.example' }, { account: 'altro@example.it' }])
      await expectAsked({ isTls: true, ...change });
    await expectAsked({ isTls: false });
    const kept = await save({ password: '', isTls: true, port: 465 });
    expect(kept.body.settings?.saved).toMatchObject({
      host: '127.0.0.1',
      port: 465,
      isPasswordReadable: true,
    });
    await save({ isTls: false });
    // TLS was off before
    expect((await save({ password: '', isTls: false })).status).toBe(200);
  });

  test('is waited for: mails are first tried once it is saved; audited without account and password', async () => {
    const worker = await startMailWorker(server.context);
    await queueSwap(database, testNow);
    await worker.wake();
    expect((await listOutbox(database))[0]).toMatchObject({ status: 'queued', attempts: 0 });
    await database.run(sql`update mail_outbox set due_at = now() + interval '1 hour', attempts = 5`);
    await save();
    await smtp.waitForMails(3);
    expect(smtp.mails[0]?.from).toBe(login.user);
    await expect.poll(() => outboxStatuses(database)).toEqual(['sent', 'sent', 'sent']);
    await worker.stop();
    const { text } = await database.one<{ text: string }>(sql`
      select audit_log::text as text from audit_log where action = 'mail_settings_changed' order by id desc limit 1`);
    expect(text).toContain('127.0.0.1');
    for (const secret of [login.user, login.password]) expect(text).not.toContain(secret);
  });

  test('notifies only the CEOs of changes and of sent mails', async () => {
    await queueSwap(database, testNow);
    for (const act of [save, () => sendAll(server.context)])
      expect(await listsHeard(server, { ceo, giulia }, act)).toEqual({ ceo: ['mail'], giulia: [] });
  });

  test('comes from SMTP_URL if set, for the test too', async () => {
    const other = await startSmtpServer();
    await save();
    server.context.settings.smtpUrl = other.url;
    const { settings } = await readConfig(ceo);
    expect(settings).toMatchObject({ isOverridden: true, saved: { account: login.user } });
    expect(await tryIt()).toMatchObject({ success: true });
    expect([other.mails.length, smtp.mails.length]).toEqual([3, 0]);
    server.context.settings.smtpUrl = null;
    await other.stop();
  });

  test('must be entered again if its password can no longer be decrypted', async () => {
    await save();
    const { settings } = server.context;
    const { appSecret } = settings;
    settings.appSecret = 'un-altro-segreto-lungo-abbastanza-per-noi';
    const unreadable = { isReady: false, settings: { saved: { isPasswordReadable: false } } };
    expect(await readConfig(ceo)).toMatchObject(unreadable);
    expect(await tryIt()).toMatchObject({ success: false });
    expect((await save({ password: '' })).status).toBe(400);
    settings.appSecret = appSecret;
  });
});

test('people see their own waiting mails, and nobody else’s', async () => {
  const swap = await insertSwap(database, testNow);
  await database.run(sql`
    insert into mail_outbox (dedupe_key, kind, swap_id, user_id, recipient, status, created_at)
    values ('a', 'swap_completed', ${swap.id}, ${giulia.id}, null, 'queued', ${testNow}),
      ('b', 'swap_completed', ${swap.id}, ${giulia.id}, null, 'sent', ${testNow}),
      ('c', 'swap_completed', ${swap.id}, null, 'c@example.it', 'queued', ${testNow})`);
  const subject = 'Scambio di turno completato: Anna Verdi e Marco Bianchi, venerdì 20 novembre 2026';
  const id = expect.any(String) as string;
  expect((await readConfig(giulia)).waiting).toEqual([{ id, subject, status: 'queued', createdAt: testNow }]);
  expect((await readConfig(ceo)).waiting).toEqual([]);
});

describe('a test', () => {
  test('sends three identical mails to the caller, bypassing the outbox', async () => {
    await save();
    expect(await tryIt()).toEqual({
      success: true,
      message: `Tre email di prova sono partite per ${ceo.email}: controlla la posta.`,
      reason: null,
    });
    expect(smtp.mails).toHaveLength(3);
    expect(new Set(smtp.mails.map(({ content }) => `${content.subject} ${content.text}`)).size).toBe(1);
    for (const mail of smtp.mails) {
      expectProperHeaders(mail, server.clock.now(), 'example.it');
      expect([mail.from, ...mail.to]).toEqual([login.user, ceo.email]);
      expect(mail.content.subject).toBe('Email di prova di Turnario');
    }
    expect(await listOutbox(database)).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>, string, RegExp | null]>([
    ['there is no account', async () => undefined, 'Inserisci email e password prima di testare', null],
    [
      'the password is wrong',
      () => save({ password: 'sbagliata' }),
      'Verifica le credenziali email',
      /^(?!.*sbagliata).*535/,
    ],
    [
      'the server is not there',
      () => save({ port: 1 }),
      'Errore di connessione durante il test',
      /ECONNREFUSED/,
    ],
    [
      'the server takes the account and refuses the mail',
      async () => {
        smtp.onRecipient = () => ({ code: 550, text: 'no such user' });
        await save();
      },
      'Impossibile testare le email',
      /^RCPT TO: 550 no such user$/,
    ],
  ])('says when %s', async (_what, prepare, message, reason) => {
    await prepare();
    const answer = await tryIt();
    expect(answer).toMatchObject({ success: false, message });
    if (reason === null) expect(answer.reason).toBeNull();
    else expect(answer.reason).toMatch(reason);
    expect(smtp.mails).toEqual([]);
  });
});
