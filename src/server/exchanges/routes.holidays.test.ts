import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { violatedInvariants, listDuties } from '../../../db/invariants.ts';
import { type Caller, outcomeOf } from '../../../tests/support/caller.ts';
import { listWrittenMails } from '../../../tests/support/mail.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  changeShift,
  confirm,
  deleteShift,
  early,
  editRequest,
  matchesOf,
  notificationsOf,
  notificationTypesOf,
  offer,
  preAccept,
  readCompleted,
  readRequest,
  readTab,
  signInOnDuty,
} from '../../../tests/support/swaps.ts';
import {
  complete,
  type Driver,
  idOf,
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishHolidays,
  publishWeek,
  runningWeek,
  signInDriver,
  weekOf,
} from '../../../tests/support/taxi.ts';
import { addDays, type Day } from '../../domain/calendar/day.ts';
import { listWatchedDays } from './queries.ending.ts';

const server = await testServer();
const { database } = server;
let worksiteId: string;
beforeEach(async () => {
  worksiteId = await openTaxiWorksite(server);
});

const driver = (next: string, later: string, name = 'Tiziana'): Promise<Driver> =>
  signInDriver(
    server,
    { [nextWeek]: next, [laterWeek]: later },
    {
      worksiteId,
      firstName: name,
      lastName: 'Neri',
      taxiLicense: `RM-${name}`,
      phoneNumber: '+39 333 0100001',
    },
  );

/** Tiziana is on holiday next week and works the week after; Fabio the other way round. */
async function pair(): Promise<{ tiziana: Driver; fabio: Driver; requestId: string }> {
  const tiziana = await driver('rfffffr', 'MMMMMrr');
  const fabio = await driver('NNrrNNN', 'ffffffr', 'Fabio');
  return { tiziana, fabio, requestId: await idOf(publishHolidays(tiziana, nextWeek, laterWeek)) };
}

/** Runs something that must neither create nor lose an entry on any day. */
async function conserving(act: () => Promise<unknown>): Promise<void> {
  const duties = await listDuties(database);
  await act();
  expect(await listDuties(database)).toEqual(duties);
  expect(await violatedInvariants(database)).toEqual([]);
}

const weeksOf = async (person: Caller): Promise<string> =>
  `${await weekOf(person, nextWeek)} ${await weekOf(person, laterWeek)}`;

