import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import { changeWorksite, setActive } from '../../../tests/support/accounts.ts';
import { approve, readApproval } from '../../../tests/support/approvals.ts';
import { outcomeOf } from '../../../tests/support/caller.ts';
import { dayAt, giveDay, publishedDay, signInWorker } from '../../../tests/support/days.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import {
  confirm,
  early,
  editRequest,
  notificationsOf,
  notificationTypesOf,
  offer,
  type OnDuty,
  pair,
  preAccept,
  publish,
  publishedId,
  readRequest,
  readTab,
  signInOnDuty,
} from '../../../tests/support/swaps.ts';
import {
  idOf,
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

const ceo = await server.signInCeo();
const change = (worksiteId: string, swapPolicy: Partial<SwapPolicy>) =>
  changeWorksite(ceo, worksiteId, { swapPolicy });

async function setPolicy(worksiteId: string, swapPolicy: Partial<SwapPolicy>): Promise<void> {
  expect((await change(worksiteId, swapPolicy)).status).toBe(200);
}

/** Giulia works on Friday from 06:00, 05:00 in UTC, Marco from 14:00. */
const tooLate = '409 exchange_past_cutoff';
/** The last moment before a cut-off of 24 hours, and the first after it. */
const [inTime, late24] = ['2026-11-19T04:59:59.000Z', '2026-11-19T05:00:00.000Z'];

/** A person at a moment, signed in then. */
function at(moment: string, person: OnDuty): Promise<SignedInCaller> {
  server.clock.set(moment);
  return server.signInAs(person);
}

describe('a cut-off before the shift', () => {
  test('is the last moment to publish, pre-accept and confirm', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    await setPolicy(worksiteId, { cutoffHours: 24 });
    const her = (moment: string) => at(moment, giulia);
    const him = (moment: string) => at(moment, marco);
    const refused = await publish(await her(late24), giulia.shiftId);
    expect(outcomeOf(refused)).toBe(tooLate);
    expect(refused.refusal.message).toBe(
      'Nel tuo cantiere uno scambio si conferma al massimo 24 ore prima del turno: ora è tardi, rivolgiti al responsabile.',
    );
    const requestId = await publishedId(await her(inTime), giulia.shiftId);
    expect((await readTab(await him(inTime), 'disponibili')).counts.disponibili).toBe(1);
    expect(outcomeOf(await preAccept(await him(late24), requestId))).toBe(tooLate);
    await offer(await him(inTime), requestId);
    expect(outcomeOf(await confirm(await her(late24), requestId))).toBe(tooLate);
    expect((await confirm(await her(inTime), requestId)).status).toBe(200);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('ends what is open, and both are told as at the beginning of the shift', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    await setPolicy(worksiteId, { cutoffHours: 24 });
    const requestId = await publishedId(giulia, giulia.shiftId);
    await offer(marco, requestId);
    server.clock.set(late24);
    const [her, him] = await Promise.all([giulia, marco].map(server.signInAs));
    // by its time, before any job has written so
    expect((await readRequest(her!, requestId)).body).toMatchObject({
      tab: 'rifiutati',
      status: 'annullata',
      closedAt: late24,
    });
    await expireRequests(server.context);
    expect((await notificationsOf(her!)).at(-1)).toMatchObject({ type: 'exchange_rejected' });
    expect((await notificationsOf(him!)).at(-1)).toMatchObject({ type: 'exchange_declined' });
    expect(outcomeOf(await confirm(her!, requestId))).toBe('409 exchange_closed');
  });

  test('counts for what is open from the moment at which it is set, and no longer once it is lifted', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const requestId = await publishedId(giulia, giulia.shiftId);
    await offer(marco, requestId);
    const expiry = (): Promise<object> =>
      database.one<object>(sql`select status, expires_at from exchange_requests where id = ${requestId}`);
    await setPolicy(worksiteId, { cutoffHours: 72 });
    expect(await expiry()).toEqual({ status: 'aperta', expiresAt: '2026-11-17T05:00:00.000Z' });
    await setPolicy(worksiteId, { cutoffHours: 2 });
    expect(await expiry()).toEqual({ status: 'aperta', expiresAt: '2026-11-20T03:00:00.000Z' });
    server.clock.set(late24);
    const boss = await server.signInCeo();
    await changeWorksite(boss, worksiteId, { swapPolicy: { cutoffHours: 48 } });
    expect(await expiry()).toEqual({ status: 'annullata', expiresAt: late24 });
    // what has ended stays so
    await changeWorksite(boss, worksiteId, { swapPolicy: { cutoffHours: 0 } });
    expect(await expiry()).toEqual({ status: 'annullata', expiresAt: late24 });
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('that is loosened once it has passed does not bring back what it ended, also where nothing has written so yet', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    await setPolicy(worksiteId, { cutoffHours: 24 });
    const requestId = await publishedId(giulia, giulia.shiftId);
    await offer(marco, requestId);
    server.clock.set(late24);
    const boss = await server.signInCeo();
    const { status } = await changeWorksite(boss, worksiteId, { swapPolicy: { cutoffHours: 2 } });
    expect(status).toBe(200);
    const [her, him] = [await at(late24, giulia), await at(late24, marco)];
    expect((await readRequest(her, requestId)).body).toMatchObject({ status: 'annullata', closedAt: late24 });
    expect(await notificationTypesOf(him)).toContain('exchange_declined');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('that is loosened in a running week lets what was agreed be swapped, and no day more', async () => {
    const worksiteId = await openTaxiWorksite(server);
    await setPolicy(worksiteId, { cutoffHours: 48 });
    const tiziana = await signInDriver(server, { [runningWeek]: 'rrPPPPP' }, { worksiteId });
    const fabio = await signInDriver(server, { [runningWeek]: 'rrMMMMM' }, { worksiteId });
    // Monday: her Wednesday is the first day that is far enough
    const requestId = await idOf(
      publishWeek(tiziana, '2026-11-18', { requestedShiftType: 'mattina', kind: 'settimana' }),
    );
    await offer(fabio, requestId);
    await setPolicy(worksiteId, { cutoffHours: 0 });
    const preview = (await readRequest(tiziana, requestId)).body.preAcceptedBy[0]?.offeredDuties;
    expect(preview?.map(({ date }) => date)).toEqual(['2026-11-19', '2026-11-20']);
    expect((await confirm(tiziana, requestId)).status).toBe(200);
    expect(await weekOf(tiziana, runningWeek)).toBe('rrPPPMM');
    expect(await weekOf(fabio, runningWeek)).toBe('rrMMMPP');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('that comes later or earlier moves the end of what waits for approval, and what is approved stays what was confirmed', async () => {
    const worksiteId = await openTaxiWorksite(server);
    const tiziana = await signInDriver(server, { [runningWeek]: 'rrrPPPP' }, { worksiteId });
    const fabio = await signInDriver(server, { [runningWeek]: 'rrrMMMM' }, { worksiteId });
    await setPolicy(worksiteId, { approval: 'sempre' });
    const requestId = await idOf(
      publishWeek(tiziana, '2026-11-18', { requestedShiftType: 'mattina', kind: 'settimana' }),
    );
    await offer(fabio, requestId);
    await setPolicy(worksiteId, { cutoffHours: 48 });
    await confirm(tiziana, requestId);
    const until = async () => (await readRequest(tiziana, requestId)).body.approvalUntil;
    expect(await until()).toBe('2026-11-17T05:00:00.000Z');
    await setPolicy(worksiteId, { cutoffHours: 0 });
    expect(await until()).toBe('2026-11-19T05:00:00.000Z');
    const { body: seen } = await readApproval(ceo, requestId);
    expect(seen.requester.gives.map(({ date }) => date)).toEqual(['2026-11-19', '2026-11-20']);
    expect((await approve(ceo, requestId, seen.version)).status).toBe(200);
    expect(await weekOf(tiziana, runningWeek)).toBe('rrrPPMM');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('of a swap of days counts for the colleague’s shift too: its offer ends, the request stays', async () => {
    const giulia = await signInWorker(server, 'r..E', { firstName: 'Giulia', lastName: 'Ferri' });
    const { worksiteId } = giulia;
    const marco = await signInWorker(server, 'L..r', { worksiteId, firstName: 'Marco', lastName: 'Bianchi' });
    await setPolicy(worksiteId, { cutoffHours: 12 });
    const requestId = await publishedDay(giulia, 3, [0]);
    await giveDay(marco, requestId, 0);
    // Monday 14:00 in Rome less 12 hours
    server.clock.set(`${dayAt(0)}T01:00:00.000Z`);
    await expireRequests(server.context);
    const [her, him] = await Promise.all([giulia, marco].map(server.signInAs));
    const news = (await notificationsOf(her!)).map(({ message }) => message);
    expect(news.at(-1)).toBe(
      'Il turno che Marco Bianchi offriva (lun 23 nov, 14:00–22:00) inizia tra meno di 12 ore e non si può più scambiare: la sua offerta è decaduta, la tua richiesta resta aperta.',
    );
    expect((await notificationsOf(him!)).at(-1)?.message).toBe(
      'Il tuo turno di lun 23 nov, 14:00–22:00 inizia tra meno di 12 ore e Giulia Ferri non ha confermato: la tua pre-accettazione è decaduta.',
    );
    expect((await readRequest(her!, requestId)).body).toMatchObject({
      status: 'aperta',
      preAcceptanceCount: 0,
    });
    expect((await readTab(him!, 'disponibili')).requests).toEqual([]);
  });

  test('that comes earlier ends at once the offers of a swap of days that it has passed', async () => {
    const giulia = await signInWorker(server, 'r..E');
    const { worksiteId } = giulia;
    const marco = await signInWorker(server, 'L..r', { worksiteId });
    const requestId = await publishedDay(giulia, 3, [0]);
    await giveDay(marco, requestId, 0);
    server.clock.set(`${dayAt(0)}T01:00:00.000Z`);
    const boss = await server.signInAs(ceo);
    expect((await changeWorksite(boss, worksiteId, { swapPolicy: { cutoffHours: 12 } })).status).toBe(200);
    const { offers } = await database.one<{ offers: number }>(sql`
      select count(*) as offers from pre_acceptances where request_id = ${requestId} and status = 'offerta'`);
    expect(offers).toBe(0);
  });
});

describe('kinds of swaps that a worksite does not offer', () => {
  test('cannot be published, and the answer says which can', async () => {
    const { giulia, worksiteId } = await pair(server);
    await setPolicy(worksiteId, { kinds: ['giorno'] });
    const refused = await publish(giulia, giulia.shiftId);
    expect(outcomeOf(refused)).toBe('409 exchange_kind_switched_off');
    expect(refused.refusal.message).toBe(
      'Nel tuo cantiere ora puoi chiedere un altro giorno. Per altri scambi rivolgiti al responsabile.',
    );
    const query = { offeredShiftId: giulia.shiftId };
    expect((await giulia.ask('GET /api/exchange-requests/preview', { query })).publish).toEqual({
      isAllowed: false,
      reason: refused.refusal.message,
    });
    expect((await giulia.ask('GET /api/exchange-requests/days', { query })).publish.isAllowed).toBe(true);
    await setPolicy(worksiteId, { kinds: [] });
    expect((await giulia.ask('GET /api/exchange-requests/days', { query })).publish).toEqual({
      isAllowed: false,
      reason:
        'Nel tuo cantiere ora non si chiedono nuovi scambi. Per altri scambi rivolgiti al responsabile.',
    });
    expect((await giulia.ask('GET /api/auth/user')).worksite.swapPolicy.kinds).toEqual([]);
    expect(await database.many(sql`select from exchange_requests where requester_id = ${giulia.id}`)).toEqual(
      [],
    );
  });

  test('go on where they are open, but for another shift', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const requestId = await publishedId(giulia, giulia.shiftId);
    const other = await signInOnDuty(server, early, { worksiteId });
    const otherId = await publishedId(other, other.shiftId);
    await setPolicy(worksiteId, { kinds: ['giorno'] });
    const edit = (offeredShiftId: string, requestedDate: string) =>
      editRequest(giulia, requestId, {
        offeredShiftId,
        requestedDate,
        requestedShiftType: 'sera',
        message: 'Grazie',
      });
    const { body } = await giulia.call('POST /api/shifts', {
      body: { date: '2026-11-21', workLocation: 'sede', startTime: '06:00', endTime: '14:00' },
    });
    expect(outcomeOf(await edit(body.id, '2026-11-21'))).toBe('409 exchange_kind_switched_off');
    expect((await edit(giulia.shiftId, '2026-11-20')).status).toBe(200);
    await offer(marco, requestId);
    expect((await confirm(giulia, requestId)).status).toBe(200);
    expect((await readRequest(other, otherId)).body.status).toBe('aperta');
    expect(await violatedInvariants(database)).toEqual([]);
  });
});

describe('PATCH /api/ceo/worksites/{id}', () => {
  test('tells the active people what is other, once, and keeps it on record', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    await setActive(ceo, marco.id, false);
    await setPolicy(worksiteId, { cutoffHours: 24, kinds: ['turno'] });
    await setPolicy(worksiteId, { cutoffHours: 24, kinds: ['turno'] });
    await setPolicy(worksiteId, { kinds: ['giorno', 'turno'] });
    const told = (await notificationsOf(giulia)).map(({ type, message }) => `${type}: ${message}`);
    expect(told.toSorted()).toEqual([
      'rules_changed: Gli scambi ora si confermano fino a 24 ore prima del turno. Nel tuo cantiere ora puoi chiedere un altro orario.',
      'rules_changed: Nel tuo cantiere ora puoi chiedere un altro orario e un altro giorno.',
    ]);
    const toldMarco = await database.many(sql`
      select from notifications where user_id = ${marco.id} and type = 'rules_changed'`);
    expect(toldMarco).toEqual([]);
    const acts = await database.many<{ before: object; after: object }>(sql`
      select before, after from audit_log where target_id = ${worksiteId} and action = 'worksite_changed'
      order by id`);
    const all = { cutoffHours: 0, kinds: ['turno', 'giorno'], approval: 'automatica' };
    const few = { cutoffHours: 24, kinds: ['turno'], approval: 'automatica' };
    expect(acts).toMatchObject([
      { before: { swapPolicy: all }, after: { swapPolicy: few } },
      { before: { swapPolicy: few }, after: { swapPolicy: few } },
      { before: { swapPolicy: few }, after: { swapPolicy: { ...few, kinds: ['turno', 'giorno'] } } },
    ]);
    // all kinds are kept as such
    expect(await database.one(sql`select swap_kinds from worksites where id = ${worksiteId}`)).toEqual({
      swapKinds: null,
    });
  });

  test('refuses what is no choice, a kind of the other variant, and everybody but the CEO', async () => {
    const { giulia, worksiteId } = await pair(server);
    const wrong = [{ cutoffHours: 5 }, { cutoffHours: -24 }, { kinds: ['sempre'] }, { kinds: ['ferie'] }];
    for (const policy of wrong) {
      const answer = await change(worksiteId, policy as never);
      expect([policy, outcomeOf(answer)]).toEqual([policy, '400 invalid_data']);
    }
    const body = { swapPolicy: { cutoffHours: 24 } } as const;
    const params = { id: worksiteId };
    expect(await giulia.statusOf('PATCH /api/ceo/worksites/:id', { params, body })).toBe(403);
    const admin = await server.signIn({ role: 'admin' });
    expect(await admin.statusOf('PATCH /api/ceo/worksites/:id', { params, body })).toBe(403);
    expect((await giulia.ask('GET /api/auth/user')).worksite.swapPolicy.cutoffHours).toBe(0);
  });

  test('by two CEOs at once: one after the other, each with what the one before left on record', async () => {
    const { giulia, worksiteId } = await pair(server);
    await Promise.all([
      setPolicy(worksiteId, { cutoffHours: 24 }),
      setPolicy(worksiteId, { cutoffHours: 48 }),
      setPolicy(worksiteId, { kinds: [] }),
    ]);
    type Recorded = { swapPolicy: SwapPolicy };
    const acts = await database.many<{ before: Recorded; after: Recorded }>(sql`
      select before, after from audit_log where target_id = ${worksiteId} and action = 'worksite_changed'
      order by id`);
    const stored = (await giulia.ask('GET /api/auth/user')).worksite.swapPolicy;
    expect(acts.map(({ after }) => after.swapPolicy).at(-1)).toEqual(stored);
    expect(acts.slice(1).map(({ before }) => before.swapPolicy)).toEqual(
      acts.slice(0, -1).map(({ after }) => after.swapPolicy),
    );
    expect(stored.kinds).toEqual([]);
  });
});
