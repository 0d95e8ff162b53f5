import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenPromises, listDuties, listEntryCounts } from '../../../db/promises.ts';
import { startTestServer, testNow } from '../../../tests/support/server.ts';
import {
  confirm,
  early,
  newsOf,
  newsTypesOf,
  offer,
  preAccept,
  publish,
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
  publishWeek,
  runningWeek,
  signInDriver,
  weekOf,
} from '../../../tests/support/taxi.ts';
import type { SwapReceipt } from '../../domain/exchanges/receipt.ts';
import type { ExchangePreview } from '../../domain/exchanges/schema.preview.ts';
import type { Shift } from '../../domain/shifts/schema.ts';

const server = await startTestServer();
const { database } = server;
afterAll(() => server.close());
let worksiteId: string;
beforeEach(async () => {
  server.clock.set(testNow);
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

/** Runs something that must neither create nor lose a duty on any day, nor give anybody more or fewer entries. */
async function conserving(act: () => Promise<unknown>): Promise<void> {
  const duties = await listDuties(database);
  const counts = await listEntryCounts(database);
  await act();
  expect(await listDuties(database)).toEqual(duties);
  expect(await listEntryCounts(database)).toEqual(counts);
  expect(await brokenPromises(database)).toEqual([]);
}

describe('a weekly swap', () => {
  test('exchanges the named shifts on every working day; rest stays', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await conserving(() => complete(tiziana, fabio, requestId));
    expect(await weekOf(tiziana, nextWeek)).toBe('NNNNNrr');
    expect(await weekOf(fabio, nextWeek)).toBe('MMMMMrr');
    expect((await readRequest(fabio, requestId)).body).toMatchObject({
      status: 'completata',
      tab: 'completati',
    });
  });

  test('leaves rest, holidays and illness where they are, whatever the other has on those days', async () => {
    const tiziana = await driver('MMMMfrm');
    const fabio = await driver('NNNNr.f', 'Fabio');
    await conserving(async () => complete(tiziana, fabio, await idOf(publishWeek(tiziana, '2026-11-23'))));
    expect(await weekOf(tiziana, nextWeek)).toBe('NNNNfrm');
    expect(await weekOf(fabio, nextWeek)).toBe('MMMMr.f');
  });

  test('of a running week changes what is left of it', async () => {
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
    await conserving(() => complete(tiziana, fabio, requestId));
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
    await conserving(() => confirm(early1, requestId));
    expect(await weekOf(early1, nextWeek)).toBe('MMMNNrr');
    const { body } = await readRequest(early1, requestId);
    expect(body.offeredDuties.map(({ date }) => date)).toEqual(['2026-11-24', '2026-11-25']);
  });

  test('leaves a day on which one of the two has already begun', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    // Tuesday, 05:00 in Rome: Fabio's NOTTE runs since 03:00, Tiziana's MATTINA is to come
    server.clock.set('2026-11-24T04:00:00.000Z');
    const now = await server.signInAs(tiziana);
    expect((await readRequest(now, requestId)).body.preAcceptedBy[0]?.preview?.[0]?.days[3]).toMatchObject({
      isOpen: false,
      isSwapped: false,
    });
    await conserving(() => confirm(now, requestId));
    expect(await weekOf(now, nextWeek)).toBe('MMMMNrr');
  });

  test('is over when the last shift has begun', async () => {
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
    expect(await confirm(now, requestId)).toMatchObject({
      status: 409,
      body: { code: 'exchange_week_over' },
    });
    server.clock.set('2026-11-25T05:00:00.000Z');
    expect((await readRequest(now, requestId)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'day_begun',
      tab: 'rifiutati',
    });
  });

  test('can be swapped on with somebody else', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await complete(tiziana, fabio, requestId);
    const ivan = await driver('PPPPPrr', 'Ivan');
    const [{ id } = { id: '' }] = (
      await fabio.get<Shift[]>(`/api/calendar/shifts?from=${nextWeek}&to=${nextWeek}`)
    ).body;
    const again = await idOf(
      publish(fabio, id, { requestedShiftType: 'pomeriggio', requestedDate: nextWeek }),
    );
    await conserving(() => complete(fabio, ivan, again));
    expect(await weekOf(fabio, nextWeek)).toBe('PPPPPrr');
    expect(await weekOf(ivan, nextWeek)).toBe('MMMMMrr');
  });

  test('keeps notes with their writer, on their day', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await tiziana.patch(`/api/shifts/${tiziana.shifts[nextWeek]}`, { notes: 'Portare il telepass' });
    await complete(tiziana, fabio, requestId);
    const [mine] = (await tiziana.get<Shift[]>(`/api/calendar/shifts?from=${nextWeek}&to=${nextWeek}`)).body;
    expect(mine).toMatchObject({ notes: 'Portare il telepass', shiftType: 'notte', exchangeInfo: {} });
    const [other] = (await fabio.get<Shift[]>(`/api/calendar/shifts?from=${nextWeek}&to=${nextWeek}`)).body;
    expect(other).toMatchObject({ notes: null, shiftType: 'mattina' });
  });

  test('tells everybody concerned once, with days and names; licence and phone reach the two only', async () => {
    const { tiziana, fabio, requestId } = await pair();
    const ivan = await driver('PPPPPrr', 'Ivan');
    await offer(fabio, requestId);
    await offer(ivan, requestId);
    await confirm(tiziana, requestId, fabio.id);
    expect((await newsOf(tiziana)).map(({ message }) => message).toSorted()).toEqual([
      'Fabio Neri accetta lo scambio e offre NOTTE, 03:00-10:00, per la settimana sab 21 – ven 27 nov. Conferma per completarlo.',
      'Ivan Neri accetta lo scambio e offre POMERIGGIO, 13:00-20:00, per la settimana sab 21 – ven 27 nov. Conferma per completarlo.',
      'Scambio con Fabio Neri completato: nella settimana sab 21 – ven 27 nov ora lavori 5 giorni di NOTTE, 03:00-10:00.',
    ]);
    expect(await newsTypesOf(fabio)).toEqual([
      'exchange_accepted',
      'exchange_completed',
      'new_exchange_request',
    ]);
    expect((await newsOf(ivan)).find(({ type }) => type === 'exchange_declined')).toMatchObject({
      message:
        'Tiziana Neri ha trovato uno scambio con un altro collega per la settimana sab 21 – ven 27 nov.',
    });
    const [swap] = (await readCompleted(tiziana)).swaps;
    expect(swap).toMatchObject({ partnerLicenseNumber: 'RM-Fabio', partnerName: 'Fabio Neri' });
    expect(swap?.partnerPhone).toBe('+39 333 5000000');
    expect(swap?.received.map(({ shiftType }) => shiftType)).toEqual(Array(5).fill('notte'));
    expect(JSON.stringify((await readRequest(ivan, requestId)).body)).not.toMatch(/RM-|333/);
    const receipt = (await fabio.get<SwapReceipt>(`/api/exchanges/completed/${swap?.id}`)).body;
    expect(receipt).toMatchObject({ kind: 'settimana', accepter: { taxiLicense: 'RM-Fabio' } });
    expect(receipt.requester.gave).toHaveLength(5);
    expect((await ivan.get(`/api/exchanges/completed/${swap?.id}`)).status).toBe(404);
    const mails = await database.many<{ recipient: string; subject: string; text: string }>(sql`
      select recipient, subject, text_body as text from mail_outbox where swap_id = ${swap?.id} order by recipient`);
    expect(mails).toHaveLength(3);
    expect(mails[0]?.subject).toBe(
      'Scambio di turno completato: Tiziana Neri e Fabio Neri, settimana sabato 21 – venerdì 27 novembre 2026',
    );
    for (const day of ['sabato 21', 'domenica 22', 'lunedì 23', 'martedì 24', 'mercoledì 25']) {
      expect(mails[0]?.text).toContain(`${day} novembre 2026: notte, sede 03:00-10:00`);
    }
  });
});