describe('a swap of holidays', () => {
  test('exchanges work and holiday on each day on which one of the two works', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await conserving(() => complete(tiziana, fabio, requestId));
    expect(await weeksOf(tiziana)).toBe('NNffNNN fffffrr');
    expect(await weeksOf(fabio)).toBe('rfrrffr MMMMMfr');
    for (const person of [tiziana, fabio])
      expect((await readRequest(person, requestId)).body.matchScore).toBe(100);
    const [swap] = (await readCompleted(fabio)).swaps;
    expect(swap).toMatchObject({ kind: 'ferie', partnerLicenseNumber: 'RM-Tiziana', exchangeDate: nextWeek });
    expect(swap?.gave).toHaveLength(10);
    expect((await notificationsOf(tiziana)).map(({ message }) => message).toSorted()).toEqual([
      'Fabio Neri accetta lo scambio: le sue ferie (sab 28 nov – ven 4 dic) per le tue (sab 21 – ven 27 nov). Lo scambio è già concluso.',
      'Scambio con Fabio Neri completato: ora hai le ferie nella settimana sab 28 nov – ven 4 dic e lavori nella settimana sab 21 – ven 27 nov.',
    ]);
    const mails = (await listWrittenMails(database)).filter(({ swapId }) => swapId === swap?.id);
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(3).fill(
        'Scambio di turno completato: Tiziana Neri e Fabio Neri, ferie, settimane sabato 21 – venerdì 27 novembre 2026 e sabato 28 novembre – venerdì 4 dicembre 2026',
      ),
    );
  });

  test('a swap of holidays works with days that one of them has not filled in', async () => {
    const tiziana = await driver('..fff..', 'MMMMM..');
    const fabio = await driver('NNNNNr.', '.ff....', 'Fabio');
    await conserving(async () =>
      complete(tiziana, fabio, await idOf(publishHolidays(tiziana, '2026-11-23', '2026-12-01'))),
    );
    expect(await weeksOf(tiziana)).toBe('NNNNN.. .ff....');
    expect(await weeksOf(fabio)).toBe('..fffr. MMMMM..');
  });

  test('a swap of holidays keeps each note with its writer, on its day: as rest where the day is empty then', async () => {
    const tiziana = await driver('..fff.r', 'MMMMM..');
    const fabio = await driver('NNNNNr.', '.ff....', 'Fabio');
    const note = (person: Driver, day: Day, notes: string) =>
      changeShift(person, person.shifts[day]!, { notes });
    await note(tiziana, '2026-11-23', 'Mare');
    await note(tiziana, '2026-11-27', 'Dentista');
    await note(tiziana, laterWeek, 'Telepass');
    await note(fabio, '2026-11-26', 'Compleanno');
    await complete(tiziana, fabio, await idOf(publishHolidays(tiziana, '2026-11-23', '2026-12-01')));
    expect(await violatedInvariants(database)).toEqual([]);
    // rest that nobody works on stays, and a rest day stays for her note; of the days without a note nothing stays
    expect(await weeksOf(tiziana)).toBe('NNNNN.r rff....');
    expect(await weeksOf(fabio)).toBe('..fffr. MMMMM..');
    const notesOf = async (person: Caller) => {
      return (await person.ask('GET /api/calendar/shifts', { query: { from: nextWeek, to: '2026-12-04' } }))
        .filter(({ notes }) => notes !== null)
        .map(({ date, notes, exchangeInfo }) => `${date} ${notes} ${exchangeInfo !== null}`);
    };
    expect(await notesOf(tiziana)).toEqual([
      '2026-11-23 Mare true',
      '2026-11-27 Dentista false',
      `${laterWeek} Telepass false`,
    ]);
    expect(await notesOf(fabio)).toEqual(['2026-11-26 Compleanno false']);
  });

  test('a swap of holidays can be swapped back by Scambia Ferie', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await complete(tiziana, fabio, requestId);
    const weeks = await fabio.ask('GET /api/exchange-requests/holiday-weeks');
    expect(weeks.own.map(({ from }) => from)).toEqual([nextWeek]);
    const answer = await fabio.call('POST /api/exchange-requests', {
      body: { kind: 'ferie', offeredShiftId: weeks.own[0]!.shiftId, requestedDate: laterWeek },
    });
    await conserving(() => complete(fabio, tiziana, answer.body.request.id));
    expect(await weeksOf(tiziana)).toBe('rfffffr MMMMMrr');
  });

  test('a swap of holidays ends when the earlier of the two weeks begins', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    server.clock.set('2026-11-20T22:59:59.000Z');
    const before = await server.signInAs(tiziana);
    expect((await readRequest(before, requestId)).body.status).toBe('aperta');
    server.clock.set('2026-11-20T23:00:00.000Z');
    expect((await readRequest(before, requestId)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'day_begun',
    });
    expect((await confirm(before, requestId)).status).toBe(409);
    expect(await weeksOf(before)).toBe('rfffffr MMMMMrr');
  });
});

