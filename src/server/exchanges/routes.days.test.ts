import { describe, expect, test } from 'vitest';
import { listWorkingDuties, violatedInvariants } from '../../../db/invariants.ts';
import {
  calendarOf,
  dayAt,
  daysAt,
  dutyOf,
  giveDay,
  offerDay,
  publishDay,
  publishedDay,
  signInWorker,
  type Worker,
  workers,
} from '../../../tests/support/days.ts';
import { testServer } from '../../../tests/support/server.ts';
import type { CreateExchange } from '../../domain/exchanges/schema.calls.ts';

// A day for another day: published, pre-accepted and confirmed.

const server = await testServer();
const { database } = server;

const third = (worksiteId: string, calendar: string): Promise<Worker> =>
  signInWorker(server, calendar, { worksiteId });

describe('publishing a day', () => {
  test('notifies colleagues who work an equally long shift on the days, and not on the offered one', async () => {
    const { giulia, marco } = await workers(server, 'E......', '.r.L...');
    const others = [];
    // works that day; another length; on holiday that day: free colleagues are not revealed
    for (const calendar of ['E..L...', '...N...', 'f..L...']) {
      others.push(await third(giulia.worksiteId, calendar));
    }
    const asked = { acceptFlexibleDates: true, acceptableDays: daysAt(3, 5), withinDays: null };
    expect((await publishDay(giulia, 0, [5, 3])).body).toMatchObject({
      toldCount: 2,
      request: { kind: 'giorno', requestedDate: dayAt(0), requestedShiftType: null, ...asked },
    });
    const people = [marco, ...others];
    const told = await Promise.all(people.map((one) => one.notificationTypes()));
    expect(told).toEqual([['new_exchange_request'], [], [], ['new_exchange_request']]);
    const tabs = await Promise.all(people.map((person) => person.readTab('disponibili')));
    expect(tabs.map(({ requests }) => requests.length)).toEqual([1, 0, 0, 1]);
    expect([tabs[3]?.counts.disponibili, tabs[3]?.requests[0]?.preAccept.isAllowed]).toEqual([1, false]);
    expect(await marco.messages()).toEqual([
      'Giulia Ferri cerca chi lavori lun 23 nov (06:00–14:00) e in cambio farebbe un tuo turno di un altro giorno.',
    ]);
  });

  test('again changes nothing; with other days it creates a second request', async () => {
    const giulia = await signInWorker(server, 'E......');
    const id = await publishedDay(giulia, 0, [3, 5]);
    expect(await publishedDay(giulia, 0, [5, 3])).toBe(id);
    expect((await publishDay(giulia, 0, [3])).outcome).toBe('409 exchange_already_open');
  });

  test.each<[string, Partial<CreateExchange>, string]>([
    ['no days', {}, '400 exchange_days_required'],
    ['days and a range', { acceptableDays: daysAt(1), withinDays: 7 }, '400 exchange_days_required'],
    ['a day on which they work', { acceptableDays: daysAt(1, 2) }, '409 exchange_day_taken'],
    ['days for a shift', { kind: 'turno', acceptableDays: daysAt(1) }, '400 exchange_days_not_asked'],
  ])('is refused with %s, and nothing is stored', async (_what, draft, outcome) => {
    const giulia = await signInWorker(server, 'E.E....');
    const answer = await publishDay(giulia, 0, [], { requestedShiftType: 'pomeriggio', ...draft });
    expect(answer.outcome).toBe(outcome);
    expect((await giulia.readTab('mie')).requests).toEqual([]);
  });
});

describe('the days to choose from', () => {
  const daysOf = (person: Worker, place: number, range: { from?: string; to?: string } = {}) =>
    person.call('GET /api/exchange-requests/days', {
      query: { offeredShiftId: person.shiftIds[place] ?? '', ...range },
    });

  test('count the colleagues who work an equally long shift and not on the offered day', async () => {
    const { giulia } = await workers(server, 'E.Lf...', '.LL.L..');
    const { worksiteId } = giulia;
    for (const calendar of ['f.L.L..', 'E.L.L..', '..N.L..']) await third(worksiteId, calendar);
    await signInWorker(server, '..L.L..');
    await signInWorker(server, '..L.L..', { worksiteId, role: 'team_leader' });
    const { body } = await daysOf(giulia, 0, { from: dayAt(0), to: dayAt(5) });
    expect(body.days).toEqual([
      { date: dayAt(1), isOpen: true, colleagueCount: 1 },
      { date: dayAt(2), isOpen: false, colleagueCount: 2 },
      { date: dayAt(3), isOpen: false, colleagueCount: 0 },
      { date: dayAt(4), isOpen: true, colleagueCount: 3 },
      { date: dayAt(5), isOpen: true, colleagueCount: 0 },
    ]);
  });

  test('run from today to two years ahead, two weeks around, at most 62, for an own shift', async () => {
    const { giulia, marco } = await workers(server, `E${'.'.repeat(19)}E`, '.L.....');
    const usualRange = async (place: number) => {
      const { days } = (await daysOf(giulia, place)).body;
      return [days[0]?.date, days.at(-1)?.date];
    };
    expect(await usualRange(0)).toEqual(['2026-11-16', dayAt(14)]);
    expect(await usualRange(20)).toEqual([dayAt(6), dayAt(34)]);
    const tooLong = { from: '2026-11-20', to: '2027-02-20' };
    expect((await daysOf(giulia, 0, tooLong)).outcome).toBe('400 invalid_data');
    const { body } = await daysOf(giulia, 0, { from: '2028-11-14', to: '2028-11-20' });
    expect(body.days.map(({ date }) => date)).toEqual(['2028-11-14', '2028-11-15', '2028-11-16']);
    marco.shiftIds[1] = giulia.shiftIds[0]!;
    expect((await daysOf(marco, 1)).outcome).toBe('404 not_found');
  });
});

