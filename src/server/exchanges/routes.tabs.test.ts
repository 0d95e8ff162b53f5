import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, emptyTabs, late, pair, readTabs, signInOnDuty } from '../../../tests/support/swaps.ts';
import { addDays } from '../../domain/calendar/day.ts';
import type { ExchangeTab } from '../../domain/exchanges/schema.ts';

const server = await testServer();

describe('one open request', () => {
  const world = async () => {
    const giulia = await signInOnDuty(server, early);
    return { giulia, worksiteId: giulia.worksiteId, id: await giulia.publishedId(giulia.shiftId) };
  };

  test('belongs to its requester, and does not exist for another worksite', async () => {
    const { giulia, id } = await world();
    expect((await readTabs(giulia)).members).toEqual({ ...emptyTabs, mie: [id] });
    const stranger = await signInOnDuty(server, late);
    expect((await readTabs(stranger)).members).toEqual(emptyTabs);
    expect((await stranger.readRequest(id)).outcome).toBe('404 not_found');
  });

  const roles = 'I vostri ruoli sono diversi.';
  const length =
    'Il tuo turno dura 9 ore, quello offerto 8 ore: per scambiarli devono avere la stessa durata.';
  const hours = 'Le vostre ore di contratto sono diverse.';
  const rest = 'In quel giorno non lavori: non hai un turno da dare in cambio.';
  test.each([
    ['available to a colleague who can take it', late, {}, 'disponibili', null, 100],
    ['shown to one of another role', late, { role: 'team_leader' }, 'disponibili', roles, 67],
    ['shown to one with another length', buildDuty('sede', '13:00', '22:00'), {}, 'disponibili', length, 100],
    ['in no tab of one with other hours', late, { contractHours: 7 }, null, hours, 67],
    ['in no tab of one who does not work that day', buildDuty('ferie'), {}, null, rest, 100],
  ] as const)('is %s', async (_what, duty, draft, tab, reason, matchScore) => {
    const { worksiteId, id } = await world();
    const marco = await signInOnDuty(server, duty, { worksiteId, ...draft });
    expect((await readTabs(marco)).members).toEqual({ ...emptyTabs, ...(tab && { [tab]: [id] }) });
    const preAccept = { isAllowed: reason === null, reason };
    expect((await marco.readRequest(id)).body).toMatchObject({
      tab,
      preAccept,
      matchScore,
      ownDuties: [{ date: swapDay, ...duty }],
    });
  });
});

test('failed requests are ordered by their latest event, whatever ended them', async () => {
  const marco = await signInOnDuty(server, late);
  const { worksiteId } = marco;
  let day = '2026-11-30';
  /** A new day on which Marco works late, and a colleague who works early and has published. */
  const published = async () => {
    day = addDays(day, 1);
    server.clock.advance(60);
    const shiftId = await buildShift(server.context, marco, day, late);
    const colleague = await signInOnDuty(server, early, { worksiteId }, { day });
    const id = await colleague.publishedId(colleague.shiftId, { requestedDate: day });
    return { day, id, colleague, shiftId };
  };
  const lost = await published();
  const winner = await signInOnDuty(server, late, { worksiteId }, { day: lost.day });
  for (const person of [marco, winner]) await person.offer(lost.id);
  await lost.colleague.confirm(lost.id, winner.id);
  const rejected = await published();
  await marco.reject(rejected.id);
  const refused = await published();
  await marco.offer(refused.id);
  await refused.colleague.takeBack(refused.id, marco.id);
  // declining it afterwards does not list it twice
  await marco.reject(refused.id);
  const withdrawn = await published();
  await marco.offer(withdrawn.id);
  await withdrawn.colleague.deleteShift(withdrawn.colleague.shiftId);
  const { day: requestedDate, shiftId } = await published();
  const own = await marco.publishedId(shiftId, { requestedDate });
  await marco.deleteShift(shiftId);
  const notOffered = await published();
  await notOffered.colleague.deleteShift(notOffered.colleague.shiftId);

  const { members, cards } = await readTabs(marco);
  const ended = [own, ...[withdrawn, refused, rejected, lost].map(({ id }) => id)];
  expect(members.rifiutati).toEqual(ended);
  const cardOf = (id: string) => cards.find((card) => card.id === id);
  const gone = { status: 'completata', isLapsed: true, responderId: null, responderName: null };
  expect(cardOf(lost.id)).toMatchObject(gone);
  const reason = 'La tua pre-accettazione per questo turno è già stata rifiutata.';
  expect(cardOf(refused.id)).toMatchObject({ status: 'aperta', preAccept: { isAllowed: false, reason } });
  // a request others complete stays with the person who rejected it
  await (await signInOnDuty(server, late, { worksiteId }, { day: rejected.day })).offer(rejected.id);
  await rejected.colleague.confirm(rejected.id);
  expect((await readTabs(marco)).members.rifiutati).toEqual(ended);
});

