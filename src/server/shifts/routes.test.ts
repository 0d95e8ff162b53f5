import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { lastDayAhead } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';

// The rules of a duty: src/domain/shifts/rules.test.ts; that the routes apply them: tests/server/formRules.test.ts.

const server = await testServer();
const { database, clock, context } = server;

/** Today in Rome, a Monday; `day` is the Friday of that week. */
const today = '2026-11-16';
const day = '2026-11-20';
const work = { date: day, workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

let giulia: SignedInCaller;
let marco: SignedInCaller;

beforeEach(async () => {
  giulia = await server.signIn();
  marco = await server.signIn({ worksiteId: giulia.worksiteId });
});

const create = (caller: SignedInCaller, change: object = {}): Promise<Answer<Shift>> =>
  caller.callUntyped('POST /api/shifts', { body: { ...work, ...change } });
const listAll = async (caller: SignedInCaller): Promise<Shift[]> =>
  caller.ask('GET /api/calendar/shifts', { query: { from: '2026-01-01', to: '2026-12-31' } });

test('nobody reads, changes or removes entries of others, not even of the same worksite', async () => {
  const id = await buildShift(context, giulia, day);
  for (const other of [marco, await server.signIn()]) {
    for (const headers of [{}, { 'x-override-exchange': 'true' }]) {
      expect((await other.changeShift(id, { notes: 'mia' }, headers)).outcome).toBe('404 not_found');
      expect((await other.deleteShift(id, headers)).outcome).toBe('404 not_found');
    }
    expect(await listAll(other)).toEqual([]);
    expect(await other.ask('GET /api/user-shifts')).toEqual([]);
  }
  expect(await listAll(giulia)).toHaveLength(1);
});

describe('POST /api/shifts', () => {
  test('records an entry', async () => {
    const answer = await create(giulia, {
      notes: '  porta le chiavi ',
      userId: giulia.id,
      isSplitShift: false,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...work,
      id: expect.any(String) as string,
      userId: giulia.id,
      shiftType: 'mattina',
      isSplitShift: false,
      secondStartTime: null,
      secondEndTime: null,
      notes: 'porta le chiavi',
      exchangeInfo: null,
      openRequestId: null,
      reservedRequestId: null,
    });
    expect(await listAll(giulia)).toEqual([answer.body]);
  });

  test('refuses admins, who have no calendar, and another person’s id', async () => {
    const message = 'Chi amministra non ha un calendario: qui non si possono inserire turni.';
    expect(await create(await server.signInCeo())).toMatchObject({ status: 403, body: { message } });
    expect((await create(giulia, { userId: marco.id })).outcome).toBe('403 forbidden');
    expect(await listAll(marco)).toEqual([]);
  });

  test('refuses a day more than 24 months ahead, as does a change; an entry already there can be changed', async () => {
    const far = { date: addDays(lastDayAhead(today), 1) };
    const notAhead = 'Puoi inserire turni fino a 24 mesi da oggi: l’ultimo giorno è il 16/11/2028.';
    expect(await create(giulia, far)).toMatchObject({ status: 400, body: { message: notAhead } });
    const { id } = (await create(giulia)).body;
    expect((await giulia.changeShift(id, far)).outcome).toBe('400 shift_day_too_far_ahead');
    const old = await buildShift(context, giulia, '2029-01-10');
    expect((await giulia.changeShift(old, { notes: 'resta' })).status).toBe(200);
  });

  test('accepts today until midnight in Rome', async () => {
    clock.set('2026-11-16T22:59:59.000Z');
    const [paolo, sara] = [await server.signIn(), await server.signIn()];
    expect((await create(paolo, { date: today })).status).toBe(201);
    clock.set('2026-11-16T23:00:00.000Z');
    expect((await create(sara, { date: today })).outcome).toBe('400 shift_day_in_the_past');
  });

  test('refuses a second entry for the day', async () => {
    await create(giulia, { workLocation: 'libero' });
    const answer = await create(giulia);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ message: 'Hai già un turno in questa data', code: 'shift_day_taken' });
  });
});

