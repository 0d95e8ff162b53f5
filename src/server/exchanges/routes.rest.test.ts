import { describe, expect, test } from 'vitest';
import {
  calendarOf,
  dayAt,
  daysAt,
  giveDay,
  publishedDay,
  signInWorker,
  type Worker,
  workers,
} from '../../../tests/support/days.ts';
import { testServer } from '../../../tests/support/server.ts';
import { mostWaiting } from '../../domain/exchanges/schema.ts';
import type { RestMode } from '../../domain/rest/limits.ts';
import { defaultRestRules } from '../../domain/worksites/schema.ts';

const server = await testServer();

async function setMode(worksiteId: string, mode: RestMode): Promise<void> {
  const restRules = { ...defaultRestRules('standard'), mode };
  const { status } = await (await server.signInCeo()).changeWorksite(worksiteId, { restRules });
  expect(status).toBe(200);
}

const restOf = (
  person: Pick<Worker, 'ask'>,
  id: string,
  query: { accepterUserId?: string; shiftId?: string } = {},
) => person.ask('GET /api/exchange-requests/:id/rest', { params: { id }, query });

/** What the receipt of a person's last swap says about rest. */
async function receiptOf(person: Pick<Worker, 'ask'>): Promise<string[]> {
  const [swap] = (await person.ask('GET /api/exchanges/completed/page', { query: {} })).swaps;
  return (await person.ask('GET /api/exchanges/completed/:id', { params: { id: swap!.id } })).restTexts;
}

const nothing = { own: [], other: [], isBlocked: false, emptyDays: [] };

/** Giulia gives her Tuesday afternoon for Marco's morning, after an afternoon on Monday. */
async function shortRest() {
  const people = await workers(server, 'LLr', 'rEr');
  const { giulia } = people;
  const wish = { requestedShiftType: 'mattina', requestedDate: dayAt(1) } as const;
  const requestId = await giulia.publishedId(giulia.shiftIds[1]!, wish);
  return { ...people, worksiteId: giulia.worksiteId, requestId };
}

const hers =
  'Finiresti lun 23 nov alle 22:00 e ricominceresti mar 24 nov alle 06:00: 8 ore di riposo invece di 11 ore.';
const ofHers = 'Per Giulia il riposo sarebbe di 8 ore invece di 11 ore.';
const blocked = 'Nel tuo cantiere uno scambio così non si può fare.';

describe('what a swap leaves of rest', () => {
  test('is shown to each of the two: in full about themselves, without days about the other', async () => {
    const { giulia, marco, requestId } = await shortRest();
    expect(await restOf(giulia, requestId)).toEqual(nothing);
    expect(await restOf(marco, requestId)).toEqual({ ...nothing, other: [ofHers] });
    await marco.offer(requestId);
    for (const query of [{ accepterUserId: marco.id }, {}]) {
      expect(await restOf(giulia, requestId, query)).toEqual({ ...nothing, own: [hers] });
    }
    expect(await restOf(marco, requestId)).toEqual({ ...nothing, other: [ofHers] });
  });

  test('names the empty days beside new work to their owner alone', async () => {
    const { giulia, marco } = await workers(server, '.Er', 'rLr');
    const requestId = await giulia.publishedId(giulia.shiftIds[1]!, { requestedDate: dayAt(1) });
    expect(await restOf(marco, requestId)).toEqual(nothing);
    await marco.offer(requestId);
    expect(await restOf(giulia, requestId)).toEqual({ ...nothing, emptyDays: [dayAt(0)] });
  });

  test('is computed in a swap of days for the shift that would be given', async () => {
    const { giulia, marco } = await workers(server, 'E.L....', '...E.E.');
    const requestId = await publishedDay(giulia, 0, [3, 5]);
    const of = (place: number) => restOf(marco, requestId, { shiftId: marco.shiftIds[place]! });
    expect([(await of(3)).other, (await of(5)).other]).toEqual([[ofHers], []]);
    await giveDay(marco, requestId, 3);
    expect((await restOf(giulia, requestId)).own).toHaveLength(1);
    await giveDay(marco, requestId, 5);
    expect((await restOf(giulia, requestId)).own).toEqual([]);
  });

  test('is empty for an impossible swap and hidden from other worksites', async () => {
    const { requestId, worksiteId } = await shortRest();
    const idle = await signInWorker(server, 'E', { worksiteId });
    expect(await restOf(idle, requestId)).toEqual(nothing);
    const stranger = await signInWorker(server, 'rEr');
    const call = { params: { id: requestId }, query: {} };
    expect(await stranger.statusOf('GET /api/exchange-requests/:id/rest', call)).toBe(404);
  });
});

