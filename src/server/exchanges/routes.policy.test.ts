import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import { idOf } from '../../../tests/support/caller.ts';
import { dayAt, giveDay, publishedDay, workers } from '../../../tests/support/days.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { offered, type OnDuty, pair, published } from '../../../tests/support/swaps.ts';
import {
  openTaxiWorksite,
  publishWeek,
  runningWeek,
  signInDriver,
  weekOf,
} from '../../../tests/support/taxi.ts';
import type { SwapPolicy } from '../../domain/worksites/swapPolicy.ts';
import { expireRequests } from './commands.expire.ts';

const server = await testServer();
const { database } = server;
afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

const change = async (worksiteId: string, swapPolicy: Partial<SwapPolicy>) =>
  (await server.signInCeo()).changeWorksite(worksiteId, { swapPolicy });

async function setPolicy(worksiteId: string, swapPolicy: Partial<SwapPolicy>): Promise<void> {
  expect((await change(worksiteId, swapPolicy)).status).toBe(200);
}

/** The last instant before a cut-off of 24 hours, and the first after it: Giulia works on Friday from 06:00, 05:00 in UTC. */
const [inTime, late24] = ['2026-11-19T04:59:59.000Z', '2026-11-19T05:00:00.000Z'];

/** Signs a person in at this instant. */
function at(moment: string, person: OnDuty): Promise<SignedInCaller> {
  server.clock.set(moment);
  return server.signInAs(person);
}

describe('a cut-off before the shift', () => {
  test('is the last moment to publish, pre-accept and confirm', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    await setPolicy(worksiteId, { cutoffHours: 24 });
    const tooLate = '409 exchange_past_cutoff';
    const refused = await (await at(late24, giulia)).publish(giulia.shiftId);
    expect([refused.outcome, refused.refusal.message]).toEqual([
      tooLate,
      'Nel tuo cantiere uno scambio si conferma al massimo 24 ore prima del turno: ora è tardi, rivolgiti al responsabile.',
    ]);
    const requestId = await (await at(inTime, giulia)).publishedId(giulia.shiftId);
    expect((await (await at(late24, marco)).preAccept(requestId)).outcome).toBe(tooLate);
    await (await at(inTime, marco)).offer(requestId);
    expect((await (await at(late24, giulia)).confirm(requestId)).outcome).toBe(tooLate);
    expect((await (await at(inTime, giulia)).confirm(requestId)).status).toBe(200);
  });

  test('applies to open requests as soon as it is set, until it is lifted', async () => {
    const { worksiteId, requestId } = await offered(server);
    const expiry = (): Promise<object> =>
      database.one(sql`select status, expires_at from exchange_requests where id = ${requestId}`);
    await setPolicy(worksiteId, { cutoffHours: 72 });
    expect(await expiry()).toEqual({ status: 'aperta', expiresAt: '2026-11-17T05:00:00.000Z' });
    await setPolicy(worksiteId, { cutoffHours: 2 });
    expect(await expiry()).toEqual({ status: 'aperta', expiresAt: '2026-11-20T03:00:00.000Z' });
    server.clock.set(late24);
    await setPolicy(worksiteId, { cutoffHours: 48 });
    const ended = { status: 'annullata', expiresAt: late24 };
    expect(await expiry()).toEqual(ended);
    // ended requests stay ended
    await setPolicy(worksiteId, { cutoffHours: 0 });
    expect(await expiry()).toEqual(ended);
  });

  test('loosened after it has passed, does not revive what it ended, even if nothing has stored that yet', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    await setPolicy(worksiteId, { cutoffHours: 24 });
    const requestId = await giulia.publishedId(giulia.shiftId);
    await marco.offer(requestId);
    server.clock.set(late24);
    await setPolicy(worksiteId, { cutoffHours: 2 });
    const [her, him] = [await at(late24, giulia), await at(late24, marco)];
    const ended = { status: 'annullata', closedAt: late24 };
    expect((await her.readRequest(requestId)).body).toMatchObject(ended);
    expect(await him.notificationTypes()).toContain('exchange_declined');
  });

  /** Two drivers of a worksite in a week that began on Saturday; today is Monday. */
  const drivers = async (hers: string, his: string, policy: Partial<SwapPolicy>) => {
    const worksiteId = await openTaxiWorksite(server);
    await setPolicy(worksiteId, policy);
    const tiziana = await signInDriver(server, { [runningWeek]: hers }, { worksiteId });
    const fabio = await signInDriver(server, { [runningWeek]: his }, { worksiteId });
    const requestId = await idOf(publishWeek(tiziana, '2026-11-18', { requestedShiftType: 'mattina' }));
    await fabio.offer(requestId);
    return { worksiteId, tiziana, fabio, requestId };
  };
  const daysOf = (duties: readonly { date: string }[] | undefined) => duties?.map(({ date }) => date);

  test('loosened in a week already running, lets people swap what was agreed, and no day more', async () => {
    // her Wednesday is the first day outside the cut-off
    const policy = { cutoffHours: 48 as const };
    const { worksiteId, tiziana, fabio, requestId } = await drivers('rrPPPPP', 'rrMMMMM', policy);
    await setPolicy(worksiteId, { cutoffHours: 0 });
    const [own] = (await tiziana.readRequest(requestId)).body.preAcceptedBy;
    expect(daysOf(own?.offeredDuties)).toEqual(['2026-11-19', '2026-11-20']);
    expect((await tiziana.confirm(requestId)).status).toBe(200);
    expect([await weekOf(tiziana, runningWeek), await weekOf(fabio, runningWeek)]).toEqual([
      'rrPPPMM',
      'rrMMMPP',
    ]);
  });

  test('moves the end of the wait for approval; an approved swap is the one that was confirmed', async () => {
    const policy = { approval: 'sempre' as const };
    const { worksiteId, tiziana, requestId } = await drivers('rrrPPPP', 'rrrMMMM', policy);
    await setPolicy(worksiteId, { cutoffHours: 48 });
    await tiziana.confirm(requestId);
    const until = async () => (await tiziana.readRequest(requestId)).body.approvalUntil;
    expect(await until()).toBe('2026-11-17T05:00:00.000Z');
    await setPolicy(worksiteId, { cutoffHours: 0 });
    expect(await until()).toBe('2026-11-19T05:00:00.000Z');
    const ceo = await server.signInCeo();
    const { version, requester } = (await ceo.readApproval(requestId)).body;
    expect(daysOf(requester.gives)).toEqual(['2026-11-19', '2026-11-20']);
    expect((await ceo.approve(requestId, version)).status).toBe(200);
    expect(await weekOf(tiziana, runningWeek)).toBe('rrrPPMM');
  });

  test.each([
    ['set before', true],
    ['set as it has passed', false],
  ])(
    'of a swap of days counts for the colleague’s shift too: its offer ends, %s',
    async (_when, isBefore) => {
      const { giulia, marco } = await workers(server, 'r..E', 'L..r');
      const set = () => setPolicy(giulia.worksiteId, { cutoffHours: 12 });
      if (isBefore) await set();
      const requestId = await publishedDay(giulia, 3, [0]);
      await giveDay(marco, requestId, 0);
      // Monday 14:00 in Rome minus 12 hours
      server.clock.set(`${dayAt(0)}T01:00:00.000Z`);
      if (!isBefore) await set();
      else await expireRequests(server.context);
      const [her, him] = await Promise.all([giulia, marco].map(server.signInAs));
      for (const person of [her!, him!]) {
        expect((await person.messages()).join()).toContain('inizia tra meno di 12 ore e');
      }
      const open = { status: 'aperta', preAcceptanceCount: 0 };
      expect((await her!.readRequest(requestId)).body).toMatchObject(open);
      expect((await him!.readTab('disponibili')).requests).toEqual([]);
    },
  );
});

