import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { violatedInvariants, listDrivingDays, listDuties } from '../../../db/invariants.ts';
import { outcomeOf } from '../../../tests/support/caller.ts';
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
  publish,
  readCompleted,
  readRequest,
  readTab,
  reject,
  signInOnDuty,
  takeBack,
  withdraw,
} from '../../../tests/support/swaps.ts';
import {
  complete,
  type Driver,
  idOf,
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishWeek,
  runningWeek,
  signInDriver,
  weekOf,
} from '../../../tests/support/taxi.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';

const server = await testServer();
const { database } = server;
let worksiteId: string;
beforeEach(async () => {
  worksiteId = await openTaxiWorksite(server);
});

const week = (letters: string) => ({ [nextWeek]: letters });
const driver = (letters: string, name = 'Tiziana'): Promise<Driver> =>
  signInDriver(server, week(letters), {
    worksiteId,
    firstName: name,
    lastName: 'Neri',
    taxiLicense: `RM-${name}`,
    phoneNumber: `+39 333 ${name.length}000000`,
  });

/** Tiziana works mornings and wants nights, Fabio works nights; both rest on Thursday and Friday. */
async function pair(): Promise<{ tiziana: Driver; fabio: Driver; requestId: string }> {
  const tiziana = await driver('MMMMMrr');
  const fabio = await driver('NNNNNrr', 'Fabio');
  return { tiziana, fabio, requestId: await idOf(publishWeek(tiziana, nextWeek)) };
}

/** Runs something after which everybody must drive on the days on which they drove, and have the same days off. */
async function conserving(act: () => Promise<unknown>): Promise<void> {
  const days = await listDrivingDays(database);
  await act();
  expect(await listDrivingDays(database)).toEqual(days);
  expect(await violatedInvariants(database)).toEqual([]);
}

/** The same where both drive on the same days: what is driven on each day stays, too. */
async function conservingDuties(act: () => Promise<unknown>): Promise<void> {
  const duties = await listDuties(database);
  await conserving(act);
  expect(await listDuties(database)).toEqual(duties);
}

