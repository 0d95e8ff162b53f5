import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import {
  calendarOf,
  dayAt,
  entriesOf,
  offerDay,
  publishedDay,
  recordDays,
  signInWorker,
  type Worker,
} from '../../../tests/support/days.ts';
import { startTestServer, testNow } from '../../../tests/support/server.ts';
import { confirm, notificationTypesOf, readRequest } from '../../../tests/support/swaps.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { taxiShifts } from '../../domain/shifts/duty.ts';
import type { CreateShift } from '../../domain/shifts/schema.ts';
import { deleteOwnRows } from '../users/queries.anonymise.ts';

const server = await startTestServer();
const { database, context, clock } = server;
afterAll(() => server.close());
beforeEach(() => clock.set(testNow));

async function recorded(person: Worker, letters: string, isReplacing?: boolean): Promise<string> {
  const { status, body, text } = await recordDays(person, letters, isReplacing);
  if (status !== 201 || body.id === null) throw new Error(`record: ${status} ${text}`);
  return body.id;
}

const takeBack = (person: Worker, id: string) =>
  person.call('DELETE /api/shifts/bulk/:id', { params: { id } });

async function batchesOf({ id }: Worker): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(*) as count from shift_batches where user_id = ${id}`);
  return count;
}

describe('POST /api/shifts/bulk', () => {
  test('POST /api/shifts/bulk records the entries of many days at once', async () => {
    const giulia = await signInWorker(server, '');
    const { status, body } = await recordDays(giulia, 'EELLrrf');
    expect(status).toBe(201);
    expect(body.shifts.map(({ date, shiftType }) => `${date} ${shiftType}`)).toEqual([
      `${dayAt(0)} mattina`,
      `${dayAt(1)} mattina`,
      `${dayAt(2)} pomeriggio`,
      `${dayAt(3)} pomeriggio`,
      `${dayAt(4)} null`,
      `${dayAt(5)} null`,
      `${dayAt(6)} null`,
    ]);
    expect(body.replaced).toBe(0);
    expect(await calendarOf(server, giulia)).toBe('EELLrrf');
  });

  test('one refused day leaves the calendar as it was, with the reason of each', async () => {
    const giulia = await signInWorker(server, '..E....');
    const { status, refusal } = await recordDays(giulia, 'ESEL...');
    expect(status).toBe(400);
    expect(refusal).toMatchObject({
      code: 'shifts_refused',
      message: '2 giornate non vanno bene: non è stato salvato niente.',
      fields: {
        [dayAt(1)]: 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 4 ore.',
        [dayAt(2)]: 'Hai già un turno in questa data',
      },
    });
    expect(await calendarOf(server, giulia)).toBe('..E....');
    expect(await batchesOf(giulia)).toBe(0);
  });

  test.each([
    ['a past day', '2026-11-15', 'Non puoi aggiungere turni per date passate'],
    ['a day too far ahead', '2029-01-01', 'Puoi inserire turni fino a 24 mesi da oggi'],
  ])('refuses %s', async (_name, date, reason) => {
    const giulia = await signInWorker(server, '');
    const answer = await giulia.call('POST /api/shifts/bulk', {
      body: { shifts: [...entriesOf('E'), { date, workLocation: 'libero' }] },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.refusal.fields ?? {})).toEqual([date]);
    expect(answer.refusal.fields?.[date]).toContain(reason);
    expect(await calendarOf(server, giulia)).toBe('.......');
  });

  test('refuses a day that comes twice, no day at all, and more than 366', async () => {
    const giulia = await signInWorker(server, '');
    const send = (shifts: CreateShift[]) => giulia.call('POST /api/shifts/bulk', { body: { shifts } });
    const twice = await send([...entriesOf('E'), ...entriesOf('L')]);
    expect(twice.refusal.fields).toEqual({ [dayAt(0)]: 'Questa data compare due volte.' });
    expect((await send([])).refusal.code).toBe('invalid_data');
    const free = (count: number): CreateShift[] =>
      Array.from({ length: count }, (_, day) => ({ date: addDays(dayAt(0), day), workLocation: 'libero' }));
    expect((await send(free(367))).refusal.code).toBe('invalid_data');
    expect((await send(free(366))).status).toBe(201);
  });

  test('takes 366 entries with the longest notes', async () => {
    const giulia = await signInWorker(server, '');
    const shifts = Array.from({ length: 366 }, (_, day) => ({
      ...entriesOf('E')[0]!,
      date: addDays(dayAt(0), day),
      notes: 'è'.repeat(1000),
    }));
    const { status, body } = await giulia.call('POST /api/shifts/bulk', { body: { shifts } });
    expect([status, body.shifts.length, body.shifts.at(-1)?.notes]).toEqual([201, 366, 'è'.repeat(1000)]);
  });

  test('refuses entries for somebody else, from admins, and from nobody', async () => {
    const giulia = await signInWorker(server, '');
    const marco = await signInWorker(server, '', { worksiteId: giulia.worksiteId });
    const shifts = [{ ...entriesOf('E')[0]!, userId: marco.id }];
    expect((await giulia.call('POST /api/shifts/bulk', { body: { shifts } })).status).toBe(403);
    const ceo = await signInWorker(server, '', { role: 'admin' });
    expect((await recordDays(ceo, 'E')).refusal.code).toBe('shift_admin_without_calendar');
    const body = { shifts: entriesOf('E') };
    expect((await server.nobody.call('POST /api/shifts/bulk', { body })).status).toBe(401);
    expect(await calendarOf(server, marco)).toBe('.......');
  });

  test('counts the week entry by entry for flexible shifts, what is replaced no more', async () => {
    const sara = await signInWorker(server, '', { contractHours: 5 });
    await database.run(sql`update users set enable_flexible_shifts = true where id = ${sara.id}`);
    const full = await recordDays(sara, 'EEE....');
    expect(Object.keys(full.refusal.fields ?? {})).toEqual([dayAt(2)]);
    await recorded(sara, 'EES....');
    expect((await recordDays(sara, '..E....', true)).refusal.fields?.[dayAt(2)]).toContain('24 ore');
    await recorded(sara, 'SSE....', true);
    expect(await calendarOf(server, sara)).toBe('SSE....');
  });

  test('a driver’s week keeps to one named shift', async () => {
    const paolo = await signInWorker(server, '', {
      worksiteId: await server.taxiWorksiteId(),
      contractHours: 7,
    });
    const saturday = dayAt(5);
    const [morning, afternoon] = taxiShifts;
    const on = (day: number, { startTime, endTime } = morning!): CreateShift => ({
      date: addDays(saturday, day),
      workLocation: 'sede',
      startTime,
      endTime,
    });
    const mixed = await paolo.call('POST /api/shifts/bulk', { body: { shifts: [on(0), on(1, afternoon)] } });
    expect(mixed.refusal.fields?.[addDays(saturday, 1)]).toContain(
      'da sabato 28/11/2026 a venerdì 04/12/2026',
    );
    const shifts = [on(0), on(6), on(7, afternoon)];
    expect((await paolo.call('POST /api/shifts/bulk', { body: { shifts } })).status).toBe(201);
  });
});

describe('replacing', () => {
  test('replacing writes over what is there and leaves what says the same', async () => {
    const giulia = await signInWorker(server, 'ELr....');
    const { body } = await recordDays(giulia, 'ErLL...', true);
    expect([body.shifts.length, body.replaced]).toEqual([3, 2]);
    expect(await calendarOf(server, giulia)).toBe('ErLL...');
    const [first] = await giulia.ask('GET /api/calendar/shifts', { query: { from: dayAt(0), to: dayAt(0) } });
    expect(first).toMatchObject({ id: giulia.shiftIds[0], notes: 'nota 0' });
    const again = await recordDays(giulia, 'ErLL...', true);
    expect(again.body).toEqual({ id: null, shifts: [], replaced: 0 });
  });

  test('replacing refuses a day that came from a swap', async () => {
    const giulia = await signInWorker(server, 'E......');
    const marco = await signInWorker(server, '...L...', { worksiteId: giulia.worksiteId });
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    expect((await confirm(giulia, requestId, marco.id)).status).toBe(200);
    const { refusal } = await recordDays(giulia, '.E.E...', true);
    expect(refusal.fields).toEqual({
      [dayAt(3)]: expect.stringContaining('è stato scambiato con') as string,
    });
    expect(await calendarOf(server, giulia)).toBe('r..L...');
  });

  test('replacing an offered shift closes its request and tells who had pre-accepted', async () => {
    const giulia = await signInWorker(server, 'E......');
    const marco = await signInWorker(server, '...L...', { worksiteId: giulia.worksiteId });
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    await recorded(giulia, 'L......', true);
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'shift_changed',
    });
    expect(await notificationTypesOf(marco)).toContain('shift_updated');
    expect(await violatedInvariants(database)).toEqual([]);
  });
});

describe('what many entries mean for swaps', () => {
  test('an offer that needs one of the days free lapses', async () => {
    const giulia = await signInWorker(server, 'E......');
    const marco = await signInWorker(server, '...L...', { worksiteId: giulia.worksiteId });
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    await recorded(marco, 'L.E....');
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'aperta',
      preAcceptedBy: [],
    });
  });

  test('who asks for one of several days is told once, of the first that fits', async () => {
    const giulia = await signInWorker(server, 'E......');
    const requestId = await publishedDay(giulia, 0, [2, 3, 4]);
    const marco = await signInWorker(server, '', { worksiteId: giulia.worksiteId });
    await recorded(marco, '..LLL..');
    const { notifications } = await giulia.ask('GET /api/notifications/page');
    const told = notifications.filter(({ type }) => type === 'new_compatible_shift');
    expect(told.map(({ relatedRequestId }) => relatedRequestId)).toEqual([requestId]);
    expect(told[0]?.message).toContain('25');
    await recorded(marco, '.L...L.');
    expect(
      (await notificationTypesOf(giulia)).filter((type) => type === 'new_compatible_shift'),
    ).toHaveLength(1);
  });

  test('a driver who fills a week is announced to who wants it, once', async () => {
    const draft = { worksiteId: await server.taxiWorksiteId(), contractHours: 7 };
    const saturday = dayAt(5);
    const [morning, afternoon] = taxiShifts;
    const paolo = await signInWorker(server, '', draft);
    const week = Array.from({ length: 5 }, (_, day) => addDays(saturday, day));
    const entries = (shift = morning!): CreateShift[] =>
      week.map((date) => ({
        date,
        workLocation: 'sede',
        startTime: shift.startTime,
        endTime: shift.endTime,
      }));
    const own = await paolo.ask('POST /api/shifts/bulk', { body: { shifts: entries() } });
    await paolo.ask('POST /api/exchange-requests', {
      body: { offeredShiftId: own.shifts[0]!.id, requestedShiftType: 'pomeriggio', requestedDate: saturday },
    });
    const rita = await signInWorker(server, '', draft);
    await rita.ask('POST /api/shifts/bulk', { body: { shifts: entries(afternoon) } });
    const types = await notificationTypesOf(paolo);
    expect(types.filter((type) => type === 'new_compatible_shift')).toHaveLength(1);
  });
});

describe('DELETE /api/shifts/bulk/:id', () => {
  test('DELETE /api/shifts/bulk/:id takes back what was recorded and restores what had given way', async () => {
    const giulia = await signInWorker(server, 'EfL....');
    const id = await recorded(giulia, 'LLLrrr.', true);
    expect(await calendarOf(server, giulia)).toBe('LLLrrr.');
    clock.advance(9 * 60 + 59);
    expect((await takeBack(giulia, id)).body).toEqual({ removed: 5, restored: 2, kept: 0 });
    expect(await calendarOf(server, giulia)).toBe('EfL....');
    const [first] = await giulia.ask('GET /api/calendar/shifts', { query: { from: dayAt(0), to: dayAt(0) } });
    expect(first?.notes).toBe('nota 0');
    expect((await takeBack(giulia, id)).status).toBe(404);
  });

  test('after ten minutes nothing is taken back', async () => {
    const giulia = await signInWorker(server, '');
    const id = await recorded(giulia, 'EE.....');
    clock.advance(10 * 60 + 1);
    expect((await takeBack(giulia, id)).refusal).toMatchObject({
      code: 'shifts_kept',
      message: 'Sono passati più di 10 minuti: le giornate restano nel calendario.',
    });
    expect(await calendarOf(server, giulia)).toBe('EE.....');
  });

  test('what has changed since or is part of a swap stays', async () => {
    const giulia = await signInWorker(server, '');
    const { body } = await recordDays(giulia, 'EELLr..');
    const idOf = (place: number): string => body.shifts[place]!.id;
    clock.advance(60);
    await giulia.ask('PATCH /api/shifts/:id', { params: { id: idOf(0) }, body: { notes: 'chiavi' } });
    giulia.shiftIds[1] = idOf(1);
    await publishedDay(giulia, 1, [5]);
    const marco = await signInWorker(server, '....E..', { worksiteId: giulia.worksiteId });
    const wish = await publishedDay(marco, 4, [2]);
    giulia.shiftIds[2] = idOf(2);
    await offerDay(giulia, wish, 2);
    expect((await takeBack(giulia, body.id!)).body).toEqual({ removed: 2, restored: 0, kept: 3 });
    expect(await calendarOf(server, giulia)).toBe('EEL....');
    expect((await readRequest(marco, wish)).body.preAcceptedBy).toHaveLength(1);
  });

  test('nobody takes back what somebody else recorded', async () => {
    const giulia = await signInWorker(server, '');
    const marco = await signInWorker(server, '', { worksiteId: giulia.worksiteId });
    const id = await recorded(giulia, 'E......');
    expect((await takeBack(marco, id)).status).toBe(404);
    const { nobody } = server;
    expect(await nobody.statusOf('DELETE /api/shifts/bulk/:id', { params: { id } })).toBe(401);
    expect(await calendarOf(server, giulia)).toBe('E......');
  });

  test('a day that is past at midnight stays', async () => {
    clock.set('2026-11-23T22:55:00.000Z');
    const giulia = await signInWorker(server, '');
    const { body } = await recordDays(giulia, 'Nr.....');
    clock.set('2026-11-23T23:01:00.000Z');
    expect((await takeBack(giulia, body.id!)).body).toEqual({ removed: 1, restored: 0, kept: 1 });
  });
});

test('what can no longer be taken back is not stored any longer, nor anything of a deleted account', async () => {
  const giulia = await signInWorker(server, 'm......');
  const marco = await signInWorker(server, '');
  await recorded(giulia, 'E......', true);
  clock.advance(8 * 60);
  await recorded(marco, 'E......');
  clock.advance(3 * 60);
  const upkeep = await startSteadyUpkeep(context);
  await upkeep.run();
  await upkeep.stop();
  expect([await batchesOf(giulia), await batchesOf(marco)]).toEqual([0, 1]);
  await context.database.transaction((tx) => deleteOwnRows(tx, marco.id));
  expect(await batchesOf(marco)).toBe(0);
});
