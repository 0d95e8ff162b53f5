import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { type OnDuty, pair, signInOnDuty, swap } from '../../../tests/support/swaps.ts';
import type { InputOf } from '../../domain/call.ts';
import type { Shift } from '../../domain/shifts/schema.ts';

const server = await testServer();
const { database } = server;

const override = { 'x-override-exchange': 'true' };
const later = { startTime: '13:00', endTime: '21:00' };
let giulia: OnDuty;
let marco: OnDuty;

beforeEach(async () => {
  ({ giulia, marco } = await pair(server));
});

/** Swaps Giulia's morning and Marco's afternoon. @returns Giulia's new shift */
async function swapped(): Promise<Shift> {
  await swap(giulia, marco);
  return (await giulia.entryOn())!;
}

const updatesOf = async (caller: Caller): Promise<string[]> =>
  (await caller.notifications()).flatMap(({ type, message }) => (type === 'shift_updated' ? [message] : []));

const overridesOf = ({ worksiteId }: OnDuty): Promise<object[]> =>
  database.many(sql`
    select actor_id as actor, action, target_id as target from audit_log
    where worksite_id = ${worksiteId} and action like 'swapped_shift%' order by id`);

test('a month built by the database matches its schema: swapped, offered and free days alike', async () => {
  const { id } = await swapped();
  const split = { secondStartTime: '12:00', secondEndTime: '16:00', isSplitShift: true };
  const entries: InputOf<'POST /api/shifts'>['body'][] = [
    { date: '2026-11-21', workLocation: 'ferie', notes: 'Montagna: "baita" & <neve>\n\\ à € 🏔' },
    { date: '2026-11-22', workLocation: 'sede', startTime: '06:00', endTime: '10:00', ...split },
    { date: '2026-11-23', workLocation: 'smart_working', startTime: '13:30', endTime: '21:30' },
  ];
  for (const body of entries) await giulia.ask('POST /api/shifts', { body });
  await giulia.publishedId(id, { requestedShiftType: 'mattina' });
  const query = { from: '2026-11-20', to: '2026-11-30' };
  const month = await giulia.call('GET /api/calendar/shifts', { query });
  expect(month.headers['content-type']).toBe('application/json; charset=utf-8');
  // the other list passes through the schema, which drops unknown fields and refuses bad values
  expect(month.body).toEqual(await giulia.ask('GET /api/shifts', { query }));
  expect(month.body).toHaveLength(4);
  expect(month.body[0]?.exchangeInfo).not.toBeNull();
  expect(month.body[0]?.openRequestId).not.toBeNull();
});

