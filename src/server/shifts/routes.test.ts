import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import type { Answer } from '../../../tests/support/caller.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { changeShift, deleteShift } from '../../../tests/support/swaps.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { taxiShifts } from '../../domain/shifts/duty.ts';
import { lastDayAhead } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';

const server = await testServer();
const { nobody, database, clock, context } = server;
const notAhead = 'Puoi inserire turni fino a 24 mesi da oggi: l’ultimo giorno è il 16/11/2028.';

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

async function expectCode(answer: Promise<Answer<unknown>>, status: number, code: string): Promise<void> {
  const { refusal, status: found } = await answer;
  expect({ status: found, code: refusal.code }).toEqual({ status, code });
}

async function signInFlexible(): Promise<SignedInCaller> {
  const sara = await server.signIn({ contractHours: 5 });
  await database.run(sql`update users set enable_flexible_shifts = true where id = ${sara.id}`);
  return sara;
}
const signInDriver = async (): Promise<SignedInCaller> =>
  server.signIn({ worksiteId: await server.taxiWorksiteId(), contractHours: 7 });

const timesOf = (name: string): [string, string] => {
  const { startTime, endTime } = taxiShifts.find((shift) => shift.name === name)!;
  return [startTime, endTime];
};
const named = (name: string, date: string) => {
  const [startTime, endTime] = timesOf(name);
  return { date, workLocation: 'sede' as const, startTime, endTime };
};

describe('every route of the calendar', () => {
  test('every route of the calendar refuses signed-out callers', async () => {
    const id = await buildShift(context, giulia, day);
    for (const answer of [
      nobody.call('GET /api/shifts'),
      nobody.call('GET /api/calendar/shifts', { query: { from: day, to: day } }),
      nobody.call('GET /api/user-shifts'),
      nobody.call('POST /api/shifts', { body: work }),
      changeShift(nobody, id, { notes: 'x' }),
      deleteShift(nobody, id),
    ]) {
      await expectCode(answer, 401, 'not_signed_in');
    }
  });

  test('every route of the calendar shows nobody the entries of others, not even of the same worksite', async () => {
    const id = await buildShift(context, giulia, day);
    const stranger = await server.signIn();
    for (const other of [marco, stranger]) {
      await expectCode(changeShift(other, id, { notes: 'mia' }), 404, 'not_found');
      await expectCode(deleteShift(other, id), 404, 'not_found');
      await expectCode(deleteShift(other, id, { 'x-override-exchange': 'true' }), 404, 'not_found');
      expect(await listAll(other)).toEqual([]);
      expect(await other.ask('GET /api/user-shifts')).toEqual([]);
    }
    expect(await listAll(giulia)).toHaveLength(1);
  });
});

