import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import {
  dayAt,
  daysAt,
  offerDay,
  publishedDay,
  recordDay,
  recordDays,
  signInWorker,
  type Worker,
  workers,
} from '../../../tests/support/days.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { testServer } from '../../../tests/support/server.ts';

// How a request for another day reacts when calendars, other swaps, its days or time change.

const server = await testServer();
const { database } = server;
afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

const third = (worksiteId: string, calendar: string): Promise<Worker> =>
  signInWorker(server, calendar, { worksiteId });
const cardOf = async (person: Worker, id: string) => (await person.readRequest(id)).body;

/** Giulia asks for another day than Monday; Marco has offered Thursday. */
async function offered(hers = 'E......') {
  const { giulia, marco } = await workers(server, hers, '...L...');
  const requestId = await publishedDay(giulia, 0, [3]);
  await offerDay(marco, requestId);
  return { giulia, marco, requestId };
}

test('a swap of days ends requests and offers that need a day now taken', async () => {
  const { giulia, marco } = await workers(server, 'E....E.', '...L.L.');
  const worker = (calendar: string) => third(giulia.worksiteId, calendar);
  const [anna, sara, luca] = [await worker('L.....E'), await worker('...E...'), await worker('...L...')];
  const requestId = await publishedDay(giulia, 0, [3]);
  await offerDay(marco, requestId);
  // Giulia will work on day 3: she can no longer take Sara's shift of that day, nor Luca's in return for another day
  const ofSara = await publishedDay(sara, 3, [0, 5]);
  await offerDay(giulia, ofSara, 5);
  const ofGiulia = await publishedDay(giulia, 5, [3, 6]);
  await offerDay(luca, ofGiulia);
  await offerDay(anna, ofGiulia);
  expect((await giulia.confirm(requestId, marco.id)).status).toBe(200);
  expect(await cardOf(sara, ofSara)).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
  expect(await cardOf(giulia, ofGiulia)).toMatchObject({
    status: 'aperta',
    acceptableDays: daysAt(6),
    preAcceptedBy: [{ userId: anna.id }],
  });
  expect(await cardOf(luca, ofGiulia)).toMatchObject({ isLapsed: true, tab: null });
  const gone = expect.stringContaining('Giulia Ferri non può più prendere il tuo turno');
  expect(await luca.messages()).toContainEqual(gone);
});

describe('an entry recorded meanwhile:', () => {
  test.each(['f', 'm'])(
    '%s on the day of the offered shift is refused until the colleague withdraws',
    async (letter) => {
      const { giulia, marco, requestId } = await offered();
      const promised = '409 exchange_day_promised';
      expect((await recordDay(marco, 0, letter)).outcome).toBe(promised);
      expect((await recordDays(marco, letter)).outcome).toBe(promised);
      expect((await cardOf(giulia, requestId)).preAcceptanceCount).toBe(1);
      await marco.takeBack(requestId);
      expect((await recordDay(marco, 0, letter)).status).toBe(201);
    },
  );

  test.each(['f', 'm'])(
    '%s on an acceptable day is shown to the requester alone, who cannot confirm while it is there',
    async (letter) => {
      const { giulia, marco } = await workers(server, 'E......', '...L...');
      const other = await third(giulia.worksiteId, '....L..');
      const requestId = await publishedDay(giulia, 0, [3, 4]);
      await offerDay(marco, requestId);
      const { id } = (await recordDay(giulia, 3, letter)).body;
      const reason = 'Gio 26 nov è occupato nel tuo calendario: per confermare deve essere vuoto o libero.';
      expect(await cardOf(giulia, requestId)).toMatchObject({
        acceptableDays: daysAt(4),
        preAcceptedBy: [{ userId: marco.id, confirm: { isAllowed: false, reason } }],
      });
      expect((await cardOf(other, requestId)).acceptableDays).toEqual(daysAt(3, 4));
      expect((await giulia.confirm(requestId)).outcome).toBe('409 exchange_asked_day_taken');
      await giulia.deleteShift(id);
      expect((await giulia.confirm(requestId)).status).toBe(200);
    },
  );

  test('a fitting shift notifies the requester, a freed day does not', async () => {
    const { giulia, marco } = await workers(server, 'E......', '.......');
    await publishedDay(giulia, 0, [3, 4], { requestedShiftType: 'pomeriggio' });
    await recordDay(marco, 3, 'E');
    expect(await giulia.messages()).toEqual([]);
    await recordDay(marco, 4, 'L');
    expect(await giulia.messages()).toEqual([
      'Marco Bianchi ha registrato un turno come quello che cerchi: ven 27 nov, 14:00–22:00.',
    ]);
    const busy = await third(giulia.worksiteId, 'E...L..');
    await busy.deleteShift(busy.shiftIds[0] ?? '');
    expect(await giulia.messages()).toHaveLength(1);
    await recordDay(await third(giulia.worksiteId, 'f......'), 4, 'L');
    expect(await giulia.messages()).toHaveLength(2);
  });
});