describe('publishing holidays', () => {
  test('publishing holidays shows the holidays and the work of the wanted week', async () => {
    const tiziana = await driver('rfffffr', 'MMMMMrf');
    const fabio = await driver('NNrrNNN', 'ffffffr', 'Fabio');
    const { body } = await publishHolidays(tiziana, nextWeek, laterWeek);
    expect(body.request).toMatchObject({
      kind: 'ferie',
      requestedShiftType: null,
      requestedDate: laterWeek,
      weeks: { offered: { from: nextWeek, to: '2026-11-27' }, wanted: { from: laterWeek, to: '2026-12-04' } },
      offeredShift: { date: nextWeek, workLocation: 'libero' },
      matchScore: 25,
    });
    expect(body.request.offeredDuties).toHaveLength(7 + 5);
    const seen = (await readRequest(fabio, body.request.id)).body;
    expect(seen.offeredDuties).toHaveLength(7 + 5);
    expect(seen).toMatchObject({ matchScore: 100, tab: 'disponibili', preAccept: { isAllowed: true } });
    expect(seen.ownDuties).toHaveLength(5 + 5);
    const [first, second] = seen.preview ?? [];
    expect(first?.days[1]).toMatchObject({
      requester: { before: { workLocation: 'ferie' }, after: { shiftType: 'notte' } },
      colleague: { before: { shiftType: 'notte' }, after: { workLocation: 'ferie' } },
    });
    // a holiday of hers in the week she works is not published, and stays hers
    expect(second?.days[6]).toMatchObject({
      isSwapped: false,
      requester: { before: { workLocation: 'assente' }, after: { workLocation: 'assente' } },
      colleague: { before: { workLocation: 'libero' }, after: { workLocation: 'libero' } },
    });
  });

  test.each([
    ['a day of work among them', 'rffMffr', 'MMMMMrr', 400, 'exchange_not_holiday_week'],
    ['illness among them', 'rffmffr', 'MMMMMrr', 400, 'exchange_not_holiday_week'],
    ['only rest', 'rrrrrrr', 'MMMMMrr', 400, 'exchange_not_holiday_week'],
    ['no work in the wanted week', 'rfffffr', 'rrrrrrr', 400, 'exchange_wanted_week_free'],
    ['nothing in the wanted week', 'rfffffr', '.......', 400, 'exchange_wanted_week_free'],
  ])('is refused with %s', async (_what, next, later, status, code) => {
    const tiziana = await driver(next, later);
    const answer = await publishHolidays(tiziana, nextWeek, laterWeek);
    expect(answer).toMatchObject({ status, body: { code } });
  });

  test('publishing holidays is refused for the same week, a week that has begun, single shifts and standard worksites', async () => {
    const tiziana = await signInDriver(
      server,
      {
        [runningWeek]: 'ffffffr',
        [nextWeek]: 'rfffffr',
        [laterWeek]: 'MMMMMrr',
      },
      { worksiteId },
    );
    const codeOf = async (offered: Day, wanted: Day) =>
      (await publishHolidays(tiziana, offered, wanted)).refusal.code;
    expect(await codeOf(nextWeek, '2026-11-27')).toBe('exchange_same_week');
    expect(await codeOf(runningWeek, laterWeek)).toBe('exchange_holidays_begun');
    expect(await codeOf(nextWeek, runningWeek)).toBe('exchange_wanted_week_begun');
    const operator = await signInOnDuty(server, early);
    const foreign = await operator.call('POST /api/exchange-requests', {
      body: { kind: 'ferie', offeredShiftId: operator.shiftId, requestedDate: laterWeek },
    });
    expect(outcomeOf(foreign)).toBe('400 exchange_kind_not_offered');
  });

  test('publishing holidays of one week twice is refused, whichever day names it', async () => {
    const { tiziana } = await pair();
    expect((await publishHolidays(tiziana, '2026-11-23', laterWeek)).refusal.code).toBe(
      'exchange_already_open',
    );
    expect((await publishHolidays(tiziana, nextWeek, '2026-12-02')).refusal.code).toBe(
      'exchange_already_open',
    );
  });

  test('is no longer barred by a request that has expired, though nobody has closed it yet', async () => {
    // the wanted week begins before the offered one
    const weeks = { [nextWeek]: 'MMMMMrr', [laterWeek]: 'rfffffr', '2026-12-05': 'MMMMMrr' };
    const tiziana = await signInDriver(server, weeks, { worksiteId });
    const first = await idOf(publishHolidays(tiziana, '2026-11-29', nextWeek));
    server.clock.set('2026-11-20T23:00:00.000Z');
    const later = Object.assign(await server.signInAs(tiziana), { shifts: tiziana.shifts });
    const again = await idOf(publishHolidays(later, '2026-11-29', '2026-12-05'));
    expect((await readRequest(later, first)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'day_begun',
    });
    expect(outcomeOf(await publishHolidays(later, '2026-11-30', '2026-12-05'))).toBe(
      '409 exchange_already_open',
    );
    expect((await readRequest(later, again)).body.status).toBe('aperta');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('reaches only who could take it', async () => {
    const rita = await driver('NNNNNrr', 'NNNNNrr', 'Rita');
    const away = await driver('ffffffr', 'ffffffr', 'Carlo');
    const ivan = await driver('PPPPPrr', 'rrfffrr', 'Ivan');
    const tiziana = await driver('rfffffr', 'MMMMMrr');
    const requestId = await idOf(publishHolidays(tiziana, nextWeek, laterWeek));
    expect((await notificationsOf(ivan)).map(({ message }) => message)).toEqual([
      'Tiziana Neri offre le sue ferie (sab 21 – ven 27 nov) e cerca le tue (sab 28 nov – ven 4 dic).',
    ]);
    for (const [other, code] of [
      [rita, 'exchange_no_holiday_week'],
      [away, 'exchange_no_work_week'],
    ] as const) {
      expect(await notificationTypesOf(other)).toEqual([]);
      expect(await preAccept(other, requestId)).toMatchObject({ status: 409, body: { code } });
    }
    // who has no holiday in the wanted week has nothing to do with it
    expect((await readTab(rita, 'disponibili')).requests).toEqual([]);
    // who has one sees it, whether or not they can give it
    expect(await readTab(away, 'disponibili')).toMatchObject({
      requests: [{ id: requestId }],
      counts: { disponibili: 1 },
    });
  });

  test('publishing holidays finds its mirror image', async () => {
    const { tiziana, fabio, requestId } = await pair();
    expect(
      await fabio.ask('GET /api/exchange-requests/preview', {
        query: { kind: 'ferie', offeredShiftId: fabio.shifts[laterWeek]! },
      }),
    ).toMatchObject({
      colleagueCount: null,
      mirror: null,
      publish: { isAllowed: true },
    });
    expect(
      await fabio.ask('GET /api/exchange-requests/preview', {
        query: { kind: 'ferie', offeredShiftId: fabio.shifts[laterWeek]!, requestedDate: nextWeek },
      }),
    ).toMatchObject({
      colleagueCount: null,
      wantedCount: null,
      mirror: { requestId, requesterName: 'Tiziana Neri' },
    });
    await idOf(publishHolidays(fabio, laterWeek, nextWeek));
    const ivan = await driver('PPPPPrr', 'ffffffr', 'Ivan');
    await offer(ivan, requestId);
    for (const person of [tiziana, fabio]) expect(await matchesOf(person)).toMatchObject([{ isOver: false }]);
  });
});

describe('the weeks that can be swapped', () => {
  test('are the own holiday weeks to come, and the weeks in which one works, and not how many could take each', async () => {
    const { tiziana, requestId } = await pair();
    const weeks = await tiziana.ask('GET /api/exchange-requests/holiday-weeks');
    expect(weeks).toMatchObject({
      own: [
        { from: nextWeek, to: '2026-11-27', shiftId: tiziana.shifts['2026-11-22'], openRequestId: requestId },
      ],
      wanted: [],
    });
    const { body } = await tiziana.call('GET /api/exchange-requests/holiday-weeks', {
      query: { offeredShiftId: weeks.own[0]?.shiftId },
    });
    expect(body.wanted).toHaveLength(25);
    expect(body.wanted[0]).toMatchObject({
      from: laterWeek,
      to: '2026-12-04',
      isAllowed: true,
      reason: null,
    });
    expect(body.wanted[1]).toMatchObject({
      from: '2026-12-05',
      isAllowed: false,
      reason: 'In questa settimana non lavori: non hai turni da dare in cambio delle ferie.',
    });
    expect(JSON.stringify(body)).not.toMatch(/Fabio|Count/);
  });

  test('the weeks that can be swapped are nobody else’s', async () => {
    const { tiziana, fabio } = await pair();
    expect(await server.nobody.statusOf('GET /api/exchange-requests/holiday-weeks')).toBe(401);
    expect(
      await tiziana.statusOf('GET /api/exchange-requests/holiday-weeks', {
        query: { offeredShiftId: fabio.shifts[laterWeek] },
      }),
    ).toBe(404);
    expect(
      await tiziana.statusOf('GET /api/exchange-requests/holiday-weeks', {
        query: { offeredShiftId: randomUUID() },
      }),
    ).toBe(404);
    expect(
      await tiziana.statusOf('GET /api/exchange-requests/holiday-weeks', { query: { offeredShiftId: '7' } }),
    ).toBe(400);
    const operator = await signInOnDuty(server, early);
    expect(await operator.ask('GET /api/exchange-requests/holiday-weeks')).toEqual({
      own: [],
      wanted: [],
    });
    expect(
      await operator.statusOf('GET /api/exchange-requests/holiday-weeks', {
        query: { offeredShiftId: operator.shiftId },
      }),
    ).toBe(404);
  });
});

describe('a change of the calendar', () => {
  const afterChange = async (
    change: (two: { tiziana: Driver; fabio: Driver }) => Promise<{ status: number }>,
  ): Promise<string> => {
    const tiziana = await driver('rfffff.', 'MMMMM..');
    const fabio = await driver('NNNNN..', 'ffffff.', 'Fabio');
    const requestId = await idOf(publishHolidays(tiziana, nextWeek, laterWeek));
    await offer(fabio, requestId);
    expect((await change({ tiziana, fabio })).status).toBeLessThan(300);
    expect(await violatedInvariants(database)).toEqual([]);
    const { body } = await readRequest(tiziana, requestId);
    return `${body.status} ${body.preAcceptanceCount}`;
  };

  test('a change of the holidays or the work of the requester closes the request', async () => {
    const rest = { workLocation: 'libero' } as const;
    const closed = 'annullata 0';
    expect(
      await afterChange(({ tiziana }) =>
        tiziana.call('POST /api/shifts', { body: { date: '2026-11-27', ...rest } }),
      ),
    ).toBe(closed);
    expect(
      await afterChange(({ tiziana }) =>
        tiziana.call('POST /api/shifts', {
          body: { date: '2026-12-04', workLocation: 'sede', startTime: '06:00', endTime: '13:00' },
        }),
      ),
    ).toBe(closed);
    expect(
      await afterChange(({ tiziana }) =>
        changeShift(tiziana, tiziana.shifts[nextWeek]!, { workLocation: 'ferie' }),
      ),
    ).toBe(closed);
    expect(await afterChange(({ tiziana }) => deleteShift(tiziana, tiziana.shifts['2026-11-30']!))).toBe(
      closed,
    );
    const note = { notes: 'Mare' };
    expect(await afterChange(({ tiziana }) => changeShift(tiziana, tiziana.shifts[nextWeek]!, note))).toBe(
      'aperta 1',
    );
  });

  test.each(['libero', 'ferie', 'malattia'] as const)(
    '%s on an empty day of a week of work ends nothing, and stays where it is',
    async (workLocation) => {
      const tiziana = await driver('rfffff.', 'MMMM...');
      const fabio = await driver('NNNN...', 'fffffff', 'Fabio');
      const requestId = await idOf(publishHolidays(tiziana, nextWeek, laterWeek));
      await offer(fabio, requestId);
      await tiziana.ask('POST /api/shifts', { body: { date: '2026-12-04', workLocation } });
      await fabio.ask('POST /api/shifts', { body: { date: '2026-11-27', workLocation } });
      await conserving(async () => expect((await confirm(tiziana, requestId)).status).toBe(200));
      const letter = workLocation === 'libero' ? 'r' : workLocation.charAt(0);
      expect(await weeksOf(tiziana)).toBe(`NNNNff. ffff..${letter}`);
      expect(await weeksOf(fabio)).toBe(`rfff..${letter} MMMMfff`);
    },
  );

  test('a change of the calendar of either week of the colleague lapses the offer', async () => {
    const lapsed = 'aperta 0';
    expect(
      await afterChange(({ fabio }) =>
        fabio.call('POST /api/shifts', { body: { date: '2026-12-04', workLocation: 'ferie' } }),
      ),
    ).toBe(lapsed);
    expect(await afterChange(({ fabio }) => deleteShift(fabio, fabio.shifts[nextWeek]!))).toBe(lapsed);
    expect(
      await afterChange(({ fabio }) =>
        changeShift(fabio, fabio.shifts['2026-11-24']!, { workLocation: 'malattia' }),
      ),
    ).toBe(lapsed);
  });

  test('a change of the calendar by a weekly swap of the wanted week closes the request for holidays', async () => {
    const { tiziana, requestId } = await pair();
    const ivan = await driver('.......', 'PPPPPrr', 'Ivan');
    const other = await idOf(publishWeek(tiziana, laterWeek, { requestedShiftType: 'pomeriggio' }));
    await conserving(() => complete(tiziana, ivan, other));
    expect((await readRequest(tiziana, requestId)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'swapped_elsewhere',
    });
  });
});

test('another wanted week ends the offers', async () => {
  const tiziana = await signInDriver(
    server,
    {
      [nextWeek]: 'rfffffr',
      [laterWeek]: 'MMMMMrr',
      '2026-12-05': 'PPPPPrr',
    },
    { worksiteId },
  );
  const fabio = await driver('NNrrNNN', 'ffffffr', 'Fabio');
  const requestId = await idOf(publishHolidays(tiziana, nextWeek, laterWeek));
  await offer(fabio, requestId);
  const edit = (requestedDate: Day) =>
    editRequest(tiziana, requestId, { offeredShiftId: tiziana.shifts[nextWeek]!, requestedDate });
  expect(await edit('2026-12-02')).toMatchObject({
    status: 200,
    body: { request: { preAcceptanceCount: 1 } },
  });
  expect(await edit('2026-12-05')).toMatchObject({
    status: 200,
    body: { request: { preAcceptanceCount: 0 } },
  });
  expect((await notificationsOf(fabio)).map(({ message }) => message)).toContain(
    `${tiziana.signedIn.user.firstName} ${tiziana.signedIn.user.lastName} ha cambiato le settimane dello scambio delle ferie (sab 21 – ven 27 nov): la tua pre-accettazione è decaduta.`,
  );
  expect(await violatedInvariants(database)).toEqual([]);
});

test('who is away, and why, stays theirs until they put the week on offer', async () => {
  const { tiziana, fabio, requestId } = await pair();
  const rita = await driver('NNNNNrr', 'rffffrr', 'Rita');
  // before Fabio offers his week, Tiziana learns only how many could take hers
  const before = await Promise.all([
    readRequest(tiziana, requestId),
    tiziana.call('GET /api/exchange-requests/page', { query: { tab: 'mie' } }),
    tiziana.call('GET /api/notifications/page'),
  ]);
  for (const { text } of before) expect(text).not.toMatch(/Fabio|Rita/);
  await offer(fabio, requestId);
  // Rita sees Tiziana's holidays, which are published, and nothing of Fabio's
  const seen = await Promise.all([
    readRequest(rita, requestId),
    rita.call('GET /api/exchange-requests/page', { query: { tab: 'disponibili' } }),
  ]);
  for (const { text } of seen) expect(text).not.toContain('Fabio');
  const operator = await signInOnDuty(server, early);
  expect((await readRequest(operator, requestId)).status).toBe(404);
});

test('every day of a week is watched while a request for it is open, days of rest too', async () => {
  const onWeek = await signInDriver(server, { [nextWeek]: 'MMMMMrr' }, { worksiteId });
  const watched = () => server.database.transaction((tx) => listWatchedDays(tx, worksiteId));
  expect([...(await watched())]).toEqual([]);
  await idOf(publishWeek(onWeek, nextWeek));
  const days = Array.from({ length: 7 }, (_, index) => addDays(nextWeek, index));
  expect([...(await watched())].toSorted()).toEqual(days);
});
