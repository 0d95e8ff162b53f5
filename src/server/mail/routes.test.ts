import sql, { raw } from 'sql-template-tag';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../tests/support/caller.ts';
import { insertSwap, listOutbox, outboxStatuses, queueSwap } from '../../../tests/support/mail.ts';
import { expectProperHeaders } from '../../../tests/support/mailHeaders.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../../tools/smtpServer.ts';
import type { EmailConfig, MailStatus, MailTest, Outbox } from '../../domain/mail/schema.ts';
import { startMailWorker } from './worker.ts';

const server = await testServer({ env: { APP_SECRET: 'un-segreto-di-prova-lungo-abbastanza' } });
const { nobody, database } = server;

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

const draft = () => ({
  account: login.user,
  password: login.password,
  host: '127.0.0.1',
  port: smtp.port,
  isTls: false,
});

const save = (change: object = {}) => ceo.call('PUT /api/email-config', { body: { ...draft(), ...change } });
const readConfig = async (person: SignedInCaller): Promise<EmailConfig> =>
  person.ask('GET /api/email-config');
const tryIt = async (): Promise<MailTest> => {
  const answer = await ceo.call('POST /api/test-exchange-email');
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('GET /api/email-config', () => {
  test('without an account says so, to the CEO and to others', async () => {
    const { user } = giulia.signedIn;
    expect(await readConfig(ceo)).toEqual({
      isReady: false,
      settings: { saved: null, isOverridden: false, sender: null },
      waiting: [],
    });
    expect(user.isCeo).toBe(false);
    expect(await readConfig(giulia)).toEqual({ isReady: false, settings: null, waiting: [] });
  });

  test('GET /api/email-config shows the CEO what is saved, and nobody the password', async () => {
    await save();
    const answer = await ceo.call('GET /api/email-config');
    expect(answer.body).toEqual({
      isReady: true,
      settings: {
        saved: {
          account: login.user,
          host: '127.0.0.1',
          port: smtp.port,
          isTls: false,
          isPasswordReadable: true,
          updatedAt: testNow,
        },
        isOverridden: false,
        sender: `Turnario <${login.user}>`,
      },
      waiting: [],
    });
    expect(answer.text).not.toContain(login.password);
    expect(await readConfig(giulia)).toEqual({ isReady: true, settings: null, waiting: [] });
  });

  test('GET /api/email-config shows everybody what waits for them, and nothing of others', async () => {
    const swap = await insertSwap(database, testNow);
    await database.run(sql`
      insert into mail_outbox (dedupe_key, kind, swap_id, user_id, recipient, status, created_at)
      values ('a', 'swap_completed', ${swap.id}, ${giulia.id}, null, 'queued', ${testNow}),
        ('b', 'swap_completed', ${swap.id}, ${giulia.id}, null, 'sent', ${testNow}),
        ('c', 'swap_completed', ${swap.id}, null, 'c@example.it', 'queued', ${testNow})`);
    const { waiting } = await readConfig(giulia);
    const subject = 'Scambio di turno completato: Anna Verdi e Marco Bianchi, venerdì 20 novembre 2026';
    expect(waiting).toEqual([
      { id: expect.any(String) as string, subject, status: 'queued', createdAt: testNow },
    ]);
    expect((await readConfig(ceo)).waiting).toEqual([]);
  });
});

describe('PUT /api/email-config', () => {
  test('replaces what was saved', async () => {
    await save();
    server.clock.advance(60);
    const { body, status } = await save({ account: 'Nuovo@Example.it ', port: 2525, isTls: true });
    expect(status).toBe(200);
    expect(body.settings?.saved).toMatchObject({ account: 'nuovo@example.it', port: 2525, isTls: true });
    expect(await database.many(sql`select 1 from mail_settings`)).toHaveLength(1);
  });

  test('PUT /api/email-config keeps the saved password for the same account and server only', async () => {
    await save();
    const kept = await save({ password: '', isTls: true, port: 465 });
    expect(kept.body.settings?.saved).toMatchObject({ port: 465, isTls: true, isPasswordReadable: true });
    const changes = [{ host: 'smtp.altrove.example' }, { account: 'altro@example.it' }];
    for (const change of changes.map((other) => ({ isTls: true, ...other }))) {
      const refused = await save({ password: '', ...change });
      expect(outcomeOf(refused)).toBe('400 mail_password_required');
    }
    expect((await readConfig(ceo)).settings?.saved?.host).toBe('127.0.0.1');
  });

  test('PUT /api/email-config asks for the password again where TLS is switched off', async () => {
    await save({ isTls: true });
    expect(await save({ password: '', isTls: false })).toMatchObject({
      status: 400,
      body: { code: 'mail_password_required', fields: { password: expect.any(String) as string } },
    });
    expect((await readConfig(ceo)).settings?.saved?.isTls).toBe(true);
    expect((await save({ isTls: false })).status).toBe(200);
    // it was off before
    expect((await save({ password: '', isTls: false })).status).toBe(200);
  });

  test('PUT /api/email-config needs a password the first time', async () => {
    expect(await save({ password: '' })).toMatchObject({
      status: 400,
      body: { code: 'mail_password_required', fields: { password: expect.any(String) as string } },
    });
    expect((await readConfig(ceo)).settings?.saved).toBeNull();
  });

  test.each([
    ['account', { account: 'turni' }],
    ['host', { host: '' }],
    ['host', { host: 'smtp://smtp.example.it' }],
    ['host', { host: 'smtp.example.it:465' }],
    ['port', { port: 0 }],
    ['port', { port: 70_000 }],
    ['port', { port: 25.5 }],
    ['isTls', { isTls: 'sì' }],
    ['password', { password: 'due\nrighe' }],
  ])('refuses a wrong %s: %j', async (field, change) => {
    const answer = await save(change);
    expect(outcomeOf(answer)).toBe('400 invalid_data');
    expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toContain(field);
  });

  test('PUT /api/email-config has the mails that wait leave at once, and leaves an audit without account and password', async () => {
    const worker = await startMailWorker(server.context);
    await queueSwap(database, testNow);
    await worker.wake();
    await database.run(sql`update mail_outbox set next_attempt_at = now() + interval '1 hour', attempts = 5`);
    await save();
    await smtp.waitForMails(3);
    await expect.poll(() => outboxStatuses(database)).toEqual(['sent', 'sent', 'sent']);
    await worker.stop();
    const trace = await database.one<{ text: string }>(sql`
      select audit_log::text as text from audit_log where action = 'mail_settings_changed' order by at desc limit 1`);
    expect(trace.text).toContain('127.0.0.1');
    expect(trace.text).not.toContain(login.user);
    expect(trace.text).not.toContain(login.password);
  });

  test('PUT /api/email-config of two at once leaves one, whole', async () => {
    const others = { account: 'altro@example.it', password: 'Altra-Parola-77', host: 'smtp.altro.example' };
    await Promise.all([save(), save(others)]);
    const { saved } = (await readConfig(ceo)).settings!;
    const isFirst = saved?.account === login.user;
    expect(saved?.host).toBe(isFirst ? '127.0.0.1' : others.host);
    expect(await database.many(sql`select 1 from mail_settings`)).toHaveLength(1);
  });

  test('puts no readable password into the database', async () => {
    await save();
    const tables = await database.many<{ name: string }>(sql`
      select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
    expect(tables.length).toBeGreaterThan(10);
    let dump = '';
    for (const { name } of tables) {
      const rows = await database.many<{ line: string }>(sql`select t::text as line from ${raw(name)} t`);
      dump += rows.map(({ line }) => line).join('\n');
    }
    expect(dump).toContain(login.user);
    const bytes = Buffer.from(login.password);
    for (const form of [login.password, bytes.toString('hex'), bytes.toString('base64')]) {
      expect(dump.toLowerCase()).not.toContain(form.toLowerCase());
    }
    expect(server.logLines.join('')).not.toContain(login.password);
  });
});

describe('POST /api/test-exchange-email', () => {
  test('POST /api/test-exchange-email sends three identical mails to who asks, past the outbox', async () => {
    await save();
    expect(await tryIt()).toEqual({
      success: true,
      message: `Tre email di prova sono partite per ${ceo.signedIn.user.email}: controlla la posta.`,
      reason: null,
    });
    expect(smtp.mails).toHaveLength(3);
    expect(new Set(smtp.mails.map(({ content }) => `${content.subject} ${content.text}`)).size).toBe(1);
    for (const mail of smtp.mails) {
      const { to, from, content } = mail;
      expectProperHeaders(mail, server.clock.now(), 'example.it');
      expect([from, ...to]).toEqual([login.user, ceo.signedIn.user.email]);
      expect(content.subject).toBe('Email di prova di Turnario');
    }
    expect(await listOutbox(database)).toEqual([]);
  });

  test('without an account asks for one', async () => {
    expect(await tryIt()).toEqual({
      success: false,
      message: 'Inserisci email e password prima di testare',
      reason: null,
    });
  });

  test('POST /api/test-exchange-email says when the password is wrong', async () => {
    await save({ password: 'sbagliata' });
    const answer = await tryIt();
    expect(answer).toMatchObject({ success: false, message: 'Verifica le credenziali email' });
    expect(answer.reason).toContain('535');
    expect(answer.reason).not.toContain('sbagliata');
  });

  test('POST /api/test-exchange-email says when the server is not there', async () => {
    await save();
    await smtp.stop();
    const answer = await tryIt();
    expect(answer).toMatchObject({ success: false, message: 'Errore di connessione durante il test' });
    expect(answer.reason).toContain('ECONNREFUSED');
    smtp = await startSmtpServer({ login });
  });

  test('POST /api/test-exchange-email says when the server’s certificate cannot be verified', async () => {
    const encrypted = await startSmtpServer({ login, encryption: 'tls' });
    await save({ port: encrypted.port, isTls: true });
    const answer = await tryIt();
    expect(answer).toMatchObject({ success: false, message: 'Errore di connessione durante il test' });
    expect(answer.reason).toContain('self-signed certificate');
    expect(encrypted.mails).toEqual([]);
    await encrypted.stop();
  });

  test('POST /api/test-exchange-email says when the server takes the account and refuses the mail', async () => {
    await save();
    smtp.onRecipient = () => ({ code: 550, text: 'no such user' });
    expect(await tryIt()).toEqual({
      success: false,
      message: 'Impossibile testare le email',
      reason: 'RCPT TO: 550 no such user',
    });
  });
});

describe('the outbox', () => {
  const list = async (status: MailStatus, cursor = ''): Promise<Outbox> => {
    const answer = await ceo.call('GET /api/ceo/mails', { query: { status, cursor } });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const setAll = (status: MailStatus, reason: string | null = null) =>
    database.run(sql`update mail_outbox set status = ${status}, last_error = ${reason}`);
  const retry = (id: string, body?: object) =>
    ceo.call('POST /api/ceo/mails/:id/retry', { params: { id }, body });

  test('the outbox shows each mail in its status, without its body', async () => {
    const swap = await queueSwap(database, testNow);
    await database.run(sql`
      update mail_outbox set status = 'failed', last_error = 'RCPT TO: 550 no such user', attempts = 2
      where recipient = ${swap.worksiteEmail}`);
    const queued = await list('queued');
    expect(queued.counts).toEqual({ queued: 2, sending: 0, sent: 0, failed: 1, unsure: 0 });
    expect(queued.mails.map(({ recipient }) => recipient).toSorted()).toEqual([
      swap.requester.email,
      swap.accepter.email,
    ]);
    expect((await list('failed')).mails).toEqual([
      {
        id: expect.any(String) as string,
        kind: 'swap_completed',
        recipient: swap.worksiteEmail,
        subject: expect.stringContaining('Anna Verdi') as string,
        status: 'failed',
        attempts: 2,
        createdAt: testNow,
        sentAt: null,
        nextAttemptAt: testNow,
        lastError: 'RCPT TO: 550 no such user',
      },
    ]);
  });

  test('the outbox comes in pages, none twice, none missing, also of the same instant', async () => {
    for (let swaps = 0; swaps < 22; swaps += 1) await queueSwap(database, testNow);
    const ids: string[] = [];
    let cursor: string | null = '';
    const sizes: number[] = [];
    while (cursor !== null) {
      const page: Outbox = await list('queued', cursor);
      ids.push(...page.mails.map(({ id }) => id));
      sizes.push(page.mails.length);
      cursor = page.nextCursor;
      expect(page.counts.queued).toBe(66);
    }
    expect(sizes).toEqual([30, 30, 6]);
    expect(new Set(ids).size).toBe(66);
  });

  test('the outbox sends a failed mail again, once however often that is asked', async () => {
    await queueSwap(database, testNow);
    await setAll('failed', 'x');
    await database.run(sql`update mail_outbox set attempts = 20`);
    const [mail] = (await list('failed')).mails;
    const answers = await Promise.all([retry(mail!.id), retry(mail!.id, {})]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await outboxStatuses(database)).toEqual(['failed', 'failed', 'queued']);
    const row = (await listOutbox(database)).find(({ id }) => id === mail!.id);
    expect(row).toMatchObject({ attempts: 0, nextAttemptAt: server.clock.now() });
    const audit = await database.many(sql`
      select 1 from audit_log where action = 'mail_retried' and target_id = ${mail!.id}`);
    expect(audit).toHaveLength(1);
  });

  test('the outbox sends an unsure mail again only when told that it may arrive twice', async () => {
    await queueSwap(database, testNow);
    await setAll('unsure', 'interrupted while sending');
    const [mail] = (await list('unsure')).mails;
    expect(outcomeOf(await retry(mail!.id))).toBe('409 mail_may_arrive_twice');
    expect((await retry(mail!.id, { mayArriveTwice: true })).status).toBe(204);
    expect(await outboxStatuses(database)).toEqual(['queued', 'unsure', 'unsure']);
  });

  test.each(['sent', 'sending'] as const)(
    'the outbox does not send a mail again that is %s',
    async (status) => {
      await queueSwap(database, testNow);
      await setAll(status);
      const [mail] = (await list(status)).mails;
      const answer = await retry(mail!.id, { mayArriveTwice: true });
      expect(outcomeOf(answer)).toBe('409 mail_not_failed');
    },
  );

  test('the outbox does not send an old link again', async () => {
    await queueSwap(database, testNow);
    await setAll('failed');
    await database.run(sql`update mail_outbox set kind = 'password_reset'`);
    const [mail] = (await list('failed')).mails;
    expect(outcomeOf(await retry(mail!.id))).toBe('409 mail_link_outdated');
    expect(await ceo.ask('POST /api/ceo/mails/retry')).toEqual({ retried: 0 });
  });

  test('the outbox sends all failed mails again, and not those that may have arrived', async () => {
    const swap = await queueSwap(database, testNow);
    await setAll('failed', 'x');
    await database.run(sql`
      update mail_outbox set status = 'unsure' where recipient = ${swap.worksiteEmail}`);
    expect(await ceo.ask('POST /api/ceo/mails/retry')).toEqual({ retried: 2 });
    expect(await outboxStatuses(database)).toEqual(['queued', 'queued', 'unsure']);
    expect(await ceo.ask('POST /api/ceo/mails/retry')).toEqual({ retried: 0 });
  });

  test('the outbox sends all failed mails again but those to an account that is gone', async () => {
    const swap = await queueSwap(database, testNow);
    await setAll('failed', 'x');
    await database.run(sql`
      update users set anonymised_at = ${testNow}, is_active = false where id = ${swap.requester.id}`);
    expect(await ceo.ask('POST /api/ceo/mails/retry')).toEqual({ retried: 2 });
    expect((await list('failed')).mails.map(({ recipient }) => recipient)).toEqual([swap.requester.email]);
    expect(await ceo.ask('POST /api/ceo/mails/retry')).toEqual({ retried: 0 });
  });

  test('the outbox does not send a mail to an account that is gone, when it is asked for alone', async () => {
    const swap = await queueSwap(database, testNow);
    await database.run(sql`
      update users set anonymised_at = ${testNow}, is_active = false where id = ${swap.requester.id}`);
    const retryAs = async (status: MailStatus, mayArriveTwice: boolean): Promise<string> => {
      await setAll(status, 'x');
      const mail = (await list(status)).mails.find(({ recipient }) => recipient === swap.requester.email);
      return outcomeOf(await retry(mail!.id, { mayArriveTwice }));
    };
    expect(await retryAs('failed', false)).toBe('409 mail_account_gone');
    expect(await retryAs('unsure', false)).toBe('409 mail_account_gone');
    expect(await retryAs('unsure', true)).toBe('409 mail_account_gone');
    expect(await outboxStatuses(database)).toEqual(['unsure', 'unsure', 'unsure']);
    expect(await retryAs('sent', true)).toBe('409 mail_not_failed');
  });

  test.each(['/api/ceo/mails', '/api/ceo/mails?status=tutte', '/api/ceo/mails?status=sent&cursor=x'])(
    'refuses %s',
    async (path) => {
      expect(outcomeOf(await ceo.callUntyped(`GET ${path}`))).toBe('400 invalid_data');
    },
  );

  test('the outbox does not know other mails', async () => {
    expect((await retry('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await retry('una')).status).toBe(400);
  });

  test('the outbox tells the CEOs when it changes, and nobody else', async () => {
    const heard: [string, readonly string[]][] = [];
    const stops = [ceo, giulia].map(({ id }) =>
      server.context.events.subscribe(id, {
        changed: (lists) => heard.push([id, lists]),
        missed: () => undefined,
      }),
    );
    const worker = await startMailWorker(server.context);
    await queueSwap(database, testNow);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    heard.splice(0);
    await save();
    await smtp.waitForMails(3);
    await expect.poll(() => outboxStatuses(database)).toEqual(['sent', 'sent', 'sent']);
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    await worker.stop();
    expect(new Set(heard.map(([id, lists]) => `${id} ${lists.join()}`))).toEqual(new Set([`${ceo.id} mail`]));
    for (const stop of stops) stop();
  });
});

test('SMTP_URL wins over what is saved, for the test too', async () => {
  const other = await startSmtpServer();
  await save();
  const { settings } = server.context;
  settings.smtpUrl = other.url;
  const config = await readConfig(ceo);
  expect(config.settings).toMatchObject({ isOverridden: true, saved: { account: login.user } });
  expect(await tryIt()).toMatchObject({ success: true });
  expect([other.mails.length, smtp.mails.length]).toEqual([3, 0]);
  settings.smtpUrl = null;
  await other.stop();
});

test('a password that cannot be read any more is asked for anew', async () => {
  await save();
  const { settings } = server.context;
  const { appSecret } = settings;
  settings.appSecret = 'un-altro-segreto-lungo-abbastanza-per-noi';
  expect(await readConfig(ceo)).toMatchObject({
    isReady: false,
    settings: { saved: { isPasswordReadable: false } },
  });
  expect(await tryIt()).toMatchObject({ success: false });
  expect((await save({ password: '' })).status).toBe(400);
  settings.appSecret = appSecret;
});

describe.each([
  ['PUT', '/api/email-config'],
  ['POST', '/api/test-exchange-email'],
  ['GET', '/api/ceo/mails?status=sent'],
  ['POST', '/api/ceo/mails/retry'],
  ['POST', '/api/ceo/mails/00000000-0000-4000-8000-000000000000/retry'],
] as const)('%s %s', (method, path) => {
  test('is for the CEO', async () => {
    const body = method === 'GET' ? undefined : {};
    expect(await nobody.callUntyped(`${method} ${path}`, { body })).toMatchObject({ status: 401 });
    expect(outcomeOf(await giulia.callUntyped(`${method} ${path}`, { body }))).toBe('403 ceo_only');
  });
});

test('signed-out callers learn nothing about the mails', async () => {
  expect(await nobody.call('GET /api/email-config')).toMatchObject({ status: 401 });
});