describe('a weekly swap', () => {
  test('exchanges the named shifts on every working day; rest stays', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await conservingDuties(() => complete(tiziana, fabio, requestId));
    expect(await weekOf(tiziana, nextWeek)).toBe('NNNNNrr');
    expect(await weekOf(fabio, nextWeek)).toBe('MMMMMrr');
    expect((await readRequest(fabio, requestId)).body).toMatchObject({
      status: 'completata',
      tab: 'completati',
    });
  });

  test('a weekly swap leaves rest, holidays and illness where they are, whatever the other has on those days', async () => {
    const tiziana = await driver('MMMMfrm');
    const fabio = await driver('NNNNr.f', 'Fabio');
    await conservingDuties(async () =>
      complete(tiziana, fabio, await idOf(publishWeek(tiziana, '2026-11-23'))),
    );
    expect(await weekOf(tiziana, nextWeek)).toBe('NNNNfrm');
    expect(await weekOf(fabio, nextWeek)).toBe('MMMMr.f');
  });

  test.each([
    ['MMMMMrr', 'rNNNNNr', 'NNNNNrr', 'rMMMMMr'],
    ['MMMMMMr', 'NNNNNrN', 'NNNNNNr', 'MMMMMrM'],
    ['MMMf.mr', 'rr.NNNN', 'NNNf.mr', 'rr.MMMM'],
    ['Mrrrrrr', 'rNNNNNN', 'Nrrrrrr', 'rMMMMMM'],
  ])('of %s and %s, with different days off, leaves %s and %s', async (hers, his, herNew, hisNew) => {
    const tiziana = await driver(hers);
    const fabio = await driver(his, 'Fabio');
    await conserving(async () => complete(tiziana, fabio, await idOf(publishWeek(tiziana, nextWeek))));
    expect([await weekOf(tiziana, nextWeek), await weekOf(fabio, nextWeek)]).toEqual([herNew, hisNew]);
  });

  test('between different days off marks, records and tells each day as it was', async () => {
    const tiziana = await driver('MMMMMrr');
    const fabio = await driver('rrNNNNr', 'Fabio');
    const note = (person: Driver, day: string, notes: string) =>
      changeShift(person, person.shifts[day]!, { notes });
    await note(tiziana, nextWeek, 'Telepass');
    await note(tiziana, '2026-11-26', 'Dentista');
    await note(fabio, '2026-11-26', 'Benzina');
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
    const consumed = await database.many<{ line: string }>(sql`
      select concat(w.gave, ' ', count(*), ' ', min(w.day), ' ', max(w.day)) as line
      from swapped_shifts w join completed_swaps c on c.id = w.swap_id where c.worksite_id = ${worksiteId}
      group by w.gave order by w.gave`);
    expect(consumed.map(({ line }) => line)).toEqual([
      'accepter 4 2026-11-23 2026-11-26',
      'requester 5 2026-11-21 2026-11-25',
    ]);
    const wordsOf = (duties: readonly DatedDuty[] | undefined) =>
      duties?.map(({ date, shiftType }) => `${date.slice(-2)} ${shiftType}`).join();
    const [hers] = (await readCompleted(tiziana)).swaps;
    const [his] = (await readCompleted(fabio)).swaps;
    const [five, four] = [
      ['21', '22', '23', '24', '25'],
      ['23', '24', '25', '26'],
    ] as const;
    const each = (days: readonly string[], type: string) => days.map((day) => `${day} ${type}`).join();
    expect([hers?.gave, hers?.received, hers?.partnerGave].map(wordsOf)).toEqual([
      each(five, 'mattina'),
      each(five, 'notte'),
      each(four, 'notte'),
    ]);
    expect([his?.gave, his?.received, his?.partnerGave].map(wordsOf)).toEqual([
      each(four, 'notte'),
      each(four, 'mattina'),
      each(five, 'mattina'),
    ]);
    const receipt = await fabio.ask('GET /api/exchanges/completed/:id', { params: { id: his!.id } });
    expect([receipt.requester.gave, receipt.accepter.gave].map(wordsOf)).toEqual([
      each(five, 'mattina'),
      each(four, 'notte'),
    ]);
    const lastNews = async (person: Driver) =>
      (await notificationsOf(person)).find(({ type }) => type === 'exchange_completed')?.message;
    expect(await lastNews(tiziana)).toContain('ora lavori 5 giorni di NOTTE (03:00–10:00).');
    expect(await lastNews(fabio)).toContain('ora lavori 4 giorni di MATTINA (06:00–13:00).');
    const mail = (await listWrittenMails(database)).find(({ swapId }) => swapId === his?.id);
    const text = mail?.text ?? '';
    const [, ofHers = '', ofHis = ''] = text.split(/^(?=Tiziana Neri \(|Fabio Neri \()/mu);
    const shiftsIn = (block: string) =>
      [...block.matchAll(/(\d+) novembre 2026: (\w+)/gu)].map(([, day, type]) => `${day} ${type}`).join();
    expect(shiftsIn(ofHers)).toBe(`${each(five, 'notte')},${each(five, 'mattina')}`);
    expect(shiftsIn(ofHis)).toBe(`${each(four, 'mattina')},${each(four, 'notte')}`);
    const { after } = await database.one<{ after: Record<string, DatedDuty[]> }>(sql`
      select after from audit_log where action = 'swap_completed' and worksite_id = ${worksiteId}`);
    expect([after['requester'], after['accepter']].map(wordsOf)).toEqual([
      each(five, 'notte'),
      each(four, 'mattina'),
    ]);
  });

  test('a weekly swap of a running week gives and takes nothing that would have begun', async () => {
    // Monday 10:00. Carla works POMERIGGIO today, Dino is off today; MATTINA has begun for whoever would take it
    const carla = await signInDriver(server, { [runningWeek]: 'rrPPPPP' }, { worksiteId });
    const dino = await signInDriver(server, { [runningWeek]: 'MMrrMMM' }, { worksiteId });
    const first = await idOf(publishWeek(carla, '2026-11-17', { requestedShiftType: 'mattina' }));
    await conserving(() => complete(carla, dino, first));
    expect(await weekOf(carla, runningWeek)).toBe('rrPMMMM');
    expect(await weekOf(dino, runningWeek)).toBe('MMrrPPP');
    // SEMINOTTE is still to come: today changes for who works today alone
    const elsa = await signInDriver(server, { [runningWeek]: 'rrPPPPP' }, { worksiteId });
    const ugo = await signInDriver(server, { [runningWeek]: 'SSrrSSS' }, { worksiteId });
    const second = await idOf(publishWeek(ugo, '2026-11-19', { requestedShiftType: 'pomeriggio' }));
    const card = (await readRequest(elsa, second)).body;
    expect(card.preview?.[0]?.days[2]).toMatchObject({
      isOpen: true,
      isSwapped: true,
      cover: { before: 'pomeriggio', after: 'seminotte' },
      colleague: { after: { shiftType: 'seminotte' } },
      requester: { before: { workLocation: 'assente' }, after: { workLocation: 'assente' } },
    });
    expect(card.ownDuties).toHaveLength(5);
    await conserving(() => complete(ugo, elsa, second));
    expect(await weekOf(elsa, runningWeek)).toBe('rrSSSSS');
    expect(await weekOf(ugo, runningWeek)).toBe('SSrrPPP');
  });

  test('a weekly swap of a running week changes what is left of it', async () => {
    // Monday 10:00: MATTINA of today has begun, POMERIGGIO has not
    const tiziana = await signInDriver(server, { [runningWeek]: 'MMMMMrr' }, { worksiteId });
    const fabio = await signInDriver(server, { [runningWeek]: 'PPPPPrr' }, { worksiteId });
    const requestId = await idOf(publishWeek(tiziana, runningWeek, { requestedShiftType: 'pomeriggio' }));
    const card = (await readRequest(fabio, requestId)).body;
    expect(card.offeredDuties.map(({ date }) => date)).toEqual(['2026-11-17', '2026-11-18']);
    expect(card.preview?.[0]?.days.map(({ isOpen, isSwapped }) => [isOpen, isSwapped])).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [true, true],
      [true, true],
      [true, false],
      [true, false],
    ]);
    await conservingDuties(() => complete(tiziana, fabio, requestId));
    expect(await weekOf(tiziana, runningWeek)).toBe('MMMPPrr');
    expect(await weekOf(fabio, runningWeek)).toBe('PPPMMrr');
    const [swap] = (await readCompleted(tiziana)).swaps;
    expect(swap).toMatchObject({ kind: 'settimana', exchangeDate: '2026-11-17' });
    expect(swap?.gave).toHaveLength(2);
  });

  test('shrinks day by day until its last shift begins', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    // Monday 23 November, 07:00 in Rome: three of five days have begun for one of the two
    server.clock.set('2026-11-23T06:00:00.000Z');
    const early1 = await server.signInAs(tiziana);
    expect((await readRequest(early1, requestId)).body.offeredDuties).toHaveLength(2);
    await conservingDuties(() => confirm(early1, requestId));
    expect(await weekOf(early1, nextWeek)).toBe('MMMNNrr');
    const { body } = await readRequest(early1, requestId);
    expect(body.offeredDuties.map(({ date }) => date)).toEqual(['2026-11-24', '2026-11-25']);
  });

  test('a weekly swap leaves a day on which one of the two has already begun', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    // Tuesday, 05:00 in Rome: Fabio's NOTTE runs since 03:00, Tiziana's MATTINA is to come
    server.clock.set('2026-11-24T04:00:00.000Z');
    const now = await server.signInAs(tiziana);
    expect((await readRequest(now, requestId)).body.preAcceptedBy[0]?.preview?.[0]?.days[3]).toMatchObject({
      isOpen: false,
      isSwapped: false,
    });
    await conservingDuties(() => confirm(now, requestId));
    expect(await weekOf(now, nextWeek)).toBe('MMMMNrr');
  });

  test('a weekly swap is over when the last shift has begun', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    server.clock.set('2026-11-25T04:00:00.000Z');
    const now = await server.signInAs(tiziana);
    const { body } = await readRequest(now, requestId);
    // Fabio's last NOTTE has begun, Tiziana's last MATTINA not yet
    expect(body.preAcceptedBy[0]?.confirm).toEqual({
      isAllowed: false,
      reason: 'Di questa settimana non resta più niente da scambiare.',
    });
    expect(outcomeOf(await confirm(now, requestId))).toBe('409 exchange_week_over');
    server.clock.set('2026-11-25T05:00:00.000Z');
    expect((await readRequest(now, requestId)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'day_begun',
      tab: 'rifiutati',
    });
  });

  test('a weekly swap of a running week leaves the rest of it open to both: the latest shift says which', async () => {
    const tiziana = await signInDriver(server, { [runningWeek]: 'MMMMM..' }, { worksiteId });
    const fabio = await signInDriver(server, { [runningWeek]: 'PPPPP..' }, { worksiteId });
    const requestId = await idOf(publishWeek(tiziana, runningWeek, { requestedShiftType: 'pomeriggio' }));
    await complete(tiziana, fabio, requestId);
    const record = (person: Driver, date: string, startTime: string, endTime: string) =>
      person.call('POST /api/shifts', { body: { date, workLocation: 'sede', startTime, endTime } });
    const refused = await record(tiziana, '2026-11-20', '06:00', '13:00');
    expect(refused.status).toBe(400);
    expect(refused.refusal.message).toBe(
      'Incompatibilità turni nella settimana lavorativa: da sabato 14/11/2026 a venerdì 20/11/2026 lavori di POMERIGGIO. In una settimana si fa un solo tipo di turno.',
    );
    expect((await record(tiziana, '2026-11-19', '13:00', '20:00')).status).toBe(201);
    expect((await record(fabio, '2026-11-20', '13:00', '20:00')).status).toBe(400);
    expect((await record(fabio, '2026-11-20', '06:00', '13:00')).status).toBe(201);
    // what is deleted can be entered again
    const [tuesday] = await tiziana.ask('GET /api/shifts', {
      query: { from: '2026-11-17', to: '2026-11-17' },
    });
    const sure = { 'x-override-exchange': 'true' };
    expect((await deleteShift(tiziana, tuesday!.id, sure)).status).toBe(204);
    expect((await record(tiziana, '2026-11-17', '06:00', '13:00')).status).toBe(400);
    expect((await record(tiziana, '2026-11-17', '13:00', '20:00')).status).toBe(201);
    expect(await weekOf(tiziana, runningWeek)).toBe('MMMPPP.');
    expect(await weekOf(fabio, runningWeek)).toBe('PPPMM.M');
  });

  test('a weekly swap can be swapped on with somebody else', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await complete(tiziana, fabio, requestId);
    const ivan = await driver('PPPPPrr', 'Ivan');
    const [{ id } = { id: '' }] = await fabio.ask('GET /api/calendar/shifts', {
      query: { from: nextWeek, to: nextWeek },
    });
    const again = await idOf(
      publish(fabio, id, { requestedShiftType: 'pomeriggio', requestedDate: nextWeek }),
    );
    await conservingDuties(() => complete(fabio, ivan, again));
    expect(await weekOf(fabio, nextWeek)).toBe('PPPPPrr');
    expect(await weekOf(ivan, nextWeek)).toBe('MMMMMrr');
  });

  test('a weekly swap keeps notes with their writer, on their day', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await changeShift(tiziana, tiziana.shifts[nextWeek]!, { notes: 'Portare il telepass' });
    await complete(tiziana, fabio, requestId);
    const [mine] = await tiziana.ask('GET /api/calendar/shifts', { query: { from: nextWeek, to: nextWeek } });
    expect(mine).toMatchObject({ notes: 'Portare il telepass', shiftType: 'notte', exchangeInfo: {} });
    const [other] = await fabio.ask('GET /api/calendar/shifts', { query: { from: nextWeek, to: nextWeek } });
    expect(other).toMatchObject({ notes: null, shiftType: 'mattina' });
  });

  test('a weekly swap tells everybody concerned once, with days and names; licence and phone reach the two only', async () => {
    const { tiziana, fabio, requestId } = await pair();
    const ivan = await driver('PPPPPrr', 'Ivan');
    await offer(fabio, requestId);
    await offer(ivan, requestId);
    await confirm(tiziana, requestId, fabio.id);
    expect((await notificationsOf(tiziana)).map(({ message }) => message).toSorted()).toEqual([
      'Fabio Neri accetta lo scambio e offre NOTTE (03:00–10:00) nella settimana sab 21 – ven 27 nov. Lo scambio è già concluso.',
      'Ivan Neri accetta lo scambio e offre POMERIGGIO (13:00–20:00) nella settimana sab 21 – ven 27 nov. Lo scambio è già concluso.',
      'Scambio con Fabio Neri completato: nella settimana sab 21 – ven 27 nov ora lavori 5 giorni di NOTTE (03:00–10:00).',
    ]);
    expect(await notificationTypesOf(fabio)).toEqual([
      'exchange_accepted',
      'exchange_completed',
      'new_exchange_request',
    ]);
    expect((await notificationsOf(ivan)).find(({ type }) => type === 'exchange_declined')).toMatchObject({
      message:
        'Tiziana Neri ha trovato uno scambio con un’altra persona per la settimana sab 21 – ven 27 nov.',
    });
    const [swap] = (await readCompleted(tiziana)).swaps;
    expect(swap).toMatchObject({ partnerLicenseNumber: 'RM-Fabio', partnerName: 'Fabio Neri' });
    expect(swap?.partnerPhone).toBe('+39 333 5000000');
    expect(swap?.received.map(({ shiftType }) => shiftType)).toEqual(Array(5).fill('notte'));
    expect(JSON.stringify((await readRequest(ivan, requestId)).body)).not.toMatch(/RM-|\+39 333/);
    const receipt = await fabio.ask('GET /api/exchanges/completed/:id', { params: { id: swap!.id } });
    expect(receipt).toMatchObject({ kind: 'settimana', accepter: { taxiLicense: 'RM-Fabio' } });
    expect(receipt.requester.gave).toHaveLength(5);
    expect(await ivan.statusOf('GET /api/exchanges/completed/:id', { params: { id: swap!.id } })).toBe(404);
    const mails = (await listWrittenMails(database)).filter(({ swapId }) => swapId === swap?.id);
    expect(mails).toHaveLength(3);
    expect(mails[0]?.subject).toBe(
      'Scambio di turno completato: Tiziana Neri e Fabio Neri, settimana sabato 21 – venerdì 27 novembre 2026',
    );
    for (const day of ['sabato 21', 'domenica 22', 'lunedì 23', 'martedì 24', 'mercoledì 25']) {
      expect(mails[0]?.text).toContain(`${day} novembre 2026: notte 03:00–10:00`);
    }
  });
});

