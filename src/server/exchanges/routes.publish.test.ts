import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { outcomeOf } from '../../../tests/support/caller.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import {
  changeShift,
  confirm,
  deleteShift,
  early,
  entryOf,
  late,
  matchesOf,
  notificationsOf,
  notificationTypesOf,
  offer,
  offered,
  pair,
  preAccept,
  publish,
  published,
  publishedId,
  readRequest,
  signInOnDuty,
  swapDay,
} from '../../../tests/support/swaps.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';

const server = await testServer();

const today = '2026-11-16';
const countRequests = async (requesterId: string): Promise<number> => {
  const { count } = await server.database.one<{ count: number }>(sql`
    select count(*) as count from exchange_requests where requester_id = ${requesterId}`);
  return count;
};

describe('publishing', () => {
  test('answers the open request as its requester sees it', async () => {
    const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri' });
    const answer = await publish(giulia, giulia.shiftId, {
      kind: 'turno',
      message: '  Ho una visita.  ',
      acceptFlexibleDates: false,
      requesterId: giulia.id,
      status: 'aperta',
    });
    expect(answer.status).toBe(201);
    const expected: ExchangeRequest = {
      id: answer.body.request.id,
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      kind: 'turno',
      requesterId: giulia.id,
      requesterName: 'Giulia Ferri',
      requesterContractHours: 8,
      requesterRole: 'operatore',
      requesterWorksite: giulia.signedIn.worksite.name,
      offeredShiftId: giulia.shiftId,
      offeredShift: { date: swapDay, ...early },
      offeredDuties: [{ date: swapDay, ...early }],
      weeks: null,
      requestedShiftType: 'pomeriggio',
      requestedDate: swapDay,
      acceptFlexibleDates: false,
      acceptableDays: [],
      withinDays: null,
      choices: [],
      message: 'Ho una visita.',
      status: 'aperta',
      closeReason: null,
      createdAt: testNow,
      closedAt: null,
      responderId: null,
      responderName: null,
      userHasPreAccepted: false,
      userHasRejected: false,
      isLapsed: false,
      isAwaitingApproval: false,
      awaitedAccepterId: null,
      approvalUntil: null,
      preAcceptanceCount: 0,
      nobodyLeft: false,
      preAcceptedBy: [],
      tab: 'mie',
      matchScore: 100,
      ownDuties: [],
      preview: null,
      preAccept: { isAllowed: false, reason: 'È una tua richiesta: non puoi accettarla tu.' },
      isMirrored: false,
      mirrorId: null,
    };
    expect(answer.body.request).toEqual(expected);
    expect((await readRequest(giulia, expected.id)).body).toEqual(expected);
  });

  test('publishing takes a day with a time part, and a split shift as long as the contract', async () => {
    const split = { ...buildDuty('sede', '08:00', '12:00'), isSplitShift: true };
    const person = await signInOnDuty(server, { ...split, secondStartTime: '14:00', secondEndTime: '18:00' });
    const answer = await publish(person, person.shiftId, { requestedDate: `${swapDay}T00:00:00.000Z` });
    expect(answer.status).toBe(201);
    expect(answer.body.request.requestedDate).toBe(swapDay);
    expect(answer.body.request.offeredShift).toMatchObject({
      secondStartTime: '14:00',
      secondEndTime: '18:00',
    });
  });

  test('publishing tells the colleagues who could take it now, and nobody else', async () => {
    const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri' });
    const { worksiteId } = giulia;
    const able = await signInOnDuty(server, late, { worksiteId });
    const sameTime = await signInOnDuty(server, { ...early, workLocation: 'smart_working' }, { worksiteId });
    const others = {
      identical: await signInOnDuty(server, early, { worksiteId }),
      hours: await signInOnDuty(server, late, { worksiteId, contractHours: 7 }),
      role: await signInOnDuty(server, late, { worksiteId, role: 'team_leader' }),
      length: await signInOnDuty(server, buildDuty('sede', '13:00', '22:00'), { worksiteId }),
      ferie: await signInOnDuty(server, buildDuty('ferie'), { worksiteId }),
      day: await signInOnDuty(server, late, { worksiteId }, { day: '2026-11-21' }),
      worksite: await signInOnDuty(server, late),
      inactive: await signInOnDuty(server, late, { worksiteId }),
    };
    await server.database.run(sql`update users set is_active = false where id = ${others.inactive.id}`);
    const requestId = await publishedId(giulia, giulia.shiftId);
    for (const person of [able, sameTime]) {
      expect(await notificationsOf(person)).toMatchObject([
        {
          type: 'new_exchange_request',
          title: 'Nuova richiesta di scambio',
          message: 'Giulia Ferri offre il turno di ven 20 nov (06:00–14:00) e cerca un turno di pomeriggio.',
          isRead: false,
          relatedRequestId: requestId,
        },
      ]);
    }
    const told = await server.database.many<{ userId: string }>(sql`
      select user_id as "userId" from notifications where related_request_id = ${requestId}`);
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([able.id, sameTime.id].toSorted());
    expect(await notificationTypesOf(giulia)).toEqual([]);
  });

  test('publishing tells both people whose open requests mirror each other', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const other = await signInOnDuty(server, late, { worksiteId });
    const first = await publishedId(giulia, giulia.shiftId);
    await publishedId(other, other.shiftId, { requestedShiftType: 'notte' });
    const second = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    expect(await matchesOf(giulia)).toMatchObject([
      {
        relatedRequestId: second,
        message: 'Tu e Marco Bianchi potete scambiarvi proprio quello che cercate: venerdì 20 novembre 2026.',
      },
    ]);
    expect(await matchesOf(marco)).toMatchObject([{ relatedRequestId: first }]);
    expect(await matchesOf(other)).toEqual([]);
  });
});

