import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { UserDraft } from '../../../db/builders.ts';
import { listWorkingDuties, violatedInvariants } from '../../../db/invariants.ts';
import { type Caller, outcomeOf } from '../../../tests/support/caller.ts';
import {
  calendarOf,
  dayAt,
  daysAt,
  dutyOf,
  giveDay,
  offerDay,
  publishDay,
  publishedDay,
  recordDay,
  recordDays,
  shiftIdAt,
  signInWorker,
  type Worker,
} from '../../../tests/support/days.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import { listWrittenMails } from '../../../tests/support/mail.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  changeShift,
  confirm,
  deleteShift,
  editRequest,
  entryOf,
  notificationsOf,
  notificationTypesOf,
  preAccept,
  readCompleted,
  readRequest,
  readTab,
  reject,
  takeBack,
} from '../../../tests/support/swaps.ts';
import { expireRequests } from './commands.expire.ts';

const server = await testServer();
const { database } = server;

/** Two colleagues of one worksite, with calendars as letters. */
async function pair(hers: string, his: string): Promise<{ giulia: Worker; marco: Worker }> {
  const giulia = await signInWorker(server, hers, { firstName: 'Giulia', lastName: 'Ferri' });
  const marco = await signInWorker(server, his, {
    worksiteId: giulia.worksiteId,
    firstName: 'Marco',
    lastName: 'Bianchi',
  });
  return { giulia, marco };
}

const third = (worksiteId: string, calendar: string): Promise<Worker> =>
  signInWorker(server, calendar, { worksiteId });

const titlesOf = async (person: Worker): Promise<string[]> =>
  (await notificationsOf(person)).map(({ message }) => message);

describe('publishing a day', () => {
  test('answers the days, and tells who works an equally long shift then and not on that day', async () => {
    const { giulia, marco } = await pair('E......', '.r.L...');
    const others = [];
    // works that day; another length; on holiday that day: it is not said who is free
    for (const calendar of ['E..L...', '...N...', 'f..L...']) {
      others.push(await third(giulia.worksiteId, calendar));
    }
    const answer = await publishDay(giulia, 0, [5, 3]);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        toldCount: 2,
        request: {
          kind: 'giorno',
          acceptFlexibleDates: true,
          acceptableDays: daysAt(3, 5),
          withinDays: null,
          requestedDate: dayAt(0),
          requestedShiftType: null,
          weeks: null,
          tab: 'mie',
        },
      },
    });
    const told = await Promise.all([marco, ...others].map(notificationTypesOf));
    expect(told).toEqual([['new_exchange_request'], [], [], ['new_exchange_request']]);
    const inTab = async (person: Worker) => (await readTab(person, 'disponibili')).requests.length;
    expect(await Promise.all([marco, ...others].map(inTab))).toEqual([1, 0, 0, 1]);
    const { counts, requests } = await readTab(others[2]!, 'disponibili');
    expect([counts.disponibili, requests[0]?.preAccept.isAllowed]).toEqual([1, false]);
    expect(await titlesOf(marco)).toEqual([
      'Giulia Ferri cerca chi lavori lun 23 nov (06:00–14:00) e in cambio farebbe un tuo turno: gio 26 nov.',
    ]);
  });

  test('any day within seven days: as many as are open', async () => {
    const giulia = await signInWorker(server, 'E.rfmL.');
    const answer = await publishDay(giulia, 0, [], { withinDays: 7 });
    expect(answer.status).toBe(201);
    const { request } = answer.body;
    const open = [-7, -6, -5, -4, -3, -2, -1, 1, 2, 6, 7];
    expect([request.withinDays, request.acceptableDays]).toEqual([7, daysAt(...open)]);
  });

  test('repeated, it changes nothing; with other days it is a second one', async () => {
    const { giulia } = await pair('E......', '...L...');
    const first = await publishDay(giulia, 0, [3, 5]);
    expect((await publishDay(giulia, 0, [5, 3])).body.request.id).toBe(first.body.request.id);
    expect(outcomeOf(await publishDay(giulia, 0, [3]))).toBe('409 exchange_already_open');
  });

  test.each([
    ['no days', {}, 400, 'exchange_days_required'],
    [
      'days and a range',
      { acceptableDays: daysAt(1), withinDays: 7 as const },
      400,
      'exchange_days_required',
    ],
    [
      'a contradiction',
      { acceptFlexibleDates: false, withinDays: 7 as const },
      400,
      'exchange_days_required',
    ],
    ['a day that is over', { acceptableDays: ['2026-11-15'] }, 400, 'exchange_day_over'],
    ['the day itself', { acceptableDays: daysAt(1, 0) }, 400, 'exchange_day_is_offered'],
    ['a day on which they work', { acceptableDays: daysAt(1, 2) }, 409, 'exchange_day_taken'],
    ['a day of holiday', { acceptableDays: daysAt(3) }, 409, 'exchange_day_taken'],
    ['a day three years ahead', { acceptableDays: ['2029-11-15'] }, 400, 'exchange_day_too_far_ahead'],
    ['a day that does not exist', { acceptableDays: ['2026-11-31'] }, 400, 'invalid_data'],
    ['a day twice', { acceptableDays: daysAt(1, 1) }, 400, 'invalid_data'],
    ['none', { acceptableDays: [] }, 400, 'invalid_data'],
    [
      'thirty-two days',
      { acceptableDays: daysAt(...Array.from({ length: 32 }, (_, place) => place + 10)) },
      400,
      'invalid_data',
    ],
    ['another range', { withinDays: 10 as 7 }, 400, 'invalid_data'],
    [
      'another day than the shift’s',
      { requestedDate: dayAt(4), withinDays: 7 as const },
      400,
      'exchange_other_day',
    ],
    [
      'days for a shift',
      { kind: 'turno' as const, acceptableDays: daysAt(1) },
      400,
      'exchange_days_not_asked',
    ],
    [
      'any date for a shift',
      { kind: 'turno' as const, acceptFlexibleDates: true },
      400,
      'exchange_days_not_asked',
    ],
  ])('is refused with %s, and nothing is stored', async (_what, draft, status, code) => {
    const giulia = await signInWorker(server, 'E.Ef...');
    const answer = await publishDay(giulia, 0, [], { requestedShiftType: 'pomeriggio', ...draft });
    expect(answer).toMatchObject({ status, body: { code } });
    expect((await readTab(giulia, 'mie')).requests).toEqual([]);
  });

  test('is not for the taxi worksite, nor for a shift of another length than the contract', async () => {
    const { giulia } = await pair('N......', '...L...');
    expect(await publishDay(giulia, 0, [3])).toMatchObject({ body: { code: 'exchange_wrong_duration' } });
  });
});

