import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, late, type OnDuty, signInOnDuty } from '../../../tests/support/swaps.ts';
import { expireRequests } from './commands.expire.ts';

// Colleagues decline and the requester refuses offers: whether anybody is left who could take the request.

const server = await testServer();

const nobodyLeft =
  'Per ora nessun altro può accettare lo scambio di venerdì 20 novembre 2026: la richiesta resta aperta fino alla scadenza. Prova con un turno di un altro giorno o cerca un altro tipo di turno.';

/** Giulia has published an early shift; this many colleagues have a late one. */
async function published(count: number) {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const colleagues: OnDuty[] = [];
  while (colleagues.length < count) colleagues.push(await signInOnDuty(server, late, { worksiteId }));
  const [marco, sara] = colleagues as [OnDuty, OnDuty];
  const requestId = await giulia.publishedId(giulia.shiftId);
  const card = async () => (await giulia.readRequest(requestId)).body;
  return { giulia, marco, sara, worksiteId, requestId, card };
}

/** The failure notifications the requester received about it. */
const failuresOf = async (person: OnDuty): Promise<string[]> =>
  (await person.notifications())
    .filter(({ type }) => type === 'exchange_rejected')
    .map(({ message }) => message);

test('a request that everybody rejects stays open; its requester is told once that nobody is left', async () => {
  const { giulia, marco, sara, worksiteId, requestId, card } = await published(2);
  // not asked: they could not take it
  await signInOnDuty(server, late, { worksiteId, role: 'team_leader' });
  await signInOnDuty(server, buildDuty('ferie'), { worksiteId });
  expect(await marco.reject(requestId)).toMatchObject({
    status: 200,
    body: { request: { status: 'aperta', tab: 'rifiutati', userHasRejected: true, nobodyLeft: false } },
  });
  expect(await giulia.notificationTypes()).toEqual([]);
  // a repeated tap answers the same
  for (let time = 0; time < 2; time += 1) expect((await sara.reject(requestId)).status).toBe(200);
  expect(await card()).toMatchObject({ status: 'aperta', closeReason: null, tab: 'mie', nobodyLeft: true });
  expect(await failuresOf(giulia)).toEqual([nobodyLeft]);
  // only the requester may know
  expect((await marco.readRequest(requestId)).body.nobodyLeft).toBe(false);
});

test('people who rejected it, and people who come later, can still accept it and swap', async () => {
  const { giulia, marco, worksiteId, requestId, card } = await published(1);
  await marco.reject(requestId);
  expect((await marco.readRequest(requestId)).body.preAccept.isAllowed).toBe(true);
  await marco.offer(requestId);
  expect((await card()).nobodyLeft).toBe(false);
  // withdrawing again leaves nobody, but the requester already knows
  server.clock.advance(60);
  await marco.takeBack(requestId);
  expect((await card()).nobodyLeft).toBe(true);
  expect(await failuresOf(giulia)).toEqual([
    nobodyLeft,
    expect.stringContaining('ha annullato la sua offerta'),
  ]);
  await (await signInOnDuty(server, late, { worksiteId })).offer(requestId);
  expect((await giulia.confirm(requestId)).body.request.status).toBe('completata');
});

test('the requester’s refusal of the only offer is final for that colleague, and leaves the request open', async () => {
  const { giulia, marco, worksiteId, requestId, card } = await published(1);
  await marco.offer(requestId);
  const open = { status: 'aperta', nobodyLeft: true, tab: 'mie' };
  // a repeated tap answers the same
  for (let time = 0; time < 2; time += 1) {
    const answer = await giulia.takeBack(requestId, marco.id);
    expect(answer).toMatchObject({ status: 200, body: { request: open } });
  }
  expect(await giulia.notificationTypes()).toEqual(['exchange_rejected', 'request_pre_accepted']);
  const declined = (await marco.notifications()).filter(({ type }) => type === 'exchange_declined');
  expect(declined).toMatchObject([{ title: 'Pre-accettazione rifiutata', relatedRequestId: requestId }]);
  expect((await marco.readRequest(requestId)).body.preAccept.isAllowed).toBe(false);
  await (await signInOnDuty(server, late, { worksiteId })).offer(requestId);
  expect((await card()).tab).toBe('pre-accettati');
});

test('nobody is left once the last one who offered deletes their shift', async () => {
  const { giulia, marco, sara, requestId, card } = await published(2);
  await marco.reject(requestId);
  await sara.offer(requestId);
  await sara.deleteShift(sara.shiftId);
  expect(await card()).toMatchObject({ status: 'aperta', nobodyLeft: true });
  expect(await failuresOf(giulia)).toEqual([nobodyLeft]);
});

test('another shift starts afresh: earlier answers do not count', async () => {
  const { giulia, marco, requestId, card } = await published(1);
  await marco.reject(requestId);
  const day = '2026-11-21';
  const shiftId = await buildShift(server.context, giulia, day, early);
  await buildShift(server.context, marco, day, late);
  const edit = { offeredShiftId: shiftId, requestedShiftType: 'pomeriggio', requestedDate: day } as const;
  expect((await giulia.editRequest(requestId, edit)).status).toBe(200);
  expect((await card()).nobodyLeft).toBe(false);
  expect((await marco.readRequest(requestId)).body).toMatchObject({
    userHasRejected: false,
    tab: 'disponibili',
    preAccept: { isAllowed: true },
  });
  await marco.reject(requestId);
  // once more, for that day
  expect(await failuresOf(giulia)).toHaveLength(2);
});

describe('once its shift begins a request is', () => {
  const no = ({ marco, requestId }: Awaited<ReturnType<typeof published>>) => marco.reject(requestId);
  const yes = ({ marco, requestId }: Awaited<ReturnType<typeof published>>) => marco.offer(requestId);

  test.each<[string, string, number, ((world: Awaited<ReturnType<typeof published>>) => Promise<unknown>)[]]>(
    [
      ['rifiutata', 'somebody said no and nobody else could take it', 1, [no]],
      [
        'rifiutata',
        'the only offer was refused',
        1,
        [yes, ({ giulia, marco, requestId }) => giulia.takeBack(requestId, marco.id)],
      ],
      ['annullata', 'somebody else could have taken it', 2, [no]],
      ['annullata', 'nobody said anything, though nobody could take it', 0, []],
    ],
  )('%s where %s', async (status, _where, count, acts) => {
    const world = await published(count);
    for (const act of acts) await act(world);
    server.clock.set('2026-11-20T05:00:00.000Z');
    const her = await server.signInAs(world.giulia);
    const card = async () => (await her.readRequest(world.requestId)).body;
    const shown = await card();
    const closeReason = status === 'rifiutata' ? 'nobody_left' : 'day_begun';
    expect(shown).toMatchObject({ status, closeReason, tab: 'rifiutati', nobodyLeft: false });
    // the card was right before the job ran
    await expireRequests(server.context);
    expect(await card()).toEqual(shown);
  });
});
