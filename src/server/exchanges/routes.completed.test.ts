import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import type { Caller } from '../../../tests/support/caller.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { listWrittenMails } from '../../../tests/support/mail.ts';
import { startTestServer, testNow, testServer } from '../../../tests/support/server.ts';
import { early, late, offered, published, signInOnDuty, swap } from '../../../tests/support/swaps.ts';
import { exchangeTabs } from '../../domain/exchanges/schema.ts';

// What completed swaps show their two people, and hide from others.

const server = await testServer();
const withMail = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
afterAll(() => withMail.close());

/** Giulia published, Marco pre-accepted an hour later, Giulia confirmed an hour after that. */
async function swapped() {
  const { giulia, marco, worksiteId, requestId } = await published(server);
  server.clock.advance(3600);
  await marco.offer(requestId);
  server.clock.advance(3600);
  await giulia.confirm(requestId, marco.id);
  const [completed] = (await giulia.readCompleted()).swaps;
  return { giulia, marco, worksiteId, params: { id: completed!.id } };
}

test('a receipt shows both people the same: both duties and the three timestamps', async () => {
  const { giulia, marco, params } = await swapped();
  const receipt = await giulia.ask('GET /api/exchanges/completed/:id', { params });
  const contract = { role: 'operatore', contractHours: 8 };
  expect(receipt).toMatchObject({
    kind: 'turno',
    worksiteName: giulia.signedIn.worksite.name,
    exchangeDate: swapDay,
    requestedAt: testNow,
    offeredAt: '2026-11-16T10:00:00.000Z',
    completedAt: '2026-11-16T11:00:00.000Z',
    requester: { name: 'Giulia Ferri', ...contract, gave: [{ date: swapDay, ...early }] },
    accepter: { name: 'Marco Bianchi', ...contract, gave: [{ date: swapDay, ...late }] },
  });
  expect(await marco.ask('GET /api/exchanges/completed/:id', { params })).toEqual(receipt);
});

test('a receipt has current names, the contracts of the time, and nothing private', async () => {
  const { giulia, marco, params } = await swapped();
  await server.database.run(sql`
    update users set last_name = 'Neri', contract_hours = 6 where id = ${marco.id}`);
  await server.database.run(sql`
    update completed_swaps set accepter_snapshot = accepter_snapshot
      || '{"taxiLicense": "T-77", "phoneNumber": "333 1234567"}' where accepter_id = ${marco.id}`);
  const { body, text } = await giulia.call('GET /api/exchanges/completed/:id', { params });
  expect(body.accepter).toMatchObject({ name: 'Marco Neri', contractHours: 8 });
  for (const hidden of ['T-77', '333 1234567', marco.email, 'shiftId']) expect(text).not.toContain(hidden);
});

test.each([
  ['wait while no account is set', server, false],
  ['can be sent as soon as one is', withMail, true],
])('a confirmation says that its mails %s', async (_what, at, canSendMails) => {
  const { giulia, requestId } = await offered(at);
  expect((await giulia.confirm(requestId)).body).toMatchObject({ canSendMails });
});

/** Everything that these requests, and whatever else a person can read, say. */
async function answersOf(person: Caller, ...requestIds: string[]): Promise<string> {
  const answers = await Promise.all([
    ...exchangeTabs.map((tab) => person.call('GET /api/exchange-requests/page', { query: { tab } })),
    ...requestIds.map((id) => person.readRequest(id)),
    person.call('GET /api/exchange-requests'),
    person.call('GET /api/exchanges/completed'),
    person.call('GET /api/exchanges/completed/page'),
    person.call('GET /api/notifications'),
    person.call('GET /api/notifications/page'),
    person.call('GET /api/auth/user'),
    person.call('GET /api/worksites/available'),
  ]);
  return answers.map(({ text }) => text).join('\n');
}

test('only the requester learns who offered, even after the swap', async () => {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { worksiteId, lastName: 'Segreto' });
  const sara = await signInOnDuty(server, late, { worksiteId });
  const bystander = await signInOnDuty(server, late, { worksiteId });
  const requestId = await giulia.publishedId(giulia.shiftId);
  await marco.offer(requestId);
  await sara.offer(requestId);
  const his = new RegExp(`${marco.id}|Segreto`);
  for (const person of [sara, bystander]) expect(await answersOf(person, requestId)).not.toMatch(his);
  await giulia.confirm(requestId, marco.id);
  for (const person of [sara, bystander]) expect(await answersOf(person, requestId)).not.toMatch(his);
  const { text } = await giulia.readRequest(requestId);
  expect(text).toContain(marco.id);
  expect(text).not.toContain(sara.id);
});

test('a standard worksite hides the partner’s phone and licence', async () => {
  const contact = { phoneNumber: '+39 333 7654321', taxiLicense: 'RM-7777' };
  const lastName = 'Zzsenza';
  const giulia = await signInOnDuty(server, early, { ...contact, lastName });
  const marco = await signInOnDuty(server, late, { ...contact, worksiteId: giulia.worksiteId });
  const requestId = await swap(giulia, marco);
  for (const person of [giulia, marco]) {
    const none = { partnerPhone: null, partnerLicenseNumber: null };
    expect((await person.readCompleted()).swaps).toMatchObject([none]);
    const texts = [(await person.readRequest(requestId)).text, JSON.stringify(await person.notifications())];
    expect(texts.join()).not.toMatch(/7654321|RM-7777/);
  }
  const mails = (await listWrittenMails(server.database)).filter(({ text }) => text.includes(lastName));
  expect(mails).toHaveLength(3);
  expect(JSON.stringify(mails)).not.toMatch(/7654321|RM-7777/);
});