describe('a swap that leaves too little rest', () => {
  test('is carried out if the worksite warns, and the receipt keeps what each was shown', async () => {
    const { giulia, marco, requestId } = await shortRest();
    await marco.offer(requestId);
    expect((await giulia.confirm(requestId)).status).toBe(200);
    expect(await calendarOf(giulia, 3)).toBe('LEr');
    expect([await receiptOf(giulia), await receiptOf(marco)]).toEqual([[hers], [ofHers]]);
  });

  test('is refused to both if the worksite blocks, whenever that was decided', async () => {
    const { giulia, marco, worksiteId, requestId } = await shortRest();
    await setMode(worksiteId, 'blocco');
    expect(await restOf(marco, requestId)).toEqual({ ...nothing, other: [ofHers], isBlocked: true });
    const message = `${ofHers} ${blocked}`;
    const refused = { status: 409, body: { code: 'exchange_rest_too_short', message } };
    expect(await marco.preAccept(requestId)).toMatchObject(refused);
    await setMode(worksiteId, 'avviso');
    await marco.offer(requestId);
    await setMode(worksiteId, 'blocco');
    const [own] = (await giulia.readRequest(requestId)).body.preAcceptedBy;
    expect(own?.confirm).toEqual({ isAllowed: false, reason: `${hers} ${blocked}` });
    expect((await giulia.confirm(requestId)).outcome).toBe('409 exchange_rest_too_short');
  });

  test('is listed after possible ones if the worksite blocks, with the reason', async () => {
    const { marco, worksiteId, requestId } = await shortRest();
    const anna = await signInWorker(server, 'rLr', { worksiteId });
    const wish = { requestedShiftType: 'mattina', requestedDate: dayAt(1) } as const;
    const fine = await anna.publishedId(anna.shiftIds[1]!, wish);
    await setMode(worksiteId, 'blocco');
    const { requests, counts } = await marco.readTab('disponibili');
    const reason = `${ofHers} ${blocked}`;
    expect(requests.map(({ id, preAccept: of }) => [id, of.reason])).toEqual([
      [fine, null],
      [requestId, reason],
    ]);
    expect(counts.disponibili).toBe(2);
  });

  test('leaves a colleague the shifts for a day that it does not block', async () => {
    const { giulia, marco } = await workers(server, 'L..L...', '.E...L.');
    const requestId = await publishedDay(giulia, 3, [1, 5]);
    const offered = async () => {
      const { choices, ownDuties, preAccept: of } = (await marco.readRequest(requestId)).body;
      return [...[choices, ownDuties].map((duties) => duties.map(({ date }) => date)), of.isAllowed];
    };
    expect(await offered()).toEqual([daysAt(1, 5), daysAt(1, 5), true]);
    await setMode(giulia.worksiteId, 'blocco');
    expect(await offered()).toEqual([daysAt(5), daysAt(5), true]);
  });

  test('is not counted as waiting if the worksite blocks, even beyond the listed ones', async () => {
    const { giulia, marco } = await workers(server, 'LrLLr'.repeat(22), 'ErrEr'.repeat(22));
    const week = Array.from({ length: 22 }, (_, index) => 5 * index);
    const short = [3, 8];
    for (const day of [...short, ...week]) {
      const requestedDate = dayAt(day);
      await giulia.publishedId(giulia.shiftIds[day]!, { requestedShiftType: 'mattina', requestedDate });
      await marco.publishedId(marco.shiftIds[day]!, { requestedShiftType: 'pomeriggio', requestedDate });
    }
    const waiting = async (): Promise<number[]> => {
      const { requests, total } = await giulia.ask('GET /api/exchange-requests/waiting');
      const days = requests.map(({ requestedDate }) => requestedDate);
      expect(days).toEqual(days.toSorted());
      return [requests.length, total];
    };
    expect(await waiting()).toEqual([mostWaiting, 24]);
    await setMode(giulia.worksiteId, 'blocco');
    expect(await waiting()).toEqual([mostWaiting, 22]);
  });
});
