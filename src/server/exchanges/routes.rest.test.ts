import { describe, expect, test, vi } from 'vitest';
import { changeWorksite } from '../../../tests/support/accounts.ts';
import { outcomeOf } from '../../../tests/support/caller.ts';
import {
  calendarOf,
  dayAt,
  daysAt,
  giveDay,
  publishedDay,
  signInWorker,
  type Worker,
} from '../../../tests/support/days.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  confirm,
  notificationsOf,
  offer,
  preAccept,
  publishedId,
  readRequest,
  readTab,
} from '../../../tests/support/swaps.ts';
import {
  idOf,
  openTaxiWorksite,
  publishWeek,
  runningWeek,
  signInDriver,
} from '../../../tests/support/taxi.ts';
import { mostWaiting } from '../../domain/exchanges/schema.ts';
import type { RestMode, RestRules } from '../../domain/rest/limits.ts';
import { defaultRestRules } from '../../domain/worksites/schema.ts';

const server = await testServer();

/** Two colleagues with calendars as letters. */
async function pair(hers: string, his: string): Promise<{ giulia: Worker; marco: Worker }> {
  const giulia = await signInWorker(server, hers, { firstName: 'Giulia', lastName: 'Ferri' });
  const worksiteId = giulia.worksiteId;
  return {
    giulia,
    marco: await signInWorker(server, his, { worksiteId, firstName: 'Marco', lastName: 'Bianchi' }),
  };
}

async function setRules(worksiteId: string, rules: Partial<RestRules>): Promise<void> {
  const ceo = await server.signInCeo();
  const restRules = { ...defaultRestRules('standard'), ...rules };
  const answer = await changeWorksite(ceo, worksiteId, { restRules });
  expect(answer.status).toBe(200);
}

const setMode = (worksiteId: string, mode: RestMode): Promise<void> => setRules(worksiteId, { mode });

const restOf = (person: Worker, id: string, query: { accepterUserId?: string; shiftId?: string } = {}) =>
  person.ask('GET /api/exchange-requests/:id/rest', { params: { id }, query });

const nothing = { own: [], other: [], isBlocked: false, emptyDays: [] };

/** Giulia gives her Tuesday afternoon for Marco's morning, after an afternoon on Monday. */
async function shortRest(): Promise<{ giulia: Worker; marco: Worker; requestId: string }> {
  const people = await pair('LLr', 'rEr');
  const { giulia } = people;
  const requestId = await publishedId(giulia, giulia.shiftIds[1]!, {
    requestedShiftType: 'mattina',
    requestedDate: dayAt(1),
  });
  return { ...people, requestId };
}

const hers =
  'Finiresti lun 23 nov alle 22:00 e ricominceresti mar 24 nov alle 06:00: 8 ore di riposo invece di 11 ore.';
const ofHers = 'Per Giulia il riposo sarebbe di 8 ore invece di 11 ore.';

describe('GET /api/exchange-requests/{id}/rest', () => {
  test('tells each of the two in full of themselves, of the other the verdict without days', async () => {
    const { giulia, marco, requestId } = await shortRest();
    expect(await restOf(marco, requestId)).toEqual({ ...nothing, other: [ofHers] });
    await offer(marco, requestId);
    expect(await restOf(giulia, requestId, { accepterUserId: marco.id })).toEqual({
      ...nothing,
      own: [hers],
    });
    expect(await restOf(giulia, requestId)).toEqual({ ...nothing, own: [hers] });
    expect(await restOf(marco, requestId)).toEqual({ ...nothing, other: [ofHers] });
  });

  test('names the empty days beside new work to their owner alone', async () => {
    const { giulia, marco } = await pair('.Er', 'rLr');
    const requestId = await publishedId(giulia, giulia.shiftIds[1]!, { requestedDate: dayAt(1) });
    expect(await restOf(marco, requestId)).toEqual(nothing);
    await offer(marco, requestId);
    expect(await restOf(giulia, requestId)).toEqual({ ...nothing, emptyDays: [dayAt(0)] });
  });

  test('in a swap of days is of the shift that would be given', async () => {
    const { giulia, marco } = await pair('Lr.r..E', '.rEEr..');
    const requestId = await publishedDay(giulia, 6, [2, 3]);
    const of = (place: number) => restOf(marco, requestId, { shiftId: marco.shiftIds[place]! });
    expect(await of(2)).toMatchObject({ own: [], other: [] });
    await giveDay(marco, requestId, 3);
    expect(await restOf(giulia, requestId)).toMatchObject({ own: [], other: [] });
    const busy = await signInWorker(server, '.E...L.', { worksiteId: giulia.worksiteId });
    expect(await restOf(busy, requestId)).toEqual(nothing);
  });

  test('of a running week is of the days that the confirmation would swap', async () => {
    // Monday 10:00: today's MATTINA has begun for whoever would take it, so that today stays as it is
    const worksiteId = await openTaxiWorksite(server);
    await setMode(worksiteId, 'avviso');
    const carla = await signInDriver(server, { [runningWeek]: 'rPPPPPr' }, { worksiteId });
    const dino = await signInDriver(server, { [runningWeek]: 'rMMMMMr' }, { worksiteId });
    const requestId = await idOf(publishWeek(carla, '2026-11-17', { requestedShiftType: 'mattina' }));
    await offer(dino, requestId);
    const ask = { params: { id: requestId }, query: {} };
    const { own } = await carla.ask('GET /api/exchange-requests/:id/rest', ask);
    expect(own).toEqual([
      'Finiresti lun 16 nov alle 20:00 e ricominceresti mar 17 nov alle 06:00: 10 ore di riposo invece di 11 ore.',
    ]);
    await confirm(carla, requestId);
    const [swap] = (await carla.ask('GET /api/exchanges/completed/page', { query: {} })).swaps;
    const receipt = await carla.ask('GET /api/exchanges/completed/:id', { params: { id: swap!.id } });
    expect(own).toEqual(receipt.restTexts);
  });

  test('says nothing of a swap that cannot be, and nothing to other worksites', async () => {
    const { marco, giulia, requestId } = await shortRest();
    expect(await restOf(giulia, requestId)).toEqual(nothing);
    const idle = await signInWorker(server, 'E', { worksiteId: giulia.worksiteId });
    expect(await restOf(idle, requestId)).toEqual(nothing);
    const stranger = await signInWorker(server, 'rEr');
    const call = { params: { id: requestId }, query: {} };
    expect(await stranger.statusOf('GET /api/exchange-requests/:id/rest', call)).toBe(404);
    await offer(marco, requestId);
    await confirm(giulia, requestId);
    expect(await restOf(marco, requestId)).toEqual(nothing);
  });
});