describe('publishing a week', () => {
  test('publishing a week takes any shift of it, and shows what is offered', async () => {
    const tiziana = await driver('MMMMMrr');
    const answer = await publishWeek(tiziana, '2026-11-23');
    expect(answer.body.request).toMatchObject({
      kind: 'settimana',
      offeredShiftId: tiziana.shifts['2026-11-23'],
      requestedShiftType: 'notte',
      requestedDate: '2026-11-23',
      weeks: { offered: { from: nextWeek, to: '2026-11-27' }, wanted: { from: nextWeek } },
      tab: 'mie',
    });
    expect(answer.body.request.offeredDuties).toHaveLength(5);
    const shifts = await tiziana.ask('GET /api/shifts', { query: { from: nextWeek, to: '2026-11-27' } });
    expect(shifts.map(({ openRequestId }) => openRequestId !== null)).toEqual([
      ...Array<boolean>(5).fill(true),
      false,
      false,
    ]);
  });

  test('who has what is wanted sees it before other requests of the week', async () => {
    const wanted = ['seminotte', 'notte', 'seminotte'] as const;
    const ids: string[] = [];
    for (const requestedShiftType of wanted) {
      const tiziana = await driver('MMMMMrr');
      ids.push(await idOf(publishWeek(tiziana, nextWeek, { requestedShiftType })));
    }
    const fabio = await driver('NNNNNrr', 'Fabio');
    const { requests } = await readTab(fabio, 'disponibili');
    expect([requests.length, requests[0]?.id]).toEqual([3, ids[1]]);
  });

  test('two weeks can be on offer at once', async () => {
    const tiziana = await signInDriver(
      server,
      { [nextWeek]: 'MMMMMrr', [laterWeek]: 'MMMMMrr' },
      { worksiteId },
    );
    for (const first of [nextWeek, laterWeek]) await idOf(publishWeek(tiziana, first));
    expect((await readTab(tiziana, 'mie')).requests).toHaveLength(2);
  });

  test('again through another shift of it is refused; the same call twice is not', async () => {
    const tiziana = await driver('MMMMMrr');
    const requestId = await idOf(publishWeek(tiziana, nextWeek));
    expect(await idOf(publishWeek(tiziana, nextWeek))).toBe(requestId);
    const second = await publishWeek(tiziana, '2026-11-24');
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'exchange_already_open',
        message: 'Hai già una richiesta aperta per questo turno',
      },
    });
  });

  test.each([
    ['another week', { requestedDate: laterWeek }, 400, 'exchange_other_week'],
    ['the own named shift', { requestedShiftType: 'mattina' }, 400, 'exchange_same_type_wanted'],
    ['a shift that taxis do not have', { requestedShiftType: 'sera' }, 400, 'exchange_not_taxi_type'],
    ['nothing', { requestedShiftType: null }, 400, 'invalid_data'],
    ['somebody else’s shift', { offeredShiftId: randomUUID() }, 404, 'exchange_not_own_shift'],
  ] as const)('is refused for %s', async (_what, change, status, code) => {
    const tiziana = await driver('MMMMMrr');
    expect(await publishWeek(tiziana, nextWeek, change)).toMatchObject({ status, body: { code } });
  });

  test('publishing a week is refused for a rest day, a week that is over, a single shift', async () => {
    const tiziana = await driver('MMMMMrr');
    expect((await publishWeek(tiziana, '2026-11-26')).refusal.code).toBe('exchange_shift_not_working');
    expect((await publishWeek(tiziana, nextWeek, { kind: 'turno' })).refusal.code).toBe(
      'exchange_kind_not_offered',
    );
    server.clock.set('2026-11-26T09:00:00.000Z');
    const later = Object.assign(await server.signInAs(tiziana), { shifts: tiziana.shifts });
    expect((await publishWeek(later, nextWeek)).refusal.code).toBe('exchange_week_over');
  });

  test('reaches those who could take it now, of this worksite only', async () => {
    const fabio = await driver('NNNNNrr', 'Fabio');
    const ivan = await driver('PPPPPrr', 'Ivan');
    const otherDays = await driver('rNNNNNr', 'Rita');
    const sameShift = await driver('MMMMMrr', 'Carlo');
    const operator = await signInOnDuty(server, early, {}, { day: nextWeek });
    const tiziana = await driver('MMMMMrr');
    await idOf(publishWeek(tiziana, nextWeek));
    for (const able of [fabio, ivan, otherDays])
      expect(await notificationTypesOf(able)).toEqual(['new_exchange_request']);
    for (const other of [sameShift, operator]) expect(await notificationTypesOf(other)).toEqual([]);
    expect((await notificationsOf(fabio))[0]?.message).toBe(
      'Tiziana Neri offre MATTINA (06:00–13:00) nella settimana sab 21 – ven 27 nov e cerca NOTTE.',
    );
  });

  test('publishing a week finds its mirror image', async () => {
    const { tiziana, requestId } = await pair();
    const rita = await driver('NNNNNrr', 'Rita');
    const preview = await rita.ask('GET /api/exchange-requests/preview', {
      query: { offeredShiftId: rita.shifts[nextWeek]!, requestedShiftType: 'mattina' },
    });
    expect(preview).toMatchObject({
      colleagueCount: 1,
      wantedCount: 1,
      mirror: { requestId, requesterName: 'Tiziana Neri' },
      publish: { isAllowed: true },
    });
    expect(preview.offeredDuties).toHaveLength(5);
    await idOf(publishWeek(rita, '2026-11-24', { requestedShiftType: 'mattina' }));
    expect(await notificationTypesOf(rita)).toEqual(['exchange_match']);
    expect(await notificationTypesOf(tiziana)).toEqual(['exchange_match', 'new_exchange_request']);
    await offer(await driver('NNNNNrr', 'Ivan'), requestId);
    for (const person of [tiziana, rita]) expect(await matchesOf(person)).toMatchObject([{ isOver: false }]);
  });
});

