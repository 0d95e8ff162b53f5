import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import { violatedInvariants, listDuties, listEntryCounts } from '../../../db/invariants.ts';
import type { Answer } from '../../../tests/support/caller.ts';
import { listWrittenMails } from '../../../tests/support/mail.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import {
  changeShift,
  confirm,
  deleteShift,
  early,
  entryOf,
  late,
  notificationsOf,
  offer,
  type OnDuty,
  pair,
  preAccept,
  publish,
  publishedId,
  readCompleted,
  readRequest,
  readTab,
  signInOnDuty,
  swap,
  swapDay,
} from '../../../tests/support/swaps.ts';
import type { Duty } from '../../domain/shifts/duty.ts';
import type { ExchangeInfo } from '../../domain/shifts/schema.ts';

const server = await testServer();
const { database } = server;

const today = '2026-11-16';

/** Giulia works early and has published; each of the others works late in the same worksite and has pre-accepted. */
async function offered(count = 1): Promise<{ giulia: OnDuty; requestId: string; colleagues: OnDuty[] }> {
  const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri' });
  const requestId = await publishedId(giulia, giulia.shiftId);
  const colleagues: OnDuty[] = [];
  for (let index = 0; index < count; index += 1) {
    const colleague = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    await offer(colleague, requestId);
    colleagues.push(colleague);
  }
  return { giulia, requestId, colleagues };
}

/** The request, the calendars and the notices of a worksite: what a refused call must leave as it was. */
async function stateOf(worksiteId: string): Promise<unknown> {
  return database.many(sql`
    select (select jsonb_agg(to_jsonb(s) order by s.id) from shifts s where s.worksite_id = ${worksiteId}) as shifts,
      (select jsonb_agg(to_jsonb(r) order by r.id) from exchange_requests r where r.worksite_id = ${worksiteId})
        as requests,
      (select jsonb_agg(to_jsonb(p) order by p.request_id, p.user_id) from pre_acceptances p
        join exchange_requests r on r.id = p.request_id where r.worksite_id = ${worksiteId}) as offers,
      (select jsonb_agg(to_jsonb(n) order by n.id) from notifications n
        join users u on u.id = n.user_id where u.worksite_id = ${worksiteId}) as news,
      (select count(*) from completed_swaps where worksite_id = ${worksiteId}) as swaps`);
}

