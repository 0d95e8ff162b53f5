import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import { expectProperHeaders, headersOf } from '../../../tests/support/mailHeaders.ts';
import { startPushService } from '../../../tests/support/pushService.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { offer, pair, publishedId } from '../../../tests/support/swaps.ts';
import { startSmtpServer } from '../../../tools/smtpServer.ts';
import { mailSubjects } from '../../domain/mail/news.ts';
import { pushSubjects } from '../../domain/notifications/push/schema.ts';
import { notify } from '../notifications/commands.ts';
import { removeLapsedDevices } from '../notifications/push/queries.removal.ts';
import type { OutboxWorker } from '../platform/outboxWorker.ts';
import { sendDueMails } from './delivery.ts';
import { defaultTimeouts } from './transport.ts';
import { startMailWorker } from './worker.ts';

const smtp = await startSmtpServer();
const service = await startPushService(() => Date.parse(server.clock.now()));
const server = await testServer({
  env: {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Turnario <turni@example.it>',
    PUBLIC_URL: 'https://turni.example.it',
    PUSH_TEST_ORIGIN: service.origin,
  },
});
const { database, clock, context } = server;
afterAll(() => Promise.all([smtp.stop(), service.stop()]));

let worker: OutboxWorker;
beforeEach(async () => {
  await database.run(sql`update notifications set mail_due_at = null`);
  await database.run(sql`delete from mail_outbox where kind = 'news'`);
  await database.run(sql`delete from push_devices`);
  worker = await startMailWorker(context);
  (smtp.mails as unknown[]).length = 0;
});
afterEach(async () => {
  await worker.stop();
  expect(await violatedInvariants(database)).toEqual([]);
});

const tell = (person: { id: string }, time = '2026-12-04'): Promise<void> =>
  database.transaction((tx) =>
    notify(
      tx,
      [{ userId: person.id, personId: null, facts: { fact: 'nobody_left', time }, requestId: null }],
      clock.now(),
    ),
  );

async function later(minutes: number): Promise<void> {
  clock.advance(minutes * 60);
  await worker.wake();
}

const newsMails = async (): Promise<string[]> => {
  const rows = await database.many<{ status: string }>(sql`
    select status from mail_outbox where kind = 'news'`);
  return rows.map(({ status }) => status);
};

const texts = (): string[] => smtp.mails.map(({ content }) => content.text ?? '');

/** As a mail program sends it: no cookie, no origin, its own form. */
const clickOnce = (address: string, form = 'application/x-www-form-urlencoded') =>
  server.app.inject({
    method: 'POST',
    url: address.slice('https://turni.example.it'.length),
    headers: { 'content-type': form },
    payload: form.startsWith('multipart')
      ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
      : 'List-Unsubscribe=One-Click',
  });

async function switchOn(person: SignedInCaller, name: string): Promise<void> {
  const { name: _, ...body } = await service.subscribe(name);
  expect(await person.statusOf('PUT /api/push/device', { body })).toBe(204);
}

test('without an account news wait, and nobody looks for them', async () => {
  const giulia = await server.signIn();
  await tell(giulia);
  await worker.stop();
  const settings = { ...context.settings, smtpUrl: null };
  const never = new AbortController().signal;
  const next = await sendDueMails({ ...context, settings }, defaultTimeouts, { soon: never, now: never });
  expect(next).toBeNull();
});

/** Somebody whose news have just arrived by mail. */
async function mailed(): Promise<{ reader: SignedInCaller; address: string; token: string }> {
  const reader = await server.signIn();
  await tell(reader);
  await later(15);
  const address = headersOf(smtp.mails.at(-1)!)['list-unsubscribe']?.slice(1, -1) ?? '';
  return { reader, address, token: new URL(address).searchParams.get('token') ?? '' };
}