test('of flexible shifts recorded and then changed concurrently, as many succeed as fill 20 hours', async () => {
  const sara = await server.signIn({ contractHours: 5 });
  await database.run(sql`update users set enable_flexible_shifts = true where id = ${sara.id}`);
  const outcomesOf = async (answering: Promise<Answer<unknown>>[]): Promise<number[]> =>
    (await Promise.all(answering)).map(({ status }) => status).toSorted();
  const dates = ['2026-11-17', '2026-11-18', '2026-11-19'];
  const eight = dates.map((date) => create(sara, { date }));
  expect(await outcomesOf(eight)).toEqual([201, 201, 400]);
  for (const { id } of await listAll(sara)) await sara.deleteShift(id);
  const made: Answer<Shift>[] = [];
  for (const date of dates) made.push(await create(sara, { date, endTime: '10:00' }));
  const longer = made.map(({ body }) => sara.changeShift(body.id, { endTime: '14:00' }));
  expect(await outcomesOf(longer)).toEqual([200, 200, 400]);
});

describe('reading', () => {
  const daysIn = async (query: { from?: string; to?: string } = {}): Promise<string[]> =>
    (await giulia.ask('GET /api/shifts', { query })).map(({ date }) => date);

  test('GET /api/calendar/shifts returns the range, both ends included, by day', async () => {
    const dates = ['2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01'];
    for (const date of dates.toReversed()) await buildShift(context, giulia, date);
    const query = { from: '2026-11-01', to: '2026-11-30' };
    const shifts = await giulia.ask('GET /api/calendar/shifts', { query });
    expect(shifts.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-15', '2026-11-30']);
  });

  test.each([
    ['2026-11-16T09:00:00.000Z', '2026-10-26', '2026-12-06'],
    // December in Rome, November in UTC
    ['2026-11-30T23:30:00.000Z', '2026-11-30', '2027-01-10'],
  ])('GET /api/calendar/shifts alone at %s gives the month’s grid', async (now, first, last) => {
    clock.set(now);
    for (const date of [addDays(first, -1), first, last, addDays(last, 1)]) {
      await buildShift(context, giulia, date);
    }
    const shifts = await (await server.signInAs(giulia)).ask('GET /api/calendar/shifts');
    expect(shifts.map(({ date }) => date)).toEqual([first, last]);
  });

  test('GET /api/shifts returns everything from 31 days back by default', async () => {
    for (const date of ['2026-10-15', '2026-10-16', today, '2029-11-20']) {
      await buildShift(context, giulia, date);
    }
    expect(await daysIn()).toEqual(['2026-10-16', today, '2029-11-20']);
    expect(await daysIn({ from: '2026-10-01', to: '2026-10-31' })).toEqual(['2026-10-15', '2026-10-16']);
    const tooLong = { from: '2026-01-01', to: '2027-02-05' };
    expect(await giulia.statusOf('GET /api/shifts', { query: tooLong })).toBe(400);
  });

  test('GET /api/user-shifts returns working entries that have not begun', async () => {
    await buildShift(context, giulia, '2026-11-15');
    await buildShift(context, giulia, today, buildDuty('sede', '09:45', '17:45'));
    await buildShift(context, giulia, '2026-11-17', buildDuty('ferie'));
    await buildShift(context, giulia, '2026-11-18', buildDuty('smart_working', '10:00', '18:00'));
    const dates = async (): Promise<string[]> =>
      (await giulia.ask('GET /api/user-shifts')).map(({ date }) => date);
    clock.set('2026-11-16T08:44:59.000Z');
    expect(await dates()).toEqual([today, '2026-11-18']);
    clock.set('2026-11-16T08:45:00.000Z');
    expect(await dates()).toEqual(['2026-11-18']);
  });
});

describe('PATCH /api/shifts/:id', () => {
  test('changes the given fields only', async () => {
    const { body: shift } = await create(giulia, { notes: 'porta le chiavi' });
    expect((await giulia.changeShift(shift.id, {})).body).toEqual(shift);
    const moved = await giulia.changeShift(shift.id, { startTime: '14:00', endTime: '22:00' });
    expect(moved.body).toEqual({ ...shift, startTime: '14:00', endTime: '22:00', shiftType: 'pomeriggio' });
    expect((await giulia.changeShift(shift.id, { notes: '' })).body.notes).toBeNull();
    const other = { date: '2026-11-25', workLocation: 'smart_working' } as const;
    const elsewhere = await giulia.changeShift(shift.id, other);
    expect(elsewhere.body).toMatchObject({ id: shift.id, ...other });
    expect(await listAll(giulia)).toEqual([elsewhere.body]);
  });

  test('clears the times of a day without work, and the second part of an unsplit shift', async () => {
    const parts = { isSplitShift: true, endTime: '10:00', secondStartTime: '14:00', secondEndTime: '18:00' };
    const { body: made } = await create(giulia, parts);
    expect(made).toMatchObject(parts);
    const { id } = made;
    const whole = { isSplitShift: false, endTime: '14:00' };
    const without = { secondStartTime: null, secondEndTime: null };
    expect((await giulia.changeShift(id, whole)).body).toMatchObject({ ...whole, ...without });
    const rest = (await giulia.changeShift(id, { workLocation: 'ferie' })).body;
    expect(rest).toMatchObject({ startTime: null, endTime: null, shiftType: null });
    const again = await giulia.changeShift(id, { workLocation: 'sede' });
    expect(again.outcome).toBe('400 shift_times_required');
  });

  test.each([
    [{ date: '2026-11-15' }, '400 shift_day_in_the_past'],
    [{ date: '2026-11-18' }, '409 shift_day_taken'],
    [{ userId: '0190a000-0000-7000-8000-000000000001' }, '403 forbidden'],
  ])('refuses %j', async (body, outcome) => {
    const { body: shift } = await create(giulia);
    await create(giulia, { date: '2026-11-18', workLocation: 'libero' });
    expect((await giulia.changeShift(shift.id, body)).outcome).toBe(outcome);
    expect(await listAll(giulia)).toContainEqual(shift);
  });

  test('accepts new notes on a duty that today’s rules would refuse', async () => {
    const { body: shift } = await create(giulia);
    await database.run(sql`update users set contract_hours = 6 where id = ${giulia.id}`);
    const { date, workLocation, startTime, endTime, isSplitShift } = shift;
    // the form sends every field it shows
    for (const form of [{}, { date, workLocation, startTime, endTime, isSplitShift }]) {
      const notes = `nota ${Object.keys(form).length}`;
      expect((await giulia.changeShift(shift.id, { ...form, notes })).body).toEqual({ ...shift, notes });
    }
    for (const change of [{ startTime: '07:00', endTime: '15:00' }, { date: '2026-11-25' }]) {
      expect((await giulia.changeShift(shift.id, change)).outcome).toBe('400 shift_too_long');
    }
  });
});

test('from midnight in Rome an entry is read-only, override or not', async () => {
  clock.set('2026-11-16T22:59:59.000Z');
  const sara = await server.signIn();
  const id = await buildShift(context, sara, today);
  expect((await sara.changeShift(id, { notes: 'fino a mezzanotte' })).status).toBe(200);
  clock.set('2026-11-16T23:00:00.000Z');
  for (const headers of [{}, { 'x-override-exchange': 'true' }]) {
    expect((await sara.changeShift(id, { date: day }, headers)).outcome).toBe('400 shift_in_the_past');
    expect((await sara.deleteShift(id, headers)).outcome).toBe('400 shift_in_the_past');
  }
  expect(await listAll(sara)).toHaveLength(1);
});

describe('DELETE /api/shifts/:id', () => {
  test('removes the entry and frees the day', async () => {
    const { body: shift } = await create(giulia);
    const { status, text } = await giulia.deleteShift(shift.id);
    expect([status, text, await listAll(giulia)]).toEqual([204, '', []]);
    expect((await giulia.deleteShift(shift.id)).outcome).toBe('404 not_found');
    expect((await create(giulia)).status).toBe(201);
  });
});