describe('pre-accepting with another day', () => {
  test('needs no choice if one shift fits', async () => {
    const { giulia, marco } = await workers(server, 'E......', '...L.L.');
    const requestId = await publishedDay(giulia, 0, [3]);
    expect((await marco.readRequest(requestId)).body).toMatchObject({
      tab: 'disponibili',
      preAccept: { isAllowed: true },
      choices: [{ date: dayAt(3), shiftId: marco.shiftIds[3] }],
      ownDuties: [{ date: dayAt(3) }],
    });
    const { request } = (await giveDay(marco, requestId)).body;
    expect(request).toMatchObject({
      userHasPreAccepted: true,
      ownDuties: [{ date: dayAt(3), ...dutyOf('L') }],
    });
    expect((await giulia.readRequest(requestId)).body.preAcceptedBy).toMatchObject([
      { userId: marco.id, offeredShift: { date: dayAt(3) }, confirm: { isAllowed: true } },
    ]);
  });

  test('needs one if several fit; another choice replaces it, the same one changes nothing', async () => {
    const { giulia, marco } = await workers(server, 'E......', '..EL.L.');
    const requestId = await publishedDay(giulia, 0, [2, 3]);
    expect((await giveDay(marco, requestId)).outcome).toBe('409 exchange_choose_shift');
    expect((await marco.readRequest(requestId)).body.preAccept.isAllowed).toBe(true);
    await offerDay(marco, requestId, 3);
    await offerDay(marco, requestId);
    const standing = async () => (await giulia.readRequest(requestId)).body.preAcceptedBy[0];
    const before = await standing();
    expect(before?.offeredShift.date).toBe(dayAt(3));
    server.clock.advance(1);
    await offerDay(marco, requestId, 2);
    expect((await standing())?.offeredShift.date).toBe(dayAt(2));
    expect(await giulia.notifications()).toMatchObject([
      { isOver: true, message: expect.stringMatching(/gio 26 nov.*L’offerta non c’è più\.$/) },
      { isOver: false, message: expect.stringMatching(/mer 25 nov/) },
    ]);
    // the requester saw an older offer
    expect((await giulia.confirm(requestId, marco.id, before?.version)).outcome).toBe('409 exchange_changed');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test.each([
    ['on a day that was not named', '.L.....', 1, '409 exchange_day_not_accepted'],
    ['with somebody else’s shift', '...L...', 6, '404 exchange_not_own_shift'],
  ])('is refused to a colleague %s', async (_what, calendar, place, outcome) => {
    const { giulia, marco } = await workers(server, 'E......', calendar);
    marco.shiftIds[6] = giulia.shiftIds[0]!;
    const requestId = await publishedDay(giulia, 0, [3, 4]);
    expect((await giveDay(marco, requestId, place)).outcome).toBe(outcome);
    expect((await giulia.readRequest(requestId)).body.preAcceptanceCount).toBe(0);
  });
});

test.each([
  ['nothing on the days', 'E......', '...L...', 'r..L...', 'E..r...'],
  ['rest on the days', 'E..r...', 'r..L...', 'r..L...', 'E..r...'],
])(
  'confirming a day for a day exchanges the two duties, with %s',
  async (_what, hers, his, herNew, hisNew) => {
    const { giulia, marco } = await workers(server, hers, his);
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    const duties = await listWorkingDuties(database);
    const { request } = (await giulia.confirm(requestId, marco.id)).body;
    expect(request).toMatchObject({ status: 'completata', responderId: marco.id });
    expect(await listWorkingDuties(database)).toEqual(duties);
    expect([await calendarOf(giulia), await calendarOf(marco)]).toEqual([herNew, hisNew]);
    expect(await violatedInvariants(database)).toEqual([]);
    // notes stay with their writer, on their day
    expect((await marco.entryOn(dayAt(3)))?.notes).toBe('nota 3');
    expect(await giulia.entryOn(dayAt(0))).toMatchObject({ notes: 'nota 0', exchangeInfo: null });
    expect(await giulia.entryOn(dayAt(3))).toMatchObject({
      notes: hers[3] === 'r' ? 'nota 3' : null,
      exchangeInfo: { exchangePartner: 'Marco Bianchi' },
    });
    const [swap] = (await giulia.readCompleted()).swaps;
    expect(swap).toMatchObject({
      kind: 'giorno',
      exchangeDate: dayAt(0),
      gave: [{ date: dayAt(0) }],
      received: [{ date: dayAt(3) }],
    });
    expect(await marco.messages()).toContain(
      'Scambio con Giulia Ferri completato: ora lavori lun 23 nov 06:00–14:00, sei libero gio 26 nov.',
    );
  },
);