describe('an entry that came from a swap', () => {
  type Act = (id: string, headers: Record<string, string>) => Promise<Answer<unknown>>;
  const acts: [string, Act][] = [
    ['changed', (id, headers) => giulia.changeShift(id, { ...later, notes: 'x' }, headers)],
    ['moved', (id, headers) => giulia.changeShift(id, { date: '2026-11-28' }, headers)],
    ['removed', (id, headers) => giulia.deleteShift(id, headers)],
  ];
  test.each(acts)('is not %s without confirmation', async (_what, act) => {
    const shift = await swapped();
    for (const headers of [{}, { 'x-override-exchange': 'false' }, { 'x-override-exchange': '1' }]) {
      const { status, body } = await act(shift.id, headers);
      expect(status).toBe(409);
      expect(body).toEqual({
        code: 'shift_swapped',
        message: 'Non puoi modificare questo turno perché è stato scambiato con Marco Bianchi il 16/11/2026.',
        requiresConfirmation: true,
        exchangeInfo: { exchangePartner: 'Marco Bianchi', completedDate: testNow },
      });
    }
    expect(await giulia.entryOn()).toEqual(shift);
  });

  test('accepts new notes, keeps its mark and stays on offer, whatever else is sent', async () => {
    const { id, date, workLocation, startTime, endTime, isSplitShift, ...rest } = await swapped();
    const form = { date, workLocation, startTime, endTime, isSplitShift };
    const openRequestId = await giulia.publishedId(id);
    const changes: [object, Record<string, string>, string | null][] = [
      [{ notes: 'porta le chiavi' }, {}, 'porta le chiavi'],
      [{ ...form, secondStartTime: null, secondEndTime: null, notes: 'modulo' }, {}, 'modulo'],
      [{ notes: 'anche confermato' }, override, 'anche confermato'],
      [{ ...form, notes: null }, {}, null],
      [{}, {}, null],
    ];
    for (const [change, headers, notes] of changes) {
      const answer = await giulia.changeShift(id, change, headers);
      expect(answer.body).toEqual({ ...rest, ...form, id, notes, openRequestId });
    }
    expect((await giulia.readRequest(openRequestId)).body.status).toBe('aperta');
    expect(await overridesOf(giulia)).toEqual([]);
  });

  test('changed with confirmation, becomes a new entry without the mark; the partner’s is unchanged', async () => {
    const shift = await swapped();
    const wrong = await giulia.changeShift(shift.id, { endTime: '15:00' }, override);
    expect(wrong.outcome).toBe('400 shift_eight_hours_duration');
    const { body } = await giulia.changeShift(shift.id, { ...later, notes: 'anticipato' }, override);
    expect(body).toEqual({
      ...shift,
      ...later,
      id: expect.not.stringMatching(shift.id) as string,
      notes: 'anticipato',
      exchangeInfo: null,
    });
    expect(await giulia.entryOn()).toEqual(body);
    expect((await giulia.changeShift(shift.id, {}, override)).status).toBe(404);
    expect((await giulia.changeShift(body.id, { notes: 'ora libero' })).status).toBe(200);
    await giulia.publishedId(body.id);
    expect(await marco.entryOn()).toMatchObject({ exchangeInfo: { exchangePartner: 'Giulia Ferri' } });
  });

  test('changed or removed despite its mark, is audited, and both keep the completed swap', async () => {
    const shift = await swapped();
    const changed = await giulia.changeShift(shift.id, later, override);
    await giulia.deleteShift(changed.body.id);
    const his = (await marco.entryOn())!;
    expect((await marco.deleteShift(his.id, override)).status).toBe(204);
    for (const caller of [giulia, marco]) {
      expect(await caller.entryOn()).toBeUndefined();
      expect((await caller.readCompleted()).total).toBe(1);
    }
    expect(await overridesOf(giulia)).toEqual([
      { actor: giulia.id, action: 'swapped_shift_changed', target: shift.id },
      { actor: marco.id, action: 'swapped_shift_deleted', target: his.id },
    ]);
  });
});

describe('an entry that is on offer', () => {
  let sara: OnDuty;
  let requestId: string;

  beforeEach(async () => {
    const draft = { worksiteId: giulia.worksiteId, firstName: 'Sara', lastName: 'Conti' };
    sara = await signInOnDuty(server, buildDuty('sede', '13:00', '21:00'), draft);
    requestId = await giulia.publishedId(giulia.shiftId);
    await marco.offer(requestId);
    await sara.offer(requestId);
  });
  const change = (body: InputOf<'PATCH /api/shifts/:id'>['body']) => giulia.changeShift(giulia.shiftId, body);
  const read = async () => (await giulia.readRequest(requestId)).body;

  const acts: [string, () => Promise<Answer<unknown>>][] = [
    ['changed', () => change({ date: '2026-11-21' })],
    ['turned into a holiday', () => change({ workLocation: 'ferie' })],
    ['removed', () => giulia.deleteShift(giulia.shiftId)],
  ];
  test.each(acts)('%s: the request closes and each offerer is notified once', async (_what, act) => {
    expect((await act()).status).toBeLessThan(300);
    expect(await read()).toMatchObject({ status: 'annullata', closeReason: 'shift_changed' });
    for (const caller of [marco, sara]) {
      expect(await updatesOf(caller)).toEqual([
        'Il turno di Giulia Ferri per venerdì 20 novembre 2026 non è più disponibile: la richiesta si è chiusa.',
      ]);
    }
    // only its owner may know whether the entry was deleted or became a rest day
    const gone = { tab: 'rifiutati', isLapsed: true, offeredShiftId: null };
    expect((await marco.readRequest(requestId)).body).toMatchObject(gone);
    expect((await giulia.confirm(requestId)).status).toBe(409);
    expect((await marco.preAccept(requestId)).status).toBe(409);
  });

  test.each([
    ['with new notes', { notes: 'porta le chiavi' }, 200],
    ['whose change is refused', { endTime: '13:00' }, 400],
  ])('%s stays on offer', async (_what, body, status) => {
    expect((await change(body)).status).toBe(status);
    expect((await giulia.entryOn())?.openRequestId).toBe(requestId);
    expect(await read()).toMatchObject({ status: 'aperta', preAcceptanceCount: 2 });
    expect(await updatesOf(marco)).toEqual([]);
  });
});
