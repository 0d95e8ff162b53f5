import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import { listDuties, listEntryCounts, violatedInvariants } from '../../../db/invariants.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, late, type OnDuty, signInOnDuty } from '../../../tests/support/swaps.ts';
import type { Duty } from '../../domain/shifts/duty.ts';

const server = await testServer();
const { database } = server;

/** Giulia published an early shift; colleagues of the same worksite with a late one pre-accepted. */
async function offered(count = 1): Promise<{ giulia: OnDuty; requestId: string; colleagues: OnDuty[] }> {
  const giulia = await signInOnDuty(server, early);
  const requestId = await giulia.publishedId(giulia.shiftId);
  const colleagues: OnDuty[] = [];
  for (let index = 0; index < count; index += 1) {
    const colleague = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    await colleague.offer(requestId);
    colleagues.push(colleague);
  }
  return { giulia, requestId, colleagues };
}

/** The requests, calendars and notifications of a worksite, which a refused call must not change. */
const stateOf = (worksiteId: string): Promise<unknown> =>
  database.many(sql`
    select (select jsonb_agg(to_jsonb(s) order by s.id) from shifts s where s.worksite_id = ${worksiteId}) as shifts,
      (select jsonb_agg(to_jsonb(r) order by r.id) from exchange_requests r where r.worksite_id = ${worksiteId})
        as requests,
      (select jsonb_agg(to_jsonb(p) order by p.request_id, p.user_id) from pre_acceptances p
        join exchange_requests r on r.id = p.request_id where r.worksite_id = ${worksiteId}) as offers,
      (select jsonb_agg(to_jsonb(n) order by n.id) from notifications n
        join users u on u.id = n.user_id where u.worksite_id = ${worksiteId}) as news,
      (select count(*) from completed_swaps where worksite_id = ${worksiteId}) as swaps,
      (select count(*) from mail_outbox) as mails`);

describe('confirming', () => {
  test('exchanges the two duties; notes stay with their writer', async () => {
    const split: Duty = {
      ...buildDuty('smart_working', '08:00', '12:00'),
      isSplitShift: true,
      secondStartTime: '13:00',
      secondEndTime: '17:00',
    };
    const named = { firstName: 'Giulia', lastName: 'Ferri' };
    const giulia = await signInOnDuty(server, split, named, { notes: 'Medico alle 18' });
    const { worksiteId } = giulia;
    const his = { worksiteId, firstName: 'Marco', lastName: 'Bianchi' };
    const marco = await signInOnDuty(server, late, his, { notes: 'Chiudo io' });
    const requestId = await giulia.publishedId(giulia.shiftId);
    await marco.offer(requestId);
    // notes written after the offer do not block it
    await marco.changeShift(marco.shiftId, { notes: 'Non chiudo io' });
    const before = [await listDuties(database), await listEntryCounts(database)];
    server.clock.advance(90);
    const completedDate = server.clock.now();
    const { status, body } = await giulia.confirm(requestId, marco.id);
    expect(status).toBe(200);
    expect(body.request).toMatchObject({
      status: 'completata',
      closedAt: completedDate,
      offeredShiftId: null,
      offeredShift: { date: swapDay, ...split },
      responderName: 'Marco Bianchi',
      tab: 'completati',
      preAcceptedBy: [{ userId: marco.id, offeredShift: { date: swapDay, ...late } }],
    });
    const entries = [await giulia.entryOn(), await marco.entryOn()];
    expect(entries).toMatchObject([
      { ...late, notes: 'Medico alle 18', exchangeInfo: { exchangePartner: 'Marco Bianchi', completedDate } },
      { ...split, notes: 'Non chiudo io', exchangeInfo: { exchangePartner: 'Giulia Ferri', completedDate } },
    ]);
    expect([await listDuties(database), await listEntryCounts(database)]).toEqual(before);
    expect(await violatedInvariants(database)).toEqual([]);
    const completed = { requestId, exchangeDate: swapDay, completedAt: completedDate };
    expect((await giulia.readCompleted()).swaps).toMatchObject([
      { ...completed, partnerName: 'Marco Bianchi', gave: [split], received: [late] },
    ]);
    expect((await marco.readCompleted()).swaps).toMatchObject([
      { ...completed, partnerName: 'Giulia Ferri', gave: [late], received: [split] },
    ]);
  });

  test.each(['{}', ''])('needs no name if only one colleague offered: %j', async (body) => {
    const { giulia, requestId, colleagues } = await offered();
    const answer = await giulia.callUntyped('POST /api/exchange-requests/:id/final-confirm', {
      params: { id: requestId },
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 200, body: { request: { responderId: colleagues[0]!.id } } });
  });
});

