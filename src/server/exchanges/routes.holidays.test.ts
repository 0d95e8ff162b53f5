import { beforeEach, describe, expect, test } from 'vitest';
import { listDuties, violatedInvariants } from '../../../db/invariants.ts';
import { type Caller, idOf } from '../../../tests/support/caller.ts';
import { testServer } from '../../../tests/support/server.ts';
import { complete, early, signInOnDuty } from '../../../tests/support/swaps.ts';
import {
  type Driver,
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishHolidays,
  weekOf,
  signInDriver,
} from '../../../tests/support/taxi.ts';
import type { Day } from '../../domain/calendar/day.ts';

const server = await testServer();
const { database } = server;
let worksiteId: string;
beforeEach(async () => {
  worksiteId = await openTaxiWorksite(server);
});

const thirdWeek = '2026-12-05';
const driver = (next: string, later: string, name = 'Tiziana', third = '.......'): Promise<Driver> =>
  signInDriver(
    server,
    { [nextWeek]: next, [laterWeek]: later, [thirdWeek]: third },
    { worksiteId, firstName: name },
  );

/** Tiziana is on holiday next week and works the week after; Fabio the other way round. */
async function pair(): Promise<{ tiziana: Driver; fabio: Driver; requestId: string }> {
  const tiziana = await driver('rfffffr', 'MMMMMrr');
  const fabio = await driver('NNrrNNN', 'ffffffr', 'Fabio');
  return { tiziana, fabio, requestId: await idOf(publishHolidays(tiziana, nextWeek, laterWeek)) };
}

/** Runs an action that must neither create nor lose an entry on any day. */
async function conserving(act: () => Promise<unknown>): Promise<void> {
  const duties = await listDuties(database);
  await act();
  expect(await listDuties(database)).toEqual(duties);
  expect(await violatedInvariants(database)).toEqual([]);
}

const weeksOf = async (person: Caller): Promise<string> =>
  `${await weekOf(person, nextWeek)} ${await weekOf(person, laterWeek)}`;

describe('a swap of holidays', () => {
  test('exchanges work and holiday on each day that one of the two works', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await conserving(() => complete(tiziana, fabio, requestId));
    expect([await weeksOf(tiziana), await weeksOf(fabio)]).toEqual(['NNffNNN fffffrr', 'rfrrffr MMMMMfr']);
    const [swap] = (await fabio.readCompleted()).swaps;
    expect(swap).toMatchObject({ kind: 'ferie', partnerLicenseNumber: 'RM-Tiziana', exchangeDate: nextWeek });
    expect(swap?.gave).toHaveLength(10);
    expect(await tiziana.messages()).toContain(
      'Scambio con Fabio Neri completato: ora hai le ferie nella settimana sab 28 nov – ven 4 dic e lavori nella settimana sab 21 – ven 27 nov.',
    );
  });

  test('keeps each note with its writer, on its day, as a rest day if the day becomes empty', async () => {
    const tiziana = await driver('..fff.r', 'MMMMM..');
    const fabio = await driver('NNNNNr.', '.ff....', 'Fabio');
    await tiziana.changeShift(tiziana.shifts['2026-11-23']!, { notes: 'Mare' });
    await tiziana.changeShift(tiziana.shifts[laterWeek]!, { notes: 'Telepass' });
    await complete(tiziana, fabio, await idOf(publishHolidays(tiziana, '2026-11-23', '2026-12-01')));
    expect(await violatedInvariants(database)).toEqual([]);
    // rest days nobody works on stay, and one stays for her note; days without a note become empty
    expect([await weeksOf(tiziana), await weeksOf(fabio)]).toEqual(['NNNNN.r rff....', '..fffr. MMMMM..']);
    const received = { notes: 'Mare', exchangeInfo: { exchangePartner: 'Fabio Neri' } };
    expect(await tiziana.entryOn('2026-11-23')).toMatchObject(received);
    expect(await tiziana.entryOn(laterWeek)).toMatchObject({ notes: 'Telepass', exchangeInfo: null });
  });
});

describe('publishing holidays', () => {
  test('shows the holidays and the work of the wanted week', async () => {
    const tiziana = await driver('rfffffr', 'MMMMMrf');
    const fabio = await driver('NNrrNNN', 'ffffffr', 'Fabio');
    const { request } = (await publishHolidays(tiziana, nextWeek, laterWeek)).body;
    expect(request).toMatchObject({
      kind: 'ferie',
      requestedShiftType: null,
      requestedDate: laterWeek,
      weeks: { offered: { from: nextWeek, to: '2026-11-27' }, wanted: { from: laterWeek, to: '2026-12-04' } },
      offeredShift: { date: nextWeek, workLocation: 'libero' },
      matchScore: 25,
    });
    const seen = (await fabio.readRequest(request.id)).body;
    expect(seen).toMatchObject({ matchScore: 100, tab: 'disponibili', preAccept: { isAllowed: true } });
    expect([request.offeredDuties.length, seen.offeredDuties.length, seen.ownDuties.length]).toEqual([
      12, 12, 10,
    ]);
    const [first, second] = seen.preview ?? [];
    expect(first?.days[1]).toMatchObject({
      requester: { before: { workLocation: 'ferie' }, after: { shiftType: 'notte' } },
      colleague: { before: { shiftType: 'notte' }, after: { workLocation: 'ferie' } },
    });
    // a holiday of hers in the week she works is not published and stays hers
    expect(second?.days[6]).toMatchObject({
      isSwapped: false,
      requester: { before: { workLocation: 'assente' }, after: { workLocation: 'assente' } },
      colleague: { before: { workLocation: 'libero' }, after: { workLocation: 'libero' } },
    });
  });

  test('is not blocked by an expired request that is not closed yet', async () => {
    // the wanted week begins before the offered one
    const tiziana = await driver('MMMMMrr', 'rfffffr', 'Tiziana', 'MMMMMrr');
    const first = await idOf(publishHolidays(tiziana, '2026-11-29', nextWeek));
    server.clock.set('2026-11-20T23:00:00.000Z');
    const later = Object.assign(await server.signInAs(tiziana), { shifts: tiziana.shifts });
    const again = await idOf(publishHolidays(later, '2026-11-29', thirdWeek));
    const closed = { status: 'annullata', closeReason: 'day_begun' };
    expect((await later.readRequest(first)).body).toMatchObject(closed);
    expect((await later.readRequest(again)).body.status).toBe('aperta');
    expect(await violatedInvariants(database)).toEqual([]);
  });
});