describe('who has no device', () => {
  test('gets what happened within a quarter of an hour as one mail, and what comes later as another', async () => {
    const { giulia, marco } = await pair(server);
    const request = await publishedId(giulia, giulia.shiftId);
    await offer(marco, request);
    await later(10);
    await tell(giulia);
    await later(4);
    expect(smtp.mails).toEqual([]);
    await later(1);
    const [mail] = smtp.mails;
    expect(smtp.mails).toHaveLength(1);
    expect(mail?.to).toEqual([giulia.email]);
    expect(mail?.content.subject).toBe('2 novità in Turnario');
    const [text = ''] = texts();
    expect(text).toContain(`https://turni.example.it/exchanges?highlight=${request}`);
    expect(text.indexOf('Marco')).toBeLessThan(text.indexOf('4 dicembre 2026'));
    expect(mail?.content.html).toContain('href="https://turni.example.it/exchanges"');
    await tell(giulia, '2027-01-08');
    await later(15);
    expect(texts()[1]).toContain('8 gennaio 2027');
    expect(texts()[1]).not.toContain('4 dicembre 2026');
    await later(60);
    expect(smtp.mails).toHaveLength(2);
  });

  test('gets a mail whose headers say how such mails end', async () => {
    await mailed();
    const [mail] = smtp.mails;
    expectProperHeaders(mail!, clock.now(), 'turni.example.it', [
      'list-unsubscribe',
      'list-unsubscribe-post',
    ]);
    expect(headersOf(mail!)).toMatchObject({
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'list-unsubscribe': expect.stringMatching(
        /^<https:\/\/turni\.example\.it\/api\/unsubscribe\?token=[\w-]+>$/,
      ) as string,
    });
  });

  test('gets nothing of what they have read, what is over, or what has a mail of its own', async () => {
    const { giulia, marco } = await pair(server);
    const request = await publishedId(giulia, giulia.shiftId);
    await offer(marco, request);
    const params = { id: request };
    await giulia.call('POST /api/exchange-requests/:id/final-confirm', {
      params,
      body: { accepterUserId: marco.id },
    });
    const reader = await server.signIn();
    await tell(reader);
    await reader.call('PATCH /api/notifications/mark-all-read');
    await later(20);
    expect(texts()).toHaveLength(3);
    expect(await newsMails()).toEqual([]);
  });

  test('gets nothing that was settled while the mail server was away', async () => {
    const reader = await server.signIn();
    await tell(reader);
    smtp.onGreeting = () => ({ code: 421, text: 'closed' });
    await later(15);
    delete smtp.onGreeting;
    expect(await newsMails()).toEqual(['queued']);
    await reader.call('PATCH /api/notifications/mark-all-read');
    await later(60);
    expect(smtp.mails).toEqual([]);
    expect(await newsMails()).toEqual([]);
  });

  test('is not told a day later what nobody could send', async () => {
    const reader = await server.signIn();
    await tell(reader);
    await later(25 * 60);
    expect(smtp.mails).toEqual([]);
  });
});

describe('a mail that could not leave at once', () => {
  const held = async (): Promise<{ reader: SignedInCaller; address: string }> => {
    const { reader, address } = await mailed();
    await tell(reader);
    smtp.onGreeting = () => ({ code: 421, text: 'closed' });
    await later(15);
    delete smtp.onGreeting;
    expect(await newsMails()).toEqual(expect.arrayContaining(['queued']));
    return { reader, address };
  };

  test('does not leave for who has unsubscribed meanwhile', async () => {
    const { address } = await held();
    expect((await clickOnce(address)).statusCode).toBe(200);
    await later(60);
    expect(smtp.mails).toHaveLength(1);
    expect(await newsMails()).toEqual(['sent']);
  });

  test('does not leave for who has been shut out meanwhile', async () => {
    const { reader } = await held();
    await database.run(sql`update users set is_active = false where id = ${reader.id}`);
    await later(60);
    expect(smtp.mails).toHaveLength(1);
  });

  test('is listed without a number: what it tells may have been read', async () => {
    const { reader } = await held();
    await reader.call('PATCH /api/notifications/mark-all-read');
    const ceo = await server.signInCeo();
    const { mails } = await ceo.ask('GET /api/ceo/mails', { query: { status: 'queued' } });
    expect(mails[0]).toMatchObject({ recipient: reader.email, subject: 'Novità in Turnario' });
  });
});

const endSessions = ({ id }: SignedInCaller) =>
  database.run(sql`update sessions set expires_at = ${clock.now()} where user_id = ${id}`);

describe('who has a device', () => {
  /** A device with news that have not reached it yet. */
  const waitingFor = async (reader: SignedInCaller): Promise<void> => {
    service.answers.set('lost', { status: 410 });
    await switchOn(reader, 'lost');
    await tell(reader);
  };
  const removeDevice = async (reader: SignedInCaller): Promise<void> => {
    const { devices } = await reader.ask('GET /api/push');
    const id = devices.find(({ isCurrent }) => isCurrent)?.id ?? '';
    const answer = await reader.ask('POST /api/push/devices/:id/test', { params: { id } });
    expect(answer).toEqual({ outcome: 'gone' });
  };

  test('that its service knows no more gets by mail what had not reached it', async () => {
    const reader = await server.signIn();
    await waitingFor(reader);
    await removeDevice(reader);
    await later(15);
    expect(smtp.mails.map(({ to }) => to)).toEqual([[reader.email]]);
  });

  test('whose session ends before the morning gets by mail what waited for it', async () => {
    const reader = await server.signIn();
    await waitingFor(reader);
    await endSessions(reader);
    await removeLapsedDevices(database, clock.now());
    expect(await database.many(sql`select from push_devices`)).toEqual([]);
    await later(15);
    expect(smtp.mails.map(({ to }) => to)).toEqual([[reader.email]]);
  });

  test('and another one beside the lost one gets no mail', async () => {
    const reader = await server.signIn();
    await switchOn(await server.signInAs(reader), 'kept');
    await waitingFor(reader);
    await removeDevice(reader);
    await later(15);
    expect(smtp.mails).toEqual([]);
  });

  test('gets no mail, until its session is over', async () => {
    const reader = await server.signIn();
    await switchOn(reader, 'a');
    await tell(reader);
    await later(20);
    expect(smtp.mails).toEqual([]);
    await endSessions(reader);
    await tell(reader);
    await later(15);
    expect(smtp.mails).toHaveLength(1);
  });
});