describe('pre-accepting a week', () => {
  test('pre-accepting a week shows both weeks before and after, day by day, without causes', async () => {
    const tiziana = await driver('MMMMMfm');
    const fabio = await driver('NNNNNrf', 'Fabio');
    const requestId = await idOf(publishWeek(tiziana, nextWeek));
    const seen = (await readRequest(fabio, requestId)).body;
    const [preview] = seen.preview ?? [];
    expect(preview?.days).toHaveLength(7);
    expect(preview?.days[0]).toMatchObject({
      date: nextWeek,
      isOpen: true,
      isSwapped: true,
      requester: { before: { shiftType: 'mattina' }, after: { shiftType: 'notte' } },
      colleague: { before: { shiftType: 'notte' }, after: { shiftType: 'mattina' } },
    });
    expect(preview?.days[6]).toMatchObject({
      isSwapped: false,
      requester: { before: { workLocation: 'assente' }, after: { workLocation: 'assente' } },
      colleague: { before: { workLocation: 'ferie' }, after: { workLocation: 'ferie' } },
    });
    await offer(fabio, requestId);
    const own = (await readRequest(tiziana, requestId)).body;
    const [shown] = own.preAcceptedBy[0]?.preview ?? [];
    expect(shown?.days[6]).toMatchObject({
      requester: { before: { workLocation: 'malattia' } },
      colleague: { before: { workLocation: 'assente' } },
    });
    expect(own.preAcceptedBy[0]).toMatchObject({ offeredShift: { shiftType: 'notte' } });
    expect(own.matchScore).toBe(100);
    const text = JSON.stringify([own, await readTab(tiziana, 'pre-accettati')]);
    expect(text.split('"ferie"')).toHaveLength(1 + 4);
  });

  test('pre-accepting a week is possible with other working days: both weeks show where what is driven changes', async () => {
    const { tiziana, requestId } = await pair();
    const rita = await driver('rNNNNNr', 'Rita');
    const { body } = await readRequest(rita, requestId);
    expect(body).toMatchObject({ tab: 'disponibili', preAccept: { isAllowed: true, reason: null } });
    const coverOf = (card: { preview: ExchangeRequest['preview'] } | undefined) =>
      card?.preview?.[0]?.days.map(({ cover }) => (cover ? `${cover.before} ${cover.after}` : ''));
    const covers = ['mattina notte', '', '', '', '', 'notte mattina', ''];
    expect(coverOf(body)).toEqual(covers);
    await offer(rita, requestId);
    const [own] = (await readRequest(tiziana, requestId)).body.preAcceptedBy;
    expect(coverOf(own)).toEqual(covers);
    expect(own?.preview?.[0]?.days[0]).toMatchObject({
      requester: { before: { shiftType: 'mattina' }, after: { shiftType: 'notte' } },
      colleague: { before: { workLocation: 'assente' }, after: { workLocation: 'assente' } },
    });
  });

  test.each([
    ['no work', 'rrrrrrr', 'exchange_no_own_week'],
    ['nothing at all', '.......', 'exchange_no_own_week'],
    ['the same named shift', 'MMMMMrr', 'exchange_same_type_worked'],
  ])('needs other work: not %s', async (_what, letters, code) => {
    const { requestId } = await pair();
    const rita = await driver(letters, 'Rita');
    expect(await preAccept(rita, requestId)).toMatchObject({ status: 409, body: { code } });
    const { requests, counts } = await readTab(rita, 'disponibili');
    expect(requests).toHaveLength(letters.includes('M') ? 1 : 0);
    expect(counts.disponibili).toBe(requests.length);
  });

  test('scores 100 for the wanted named shift, 25 for another', async () => {
    const { fabio, requestId } = await pair();
    const ivan = await driver('PPPPPrr', 'Ivan');
    expect((await readRequest(fabio, requestId)).body.matchScore).toBe(100);
    const card = (await readRequest(ivan, requestId)).body;
    expect(card).toMatchObject({ matchScore: 25, preAccept: { isAllowed: true }, tab: 'disponibili' });
  });

  test('pre-accepting a week comes first where it can be taken', async () => {
    const morning = await driver('MMMMMrr', 'Anna');
    const { requestId } = await pair();
    const annas = await idOf(publishWeek(morning, nextWeek));
    const rita = await signInDriver(
      server,
      { [nextWeek]: 'MMMMMrr', [laterWeek]: 'PPPPPrr' },
      { worksiteId },
    );
    const luca = await signInDriver(server, { [laterWeek]: 'MMMMMrr' }, { worksiteId });
    const lucas = await idOf(publishWeek(luca, laterWeek));
    const { requests, counts } = await readTab(rita, 'disponibili');
    expect(requests.map(({ id }) => id)).toEqual([lucas, ...[requestId, annas].toSorted()]);
    expect(requests.map((card) => card.preAccept.isAllowed)).toEqual([true, false, false]);
    expect(counts.disponibili).toBe(3);
  });

  test('pre-accepting a week does not ask for role or hours', async () => {
    const { requestId } = await pair();
    const leader = await signInDriver(server, week('NNNNNrr'), {
      worksiteId,
      role: 'team_leader',
      contractHours: 8,
    });
    expect((await readTab(leader, 'disponibili')).requests.map(({ id }) => id)).toEqual([requestId]);
    await offer(leader, requestId);
  });

  test('twice changes nothing more; withdrawn, it can be given again', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    const { version } = (await readRequest(tiziana, requestId)).body.preAcceptedBy[0]!;
    server.clock.set('2026-11-16T10:00:00.000Z');
    await offer(fabio, requestId);
    for (const shiftId of Object.values(fabio.shifts).slice(0, 2)) {
      const body = { shiftId };
      expect(
        await fabio.statusOf('POST /api/exchange-requests/:id/pre-accept', {
          params: { id: requestId },
          body,
        }),
      ).toBe(200);
    }
    expect((await readRequest(tiziana, requestId)).body.preAcceptedBy).toMatchObject([{ version }]);
    expect(await notificationTypesOf(tiziana)).toEqual(['request_pre_accepted']);
    await driver('NNNNNrr', 'Rita');
    await takeBack(fabio, requestId);
    expect((await readRequest(fabio, requestId)).body).toMatchObject({
      tab: 'rifiutati',
      userHasRejected: true,
    });
    await offer(fabio, requestId);
    expect((await readRequest(fabio, requestId)).body).toMatchObject({ tab: 'pre-accettati' });
  });

  test('refused by everybody who could, the requester hears so and the request stays open', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await driver('rMMMMMr', 'Rita');
    await reject(fabio, requestId);
    expect((await readRequest(tiziana, requestId)).body).toMatchObject({
      status: 'aperta',
      nobodyLeft: true,
    });
    expect((await notificationsOf(tiziana)).find(({ type }) => type === 'exchange_rejected')?.message).toBe(
      'Per ora nessun altro può accettare lo scambio della settimana sab 21 – ven 27 nov: la richiesta resta aperta fino alla scadenza. Prova con un’altra settimana o cerca un altro tipo di turno.',
    );
  });

  test('refused by the requester stays refused', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await driver('NNNNNrr', 'Rita');
    await offer(fabio, requestId);
    await takeBack(tiziana, requestId, fabio.id);
    expect(await preAccept(fabio, requestId)).toMatchObject({ body: { code: 'exchange_offer_refused' } });
  });
});