describe('publishing is refused', () => {
  test('signed out', async () => {
    expect(outcomeOf(await publish(server.nobody, randomUUID()))).toBe('401 not_signed_in');
  });

  test('publishing is refused with another person’s shift, as with one that does not exist', async () => {
    const { giulia, marco } = await pair(server);
    const stranger = await signInOnDuty(server, late);
    for (const shiftId of [marco.shiftId, stranger.shiftId, randomUUID()]) {
      expect(await publish(giulia, shiftId)).toMatchObject({
        status: 404,
        body: { code: 'exchange_not_own_shift', message: 'Puoi offrire solo i tuoi turni.' },
      });
    }
    expect(await countRequests(giulia.id)).toBe(0);
  });

  test.each(['libero', 'ferie', 'malattia'] as const)(
    'publishing is refused with a day of %s',
    async (workLocation) => {
      const person = await signInOnDuty(server, buildDuty(workLocation));
      expect(outcomeOf(await publish(person, person.shiftId))).toBe('400 exchange_shift_not_working');
    },
  );

  test('publishing is refused from the minute in which the shift begins, in Rome', async () => {
    const person = await signInOnDuty(server, late, {}, { day: today });
    const moments = [
      ['2026-11-16T12:59:59.999Z', 201, undefined],
      ['2026-11-16T13:00:00.000Z', 409, 'exchange_shift_begun'],
      ['2026-11-16T13:01:00.000Z', 409, 'exchange_shift_begun'],
    ] as const;
    for (const [now, status, code] of moments) {
      server.clock.set(now);
      const answer = await publish(person, person.shiftId, { requestedDate: today });
      expect([now, answer.status, answer.refusal.code]).toEqual([now, status, code]);
      await server.database.run(sql`delete from exchange_requests where requester_id = ${person.id}`);
    }
  });

  test('publishing is refused with a past shift', async () => {
    const person = await signInOnDuty(server, early, {}, { day: '2026-11-13' });
    const answer = await publish(person, person.shiftId, { requestedDate: '2026-11-13' });
    expect(outcomeOf(answer)).toBe('409 exchange_shift_begun');
  });

  test.each([
    [buildDuty('sede', '09:00', '18:00'), 8, '9 ore'],
    [buildDuty('sede', '09:00', '13:30'), 4, '4 ore e 30 minuti'],
    [buildDuty('smart_working', '09:00', '10:00'), 6, '1 ora'],
  ] as const)('when the shift is not as long as the contract', async (duty, contractHours, hours) => {
    const person = await signInOnDuty(server, duty, { contractHours });
    expect(await publish(person, person.shiftId)).toMatchObject({
      status: 400,
      body: {
        code: 'exchange_wrong_duration',
        message: `Il turno dura ${hours}, il tuo contratto è di ${contractHours} ore: puoi scambiare solo turni che durano quanto le tue ore di contratto.`,
      },
    });
  });

  test('but not of flexible staff, whose shifts only have to be equally long', async () => {
    const flexible = { contractHours: 6, enableFlexibleShifts: true };
    const giulia = await signInOnDuty(server, buildDuty('sede', '06:00', '10:00'), flexible);
    const draft = { ...flexible, worksiteId: giulia.worksiteId };
    const marco = await signInOnDuty(server, buildDuty('sede', '14:00', '18:00'), draft);
    const longer = await signInOnDuty(server, buildDuty('sede', '14:00', '22:00'), draft);
    const requestId = await publishedId(giulia, giulia.shiftId);
    expect((await readRequest(marco, requestId)).body.tab).toBe('disponibili');
    await offer(marco, requestId);
    expect(await preAccept(longer, requestId)).toMatchObject({ body: { code: 'exchange_other_length' } });
    expect((await confirm(giulia, requestId)).status).toBe(200);
    expect(await entryOf(giulia)).toMatchObject({ startTime: '14:00', endTime: '18:00' });
    expect(await entryOf(marco)).toMatchObject({ startTime: '06:00', endTime: '10:00' });
    // what came from a swap can be offered again
    expect((await publish(giulia, (await entryOf(giulia))!.id)).status).toBe(201);
  });

  test('publishing is refused for another day than the shift’s', async () => {
    const person = await signInOnDuty(server, early);
    expect(outcomeOf(await publish(person, person.shiftId, { requestedDate: '2026-11-21' }))).toBe(
      '400 exchange_other_day',
    );
  });

  test('publishing is refused while another request for the same shift is open', async () => {
    const person = await signInOnDuty(server, early);
    await publishedId(person, person.shiftId);
    expect(await publish(person, person.shiftId, { requestedShiftType: 'sera' })).toMatchObject({
      status: 409,
      body: { code: 'exchange_already_open', message: 'Hai già una richiesta aperta per questo turno' },
    });
    expect(await countRequests(person.id)).toBe(1);
  });

  test('but a repeated call answers the same request and tells nobody again', async () => {
    const person = await signInOnDuty(server, early);
    const colleague = await signInOnDuty(server, late, { worksiteId: person.worksiteId });
    const draft = { message: 'Visita medica' };
    const requestId = await publishedId(person, person.shiftId, draft);
    expect(await publish(person, person.shiftId, draft)).toMatchObject({
      status: 201,
      body: { request: { id: requestId, status: 'aperta' } },
    });
    expect(await notificationTypesOf(colleague)).toEqual(['new_exchange_request']);
    expect((await publish(person, person.shiftId, { message: 'Altro' })).status).toBe(409);
    expect((await publish(person, person.shiftId)).status).toBe(409);
    expect(await countRequests(person.id)).toBe(1);
  });

  test('publishing is refused of a kind the worksite does not have', async () => {
    const driver = await signInOnDuty(server, buildDuty('sede', '06:00', '13:00'), {
      worksiteId: await server.taxiWorksiteId(),
      contractHours: 7,
    });
    const single = await publish(driver, driver.shiftId, { kind: 'turno' });
    expect(outcomeOf(single)).toBe('400 exchange_kind_not_offered');
    const giulia = await signInOnDuty(server, early);
    for (const kind of ['settimana', 'ferie'] as const) {
      const answer = await publish(giulia, giulia.shiftId, { kind });
      expect(outcomeOf(answer)).toBe('400 exchange_kind_not_offered');
    }
  });

  test('publishing is refused in somebody else’s name', async () => {
    const { giulia, marco } = await pair(server);
    expect(outcomeOf(await publish(giulia, marco.shiftId, { requesterId: marco.id }))).toBe('403 forbidden');
    expect(await countRequests(marco.id)).toBe(0);
  });

  test('publishing is refused by a person deactivated meanwhile', async () => {
    const person = await signInOnDuty(server, early);
    await server.database.run(sql`update users set is_active = false where id = ${person.id}`);
    expect(await publish(person, person.shiftId)).toMatchObject({ status: 401 });
  });

  test.each([
    [{ requestedShiftType: undefined }, 'requestedShiftType', 'Seleziona il tipo di turno desiderato'],
    [{ requestedShiftType: null }, 'requestedShiftType', 'Seleziona il tipo di turno desiderato'],
    [{ requestedShiftType: 'alba' }, 'requestedShiftType', 'Seleziona il tipo di turno desiderato'],
    [{ offeredShiftId: '' }, 'offeredShiftId', 'Seleziona il turno da offrire'],
    [{ offeredShiftId: undefined }, 'offeredShiftId', 'Seleziona il turno da offrire'],
    [{ offeredShiftId: 'x' }, 'offeredShiftId', 'Identificativo non valido'],
    [{ requestedDate: '' }, 'requestedDate', 'Seleziona la data desiderata'],
    [{ requestedDate: '2026-02-30' }, 'requestedDate', 'Data non valida'],
    [{ message: 'a'.repeat(501) }, 'message', 'Al massimo 500 caratteri'],
    [{ message: 'a\u0000b' }, 'message', 'Contiene caratteri invisibili o non ammessi: riscrivilo a mano'],
  ])('with wrong data: %j', async (draft, field, text) => {
    const person = await signInOnDuty(server, early);
    const body = {
      offeredShiftId: person.shiftId,
      requestedShiftType: 'sera',
      requestedDate: swapDay,
      ...draft,
    };
    expect(await person.callUntyped('POST /api/exchange-requests', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_data', message: 'Dati non validi', fields: { [field]: text } },
    });
  });

  test.each([{ acceptFlexibleDates: 'sì' }, { status: 'completata' }])(
    'with what a client cannot decide: %j',
    async (draft) => {
      const person = await signInOnDuty(server, early);
      const body = {
        offeredShiftId: person.shiftId,
        requestedShiftType: 'sera',
        requestedDate: swapDay,
      } as const;
      const answer = await person.callUntyped('POST /api/exchange-requests', { body: { ...body, ...draft } });
      expect(outcomeOf(answer)).toBe('400 invalid_data');
    },
  );
});