describe('the days to choose from', () => {
  const daysOf = (person: Worker, place: number, range: { from?: string; to?: string } = {}) =>
    person.call('GET /api/exchange-requests/days', {
      query: { offeredShiftId: person.shiftIds[place] ?? '', ...range },
    });

  test('say how many colleagues work an equally long shift and not on the offered day', async () => {
    const { giulia } = await pair('E.Lf...', '.LL.L..');
    await third(giulia.worksiteId, 'f.L.L..');
    await third(giulia.worksiteId, 'E.L.L..');
    await third(giulia.worksiteId, '..N.L..');
    await signInWorker(server, '..L.L..');
    await signInWorker(server, '..L.L..', { worksiteId: giulia.worksiteId, role: 'team_leader' });
    const { body } = await daysOf(giulia, 0, { from: dayAt(0), to: dayAt(5) });
    expect(body.days).toEqual([
      { date: dayAt(1), isOpen: true, colleagueCount: 1 },
      { date: dayAt(2), isOpen: false, colleagueCount: 2 },
      { date: dayAt(3), isOpen: false, colleagueCount: 0 },
      { date: dayAt(4), isOpen: true, colleagueCount: 3 },
      { date: dayAt(5), isOpen: true, colleagueCount: 0 },
    ]);
  });

  test('are from today on to two years ahead, two weeks around, at most 62, of an own shift', async () => {
    const { giulia, marco } = await pair(`E${'.'.repeat(19)}E`, '.L.....');
    const usualRange = async (place: number) => {
      const { days } = (await daysOf(giulia, place)).body;
      return [days[0]?.date, days.at(-1)?.date];
    };
    expect(await usualRange(0)).toEqual(['2026-11-16', dayAt(14)]);
    expect(await usualRange(20)).toEqual([dayAt(6), dayAt(34)]);
    expect(await daysOf(giulia, 0, { from: '2026-11-20', to: '2027-02-20' })).toMatchObject({ status: 400 });
    const furthest = await daysOf(giulia, 0, { from: '2028-11-14', to: '2028-11-20' });
    expect(furthest.body.days.map(({ date }) => date)).toEqual(['2028-11-14', '2028-11-15', '2028-11-16']);
    expect(await daysOf(marco, 1)).toMatchObject({ status: 200 });
    marco.shiftIds[1] = giulia.shiftIds[0]!;
    expect(await daysOf(marco, 1)).toMatchObject({ status: 404 });
  });
});

