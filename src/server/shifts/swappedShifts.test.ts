import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, outcomeOf } from '../../../tests/support/caller.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { changeShift, deleteShift } from '../../../tests/support/swaps.ts';
import type { InputOf } from '../../domain/call.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { Shift } from '../../domain/shifts/schema.ts';

const server = await testServer();
const { database } = server;

const day = '2026-11-20';
const override = { 'x-override-exchange': 'true' };
let giulia: SignedInCaller;
let marco: SignedInCaller;
let sara: SignedInCaller;

beforeEach(async () => {
  giulia = await server.signIn({ firstName: 'Giulia', lastName: 'Ferri' });
  const { worksiteId } = giulia;
  marco = await server.signIn({ worksiteId, firstName: 'Marco', lastName: 'Bianchi' });
  sara = await server.signIn({ worksiteId, firstName: 'Sara', lastName: 'Conti' });
});

const record = async (caller: SignedInCaller, startTime: string, endTime: string): Promise<Shift> =>
  caller.ask('POST /api/shifts', { body: { date: day, workLocation: 'sede', startTime, endTime } });

async function publish(caller: SignedInCaller, shift: Shift): Promise<string> {
  const answer = await caller.call('POST /api/exchange-requests', {
    body: { offeredShiftId: shift.id, requestedShiftType: 'pomeriggio', requestedDate: day },
  });
  expect(answer.status).toBe(201);
  return answer.body.request.id;
}
const preAccept = async (caller: SignedInCaller, requestId: string): Promise<void> => {
  expect(
    await caller.statusOf('POST /api/exchange-requests/:id/pre-accept', { params: { id: requestId } }),
  ).toBe(200);
};
const shiftOf = async (caller: SignedInCaller): Promise<Shift | undefined> =>
  (await caller.ask('GET /api/calendar/shifts', { query: { from: day, to: day } }))[0];
const newsOf = async (caller: SignedInCaller): Promise<string[]> =>
  (await caller.ask('GET /api/notifications/page')).notifications.map(
    ({ type, message }) => `${type}: ${message}`,
  );
const request = async (caller: SignedInCaller, id: string): Promise<ExchangeRequest> =>
  caller.ask('GET /api/exchange-requests/:id', { params: { id } });

/** Giulia's morning and Marco's afternoon have changed hands. @returns what Giulia works now */
async function swap(): Promise<Shift> {
  const requestId = await publish(giulia, await record(giulia, '06:00', '14:00'));
  await record(marco, '14:00', '22:00');
  await preAccept(marco, requestId);
  const answer = await giulia.call('POST /api/exchange-requests/:id/final-confirm', {
    params: { id: requestId },
  });
  expect(answer.status).toBe(200);
  return (await shiftOf(giulia))!;
}

test('what the database writes as a month is what its schema says, swapped, offered and free days alike', async () => {
  const swapped = await swap();
  const entries: InputOf<'POST /api/shifts'>['body'][] = [
    { date: '2026-11-21', workLocation: 'ferie', notes: 'Montagna: "baita" & <neve>\n\\ à € 🏔' },
    { date: '2026-11-22', workLocation: 'sede', startTime: '06:00', endTime: '10:00', isSplitShift: true },
    { date: '2026-11-23', workLocation: 'smart_working', startTime: '13:30', endTime: '21:30' },
  ];
  const split = { secondStartTime: '12:00', secondEndTime: '16:00' };
  for (const entry of entries) {
    const body = entry.isSplitShift ? { ...entry, ...split } : entry;
    expect(await giulia.statusOf('POST /api/shifts', { body })).toBe(201);
  }
  const offer = { offeredShiftId: swapped.id, requestedShiftType: 'mattina', requestedDate: day } as const;
  expect(await giulia.statusOf('POST /api/exchange-requests', { body: offer })).toBe(201);
  const query = { from: '2026-11-20', to: '2026-11-30' };
  const month = await giulia.call('GET /api/calendar/shifts', { query });
  expect(month.headers['content-type']).toBe('application/json; charset=utf-8');
  // the other list goes through the schema, which drops what it does not know and refuses what does not fit
  expect(month.body).toEqual(await giulia.ask('GET /api/shifts', { query }));
  expect(month.body).toHaveLength(4);
  expect(month.body[0]?.exchangeInfo).not.toBeNull();
  expect(month.body[0]?.openRequestId).not.toBeNull();
});