describe('a change of the calendar', () => {
  const closedBy = async (
    letters: { tiziana?: string; fabio?: string },
    change: (pairOfTwo: { tiziana: Driver; fabio: Driver }) => Promise<{ status: number }>,
  ): Promise<{ request: string; offers: number }> => {
    const tiziana = await driver(letters.tiziana ?? 'MMMMMr.');
    const fabio = await driver(letters.fabio ?? 'NNNNNr.', 'Fabio');
    const requestId = await idOf(publishWeek(tiziana, nextWeek));
    await offer(fabio, requestId);
    expect((await change({ tiziana, fabio })).status).toBeLessThan(300);
    expect(await violatedInvariants(database)).toEqual([]);
    const { body } = await readRequest(tiziana, requestId);
    return { request: body.closeReason ?? body.status, offers: body.preAcceptanceCount };
  };
  const morning = { workLocation: 'sede', startTime: '06:00', endTime: '13:00' } as const;
  const night = { workLocation: 'sede', startTime: '03:00', endTime: '10:00' } as const;
  const rest = { workLocation: 'libero' } as const;
  const gone = { request: 'shift_changed', offers: 0 };
  const kept = { request: 'aperta', offers: 1 };
  const lapsed = { request: 'aperta', offers: 0 };

  test('a change of the calendar of any shift of the week closes the request', async () => {
    expect(
      await closedBy({}, ({ tiziana }) =>
        changeShift(tiziana, tiziana.shifts['2026-11-24']!, { workLocation: 'malattia' }),
      ),
    ).toEqual(gone);
    expect(await closedBy({}, ({ tiziana }) => deleteShift(tiziana, tiziana.shifts['2026-11-22']!))).toEqual(
      gone,
    );
    expect(await closedBy({}, ({ tiziana }) => deleteShift(tiziana, tiziana.shifts[nextWeek]!))).toEqual(
      gone,
    );
  });

  test('a change of the calendar that adds a working day closes it; one that adds rest does not', async () => {
    const add = (entry: typeof morning | typeof rest) => (two: { tiziana: Driver }) =>
      two.tiziana.call('POST /api/shifts', { body: { date: '2026-11-27', ...entry } });
    expect(await closedBy({}, add(morning))).toEqual(gone);
    expect(await closedBy({}, add(rest))).toEqual(kept);
    const work = ({ tiziana }: { tiziana: Driver }) =>
      changeShift(tiziana, tiziana.shifts['2026-11-26']!, morning);
    expect(await closedBy({}, work)).toEqual(gone);
    const rename = ({ tiziana }: { tiziana: Driver }) =>
      changeShift(tiziana, tiziana.shifts['2026-11-26']!, { workLocation: 'ferie' });
    expect(await closedBy({}, rename)).toEqual(kept);
  });

  test('a change of the calendar of the colleague’s week lapses the offer and tells the requester', async () => {
    const add = ({ fabio }: { fabio: Driver }) =>
      fabio.call('POST /api/shifts', { body: { date: '2026-11-27', ...night } });
    expect(await closedBy({}, add)).toEqual(lapsed);
    const remove = ({ fabio }: { fabio: Driver }) => deleteShift(fabio, fabio.shifts['2026-11-25']!);
    expect(await closedBy({}, remove)).toEqual(lapsed);
    const fall = ({ fabio }: { fabio: Driver }) =>
      changeShift(fabio, fabio.shifts['2026-11-23']!, { workLocation: 'malattia' });
    expect(await closedBy({}, fall)).toEqual(lapsed);
    const note = ({ fabio }: { fabio: Driver }) =>
      changeShift(fabio, fabio.shifts['2026-11-23']!, { notes: 'Ciao' });
    expect(await closedBy({}, note)).toEqual(kept);
  });

  test('a change of the calendar that makes a week fit tells who wants it, once', async () => {
    const tiziana = await driver('MMMMMrr');
    const fabio = await driver('..f.rr.', 'Fabio');
    await idOf(publishWeek(tiziana, nextWeek));
    expect(await notificationTypesOf(fabio)).toEqual([]);
    for (const date of ['2026-11-24', nextWeek, '2026-11-27']) {
      expect(await fabio.statusOf('POST /api/shifts', { body: { date, ...night } })).toBe(201);
    }
    expect((await notificationsOf(tiziana)).map(({ type, message }) => [type, message])).toEqual([
      [
        'new_compatible_shift',
        'Fabio Neri ha registrato il turno che cerchi per la settimana sab 21 – ven 27 nov: NOTTE (03:00–10:00).',
      ],
    ]);
  });

  test('a change of the calendar by another swap of the week closes everything that used it', async () => {
    const { tiziana, fabio, requestId } = await pair();
    const rita = await driver('PPPPPrr', 'Rita');
    const other = await idOf(publishWeek(rita, '2026-11-22'));
    await offer(fabio, other);
    await offer(tiziana, other);
    await conservingDuties(() => complete(tiziana, fabio, requestId));
    expect((await readRequest(rita, other)).body).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
    expect((await notificationTypesOf(rita)).filter((type) => type === 'shift_updated')).toHaveLength(2);
  });
});

