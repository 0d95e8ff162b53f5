import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { expectProperHeaders, headersOf } from '../../../tests/support/mail.ts';
import { newsTest } from '../../../tests/support/news.ts';
import type { SignedInCaller } from '../../../tests/support/server.ts';
import { pair } from '../../../tests/support/swaps.ts';
import { mailSubjects } from '../../domain/mail/news.ts';
import { pushSubjects } from '../../domain/notifications/push/schema.ts';
import { gatherNewsOfNext } from '../notifications/queries.mail.ts';
import { secondsAfter } from '../platform/clock.ts';
import { OutboxWorker } from '../platform/outbox/worker.ts';
import { defaultTimeouts } from './transport.ts';
import { mailSender } from './worker.ts';

// News by mail; unsubscribing: unsubscribing.test.ts.

const { smtp, server, worker, tell, later, newsMails, texts, clickOnce, switchOn, mailed } = await newsTest();
const { database, clock, context } = server;

test('without a mail account news wait, and are not looked up', async () => {
  const giulia = await server.signIn();
  await tell(giulia);
  await worker().stop();
  const silent = { ...context, settings: { ...context.settings, smtpUrl: null } };
  const idle = new OutboxWorker(silent, mailSender(silent, defaultTimeouts));
  expect(await idle.sendDue()).toBeNull();
});

describe('a person without a device', () => {
  test('gets the news of a quarter of an hour as one mail, and later ones as another', async () => {
    const { giulia, marco } = await pair(server);
    const request = await giulia.publishedId(giulia.shiftId);
    await marco.offer(request);
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

  test('gets a mail with unsubscribe headers', async () => {
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

  test('gets no mail about news that were read, are over, or have their own mail', async () => {
    const { giulia, marco } = await pair(server);
    const request = await giulia.publishedId(giulia.shiftId);
    await marco.offer(request);
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

  test('gets no news a day late that could not be sent', async () => {
    const reader = await server.signIn();
    await tell(reader);
    await later(25 * 60);
    expect(smtp.mails).toEqual([]);
  });
});

describe('a delayed mail', () => {
  const held = async (): Promise<{ reader: SignedInCaller; address: string }> => {
    const { reader, address } = await mailed();
    await tell(reader);
    smtp.onGreeting = () => ({ code: 421, text: 'closed' });
    await later(15);
    delete smtp.onGreeting;
    expect(await newsMails()).toEqual(expect.arrayContaining(['queued']));
    return { reader, address };
  };

  test.each<[string, (held: { reader: SignedInCaller; address: string }) => Promise<unknown>]>([
    ['unsubscribed', ({ address }) => clickOnce(address)],
    ['read it', ({ reader }) => reader.call('PATCH /api/notifications/mark-all-read')],
    [
      'been shut out',
      ({ reader }) => database.run(sql`update users set is_active = false where id = ${reader.id}`),
    ],
  ])('does not leave for who has %s meanwhile', async (_what, end) => {
    await end(await held());
    await later(60);
    expect(smtp.mails).toHaveLength(1);
    expect(await newsMails()).toEqual(['sent']);
  });

  test('is listed without a count: its news may have been read', async () => {
    const { reader } = await held();
    await reader.call('PATCH /api/notifications/mark-all-read');
    const ceo = await server.signInCeo();
    const { mails } = await ceo.ask('GET /api/ceo/mails', { query: { status: 'queued' } });
    expect(mails[0]).toMatchObject({ recipient: reader.email, subject: 'Novità in Turnario' });
  });
});

test('a person with a device gets no mail until its session ends', async () => {
  const reader = await server.signIn();
  await switchOn(reader, 'a');
  await tell(reader);
  await later(20);
  expect(smtp.mails).toEqual([]);
  await database.run(sql`update sessions set expires_at = ${clock.now()} where user_id = ${reader.id}`);
  await tell(reader);
  await later(15);
  expect(smtp.mails).toHaveLength(1);
});

test('the CEO sees how many people are unreachable, with neither a device nor wanted mails', async () => {
  const ceo = await server.signInCeo();
  const unreachable = async (): Promise<number> => (await ceo.ask('GET /api/ceo/attention')).unreachable;
  const before = await unreachable();
  const reader = await server.signIn();
  const approver = await server.signIn();
  await database.run(sql`update users set may_approve_swaps = true where id = ${approver.id}`);
  expect(await unreachable()).toBe(before);
  // only subjects their profile offers: approvals are for approvers
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

test('news added while several processes gather them are in exactly one mail', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => server.signIn()));
  const dueAt = secondsAfter(clock.now(), 15 * 60);
  const gather = async (): Promise<void> => {
    while (await gatherNewsOfNext(database, dueAt));
  };
  await Promise.all(people.map((person) => tell(person)));
  const tellers = people.map(async (person, place) => {
    for (const told of [person, people[(place + 7) % people.length]!, person]) await tell(told);
  });
  await Promise.all([...tellers, gather(), gather(), gather(), gather()]);
  await gather();
  const mails = await database.many<{ mailId: string | null; news: number }>(sql`
    select mail_id, count(*)::int as news from notifications
    where user_id = any(${people.map(({ id }) => id)}::uuid[]) group by mail_id, user_id`);
  expect(mails.reduce((sum, { news }) => sum + news, 0)).toBe(4 * people.length);
  expect(mails.filter(({ mailId }) => mailId === null)).toEqual([]);
  expect(await newsMails()).toHaveLength(mails.length);
});
