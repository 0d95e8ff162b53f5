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
  type OnDuty,
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

test('a person with requests in every state finds each in its tab, nearest day or newest event first', async () => {
  const marco = await signInOnDuty(server, late, {}, { day: '2026-11-30' });
  const { worksiteId } = marco;
  let day = '2026-11-30';
  /** A new day on which Marco works late, and a colleague who works early. */
  const nextDay = async (draft = {}): Promise<{ mine: OnDuty; colleague: OnDuty; day: string }> => {
    day = addDays(day, 1);
    server.clock.advance(60);
    const shiftId = await buildShift(server.context, marco, day, late);
    const colleague = await signInOnDuty(server, early, { worksiteId, ...draft }, { day });
    return { mine: { ...marco, shiftId }, colleague, day };
  };
  const publishedBy = async (who: 'mine' | 'colleague', draft = {}) => {
    const made = await nextDay(draft);
    const { shiftId } = made[who];
    return { ...made, id: await publishedId(made[who], shiftId, { requestedDate: made.day }) };
  };
  const byColleague = async (offers: boolean, draft = {}) => {
    const made = await publishedBy('colleague', draft);
    if (offers) await offer(marco, made.id);
    return made;
  };
  const byMarco = async (offers: boolean) => {
    const made = await publishedBy('mine');
    if (offers) await offer(made.colleague, made.id);
    return made;
  };

  const plain = await byColleague(false);
  const otherRole = await byColleague(false, { role: 'coordinatore' });
  const offered = await byColleague(true);
  const own = await byMarco(false);
  const ownOffered = await byMarco(true);
  const asRequester = await byMarco(true);
  await confirm(marco, asRequester.id);
  const asAccepter = await byColleague(true);
  await confirm(asAccepter.colleague, asAccepter.id);
  const lost = await byColleague(true);
  const winner = await signInOnDuty(server, late, { worksiteId }, { day: lost.day });
  await offer(winner, lost.id);
  await confirm(lost.colleague, lost.id, winner.id);
  const rejected = await byColleague(false);
  await reject(marco, rejected.id);
  const refused = await byColleague(true);
  await takeBack(refused.colleague, refused.id, marco.id);
  // that he says no to it afterwards puts it there no second time
  await reject(marco, refused.id);
  const withdrawn = await byColleague(true);
  await deleteShift(withdrawn.colleague, withdrawn.colleague.shiftId);
  const ownClosed = await byMarco(false);
  await deleteShift(marco, ownClosed.mine.shiftId);
  const notOffered = await byColleague(false);
  await deleteShift(notOffered.colleague, notOffered.colleague.shiftId);

  const { members, cards } = await readTabs(marco);
  expect(members).toEqual({
    disponibili: [plain.id, otherRole.id],
    'pre-accettati': [offered.id, ownOffered.id],
    mie: [own.id],
    rifiutati: [ownClosed, withdrawn, refused, rejected, lost].map(({ id }) => id),
    completati: [asAccepter.id, asRequester.id],
  });
  const cardOf = (id: string) => cards.find((card) => card.id === id);
  expect(cardOf(lost.id)).toMatchObject({
    status: 'completata',
    isLapsed: true,
    userHasPreAccepted: false,
    responderId: null,
    responderName: null,
    preAcceptanceCount: 0,
  });
  expect(cardOf(withdrawn.id)).toMatchObject({ status: 'annullata', isLapsed: true });
  expect(cardOf(rejected.id)).toMatchObject({ status: 'aperta', userHasRejected: true, isLapsed: false });
  const reason = 'La tua pre-accettazione per questo turno è già stata rifiutata.';
  expect(cardOf(refused.id)).toMatchObject({ status: 'aperta', preAccept: { isAllowed: false, reason } });
  expect(cardOf(asRequester.id)).toMatchObject({
    status: 'completata',
    responderId: asRequester.colleague.id,
    preAcceptedBy: [{ userId: asRequester.colleague.id }],
  });
  expect(cardOf(asAccepter.id)).toMatchObject({
    responderId: marco.id,
    userHasPreAccepted: true,
    preAcceptedBy: [],
    ownDuties: [{ ...late, date: asAccepter.day }],
  });
  // what others complete stays with who rejected it
  await offer(await signInOnDuty(server, late, { worksiteId }, { day: rejected.day }), rejected.id);
  await confirm(rejected.colleague, rejected.id);
  expect((await readTabs(marco)).members.rifiutati).toEqual(members.rifiutati);
});

describe('what can be taken', () => {
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
    [buildDuty('sede', '13:00', '22:00'), early, false],
  ];

  test('comes first, of it what asks for the own type; the rest follows', async () => {
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
  // what he pre-accepted is no request of his
  expect(await counted(marco)).toEqual([0, 1, 0]);
  server.clock.set('2026-11-20T05:00:00.000Z');
  expect(await counted(await server.signInAs(giulia))).toEqual([0, 0, 0]);
});

describe('pages', () => {
  test('hold 30 requests, and all together every request once', async () => {
    const [first, days] = ['2026-12-01', Array.from({ length: 35 }, (_, at) => addDays('2026-12-01', at))];
    const giulia = await signInOnDuty(server, early, {}, { day: first });
    const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId }, { day: first });
    const requests: string[] = [];
    for (const day of days) {
      const isFirst = day === first;
      const shiftId = isFirst ? giulia.shiftId : await buildShift(server.context, giulia, day, early);
      if (!isFirst) await buildShift(server.context, marco, day, late);
      requests.push(await publishedId(giulia, shiftId, { requestedDate: day }));
      const { nextCursor } = await giulia.ask('GET /api/exchange-requests/page', { query: { tab: 'mie' } });
      expect(nextCursor !== null).toBe(requests.length > 30);
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
    for (const person of [giulia, marco]) expect(await pagesOf(person, 'pre-accettati')).toEqual(byDay);
    for (const id of requests) {
      server.clock.advance(1);
      expect((await confirm(giulia, id)).status).toBe(200);
    }
    const newest = requests.toReversed();
    const byTime = [newest.slice(0, 30), newest.slice(30)];
    for (const person of [giulia, marco]) {
      expect(await pagesOf(person, 'completati')).toEqual(byTime);
      const { swaps, total, nextCursor } = await readCompleted(person);
      expect([swaps.map(({ requestId }) => requestId), total]).toEqual([byTime[0], 35]);
      const next = await readCompleted(person, nextCursor);
      expect([next.swaps.map(({ requestId }) => requestId), next.nextCursor]).toEqual([byTime[1], null]);
    }
    // all closed at the same moment
    for (const day of days) {
      const [entry] = await giulia.ask('GET /api/calendar/shifts', { query: { from: day, to: day } });
      const id = await publishedId(giulia, entry!.id, { requestedDate: day });
      await offer(marco, id);
      await deleteShift(giulia, entry!.id, { 'x-override-exchange': 'true' });
    }
    for (const person of [giulia, marco]) {
      const pages = await pagesOf(person, 'rifiutati');
      expect(pages.map(({ length }) => length)).toEqual([30, 5]);
      expect(new Set(pages.flat()).size).toBe(35);
    }
  });
});