describe('changing a request for a week', () => {
  const edit = (person: Driver, requestId: string, day: string, change: object = {}) =>
    editRequest(person, requestId, {
      offeredShiftId: person.shifts[day]!,
      requestedDate: day,
      requestedShiftType: 'notte',
      ...change,
    });

  test('changing a request for a week to another shift of the same week, type or message keeps the offers', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    const answer = await edit(tiziana, requestId, '2026-11-24', {
      requestedShiftType: 'seminotte',
      message: 'Grazie',
    });
    expect(answer).toMatchObject({ status: 200, body: { request: { preAcceptanceCount: 1 } } });
    expect((await edit(tiziana, requestId, '2026-11-24', { requestedShiftType: null })).status).toBe(400);
  });

  test('changing a request for a week to another week ends them and announces it anew', async () => {
    const tiziana = await signInDriver(
      server,
      { [nextWeek]: 'MMMMMrr', [laterWeek]: 'PPPPPrr' },
      { worksiteId },
    );
    const fabio = await signInDriver(
      server,
      { [nextWeek]: 'NNNNNrr', [laterWeek]: 'SSSSSrr' },
      { worksiteId },
    );
    const requestId = await idOf(publishWeek(tiziana, nextWeek));
    await offer(fabio, requestId);
    const answer = await edit(tiziana, requestId, laterWeek);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        request: {
          preAcceptanceCount: 0,
          weeks: { offered: { from: laterWeek } },
        },
      },
    });
    expect(await notificationTypesOf(fabio)).toEqual([
      'new_exchange_request',
      'new_exchange_request',
      'shift_updated',
    ]);
    await complete(tiziana, fabio, requestId);
    expect(await weekOf(fabio, laterWeek)).toBe('PPPPPrr');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('withdrawing it tells who had pre-accepted', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    expect((await withdraw(tiziana, requestId)).status).toBe(204);
    expect((await notificationsOf(fabio)).find(({ type }) => type === 'exchange_declined')?.message).toBe(
      'Tiziana Neri ha cancellato la richiesta di scambio per la settimana sab 21 – ven 27 nov.',
    );
  });
});

test('drivers and operators of other worksites never see or reach each other', async () => {
  const { tiziana, requestId } = await pair();
  const operator = await signInOnDuty(server, early, {}, { day: nextWeek });
  expect((await readRequest(operator, requestId)).status).toBe(404);
  expect((await preAccept(operator, requestId)).status).toBe(404);
  expect((await reject(operator, requestId)).status).toBe(404);
  expect((await readTab(operator, 'disponibili')).requests).toEqual([]);
  const own = await idOf(publish(operator, operator.shiftId, { requestedDate: nextWeek }));
  expect((await readRequest(tiziana, own)).status).toBe(404);
  expect((await preAccept(tiziana, own)).status).toBe(404);
  expect((await confirm(tiziana, own)).status).toBe(404);
  expect(
    (await publish(operator, operator.shiftId, { kind: 'settimana', requestedDate: nextWeek })).refusal.code,
  ).toBe('exchange_kind_not_offered');
  expect(await notificationTypesOf(operator)).toEqual([]);
});
