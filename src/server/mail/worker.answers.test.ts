import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import {
  createMailContext,
  expectProperHeaders,
  listOutbox,
  mailTest,
  sendAll,
} from '../../../tests/support/mail.ts';
import { type ReceivedMail, startSmtpServer } from '../../../tools/smtpServer.ts';
import { mailTries } from '../../domain/mail/rules.ts';

// Mails whose server is down, hangs or refuses.

const now = '2026-11-18T09:05:00.000Z';
const [queued, sent] = [Array(3).fill('queued'), Array(3).fill('sent')];
const { database, at, swap, statuses, expectEach } = await mailTest();

describe('a mail server that', () => {
  test('is down keeps the mails queued, with growing pauses, until it is back', async () => {
    const { port } = at.server;
    await at.server.stop();
    await swap();
    await sendAll(at.context);
    const lastError = expect.stringContaining('ECONNREFUSED') as string;
    const first = { status: 'queued', attempts: 1, nextAttemptAt: '2026-11-18T09:05:10.000Z', lastError };
    await expectEach(first);
    at.context.clock.advance(10);
    await sendAll(at.context);
    await expectEach({ status: 'queued', attempts: 2, nextAttemptAt: '2026-11-18T09:05:40.000Z' });
    at.server = await startSmtpServer({ port });
    at.context.clock.advance(30);
    await sendAll(at.context);
    expect(at.server.mails).toHaveLength(3);
    const sentAt = '2026-11-18T09:05:40.000Z';
    await expectEach({ status: 'sent', attempts: 3, lastError: null, sentAt });
  });

  test('is down for days makes mails fail', async () => {
    at.server.onGreeting = () => ({ code: 421, text: 'closed' });
    await swap();
    for (const [attempts, expected] of [
      [mailTries.mostAttempts - 2, queued],
      [mailTries.mostAttempts - 1, Array(3).fill('failed')],
    ] as const) {
      await database.run(sql`update mail_outbox set attempts = ${attempts}, due_at = ${now}`);
      await sendAll(at.context);
      expect(await statuses()).toEqual(expected);
    }
  });

  test.each(['onGreeting', 'onRecipient'] as const)('hangs at %s keeps the mails queued', async (step) => {
    at.server[step] = () => new Promise(() => undefined);
    await swap();
    await sendAll(at.context, { connect: step === 'onGreeting' ? 200 : 5_000, send: 200 });
    expect(at.server.mails).toEqual([]);
    await expectEach({ status: 'queued', attempts: 1 });
  });

  test('hangs after the message makes the mail unsure, and it is not sent again', async () => {
    at.server.onMessage = () => new Promise(() => undefined);
    await swap();
    await sendAll(at.context, { connect: 5_000, send: 200 });
    expect(await statuses()).toEqual(['unsure', 'unsure', 'unsure']);
    delete at.server.onMessage;
    at.context.clock.advance(7 * 24 * 3600);
    await sendAll(at.context);
    expect(at.server.mails).toEqual([]);
  });

  test('refuses the password keeps the mails queued', async () => {
    const strict = await startSmtpServer({ login: { user: 'turni@example.it', password: 'giusta' } });
    await swap();
    const wrong = createMailContext(database, strict.url.replace('giusta', 'sbagliata'));
    await sendAll(wrong);
    await expectEach({ status: 'queued', attempts: 1, lastError: expect.stringContaining('535') as string });
    expect(wrong.logged.join('')).not.toContain('sbagliata');
    await strict.stop();
  });
});

describe('a server’s response to one mail', () => {
  test.each([
    ['250: it is sent', undefined, 'sent'],
    ['4xx: it stays with people', { code: 451, text: 'try later' }, 'unsure'],
  ])('%s, although its try was given up meanwhile', async (_what, answer, status) => {
    at.server.onMessage = async () => {
      await database.run(sql`update mail_outbox set status = 'unsure' where status = 'sending'`);
      return answer;
    };
    await swap();
    await sendAll(at.context);
    await expectEach({ status, attempts: 1 });
  });

  test('4xx after the whole mail: it is retried with the same Message-ID', async () => {
    at.context.settings = { ...at.context.settings, publicUrl: 'https://turni.example.com' };
    const seen: (string | undefined)[] = [];
    const note = (mail: ReceivedMail): void => {
      expectProperHeaders(mail, now, 'turni.example.com');
      seen.push(mail.content.messageId);
    };
    at.server.onMessage = (mail) => {
      note(mail);
      return { code: 451, text: 'try later' };
    };
    await swap();
    await sendAll(at.context);
    expect(await statuses()).toEqual(queued);
    at.server.onMessage = note;
    // the account may have changed by then
    at.context.settings = { ...at.context.settings, mailFrom: 'Turnario <altro@example.org>' };
    at.context.clock.advance(3600);
    await sendAll(at.context);
    expect(await statuses()).toEqual(sent);
    expect(seen.slice(3).toSorted()).toEqual(seen.slice(0, 3).toSorted());
    expect(new Set(seen).size).toBe(3);
  });

  test('4xx: that mail waits, 5xx: it fails; the others are sent, and waiting ones later, with the names of that time', async () => {
    at.server.onRecipient = (address) => {
      if (address.startsWith('marco')) return { code: 451, text: 'greylisted' };
      return address.startsWith('cantiere') ? { code: 550, text: 'no such user' } : undefined;
    };
    const { requester, accepter, worksiteEmail } = await swap();
    await sendAll(at.context);
    const rows = await listOutbox(database);
    const found = rows.map((row) => [row.recipient, [row.status, row.attempts, row.lastError]]);
    expect(Object.fromEntries(found)).toEqual({
      [requester.email]: ['sent', 1, null],
      [accepter.email]: ['queued', 1, 'RCPT TO: 451 greylisted'],
      [worksiteEmail]: ['failed', 1, 'RCPT TO: 550 no such user'],
    });
    delete at.server.onRecipient;
    await database.run(sql`update users set last_name = 'Neri' where id = ${requester.id}`);
    at.context.clock.advance(10);
    await sendAll(at.context);
    expect(at.server.mails.map(({ content }) => content.subject)[1]).toBe(
      'Scambio di turno completato: Anna Neri e Marco Bianchi, venerdì 20 novembre 2026',
    );
  });
});