describe('confirming', () => {
  test('exchanges the two duties; notes stay with their writer', async () => {
    const split: Duty = {
      ...buildDuty('smart_working', '08:00', '12:00'),
      isSplitShift: true,
      secondStartTime: '13:00',
      secondEndTime: '17:00',
    };
    const giulia = await signInOnDuty(
      server,
      split,
      { firstName: 'Giulia', lastName: 'Ferri' },
      { notes: 'Medico alle 18' },
    );
    const marco = await signInOnDuty(
      server,
      late,
      { worksiteId: giulia.worksiteId, firstName: 'Marco', lastName: 'Bianchi' },
      { notes: 'Chiudo io' },
    );
    const requestId = await publishedId(giulia, giulia.shiftId);
    await offer(marco, requestId);
    const duties = await listDuties(database);
    const counts = await listEntryCounts(database);
    server.clock.advance(90);
    const completedDate = server.clock.now();

    const answer = await confirm(giulia, requestId, marco.id);
    expect(answer.status).toBe(200);
    expect(answer.body.request).toMatchObject({
      id: requestId,
      status: 'completata',
      closeReason: null,
      closedAt: completedDate,
      offeredShiftId: null,
      offeredShift: { date: swapDay, ...split },
      responderId: marco.id,
      responderName: 'Marco Bianchi',
      tab: 'completati',
      preAcceptanceCount: 0,
      preAcceptedBy: [{ userId: marco.id, offeredShift: { date: swapDay, ...late } }],
    });
    const mark = (exchangePartner: string): ExchangeInfo => ({ exchangePartner, completedDate });
    const hers = await entryOf(giulia);
    const his = await entryOf(marco);
    expect(hers).toMatchObject({ ...late, notes: 'Medico alle 18', exchangeInfo: mark('Marco Bianchi') });
    expect(his).toMatchObject({ ...split, notes: 'Chiudo io', exchangeInfo: mark('Giulia Ferri') });
    expect([hers?.id, his?.id]).not.toContain(giulia.shiftId);
    expect([hers?.id, his?.id]).not.toContain(marco.shiftId);
    expect(await listDuties(database)).toEqual(duties);
    expect(await listEntryCounts(database)).toEqual(counts);
    expect(await violatedInvariants(database)).toEqual([]);

    const completed = { requestId, exchangeDate: swapDay, completedAt: completedDate };
    expect((await readCompleted(giulia)).swaps).toMatchObject([
      { ...completed, partnerName: 'Marco Bianchi', gave: [split], received: [late] },
    ]);
    expect((await readCompleted(marco)).swaps).toMatchObject([
      { ...completed, partnerName: 'Giulia Ferri', gave: [late], received: [split] },
    ]);
  });

  test('confirming needs no name where one colleague offered', async () => {
    const { giulia, requestId, colleagues } = await offered();
    const answer = await confirm(giulia, requestId);
    expect(answer).toMatchObject({ status: 200, body: { request: { responderId: colleagues[0]!.id } } });
  });

  test('confirming takes an empty object and an empty JSON body for no name', async () => {
    for (const payload of ['{}', '']) {
      const { giulia, requestId } = await offered();
      const answer = await giulia.callUntyped('POST /api/exchange-requests/:id/final-confirm', {
        params: { id: requestId },
        body: payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(200);
    }
  });

  test('confirming takes the named one of several', async () => {
    const { giulia, requestId, colleagues } = await offered(3);
    const [first, second, third] = colleagues;
    expect((await confirm(giulia, requestId, second!.id)).status).toBe(200);
    expect(await entryOf(second!)).toMatchObject({ ...early });
    for (const loser of [first!, third!]) {
      expect(await entryOf(loser)).toMatchObject({ id: loser.shiftId, exchangeInfo: null });
      const lost = await readTab(loser, 'rifiutati');
      expect(lost.requests).toMatchObject([{ id: requestId, status: 'completata', isLapsed: true }]);
      expect((await readCompleted(loser)).swaps).toEqual([]);
    }
  });

  test('a colleague who offered with the same type of shift', async () => {
    const giulia = await signInOnDuty(server, early);
    const marco = await signInOnDuty(server, buildDuty('smart_working', '06:00', '14:00'), {
      worksiteId: giulia.worksiteId,
    });
    await swap(giulia, marco);
    expect(await entryOf(giulia)).toMatchObject({ workLocation: 'smart_working', startTime: '06:00' });
  });

  test('notes written after the offer stand in nobody’s way', async () => {
    const { giulia, requestId, colleagues } = await offered();
    await changeShift(colleagues[0]!, colleagues[0]!.shiftId, { notes: 'Dopo' });
    await changeShift(giulia, giulia.shiftId, { notes: 'Anche' });
    expect((await confirm(giulia, requestId)).status).toBe(200);
    expect(await entryOf(giulia)).toMatchObject({ ...late, notes: 'Anche' });
    expect(await entryOf(colleagues[0]!)).toMatchObject({ ...early, notes: 'Dopo' });
  });
});

describe('confirming is refused and changes nothing', () => {
  const expectRefusal = async (
    person: OnDuty,
    requestId: string,
    accepterUserId: string | undefined,
    status: number,
    code: string,
  ): Promise<Answer<unknown>> => {
    const before = await stateOf(person.worksiteId);
    const answer = await confirm(person, requestId, accepterUserId);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await stateOf(person.worksiteId)).toEqual(before);
    return answer;
  };

  test('signed out, or for what is no request, or with a wrong body', async () => {
    const { giulia, requestId } = await offered();
    expect((await confirm(server.nobody, requestId)).status).toBe(401);
    await expectRefusal(giulia, randomUUID(), undefined, 404, 'not_found');
    await expectRefusal(giulia, 'x', undefined, 400, 'invalid_data');
    await expectRefusal(giulia, requestId, 'x', 400, 'invalid_data');
    expect(
      (
        await giulia.callUntyped('POST /api/exchange-requests/:id/final-confirm', {
          params: { id: requestId },
          body: { accepterUserId: 7 },
        })
      ).status,
    ).toBe(400);
  });

  test('confirming is refused to anybody but the requester', async () => {
    const { requestId, colleagues } = await offered();
    const bystander = await signInOnDuty(server, late, { worksiteId: colleagues[0]!.worksiteId });
    for (const person of [colleagues[0]!, bystander]) {
      await expectRefusal(person, requestId, undefined, 403, 'exchange_not_requester');
      await expectRefusal(person, requestId, colleagues[0]!.id, 403, 'exchange_not_requester');
    }
    const stranger = await signInOnDuty(server, late);
    await expectRefusal(stranger, requestId, undefined, 404, 'not_found');
  });

  test('without an offer, or without a name where several offered', async () => {
    const none = await offered(0);
    await expectRefusal(none.giulia, none.requestId, undefined, 409, 'exchange_no_offer');
    const several = await offered(2);
    await expectRefusal(several.giulia, several.requestId, undefined, 400, 'exchange_several_offers');
  });

  test('confirming is refused and changes nothing with somebody who did not offer', async () => {
    const { giulia, requestId } = await offered();
    const bystander = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    for (const id of [bystander.id, giulia.id, randomUUID()]) {
      await expectRefusal(giulia, requestId, id, 409, 'exchange_offer_gone');
    }
  });

  test('a second time', async () => {
    const { giulia, requestId, colleagues } = await offered(2);
    expect((await confirm(giulia, requestId, colleagues[0]!.id)).status).toBe(200);
    await expectRefusal(giulia, requestId, colleagues[0]!.id, 409, 'exchange_closed');
    await expectRefusal(giulia, requestId, colleagues[1]!.id, 409, 'exchange_closed');
    await expectRefusal(giulia, requestId, undefined, 409, 'exchange_closed');
  });

  test('confirming is refused and changes nothing when the offer was refused, withdrawn or has lapsed', async () => {
    for (const status of ['rifiutata', 'ritirata', 'decaduta']) {
      const { giulia, requestId, colleagues } = await offered();
      await database.run(sql`update pre_acceptances set status = ${status} where request_id = ${requestId}`);
      await database.run(sql`delete from notifications where related_request_id = ${requestId}`);
      await expectRefusal(giulia, requestId, colleagues[0]!.id, 409, 'exchange_offer_gone');
      await expectRefusal(giulia, requestId, undefined, 409, 'exchange_no_offer');
    }
  });

  test.each([
    ['other times', { startTime: '13:00', endTime: '21:00' }],
    ['another place', { workLocation: 'smart_working' }],
    ['another day', { date: '2026-11-21' }],
    ['a rest day', { workLocation: 'libero' }],
  ] as const)('when the colleague’s shift changed after the offer: %s', async (_what, change) => {
    const { giulia, requestId, colleagues } = await offered();
    const [marco] = colleagues;
    expect((await changeShift(marco!, marco!.shiftId, change)).status).toBe(200);
    const answer = await expectRefusal(giulia, requestId, marco!.id, 409, 'exchange_offer_gone');
    expect(answer.refusal.message).toBe(
      'Questa offerta non c’è più: chi l’ha fatta l’ha annullata o il suo turno è cambiato.',
    );
  });

  test('confirming is refused and changes nothing when the colleague’s shift is gone', async () => {
    const { giulia, requestId, colleagues } = await offered();
    expect((await deleteShift(colleagues[0]!, colleagues[0]!.shiftId)).status).toBe(204);
    await expectRefusal(giulia, requestId, colleagues[0]!.id, 409, 'exchange_offer_gone');
  });

  test('confirming is refused and changes nothing when the requester’s own shift changed or is gone', async () => {
    const changed = await offered();
    await changeShift(changed.giulia, changed.giulia.shiftId, { workLocation: 'smart_working' });
    await expectRefusal(changed.giulia, changed.requestId, undefined, 409, 'exchange_closed');
    const gone = await offered();
    await deleteShift(gone.giulia, gone.giulia.shiftId);
    await expectRefusal(gone.giulia, gone.requestId, undefined, 409, 'exchange_closed');
  });

  // Only commands write shifts, and they close and lapse what a shift is part of. Should one ever forget to, the
  // comparison with what the two people agreed on still holds.
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
      await expectRefusal(giulia, requestId, undefined, 409, 'exchange_shift_changed');
      await database.run(sql`delete from exchange_requests where id = ${requestId}`);
    }
  });

  // an offer of before identical shifts were refused
  test('confirming is refused and changes nothing when the two shifts are the same', async () => {
    const { giulia, requestId, colleagues } = await offered();
    const same = sql`start_time = '06:00', end_time = '14:00', shift_type = 'mattina'`;
    await database.run(sql`update shifts set ${same} where id = ${colleagues[0]!.shiftId}`);
    await database.run(sql`
      update pre_acceptances p set offered_duties = jsonb_build_array(p.offered_duties -> 0
        || jsonb '{"startTime": "06:00", "endTime": "14:00", "shiftType": "mattina"}')
      where p.request_id = ${requestId}`);
    await expectRefusal(giulia, requestId, undefined, 409, 'exchange_same_duty');
    expect((await readRequest(giulia, requestId)).body.preAcceptedBy).toMatchObject([
      { confirm: { isAllowed: false, reason: 'È uguale al tuo turno: non cambierebbe niente' } },
    ]);
  });

  test.each([
    ['is_active = false', 409, 'exchange_person_inactive'],
    ['contract_hours = 9', 403, 'exchange_other_hours'],
    ["role = 'team_leader'", 403, 'exchange_other_role'],
  ] as const)('when the colleague’s account changed: %s', async (change, status, code) => {
    const { giulia, requestId, colleagues } = await offered();
    await database.run(sql`update users set ${raw(change)} where id = ${colleagues[0]!.id}`);
    await expectRefusal(giulia, requestId, undefined, status, code);
  });

  test.each([
    ['contract_hours = 9', 400, 'exchange_wrong_duration'],
    ["role = 'team_leader'", 403, 'exchange_other_role'],
    ['is_active = false', 401, 'not_signed_in'],
  ] as const)('when the requester’s account changed: %s', async (change, status, code) => {
    const { giulia, requestId } = await offered();
    await database.run(sql`update users set ${raw(change)} where id = ${giulia.id}`);
    await expectRefusal(giulia, requestId, undefined, status, code);
  });

  test('confirming is refused and changes nothing when the requester’s shift has begun', async () => {
    const giulia = await signInOnDuty(server, late, {}, { day: today });
    const marco = await signInOnDuty(
      server,
      buildDuty('sede', '15:00', '23:00'),
      { worksiteId: giulia.worksiteId },
      { day: today },
    );
    const requestId = await publishedId(giulia, giulia.shiftId, { requestedDate: today });
    await offer(marco, requestId);
    server.clock.set('2026-11-16T13:00:00.000Z');
    await expectRefusal(giulia, requestId, marco.id, 409, 'exchange_shift_begun');
    server.clock.set('2026-11-16T12:59:59.999Z');
    expect((await confirm(giulia, requestId, marco.id)).status).toBe(200);
  });

  test('confirming is refused and changes nothing when the colleague’s shift has begun, in words that fit the requester', async () => {
    const giulia = await signInOnDuty(server, late, {}, { day: today });
    const marco = await signInOnDuty(
      server,
      buildDuty('sede', '11:00', '19:00'),
      { worksiteId: giulia.worksiteId },
      { day: today },
    );
    const requestId = await publishedId(giulia, giulia.shiftId, { requestedDate: today });
    await offer(marco, requestId);
    server.clock.set('2026-11-16T10:00:00.000Z');
    const answer = await expectRefusal(giulia, requestId, marco.id, 409, 'exchange_shift_begun');
    expect(answer.refusal.message).toBe('Questo turno è già iniziato: non si può più scambiare.');
  });
});

