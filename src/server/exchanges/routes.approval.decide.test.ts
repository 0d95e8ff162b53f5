import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import {
  awaiting,
  early,
  late,
  offeredForApproval,
  setApproval,
  signInOnDuty,
} from '../../../tests/support/swaps.ts';
import { nextWeek, openTaxiWorksite, publishWeek, signInDriver } from '../../../tests/support/taxi.ts';
import { defaultRestRules } from '../../domain/worksites/schema.ts';

// Approving or refusing a waiting swap.

const server = await testServer();
const { database } = server;
afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

const actsOn = (requestId: string) =>
  database.many(sql`select action, actor_id from audit_log where target_id = ${requestId} order by id`);

describe('what an approver reads', () => {
  test('includes both duties and the verdicts, but neither the message nor anything else', async () => {
    const { anna, requestId } = await awaiting(server);
    const { body } = await anna.readApproval(requestId);
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

  test('is visible to approvers of the worksite and the CEO, never to one of the two people', async () => {
    const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
    await database.run(
      sql`update users set may_approve_swaps = true where id in (${giulia.id}, ${marco.id})`,
    );
    await giulia.confirm(requestId);
    const colleague = await signInOnDuty(server, late, { worksiteId });
    const stranger = await server.signIn({ mayApproveSwaps: true });
    const notApprover = '403 exchange_not_approver';
    for (const [person, expected] of [
      [colleague, notApprover],
      [stranger, '404 not_found'],
      [giulia, '403 exchange_own_approval'],
      [marco, '403 exchange_own_approval'],
    ] as const) {
      for (const act of ['readApproval', 'approve', 'refuseApproval'] as const) {
        expect((await person[act](requestId)).outcome).toBe(expected);
      }
    }
    expect((await colleague.call('GET /api/exchange-requests/approvals')).outcome).toBe(notApprover);
    for (const person of [stranger, giulia, marco]) expect(await person.awaited()).toEqual([]);
    const ceo = await server.signInCeo();
    expect(await ceo.awaited()).toContain(requestId);
    expect((await ceo.approve(requestId)).status).toBe(200);
  });
});

describe('approving', () => {
  test('carries the swap out: duties, three mails and an audit entry with the approver', async () => {
    const { giulia, marco, anna, requestId } = await awaiting(server);
    const { body } = await anna.readApproval(requestId);
    expect(await anna.approve(requestId, body.version)).toMatchObject({
      status: 200,
      body: { request: { id: requestId, status: 'completata', isAwaitingApproval: false } },
    });
    expect([await giulia.entryOn(), await marco.entryOn()]).toMatchObject([late, early]);
    const [swap] = (await giulia.readCompleted()).swaps;
    const mails = await database.many(sql`select from mail_outbox where swap_id = ${swap!.id}`);
    expect(mails).toHaveLength(3);
    expect(await anna.notifications()).toMatchObject([
      { isOver: true, message: expect.stringContaining('Lo scambio è già concluso.') },
    ]);
    expect(await anna.awaited()).toEqual([]);
    expect(await actsOn(requestId)).toEqual([
      { action: 'swap_approved', actorId: anna.id },
      { action: 'swap_completed', actorId: anna.id },
    ]);
  });

  test('is refused if rest blocks it by then, without revealing days of the calendar', async () => {
    const { giulia, anna, worksiteId, requestId } = await awaiting(server);
    await buildShift(server.context, giulia, '2026-11-21', early);
    const seen = (await anna.readApproval(requestId)).body.version;
    const restRules = { ...defaultRestRules('standard'), mode: 'blocco' as const };
    await database.run(
      sql`update worksites set rest_rules = ${JSON.stringify(restRules)} where id = ${worksiteId}`,
    );
    expect((await anna.readApproval(requestId)).body).toMatchObject({ isBlocked: true, version: seen });
    expect(await anna.approve(requestId, seen)).toMatchObject({
      status: 409,
      body: {
        code: 'exchange_rest_too_short',
        message:
          'Per Giulia il riposo sarebbe di 8 ore invece di 11 ore. Nel tuo cantiere uno scambio così non si può fare.',
      },
    });
    expect((await giulia.readRequest(requestId)).body.isAwaitingApproval).toBe(true);
  });

  test('asks to look again if the effect on rest differs from what was read', async () => {
    const { giulia, anna, requestId } = await awaiting(server);
    const { version } = (await anna.readApproval(requestId)).body;
    await buildShift(server.context, giulia, '2026-11-21', early);
    const changed = '409 exchange_changed';
    expect((await anna.approve(requestId, version)).outcome).toBe(changed);
    expect((await anna.refuseApproval(requestId, { version })).outcome).toBe(changed);
    expect((await anna.approve(requestId)).status).toBe(200);
  });

  test('is possible for a week until the first shift that either person takes over begins', async () => {
    server.clock.set('2026-11-20T12:00:00.000Z');
    const worksiteId = await openTaxiWorksite(server);
    const giulia = await signInDriver(server, { [nextWeek]: 'rNNNNrr' }, { worksiteId });
    const marco = await signInDriver(server, { [nextWeek]: 'SSSSSrr' }, { worksiteId });
    const anna = await server.signIn({ worksiteId, contractHours: 7, mayApproveSwaps: true });
    await setApproval(server, worksiteId, 'sempre');
    const { body } = await publishWeek(giulia, '2026-11-22', { requestedShiftType: 'seminotte' });
    const requestId = body.request.id;
    await marco.offer(requestId);
    expect((await giulia.confirm(requestId)).status).toBe(200);
    const { version } = (await anna.readApproval(requestId)).body;
    // Saturday, 09:00: the night he would take over has begun, his own shift has not
    server.clock.set('2026-11-21T08:00:00.000Z');
    const later = await server.signInAs(anna);
    expect(await later.awaited()).toEqual([]);
    expect((await later.approve(requestId, version)).outcome).toBe('409 exchange_not_awaiting');
  });
});

describe('refusing', () => {
  test('reopens the request without that offer, and tells both the reason', async () => {
    const { giulia, marco, anna, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    await sara.offer(requestId);
    await giulia.confirm(requestId, marco.id);
    const open = { status: 'aperta', isAwaitingApproval: false };
    const answer = await anna.refuseApproval(requestId, { reason: '  Serve chi conosce il reparto ' });
    expect(answer).toMatchObject({ status: 200, body: { request: { id: requestId, ...open } } });
    const card = { ...open, awaitedAccepterId: null, preAcceptanceCount: 1, nobodyLeft: false };
    expect((await giulia.readRequest(requestId)).body).toMatchObject(card);
    for (const [person, partner] of [
      [giulia, 'Marco Bianchi'],
      [marco, 'Giulia Ferri'],
    ] as const) {
      const told = (await person.notifications()).filter(({ type }) => type === 'approval_refused');
      const message = `Lo scambio con ${partner} per venerdì 20 novembre 2026 non è stato approvato. Motivo: Serve chi conosce il reparto`;
      expect(told).toMatchObject([{ message, relatedRequestId: requestId }]);
    }
    expect((await marco.preAccept(requestId)).outcome).toBe('409 exchange_offer_refused');
    expect((await marco.readRequest(requestId)).body.tab).toBe('rifiutati');
    expect(await anna.notifications()).toMatchObject([
      { isOver: true, message: expect.stringContaining('Non aspetta più la tua approvazione.') },
    ]);
    expect(await actsOn(requestId)).toEqual([{ action: 'swap_not_approved', actorId: anna.id }]);
    // the other offer may be taken now
    expect((await giulia.confirm(requestId, sara.id)).body.request.awaitedAccepterId).toBe(sara.id);
  });

  test('works for a swap that became impossible while waiting; approving does not', async () => {
    const { marco, anna, requestId } = await awaiting(server);
    await database.run(sql`update users set contract_hours = 9 where id = ${marco.id}`);
    expect((await anna.approve(requestId)).outcome).toBe('403 exchange_other_hours');
    expect((await anna.refuseApproval(requestId)).status).toBe(200);
  });
});
