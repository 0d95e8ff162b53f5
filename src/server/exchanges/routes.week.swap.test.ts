import { beforeEach, describe, expect, test } from 'vitest';
import { listDrivingDays, violatedInvariants } from '../../../db/invariants.ts';
import { idOf } from '../../../tests/support/caller.ts';
import { testServer } from '../../../tests/support/server.ts';
import { complete } from '../../../tests/support/swaps.ts';
import {
  type Driver,
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishWeek,
  weekOf,
  signInDriver,
} from '../../../tests/support/taxi.ts';
import type { Entry } from '../../domain/shifts/rules.ts';

// The named shift of a week for another one: swapped, changed and withdrawn.

const server = await testServer();
const { database } = server;
let worksiteId: string;
beforeEach(async () => {
  worksiteId = await openTaxiWorksite(server);
});

const driver = (letters: string, name = 'Tiziana', weeks = {}): Promise<Driver> =>
  signInDriver(server, { [nextWeek]: letters, ...weeks }, { worksiteId, firstName: name });

/** Tiziana has published her week of these shifts, Fabio has pre-accepted with his. */
async function offered(hers = 'MMMMMrr', his = 'NNNNNrr') {
  const tiziana = await driver(hers);
  const fabio = await driver(his, 'Fabio');
  const requestId = await idOf(publishWeek(tiziana, nextWeek));
  await fabio.offer(requestId);
  return { tiziana, fabio, requestId };
}

/** Runs an action that must change nobody's working days and days off. */
async function conserving(act: () => Promise<unknown>): Promise<void> {
  const days = await listDrivingDays(database);
  await act();
  expect(await listDrivingDays(database)).toEqual(days);
  expect(await violatedInvariants(database)).toEqual([]);
}

describe('a swap of weeks', () => {
  test.each([
    ['MMMMMrr', 'NNNNNrr', 'NNNNNrr', 'MMMMMrr'],
    ['MMMf.mr', 'rr.NNNN', 'NNNf.mr', 'rr.MMMM'],
  ])('exchanges the shifts of %s and %s, and no day off', async (hers, his, herNew, hisNew) => {
    const { tiziana, fabio, requestId } = await offered(hers, his);
    await conserving(() => tiziana.confirm(requestId));
    expect([await weekOf(tiziana, nextWeek), await weekOf(fabio, nextWeek)]).toEqual([herNew, hisNew]);
  });

  test('with different days off marks, audits and notifies each day as it was; notes stay with their writer', async () => {
    const tiziana = await driver('MMMMMrr');
    const fabio = await driver('rrNNNNr', 'Fabio');
    for (const [person, day, notes] of [
      [tiziana, nextWeek, 'Telepass'],
      [tiziana, '2026-11-26', 'Dentista'],
      [fabio, '2026-11-26', 'Benzina'],
    ] as const) {
      await person.changeShift(person.shifts[day]!, { notes });
    }
    await complete(tiziana, fabio, await idOf(publishWeek(tiziana, nextWeek)));
    const daysOf = async (person: Driver) =>
      (await person.ask('GET /api/calendar/shifts', { query: { from: nextWeek, to: '2026-11-27' } })).map(
        ({ date, shiftType, notes, exchangeInfo }) =>
          [date.slice(-2), shiftType ?? '-', notes ?? '', exchangeInfo?.exchangePartner ?? ''].join(' '),
      );
    expect(await daysOf(tiziana)).toEqual([
      '21 notte Telepass Fabio Neri',
      ...['22', '23', '24', '25'].map((day) => `${day} notte  Fabio Neri`),
      '26 - Dentista ',
      '27 -  ',
    ]);
    expect(await daysOf(fabio)).toEqual([
      '21 -  ',
      '22 -  ',
      ...['23', '24', '25'].map((day) => `${day} mattina  Tiziana Neri`),
      '26 mattina Benzina Tiziana Neri',
      '27 -  ',
    ]);
    const wordsOf = (duties: readonly Entry[] | undefined) =>
      duties?.map(({ date, shiftType }) => `${date.slice(-2)} ${shiftType}`).join();
    const hersAs = (type: string) => ['21', '22', '23', '24', '25'].map((day) => `${day} ${type}`).join();
    const hisAs = (type: string) => ['23', '24', '25', '26'].map((day) => `${day} ${type}`).join();
    const [hers] = (await tiziana.readCompleted()).swaps;
    const [his] = (await fabio.readCompleted()).swaps;
    const ofHers = [hersAs('mattina'), hersAs('notte'), hisAs('notte')];
    const ofHis = [hisAs('notte'), hisAs('mattina'), hersAs('mattina')];
    expect([hers?.gave, hers?.received, hers?.partnerGave].map(wordsOf)).toEqual(ofHers);
    expect([his?.gave, his?.received, his?.partnerGave].map(wordsOf)).toEqual(ofHis);
    expect((await fabio.messages()).join()).toContain('ora lavori 4 giorni di MATTINA (06:00–13:00).');
  });

  test('shrinks day by day: shifts that have begun stay', async () => {
    const { tiziana, requestId } = await offered();
    // Monday 23 November, 07:00 in Rome: three of five shifts have begun for one of the two
    server.clock.set('2026-11-23T06:00:00.000Z');
    const her = await server.signInAs(tiziana);
    const left = async () => (await her.readRequest(requestId)).body.offeredDuties.map(({ date }) => date);
    expect(await left()).toEqual(['2026-11-24', '2026-11-25']);
    await conserving(() => her.confirm(requestId));
    expect(await weekOf(her, nextWeek)).toBe('MMMNNrr');
    expect(await left()).toEqual(['2026-11-24', '2026-11-25']);
    const [swap] = (await her.readCompleted()).swaps;
    expect([swap?.exchangeDate, swap?.gave.length]).toEqual(['2026-11-24', 2]);
  });

  test('licence and phone are visible to the two people only', async () => {
    const { tiziana, fabio, requestId } = await offered();
    const ivan = await driver('PPPPPrr', 'Ivan');
    await ivan.offer(requestId);
    await tiziana.confirm(requestId, fabio.id);
    const [swap] = (await tiziana.readCompleted()).swaps;
    expect(swap).toMatchObject({
      partnerName: 'Fabio Neri',
      partnerLicenseNumber: 'RM-Fabio',
      partnerPhone: '+39 333 5000000',
    });
    expect(JSON.stringify((await ivan.readRequest(requestId)).body)).not.toMatch(/RM-|\+39 333/);
    const params = { id: swap!.id };
    const receipt = await fabio.ask('GET /api/exchanges/completed/:id', { params });
    expect(receipt).toMatchObject({ kind: 'settimana', accepter: { taxiLicense: 'RM-Fabio' } });
    expect(await ivan.statusOf('GET /api/exchanges/completed/:id', { params })).toBe(404);
  });
});