test('the counts include how many own requests have an offer', async () => {
  const { giulia, marco } = await pair(server);
  const counted = async (person: Caller) => {
    const { counts, ownWithOffers } = await person.ask('GET /api/exchange-requests/counts');
    return [counts.mie, counts['pre-accettati'], ownWithOffers];
  };
  const requestId = await giulia.publishedId(giulia.shiftId);
  expect(await counted(giulia)).toEqual([1, 0, 0]);
  await marco.offer(requestId);
  expect(await counted(giulia)).toEqual([0, 1, 1]);
  expect(await counted(marco)).toEqual([0, 1, 0]);
});

test('pages hold 30 requests, and together every request once', async () => {
  const days = Array.from({ length: 35 }, (_, at) => addDays('2026-12-01', at));
  const giulia = await signInOnDuty(server, early);
  const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
  const requests: string[] = [];
  for (const requestedDate of days) {
    const shiftId = await buildShift(server.context, giulia, requestedDate, early);
    await buildShift(server.context, marco, requestedDate, late);
    requests.push(await giulia.publishedId(shiftId, { requestedDate }));
  }
  /** The identifiers on each page of a tab. */
  const pagesOf = async (person: Caller, tab: ExchangeTab): Promise<string[][]> => {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const page = await person.readTab(tab, cursor);
      expect(page.counts[tab]).toBe(35);
      pages.push(page.requests.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return pages;
  };
  const byDay = [requests.slice(0, 30), requests.slice(30)];
  expect([await pagesOf(giulia, 'mie'), await pagesOf(marco, 'disponibili')]).toEqual([byDay, byDay]);
  for (const id of requests) await marco.offer(id);
  expect(await pagesOf(marco, 'pre-accettati')).toEqual(byDay);
  for (const id of requests) {
    server.clock.advance(1);
    expect((await giulia.confirm(id)).status).toBe(200);
  }
  const newest = requests.toReversed();
  const byTime = [newest.slice(0, 30), newest.slice(30)];
  expect(await pagesOf(marco, 'completati')).toEqual(byTime);
  const { swaps, total, nextCursor } = await giulia.readCompleted();
  const next = await giulia.readCompleted(nextCursor);
  expect([swaps, next.swaps].map((page) => page.map(({ requestId }) => requestId))).toEqual(byTime);
  expect([total, next.nextCursor]).toEqual([35, null]);
  // all closed at the same instant
  for (const day of days) {
    const [entry] = await giulia.ask('GET /api/calendar/shifts', { query: { from: day, to: day } });
    await giulia.publishedId(entry!.id, { requestedDate: day });
    await giulia.deleteShift(entry!.id, { 'x-override-exchange': 'true' });
  }
  const pages = await pagesOf(giulia, 'rifiutati');
  expect(pages.map(({ length }) => length)).toEqual([30, 5]);
  expect(new Set(pages.flat()).size).toBe(35);
});
