import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BuiltUser } from '../../db/builders.ts';
import { linkMark } from '../../src/domain/mail/passwordMail.it.ts';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import { startSmtpServer } from '../../tools/smtpServer.ts';
import type { Answer } from '../support/caller.ts';
import { createMailContext } from '../support/mail.ts';
import { expectProperHeaders } from '../support/mailHeaders.ts';
import { startTestServer, testNow } from '../support/server.ts';
import { buildSigner, signInAt } from '../support/signIns.ts';

const appSecret = 'un segreto di prova lungo abbastanza';
const server = await startTestServer({
  env: { APP_SECRET: appSecret, PUBLIC_URL: 'https://turni.example.it' },
});
const { nobody, database, clock } = server;
const smtp = await startSmtpServer();
afterAll(async () => {
  await smtp.stop();
  await server.close();
});

const password = 'Vecchia!2026';
const newPassword = 'Nuova!2026x';
let giulia: BuiltUser;

beforeEach(async () => {
  clock.set(testNow);
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
  nobody.call('POST /api/auth/set-password', { body: { token, password: typed } });

/** Sends what is queued, and answers the token in the last mail that arrived. */
async function tokenInMail(): Promise<string> {
  const before = smtp.mails.length;
  const context = createMailContext(database, smtp.url, clock);
  const worker = await startMailWorker({
    ...context,
    settings: { ...context.settings, appSecret, publicUrl: server.context.settings.publicUrl },
  });
  await smtp.waitForMails(before + 1);
  await worker.wake();
  await worker.stop();
  const mail = smtp.mails.at(-1)!;
  expect(mail.to).toEqual([giulia.email]);
  expectProperHeaders(mail, clock.now(), 'turni.example.it');
  const text = mail.content.text ?? '';
  expect(mail.content.html).toContain('href="https://turni.example.it/reimposta-password?token=');
  expect(`${text}${mail.content.html ?? ''}`).not.toContain(linkMark);
  const token = /https:\/\/turni\.example\.it\/reimposta-password\?token=(\S+)/.exec(text)?.[1];
  return token ?? '';
}

describe('a link for a lost password', () => {
  test('arrives by mail, works once, and leaves neither in the outbox nor in the log', async () => {
    expect((await ask()).status).toBe(202);
    const [queued] = await database.many<{ dump: string; sealed: Uint8Array }>(sql`
      select mail_outbox::text as dump, sealed_link as sealed from mail_outbox`);
    expect(queued?.sealed.length).toBeGreaterThan(60);
    const token = await tokenInMail();
    expect(queued?.dump).not.toContain(token);
    const [sent] = await database.many<{ dump: string; status: string; sealed: Uint8Array | null }>(sql`
      select mail_outbox::text as dump, status, sealed_link as sealed from mail_outbox`);
    expect(sent).toMatchObject({ status: 'sent', sealed: null });
    expect(sent?.dump).not.toContain(token);
    expect(server.logLines.join('')).not.toContain(token);
    expect((await setPassword(token)).status).toBe(204);
    expect((await setPassword(token, 'Altra!2026x')).status).toBe(410);
    await signInAt(server, giulia.email, newPassword);
  });

  test('opening it changes nothing: mail scanners do', async () => {
    await ask();
    const token = await tokenInMail();
    const page = await nobody.callUntyped(`GET /reimposta-password?token=${token}`);
    // the page itself is there only where the client has been built
    expect([200, 404]).toContain(page.status);
    expect((await setPassword(token)).status).toBe(204);
  });

  test('a link for a lost password works for 30 minutes, not longer', async () => {
    await ask();
    const inTime = await tokenInMail();
    clock.advance(30 * 60 - 1);
    expect((await setPassword(inTime)).status).toBe(204);
    await ask();
    const late = await tokenInMail();
    clock.advance(30 * 60);
    expect((await setPassword(late, 'Altra!2026x')).status).toBe(410);
    await signInAt(server, giulia.email, newPassword);
  });

  test('a link for a lost password is worth nothing after another change of the password', async () => {
    await ask();
    const token = await tokenInMail();
    const session = await signInAt(server, giulia.email, password);
    const change = { currentPassword: password, password: 'Terza!2026x' };
    expect(await session.statusOf('POST /api/auth/change-password', { body: change })).toBe(204);
    expect((await setPassword(token)).status).toBe(410);
  });

  test('a link for a lost password that could not be sent in time is not sent later', async () => {
    await ask();
    clock.advance(30 * 60);
    const worker = await startMailWorker(createMailContext(database, null, clock));
    await worker.wake();
    await worker.stop();
    const rows = await database.many(sql`
      select status, sealed_link as sealed, last_error as reason from mail_outbox`);
    expect(rows).toEqual([{ status: 'failed', sealed: null, reason: 'scaduta prima di partire' }]);
  });

  test('encrypted with another secret is not sent half', async () => {
    await ask();
    const context = createMailContext(database, smtp.url, clock);
    const other = { ...context.settings, appSecret: 'un altro segreto, lungo anche questo' };
    const before = smtp.mails.length;
    const worker = await startMailWorker({ ...context, settings: other });
    await worker.wake();
    await worker.stop();
    expect(smtp.mails.length).toBe(before);
    const [row] = await database.many(sql`select status, sealed_link as sealed from mail_outbox`);
    // another process may know the secret; it is given up when the link is worth nothing any more
    expect(row).toMatchObject({ status: 'queued', sealed: expect.any(Uint8Array) as Uint8Array });
  });
});

describe('asking for a link', () => {
  test('answers the same whether or not the address has an account', async () => {
    const known = await ask();
    const unknown = await ask('nessuno@turnario.example');
    const inactive = await buildSigner(server, password);
    await database.run(sql`update users set is_active = false where id = ${inactive.id}`);
    const shutOut = await ask(inactive.email);
    for (const answer of [unknown, shutOut]) {
      expect([answer.status, answer.text]).toEqual([known.status, known.text]);
    }
    expect(known.body).toEqual({ canSend: false });
    const queued = await database.many(sql`select user_id as "userId" from mail_outbox`);
    expect(queued).toEqual([{ userId: giulia.id }]);
  });

  test('asking for a link is answered before it is known whether there is an account', async () => {
    const locked = Promise.withResolvers<void>();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    // as long as this holds its row, nothing can be written for the account
    const holding = database.transaction(async (tx) => {
      await tx.run(sql`select 1 from users where id = ${giulia.id} for update`);
      locked.resolve();
      await held;
    });
    await locked.promise;
    const body = { email: giulia.email };
    expect(await nobody.statusOf('POST /api/auth/request-password-link', { body })).toBe(202);
    expect(await database.many(sql`select 1 from mail_outbox`)).toEqual([]);
    letGo();
    await holding;
    await server.app.answersFollowed();
    expect(await database.many(sql`select user_id as id from mail_outbox`)).toEqual([{ id: giulia.id }]);
  });

  test('runs the same statements for a known and for an unknown address', async () => {
    const statementsOf = async (email: string): Promise<string[]> => {
      const seen: string[] = [];
      const spied = await startTestServer({
        env: { APP_SECRET: appSecret },
        database: {
          ...database,
          load: () => database.load(),
          many: (statement) => {
            seen.push(statement.text);
            return database.many(statement);
          },
          maybeOne: (statement) => {
            seen.push(statement.text);
            return database.maybeOne(statement);
          },
          one: (statement) => {
            seen.push(statement.text);
            return database.one(statement);
          },
          run: (statement) => database.run(statement),
          listen: (...listening) => database.listen(...listening),
          close: async () => undefined,
          transaction: (work) =>
            database.transaction((tx) =>
              work(
                new Proxy(tx, {
                  get: (target, name: keyof typeof tx) => {
                    const method = target[name] as (given: { text: string } | string) => unknown;
                    if (typeof method !== 'function') return method;
                    return (given: { text: string } | string) => {
                      seen.push(typeof given === 'string' ? `${name} ${given}` : given.text);
                      return method.call(target, given);
                    };
                  },
                }),
              ),
            ),
        },
      });
      await spied.nobody.call('POST /api/auth/request-password-link', { body: { email } });
      await spied.close();
      return seen;
    };
    const known = await statementsOf(giulia.email);
    expect(known.length).toBeGreaterThan(4);
    expect(known.filter((text) => text.includes('attempt_counters'))).toHaveLength(1);
    expect(await statementsOf('nessuno@turnario.example')).toEqual(known);
  });

  test('asking for a link is limited, for an address of nobody as for one of somebody', async () => {
    for (const email of [giulia.email, 'nessuno@turnario.example']) {
      for (let asked = 0; asked < 3; asked += 1) expect((await ask(email)).status).toBe(202);
      const stopped = await ask(email);
      expect(stopped.status).toBe(429);
      expect(stopped.headers['retry-after']).toBe('900');
    }
    clock.advance(15 * 60);
    expect((await ask()).status).toBe(202);
  });

  test('asking for a link needs an address', async () => {
    for (const email of ['', 'giulia', undefined]) {
      const answer = await nobody.callUntyped('POST /api/auth/request-password-link', { body: { email } });
      expect(answer.status).toBe(400);
      expect(answer.refusal.fields).toEqual({ email: 'Email non valida' });
    }
  });
});