describe('a change of the calendar', () => {
  // other changes of its shifts: tests/server/races.kinds.test.ts
  const record = (startTime: string, endTime: string) => ({
    workLocation: 'sede' as const,
    startTime,
    endTime,
  });
  const [morning, night] = [record('06:00', '13:00'), record('03:00', '10:00')];
  type Change = (person: Driver) => Promise<{ status: number }>;
  const addRest: Change = (person) =>
    person.call('POST /api/shifts', { body: { date: '2026-11-27', workLocation: 'libero' } });
  const edit =
    (day: string, change: Parameters<Driver['changeShift']>[1]): Change =>
    (person) =>
      person.changeShift(person.shifts[day]!, change);
  const [gone, kept, lapsed] = ['annullata 0', 'aperta 1', 'aperta 0'] as const;

  test.each<[string, 'tiziana' | 'fabio', Change, string]>([
    ['work in place of rest', 'tiziana', edit('2026-11-26', morning), gone],
    ['one more rest day', 'tiziana', addRest, kept],
    ['work in place of the colleague’s rest', 'fabio', edit('2026-11-26', night), lapsed],
    ['a note there', 'fabio', edit('2026-11-23', { notes: 'Ciao' }), kept],
  ])('closes the request, lapses the offer, or neither: %s', async (_what, who, change, becomes) => {
    const { requestId, ...people } = await offered('MMMMMr.', 'NNNNNr.');
    expect((await change(people[who])).status).toBeLessThan(300);
    expect(await violatedInvariants(database)).toEqual([]);
    const { status, preAcceptanceCount } = (await people.tiziana.readRequest(requestId)).body;
    expect(`${status} ${preAcceptanceCount}`).toBe(becomes);
  });

  test('that makes a week fit notifies the people who want it, once', async () => {
    const tiziana = await driver('MMMMMrr');
    const fabio = await driver('..f.rr.', 'Fabio');
    await idOf(publishWeek(tiziana, nextWeek));
    expect(await fabio.notificationTypes()).toEqual([]);
    for (const date of ['2026-11-24', nextWeek, '2026-11-27']) {
      await fabio.ask('POST /api/shifts', { body: { date, ...night } });
    }
    expect(await tiziana.messages()).toEqual([
      'Fabio Neri ha registrato il turno che cerchi per la settimana sab 21 – ven 27 nov: NOTTE (03:00–10:00).',
    ]);
  });
});

describe('changing a request for a week', () => {
  const edit = (person: Driver, requestId: string, day: string, change: object = {}) =>
    person.editRequest(requestId, {
      offeredShiftId: person.shifts[day]!,
      requestedDate: day,
      requestedShiftType: 'notte',
      ...change,
    });

  test('to another shift of it, another type or message keeps the offers', async () => {
    const { tiziana, requestId } = await offered();
    const change = { requestedShiftType: 'seminotte', message: 'Grazie' };
    const answer = await edit(tiziana, requestId, '2026-11-24', change);
    expect(answer).toMatchObject({ status: 200, body: { request: { preAcceptanceCount: 1 } } });
    const untyped = await edit(tiziana, requestId, '2026-11-24', { requestedShiftType: null });
    expect(untyped.outcome).toBe('400 invalid_data');
  });

  test('to another week ends them and announces it anew', async () => {
    const tiziana = await driver('MMMMMrr', 'Tiziana', { [laterWeek]: 'PPPPPrr' });
    const fabio = await driver('NNNNNrr', 'Fabio', { [laterWeek]: 'SSSSSrr' });
    const requestId = await idOf(publishWeek(tiziana, nextWeek));
    await fabio.offer(requestId);
    const { request } = (await edit(tiziana, requestId, laterWeek)).body;
    expect(request).toMatchObject({ preAcceptanceCount: 0, weeks: { offered: { from: laterWeek } } });
    expect(await fabio.notificationTypes()).toEqual([
      'new_exchange_request',
      'new_exchange_request',
      'shift_updated',
    ]);
    await complete(tiziana, fabio, requestId);
    expect(await weekOf(fabio, laterWeek)).toBe('PPPPPrr');
  });
});