describe('pre-accepting', () => {
  test('pre-accepting shows the requester who, and everybody else how many', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const other = await signInOnDuty(server, late, { worksiteId });
    const requestId = await publishedId(giulia, giulia.shiftId);
    const answer = await preAccept(marco, requestId);
    expect(answer.status).toBe(200);
    expect(answer.body.request).toMatchObject({
      id: requestId,
      status: 'aperta',
      tab: 'pre-accettati',
      userHasPreAccepted: true,
      preAcceptanceCount: 1,
      preAcceptedBy: [],
      ownDuties: [{ date: swapDay, ...late }],
      preAccept: { isAllowed: false, reason: 'Hai già pre-accettato questa richiesta.' },
    });
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      tab: 'pre-accettati',
      userHasPreAccepted: false,
      preAcceptanceCount: 1,
      preAcceptedBy: [
        {
          userId: marco.id,
          name: 'Marco Bianchi',
          contractHours: 8,
          role: 'operatore',
          offeredShift: { date: swapDay, ...late },
          createdAt: testNow,
        },
      ],
    });
    expect((await readRequest(other, requestId)).body).toMatchObject({
      tab: 'disponibili',
      userHasPreAccepted: false,
      preAcceptanceCount: 1,
      preAcceptedBy: [],
      preAccept: { isAllowed: true, reason: null },
    });
    expect(await notificationsOf(giulia)).toMatchObject([
      {
        type: 'request_pre_accepted',
        relatedRequestId: requestId,
        message:
          'Marco Bianchi accetta lo scambio e offre il turno di ven 20 nov, 14:00–22:00. Conferma per completarlo.',
      },
    ]);
    expect(await notificationTypesOf(other)).toEqual(['new_exchange_request']);
  });

  test('a shift of another type than the wanted one may be offered', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, buildDuty('sede', '07:00', '15:00'), { worksiteId });
    const requestId = await publishedId(giulia, giulia.shiftId, { requestedShiftType: 'notte' });
    expect((await preAccept(marco, requestId)).status).toBe(200);
  });

  test('repeating it changes nothing more', async () => {
    const { giulia, marco, requestId } = await published(server);
    const first = await preAccept(marco, requestId);
    server.clock.advance(60);
    const second = await preAccept(marco, requestId);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect((await readRequest(giulia, requestId)).body.preAcceptedBy).toMatchObject([{ createdAt: testNow }]);
    expect(await notificationTypesOf(giulia)).toEqual(['request_pre_accepted']);
  });

  test('a colleague who rejected it may change their mind', async () => {
    const { marco, requestId } = await published(server);
    await server.database.run(sql`
      insert into exchange_rejections (request_id, user_id) values (${requestId}, ${marco.id})`);
    expect((await preAccept(marco, requestId)).body.request).toMatchObject({
      tab: 'pre-accettati',
      userHasPreAccepted: true,
      userHasRejected: false,
    });
  });

  test('an offer that lapsed with its shift can be made again', async () => {
    const { giulia, marco, requestId } = await offered(server);
    const edit = { startTime: '13:00', endTime: '21:00' };
    expect((await changeShift(marco, marco.shiftId, edit)).status).toBe(200);
    expect((await readRequest(giulia, requestId)).body).toMatchObject({ preAcceptanceCount: 0, tab: 'mie' });
    expect((await readRequest(marco, requestId)).body).toMatchObject({ tab: 'disponibili', isLapsed: true });
    expect((await preAccept(marco, requestId)).status).toBe(200);
    expect((await readRequest(giulia, requestId)).body.preAcceptedBy).toMatchObject([
      { offeredShift: { startTime: '13:00', endTime: '21:00' } },
    ]);
    expect(await notificationTypesOf(giulia)).toEqual([
      // what Marco works now still is an afternoon
      'new_compatible_shift',
      'request_pre_accepted',
      'request_pre_accepted',
      'shift_updated',
    ]);
  });
});