describe('what a swap closes and whom it tells', () => {
  const world = async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    const anna = await signInOnDuty(server, early, { worksiteId });
    const luca = await signInOnDuty(server, buildDuty('sede', '07:00', '15:00'), { worksiteId });
    const bystander = await signInOnDuty(server, late, { worksiteId });
    const leader = await signInOnDuty(server, late, { worksiteId, role: 'team_leader' });
    const stranger = await signInOnDuty(server, late);
    const giulias = await publishedId(giulia, giulia.shiftId);
    const marcos = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    const lucas = await publishedId(luca, luca.shiftId);
    const saras = await publishedId(sara, sara.shiftId, { requestedShiftType: 'mattina' });
    for (const person of [marco, sara]) await offer(person, giulias);
    for (const person of [giulia, anna]) await offer(person, marcos);
    for (const person of [giulia, marco, bystander]) await offer(person, lucas);
    await offer(anna, saras);
    const people = { giulia, marco, sara, anna, luca, bystander, leader, stranger };
    return { ...people, people, requests: { giulias, marcos, lucas, saras }, worksiteId };
  };

  test('other requests and offers that used one of the two duties, and no others', async () => {
    const { giulia, marco, sara, anna, luca, bystander, requests } = await world();
    server.clock.advance(60);
    const closedAt = server.clock.now();
    expect((await confirm(giulia, requests.giulias, marco.id)).status).toBe(200);
    expect((await readRequest(marco, requests.marcos)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'swapped_elsewhere',
      closedAt,
      tab: 'rifiutati',
      preAcceptanceCount: 0,
      preAcceptedBy: [],
    });
    for (const person of [giulia, anna]) {
      expect((await readRequest(person, requests.marcos)).body).toMatchObject({
        tab: 'rifiutati',
        isLapsed: true,
      });
    }
    expect((await readRequest(luca, requests.lucas)).body).toMatchObject({
      status: 'aperta',
      tab: 'pre-accettati',
      preAcceptanceCount: 1,
      preAcceptedBy: [{ userId: bystander.id }],
    });
    for (const person of [giulia, marco]) {
      expect((await readRequest(person, requests.lucas)).body).toMatchObject({
        userHasPreAccepted: false,
        isLapsed: true,
        preAccept: { isAllowed: true },
      });
    }
    expect((await readRequest(sara, requests.saras)).body).toMatchObject({
      status: 'aperta',
      preAcceptanceCount: 1,
    });
    expect((await readRequest(sara, requests.giulias)).body).toMatchObject({
      tab: 'rifiutati',
      isLapsed: true,
    });
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('everybody concerned, each once and nobody else', async () => {
    const { giulia, marco, requests, people } = await world();
    const ids = Object.values(people).map(({ id }) => id);
    await database.run(sql`delete from notifications where user_id = any(${ids}::uuid[])`);
    await confirm(giulia, requests.giulias, marco.id);
    const told: Record<string, [string, string, string | null][]> = {};
    for (const [name, person] of Object.entries(people)) {
      const news = (await notificationsOf(person)).toSorted((one, other) =>
        `${one.type} ${one.message}`.localeCompare(`${other.type} ${other.message}`),
      );
      told[name] = news.map(({ type, message, relatedRequestId }) => [type, message, relatedRequestId]);
    }
    const day = 'venerdì 20 novembre 2026';
    expect(told).toEqual({
      giulia: [
        [
          'exchange_completed',
          'Scambio con Marco Bianchi completato: ora lavori ven 20 nov, 14:00–22:00.',
          requests.giulias,
        ],
      ],
      marco: [
        ['exchange_accepted', `Giulia Ferri ha confermato lo scambio con te per ${day}.`, requests.giulias],
        [
          'exchange_completed',
          'Scambio con Giulia Ferri completato: ora lavori ven 20 nov, 06:00–14:00.',
          requests.giulias,
        ],
      ],
      sara: [
        [
          'exchange_declined',
          `Giulia Ferri ha trovato uno scambio con un’altra persona per ${day}.`,
          requests.giulias,
        ],
      ],
      anna: [
        [
          'shift_updated',
          `Il turno di Marco Bianchi per ${day} non è più disponibile: la richiesta si è chiusa.`,
          requests.marcos,
        ],
      ],
      luca: [
        [
          'shift_updated',
          `Il turno di Giulia Ferri per ${day} non è più disponibile: la sua offerta è decaduta.`,
          requests.lucas,
        ],
        [
          'shift_updated',
          `Il turno di Marco Bianchi per ${day} non è più disponibile: la sua offerta è decaduta.`,
          requests.lucas,
        ],
      ],
      bystander: [],
      leader: [],
      stranger: [],
    });
  });

  test('the screens of everybody whose lists changed', async () => {
    const { giulia, marco, requests, people } = await world();
    const heard: Record<string, Set<string>> = {};
    const stops = Object.entries(people).map(([name, person]) => {
      const lists = (heard[name] = new Set<string>());
      return server.context.events.subscribe(person.id, {
        changed: (changed) => changed.forEach((list) => lists.add(list)),
        missed: () => lists.add('missed'),
      });
    });
    await confirm(giulia, requests.giulias, marco.id);
    // events of one transaction arrive in order, so the last one ends the waiting
    const end = await signInOnDuty(server, early);
    const last = Promise.withResolvers<undefined>();
    stops.push(
      server.context.events.subscribe(end.id, {
        changed: () => last.resolve(undefined),
        missed: () => undefined,
      }),
    );
    await end.call('PATCH /api/notifications/mark-all-read');
    await last.promise;
    for (const stop of stops) stop();
    const parties = ['completed', 'exchange-requests', 'notifications', 'shifts'];
    const sorted = Object.entries(heard).map(([name, lists]) => [name, [...lists].toSorted()]);
    expect(Object.fromEntries(sorted)).toEqual({
      giulia: parties,
      marco: parties,
      // whose offer ended: their calendars show what is reserved
      sara: ['exchange-requests', 'notifications', 'shifts'],
      anna: ['exchange-requests', 'notifications', 'shifts'],
      luca: ['exchange-requests', 'notifications'],
      // the request they could see is gone
      // the news of it is over
      bystander: ['exchange-requests', 'notifications'],
      leader: ['exchange-requests'],
      stranger: [],
    });
  });

  test('three identical mails wait in the outbox', async () => {
    const { giulia, marco, requests, worksiteId } = await world();
    await confirm(giulia, requests.giulias, marco.id);
    const { id: swapId } = await database.one<{ id: string }>(sql`
      select id from completed_swaps where request_id = ${requests.giulias}`);
    const mails = (await listWrittenMails(database)).filter((mail) => mail.swapId === swapId);
    const worksite = await database.one<{ email: string }>(sql`
      select email from worksites where id = ${worksiteId}`);
    expect(mails.map(({ recipient, userId }) => [recipient, userId])).toEqual([
      [marco.email, marco.id],
      [giulia.email, giulia.id],
      [worksite.email, null],
    ]);
    expect(new Set(mails.map(({ subject, html, text }) => subject + html + text)).size).toBe(1);
    expect(new Set(mails.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
      new Set(['queued 0']),
    );
    expect(mails[0]?.subject).toBe(
      'Scambio di turno completato: Giulia Ferri e Marco Bianchi, venerdì 20 novembre 2026',
    );
    // the whole table, so that no refused call of this file has left one behind
    const { count } = await database.one<{ count: number }>(sql`
      select count(*) - 3 * (select count(*) from completed_swaps) as count from mail_outbox`);
    expect(count).toBe(0);
  });

  test('the record: who, what, before and after', async () => {
    const { giulia, marco, requests, worksiteId } = await world();
    await confirm(giulia, requests.giulias, marco.id);
    const rows = await database.many(sql`
      select at, actor_id, acted_as_id, worksite_id, action, target_type, target_id, before, after
      from audit_log where target_id = ${requests.giulias}`);
    const hers = { date: swapDay, ...early, shiftId: giulia.shiftId };
    const his = { date: swapDay, ...late, shiftId: marco.shiftId };
    expect(rows).toEqual([
      {
        at: testNow,
        actorId: giulia.id,
        actedAsId: null,
        worksiteId: worksiteId,
        action: 'swap_completed',
        targetType: 'exchange_request',
        targetId: requests.giulias,
        before: { requester: hers, accepter: his },
        after: { requester: his, accepter: hers },
      },
    ]);
    const swaps = await database.many(sql`
      select kind, exchange_day, requested_at, offered_at, completed_at, requester_snapshot, accepter_snapshot
      from completed_swaps where request_id = ${requests.giulias}`);
    const person = { role: 'operatore', contractHours: 8, taxiLicense: null, phoneNumber: null } as const;
    expect(swaps).toEqual([
      {
        kind: 'turno',
        exchangeDay: swapDay,
        requestedAt: testNow,
        offeredAt: testNow,
        completedAt: testNow,
        requesterSnapshot: person,
        accepterSnapshot: person,
      },
    ]);
  });
});

describe('a shift that came from a swap', () => {
  test('a shift that came from a swap can be offered and swapped again, also back', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const sara = await signInOnDuty(server, buildDuty('sede', '09:00', '17:00'), { worksiteId });
    const duties = await listDuties(database);
    const again = async (person: OnDuty): Promise<OnDuty> => ({
      ...person,
      shiftId: (await entryOf(person))!.id,
    });
    await swap(giulia, marco);
    await swap(await again(giulia), sara);
    expect(await entryOf(giulia)).toMatchObject({ startTime: '09:00' });
    expect(await entryOf(sara)).toMatchObject({ ...late, exchangeInfo: { exchangePartner: 'Giulia Ferri' } });
    await swap(await again(sara), await again(marco));
    await swap(await again(marco), await again(sara));
    expect(await entryOf(marco)).toMatchObject({ ...early });
    expect(await listDuties(database)).toEqual(duties);
    expect(await violatedInvariants(database)).toEqual([]);
    expect((await readCompleted(giulia)).total).toBe(2);
    expect((await readCompleted(sara)).swaps.map(({ partnerName }) => partnerName)).toHaveLength(3);
  });

  test('a shift that came from a swap is protected until the person insists; then the mark is gone and the swap stays on record', async () => {
    const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri' });
    const marco = await signInOnDuty(server, late, {
      worksiteId: giulia.worksiteId,
      firstName: 'Marco',
      lastName: 'Bianchi',
    });
    await swap(giulia, marco);
    const { id } = (await entryOf(giulia))!;
    for (const attempt of [
      changeShift(giulia, id, { workLocation: 'smart_working' }),
      deleteShift(giulia, id),
    ]) {
      expect(await attempt).toMatchObject({
        status: 409,
        body: {
          code: 'shift_swapped',
          message:
            'Non puoi modificare questo turno perché è stato scambiato con Marco Bianchi il 16/11/2026.',
          requiresConfirmation: true,
          exchangeInfo: { exchangePartner: 'Marco Bianchi', completedDate: testNow },
        },
      });
    }
    const override = { 'x-override-exchange': 'true' };
    const edited = await changeShift(giulia, id, { workLocation: 'smart_working' }, override);
    expect(edited).toMatchObject({
      status: 200,
      body: { workLocation: 'smart_working', exchangeInfo: null },
    });
    expect(edited.body.id).not.toBe(id);
    expect((await deleteShift(marco, (await entryOf(marco))!.id, override)).status).toBe(204);
    expect(await entryOf(marco)).toBeUndefined();
    for (const person of [giulia, marco]) expect((await readCompleted(person)).total).toBe(1);
    expect((await publish(giulia, edited.body.id)).status).toBe(201);
    const audit = await database.many<{ action: string }>(sql`
      select action from audit_log where actor_id in (${giulia.id}, ${marco.id}) order by id`);
    expect(audit.map(({ action }) => action)).toEqual([
      'swap_completed',
      'swapped_shift_changed',
      'swapped_shift_deleted',
    ]);
  });

  test('a shift that came from a swap that is on offer again leaves the offer when it is changed', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const sara = await signInOnDuty(server, early, { worksiteId });
    await swap(giulia, marco);
    const { id } = (await entryOf(giulia))!;
    const requestId = await publishedId(giulia, id);
    await offer(sara, requestId);
    const override = { 'x-override-exchange': 'true' };
    expect((await changeShift(giulia, id, { notes: 'Solo una nota' })).status).toBe(200);
    expect((await readRequest(giulia, requestId)).body.status).toBe('aperta');
    await changeShift(giulia, id, { workLocation: 'smart_working' }, override);
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'shift_changed',
    });
    expect((await preAccept(sara, requestId)).status).toBe(409);
    expect(await violatedInvariants(database)).toEqual([]);
  });
});

test('a swap that fails at its end has changed nothing', async () => {
  const { giulia, requestId, colleagues } = await offered();
  await database.run(sql`delete from notifications where related_request_id = ${requestId}`);
  // the address of the third mail cannot be stored
  const { worksiteId } = giulia;
  await database.run(
    sql`alter table mail_outbox add constraint refuse_it check (recipient not like 'guasto%')`,
  );
  await database.run(sql`update worksites set email = 'guasto@turnario.example' where id = ${worksiteId}`);
  const before = await stateOf(worksiteId);
  expect(await confirm(giulia, requestId)).toMatchObject({ status: 500, body: { code: 'internal' } });
  expect(server.takeErrors()).toHaveLength(1);
  expect(await stateOf(worksiteId)).toEqual(before);
  await database.run(sql`alter table mail_outbox drop constraint refuse_it`);
  expect((await confirm(giulia, requestId, colleagues[0]!.id)).status).toBe(200);
  expect(await violatedInvariants(database)).toEqual([]);
});