describe('pre-accepting with another day', () => {
  test('needs no choice where one shift fits', async () => {
    const { giulia, marco } = await pair('E......', '...L.L.');
    const requestId = await publishedDay(giulia, 0, [3]);
    const { body } = await readRequest(marco, requestId);
    expect(body).toMatchObject({
      tab: 'disponibili',
      preAccept: { isAllowed: true },
      choices: [{ date: dayAt(3), shiftId: marco.shiftIds[3] }],
      ownDuties: [{ date: dayAt(3) }],
    });
    expect(await giveDay(marco, requestId)).toMatchObject({
      status: 200,
      body: { request: { userHasPreAccepted: true, ownDuties: [{ date: dayAt(3), ...dutyOf('L') }] } },
    });
    expect((await readRequest(giulia, requestId)).body.preAcceptedBy).toMatchObject([
      { userId: marco.id, offeredShift: { date: dayAt(3) }, confirm: { isAllowed: true } },
    ]);
    expect(await titlesOf(giulia)).toEqual([
      'Marco Bianchi accetta lo scambio: tu lavori gio 26 nov 14:00–22:00, sei libero lun 23 nov. Conferma per completarlo.',
    ]);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('needs one where several fit; another one takes its place, the same changes nothing', async () => {
    const { giulia, marco } = await pair('E......', '..EL.L.');
    const requestId = await publishedDay(giulia, 0, [2, 3]);
    expect(outcomeOf(await giveDay(marco, requestId))).toBe('409 exchange_choose_shift');
    expect((await readRequest(marco, requestId)).body.preAccept.isAllowed).toBe(true);
    expect((await giveDay(marco, requestId, 3)).status).toBe(200);
    expect((await giveDay(marco, requestId)).status).toBe(200);
    const before = (await readRequest(giulia, requestId)).body.preAcceptedBy[0];
    expect(before?.offeredShift.date).toBe(dayAt(3));
    expect((await giveDay(marco, requestId, 2)).status).toBe(200);
    const asking = await notificationsOf(giulia);
    expect(asking.filter(({ isOver }) => !isOver)).toMatchObject([
      { message: expect.stringMatching(/mer 25 nov/) },
    ]);
    expect(asking.filter(({ isOver }) => isOver)).toMatchObject([
      { isRead: true, message: expect.stringMatching(/gio 26 nov.*L’offerta non c’è più\.$/) },
    ]);
    const after = (await readRequest(giulia, requestId)).body.preAcceptedBy[0];
    expect(after?.offeredShift.date).toBe(dayAt(2));
    // what the requester saw is not what stands
    expect(outcomeOf(await confirm(giulia, requestId, marco.id, before?.version))).toBe(
      '409 exchange_changed',
    );
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test.each([
    ['on a day that was not named', '.L.....', 1, 409, 'exchange_day_not_accepted'],
    ['with a shift of another length', '...N...', 3, 409, 'exchange_other_length'],
    ['with a day without work', '...r...', 3, 409, 'exchange_own_shift_not_working'],
    ['who works on the day', 'L..L...', 3, 409, 'exchange_offered_day_taken'],
    ['who has holidays on the day', 'f..L...', 3, 409, 'exchange_offered_day_taken'],
    ['without any shift that fits', '.L.....', undefined, 409, 'exchange_no_shift_on_days'],
    ['with somebody else’s shift', '...L...', 6, 404, 'exchange_not_own_shift'],
  ])('is refused to a colleague %s', async (_what, calendar, place, status, code) => {
    const { giulia, marco } = await pair('E......', calendar);
    marco.shiftIds[6] = giulia.shiftIds[0]!;
    const requestId = await publishedDay(giulia, 0, [3, 4]);
    expect(await giveDay(marco, requestId, place)).toMatchObject({ status, body: { code } });
    expect((await readRequest(giulia, requestId)).body.preAcceptanceCount).toBe(0);
  });

  test('is refused to other roles and contracts', async () => {
    const { giulia } = await pair('E......', '.......');
    const requestId = await publishedDay(giulia, 0, [3]);
    const { worksiteId } = giulia;
    const leader = await signInWorker(server, '...L...', { worksiteId, role: 'team_leader' });
    const shorter = await signInWorker(server, '...L...', { worksiteId, contractHours: 6 });
    expect(await giveDay(leader, requestId)).toMatchObject({ body: { code: 'exchange_other_role' } });
    expect(await giveDay(shorter, requestId)).toMatchObject({ body: { code: 'exchange_other_hours' } });
    expect(await giveDay(giulia, requestId)).toMatchObject({ body: { code: 'exchange_own_request' } });
    expect(await giveDay(await signInWorker(server, '...L...'), requestId)).toMatchObject({ status: 404 });
  });

  describe('of flexible staff', () => {
    test.each([
      ['there is room in both weeks', 'S......', '........SSSS..', 11, true],
      ['the requester’s week is full', 'S......SSSSS..', '............S.', 12, false],
      ['the colleague’s week is full', 'S......', '.SSSSS......S.', 12, false],
      ['it is the same week', 'SSSSS..', '.SSS.SS', 5, true],
    ])('no week gets more than 20 hours: %s', async (_what, hers, his, given, isAllowed) => {
      const giulia = await signInWorker(server, hers, { enableFlexibleShifts: true });
      const { worksiteId } = giulia;
      const marco = await signInWorker(server, his, { enableFlexibleShifts: true, worksiteId });
      const requestId = await publishedDay(giulia, 0, [given]);
      const { requests, counts } = await readTab(marco, 'disponibili');
      expect([requests[0]?.id, counts.disponibili]).toEqual([requestId, 1]);
      expect(requests[0]?.preAccept.isAllowed).toBe(isAllowed);
      const answer = await giveDay(marco, requestId, given);
      expect([answer.status, answer.refusal.code]).toEqual(
        isAllowed ? [200, undefined] : [409, 'exchange_flexible_week_full'],
      );
    });
  });
});

describe('confirming a day for a day', () => {
  test.each([
    ['nothing on the days', 'E......', '...L...', 'r..L...', 'E..r...'],
    ['rest on the days', 'E..r...', 'r..L...', 'r..L...', 'E..r...'],
    ['a split shift', 'W..r...', '...E...', 'r..E...', 'W..r...'],
  ])('exchanges the two duties, with %s', async (_what, hers, his, herNew, hisNew) => {
    const { giulia, marco } = await pair(hers, his);
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    const duties = await listWorkingDuties(database);
    const answer = await confirm(giulia, requestId, marco.id);
    expect(await listWorkingDuties(database)).toEqual(duties);
    expect(answer).toMatchObject({
      status: 200,
      body: { request: { status: 'completata', responderId: marco.id } },
    });
    expect([await calendarOf(server, giulia), await calendarOf(server, marco)]).toEqual([herNew, hisNew]);
    expect(await violatedInvariants(database)).toEqual([]);
    // notes stay with their writer, on their day
    const notes = async (person: Worker, place: number) => (await entryOf(person, dayAt(place)))?.notes;
    expect([await notes(giulia, 0), await notes(marco, 3)]).toEqual(['nota 0', 'nota 3']);
    expect(await notes(giulia, 3)).toBe(hers[3] === 'r' ? 'nota 3' : null);
    const received = await entryOf(giulia, dayAt(3));
    expect(received?.exchangeInfo?.exchangePartner).toBe('Marco Bianchi');
    expect((await entryOf(giulia, dayAt(0)))?.exchangeInfo).toBeNull();
    expect((await readCompleted(giulia)).swaps).toMatchObject([
      { kind: 'giorno', exchangeDate: dayAt(0), gave: [{ date: dayAt(0) }], received: [{ date: dayAt(3) }] },
    ]);
    expect(await titlesOf(marco)).toContain(
      `Scambio con Giulia Ferri completato: ora lavori lun 23 nov ${hers[0] === 'W' ? '08:00–12:00 e 14:00–18:00' : '06:00–14:00'}, sei libero gio 26 nov.`,
    );
    const mails = await listWrittenMails(database);
    expect(mails.findLast(({ subject }) => subject.includes('Giulia Ferri e Marco Bianchi'))?.subject).toBe(
      'Scambio di turno completato: Giulia Ferri e Marco Bianchi, lunedì 23 novembre 2026 e giovedì 26 novembre 2026',
    );
    const repeated = await confirm(giulia, requestId, marco.id);
    expect(outcomeOf(repeated)).toBe('409 exchange_closed');
  });

  test('the received shift is protected, and can be offered again', async () => {
    const { giulia, marco } = await pair('E......', '...L...');
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    await confirm(giulia, requestId);
    const shiftId = await shiftIdAt(server, giulia, 3);
    expect(await deleteShift(giulia, shiftId)).toMatchObject({
      status: 409,
      body: { requiresConfirmation: true },
    });
    giulia.shiftIds[3] = shiftId;
    expect((await publishDay(giulia, 3, [0])).status).toBe(201);
  });

  test('ends what used one of the duties, and what needs a day that is taken now', async () => {
    const { giulia, marco } = await pair('E....E.', '...L.L.');
    const worker = (calendar: string) => third(giulia.worksiteId, calendar);
    const [anna, sara, luca] = [await worker('L.....E'), await worker('...E...'), await worker('...L...')];
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    // a swap of the same day with a duty that goes
    const ofAnna = await publishedDay(anna, 0, [3]);
    await offerDay(marco, ofAnna, 3);
    // giulia will work on day 3: she cannot take sara's shift of it any more, nor luca's in return for another day
    const ofSara = await publishedDay(sara, 3, [0, 5]);
    await offerDay(giulia, ofSara, 5);
    const ofGiulia = await publishedDay(giulia, 5, [3, 6]);
    await offerDay(luca, ofGiulia);
    await offerDay(anna, ofGiulia);
    expect((await confirm(giulia, requestId, marco.id)).status).toBe(200);
    expect(await violatedInvariants(database)).toEqual([]);
    const read = async (person: Worker, id: string) => (await readRequest(person, id)).body;
    expect(await read(anna, ofAnna)).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
    expect(await read(sara, ofSara)).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
    expect(await read(giulia, ofGiulia)).toMatchObject({
      status: 'aperta',
      acceptableDays: daysAt(6),
      preAcceptedBy: [{ userId: anna.id }],
    });
    expect(await titlesOf(luca)).toContain(
      'Giulia Ferri non può più prendere il tuo turno di gio 26 nov, 14:00–22:00: la tua pre-accettazione è decaduta. Se hai un altro turno adatto, puoi offrirlo.',
    );
    expect(await read(luca, ofGiulia)).toMatchObject({ isLapsed: true, tab: null });
  });
});

describe('an entry recorded meanwhile', () => {
  test('work on the day of the offered shift lapses the offer', async () => {
    const { giulia, marco } = await pair('E......', '...L...');
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    await recordDay(marco, 0, 'E');
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'aperta',
      preAcceptanceCount: 0,
      nobodyLeft: false,
    });
    expect(await titlesOf(giulia)).toContain(
      'Lo scambio con Marco Bianchi per lunedì 23 novembre 2026 non è più possibile: la sua offerta è decaduta.',
    );
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test.each(['f', 'm'])('%s there has to wait until the colleague withdraws', async (letter) => {
    const { giulia, marco } = await pair('E......', '...L...');
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    const promised = { status: 409, body: { code: 'exchange_day_promised' } };
    expect(await recordDay(marco, 0, letter)).toMatchObject(promised);
    expect(await recordDays(marco, letter)).toMatchObject(promised);
    expect((await readRequest(giulia, requestId)).body.preAcceptanceCount).toBe(1);
    expect((await takeBack(marco, requestId)).status).toBe(200);
    expect((await recordDay(marco, 0, letter)).status).toBe(201);
  });

  test('work on an acceptable day lapses offers of it and drops the day out', async () => {
    const { giulia, marco } = await pair('E......', '...L...');
    const other = await third(giulia.worksiteId, '....L..');
    const requestId = await publishedDay(giulia, 0, [3, 4]);
    await offerDay(marco, requestId);
    await offerDay(other, requestId);
    await recordDay(giulia, 3, 'E');
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'aperta',
      acceptableDays: daysAt(4),
      preAcceptedBy: [{ userId: other.id }],
    });
    expect((await titlesOf(marco)).join()).toMatch(
      /Giulia Ferri non può più prendere il tuo turno di gio 26 nov/,
    );
    expect((await titlesOf(other)).length).toBe(1);
    expect(await readTab(marco, 'disponibili')).toMatchObject({ requests: [] });
    expect(await giveDay(marco, requestId, 3)).toMatchObject({
      body: { code: 'exchange_day_not_accepted' },
    });
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test.each(['f', 'm'])(
    '%s on an acceptable day is told to the requester alone, who cannot confirm as long as it stands',
    async (letter) => {
      const { giulia, marco } = await pair('E......', '...L...');
      const other = await third(giulia.worksiteId, '....L..');
      const requestId = await publishedDay(giulia, 0, [3, 4]);
      await offerDay(marco, requestId);
      await recordDay(giulia, 3, letter);
      const { body } = await readRequest(giulia, requestId);
      expect(body).toMatchObject({ acceptableDays: daysAt(4), preAcceptedBy: [{ userId: marco.id }] });
      expect(body.preAcceptedBy[0]?.confirm).toEqual({
        isAllowed: false,
        reason: 'Gio 26 nov è occupato nel tuo calendario: per confermare deve essere vuoto o libero.',
      });
      expect((await readRequest(other, requestId)).body.acceptableDays).toEqual(daysAt(3, 4));
      expect(await confirm(giulia, requestId)).toMatchObject({
        status: 409,
        body: { code: 'exchange_asked_day_taken' },
      });
      expect((await deleteShift(giulia, await shiftIdAt(server, giulia, 3))).status).toBe(204);
      expect((await confirm(giulia, requestId)).status).toBe(200);
      expect(await violatedInvariants(database)).toEqual([]);
    },
  );

  test('rest lapses nothing', async () => {
    const { giulia, marco } = await pair('E......', '...L...');
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    await recordDay(giulia, 3, 'r');
    await recordDay(marco, 0, 'r');
    expect((await confirm(giulia, requestId)).status).toBe(200);
  });

  test('what has expired by then is closed for that, and nothing of it lapses', async () => {
    const { giulia, marco } = await pair('E......', '...L...');
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    // her shift has begun, and nobody has written down yet what that ends
    server.clock.set('2026-11-23T08:00:00.000Z');
    const he = await server.signInAs(marco);
    expect((await recordDay(he, 0, 'f')).status).toBe(201);
    await expireRequests(server.context);
    expect(
      await database.many(sql`select status, close_reason from exchange_requests where id = ${requestId}`),
    ).toEqual([{ status: 'annullata', closeReason: 'day_begun' }]);
    const news = (await notificationsOf(await server.signInAs(giulia))).map(({ message }) => message);
    expect(news.join('\n')).not.toContain('non è più possibile');
  });

  test('a fitting shift is told to the requester, a freed day is not', async () => {
    const { giulia, marco } = await pair('E......', '.......');
    await publishedDay(giulia, 0, [3, 4], { requestedShiftType: 'pomeriggio' });
    await recordDay(marco, 3, 'E');
    expect(await notificationTypesOf(giulia)).toEqual([]);
    await recordDay(marco, 4, 'L');
    expect(await titlesOf(giulia)).toEqual([
      'Marco Bianchi ha registrato un turno come quello che cerchi: ven 27 nov, 14:00–22:00.',
    ]);
    const busy = await third(giulia.worksiteId, 'E...L..');
    expect((await deleteShift(busy, busy.shiftIds[0] ?? '')).status).toBe(204);
    expect(await notificationTypesOf(giulia)).toEqual(['new_compatible_shift']);
    const away = await third(giulia.worksiteId, 'f......');
    await recordDay(away, 4, 'L');
    expect(await notificationTypesOf(giulia)).toEqual(['new_compatible_shift', 'new_compatible_shift']);
  });
});

describe('two requests that mirror each other', () => {
  test('find each other, and both cards say so', async () => {
    const { giulia, marco } = await pair('E......', '...L...');
    const hers = await publishedDay(giulia, 0, [3, 4], { requestedShiftType: 'pomeriggio' });
    const his = await publishedDay(marco, 3, [0]);
    expect(await notificationTypesOf(giulia)).toEqual(['exchange_match', 'new_exchange_request']);
    expect(await notificationTypesOf(marco)).toEqual(['exchange_match', 'new_exchange_request']);
    expect((await readRequest(giulia, hers)).body).toMatchObject({ isMirrored: true, mirrorId: his });
    expect((await readRequest(giulia, his)).body).toMatchObject({ isMirrored: true, mirrorId: null });
    expect((await readRequest(marco, his)).body).toMatchObject({ isMirrored: true, mirrorId: hers });
    expect((await readRequest(marco, hers)).body).toMatchObject({ isMirrored: true, mirrorId: null });
    const waiting = await giulia.call('GET /api/exchange-requests/waiting');
    expect(waiting.body.total).toBe(1);
    // that he has work there by now is seen, a holiday is not
    await recordDay(marco, 0, 'f');
    expect((await readRequest(giulia, hers)).body).toMatchObject({ isMirrored: true, mirrorId: his });
    await changeShift(marco, await shiftIdAt(server, marco, 0), {
      workLocation: 'sede',
      startTime: '14:00',
      endTime: '22:00',
    });
    expect((await readRequest(giulia, hers)).body).toMatchObject({ isMirrored: false, mirrorId: null });
    expect((await notificationsOf(giulia)).find(({ type }) => type === 'exchange_match')).toMatchObject({
      isOver: true,
    });
  });

  test('of several shifts that one could give, the card points out the one of the mirror image', async () => {
    const { giulia, marco } = await pair('E......', '...LL..');
    const hers = await publishedDay(giulia, 0, [3, 4]);
    await publishedDay(marco, 4, [0]);
    expect((await readRequest(marco, hers)).body.choices).toMatchObject([
      { date: dayAt(3), isMirror: false },
      { date: dayAt(4), isMirror: true },
    ]);
  });

  test('not where another type is wanted, or the day is not named', async () => {
    const { giulia, marco } = await pair('E......', '...L.L.');
    const hers = await publishedDay(giulia, 0, [3], { requestedShiftType: 'mattina' });
    const his = await publishedDay(marco, 3, [0]);
    const other = await publishedDay(marco, 5, [0]);
    for (const id of [hers, his, other]) {
      expect((await readRequest(giulia, id)).body.isMirrored).toBe(false);
      expect((await readRequest(marco, id)).body.isMirrored).toBe(false);
    }
    expect(await notificationTypesOf(giulia)).not.toContain('exchange_match');
  });
});

describe('changing the days', () => {
  const change = (person: Worker, id: string, body: object) =>
    editRequest(person, id, { offeredShiftId: person.shiftIds[0] ?? '', requestedDate: dayAt(0), ...body });

  test('left out, they stay; offers outside the new ones lapse, and who is asked now hears of it', async () => {
    const { giulia, marco } = await pair('E......', '...L...');
    const other = await third(giulia.worksiteId, '....L..');
    const late = await third(giulia.worksiteId, '.....L.');
    const requestId = await publishedDay(giulia, 0, [3, 4]);
    const { version } = (await readRequest(late, requestId)).body;
    await offerDay(marco, requestId);
    await offerDay(other, requestId);
    expect((await change(giulia, requestId, { message: 'Grazie' })).status).toBe(200);
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      acceptableDays: daysAt(3, 4),
      preAcceptanceCount: 2,
      version,
    });
    expect((await change(giulia, requestId, { acceptableDays: daysAt(4, 5) })).status).toBe(200);
    const { body } = await readRequest(giulia, requestId);
    expect(body).toMatchObject({ acceptableDays: daysAt(4, 5), preAcceptedBy: [{ userId: other.id }] });
    expect(body.version).not.toBe(version);
    expect(await titlesOf(marco)).toContain(
      'Giulia Ferri ha cambiato i giorni dello scambio di lunedì 23 novembre 2026: la tua pre-accettazione è decaduta.',
    );
    expect(await notificationTypesOf(late)).toEqual(['new_exchange_request']);
    expect(await preAccept(late, requestId, version)).toMatchObject({ body: { code: 'exchange_changed' } });
    expect((await change(giulia, requestId, { acceptableDays: daysAt(0) })).status).toBe(400);
    // whose offer has lapsed hears nothing more
    expect((await change(giulia, requestId, { acceptableDays: daysAt(5) })).status).toBe(200);
    expect((await titlesOf(marco)).filter((title) => title.includes('ha cambiato i giorni'))).toHaveLength(1);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('who could be asked before is not told again, with whatever other day', async () => {
    const giulia = await signInWorker(server, 'E......', { firstName: 'Giulia', lastName: 'Ferri' });
    const known = await third(giulia.worksiteId, '...L.L.');
    const late = await third(giulia.worksiteId, '.....LL');
    const requestId = await publishedDay(giulia, 0, [3]);
    await change(giulia, requestId, { acceptableDays: daysAt(5, 6) });
    expect((await titlesOf(known)).length).toBe(1);
    expect(await titlesOf(late)).toEqual([
      'Giulia Ferri cerca chi lavori lun 23 nov (06:00–14:00) e in cambio farebbe un tuo turno: sab 28 nov o dom 29 nov.',
    ]);
  });

  test.each([
    ['alone', [], ['2026-11-16', dayAt(3)]],
    ['with another day', [5], [dayAt(3), dayAt(5)]],
  ])('named days that are over by now may be sent again %s', async (_how, added, kept) => {
    server.clock.set('2026-11-16T20:00:00.000Z');
    const { giulia, marco } = await pair('E......', '...L...');
    const named = ['2026-11-16', dayAt(3)];
    const requestId = await publishedDay(giulia, 0, [], { acceptableDays: named });
    await offerDay(marco, requestId);
    server.clock.set('2026-11-16T23:30:00.000Z');
    const answer = await change(giulia, requestId, { acceptableDays: [...named, ...daysAt(...added)] });
    expect([answer.status, answer.body.request.preAcceptanceCount]).toEqual([200, 1]);
    const { acceptableDays } = await database.one<{ acceptableDays: string[] }>(sql`
      select acceptable_days from exchange_requests where id = ${requestId}`);
    expect(acceptableDays).toEqual(kept);
    // chosen anew it is refused
    const anew = await change(giulia, requestId, { acceptableDays: ['2026-11-15', dayAt(3)] });
    expect(anew.refusal.code).toBe('exchange_day_over');
  });

  test('any day within so many, named again the day after, is not another choice', async () => {
    server.clock.set('2026-11-16T20:00:00.000Z');
    const { giulia, marco } = await pair('E......', '...L...');
    const requestId = await publishedDay(giulia, 0, [], { withinDays: 7 });
    await offerDay(marco, requestId);
    const { version } = (await readRequest(marco, requestId)).body;
    server.clock.set('2026-11-16T23:30:00.000Z');
    const answer = await change(giulia, requestId, { withinDays: 7, message: 'Grazie' });
    expect(answer.status).toBe(200);
    expect((await readRequest(marco, requestId)).body).toMatchObject({ version, preAcceptanceCount: 1 });
  });

  test('a match that was there before is not told again, one that other days make is', async () => {
    const { giulia, marco } = await pair('E......', '...L...');
    const other = await third(giulia.worksiteId, '....L..');
    const requestId = await publishedDay(giulia, 0, [3]);
    await publishedDay(marco, 3, [0]);
    await publishedDay(other, 4, [0]);
    await change(giulia, requestId, { acceptableDays: daysAt(3, 4) });
    const matches = async (person: Worker) =>
      (await notificationTypesOf(person)).filter((type) => type === 'exchange_match').length;
    expect(await Promise.all([giulia, marco, other].map(matches))).toEqual([2, 1, 1]);
  });

  test.each([
    ['named days', { acceptableDays: daysAt(1, 2) }, {}, 'exchange_days_required'],
    ['a range', { withinDays: 7 as const }, {}, 'exchange_no_free_day'],
    ['a range named again', { withinDays: 7 as const }, { withinDays: 7 }, 'exchange_no_free_day'],
  ])('another day is not offered for %s of which none is open', async (_what, draft, named, code) => {
    const giulia = await signInWorker(server, `E..${'f'.repeat(11)}E${'f'.repeat(7)}`);
    const requestId = await publishedDay(giulia, 0, [], draft);
    await recordDay(giulia, 1, 'f');
    await recordDay(giulia, 2, 'f');
    expect((await change(giulia, requestId, { message: 'Grazie' })).status).toBe(200);
    const moved = { offeredShiftId: giulia.shiftIds[14], requestedDate: dayAt(14), ...named };
    expect((await change(giulia, requestId, moved)).refusal.code).toBe(code);
  });

  test('who works on a day that is named now sees the request at once', async () => {
    const giulia = await signInWorker(server, 'E......');
    const late = await third(giulia.worksiteId, '.....L.');
    const requestId = await publishedDay(giulia, 0, [3]);
    const seen: string[] = [];
    const stop = server.context.events.subscribe(late.id, {
      changed: (lists) => seen.push(...lists),
      missed: () => undefined,
    });
    await change(giulia, requestId, { acceptableDays: daysAt(5) });
    await expect.poll(() => seen).toContain('exchange-requests');
    stop();
  });
});

test('an offer ends when its own shift begins, and both hear; the request stays open', async () => {
  const { giulia, marco } = await pair('.....E.', '.W.....');
  const other = await third(giulia.worksiteId, '..L....');
  const requestId = await publishedDay(giulia, 5, [1, 2]);
  await offerDay(marco, requestId);
  await offerDay(other, requestId);
  const offersOf = () =>
    database.many(sql`select status from pre_acceptances where request_id = ${requestId} order by status`);
  server.clock.set('2026-11-24T06:59:00.000Z');
  expect(await expireRequests(server.context)).toBe('2026-11-24T07:00:00.000Z');
  expect(await offersOf()).toEqual([{ status: 'offerta' }, { status: 'offerta' }]);
  // the sessions of a week ago are over
  const [she, he] = await Promise.all([server.signInAs(giulia), server.signInAs(marco)]);
  const url = await server.listen();
  const pages = await Promise.all([she, he].map(({ token }) => openEventStream(url, token)));
  for (const page of pages) await page.next();
  server.clock.set('2026-11-24T07:00:00.000Z');
  await expireRequests(server.context);
  for (const page of pages) {
    expect((await page.next())?.data).toEqual({ lists: ['notifications'] });
    expect((await page.next())?.data).toEqual({ lists: ['exchange-requests', 'shifts'] });
    await page.close();
  }
  expect((await readRequest(she, requestId)).body).toMatchObject({
    status: 'aperta',
    preAcceptedBy: [{ userId: other.id }],
  });
  expect((await readRequest(he, requestId)).body).toMatchObject({ isLapsed: true });
  const newsOf = async (person: Caller) =>
    (await notificationsOf(person)).map(({ type, message }) => `${type}: ${message}`);
  expect(await newsOf(she)).toContain(
    'shift_updated: Il turno che Marco Bianchi offriva (mar 24 nov, 08:00–12:00 e 14:00–18:00) è iniziato: la sua offerta è decaduta, la tua richiesta resta aperta.',
  );
  expect(await newsOf(he)).toContain(
    'exchange_declined: Il tuo turno di mar 24 nov, 08:00–12:00 e 14:00–18:00 è iniziato senza che Giulia Ferri confermasse: la tua pre-accettazione è decaduta.',
  );
  // once only
  const news = await newsOf(she);
  await expireRequests(server.context);
  expect(await newsOf(she)).toEqual(news);
  expect(await violatedInvariants(database)).toEqual([]);
});

test('a day that is over is not shown as one to work on', async () => {
  server.clock.set('2026-11-16T20:00:00.000Z');
  const giulia = await signInWorker(server, 'E......');
  const requestId = await publishedDay(giulia, 0, [], { acceptableDays: ['2026-11-16', dayAt(3)] });
  server.clock.set('2026-11-16T23:30:00.000Z');
  expect((await readRequest(giulia, requestId)).body.acceptableDays).toEqual(daysAt(3));
});

test('of any day within so many a colleague sees those on which they alone work, and no others', async () => {
  const { giulia, marco } = await pair('E.fEm..', '.LLLL..');
  const requestId = await publishedDay(giulia, 0, [], { withinDays: 7 });
  expect((await readRequest(marco, requestId)).body).toMatchObject({
    acceptableDays: daysAt(1, 2, 4),
    choices: daysAt(1, 2, 4).map((date) => ({ date })),
  });
});

test.each<[string, string, UserDraft]>([
  ['of another role', '.LL.L..', { role: 'team_leader' }],
  ['of another contract', '.LL.L..', { contractHours: 6 }],
  ['with shorter shifts', '.SS.S..', {}],
  ['who works on the offered day', 'LLL.L..', {}],
])('who cannot be asked, %s, sees no day of any within so many', async (_who, calendar, draft) => {
  const giulia = await signInWorker(server, 'E.f.m..');
  const requestId = await publishedDay(giulia, 0, [], { withinDays: 7 });
  const viewer = await signInWorker(server, calendar, { worksiteId: giulia.worksiteId, ...draft });
  expect((await readRequest(viewer, requestId)).body).toMatchObject({ withinDays: 7, acceptableDays: [] });
});

test('nobody is left only once all who work then have said no, whatever else they have on the day', async () => {
  const { giulia, marco } = await pair('E......', '...L...');
  const away = await third(giulia.worksiteId, 'f..L...');
  const requestId = await publishedDay(giulia, 0, [3]);
  await reject(marco, requestId);
  expect((await readRequest(giulia, requestId)).body.nobodyLeft).toBe(false);
  await reject(away, requestId);
  expect((await readRequest(giulia, requestId)).body.nobodyLeft).toBe(true);
});