describe('pre-accepting is refused', () => {
  test('signed out, or for what is no request', async () => {
    const person = await signInOnDuty(server, early);
    expect((await preAccept(server.nobody, randomUUID())).status).toBe(401);
    expect(outcomeOf(await preAccept(person, randomUUID()))).toBe('404 not_found');
    expect(outcomeOf(await preAccept(person, 'x'))).toBe('400 invalid_data');
  });

  test('pre-accepting is refused with a reason that the card gave before', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const requestId = await publishedId(giulia, giulia.shiftId);
    const cases = [
      [giulia, 403, 'exchange_own_request', 'È una tua richiesta: non puoi accettarla tu.'],
      [
        await signInOnDuty(server, late, { worksiteId, contractHours: 6 }),
        403,
        'exchange_other_hours',
        'Le vostre ore di contratto sono diverse.',
      ],
      [
        await signInOnDuty(server, late, { worksiteId, role: 'coordinatore' }),
        403,
        'exchange_other_role',
        'I vostri ruoli sono diversi.',
      ],
      [
        await server.signIn({ worksiteId }),
        409,
        'exchange_no_own_shift',
        'In quel giorno non hai un turno da dare in cambio.',
      ],
      [
        await signInOnDuty(server, buildDuty('malattia'), { worksiteId }),
        409,
        'exchange_own_shift_not_working',
        'In quel giorno non lavori: non hai un turno da dare in cambio.',
      ],
      [
        await signInOnDuty(server, buildDuty('sede', '13:00', '22:00'), { worksiteId }),
        409,
        'exchange_other_length',
        'Il tuo turno dura 9 ore, quello offerto 8 ore: per scambiarli devono avere la stessa durata.',
      ],
      [
        await signInOnDuty(server, early, { worksiteId }),
        409,
        'exchange_same_duty',
        'È uguale al tuo turno: non cambierebbe niente',
      ],
    ] as const;
    for (const [person, status, code, message] of cases) {
      expect((await readRequest(person, requestId)).body.preAccept).toEqual({
        isAllowed: false,
        reason: message,
      });
      expect(await preAccept(person, requestId)).toMatchObject({ status, body: { code, message } });
    }
    expect((await readRequest(giulia, requestId)).body.preAcceptanceCount).toBe(0);
    expect(await notificationTypesOf(giulia)).toEqual([]);
  });

  test('pre-accepting is refused from another worksite, as if it did not exist', async () => {
    const giulia = await signInOnDuty(server, early);
    const stranger = await signInOnDuty(server, late);
    const requestId = await publishedId(giulia, giulia.shiftId);
    expect(outcomeOf(await preAccept(stranger, requestId))).toBe('404 not_found');
  });

  test('pre-accepting is refused when one of the two shifts has begun', async () => {
    const giulia = await signInOnDuty(server, late, {}, { day: today });
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(
      server,
      buildDuty('sede', '11:00', '19:00'),
      { worksiteId },
      { day: today },
    );
    const requestId = await publishedId(giulia, giulia.shiftId, {
      requestedDate: today,
      requestedShiftType: 'mattina',
    });
    server.clock.set('2026-11-16T10:00:00.000Z');
    expect(await preAccept(marco, requestId)).toMatchObject({
      status: 409,
      body: { code: 'exchange_own_shift_begun', message: 'Il tuo turno di quel giorno è già iniziato.' },
    });
    server.clock.set('2026-11-16T13:00:00.000Z');
    expect(outcomeOf(await preAccept(marco, requestId))).toBe('409 exchange_shift_begun');
  });

  test('pre-accepting is refused when the requester’s account was deactivated', async () => {
    const { giulia, marco, requestId } = await published(server);
    await server.database.run(sql`update users set is_active = false where id = ${giulia.id}`);
    expect((await readRequest(marco, requestId)).body.preAccept.isAllowed).toBe(false);
    expect(outcomeOf(await preAccept(marco, requestId))).toBe('409 exchange_person_inactive');
  });

  test('pre-accepting is refused when the requester refused this colleague’s offer', async () => {
    const { marco, requestId } = await offered(server);
    await server.database.run(
      sql`update pre_acceptances set status = 'rifiutata' where request_id = ${requestId}`,
    );
    expect(outcomeOf(await preAccept(marco, requestId))).toBe('409 exchange_offer_refused');
  });

  test('pre-accepting is refused when the request is closed', async () => {
    const { giulia, marco, requestId } = await published(server);
    expect((await deleteShift(giulia, giulia.shiftId)).status).toBe(204);
    expect(outcomeOf(await preAccept(marco, requestId))).toBe('409 exchange_closed');
  });
});

