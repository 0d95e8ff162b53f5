import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import { brokenPromises } from '../../../db/promises.ts';
import { startTestServer, testNow } from '../../../tests/support/server.ts';
import {
  early,
  late,
  newsOf,
  newsTypesOf,
  offer,
  publishedId,
  readRequest,
  signInOnDuty,
  type OnDuty,
} from '../../../tests/support/swaps.ts';

const server = await startTestServer();
const { database } = server;
afterAll(() => server.close());
beforeEach(() => server.clock.set(testNow));

const today = '2026-11-16';

const reject = (person: OnDuty, requestId: string) =>
  person.post(`/api/exchange-requests/${requestId}/reject`);

test('a request closes when the last colleague who could take it says no', async () => {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { worksiteId });
  const sara = await signInOnDuty(server, late, { worksiteId });
  // not asked: they could not take it
  await signInOnDuty(server, late, { worksiteId, role: 'team_leader' });
  await signInOnDuty(server, buildDuty('ferie'), { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  expect(await reject(marco, requestId)).toMatchObject({
    status: 200,
    body: { request: { status: 'aperta', tab: 'rifiutati', userHasRejected: true } },
  });
  expect(await newsTypesOf(giulia)).toEqual([]);
  expect((await reject(sara, requestId)).status).toBe(200);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({
    status: 'rifiutata',
    closeReason: 'nobody_left',
    tab: 'rifiutati',
  });
  expect(await newsTypesOf(giulia)).toEqual(['exchange_rejected']);
  // a repeated tap answers the same
  expect((await reject(sara, requestId)).status).toBe(200);
  expect(await newsTypesOf(giulia)).toEqual(['exchange_rejected']);
});

test('a colleague whose offer was refused is not among those who could', async () => {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { worksiteId });
  const sara = await signInOnDuty(server, late, { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  await offer(marco, requestId);
  const refusal = { accepterUserId: marco.id };
  await giulia.send('DELETE', `/api/exchange-requests/${requestId}/cancel-pre-accept`, refusal);
  expect((await reject(sara, requestId)).status).toBe(200);
  expect((await readRequest(giulia, requestId)).body.status).toBe('rifiutata');
});

test('a request closes when the requester refuses the last colleague who could take it', async () => {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { worksiteId });
  const sara = await signInOnDuty(server, late, { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  await reject(sara, requestId);
  await offer(marco, requestId);
  const path = `/api/exchange-requests/${requestId}/cancel-pre-accept`;
  const refusal = { accepterUserId: marco.id };
  const closed = { status: 'rifiutata', closeReason: 'nobody_left', tab: 'rifiutati' };
  expect(await giulia.send('DELETE', path, refusal)).toMatchObject({
    status: 200,
    body: { request: closed },
  });
  // a repeated tap answers the same
  expect(await giulia.send('DELETE', path, refusal)).toMatchObject({ body: { request: closed } });
  expect(await newsTypesOf(giulia)).toEqual(['exchange_rejected', 'request_pre_accepted']);
  expect(await newsTypesOf(marco)).toEqual(['exchange_declined', 'new_exchange_request']);
  // the shift can be published again, also to them
  const again = await publishedId(giulia, giulia.shiftId);
  expect(await offer(marco, again)).toBeUndefined();
});

test.each([
  ['withdrawn', 'DELETE', 'cancel-pre-accept'],
  ['rejected', 'POST', 'reject'],
] as const)(
  'the last offer, %s, tells the requester once that nobody is left',
  async (_how, method, action) => {
    const giulia = await signInOnDuty(server, early);
    const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    const requestId = await publishedId(giulia, giulia.shiftId);
    await offer(marco, requestId);
    const answer = await marco.send(method, `/api/exchange-requests/${requestId}/${action}`);
    expect(answer).toMatchObject({ status: 200, body: { request: { status: 'rifiutata' } } });
    const news = (await newsOf(giulia)).filter(({ type }) => type === 'exchange_rejected');
    expect(news.map(({ message }) => message)).toEqual([
      'Nessun altro collega può accettare lo scambio di venerdì 20 novembre 2026: la richiesta è chiusa.',
    ]);
  },
);

test('an offer whose shift has begun lapses with the request', async () => {
  const giulia = await signInOnDuty(server, late, {}, { day: today });
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(
    server,
    buildDuty('sede', '11:00', '19:00'),
    { worksiteId },
    { day: today },
  );
  const sara = await signInOnDuty(server, late, { worksiteId }, { day: today });
  const requestId = await publishedId(giulia, giulia.shiftId, { requestedDate: today });
  await offer(marco, requestId);
  server.clock.set('2026-11-16T10:00:00.000Z');
  await reject(sara, requestId);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({
    status: 'rifiutata',
    preAcceptanceCount: 0,
  });
  expect((await readRequest(marco, requestId)).body).toMatchObject({ tab: 'rifiutati', isLapsed: true });
  expect(await brokenPromises(database)).toEqual([]);
});