describe('mails of a subject', () => {
  test('are switched off and on again in the profile, by their person alone', async () => {
    const reader = await server.signIn();
    expect(await reader.ask('GET /api/mail-preferences')).toEqual({ subjectsOff: [], isReady: true });
    await reader.ask('PUT /api/mail-preferences', { body: { subjectsOff: ['outcomes', 'offers'] } });
    expect(await reader.ask('GET /api/mail-preferences')).toMatchObject({
      subjectsOff: ['offers', 'outcomes'],
    });
    await tell(reader);
    await later(15);
    expect(smtp.mails).toEqual([]);
    await reader.ask('PUT /api/mail-preferences', { body: { subjectsOff: ['offers'] } });
    await tell(reader);
    await later(15);
    expect(smtp.mails).toHaveLength(1);
    const wrong = { subjectsOff: ['notices'] as never };
    expect(await reader.statusOf('PUT /api/mail-preferences', { body: wrong })).toBe(400);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'end by one click in the mail program, sent as %s',
    async (form) => {
      const other = await server.signIn();
      const { reader, address } = await mailed();
      expect(texts()[0]).toContain(address);
      expect((await clickOnce(address, form)).statusCode).toBe(200);
      expect((await clickOnce(address, form)).json()).toEqual({ subjects: ['outcomes'], isOff: true });
      expect(await reader.ask('GET /api/mail-preferences')).toMatchObject({ subjectsOff: ['outcomes'] });
      expect(await other.ask('GET /api/mail-preferences')).toMatchObject({ subjectsOff: [] });
      await tell(reader);
      await later(15);
      expect(smtp.mails).toHaveLength(1);
    },
  );

  test('do not end because the address is looked at: a browser is led to the page that asks', async () => {
    const { reader, token } = await mailed();
    const path = `/api/unsubscribe?token=${token}`;
    const led = await server.app.inject({ url: path, headers: { accept: 'text/html,*/*' } });
    expect([led.statusCode, led.headers.location]).toEqual([302, `/disiscrizione?token=${token}`]);
    expect(await server.nobody.ask('GET /api/unsubscribe', { query: { token } })).toEqual({
      subjects: ['outcomes'],
      isOff: false,
    });
    expect(await reader.ask('GET /api/mail-preferences')).toMatchObject({ subjectsOff: [] });
    await server.nobody.ask('POST /api/unsubscribe', { query: { token } });
    expect(await server.nobody.ask('GET /api/unsubscribe', { query: { token } })).toMatchObject({
      isOff: true,
    });
  });

  test('end for whoever holds the address, for nobody who changes it, and for nobody who has left', async () => {
    const { reader, token } = await mailed();
    const changed = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`;
    for (const query of [{ token: changed }, { token: 'x' }, { token: 'x'.repeat(600) }]) {
      expect(await server.nobody.statusOf('POST /api/unsubscribe', { query })).toBe(404);
      expect(await server.nobody.statusOf('GET /api/unsubscribe', { query })).toBe(404);
    }
    expect(await server.nobody.statusOf('POST /api/unsubscribe', { query: { token: '' } })).toBe(400);
    await database.run(
      sql`update users set anonymised_at = now(), is_active = false where id = ${reader.id}`,
    );
    expect(await server.nobody.statusOf('POST /api/unsubscribe', { query: { token } })).toBe(404);
  });
});

test('the CEO sees how many people nothing reaches: neither a device nor a mail that they want', async () => {
  const ceo = await server.signInCeo();
  const unreachable = async (): Promise<number> => (await ceo.ask('GET /api/ceo/attention')).unreachable;
  const before = await unreachable();
  const reader = await server.signIn();
  const approver = await server.signIn();
  await database.run(sql`update users set may_approve_swaps = true where id = ${approver.id}`);
  expect(await unreachable()).toBe(before);
  // whatever their profile shows: approvals are for who approves
  const ordinary = mailSubjects.filter((subject) => subject !== 'approvals');
  for (const person of [reader, approver])
    await person.ask('PUT /api/mail-preferences', { body: { subjectsOff: ordinary } });
  expect(await unreachable()).toBe(before + 1);
  await switchOn(reader, 'reader');
  expect(await unreachable()).toBe(before);
  const pushes = { quietFrom: '22:00', quietTo: '07:00', showsDetails: false } as const;
  const subjectsOff = pushSubjects.filter((subject) => subject !== 'approvals');
  expect(await reader.statusOf('PUT /api/push/preferences', { body: { ...pushes, subjectsOff } })).toBe(204);
  expect(await unreachable()).toBe(before + 1);
});
