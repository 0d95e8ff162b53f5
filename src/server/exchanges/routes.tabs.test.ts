import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { type Caller, outcomeOf } from '../../../tests/support/caller.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  confirm,
  deleteShift,
  early,
  late,
  offer,
  pair,
  publishedId,
  readCompleted,
  readRequest,
  readTab,
  reject,
  signInOnDuty,
  swapDay,
  takeBack,
} from '../../../tests/support/swaps.ts';
import { emptyTabs, readTabs } from '../../../tests/support/tabs.ts';
import { addDays } from '../../domain/calendar/day.ts';
import type { ExchangeTab } from '../../domain/exchanges/schema.ts';
import type { Duty } from '../../domain/shifts/duty.ts';

const server = await testServer();

describe('one open request', () => {
  const world = async () => {
    const giulia = await signInOnDuty(server, early);
    return { giulia, worksiteId: giulia.worksiteId, id: await publishedId(giulia, giulia.shiftId) };
  };

  test('is the requester’s own, and does not exist for another worksite', async () => {
    const { giulia, id } = await world();
    expect((await readTabs(giulia)).members).toEqual({ ...emptyTabs, mie: [id] });
    const stranger = await signInOnDuty(server, late);
    expect((await readTabs(stranger)).members).toEqual(emptyTabs);
    expect(outcomeOf(await readRequest(stranger, id))).toBe('404 not_found');
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
    expect((await readRequest(marco, id)).body).toMatchObject({
      tab,
      preAccept,
      matchScore,
      ownDuties: [{ date: swapDay, ...duty }],
    });
  });
});

test('what did not come about stands by the newest event, whatever ended it', async () => {
  const marco = await signInOnDuty(server, late);
  const { worksiteId } = marco;
  let day = '2026-11-30';
  /** A new day on which Marco works late, and a colleague who works early and has published. */
  const published = async () => {
    day = addDays(day, 1);
    server.clock.advance(60);
    const shiftId = await buildShift(server.context, marco, day, late);
    const colleague = await signInOnDuty(server, early, { worksiteId }, { day });
    const id = await publishedId(colleague, colleague.shiftId, { requestedDate: day });
    return { day, id, colleague, shiftId };
  };
  const lost = await published();
  const winner = await signInOnDuty(server, late, { worksiteId }, { day: lost.day });
  for (const person of [marco, winner]) await offer(person, lost.id);
  await confirm(lost.colleague, lost.id, winner.id);
  const rejected = await published();
  await reject(marco, rejected.id);
  const refused = await published();
  await offer(marco, refused.id);
  await takeBack(refused.colleague, refused.id, marco.id);
  // that he says no to it afterwards puts it there no second time
  await reject(marco, refused.id);
  const withdrawn = await published();
  await offer(marco, withdrawn.id);
  await deleteShift(withdrawn.colleague, withdrawn.colleague.shiftId);
  const { day: requestedDate, shiftId } = await published();
  const own = await publishedId(marco, shiftId, { requestedDate });
  await deleteShift(marco, shiftId);
  const notOffered = await published();
  await deleteShift(notOffered.colleague, notOffered.colleague.shiftId);

  const { members, cards } = await readTabs(marco);
  const ended = [own, ...[withdrawn, refused, rejected, lost].map(({ id }) => id)];
  expect(members.rifiutati).toEqual(ended);
  const cardOf = (id: string) => cards.find((card) => card.id === id);
  const gone = { status: 'completata', isLapsed: true, responderId: null, responderName: null };
  expect(cardOf(lost.id)).toMatchObject(gone);
  const reason = 'La tua pre-accettazione per questo turno è già stata rifiutata.';
  expect(cardOf(refused.id)).toMatchObject({ status: 'aperta', preAccept: { isAllowed: false, reason } });
  // what others complete stays with the one who rejected it
  await offer(await signInOnDuty(server, late, { worksiteId }, { day: rejected.day }), rejected.id);
  await confirm(rejected.colleague, rejected.id);
  expect((await readTabs(marco)).members.rifiutati).toEqual(ended);
});

const split = (secondStartTime: string, secondEndTime: string): Duty => ({
  ...buildDuty('sede', '08:00', '12:00'),
  isSplitShift: true,
  secondStartTime,
  secondEndTime,
});

/** What Marco works on a day, what a colleague offers then, and whether he could take it. */
const cases: [Duty, Duty, boolean][] = [
  [late, early, true],
  [late, { ...late, workLocation: 'smart_working' }, true],
  [late, late, false],
  [split('14:00', '18:00'), early, true],
  [split('14:00', '18:00'), split('15:00', '19:00'), true],
  [split('14:00', '18:00'), split('14:00', '18:00'), false],
  [split('14:00', '19:00'), early, false],
];

