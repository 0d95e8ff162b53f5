import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import {
  approve,
  awaitedOf,
  awaiting,
  offeredForApproval,
  readApproval,
  refuseApproval,
  setApproval,
} from '../../../tests/support/approvals.ts';
import { outcomeOf } from '../../../tests/support/caller.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import {
  confirm,
  early,
  entryOf,
  late,
  notificationsOf,
  offer,
  preAccept,
  readCompleted,
  readRequest,
  signInOnDuty,
  swapDay,
} from '../../../tests/support/swaps.ts';
import { nextWeek, openTaxiWorksite, publishWeek, signInDriver } from '../../../tests/support/taxi.ts';
import { defaultRestRules } from '../../domain/worksites/schema.ts';

// Somebody approves a swap that waits, or refuses it.

const server = await testServer();
const { database } = server;
afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

const actsOn = (requestId: string) =>
  database.many(sql`select action, actor_id from audit_log where target_id = ${requestId} order by id`);

describe('what an approver reads', () => {
  test('is both duties and the verdicts, neither the message nor anything else', async () => {
    const { anna, requestId } = await awaiting(server);
    const { body } = await readApproval(anna, requestId);
    expect(body).toEqual({
      id: requestId,
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      kind: 'turno',
      worksiteName: anna.signedIn.worksite.name,
      weeks: null,
      requester: { name: 'Giulia Ferri', gives: [{ date: swapDay, ...early }], rest: [] },
      accepter: { name: 'Marco Bianchi', gives: [{ date: swapDay, ...late }], rest: [] },
      isBlocked: false,
      since: testNow,
      until: '2026-11-20T05:00:00.000Z',
    });
    const list = await anna.ask('GET /api/exchange-requests/approvals');
    expect(list).toEqual({ approvals: [body], total: 1 });
  });

  test('is for approvers of the worksite and the CEO, and never for one of the two', async () => {
    const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
    await database.run(
      sql`update users set may_approve_swaps = true where id in (${giulia.id}, ${marco.id})`,
    );
    await confirm(giulia, requestId);
    const colleague = await signInOnDuty(server, late, { worksiteId });
    const stranger = await server.signIn({ mayApproveSwaps: true });
    const notApprover = '403 exchange_not_approver';
    for (const [person, expected] of [
      [colleague, notApprover],
      [stranger, '404 not_found'],
      [giulia, '403 exchange_own_approval'],
      [marco, '403 exchange_own_approval'],
    ] as const) {
      for (const act of [readApproval, approve, refuseApproval]) {
        expect(outcomeOf(await act(person, requestId))).toBe(expected);
      }
    }
    expect(outcomeOf(await colleague.call('GET /api/exchange-requests/approvals'))).toBe(notApprover);
    for (const person of [stranger, giulia, marco]) expect(await awaitedOf(person)).toEqual([]);
    const ceo = await server.signInCeo();
    expect(await awaitedOf(ceo)).toContain(requestId);
    expect((await approve(ceo, requestId)).status).toBe(200);
  });
});