describe('a shift that is on offer', () => {
  test('a shift that is on offer says so in the calendar, and no longer when the request is closed', async () => {
    const giulia = await signInOnDuty(server, early);
    const requestId = await publishedId(giulia, giulia.shiftId);
    const list = async () => giulia.ask('GET /api/user-shifts');
    expect(await list()).toMatchObject([{ id: giulia.shiftId, openRequestId: requestId }]);
    const edit = await changeShift(giulia, giulia.shiftId, { startTime: '07:00', endTime: '15:00' });
    expect(edit.body).toMatchObject({ openRequestId: null });
    expect(await list()).toMatchObject([{ id: giulia.shiftId, openRequestId: null }]);
  });

  test.each(['PATCH', 'DELETE'] as const)(
    'a shift that is on offer closes its request and tells who offered (%s)',
    async (method) => {
      const { giulia, marco } = await pair(server);
      const bystander = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
      const requestId = await publishedId(giulia, giulia.shiftId);
      await offer(marco, requestId);
      const body = method === 'PATCH' ? { workLocation: 'libero', startTime: '', endTime: '' } : undefined;
      expect(
        (await giulia.callUntyped(`${method} /api/shifts/${giulia.shiftId}`, { body })).status,
      ).toBeLessThan(300);
      expect((await readRequest(giulia, requestId)).body).toMatchObject({
        status: 'annullata',
        closeReason: 'shift_changed',
        closedAt: testNow,
        tab: 'rifiutati',
        preAcceptanceCount: 0,
      });
      expect((await readRequest(marco, requestId)).body).toMatchObject({ tab: 'rifiutati', isLapsed: true });
      expect((await readRequest(bystander, requestId)).body).toMatchObject({ tab: null, isLapsed: false });
      expect(await notificationTypesOf(marco)).toEqual(['new_exchange_request', 'shift_updated']);
      expect((await notificationsOf(marco)).find(({ type }) => type === 'shift_updated')).toMatchObject({
        relatedRequestId: requestId,
        message:
          'Il turno di Giulia Ferri per venerdì 20 novembre 2026 non è più disponibile: la richiesta si è chiusa.',
      });
      expect(await notificationTypesOf(bystander)).toEqual(['new_exchange_request']);
      expect(await notificationTypesOf(giulia)).toEqual(['request_pre_accepted']);
    },
  );

  test('a shift that is on offer stays on offer when only its notes change, or nothing does', async () => {
    const { giulia, marco, requestId } = await offered(server);
    await changeShift(giulia, giulia.shiftId, { notes: 'Portare le chiavi' });
    await changeShift(marco, marco.shiftId, { date: swapDay, startTime: '14:00', endTime: '22:00' });
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'aperta',
      preAcceptanceCount: 1,
    });
  });

  test('a shift that is on offer can be published again after it changed', async () => {
    const giulia = await signInOnDuty(server, early);
    await publishedId(giulia, giulia.shiftId);
    await changeShift(giulia, giulia.shiftId, { startTime: '07:00', endTime: '15:00' });
    expect((await publish(giulia, giulia.shiftId)).status).toBe(201);
  });
});