describe('an entry that came from a swap', () => {
  test('an entry that came from a swap says so', async () => {
    expect(await swap()).toMatchObject({
      startTime: '14:00',
      endTime: '22:00',
      shiftType: 'pomeriggio',
      exchangeInfo: { exchangePartner: 'Marco Bianchi', completedDate: testNow },
    });
    expect(await shiftOf(marco)).toMatchObject({
      startTime: '06:00',
      exchangeInfo: { exchangePartner: 'Giulia Ferri', completedDate: testNow },
    });
  });

  test.each([
    [
      'an edit',
      (id: string, headers: Record<string, string>) =>
        changeShift(giulia, id, { startTime: '13:00', endTime: '21:00', notes: 'x' }, headers),
    ],
    ['a removal', (id: string, headers: Record<string, string>) => deleteShift(giulia, id, headers)],
  ])('%s is stopped until it is confirmed', async (_what, act) => {
    const shift = await swap();
    const refusals: Answer<unknown>[] = [
      await act(shift.id, {}),
      await act(shift.id, {}),
      await act(shift.id, { 'x-override-exchange': 'false' }),
      await act(shift.id, { 'x-override-exchange': '1' }),
    ];
    for (const { status, body } of refusals) {
      expect(status).toBe(409);
      expect(body).toEqual({
        code: 'shift_swapped',
        message: 'Non puoi modificare questo turno perché è stato scambiato con Marco Bianchi il 16/11/2026.',
        requiresConfirmation: true,
        exchangeInfo: { exchangePartner: 'Marco Bianchi', completedDate: testNow },
      });
    }
    expect(await shiftOf(giulia)).toEqual(shift);
  });

  test('an entry that came from a swap takes other notes freely and keeps the mark, whatever is sent beside them', async () => {
    const { id, date, workLocation, startTime, endTime, isSplitShift, ...rest } = await swap();
    const form = { date, workLocation, startTime, endTime, isSplitShift };
    const publishing = await publish(giulia, { id, ...form, ...rest });
    const changes: [object, Record<string, string>, string | null][] = [
      [{ notes: 'porta le chiavi' }, {}, 'porta le chiavi'],
      [
        { ...form, secondStartTime: null, secondEndTime: null, notes: 'come il modulo' },
        {},
        'come il modulo',
      ],
      [{ notes: 'anche confermato' }, override, 'anche confermato'],
      [{ ...form, notes: null }, {}, null],
      [form, {}, null],
      [{}, {}, null],
    ];
    for (const [change, headers, notes] of changes) {
      const answer = await changeShift(giulia, id, change, headers);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ ...rest, ...form, id, notes, openRequestId: publishing });
    }
    expect(await request(giulia, publishing)).toMatchObject({ status: 'aperta' });
    expect(
      await database.many(sql`
        select id from audit_log where worksite_id = ${giulia.worksiteId} and action like 'swapped_shift%'`),
    ).toEqual([]);
  });

  test('an entry that came from a swap with other notes and another time at once is stopped, and keeps its notes', async () => {
    const shift = await swap();
    const change = { notes: 'anticipato', startTime: '13:00', endTime: '21:00' };
    expect((await changeShift(giulia, shift.id, change)).status).toBe(409);
    expect(await shiftOf(giulia)).toEqual(shift);
  });

  test('a confirmed edit makes a new entry without the mark, which can be swapped again', async () => {
    const shift = await swap();
    const answer = await changeShift(
      giulia,
      shift.id,
      { startTime: '13:00', endTime: '21:00', notes: 'anticipato' },
      override,
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...shift,
      id: expect.not.stringMatching(shift.id) as string,
      startTime: '13:00',
      endTime: '21:00',
      notes: 'anticipato',
      exchangeInfo: null,
    });
    expect(await shiftOf(giulia)).toEqual(answer.body);
    expect((await changeShift(giulia, shift.id, {}, override)).status).toBe(404);
    // now an entry like any other
    expect((await changeShift(giulia, answer.body.id, { notes: 'ora libero' })).status).toBe(200);
    await publish(giulia, answer.body);
    // the partner's side is as it was
    expect(await shiftOf(marco)).toMatchObject({
      startTime: '06:00',
      exchangeInfo: { exchangePartner: 'Giulia Ferri' },
    });
  });

  test('a confirmed edit still obeys the rules', async () => {
    const shift = await swap();
    const answer = await changeShift(giulia, shift.id, { endTime: '15:00' }, override);
    expect(outcomeOf(answer)).toBe('400 shift_eight_hours_duration');
    expect(await shiftOf(giulia)).toEqual(shift);
  });

  test('a confirmed removal removes it; both keep the completed swap', async () => {
    const shift = await swap();
    expect((await deleteShift(giulia, shift.id, override)).status).toBe(204);
    expect(await shiftOf(giulia)).toBeUndefined();
    for (const caller of [giulia, marco]) {
      expect(await caller.ask('GET /api/exchanges/completed/page')).toMatchObject({ total: 1 });
    }
  });

  test('what was confirmed is recorded', async () => {
    const shift = await swap();
    const change = { startTime: '13:00', endTime: '21:00' };
    const edited = await changeShift(giulia, shift.id, change, override);
    await deleteShift(giulia, edited.body.id);
    const other = await shiftOf(marco);
    await deleteShift(marco, other!.id, override);
    const entries = await database.many(sql`
      select actor_id as actor, action, target_id as target from audit_log
      where worksite_id = ${giulia.worksiteId} and action like 'swapped_shift%' order by id`);
    expect(entries).toEqual([
      { actor: giulia.id, action: 'swapped_shift_changed', target: shift.id },
      { actor: marco.id, action: 'swapped_shift_deleted', target: other?.id },
    ]);
  });

  test('two confirmed edits at once: one new entry', async () => {
    const shift = await swap();
    const answers = await Promise.all(
      ['13:00', '14:00'].map((startTime) =>
        changeShift(
          giulia,
          shift.id,
          { startTime, endTime: startTime === '13:00' ? '21:00' : '22:00' },
          override,
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await giulia.ask('GET /api/shifts')).toHaveLength(1);
  });
});

