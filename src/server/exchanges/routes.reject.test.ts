import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { setActive } from '../../../tests/support/accounts.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  changeShift,
  confirm,
  deleteShift,
  early,
  editRequest,
  late,
  notificationsOf,
  notificationTypesOf,
  offer,
  type OnDuty,
  publishedId,
  readRequest,
  reject,
  signInOnDuty,
  takeBack,
} from '../../../tests/support/swaps.ts';
import { expireRequests } from './commands.expire.ts';

const server = await testServer();
const { database } = server;

const today = '2026-11-16';
/** When the shift of `swapDay` begins. */
const begun = '2026-11-20T05:00:00.000Z';
const nobodyLeft =
  'Per ora nessun altro può accettare lo scambio di venerdì 20 novembre 2026: la richiesta resta aperta fino alla scadenza. Prova con un turno di un altro giorno o cerca un altro tipo di turno.';

const refuse = (requester: OnDuty, requestId: string, colleague: OnDuty) =>
  takeBack(requester, requestId, colleague.id);

/** Giulia has published an early shift; so many colleagues have a late one. */
async function published(count: number) {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const colleagues: OnDuty[] = [];
  while (colleagues.length < count) colleagues.push(await signInOnDuty(server, late, { worksiteId }));
  const [marco, sara] = colleagues as [OnDuty, OnDuty];
  return { giulia, marco, sara, worksiteId, requestId: await publishedId(giulia, giulia.shiftId) };
}

/** What the requester was told of it as a failure. */
const failuresOf = async (person: OnDuty): Promise<string[]> =>
  (await notificationsOf(person))
    .filter(({ type }) => type === 'exchange_rejected')
    .map(({ message }) => message);

test('who rejected is asked again when the request offers something else', async () => {
  const { giulia, sara, requestId } = await published(2);
  await reject(sara, requestId);
  const day = '2026-11-24';
  const shiftId = await buildShift(server.context, giulia, day, early);
  await buildShift(server.context, sara, day, late);
  const body = { offeredShiftId: shiftId, requestedDate: day, requestedShiftType: 'pomeriggio' } as const;
  const params = { id: requestId };
  expect(await giulia.statusOf('PUT /api/exchange-requests/:id', { params, body })).toBe(200);
  expect((await readRequest(sara, requestId)).body).toMatchObject({
    userHasRejected: false,
    tab: 'disponibili',
    preAccept: { isAllowed: true },
  });
});

test('a request that everybody rejects stays open; its requester hears once that nobody is left', async () => {
  const { giulia, marco, sara, worksiteId, requestId } = await published(2);
  // not asked: they could not take it
  await signInOnDuty(server, late, { worksiteId, role: 'team_leader' });
  await signInOnDuty(server, buildDuty('ferie'), { worksiteId });
  expect(await reject(marco, requestId)).toMatchObject({
    status: 200,
    body: { request: { status: 'aperta', tab: 'rifiutati', userHasRejected: true, nobodyLeft: false } },
  });
  expect(await notificationTypesOf(giulia)).toEqual([]);
  expect((await reject(sara, requestId)).status).toBe(200);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({
    status: 'aperta',
    closeReason: null,
    tab: 'mie',
    nobodyLeft: true,
  });
  expect(await failuresOf(giulia)).toEqual([nobodyLeft]);
  // a repeated tap answers the same
  expect((await reject(sara, requestId)).status).toBe(200);
  expect(await failuresOf(giulia)).toHaveLength(1);
  // whose request it is, is for them to know
  expect((await readRequest(marco, requestId)).body).toMatchObject({ status: 'aperta', nobodyLeft: false });
});