describe('a swap that leaves too little rest', () => {
  test('is made where the worksite warns, and the receipt keeps what each was told', async () => {
    const { giulia, marco, requestId } = await shortRest();
    await offer(marco, requestId);
    expect((await confirm(giulia, requestId)).status).toBe(200);
    expect(await calendarOf(server, giulia, 3)).toBe('LEr');
    const receiptOf = async (person: Worker): Promise<string[]> => {
      const [swap] = (await person.ask('GET /api/exchanges/completed/page', { query: {} })).swaps;
      return (await person.ask('GET /api/exchanges/completed/:id', { params: { id: swap!.id } })).restTexts;
    };
    expect([await receiptOf(giulia), await receiptOf(marco)]).toEqual([[hers], [ofHers]]);
  });

  test('is refused to both where the worksite blocks, whenever that was decided', async () => {
    const { giulia, marco, requestId } = await shortRest();
    await setMode(giulia.worksiteId, 'blocco');
    expect(await restOf(marco, requestId)).toEqual({ ...nothing, other: [ofHers], isBlocked: true });
    expect(await preAccept(marco, requestId)).toMatchObject({
      status: 409,
      body: {
        code: 'exchange_rest_too_short',
        message: `${ofHers} Nel tuo cantiere uno scambio così non si può fare.`,
      },
    });
    await setMode(giulia.worksiteId, 'avviso');
    await offer(marco, requestId);
    await setMode(giulia.worksiteId, 'blocco');
    const refused = await confirm(giulia, requestId);
    expect(outcomeOf(refused)).toBe('409 exchange_rest_too_short');
    expect(await calendarOf(server, giulia, 3)).toBe('LLr');
    // what was refused is still there to be taken once the calendar allows it
    await setRules(giulia.worksiteId, {
      mode: 'blocco',
      limits: { ...defaultRestRules('standard').limits, dailyRestHours: 8 },
    });
    expect((await confirm(giulia, requestId)).status).toBe(200);
  });

  test('stands among what cannot be taken where the worksite blocks, with the reason, and is not counted', async () => {
    const { giulia, marco, requestId } = await shortRest();
    const anna = await signInWorker(server, 'rLr', { worksiteId: giulia.worksiteId });
    const fine = await publishedId(anna, anna.shiftIds[1]!, {
      requestedShiftType: 'mattina',
      requestedDate: dayAt(1),
    });
    const seen = async (tab: 'disponibili' | 'mie') => {
      const { requests, counts } = await readTab(marco, tab);
      return [counts.disponibili, requests.map((request) => [request.id, request.preAccept.reason])];
    };
    expect(await seen('disponibili')).toEqual([2, expect.anything()]);
    await setMode(giulia.worksiteId, 'blocco');
    const reason = `${ofHers} Nel tuo cantiere uno scambio così non si può fare.`;
    expect(await seen('disponibili')).toEqual([
      2,
      [
        [fine, null],
        [requestId, reason],
      ],
    ]);
    expect(await seen('mie')).toEqual([2, []]);
    expect((await readRequest(marco, requestId)).body.preAccept).toEqual({ isAllowed: false, reason });
    await setMode(giulia.worksiteId, 'avviso');
    await offer(marco, requestId);
    await setMode(giulia.worksiteId, 'blocco');
    const confirmation = {
      isAllowed: false,
      reason: `${hers} Nel tuo cantiere uno scambio così non si può fare.`,
    };
    const [own] = (await readTab(giulia, 'pre-accettati')).requests;
    expect(own?.preAcceptedBy[0]?.confirm).toEqual(confirmation);
    const { requests } = await giulia.ask('GET /api/exchange-requests/waiting');
    expect(requests[0]?.preAcceptedBy[0]?.confirm).toEqual(confirmation);
  });

  test('leaves a colleague the own shifts for a day that it does not bar', async () => {
    const { giulia, marco } = await pair('L..L...', '.E...L.');
    const requestId = await publishedDay(giulia, 3, [1, 5]);
    const offered = async () => {
      const { choices, ownDuties, ...card } = (await readRequest(marco, requestId)).body;
      const lists = [choices, ownDuties];
      return [...lists.map((duties) => duties.map(({ date }) => date)), card.preAccept.isAllowed];
    };
    expect(await offered()).toEqual([daysAt(1, 5), daysAt(1, 5), true]);
    await setMode(giulia.worksiteId, 'blocco');
    expect(await offered()).toEqual([daysAt(5), daysAt(5), true]);
  });

  test('is not counted among what waits either, beyond what is listed', async () => {
    const { giulia, marco } = await pair('LrLLr'.repeat(22), 'ErrEr'.repeat(22));
    const week = Array.from({ length: 22 }, (_, index) => 5 * index);
    const short = [3, 8];
    for (const day of [...short, ...week]) {
      const requestedDate = dayAt(day);
      await publishedId(giulia, giulia.shiftIds[day]!, { requestedShiftType: 'mattina', requestedDate });
      await publishedId(marco, marco.shiftIds[day]!, { requestedShiftType: 'pomeriggio', requestedDate });
    }
    const waiting = async (): Promise<number[]> => {
      const { requests, total } = await giulia.ask('GET /api/exchange-requests/waiting');
      return [requests.length, total];
    };
    expect(await waiting()).toEqual([mostWaiting, 24]);
    await setMode(giulia.worksiteId, 'blocco');
    expect(await waiting()).toEqual([mostWaiting, 22]);
  });

  test('is no matter where the worksite does not ask', async () => {
    const { giulia, marco, requestId } = await shortRest();
    await setMode(giulia.worksiteId, 'off');
    expect(await restOf(marco, requestId)).toEqual(nothing);
    await offer(marco, requestId);
    expect((await confirm(giulia, requestId)).status).toBe(200);
  });
});