test('lists the own weeks with holidays and those of work, not how many could take each', async () => {
  const { tiziana, fabio, requestId } = await pair();
  const { own, wanted } = await tiziana.ask('GET /api/exchange-requests/holiday-weeks');
  const offeredShiftId = tiziana.shifts['2026-11-22']!;
  expect(own).toMatchObject([
    { from: nextWeek, to: '2026-11-27', shiftId: offeredShiftId, openRequestId: requestId },
  ]);
  expect(wanted).toEqual([]);
  const weeksFor = (shiftId: string) =>
    tiziana.call('GET /api/exchange-requests/holiday-weeks', { query: { offeredShiftId: shiftId } });
  const { body, text } = await weeksFor(offeredShiftId);
  expect(body.wanted).toHaveLength(25);
  const reason = 'In questa settimana non lavori: non hai turni da dare in cambio delle ferie.';
  expect(body.wanted.slice(0, 2)).toMatchObject([
    { from: laterWeek, to: '2026-12-04', isAllowed: true, reason: null },
    { from: thirdWeek, isAllowed: false, reason },
  ]);
  expect(text).not.toMatch(/Fabio|Count/);
  expect((await weeksFor(fabio.shifts[laterWeek]!)).outcome).toBe('404 not_found');
  const operator = await signInOnDuty(server, early);
  const none = { own: [], wanted: [] };
  expect(await operator.ask('GET /api/exchange-requests/holiday-weeks')).toEqual(none);
});

describe('a change of the calendar', () => {
  const [rest, holiday] = [{ workLocation: 'libero' }, { workLocation: 'ferie' }] as const;
  type Change = (person: Driver) => Promise<{ status: number }>;
  const record =
    (date: Day, entry: typeof rest | typeof holiday): Change =>
    (person) =>
      person.call('POST /api/shifts', { body: { date, ...entry } });
  const edit =
    (day: Day, change: Parameters<Driver['changeShift']>[1]): Change =>
    (person) =>
      person.changeShift(person.shifts[day]!, change);
  const [closed, kept, lapsed] = ['annullata 0', 'aperta 1', 'aperta 0'] as const;

  test.each<[string, 'tiziana' | 'fabio', Change, string]>([
    ['rest beside the requester’s holidays', 'tiziana', record('2026-11-27', rest), closed],
    ['a holiday in place of rest', 'tiziana', edit(nextWeek, holiday), closed],
    ['a note', 'tiziana', edit(nextWeek, { notes: 'Mare' }), kept],
    ['one more of the colleague’s holidays', 'fabio', record('2026-12-04', holiday), lapsed],
  ])('closes the request, lapses the offer, or neither: %s', async (_what, who, change, becomes) => {
    const tiziana = await driver('rfffff.', 'MMMMM..');
    const fabio = await driver('NNNNN..', 'ffffff.', 'Fabio');
    const requestId = await idOf(publishHolidays(tiziana, nextWeek, laterWeek));
    await fabio.offer(requestId);
    expect((await change({ tiziana, fabio }[who])).status).toBeLessThan(300);
    expect(await violatedInvariants(database)).toEqual([]);
    const { status, preAcceptanceCount } = (await tiziana.readRequest(requestId)).body;
    expect(`${status} ${preAcceptanceCount}`).toBe(becomes);
  });

  test('an absence on an empty day of a working week ends nothing and stays there', async () => {
    const tiziana = await driver('rfffff.', 'MMMM...');
    const fabio = await driver('NNNN...', 'fffffff', 'Fabio');
    const requestId = await idOf(publishHolidays(tiziana, nextWeek, laterWeek));
    await fabio.offer(requestId);
    await record('2026-12-04', holiday)(tiziana);
    await record('2026-11-27', rest)(fabio);
    await conserving(async () => expect((await tiziana.confirm(requestId)).status).toBe(200));
    expect([await weeksOf(tiziana), await weeksOf(fabio)]).toEqual(['NNNNff. ffff..f', 'rfff..r MMMMfff']);
  });
});

test('changing the wanted week ends the offers', async () => {
  const tiziana = await driver('rfffffr', 'MMMMMrr', 'Tiziana', 'PPPPPrr');
  const fabio = await driver('NNrrNNN', 'ffffffr', 'Fabio');
  const requestId = await idOf(publishHolidays(tiziana, nextWeek, laterWeek));
  await fabio.offer(requestId);
  const offersAfter = async (requestedDate: Day) => {
    const offeredShiftId = tiziana.shifts[nextWeek]!;
    const { body } = await tiziana.editRequest(requestId, { offeredShiftId, requestedDate });
    return body.request.preAcceptanceCount;
  };
  expect([await offersAfter('2026-12-02'), await offersAfter(thirdWeek)]).toEqual([1, 0]);
  expect(await fabio.messages()).toContain(
    'Tiziana Neri ha cambiato le settimane dello scambio delle ferie (sab 21 – ven 27 nov): la tua pre-accettazione è decaduta.',
  );
  expect(await violatedInvariants(database)).toEqual([]);
});