test('who rejected it can think again, as can who comes later, and it is swapped', async () => {
  const { giulia, marco, worksiteId, requestId } = await published(1);
  await reject(marco, requestId);
  expect((await readRequest(marco, requestId)).body.preAccept.isAllowed).toBe(true);
  await offer(marco, requestId);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({ nobodyLeft: false });
  // taken back again it leaves nobody, which is no news any more
  server.clock.advance(60);
  await takeBack(marco, requestId);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({ nobodyLeft: true });
  expect(await failuresOf(giulia)).toEqual([
    nobodyLeft,
    expect.stringContaining('ha annullato la sua offerta'),
  ]);
  const lina = await signInOnDuty(server, late, { worksiteId });
  await offer(lina, requestId);
  expect((await confirm(giulia, requestId)).body.request.status).toBe('completata');
});

test('the requester’s refusal of the only offer leaves the request open to others', async () => {
  const { giulia, marco, worksiteId, requestId } = await published(1);
  await offer(marco, requestId);
  const open = { status: 'aperta', nobodyLeft: true, tab: 'mie' } as const;
  expect(await refuse(giulia, requestId, marco)).toMatchObject({ status: 200, body: { request: open } });
  // a repeated tap answers the same
  expect(await refuse(giulia, requestId, marco)).toMatchObject({ body: { request: open } });
  expect(await notificationTypesOf(giulia)).toEqual(['exchange_rejected', 'request_pre_accepted']);
  expect(await notificationTypesOf(marco)).toEqual(['exchange_declined', 'new_exchange_request']);
  expect((await notificationsOf(marco)).find(({ type }) => type === 'exchange_declined')).toMatchObject({
    title: 'Pre-accettazione rifiutata',
    message: expect.stringMatching(
      /^\S+ \S+ ha rifiutato la tua pre-accettazione per venerdì 20 novembre 2026\.$/u,
    ),
    relatedRequestId: requestId,
  });
  // final for him
  expect((await readRequest(marco, requestId)).body.preAccept.isAllowed).toBe(false);
  const sara = await signInOnDuty(server, late, { worksiteId });
  await offer(sara, requestId);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({ tab: 'pre-accettati' });
});

test('a colleague whose offer was refused is not among those who could', async () => {
  const { giulia, marco, sara, requestId } = await published(2);
  await offer(marco, requestId);
  await refuse(giulia, requestId, marco);
  expect(await failuresOf(giulia)).toEqual([]);
  await reject(sara, requestId);
  expect(await failuresOf(giulia)).toEqual([nobodyLeft]);
});

test.each([
  ['withdrawn', 'DELETE', 'cancel-pre-accept'],
  ['rejected', 'POST', 'reject'],
] as const)(
  'the last offer, %s, tells the requester once that nobody is left',
  async (_how, method, action) => {
    const { giulia, marco, requestId } = await published(1);
    await offer(marco, requestId);
    const answer = await marco.callUntyped(`${method} /api/exchange-requests/${requestId}/${action}`);
    expect(answer).toMatchObject({ status: 200, body: { request: { status: 'aperta' } } });
    expect(await failuresOf(giulia)).toEqual([nobodyLeft]);
  },
);

test.each([
  ['changes', (sara: OnDuty) => changeShift(sara, sara.shiftId, { startTime: '13:00' })],
  ['deletes', (sara: OnDuty) => deleteShift(sara, sara.shiftId)],
])('nor is anybody once the last one who offered %s their shift', async (_how, change) => {
  const { giulia, marco, sara, requestId } = await published(2);
  await reject(marco, requestId);
  await offer(sara, requestId);
  await change(sara);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({ status: 'aperta', nobodyLeft: true });
  expect(await notificationTypesOf(giulia)).toEqual([
    'exchange_rejected',
    'request_pre_accepted',
    'shift_updated',
  ]);
});

test('nor once the last one who offered has swapped that shift elsewhere, or is deactivated', async () => {
  const { giulia, marco, sara, worksiteId, requestId } = await published(2);
  const tea = await signInOnDuty(server, late, { worksiteId });
  await reject(marco, requestId);
  await offer(sara, requestId);
  await offer(tea, requestId);
  const luca = await signInOnDuty(server, buildDuty('sede', '05:00', '13:00'), { worksiteId });
  const other = await publishedId(luca, luca.shiftId);
  await reject(luca, requestId);
  await offer(sara, other);
  await confirm(luca, other);
  // Tea's stands, and Sara may offer what she has now
  expect((await readRequest(giulia, requestId)).body).toMatchObject({ nobodyLeft: false });
  await reject(sara, requestId);
  const ceo = await server.signInCeo();
  await setActive(ceo, tea.id, false);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({ status: 'aperta', nobodyLeft: true });
  expect(await failuresOf(giulia)).toEqual([nobodyLeft]);
});