test('what can be taken comes first, of it what asks for the own type; the rest follows', async () => {
  const marco = await signInOnDuty(server, late, {}, { day: '2026-11-30' });
  const { worksiteId } = marco;
  const [wanted, taken, others]: [string[], string[], string[]] = [[], [], []];
  const publishedOn = async (day: string, offered: Duty, draft = {}) => {
    const colleague = await signInOnDuty(server, offered, { worksiteId, ...draft }, { day });
    return publishedId(colleague, colleague.shiftId, { requestedDate: day });
  };
  // on a day on which everything else fits
  others.push(await publishedOn('2026-11-30', early, { role: 'team_leader' }));
  for (const [index, [own, offered, canTake]] of cases.toReversed().entries()) {
    const day = addDays('2026-12-01', index);
    await buildShift(server.context, marco, day, own);
    const id = await publishedOn(day, offered);
    (canTake ? (own.shiftType === 'pomeriggio' ? wanted : taken) : others).push(id);
  }
  const { members, cards } = await readTabs(marco);
  expect(members.disponibili).toEqual([...wanted, ...taken, ...others]);
  expect([wanted.length, taken.length]).toEqual([2, 2]);
  const verdicts = cards.map(({ preAccept }) => preAccept.isAllowed);
  expect(verdicts).toEqual([...Array<boolean>(4).fill(true), ...others.map(() => false)]);
});

test('the counts say how many own requests have an offer', async () => {
  const { giulia, marco } = await pair(server);
  const counted = async (person: Caller) => {
    const { counts, ownWithOffers } = await person.ask('GET /api/exchange-requests/counts');
    return [counts.mie, counts['pre-accettati'], ownWithOffers];
  };
  const requestId = await publishedId(giulia, giulia.shiftId);
  expect(await counted(giulia)).toEqual([1, 0, 0]);
  await offer(marco, requestId);
  expect(await counted(giulia)).toEqual([0, 1, 1]);
  expect(await counted(marco)).toEqual([0, 1, 0]);
});

test('pages hold 30 requests, and all together every request once', async () => {
  const days = Array.from({ length: 35 }, (_, at) => addDays('2026-12-01', at));
  const giulia = await signInOnDuty(server, early);
  const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
  const requests: string[] = [];
  for (const requestedDate of days) {
    const shiftId = await buildShift(server.context, giulia, requestedDate, early);
    await buildShift(server.context, marco, requestedDate, late);
    requests.push(await publishedId(giulia, shiftId, { requestedDate }));
  }
  /** The identifiers on each page of a tab. */
  const pagesOf = async (person: Caller, tab: ExchangeTab): Promise<string[][]> => {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const page = await readTab(person, tab, cursor);
      expect(page.counts[tab]).toBe(35);
      pages.push(page.requests.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return pages;
  };
  const byDay = [requests.slice(0, 30), requests.slice(30)];
  expect([await pagesOf(giulia, 'mie'), await pagesOf(marco, 'disponibili')]).toEqual([byDay, byDay]);
  for (const id of requests) await offer(marco, id);
  expect(await pagesOf(marco, 'pre-accettati')).toEqual(byDay);
  for (const id of requests) {
    server.clock.advance(1);
    expect((await confirm(giulia, id)).status).toBe(200);
  }
  const newest = requests.toReversed();
  const byTime = [newest.slice(0, 30), newest.slice(30)];
  expect(await pagesOf(marco, 'completati')).toEqual(byTime);
  const { swaps, total, nextCursor } = await readCompleted(giulia);
  const next = await readCompleted(giulia, nextCursor);
  expect([swaps, next.swaps].map((page) => page.map(({ requestId }) => requestId))).toEqual(byTime);
  expect([total, next.nextCursor]).toEqual([35, null]);
  // all closed at the same moment
  for (const day of days) {
    const [entry] = await giulia.ask('GET /api/calendar/shifts', { query: { from: day, to: day } });
    await publishedId(giulia, entry!.id, { requestedDate: day });
    await deleteShift(giulia, entry!.id, { 'x-override-exchange': 'true' });
  }
  const pages = await pagesOf(giulia, 'rifiutati');
  expect(pages.map(({ length }) => length)).toEqual([30, 5]);
  expect(new Set(pages.flat()).size).toBe(35);
});