describe('publishing a week', () => {
  test('takes any shift of it, and shows what is offered', async () => {
    const tiziana = await driver('MMMMMrr');
    const answer = await publishWeek(tiziana, '2026-11-23');
    expect(answer.body.request).toMatchObject({
      kind: 'settimana',
      offeredShiftId: tiziana.shifts['2026-11-23'],
      offeredType: 'mattina',
      requestedShiftType: 'notte',
      requestedDate: '2026-11-23',
      weeks: { offered: { from: nextWeek, to: '2026-11-27' }, wanted: { from: nextWeek } },
      tab: 'mie',
    });
    expect(answer.body.request.offeredDuties).toHaveLength(5);
    const shifts = (await tiziana.get<Shift[]>(`/api/shifts?from=${nextWeek}&to=2026-11-27`)).body;
    expect(shifts.map(({ openRequestId }) => openRequestId !== null)).toEqual([
      ...Array<boolean>(5).fill(true),
      false,
      false,
    ]);
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

  test('is refused for a rest day, a week that is over, a single shift', async () => {
    const tiziana = await driver('MMMMMrr');
    expect((await publishWeek(tiziana, '2026-11-26')).body.code).toBe('exchange_shift_not_working');
    expect((await publishWeek(tiziana, nextWeek, { kind: 'turno' })).body.code).toBe(
      'exchange_kind_not_offered',
    );
    server.clock.set('2026-11-26T09:00:00.000Z');
    const later = Object.assign(await server.signInAs(tiziana), { shifts: tiziana.shifts });
    expect((await publishWeek(later, nextWeek)).body.code).toBe('exchange_week_over');
  });

  test('reaches those who could take it now, of this worksite only', async () => {
    const fabio = await driver('NNNNNrr', 'Fabio');
    const ivan = await driver('PPPPPrr', 'Ivan');
    const otherDays = await driver('rNNNNNr', 'Rita');
    const sameShift = await driver('MMMMMrr', 'Carlo');
    const operator = await signInOnDuty(server, early, {}, { day: nextWeek });
    const tiziana = await driver('MMMMMrr');
    await idOf(publishWeek(tiziana, nextWeek));
    for (const able of [fabio, ivan]) expect(await newsTypesOf(able)).toEqual(['new_exchange_request']);
    for (const other of [otherDays, sameShift, operator]) expect(await newsTypesOf(other)).toEqual([]);
    expect((await newsOf(fabio))[0]?.message).toBe(
      'Tiziana Neri offre MATTINA, 06:00-13:00, per la settimana sab 21 – ven 27 nov e cerca NOTTE.',
    );
  });

  test('finds its mirror image', async () => {
    const { tiziana, requestId } = await pair();
    const rita = await driver('NNNNNrr', 'Rita');
    const path = `/api/exchange-requests/preview?offeredShiftId=${rita.shifts[nextWeek]}`;
    const preview = (await rita.get<ExchangePreview>(`${path}&requestedShiftType=mattina`)).body;
    expect(preview).toMatchObject({
      colleagueCount: 1,
      mirror: { requestId, requesterName: 'Tiziana Neri' },
      publish: { isAllowed: true },
    });
    expect(preview.offeredDuties).toHaveLength(5);
    await idOf(publishWeek(rita, nextWeek, { requestedShiftType: 'mattina' }));
    expect(await newsTypesOf(rita)).toEqual(['exchange_match']);
    expect(await newsTypesOf(tiziana)).toEqual(['exchange_match', 'new_exchange_request']);
  });
});

describe('pre-accepting a week', () => {
  test('shows both weeks before and after, day by day, without causes', async () => {
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

  test('needs the same working days', async () => {
    const { requestId } = await pair();
    const rita = await driver('rNNNNNr', 'Rita');
    const { body } = await readRequest(rita, requestId);
    const reason =
      'Per scambiarvi la settimana dovete lavorare negli stessi giorni, così ogni giorno resta coperto. Non coincide: sab 21 nov, gio 26 nov.';
    expect(body).toMatchObject({
      tab: 'disponibili',
      preAccept: { isAllowed: false, reason },
      preview: null,
    });
    expect(await preAccept(rita, requestId)).toMatchObject({
      status: 409,
      body: { code: 'exchange_week_days_differ', message: reason },
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
    const isListed = (await readTab(rita, 'disponibili')).requests.length > 0;
    expect(isListed).toBe(letters.includes('M'));
  });

  test('scores 100 for the wanted named shift, 25 for another', async () => {
    const { fabio, requestId } = await pair();
    const ivan = await driver('PPPPPrr', 'Ivan');
    expect((await readRequest(fabio, requestId)).body.matchScore).toBe(100);
    const card = (await readRequest(ivan, requestId)).body;
    expect(card).toMatchObject({ matchScore: 25, preAccept: { isAllowed: true }, tab: 'disponibili' });
  });

  test('does not ask for role or hours', async () => {
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
    await offer(fabio, requestId);
    expect(await newsTypesOf(tiziana)).toEqual(['request_pre_accepted']);
    await driver('NNNNNrr', 'Rita');
    await fabio.delete(`/api/exchange-requests/${requestId}/cancel-pre-accept`);
    expect((await readRequest(fabio, requestId)).body).toMatchObject({
      tab: 'rifiutati',
      userHasRejected: true,
    });
    await offer(fabio, requestId);
    expect((await readRequest(fabio, requestId)).body).toMatchObject({ tab: 'pre-accettati' });
  });

  test('refused by everybody who could closes the request', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await driver('rNNNNNr', 'Rita');
    await fabio.post(`/api/exchange-requests/${requestId}/reject`);
    expect((await readRequest(tiziana, requestId)).body).toMatchObject({
      status: 'rifiutata',
      closeReason: 'nobody_left',
    });
    expect((await newsOf(tiziana)).find(({ type }) => type === 'exchange_rejected')?.message).toBe(
      'Nessun altro collega può accettare lo scambio della settimana sab 21 – ven 27 nov: la richiesta è chiusa.',
    );
  });

  test('refused by the requester stays refused', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await driver('NNNNNrr', 'Rita');
    await offer(fabio, requestId);
    await tiziana.send('DELETE', `/api/exchange-requests/${requestId}/cancel-pre-accept`, {
      accepterUserId: fabio.id,
    });
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
    expect(await brokenPromises(database)).toEqual([]);
    const { body } = await readRequest(tiziana, requestId);
    return { request: body.closeReason ?? body.status, offers: body.preAcceptanceCount };
  };
  const morning = { workLocation: 'sede', startTime: '06:00', endTime: '13:00' };
  const night = { workLocation: 'sede', startTime: '03:00', endTime: '10:00' };
  const rest = { workLocation: 'libero' };
  const gone = { request: 'shift_changed', offers: 0 };
  const kept = { request: 'aperta', offers: 1 };
  const lapsed = { request: 'aperta', offers: 0 };

  test('of any shift of the week closes the request', async () => {
    expect(
      await closedBy({}, ({ tiziana }) =>
        tiziana.patch(`/api/shifts/${tiziana.shifts['2026-11-24']}`, { workLocation: 'malattia' }),
      ),
    ).toEqual(gone);
    expect(
      await closedBy({}, ({ tiziana }) => tiziana.delete(`/api/shifts/${tiziana.shifts['2026-11-22']}`)),
    ).toEqual(gone);
    expect(
      await closedBy({}, ({ tiziana }) => tiziana.delete(`/api/shifts/${tiziana.shifts[nextWeek]}`)),
    ).toEqual(gone);
  });

  test('that adds a working day closes it; one that adds rest does not', async () => {
    const add = (entry: object) => (two: { tiziana: Driver }) =>
      two.tiziana.post('/api/shifts', { date: '2026-11-27', ...entry });
    expect(await closedBy({}, add(morning))).toEqual(gone);
    expect(await closedBy({}, add(rest))).toEqual(kept);
    const work = ({ tiziana }: { tiziana: Driver }) =>
      tiziana.patch(`/api/shifts/${tiziana.shifts['2026-11-26']}`, morning);
    expect(await closedBy({}, work)).toEqual(gone);
    const rename = ({ tiziana }: { tiziana: Driver }) =>
      tiziana.patch(`/api/shifts/${tiziana.shifts['2026-11-26']}`, { workLocation: 'ferie' });
    expect(await closedBy({}, rename)).toEqual(kept);
  });

  test('of the colleague’s week lapses the offer and tells the requester', async () => {
    const add = ({ fabio }: { fabio: Driver }) => fabio.post('/api/shifts', { date: '2026-11-27', ...night });
    expect(await closedBy({}, add)).toEqual(lapsed);
    const remove = ({ fabio }: { fabio: Driver }) =>
      fabio.delete(`/api/shifts/${fabio.shifts['2026-11-25']}`);
    expect(await closedBy({}, remove)).toEqual(lapsed);
    const fall = ({ fabio }: { fabio: Driver }) =>
      fabio.patch(`/api/shifts/${fabio.shifts['2026-11-23']}`, { workLocation: 'malattia' });
    expect(await closedBy({}, fall)).toEqual(lapsed);
    const note = ({ fabio }: { fabio: Driver }) =>
      fabio.patch(`/api/shifts/${fabio.shifts['2026-11-23']}`, { notes: 'Ciao' });
    expect(await closedBy({}, note)).toEqual(kept);
  });

  test('that makes a week fit tells who wants it, once', async () => {
    const tiziana = await driver('MMMMMrr');
    const fabio = await driver('NNNN.rr', 'Fabio');
    await idOf(publishWeek(tiziana, nextWeek));
    expect(await newsTypesOf(fabio)).toEqual([]);
    await fabio.post('/api/shifts', { date: '2026-11-25', ...night });
    expect((await newsOf(tiziana)).map(({ type, message }) => [type, message])).toEqual([
      [
        'new_compatible_shift',
        'Fabio Neri ha registrato il turno che cerchi per la settimana sab 21 – ven 27 nov: NOTTE, 03:00-10:00.',
      ],
    ]);
  });

  test('by another swap of the week closes everything that used it', async () => {
    const { tiziana, fabio, requestId } = await pair();
    const rita = await driver('PPPPPrr', 'Rita');
    const other = await idOf(publishWeek(rita, '2026-11-22'));
    await offer(fabio, other);
    await offer(tiziana, other);
    await conserving(() => complete(tiziana, fabio, requestId));
    expect((await readRequest(rita, other)).body).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
    expect((await newsTypesOf(rita)).filter((type) => type === 'shift_updated')).toHaveLength(2);
  });
});

describe('changing a request for a week', () => {
  const edit = (person: Driver, requestId: string, day: string, change: object = {}) =>
    person.send('PUT', `/api/exchange-requests/${requestId}`, {
      offeredShiftId: person.shifts[day],
      requestedDate: day,
      requestedShiftType: 'notte',
      ...change,
    });

  test('to another shift of the same week, type or message keeps the offers', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    const answer = await edit(tiziana, requestId, '2026-11-24', {
      requestedShiftType: 'seminotte',
      message: 'Grazie',
    });
    expect(answer).toMatchObject({ status: 200, body: { request: { preAcceptanceCount: 1 } } });
    expect((await edit(tiziana, requestId, '2026-11-24', { requestedShiftType: null })).status).toBe(400);
  });

  test('to another week ends them and announces it anew', async () => {
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
          offeredType: 'pomeriggio',
          weeks: { offered: { from: laterWeek } },
        },
      },
    });
    expect(await newsTypesOf(fabio)).toEqual([
      'new_exchange_request',
      'new_exchange_request',
      'shift_updated',
    ]);
    await complete(tiziana, fabio, requestId);
    expect(await weekOf(fabio, laterWeek)).toBe('PPPPPrr');
    expect(await brokenPromises(database)).toEqual([]);
  });

  test('withdrawing it tells who had pre-accepted', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await offer(fabio, requestId);
    expect((await tiziana.delete(`/api/exchange-requests/${requestId}`)).status).toBe(204);
    expect((await newsOf(fabio)).find(({ type }) => type === 'exchange_declined')?.message).toBe(
      'Tiziana Neri ha ritirato la richiesta di scambio per la settimana sab 21 – ven 27 nov.',
    );
  });
});

test('drivers and operators of other worksites never see or reach each other', async () => {
  const { tiziana, requestId } = await pair();
  const operator = await signInOnDuty(server, early, {}, { day: nextWeek });
  expect((await readRequest(operator, requestId)).status).toBe(404);
  expect((await preAccept(operator, requestId)).status).toBe(404);
  expect((await operator.post(`/api/exchange-requests/${requestId}/reject`)).status).toBe(404);
  expect((await readTab(operator, 'disponibili')).requests).toEqual([]);
  const own = await idOf(publish(operator, operator.shiftId, { requestedDate: nextWeek }));
  expect((await readRequest(tiziana, own)).status).toBe(404);
  expect((await preAccept(tiziana, own)).status).toBe(404);
  expect((await confirm(tiziana, own)).status).toBe(404);
  expect(
    (await publish(operator, operator.shiftId, { kind: 'settimana', requestedDate: nextWeek })).body.code,
  ).toBe('exchange_kind_not_offered');
  expect(await newsTypesOf(operator)).toEqual([]);
});