test('when an offer goes with its shift, the lists of all who could take the request follow', async () => {
  const { giulia, marco, worksiteId } = await pair(server);
  const sara = await signInOnDuty(server, late, { worksiteId });
  await offer(marco, await publishedId(giulia, giulia.shiftId));
  const heard = new Set<string>();
  const stop = server.context.events.subscribe(sara.id, {
    changed: (lists) => lists.forEach((list) => heard.add(list)),
    missed: () => undefined,
  });
  await deleteShift(marco, marco.shiftId);
  await expect.poll(() => [...heard]).toContain('exchange-requests');
  stop();
});

describe('a colleague who records a shift that somebody wants', () => {
  test('a colleague who records a shift that somebody wants is announced to the requester alone', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const elsewhere = await signInOnDuty(server, early);
    const otherHours = await signInOnDuty(server, buildDuty('sede', '06:00', '12:00'), {
      worksiteId,
      contractHours: 6,
    });
    const otherWish = await signInOnDuty(server, early, { worksiteId });
    const requestId = await publishedId(giulia, giulia.shiftId);
    await publishedId(elsewhere, elsewhere.shiftId);
    await publishedId(otherHours, otherHours.shiftId);
    await publishedId(otherWish, otherWish.shiftId, { requestedShiftType: 'sera' });
    const marco = await server.signIn({ worksiteId, firstName: 'Marco', lastName: 'Bianchi' });
    const record = { date: swapDay, workLocation: 'sede', startTime: '14:00', endTime: '22:00' } as const;
    expect(await marco.statusOf('POST /api/shifts', { body: record })).toBe(201);
    expect(
      (await notificationsOf(giulia)).filter(({ type }) => type === 'new_compatible_shift'),
    ).toMatchObject([
      {
        relatedRequestId: requestId,
        message: 'Marco Bianchi ha registrato un turno come quello che cerchi: ven 20 nov, 14:00–22:00.',
      },
    ]);
    for (const person of [elsewhere, otherHours, otherWish, marco]) {
      expect(await notificationTypesOf(person)).not.toContain('new_compatible_shift');
    }
  });

  test('a colleague’s recorded shift is not announced when it is the very one that is offered', async () => {
    const giulia = await signInOnDuty(server, early);
    await publishedId(giulia, giulia.shiftId, { requestedShiftType: 'mattina' });
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    const record = { date: swapDay, workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
    expect(await marco.statusOf('POST /api/shifts', { body: record })).toBe(201);
    expect(await notificationTypesOf(giulia)).toEqual([]);
  });

  test('a colleague’s recorded shift is not announced when it is of another length or has begun', async () => {
    const giulia = await signInOnDuty(server, late, {}, { day: today });
    await publishedId(giulia, giulia.shiftId, { requestedDate: today, requestedShiftType: 'mattina' });
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    const record = { date: today, workLocation: 'sede', startTime: '09:00', endTime: '17:00' } as const;
    expect(await marco.statusOf('POST /api/shifts', { body: record })).toBe(201);
    const sara = await server.signIn({ worksiteId: giulia.worksiteId });
    await sara.call('POST /api/shifts', { body: { ...record, startTime: '12:00', endTime: '21:00' } });
    expect(await notificationTypesOf(giulia)).toEqual([]);
    await buildShift(server.context, sara, '2026-11-17', late);
  });
});