describe('approving', () => {
  test('carries the swap out: duties, three mails, and on record who approved it', async () => {
    const { giulia, marco, anna, requestId } = await awaiting(server);
    const { body } = await readApproval(anna, requestId);
    expect(await approve(anna, requestId, body.version)).toMatchObject({
      status: 200,
      body: { request: { id: requestId, status: 'completata', isAwaitingApproval: false } },
    });
    expect([await entryOf(giulia), await entryOf(marco)]).toMatchObject([late, early]);
    const [swap] = (await readCompleted(giulia)).swaps;
    const mails = await database.many(sql`select from mail_outbox where swap_id = ${swap!.id}`);
    expect(mails).toHaveLength(3);
    expect(await notificationsOf(anna)).toMatchObject([
      { isOver: true, message: expect.stringContaining('Lo scambio è già concluso.') },
    ]);
    expect(await awaitedOf(anna)).toEqual([]);
    expect(await actsOn(requestId)).toEqual([
      { action: 'swap_approved', actorId: anna.id },
      { action: 'swap_completed', actorId: anna.id },
    ]);
  });

  test('is refused where rest blocks by now, without days of the calendar', async () => {
    const { giulia, anna, worksiteId, requestId } = await awaiting(server);
    await buildShift(server.context, giulia, '2026-11-21', early);
    const seen = (await readApproval(anna, requestId)).body.version;
    const restRules = { ...defaultRestRules('standard'), mode: 'blocco' as const };
    await database.run(
      sql`update worksites set rest_rules = ${JSON.stringify(restRules)} where id = ${worksiteId}`,
    );
    expect((await readApproval(anna, requestId)).body).toMatchObject({ isBlocked: true, version: seen });
    expect(await approve(anna, requestId, seen)).toMatchObject({
      status: 409,
      body: {
        code: 'exchange_rest_too_short',
        message:
          'Per Giulia il riposo sarebbe di 8 ore invece di 11 ore. Nel tuo cantiere uno scambio così non si può fare.',
      },
    });
    expect((await readRequest(giulia, requestId)).body.isAwaitingApproval).toBe(true);
  });

  test('with other consequences for rest than were read, one is asked to look again', async () => {
    const { giulia, anna, requestId } = await awaiting(server);
    const { version } = (await readApproval(anna, requestId)).body;
    await buildShift(server.context, giulia, '2026-11-21', early);
    const changed = '409 exchange_changed';
    expect(outcomeOf(await approve(anna, requestId, version))).toBe(changed);
    expect(outcomeOf(await refuseApproval(anna, requestId, { version }))).toBe(changed);
    expect((await approve(anna, requestId)).status).toBe(200);
  });

  test('of a week is possible until the first shift that either of the two takes over begins', async () => {
    server.clock.set('2026-11-20T12:00:00.000Z');
    const worksiteId = await openTaxiWorksite(server);
    const giulia = await signInDriver(server, { [nextWeek]: 'rNNNNrr' }, { worksiteId });
    const marco = await signInDriver(server, { [nextWeek]: 'SSSSSrr' }, { worksiteId });
    const anna = await server.signIn({ worksiteId, contractHours: 7, mayApproveSwaps: true });
    await setApproval(server, worksiteId, 'sempre');
    const { body } = await publishWeek(giulia, '2026-11-22', { requestedShiftType: 'seminotte' });
    const requestId = body.request.id;
    await offer(marco, requestId);
    expect((await confirm(giulia, requestId)).status).toBe(200);
    const { version } = (await readApproval(anna, requestId)).body;
    // Saturday, 09:00: the night that he would take over on it has begun, his own shift has not
    server.clock.set('2026-11-21T08:00:00.000Z');
    const later = await server.signInAs(anna);
    expect(await awaitedOf(later)).toEqual([]);
    expect(outcomeOf(await approve(later, requestId, version))).toBe('409 exchange_not_awaiting');
  });
});

describe('refusing', () => {
  test('opens the request again without that offer, and tells both the reason', async () => {
    const { giulia, marco, anna, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    await offer(sara, requestId);
    await confirm(giulia, requestId, marco.id);
    const open = { status: 'aperta', isAwaitingApproval: false };
    const answer = await refuseApproval(anna, requestId, { reason: '  Serve chi conosce il reparto ' });
    expect(answer).toMatchObject({ status: 200, body: { request: { id: requestId, ...open } } });
    const card = { ...open, awaitedAccepterId: null, preAcceptanceCount: 1, nobodyLeft: false };
    expect((await readRequest(giulia, requestId)).body).toMatchObject(card);
    for (const [person, partner] of [
      [giulia, 'Marco Bianchi'],
      [marco, 'Giulia Ferri'],
    ] as const) {
      const told = (await notificationsOf(person)).filter(({ type }) => type === 'approval_refused');
      const message = `Lo scambio con ${partner} per venerdì 20 novembre 2026 non è stato approvato. Motivo: Serve chi conosce il reparto`;
      expect(told).toMatchObject([{ message, relatedRequestId: requestId }]);
    }
    expect(outcomeOf(await preAccept(marco, requestId))).toBe('409 exchange_offer_refused');
    expect((await readRequest(marco, requestId)).body.tab).toBe('rifiutati');
    expect(await notificationsOf(anna)).toMatchObject([
      { isOver: true, message: expect.stringContaining('Non aspetta più la tua approvazione.') },
    ]);
    expect(await actsOn(requestId)).toEqual([{ action: 'swap_not_approved', actorId: anna.id }]);
    // the other one may be taken now
    expect((await confirm(giulia, requestId, sara.id)).body.request.awaitedAccepterId).toBe(sara.id);
  });

  test('is possible of a swap that has become impossible while it waits, approving is not', async () => {
    const { marco, anna, requestId } = await awaiting(server);
    await database.run(sql`update users set contract_hours = 9 where id = ${marco.id}`);
    expect(outcomeOf(await approve(anna, requestId))).toBe('403 exchange_other_hours');
    expect((await refuseApproval(anna, requestId)).status).toBe(200);
  });
});