describe('kinds of swaps that a worksite does not offer', () => {
  test('cannot be published, and the refusal names those that can', async () => {
    const { giulia, worksiteId } = await pair(server);
    await setPolicy(worksiteId, { kinds: ['giorno'] });
    const refused = await giulia.publish(giulia.shiftId);
    const reason =
      'Nel tuo cantiere ora puoi chiedere un altro giorno. Per altri scambi rivolgiti al responsabile.';
    expect([refused.outcome, refused.refusal.message]).toEqual(['409 exchange_kind_switched_off', reason]);
    const query = { offeredShiftId: giulia.shiftId };
    const preview = await giulia.ask('GET /api/exchange-requests/preview', { query });
    expect(preview.publish).toEqual({ isAllowed: false, reason });
    const days = await giulia.ask('GET /api/exchange-requests/days', { query });
    expect(days.publish.isAllowed).toBe(true);
  });

  test('continue if already open, but not with another shift', async () => {
    const { giulia, marco, worksiteId, requestId } = await published(server);
    await setPolicy(worksiteId, { kinds: ['giorno'] });
    const { id } = await giulia.ask('POST /api/shifts', {
      body: { date: '2026-11-21', workLocation: 'sede', startTime: '06:00', endTime: '14:00' },
    });
    const edited = async (offeredShiftId: string, requestedDate: string) => {
      const edit = { offeredShiftId, requestedDate, requestedShiftType: 'sera', message: 'Grazie' } as const;
      return (await giulia.editRequest(requestId, edit)).outcome;
    };
    expect(await edited(id, '2026-11-21')).toBe('409 exchange_kind_switched_off');
    expect(await edited(giulia.shiftId, '2026-11-20')).toBe('200');
    await marco.offer(requestId);
    expect((await giulia.confirm(requestId)).status).toBe(200);
  });
});

describe('PATCH /api/ceo/worksites/{id}', () => {
  test('tells the active people what changed, once, and audits it', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    await (await server.signInCeo()).setActive(marco.id, false);
    for (let time = 0; time < 2; time += 1)
      await setPolicy(worksiteId, { cutoffHours: 24, kinds: ['turno'] });
    await setPolicy(worksiteId, { kinds: ['giorno', 'turno'] });
    expect((await giulia.messages()).toSorted()).toEqual([
      'Gli scambi ora si confermano fino a 24 ore prima del turno. Nel tuo cantiere ora puoi chiedere un altro orario.',
      'Nel tuo cantiere ora puoi chiedere un altro orario e un altro giorno.',
    ]);
    expect(await database.many(sql`select from notifications where user_id = ${marco.id}`)).toEqual([]);
    const acts = await database.many(sql`
      select before, after from audit_log where target_id = ${worksiteId} and action = 'worksite_changed'
      order by id`);
    const all = { cutoffHours: 0, kinds: ['turno', 'giorno'], approval: 'automatica' };
    const few = { ...all, cutoffHours: 24, kinds: ['turno'] };
    expect(acts).toMatchObject([
      { before: { swapPolicy: all }, after: { swapPolicy: few } },
      { before: { swapPolicy: few }, after: { swapPolicy: few } },
      { before: { swapPolicy: few }, after: { swapPolicy: { ...all, cutoffHours: 24 } } },
    ]);
  });
});