describe('an entry that is on offer', () => {
  let shift: Shift;
  let requestId: string;

  beforeEach(async () => {
    shift = await record(giulia, '06:00', '14:00');
    requestId = await publish(giulia, shift);
    await record(marco, '14:00', '22:00');
    await record(sara, '13:00', '21:00');
    await preAccept(marco, requestId);
    await preAccept(sara, requestId);
  });

  test('names its request', async () => {
    expect(await shiftOf(giulia)).toMatchObject({ openRequestId: requestId });
  });

  const acts: [string, () => Promise<Answer<unknown>>][] = [
    ['changed', () => changeShift(giulia, shift.id, { startTime: '07:00', endTime: '15:00' })],
    ['moved', () => changeShift(giulia, shift.id, { date: '2026-11-21' })],
    ['turned into a holiday', () => changeShift(giulia, shift.id, { workLocation: 'ferie' })],
    ['removed', () => deleteShift(giulia, shift.id)],
  ];
  test.each(acts)('%s: the request closes and each who pre-accepted is told, once', async (_what, act) => {
    expect((await act()).status).toBeLessThan(300);
    expect(await request(giulia, requestId)).toMatchObject({
      status: 'annullata',
      closeReason: 'shift_changed',
      tab: 'rifiutati',
    });
    for (const caller of [marco, sara]) {
      const told = (await newsOf(caller)).filter((line) => line.startsWith('shift_updated'));
      expect(told).toEqual([
        'shift_updated: Il turno di Giulia Ferri per venerdì 20 novembre 2026 non è più disponibile: la richiesta si è chiusa.',
      ]);
      const { body } = await caller.call('GET /api/exchange-requests/page', {
        query: { tab: 'pre-accettati' },
      });
      expect(body.requests).toEqual([]);
    }
    expect(
      await giulia.statusOf('POST /api/exchange-requests/:id/final-confirm', { params: { id: requestId } }),
    ).toBe(409);
  });

  test('an entry that is on offer with new notes stays on offer', async () => {
    expect((await changeShift(giulia, shift.id, { notes: 'porta le chiavi' })).status).toBe(200);
    expect(await request(giulia, requestId)).toMatchObject({ status: 'aperta', preAcceptanceCount: 2 });
    expect(await newsOf(marco)).not.toContainEqual(expect.stringContaining('shift_updated'));
  });

  test('a change that is refused leaves the offer alone', async () => {
    expect((await changeShift(giulia, shift.id, { endTime: '13:00' })).status).toBe(400);
    expect(await request(giulia, requestId)).toMatchObject({ status: 'aperta', preAcceptanceCount: 2 });
  });

  test('what a colleague pre-accepted with: changed, the offer lapses and the requester is told', async () => {
    const own = await shiftOf(marco);
    expect((await changeShift(marco, own!.id, { startTime: '15:00', endTime: '23:00' })).status).toBe(200);
    expect(await request(giulia, requestId)).toMatchObject({
      status: 'aperta',
      preAcceptanceCount: 1,
      preAcceptedBy: [{ userId: sara.id }],
    });
    const told = (await newsOf(giulia)).filter((line) => line.startsWith('shift_updated'));
    expect(told).toEqual([
      'shift_updated: Il turno di Marco Bianchi per venerdì 20 novembre 2026 non è più disponibile: la sua offerta è decaduta.',
    ]);
    expect(await newsOf(sara)).not.toContainEqual(expect.stringContaining('shift_updated'));
  });

  test('a confirm and an edit at once leave one winner', async () => {
    const [confirm, edit] = await Promise.all([
      giulia.call('POST /api/exchange-requests/:id/final-confirm', {
        params: { id: requestId },
        body: { accepterUserId: marco.id },
      }),
      changeShift(giulia, shift.id, { startTime: '07:00', endTime: '15:00' }),
    ]);
    const after = await request(giulia, requestId);
    if (confirm.status === 200) {
      // the swapped row is gone, or is protected now
      expect([404, 409]).toContain(edit.status);
      expect(after.status).toBe('completata');
    } else {
      expect(confirm.status).toBe(409);
      expect(edit.status).toBe(200);
      expect(after.status).toBe('annullata');
    }
  });
});
