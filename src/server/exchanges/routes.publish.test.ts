import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { request } from '../../../tests/support/exchangeRequests.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { early, late, pair, signInOnDuty } from '../../../tests/support/swaps.ts';

const server = await testServer();

describe('publishing', () => {
  test('returns the open request as its requester sees it', async () => {
    const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri' });
    const answer = await giulia.publish(giulia.shiftId, {
      kind: 'turno',
      message: '  Ho una visita.  ',
      acceptFlexibleDates: false,
      requesterId: giulia.id,
      status: 'aperta',
    });
    expect(answer.status).toBe(201);
    const expected = request({
      id: answer.body.request.id,
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      requesterId: giulia.id,
      requesterName: 'Giulia Ferri',
      requesterWorksite: giulia.signedIn.worksite.name,
      offeredShiftId: giulia.shiftId,
      offeredShift: { date: swapDay, ...early },
      offeredDuties: [{ date: swapDay, ...early }],
      requestedShiftType: 'pomeriggio',
      requestedDate: swapDay,
      message: 'Ho una visita.',
      createdAt: testNow,
      tab: 'mie',
      ownDuties: [],
      preAccept: { isAllowed: false, reason: 'È una tua richiesta: non puoi accettarla tu.' },
    });
    expect(answer.body.request).toEqual(expected);
    expect((await giulia.readRequest(expected.id)).body).toEqual(expected);
  });

  test('notifies only the colleagues who could take it now, and returns their number', async () => {
    const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri' });
    const { worksiteId } = giulia;
    const able = await signInOnDuty(server, late, { worksiteId });
    const sameTime = await signInOnDuty(server, { ...early, workLocation: 'smart_working' }, { worksiteId });
    const inactive = await signInOnDuty(server, late, { worksiteId });
    await server.database.run(sql`update users set is_active = false where id = ${inactive.id}`);
    // not notified: same shift, other hours, role or length, a holiday, another day or worksite
    await signInOnDuty(server, early, { worksiteId });
    await signInOnDuty(server, late, { worksiteId, contractHours: 7 });
    await signInOnDuty(server, late, { worksiteId, role: 'team_leader' });
    await signInOnDuty(server, buildDuty('sede', '13:00', '22:00'), { worksiteId });
    await signInOnDuty(server, buildDuty('ferie'), { worksiteId });
    await signInOnDuty(server, late, { worksiteId }, { day: '2026-11-21' });
    await signInOnDuty(server, late);
    const { body } = await giulia.publish(giulia.shiftId);
    expect(body).toMatchObject({ toldCount: 2 });
    const message = 'Giulia Ferri offre il turno di ven 20 nov (06:00–14:00) e cerca un turno di pomeriggio.';
    for (const person of [able, sameTime]) {
      expect(await person.notifications()).toMatchObject([
        { type: 'new_exchange_request', message, relatedRequestId: body.request.id },
      ]);
    }
    const told = await server.database.many<{ userId: string }>(sql`
      select user_id from notifications where related_request_id = ${body.request.id}`);
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([able.id, sameTime.id].toSorted());
  });

  test('again returns the same request and notifies nobody twice; with another wish it is refused', async () => {
    const { giulia, marco } = await pair(server);
    const draft = { message: 'Visita medica' };
    const id = await giulia.publishedId(giulia.shiftId, draft);
    expect(await giulia.publish(giulia.shiftId, draft)).toMatchObject({
      status: 201,
      body: { request: { id, status: 'aperta' }, toldCount: 1 },
    });
    for (const other of [{ message: 'Altro' }, {}, { ...draft, requestedShiftType: 'sera' as const }]) {
      expect(await giulia.publish(giulia.shiftId, other)).toMatchObject({
        status: 409,
        body: { code: 'exchange_already_open', message: 'Hai già una richiesta aperta per questo turno' },
      });
    }
    expect(await marco.notificationTypes()).toEqual(['new_exchange_request']);
  });

  test('is refused for somebody else’s shift', async () => {
    const { giulia, marco } = await pair(server);
    const stranger = await signInOnDuty(server, late);
    for (const shiftId of [marco.shiftId, stranger.shiftId, randomUUID()]) {
      expect(await giulia.publish(shiftId)).toMatchObject({
        status: 404,
        body: { code: 'exchange_not_own_shift', message: 'Puoi offrire solo i tuoi turni.' },
      });
    }
    expect((await giulia.publish(marco.shiftId, { requesterId: marco.id })).outcome).toBe('403 forbidden');
    const requests = sql`select from exchange_requests where requester_id in (${giulia.id}, ${marco.id})`;
    expect(await server.database.many(requests)).toEqual([]);
  });

  test.each([
    ['a holiday', buildDuty('ferie'), {}, '400 exchange_shift_not_working'],
    ['another day than the shift’s', early, { requestedDate: '2026-11-21' }, '400 exchange_other_day'],
    ['a kind of the taxi worksite', early, { kind: 'settimana' }, '400 exchange_kind_not_offered'],
    ['no wanted type', early, { requestedShiftType: null }, '400 invalid_data'],
  ] as const)('is refused for %s', async (_what, duty, draft, outcome) => {
    const person = await signInOnDuty(server, duty);
    expect((await person.publish(person.shiftId, draft)).outcome).toBe(outcome);
  });
});

describe('a colleague who records a shift that somebody wants', () => {
  const record = { date: swapDay, workLocation: 'sede', startTime: '14:00', endTime: '22:00' } as const;

  test('is announced to the requester alone', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const elsewhere = await signInOnDuty(server, early);
    const hours = { worksiteId, contractHours: 6 };
    const otherHours = await signInOnDuty(server, buildDuty('sede', '06:00', '12:00'), hours);
    const otherWish = await signInOnDuty(server, early, { worksiteId });
    const requestId = await giulia.publishedId(giulia.shiftId);
    for (const person of [elsewhere, otherHours]) await person.publishedId(person.shiftId);
    await otherWish.publishedId(otherWish.shiftId, { requestedShiftType: 'sera' });
    const marco = await server.signIn({ worksiteId, firstName: 'Marco', lastName: 'Bianchi' });
    await marco.ask('POST /api/shifts', { body: record });
    const message = 'Marco Bianchi ha registrato un turno come quello che cerchi: ven 20 nov, 14:00–22:00.';
    expect(
      (await giulia.notifications()).filter(({ type }) => type === 'new_compatible_shift'),
    ).toMatchObject([{ relatedRequestId: requestId, message }]);
    for (const person of [elsewhere, otherHours, otherWish, marco]) {
      expect(await person.notificationTypes()).not.toContain('new_compatible_shift');
    }
  });

  test('is not announced if it is the very shift on offer', async () => {
    const giulia = await signInOnDuty(server, early);
    await giulia.publishedId(giulia.shiftId, { requestedShiftType: 'mattina' });
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    await marco.ask('POST /api/shifts', { body: { ...record, startTime: '06:00', endTime: '14:00' } });
    expect(await giulia.notificationTypes()).toEqual([]);
  });
});