describe('POST /api/shifts', () => {
  test('POST /api/shifts records an entry', async () => {
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

  test('cuts the day out of an instant, whatever its zone', async () => {
    expect((await create(giulia, { date: `${day}T23:30:00.000Z` })).body.date).toBe(day);
  });

  test('an admin has no calendar, the CEO neither', async () => {
    for (const admin of [await server.signInCeo(), await server.signIn({ role: 'admin' })]) {
      expect(await create(admin)).toMatchObject({
        status: 403,
        body: {
          code: 'shift_admin_without_calendar',
          message: 'Chi amministra non ha un calendario: qui non si possono inserire turni.',
        },
      });
      expect(await database.many(sql`select from shifts where user_id = ${admin.id}`)).toEqual([]);
    }
  });

  test('a day more than 24 months ahead is refused, there and when an entry moves', async () => {
    const far = { date: addDays(lastDayAhead(today), 1) };
    expect(await create(giulia, far)).toMatchObject({ status: 400, body: { message: notAhead } });
    const id = (await create(giulia)).body.id;
    const moved = await changeShift(giulia, id, far);
    expect([moved.status, moved.refusal.message]).toEqual([400, notAhead]);
    // one from before the rule can be changed where it stands
    const old = await buildShift(context, giulia, '2029-01-10');
    expect((await changeShift(giulia, old, { notes: 'resta' })).status).toBe(200);
  });

  test.each(['libero', 'ferie', 'malattia'])(
    '%s has no times, even if some were typed',
    async (workLocation) => {
      const { body } = await create(giulia, { workLocation, notes: '' });
      expect(body).toMatchObject({
        workLocation,
        startTime: null,
        endTime: null,
        shiftType: null,
        notes: null,
      });
    },
  );

  test('POST /api/shifts keeps both parts of a split shift', async () => {
    const parts = { isSplitShift: true, endTime: '10:00', secondStartTime: '14:00', secondEndTime: '18:00' };
    expect((await create(giulia, parts)).body).toMatchObject(parts);
  });

  test('an overnight taxi shift belongs to the day on which it starts, under its own name', async () => {
    const driver = await signInDriver();
    const { status, body } = await driver.call('POST /api/shifts', { body: named('SEMINOTTE', day) });
    expect(status).toBe(201);
    expect(body).toMatchObject({ date: day, startTime: '20:00', endTime: '03:00', shiftType: 'seminotte' });
  });

  test('POST /api/shifts refuses somebody else’s name on it', async () => {
    await expectCode(create(giulia, { userId: marco.id }), 403, 'forbidden');
    expect(await listAll(marco)).toEqual([]);
  });

  test.each([
    [{ startTime: '', endTime: '' }, 'shift_times_required'],
    [{ startTime: null }, 'shift_times_required'],
    [{ workLocation: 'smart_working', endTime: undefined }, 'shift_times_required'],
    [{ endTime: '05:00' }, 'shift_ends_before_start'],
    [{ endTime: '06:00' }, 'shift_ends_before_start'],
    [{ startTime: '16:00', endTime: '00:00' }, 'shift_ends_before_start'],
    [{ startTime: '06:10', endTime: '14:10' }, 'shift_not_on_quarter_hour'],
    [{ endTime: '13:00' }, 'shift_eight_hours_duration'],
    [{ endTime: '15:15' }, 'shift_eight_hours_duration'],
    [{ isSplitShift: true }, 'shift_split_incomplete'],
    [
      { isSplitShift: true, endTime: '10:00', secondStartTime: '09:00', secondEndTime: '13:00' },
      'shift_split_overlaps',
    ],
    [
      { isSplitShift: true, endTime: '10:00', secondStartTime: '14:00', secondEndTime: '13:00' },
      'shift_ends_before_start',
    ],
    [{ date: '2026-11-15' }, 'shift_day_in_the_past'],
    [{ date: '2020-01-01', workLocation: 'ferie' }, 'shift_day_in_the_past'],
  ])('refuses %j', async (change, code) => {
    await expectCode(create(giulia, change), 400, code);
    expect(await listAll(giulia)).toEqual([]);
  });

  test('POST /api/shifts refuses a split shift below 8 contract hours, and more than contract hours and a half', async () => {
    const paolo = await server.signIn({ contractHours: 6 });
    const split = { isSplitShift: true, endTime: '09:00', secondStartTime: '14:00', secondEndTime: '17:00' };
    await expectCode(create(paolo, split), 400, 'shift_split_not_allowed');
    await expectCode(create(paolo, { endTime: '12:45' }), 400, 'shift_too_long');
    expect((await create(paolo, { endTime: '12:30' })).status).toBe(201);
  });

  test('today can be recorded until midnight in Rome, yesterday cannot', async () => {
    clock.set('2026-11-16T22:59:59.000Z');
    const [paolo, sara] = [await server.signIn(), await server.signIn()];
    expect((await create(paolo, { date: today })).status).toBe(201);
    clock.set('2026-11-16T23:00:00.000Z');
    await expectCode(create(sara, { date: today }), 400, 'shift_day_in_the_past');
    const text = (await create(sara, { date: today })).refusal;
    expect(text.message).toBe(
      'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.',
    );
  });

  test('POST /api/shifts refuses a second entry of the day', async () => {
    await create(giulia, { workLocation: 'libero' });
    const answer = await create(giulia);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ message: 'Hai già un turno in questa data', code: 'shift_day_taken' });
  });

  test('two at once of one day: one wins, the other hears why not', async () => {
    const answers = await Promise.all([
      create(giulia),
      create(giulia, { workLocation: 'ferie' }),
      create(giulia, { startTime: '14:00', endTime: '22:00' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await listAll(giulia)).toHaveLength(1);
  });
});

describe('flexible shifts', () => {
  test('last 4, 8 or 9 hours', async () => {
    const sara = await signInFlexible();
    await expectCode(create(sara, { endTime: '11:00' }), 400, 'shift_flexible_duration');
    expect((await create(sara, { endTime: '10:00' })).status).toBe(201);
  });

  test('fill at most 20 hours from Monday to Sunday', async () => {
    const sara = await signInFlexible();
    await buildShift(context, sara, '2026-11-16', buildDuty('sede', '08:00', '17:00'));
    await create(sara, { date: '2026-11-17', endTime: '14:00' });
    await expectCode(create(sara, { date: '2026-11-22', endTime: '10:00' }), 400, 'shift_flexible_week_full');
    // the week after is a week of its own, and so is the week before
    expect((await create(sara, { date: '2026-11-23', endTime: '14:00' })).status).toBe(201);
    const third = await create(sara, { date: '2026-11-18', workLocation: 'ferie' });
    await expectCode(
      changeShift(sara, third.body.id, { ...work, date: '2026-11-18', endTime: '10:00' }),
      400,
      'shift_flexible_week_full',
    );
  });

  test('work from home fills the week as any other, also for an entry that is changed', async () => {
    const sara = await signInFlexible();
    for (const date of ['2026-11-17', '2026-11-18']) {
      expect((await create(sara, { date, workLocation: 'smart_working', endTime: '14:00' })).status).toBe(
        201,
      );
    }
    const { body } = await create(sara, { date: '2026-11-19', endTime: '10:00' });
    await expectCode(changeShift(sara, body.id, { endTime: '14:00' }), 400, 'shift_flexible_week_full');
  });

  test('the entry under edit does not count against itself', async () => {
    const sara = await signInFlexible();
    await create(sara, { date: '2026-11-17', endTime: '14:00' });
    await create(sara, { date: '2026-11-18', endTime: '14:00' });
    const { body } = await create(sara, { date: '2026-11-19', endTime: '10:00' });
    expect((await changeShift(sara, body.id, { startTime: '08:00', endTime: '12:00' })).status).toBe(200);
    await expectCode(changeShift(sara, body.id, { endTime: '16:00' }), 400, 'shift_flexible_week_full');
    // moving it to another week frees this one
    expect((await changeShift(sara, body.id, { date: '2026-11-26', endTime: '16:00' })).status).toBe(200);
    expect((await create(sara, { date: '2026-11-19', endTime: '10:00' })).status).toBe(201);
  });

  test('seven at once never fill more than 20 hours', async () => {
    const sara = await signInFlexible();
    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, index) => create(sara, { date: addDays(today, index) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400, 400, 400]);
    expect(await listAll(sara)).toHaveLength(2);
  });

  test('two edits at once never fill more than 20 hours', async () => {
    const sara = await signInFlexible();
    const dates = ['2026-11-17', '2026-11-18', '2026-11-19'];
    const made = await Promise.all(dates.map((date) => create(sara, { date, endTime: '10:00' })));
    const answers = await Promise.all(
      made.map(({ body }) => changeShift(sara, body.id, { endTime: '14:00' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400]);
  });
});

describe('the taxi worksite', () => {
  test.each([
    [{ startTime: '06:00', endTime: '14:00' }, 'shift_taxi_duration'],
    [{ startTime: '07:00', endTime: '14:00' }, 'shift_taxi_not_predefined'],
    [{ startTime: '06:00', endTime: '13:00', workLocation: 'smart_working' }, 'shift_taxi_not_predefined'],
    [
      { isSplitShift: true, endTime: '10:00', secondStartTime: '10:00', secondEndTime: '13:00' },
      'shift_split_not_allowed',
    ],
  ])('refuses %j', async (change, code) => {
    await expectCode(create(await signInDriver(), change), 400, code);
  });

  test('the taxi worksite has one named shift from Saturday to Friday', async () => {
    const driver = await signInDriver();
    const post = (name: string, date: string): Promise<Answer<Shift>> =>
      driver.call('POST /api/shifts', { body: named(name, date) });
    // recorded while it was still ahead
    await buildShift(context, driver, '2026-11-14', {
      ...buildDuty('sede', '20:00', '03:00'),
      shiftType: 'seminotte',
    });
    const refused = await post('MATTINA', day);
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      code: 'shift_taxi_week_mixed',
      message:
        'Incompatibilità turni nella settimana lavorativa: da sabato 14/11/2026 a venerdì 20/11/2026 lavori di SEMINOTTE. In una settimana si fa un solo tipo di turno.',
    });
    expect((await post('SEMINOTTE', day)).status).toBe(201);
    // Saturday is another week
    expect((await post('MATTINA', '2026-11-21')).status).toBe(201);
    await expectCode(post('NOTTE', '2026-11-27'), 400, 'shift_taxi_week_mixed');
    // rest and holidays go with any
    expect(
      await driver.statusOf('POST /api/shifts', { body: { date: '2026-11-22', workLocation: 'libero' } }),
    ).toBe(201);
  });

  test('the only shift of a week may become another one, one of several may not', async () => {
    const driver = await signInDriver();
    const first = await driver.call('POST /api/shifts', { body: named('MATTINA', '2026-11-17') });
    const change = { startTime: '13:00', endTime: '20:00' };
    const alone = await changeShift(driver, first.body.id, change);
    expect(alone.body).toMatchObject({ ...change, shiftType: 'pomeriggio' });
    const second = await driver.call('POST /api/shifts', { body: named('POMERIGGIO', '2026-11-18') });
    const back = { startTime: '06:00', endTime: '13:00' };
    await expectCode(changeShift(driver, second.body.id, back), 400, 'shift_taxi_week_mixed');
  });

  test('different ones at once never mix', async () => {
    const driver = await signInDriver();
    const answers = await Promise.all(
      taxiShifts.map(({ name }, index) =>
        driver.call('POST /api/shifts', { body: named(name, addDays('2026-11-21', index)) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
    const week = await listAll(driver);
    expect(new Set(week.map(({ shiftType }) => shiftType)).size).toBe(1);
  });
});

describe('reading', () => {
  test('GET /api/calendar/shifts gives the range, both ends included, by day', async () => {
    const dates = ['2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01'];
    for (const date of dates.toReversed()) await buildShift(context, giulia, date);
    const { body } = await giulia.call('GET /api/calendar/shifts', {
      query: { from: '2026-11-01', to: '2026-11-30' },
    });
    expect(body.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-15', '2026-11-30']);
    const one = await giulia.call('GET /api/calendar/shifts', {
      query: { from: '2026-11-15', to: '2026-11-15' },
    });
    expect(one.body).toHaveLength(1);
  });

  test.each([
    ['from=2026-11-02&to=2026-11-01', 'to'],
    ['from=2026-01-01&to=2027-02-05', 'to'],
    ['from=2000-01-01&to=2099-12-31', 'to'],
    ['from=2026-11-01', 'to'],
    ['to=2026-11-01', 'from'],
    ['from=oggi&to=domani', 'from'],
  ])('GET /api/calendar/shifts?%s is refused', async (query, field) => {
    const answer = await giulia.callUntyped(`GET /api/calendar/shifts?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.refusal.fields ?? {})).toContain(field);
  });

  test.each([
    ['2026-11-16T09:00:00.000Z', '2026-10-26', '2026-12-06'],
    // December in Rome, November in UTC
    ['2026-11-30T23:30:00.000Z', '2026-11-30', '2027-01-10'],
  ])('GET /api/calendar/shifts alone at %s gives the month’s grid', async (now, first, last) => {
    server.clock.set(now);
    for (const date of [addDays(first, -1), first, last, addDays(last, 1)]) {
      await buildShift(context, giulia, date);
    }
    const { body } = await (await server.signInAs(giulia)).call('GET /api/calendar/shifts');
    expect(body.map(({ date }) => date)).toEqual([first, last]);
  });

  test('GET /api/calendar/shifts takes 400 days', async () => {
    expect(
      await giulia.statusOf('GET /api/calendar/shifts', { query: { from: '2026-01-01', to: '2027-02-04' } }),
    ).toBe(200);
  });

  test('GET /api/shifts gives all from 31 days back on unless told otherwise', async () => {
    for (const date of ['2026-10-15', '2026-10-16', today, '2027-11-18', '2029-11-20']) {
      await buildShift(context, giulia, date);
    }
    expect((await create(giulia, { date: lastDayAhead(today) })).status).toBe(201);
    const { body } = await giulia.call('GET /api/shifts');
    expect(body.map(({ date }) => date)).toEqual([
      '2026-10-16',
      today,
      '2027-11-18',
      lastDayAhead(today),
      '2029-11-20',
    ]);
    const asked = await giulia.call('GET /api/shifts', { query: { from: '2026-10-01', to: '2026-10-31' } });
    expect(asked.body).toHaveLength(2);
    await expectCode(
      giulia.call('GET /api/shifts', { query: { from: '2026-12-01', to: '2026-11-01' } }),
      400,
      'invalid_data',
    );
  });

  test('GET /api/user-shifts gives working entries that have not begun', async () => {
    await buildShift(context, giulia, '2026-11-15');
    // 10:00 in Rome: the first has begun, the second begins now, the third has not
    await buildShift(context, giulia, today, buildDuty('sede', '09:45', '17:45'));
    await buildShift(context, giulia, '2026-11-17', buildDuty('ferie'));
    await buildShift(context, giulia, '2026-11-18', buildDuty('smart_working', '10:00', '18:00'));
    const dates = async (): Promise<string[]> =>
      (await giulia.ask('GET /api/user-shifts')).map(({ date }) => date);
    expect(await dates()).toEqual(['2026-11-18']);
    clock.set('2026-11-16T08:44:59.000Z');
    expect(await dates()).toEqual([today, '2026-11-18']);
    clock.set('2026-11-16T08:45:00.000Z');
    expect(await dates()).toEqual(['2026-11-18']);
  });
});

describe('PATCH /api/shifts/:id', () => {
  const change = (caller: SignedInCaller, id: string, body: object): Promise<Answer<Shift>> =>
    changeShift(caller, id, body);

  test('PATCH /api/shifts/:id changes what it names and leaves the rest', async () => {
    const { body: shift } = await create(giulia, { notes: 'porta le chiavi' });
    expect((await change(giulia, shift.id, {})).body).toEqual(shift);
    const moved = await change(giulia, shift.id, { startTime: '14:00', endTime: '22:00' });
    expect(moved.body).toEqual({ ...shift, startTime: '14:00', endTime: '22:00', shiftType: 'pomeriggio' });
    expect((await change(giulia, shift.id, { notes: '' })).body.notes).toBeNull();
    const elsewhere = await change(giulia, shift.id, { date: '2026-11-25', workLocation: 'smart_working' });
    expect(elsewhere.body).toMatchObject({ id: shift.id, date: '2026-11-25', workLocation: 'smart_working' });
    expect(await listAll(giulia)).toEqual([elsewhere.body]);
  });

  test('a day without work loses its times, and needs them to work again', async () => {
    const { body: shift } = await create(giulia);
    expect((await change(giulia, shift.id, { workLocation: 'ferie' })).body).toMatchObject({
      workLocation: 'ferie',
      startTime: null,
      endTime: null,
      shiftType: null,
    });
    await expectCode(change(giulia, shift.id, { workLocation: 'sede' }), 400, 'shift_times_required');
  });

  test('a split shift can become a whole one', async () => {
    const parts = { isSplitShift: true, endTime: '10:00', secondStartTime: '14:00', secondEndTime: '18:00' };
    const { body: shift } = await create(giulia, parts);
    expect((await change(giulia, shift.id, { isSplitShift: false, endTime: '14:00' })).body).toMatchObject({
      isSplitShift: false,
      secondStartTime: null,
      secondEndTime: null,
    });
  });

  test.each([
    [{ endTime: '05:00' }, 400, 'shift_ends_before_start'],
    [{ endTime: '13:00' }, 400, 'shift_eight_hours_duration'],
    [{ startTime: '' }, 400, 'shift_times_required'],
    [{ startTime: '06:07' }, 400, 'shift_not_on_quarter_hour'],
    [{ isSplitShift: true }, 400, 'shift_split_incomplete'],
    [{ date: '2026-11-15' }, 400, 'shift_day_in_the_past'],
    [{ date: '2026-11-18' }, 409, 'shift_day_taken'],
    [{ date: '2026-02-30' }, 400, 'invalid_data'],
    [{ userId: '0190a000-0000-7000-8000-000000000001' }, 403, 'forbidden'],
  ])('refuses %j', async (body, status, code) => {
    const { body: shift } = await create(giulia);
    await create(giulia, { date: '2026-11-18', workLocation: 'libero' });
    await expectCode(change(giulia, shift.id, body), status, code);
    expect(await listAll(giulia)).toContainEqual(shift);
  });

  test('PATCH /api/shifts/:id takes other notes of a duty that today’s rules would refuse', async () => {
    const { body: shift } = await create(giulia);
    await database.run(sql`update users set contract_hours = 6 where id = ${giulia.id}`);
    const { date, workLocation, startTime, endTime, isSplitShift } = shift;
    // as the form sends it: everything it shows
    for (const form of [{}, { date, workLocation, startTime, endTime, isSplitShift }]) {
      const notes = `nota ${Object.keys(form).length}`;
      expect(await change(giulia, shift.id, { ...form, notes })).toMatchObject({
        status: 200,
        body: { ...shift, notes },
      });
    }
    await expectCode(
      change(giulia, shift.id, { startTime: '07:00', endTime: '15:00' }),
      400,
      'shift_too_long',
    );
    await expectCode(change(giulia, shift.id, { date: '2026-11-25' }), 400, 'shift_too_long');
    await database.run(sql`update users set is_active = false where id = ${giulia.id}`);
    expect((await change(giulia, shift.id, { notes: 'x' })).status).toBe(401);
  });

  test('PATCH /api/shifts/:id takes other notes in a taxi week that a swap has left with two named shifts', async () => {
    const driver = await signInDriver();
    const [morning, night] = ['MATTINA', 'NOTTE'].map((name) => buildDuty('sede', ...timesOf(name)));
    const id = await buildShift(context, driver, '2026-11-16', { ...morning!, shiftType: 'mattina' });
    await buildShift(context, driver, '2026-11-17', { ...night!, shiftType: 'notte' });
    expect(await change(driver, id, { notes: 'porta le chiavi' })).toMatchObject({
      status: 200,
      body: { id, notes: 'porta le chiavi', shiftType: 'mattina' },
    });
    const evening = { startTime: '20:00', endTime: '03:00' };
    await expectCode(change(driver, id, evening), 400, 'shift_taxi_week_mixed');
  });

  test('two entries moved to one day at once: one wins', async () => {
    const made = await Promise.all(['2026-11-18', '2026-11-19'].map((date) => create(giulia, { date })));
    const answers = await Promise.all(made.map(({ body }) => change(giulia, body.id, { date: day })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('a past entry', () => {
  test('a past entry can be read, neither changed nor removed, override or not', async () => {
    const id = await buildShift(context, giulia, '2026-11-15');
    const override = { 'x-override-exchange': 'true' };
    for (const answer of [
      changeShift(giulia, id, { notes: 'x' }),
      changeShift(giulia, id, { date: day }, override),
      deleteShift(giulia, id),
      deleteShift(giulia, id, override),
    ]) {
      await expectCode(answer, 400, 'shift_in_the_past');
    }
    expect(await listAll(giulia)).toHaveLength(1);
  });

  test('becomes past at midnight in Rome', async () => {
    clock.set('2026-11-16T22:59:59.000Z');
    const sara = await server.signIn();
    const id = await buildShift(context, sara, today);
    expect((await changeShift(sara, id, { notes: 'fino a mezzanotte' })).status).toBe(200);
    clock.set('2026-11-16T23:00:00.000Z');
    await expectCode(changeShift(sara, id, { notes: 'x' }), 400, 'shift_in_the_past');
    await expectCode(deleteShift(sara, id), 400, 'shift_in_the_past');
  });
});

describe('DELETE /api/shifts/:id', () => {
  test('DELETE /api/shifts/:id removes the entry, and the day is free again', async () => {
    const { body: shift } = await create(giulia);
    const answer = await deleteShift(giulia, shift.id);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await listAll(giulia)).toEqual([]);
    await expectCode(deleteShift(giulia, shift.id), 404, 'not_found');
    expect((await create(giulia)).status).toBe(201);
  });

  test('twice at once: one removes it, the other finds nothing', async () => {
    const { body: shift } = await create(giulia);
    const answers = await Promise.all([1, 2].map(() => deleteShift(giulia, shift.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });
});