describe('confirming is refused and changes nothing', () => {
  const expectRefusal = async (
    person: OnDuty,
    requestId: string,
    accepterUserId: string | undefined,
    outcome: string,
  ): Promise<Answer<unknown>> => {
    const before = await stateOf(person.worksiteId);
    const answer = await person.confirm(requestId, accepterUserId);
    expect(answer.outcome).toBe(outcome);
    expect(await stateOf(person.worksiteId)).toEqual(before);
    return answer;
  };

  test('without an offer, with somebody who did not offer, or without a name where several offered', async () => {
    const { giulia, requestId } = await offered(0);
    await expectRefusal(giulia, requestId, undefined, '409 exchange_no_offer');
    for (let count = 0; count < 2; count += 1) {
      await (await signInOnDuty(server, late, { worksiteId: giulia.worksiteId })).offer(requestId);
    }
    await expectRefusal(giulia, requestId, undefined, '400 exchange_several_offers');
    const bystander = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    for (const id of [bystander.id, giulia.id, randomUUID()]) {
      const { refusal } = await expectRefusal(giulia, requestId, id, '409 exchange_offer_gone');
      expect(refusal.message).toContain('Questa offerta non c’è più');
    }
  });

  // Only commands write shifts, and they end the swaps a shift is part of. Should one forget to, the comparison with
  // what the two people agreed on still catches it.
  test.each([
    "start_time = '07:00', end_time = '15:00'",
    "end_time = '18:00', is_split_shift = true, second_start_time = '18:30', second_end_time = '22:30'",
    "work_location = 'smart_working'",
    "shift_type = 'sera'",
    "day = '2026-11-21'",
  ])('when a shift is no longer what was agreed on: %s', async (change) => {
    for (const side of ['requester', 'accepter'] as const) {
      const { giulia, requestId, colleagues } = await offered();
      const shiftId = side === 'requester' ? giulia.shiftId : colleagues[0]!.shiftId;
      await database.run(sql`update shifts set ${raw(change)} where id = ${shiftId}`);
      await expectRefusal(giulia, requestId, undefined, '409 exchange_shift_changed');
      await database.run(sql`delete from exchange_requests where id = ${requestId}`);
    }
  });

  test.each([
    ['colleague', 'is_active = false', '409 exchange_person_inactive'],
    ['colleague', "role = 'team_leader'", '403 exchange_other_role'],
    ['requester', 'contract_hours = 9', '400 exchange_wrong_duration'],
  ])('when the %s’s account changed: %s', async (side, change, outcome) => {
    const { giulia, requestId, colleagues } = await offered();
    const { id } = side === 'requester' ? giulia : colleagues[0]!;
    await database.run(sql`update users set ${raw(change)} where id = ${id}`);
    await expectRefusal(giulia, requestId, undefined, outcome);
  });

  test('if its last step fails', async () => {
    const { giulia, requestId, colleagues } = await offered();
    const { worksiteId } = giulia;
    // the address of the third mail cannot be stored
    await database.run(
      sql`alter table mail_outbox add constraint refuse_it check (recipient not like 'guasto%')`,
    );
    await database.run(sql`update worksites set email = 'guasto@turnario.example' where id = ${worksiteId}`);
    await expectRefusal(giulia, requestId, undefined, '500 internal');
    expect(server.takeErrors()).toHaveLength(1);
    await database.run(sql`alter table mail_outbox drop constraint refuse_it`);
    expect((await giulia.confirm(requestId, colleagues[0]!.id)).status).toBe(200);
    expect(await violatedInvariants(database)).toEqual([]);
  });
});