test('other rules for rest are told to the people of the worksite, once, and are on record', async () => {
  const { giulia } = await pair('E', 'L');
  const stranger = await signInWorker(server, 'E');
  await setMode(giulia.worksiteId, 'blocco');
  await setMode(giulia.worksiteId, 'blocco');
  const told = await notificationsOf(giulia);
  expect(told.map(({ title, message }) => `${title}: ${message}`)).toEqual([
    'Regole degli scambi cambiate: Uno scambio che lascia troppo poco riposo ora non si può fare.',
  ]);
  expect(await notificationsOf(stranger)).toEqual([]);
  const ceo = await server.signInCeo();
  const { body } = await changeWorksite(ceo, giulia.worksiteId, {
    restRules: { mode: 'avviso', limits: { ...defaultRestRules('standard').limits, daysInRow: 0 } },
  } as never);
  expect(body).toMatchObject({ code: 'invalid_data' });
});

test('rest rules cost a confirmation that needs no approval one statement more', async () => {
  const { database } = server;
  const transaction = database.transaction.bind(database);
  const statementsOf = async (mode: RestMode): Promise<number> => {
    const { giulia, marco, requestId } = await shortRest();
    await setMode(giulia.worksiteId, mode);
    await offer(marco, requestId);
    let count = 0;
    const spy = vi.spyOn(database, 'transaction').mockImplementation((act) =>
      transaction((tx) =>
        act(
          new Proxy(tx, {
            get: (target, name) => {
              if (['many', 'maybeOne', 'one', 'run'].includes(String(name))) count += 1;
              const member: unknown = Reflect.get(target, name, target);
              return typeof member === 'function' ? (member.bind(target) as unknown) : member;
            },
          }),
        ),
      ),
    );
    const { status } = await confirm(giulia, requestId);
    spy.mockRestore();
    expect(status).toBe(200);
    return count;
  };
  const without = await statementsOf('off');
  expect(without).toBeGreaterThan(10);
  expect(await statementsOf('avviso')).toBe(without + 1);
});