test('mirror images match until the colleague works on the day; the card names the shift to give', async () => {
  const { giulia, marco } = await workers(server, 'E......', '...LL..');
  const hers = await publishedDay(giulia, 0, [3, 4]);
  const his = await publishedDay(marco, 4, [0]);
  const mirrorOf = async () => (await cardOf(giulia, hers)).mirrorId;
  expect(await mirrorOf()).toBe(his);
  expect((await cardOf(marco, hers)).choices).toMatchObject([
    { date: dayAt(3), isMirror: false },
    { date: dayAt(4), isMirror: true },
  ]);
  for (const person of [giulia, marco]) expect(await person.matches()).toMatchObject([{ isOver: false }]);
  await recordDay(marco, 0, 'L');
  expect(await mirrorOf()).toBeNull();
  expect(await giulia.matches()).toMatchObject([{ isOver: true }]);
});

describe('changing the days', () => {
  const change = (person: Worker, id: string, body: object) =>
    person.editRequest(id, { offeredShiftId: person.shiftIds[0] ?? '', requestedDate: dayAt(0), ...body });

  test('lapses offers outside the new days and notifies newly asked colleagues; without days in the call, they stay', async () => {
    const { giulia, marco } = await workers(server, 'E......', '...L...');
    const other = await third(giulia.worksiteId, '....L..');
    const late = await third(giulia.worksiteId, '.....L.');
    const requestId = await publishedDay(giulia, 0, [3, 4]);
    const { version } = await cardOf(late, requestId);
    await offerDay(marco, requestId);
    await offerDay(other, requestId);
    expect((await change(giulia, requestId, { message: 'Grazie' })).status).toBe(200);
    const kept = { acceptableDays: daysAt(3, 4), preAcceptanceCount: 2, version };
    expect(await cardOf(giulia, requestId)).toMatchObject(kept);
    const followed = await listsHeard(server, { late }, () =>
      change(giulia, requestId, { acceptableDays: daysAt(4, 5) }),
    );
    expect(followed).toEqual({ late: ['exchange-requests', 'notifications'] });
    const card = await cardOf(giulia, requestId);
    expect(card).toMatchObject({ acceptableDays: daysAt(4, 5), preAcceptedBy: [{ userId: other.id }] });
    expect(card.version).not.toBe(version);
    const changed =
      'Giulia Ferri ha cambiato i giorni dello scambio di lunedì 23 novembre 2026: la tua pre-accettazione è decaduta.';
    expect(await marco.messages()).toContain(changed);
    expect(await late.notificationTypes()).toEqual(['new_exchange_request']);
    expect((await late.preAccept(requestId, version)).outcome).toBe('409 exchange_changed');
    // a colleague whose offer lapsed is not notified again
    expect((await change(giulia, requestId, { acceptableDays: daysAt(5) })).status).toBe(200);
    expect((await marco.messages()).filter((message) => message === changed)).toHaveLength(1);
  });

  test.each([
    ['alone', [], ['2026-11-16', dayAt(3)]],
    ['with another day', [5], [dayAt(3), dayAt(5)]],
  ])('takes named days that are over by now, sent again %s', async (_how, added, kept) => {
    server.clock.set('2026-11-16T20:00:00.000Z');
    const { giulia, marco } = await workers(server, 'E......', '...L...');
    const named = ['2026-11-16', dayAt(3)];
    const requestId = await publishedDay(giulia, 0, [], { acceptableDays: named });
    await offerDay(marco, requestId);
    server.clock.set('2026-11-16T23:30:00.000Z');
    const answer = await change(giulia, requestId, { acceptableDays: [...named, ...daysAt(...added)] });
    expect([answer.status, answer.body.request.preAcceptanceCount]).toEqual([200, 1]);
    // past days are not shown as days to work on
    expect(answer.body.request.acceptableDays).toEqual(kept.filter((day) => day !== '2026-11-16'));
    const stored = sql`select acceptable_days from exchange_requests where id = ${requestId}`;
    expect(await database.one(stored)).toEqual({ acceptableDays: kept });
    // choosing it anew is refused
    const anew = await change(giulia, requestId, { acceptableDays: ['2026-11-15', dayAt(3)] });
    expect(anew.outcome).toBe('400 exchange_day_over');
  });

  test('to the same range of days, repeated the day after, is no change', async () => {
    server.clock.set('2026-11-16T20:00:00.000Z');
    const { giulia, marco } = await workers(server, 'E......', '...L...');
    const requestId = await publishedDay(giulia, 0, [], { withinDays: 7 });
    await offerDay(marco, requestId);
    const { version } = await cardOf(marco, requestId);
    server.clock.set('2026-11-16T23:30:00.000Z');
    expect((await change(giulia, requestId, { withinDays: 7 })).status).toBe(200);
    expect(await cardOf(marco, requestId)).toMatchObject({ version, preAcceptanceCount: 1 });
  });

  test('notifies about the match that the new days make, not about an earlier one', async () => {
    const { giulia, marco } = await workers(server, 'E......', '...L...');
    const other = await third(giulia.worksiteId, '....L..');
    const requestId = await publishedDay(giulia, 0, [3]);
    await publishedDay(marco, 3, [0]);
    await publishedDay(other, 4, [0]);
    await change(giulia, requestId, { acceptableDays: daysAt(3, 4) });
    const matches = await Promise.all([giulia, marco, other].map((one) => one.matches()));
    expect(matches.map(({ length }) => length)).toEqual([2, 1, 1]);
  });
});