test('another shift is asked for anew: what was said of the old one does not count', async () => {
  const { giulia, marco, requestId } = await published(1);
  await reject(marco, requestId);
  const day = '2026-11-21';
  const shiftId = await buildShift(server.context, giulia, day, early);
  await buildShift(server.context, marco, day, late);
  const edit = { offeredShiftId: shiftId, requestedShiftType: 'pomeriggio', requestedDate: day } as const;
  expect((await editRequest(giulia, requestId, edit)).status).toBe(200);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({ nobodyLeft: false });
  await reject(marco, requestId);
  // of that day once more
  expect(await failuresOf(giulia)).toHaveLength(2);
});

describe('once its shift begins, a request', () => {
  const expired = async (person: OnDuty, requestId: string) => {
    server.clock.set(begun);
    const back = await server.signInAs(person);
    const shown = (await readRequest(back, requestId)).body;
    await expireRequests(server.context);
    // the card was right before the job had run
    expect((await readRequest(back, requestId)).body).toEqual(shown);
    return shown;
  };

  test('is refused where somebody said no and nobody else could take it', async () => {
    const { giulia, marco, requestId } = await published(1);
    await reject(marco, requestId);
    expect(await expired(giulia, requestId)).toMatchObject({
      status: 'rifiutata',
      closeReason: 'nobody_left',
      tab: 'rifiutati',
      nobodyLeft: false,
    });
  });

  test('is refused where the only offer was refused', async () => {
    const { giulia, marco, requestId } = await published(1);
    await offer(marco, requestId);
    await refuse(giulia, requestId, marco);
    expect(await expired(giulia, requestId)).toMatchObject({ status: 'rifiutata' });
  });

  test('is annulled where somebody else could have taken it', async () => {
    const { giulia, marco, requestId } = await published(2);
    await reject(marco, requestId);
    expect(await expired(giulia, requestId)).toMatchObject({
      status: 'annullata',
      closeReason: 'day_begun',
    });
  });

  test('is annulled where who had rejected it thought again', async () => {
    const { giulia, marco, requestId } = await published(1);
    await reject(marco, requestId);
    await offer(marco, requestId);
    expect(await expired(giulia, requestId)).toMatchObject({ status: 'annullata' });
  });

  test('is annulled where nobody said anything, though nobody could take it', async () => {
    const { giulia, requestId } = await published(0);
    expect(await expired(giulia, requestId)).toMatchObject({ status: 'annullata' });
  });
});

test('an offer whose shift has begun stands until the request ends, and is nobody’s hope', async () => {
  const giulia = await signInOnDuty(server, late, {}, { day: today });
  const { worksiteId } = giulia;
  const day = { day: today };
  const marco = await signInOnDuty(server, buildDuty('sede', '11:00', '19:00'), { worksiteId }, day);
  const sara = await signInOnDuty(server, buildDuty('sede', '15:00', '23:00'), { worksiteId }, day);
  const requestId = await publishedId(giulia, giulia.shiftId, { requestedDate: today });
  await offer(marco, requestId);
  server.clock.set('2026-11-16T10:00:00.000Z');
  await reject(sara, requestId);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({
    status: 'aperta',
    nobodyLeft: true,
    preAcceptanceCount: 1,
  });
  server.clock.set('2026-11-16T13:00:00.000Z');
  await expireRequests(server.context);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({ status: 'rifiutata' });
  expect((await readRequest(marco, requestId)).body).toMatchObject({ tab: 'rifiutati', isLapsed: true });
  expect(await violatedInvariants(database)).toEqual([]);
});
