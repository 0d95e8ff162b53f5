import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { type Caller, outcomeOf } from '../../../tests/support/caller.ts';
import { listWrittenMails } from '../../../tests/support/mail.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  changeShift,
  confirm,
  deleteShift,
  early,
  editRequest,
  late,
  notificationsOf,
  offer,
  type OnDuty,
  publishedId,
  readCompleted,
  readRequest,
  readTab,
  reject,
  signInOnDuty,
  swap,
  swapDay,
  takeBack,
  withdraw,
} from '../../../tests/support/swaps.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { type ExchangeRequest, type ExchangeTab, exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { NotificationList } from '../../domain/notifications/schema.ts';
import type { Duty } from '../../domain/shifts/duty.ts';

const server = await testServer();

const today = '2026-11-16';

/** What a first page takes on the wire without its headers, where only gzip is accepted. */
async function compressedBytes({ token }: Caller, tab: ExchangeTab): Promise<number> {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/exchange-requests/page?tab=${tab}`,
    headers: { 'accept-encoding': 'gzip' },
    cookies: { turnario: token ?? '' },
  });
  expect(answer.headers['content-encoding']).toBe('gzip');
  return answer.rawPayload.length;
}

interface Tabs {
  members: Record<ExchangeTab, string[]>;
  cards: ExchangeRequest[];
}

/** Every request of every tab, page by page; the counts of each page must say the same. */
async function tabsOf(person: Caller): Promise<Tabs> {
  const cards: ExchangeRequest[] = [];
  const members = {} as Record<ExchangeTab, string[]>;
  const { counts, availableDays } = await readTab(person, 'mie');
  for (const tab of exchangeTabs) {
    const found: ExchangeRequest[] = [];
    let cursor: string | null = null;
    do {
      const page = await readTab(person, tab, cursor);
      expect(page.counts).toEqual(counts);
      found.push(...page.requests);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found.map((card) => card.tab)).toEqual(found.map(() => tab));
    const days = new Set(found.map(({ requestedDate }) => requestedDate));
    if (tab === 'disponibili') expect(availableDays).toEqual([...days].toSorted());
    expect(found).toHaveLength(counts[tab]);
    members[tab] = found.map(({ id }) => id);
    cards.push(...found);
  }
  expect(new Set(cards.map(({ id }) => id)).size).toBe(cards.length);
  for (const card of cards) expect((await readRequest(person, card.id)).body).toEqual(card);
  return { members, cards };
}

const none: Tabs['members'] = {
  disponibili: [],
  'pre-accettati': [],
  mie: [],
  rifiutati: [],
  completati: [],
};

describe('one open request', () => {
  const world = async () => {
    const giulia = await signInOnDuty(server, early);
    return { giulia, worksiteId: giulia.worksiteId, id: await publishedId(giulia, giulia.shiftId) };
  };

  test('one open request is the requester’s own', async () => {
    const { giulia, id } = await world();
    expect((await tabsOf(giulia)).members).toEqual({ ...none, mie: [id] });
  });

  test('one open request is available to a colleague who can take it', async () => {
    const { worksiteId, id } = await world();
    const marco = await signInOnDuty(server, late, { worksiteId });
    const { members, cards } = await tabsOf(marco);
    expect(members).toEqual({ ...none, disponibili: [id] });
    expect(cards[0]).toMatchObject({
      preAccept: { isAllowed: true, reason: null },
      ownDuties: [{ date: swapDay, ...late }],
      matchScore: 100,
    });
  });

  test('one open request is shown to a colleague of another role, with the reason', async () => {
    const { worksiteId, id } = await world();
    const leader = await signInOnDuty(server, late, { worksiteId, role: 'team_leader' });
    const { members, cards } = await tabsOf(leader);
    expect(members).toEqual({ ...none, disponibili: [id] });
    expect(cards[0]).toMatchObject({
      preAccept: { isAllowed: false, reason: 'I vostri ruoli sono diversi.' },
      matchScore: 67,
    });
  });

  test('one open request is shown to a colleague whose shift has another length, with the reason', async () => {
    const { worksiteId, id } = await world();
    const marco = await signInOnDuty(server, buildDuty('sede', '13:00', '22:00'), { worksiteId });
    const { members, cards } = await tabsOf(marco);
    expect(members).toEqual({ ...none, disponibili: [id] });
    expect(cards[0]?.preAccept.isAllowed).toBe(false);
  });

  test('one open request is in no tab of a colleague with other contract hours', async () => {
    const { worksiteId, id } = await world();
    const marco = await signInOnDuty(server, late, { worksiteId, contractHours: 7 });
    expect((await tabsOf(marco)).members).toEqual(none);
    expect((await readRequest(marco, id)).body).toMatchObject({
      tab: null,
      preAccept: { isAllowed: false, reason: 'Le vostre ore di contratto sono diverse.' },
      matchScore: 67,
    });
  });

  test('one open request is in no tab of a colleague who does not work that day', async () => {
    const { worksiteId, id } = await world();
    const free = await server.signIn({ worksiteId });
    const onHoliday = await signInOnDuty(server, buildDuty('ferie'), { worksiteId });
    for (const person of [free, onHoliday]) {
      expect((await tabsOf(person)).members).toEqual(none);
      expect((await readRequest(person, id)).body.tab).toBeNull();
    }
  });

  test('one open request does not exist for another worksite', async () => {
    const { id } = await world();
    const stranger = await signInOnDuty(server, late);
    expect((await tabsOf(stranger)).members).toEqual(none);
    expect(outcomeOf(await readRequest(stranger, id))).toBe('404 not_found');
    expect(outcomeOf(await confirm(stranger, id))).toBe('404 not_found');
  });

  test('an open request is refused to signed-out callers', async () => {
    const { id } = await world();
    const paths = [
      '/api/exchange-requests/page',
      `/api/exchange-requests/${id}`,
      '/api/exchanges/completed/page',
    ];
    for (const path of paths) {
      expect(outcomeOf(await server.nobody.callUntyped(`GET ${path}`))).toBe('401 not_signed_in');
    }
  });
});

describe('a person with requests in every state', () => {
  test('a person with requests in every state finds each in its tab, nearest day or newest event first', async () => {
    const marco = await signInOnDuty(server, late, {}, { day: '2026-11-30' });
    const { worksiteId } = marco;
    let day = '2026-11-30';
    /** A new day on which Marco works late, and a colleague who works early. */
    const nextDay = async (draft = {}): Promise<{ mine: OnDuty; colleague: OnDuty; day: string }> => {
      day = addDays(day, 1);
      server.clock.advance(60);
      const shiftId = await buildShift(server.context, marco, day, late);
      return {
        mine: { ...marco, shiftId },
        colleague: await signInOnDuty(server, early, { worksiteId, ...draft }, { day }),
        day,
      };
    };
    const published = (person: OnDuty, requestedDate: string): Promise<string> =>
      publishedId(person, person.shiftId, { requestedDate });
    const publishedByColleague = async (draft = {}) => {
      const made = await nextDay(draft);
      return { ...made, id: await published(made.colleague, made.day) };
    };
    const publishedByMarco = async () => {
      const made = await nextDay();
      return { ...made, id: await published(made.mine, made.day) };
    };

    const plain = await publishedByColleague();
    const otherRole = await publishedByColleague({ role: 'coordinatore' });
    await publishedByColleague({ contractHours: 9 }).catch(() => undefined);
    const offered = await publishedByColleague();
    await offer(marco, offered.id);
    const own = await publishedByMarco();
    const ownOffered = await publishedByMarco();
    await offer(ownOffered.colleague, ownOffered.id);
    const asRequester = await publishedByMarco();
    await offer(asRequester.colleague, asRequester.id);
    await confirm(marco, asRequester.id);
    const asAccepter = await publishedByColleague();
    await offer(marco, asAccepter.id);
    await confirm(asAccepter.colleague, asAccepter.id);
    const lost = await publishedByColleague();
    await offer(marco, lost.id);
    const winner = await signInOnDuty(server, late, { worksiteId }, { day: lost.day });
    await offer(winner, lost.id);
    await confirm(lost.colleague, lost.id, winner.id);
    const rejected = await publishedByColleague();
    await server.database.run(sql`
      insert into exchange_rejections (request_id, user_id, created_at)
      values (${rejected.id}, ${marco.id}, ${server.clock.now()})`);
    const refused = await publishedByColleague();
    await offer(marco, refused.id);
    await server.database.run(sql`
      update pre_acceptances set status = 'rifiutata' where request_id = ${refused.id}`);
    const withdrawn = await publishedByColleague();
    await offer(marco, withdrawn.id);
    await deleteShift(withdrawn.colleague, withdrawn.colleague.shiftId);
    const ownClosed = await publishedByMarco();
    await deleteShift(marco, ownClosed.mine.shiftId);
    const ownRefused = await publishedByMarco();
    await server.database.run(sql`
      update exchange_requests set status = 'rifiutata', close_reason = 'nobody_left',
        closed_at = ${server.clock.now()} where id = ${ownRefused.id}`);
    const notOffered = await publishedByColleague();
    await deleteShift(notOffered.colleague, notOffered.colleague.shiftId);

    const { members, cards } = await tabsOf(marco);
    expect(members).toEqual({
      disponibili: [plain.id, otherRole.id],
      'pre-accettati': [offered.id, ownOffered.id],
      mie: [own.id],
      rifiutati: [ownRefused, ownClosed, withdrawn, refused, rejected, lost].map(({ id }) => id),
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
    expect(cardOf(refused.id)).toMatchObject({
      status: 'aperta',
      preAccept: {
        isAllowed: false,
        reason: 'La tua pre-accettazione per questo turno è già stata rifiutata.',
      },
    });
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
  });

  test('a request whose offer was refused stands once in the tab of who then says no to it', async () => {
    const giulia = await signInOnDuty(server, early);
    const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    const requestId = await publishedId(giulia, giulia.shiftId);
    await offer(marco, requestId);
    await server.database.run(sql`
      update pre_acceptances set status = 'rifiutata' where request_id = ${requestId}`);
    await server.database.run(sql`
      insert into exchange_rejections (request_id, user_id) values (${requestId}, ${marco.id})`);
    expect((await tabsOf(marco)).members).toEqual({ ...none, rifiutati: [requestId] });
  });

  test('a request in the tab of who rejected it stays there when others complete it', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, late, { worksiteId });
    const sara = await signInOnDuty(server, late, { worksiteId });
    const requestId = await publishedId(giulia, giulia.shiftId);
    await server.database.run(sql`
      insert into exchange_rejections (request_id, user_id) values (${requestId}, ${marco.id})`);
    await offer(sara, requestId);
    await confirm(giulia, requestId);
    expect((await tabsOf(marco)).members).toEqual({ ...none, rifiutati: [requestId] });
  });
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

  test('what can be taken comes first, of it what asks for the own type; the rest follows', async () => {
    const marco = await signInOnDuty(server, late, {}, { day: '2026-11-30' });
    const { worksiteId } = marco;
    const [wanted, taken, others]: [string[], string[], string[]] = [[], [], []];
    for (const [index, [own, offered, canTake]] of cases.toReversed().entries()) {
      const day = addDays('2026-12-01', index);
      await buildShift(server.context, marco, day, own);
      const colleague = await signInOnDuty(server, offered, { worksiteId }, { day });
      const id = await publishedId(colleague, colleague.shiftId, {
        requestedDate: day,
        requestedShiftType: 'pomeriggio',
      });
      (canTake ? (own.shiftType === 'pomeriggio' ? wanted : taken) : others).push(id);
    }
    // of another role, on a day on which everything else fits
    const leader = await signInOnDuty(
      server,
      early,
      { worksiteId, role: 'team_leader' },
      { day: '2026-11-30' },
    );
    others.unshift(await publishedId(leader, leader.shiftId, { requestedDate: '2026-11-30' }));
    const { members, cards } = await tabsOf(marco);
    expect(members.disponibili).toEqual([...wanted, ...taken, ...others]);
    expect([wanted.length, taken.length].every((count) => count > 0)).toBe(true);
    expect(cards.map(({ preAccept }) => preAccept.isAllowed)).toEqual([
      ...[...wanted, ...taken].map(() => true),
      ...others.map(() => false),
    ]);
    expect((await readTab(marco, 'mie')).counts.disponibili).toBe(cards.length);
  });

  test('what can be taken ends when the own shift of that day begins', async () => {
    const giulia = await signInOnDuty(server, late, {}, { day: today });
    const { worksiteId } = giulia;
    const noon = buildDuty('sede', '12:00', '20:00');
    const marco = await signInOnDuty(server, noon, { worksiteId }, { day: today });
    const id = await publishedId(giulia, giulia.shiftId, { requestedDate: today });
    const seen = async () => {
      const { requests, counts } = await readTab(marco, 'disponibili');
      return [requests.map(({ id: of, preAccept }) => [of, preAccept.isAllowed]), counts.disponibili];
    };
    expect(await seen()).toEqual([[[id, true]], 1]);
    server.clock.set('2026-11-16T11:00:00.000Z');
    expect(await seen()).toEqual([[[id, false]], 1]);
  });

  test('what can be taken comes on the earlier pages', async () => {
    const marco = await signInOnDuty(server, late, {}, { day: '2026-11-30' });
    const { worksiteId } = marco;
    const giulia = await server.signIn({ worksiteId });
    const leader = await server.signIn({ worksiteId, role: 'team_leader' });
    for (let index = 0; index < 30; index += 1) {
      const day = addDays('2026-12-01', index);
      await buildShift(server.context, marco, day, late);
      for (const person of [leader, giulia]) {
        const shiftId = await buildShift(server.context, person, day, early);
        await publishedId(person, shiftId, { requestedDate: day });
      }
    }
    const first = await readTab(marco, 'disponibili');
    const second = await readTab(marco, 'disponibili', first.nextCursor);
    expect([first.counts.disponibili, second.counts.disponibili, second.nextCursor]).toEqual([60, 60, null]);
    const all = [...first.requests, ...second.requests];
    expect(all.map(({ requesterId }) => requesterId === giulia.id)).toEqual(all.map((_, n) => n < 30));
    const days = all.map(({ requestedDate }) => requestedDate);
    expect(days).toEqual([...days.slice(0, 30).toSorted(), ...days.slice(30).toSorted()]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(60);
  });

  test('many that ask for the own type on two days are there once each, by day, before all others', async () => {
    const days = ['2026-12-01', '2026-12-02'] as const;
    const marco = await signInOnDuty(server, late, {}, { day: days[0] });
    const { worksiteId } = marco;
    await buildShift(server.context, marco, days[1], late);
    const wanted = { [days[0]]: [] as string[], [days[1]]: [] as string[] };
    const [taken, others]: [string[], string[]] = [[], []];
    for (let index = 0; index < 38; index += 1) {
      const colleague = await server.signIn({ worksiteId, role: index === 37 ? 'team_leader' : 'operatore' });
      for (const day of days) {
        const shiftId = await buildShift(server.context, colleague, day, early);
        const id = await publishedId(colleague, shiftId, {
          requestedDate: day,
          requestedShiftType: index < 35 ? 'pomeriggio' : 'notte',
        });
        (index < 35 ? wanted[day] : index < 37 ? taken : others)?.push(id);
      }
    }
    const byDay = days.flatMap((day) => wanted[day]?.toSorted() ?? []);
    const { members } = await tabsOf(marco);
    expect(members.disponibili.slice(0, 70)).toEqual(byDay);
    expect(members.disponibili.slice(70, 74).toSorted()).toEqual(taken.toSorted());
    expect(members.disponibili.slice(74)).toEqual(others);
  });
});

test('the counts say how many own requests have an offer', async () => {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { worksiteId });
  const counted = async (person: Caller) => {
    const { counts, ownWithOffers } = await readTab(person, 'mie');
    return [counts.mie, counts['pre-accettati'], ownWithOffers];
  };
  const requestId = await publishedId(giulia, giulia.shiftId);
  expect(await counted(giulia)).toEqual([1, 0, 0]);
  await offer(marco, requestId);
  expect(await counted(giulia)).toEqual([0, 1, 1]);
  // what he pre-accepted is no request of his
  expect(await counted(marco)).toEqual([0, 1, 0]);
  server.clock.set('2026-11-20T05:00:00.000Z');
  const later = await server.signInAs(giulia);
  expect(await counted(later)).toEqual([0, 0, 0]);
});

describe('when the day of the shift comes', () => {
  /** Giulia offers today's late shift; Marco, on duty from 15:00, pre-accepted, Sara did not, Luca's offer lapsed. */
  const expiring = async () => {
    const giulia = await signInOnDuty(server, late, {}, { day: today });
    const { worksiteId } = giulia;
    const day = { day: today };
    const afternoon = buildDuty('sede', '15:00', '23:00');
    const marco = await signInOnDuty(server, afternoon, { worksiteId }, day);
    const sara = await signInOnDuty(server, afternoon, { worksiteId }, day);
    const luca = await signInOnDuty(server, afternoon, { worksiteId }, day);
    const id = await publishedId(giulia, giulia.shiftId, { requestedDate: today });
    await offer(marco, id);
    await offer(luca, id);
    await changeShift(luca, luca.shiftId, { startTime: '15:15', endTime: '23:15' });
    return { giulia, marco, sara, luca, id };
  };

  test('a request closes by itself, without any job', async () => {
    const { giulia, marco, sara, luca, id } = await expiring();
    server.clock.set('2026-11-16T12:59:59.999Z');
    expect((await tabsOf(giulia)).members).toEqual({ ...none, 'pre-accettati': [id] });
    expect((await tabsOf(marco)).members).toEqual({ ...none, 'pre-accettati': [id] });
    expect((await tabsOf(sara)).members).toEqual({ ...none, disponibili: [id] });
    expect((await tabsOf(luca)).members).toEqual({ ...none, disponibili: [id] });
    server.clock.set('2026-11-16T13:00:00.000Z');
    const own = await tabsOf(giulia);
    expect(own.members).toEqual({ ...none, rifiutati: [id] });
    expect(own.cards[0]).toMatchObject({
      status: 'annullata',
      closeReason: 'day_begun',
      closedAt: '2026-11-16T13:00:00.000Z',
      isLapsed: false,
    });
    const offered = await tabsOf(marco);
    expect(offered.members).toEqual({ ...none, rifiutati: [id] });
    expect(offered.cards[0]).toMatchObject({
      status: 'annullata',
      isLapsed: true,
      userHasPreAccepted: false,
    });
    expect((await tabsOf(sara)).members).toEqual(none);
    expect((await tabsOf(luca)).members).toEqual({ ...none, rifiutati: [id] });
  });

  test('it looks the same when a job has closed it', async () => {
    const { giulia, marco, sara, luca, id } = await expiring();
    server.clock.set('2026-11-16T13:30:00.000Z');
    const people = [giulia, marco, sara, luca];
    const look = async () => ({
      tabs: await Promise.all(people.map(async (person) => (await tabsOf(person)).members)),
      cards: await Promise.all(people.map(async (person) => (await readRequest(person, id)).body)),
    });
    const before = await look();
    await server.database.run(sql`
      update pre_acceptances set status = 'decaduta', updated_at = '2026-11-16T13:00:00Z'
      where request_id = ${id} and status = 'offerta'`);
    await server.database.run(sql`
      update exchange_requests set status = 'annullata', close_reason = 'day_begun',
        closed_at = '2026-11-16T13:00:00Z' where id = ${id}`);
    expect(await look()).toEqual(before);
  });

  test('nobody can act on it any more, whether or not a job has run', async () => {
    const { giulia, marco, sara, id } = await expiring();
    const tomorrow = await buildShift(server.context, giulia, '2026-11-17', late);
    server.clock.set('2026-11-16T13:00:00.000Z');
    const ids = [giulia, marco, sara].map((person) => person.id);
    await server.database.run(sql`delete from notifications where user_id = any(${ids}::uuid[])`);
    const edit = {
      offeredShiftId: tomorrow,
      requestedShiftType: 'sera',
      requestedDate: '2026-11-17',
    } as const;
    const closed = { status: 409, body: { code: 'exchange_closed' } };
    expect(await editRequest(giulia, id, edit)).toMatchObject(closed);
    const refusal = { accepterUserId: marco.id };
    expect(
      await giulia.call('DELETE /api/exchange-requests/:id/cancel-pre-accept', {
        params: { id },
        body: refusal,
      }),
    ).toMatchObject(closed);
    expect(await reject(sara, id)).toMatchObject(closed);
    expect(await reject(marco, id)).toMatchObject(closed);
    // what ended otherwise is not there to be taken back: the same answer each time, and nothing changes
    expect(await takeBack(marco, id)).toMatchObject({
      status: 200,
      body: { request: { tab: 'rifiutati', isLapsed: true, userHasRejected: false } },
    });
    expect((await tabsOf(giulia)).members).toEqual({ ...none, rifiutati: [id] });
    for (const person of [giulia, marco, sara]) expect(await notificationsOf(person)).toEqual([]);
    // only its owner may clear it away; who was waiting hears that it expired, not that it was withdrawn
    expect((await withdraw(giulia, id)).status).toBe(204);
    expect((await tabsOf(giulia)).members).toEqual(none);
    expect(await notificationsOf(marco)).toMatchObject([
      { type: 'exchange_declined', title: 'Richiesta scaduta' },
    ]);
  });

  test('its shift can no longer be picked', async () => {
    const { giulia, id } = await expiring();
    const pickable = async () => giulia.ask('GET /api/user-shifts');
    expect(await pickable()).toMatchObject([{ openRequestId: id }]);
    server.clock.set('2026-11-16T13:00:00.000Z');
    expect(await pickable()).toEqual([]);
  });
});

describe('pages', () => {
  test('hold 30 requests, and all together every request once', async () => {
    const giulia = await signInOnDuty(server, early, {}, { day: '2026-12-01' });
    const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId }, { day: '2026-12-01' });
    const days = Array.from({ length: 35 }, (_, index) => addDays('2026-12-01', index));
    const requests: string[] = [];
    const cursors: (string | null)[] = [];
    for (const [index, day] of days.entries()) {
      const shiftId = index === 0 ? giulia.shiftId : await buildShift(server.context, giulia, day, early);
      if (index > 0) await buildShift(server.context, marco, day, late);
      requests.push(await publishedId(giulia, shiftId, { requestedDate: day }));
      if (index >= 29) cursors.push((await readTab(giulia, 'mie')).nextCursor);
    }
    // 30 fit on the first page, 31 do not
    expect(cursors.map((cursor) => cursor !== null)).toEqual([false, true, true, true, true, true]);
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
    expect(await pagesOf(giulia, 'mie')).toEqual(byDay);
    expect(await pagesOf(marco, 'disponibili')).toEqual(byDay);
    expect(await compressedBytes(marco, 'disponibili')).toBeLessThan(12_000);
    for (const id of requests) await offer(marco, id);
    expect(await pagesOf(giulia, 'pre-accettati')).toEqual(byDay);
    expect(await compressedBytes(giulia, 'pre-accettati')).toBeLessThan(12_000);
    expect(await pagesOf(marco, 'pre-accettati')).toEqual(byDay);
    for (const id of requests) {
      server.clock.advance(1);
      expect((await confirm(giulia, id)).status).toBe(200);
    }
    const newestFirst = requests.toReversed();
    const byTime = [newestFirst.slice(0, 30), newestFirst.slice(30)];
    expect(await pagesOf(giulia, 'completati')).toEqual(byTime);
    expect(await pagesOf(marco, 'completati')).toEqual(byTime);
    for (const person of [giulia, marco]) {
      const first = await readCompleted(person);
      const second = await readCompleted(person, first.nextCursor);
      expect([first.total, second.total]).toEqual([35, 35]);
      expect([first, second].map(({ swaps }) => swaps.map(({ requestId }) => requestId))).toEqual(byTime);
      expect(second.nextCursor).toBeNull();
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
    // of each day: two offers, which are over, and a swap
    expect(await countAllNews(giulia)).toBe(3 * 35);
    expect((await newsPage(giulia)).unreadCount).toBe(35);
  });

  const newsPage = async (person: Caller, cursor: string | null = null): Promise<NotificationList> =>
    person.ask('GET /api/notifications/page', { query: cursor ? { cursor } : {} });

  async function countAllNews(person: Caller): Promise<number> {
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const page = await newsPage(person, cursor);
      for (const { id } of page.notifications) seen.add(id);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return seen.size;
  }

  test.each([
    '/api/exchange-requests/page?tab=altri',
    '/api/exchange-requests/page?stato=aperta',
    '/api/exchange-requests/page?cursor=x',
    `/api/exchange-requests/page?cursor=${Buffer.from('["2026-11-20","x"]').toString('base64url')}`,
    `/api/exchange-requests/page?cursor=${'a'.repeat(201)}`,
    '/api/exchange-requests/x',
    '/api/exchanges/completed/page?cursor=x',
    '/api/exchanges/completed/page?page=2',
  ])('refuse what is none: %s', async (path) => {
    const person = await server.signIn();
    expect(outcomeOf(await person.callUntyped(`GET ${path}`))).toBe('400 invalid_data');
  });
});

describe('privacy', () => {
  test('nobody learns why a colleague is away', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, late, { worksiteId });
    const sara = await signInOnDuty(server, late, { worksiteId });
    const absent = await signInOnDuty(server, buildDuty('malattia'), { worksiteId, firstName: 'Assente' });
    const away = await signInOnDuty(server, buildDuty('ferie'), { worksiteId, firstName: 'Lontano' });
    const requestId = await publishedId(giulia, giulia.shiftId);
    await offer(marco, requestId);
    await offer(sara, requestId);
    // Sara falls ill, Giulia swaps with Marco and then takes a holiday, Marco offers what he got
    await changeShift(sara, sara.shiftId, { workLocation: 'malattia' });
    await confirm(giulia, requestId, marco.id);
    const override = { 'x-override-exchange': 'true' };
    const mine = (await giulia.ask('GET /api/user-shifts'))[0]!;
    await changeShift(giulia, mine.id, { workLocation: 'ferie' }, override);
    const received = (await marco.ask('GET /api/user-shifts'))[0]!;
    const second = await publishedId(marco, received.id);

    const answersOf = async (person: Caller): Promise<string> => {
      const answers = await Promise.all([
        ...exchangeTabs.map((tab) => person.call('GET /api/exchange-requests/page', { query: { tab } })),
        person.call('GET /api/exchange-requests'),
        person.call('GET /api/exchanges/completed'),
        person.call('GET /api/notifications'),
        readRequest(person, requestId),
        readRequest(person, second),
        person.call('GET /api/exchanges/completed/page'),
        person.call('GET /api/notifications/page'),
        person.call('GET /api/auth/user'),
        person.call('GET /api/worksites/available'),
      ]);
      return answers.map(({ text }) => text).join('\n');
    };
    const cause = /ferie|malattia/i;
    expect(await answersOf(marco)).not.toMatch(cause);
    const ownOnly = async (person: Caller, own: string, other: string) => {
      const text = await answersOf(person);
      expect(text).not.toContain(other);
      // their own entry, beside each of the two requests of that day and nowhere else
      expect(text.split(own)).toHaveLength(1 + 2);
    };
    await ownOnly(absent, 'malattia', 'ferie');
    await ownOnly(away, 'ferie', 'malattia');
    const colleague = await signInOnDuty(server, late, { worksiteId });
    expect(await answersOf(colleague)).not.toMatch(cause);
  });

  test('only the requester learns who offered, also after the swap', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, late, { worksiteId, firstName: 'Marco', lastName: 'Segreto' });
    const sara = await signInOnDuty(server, late, { worksiteId });
    const bystander = await signInOnDuty(server, late, { worksiteId });
    const requestId = await publishedId(giulia, giulia.shiftId);
    await offer(marco, requestId);
    await offer(sara, requestId);
    const textsOf = async (person: Caller): Promise<string> =>
      JSON.stringify([(await tabsOf(person)).cards, (await readRequest(person, requestId)).body]);
    for (const person of [sara, bystander]) {
      expect(await textsOf(person)).not.toContain(marco.id);
      expect(await textsOf(person)).not.toContain('Segreto');
    }
    await confirm(giulia, requestId, marco.id);
    for (const person of [sara, bystander]) {
      expect(await textsOf(person)).not.toContain(marco.id);
      expect(await textsOf(person)).not.toContain('Segreto');
      expect(JSON.stringify(await notificationsOf(person))).not.toContain('Segreto');
    }
    expect(await textsOf(giulia)).toContain(marco.id);
    expect(await textsOf(giulia)).not.toContain(sara.id);
  });

  test('a partner’s phone and licence stay out of a standard worksite', async () => {
    const contact = { phoneNumber: '+39 333 7654321', taxiLicense: 'RM-7777' };
    const lastName = 'Zzsenza';
    const giulia = await signInOnDuty(server, early, { ...contact, lastName });
    const marco = await signInOnDuty(server, late, { ...contact, worksiteId: giulia.worksiteId });
    await swap(giulia, marco);
    for (const person of [giulia, marco]) {
      const { swaps } = await readCompleted(person);
      expect(swaps).toMatchObject([{ partnerPhone: null, partnerLicenseNumber: null }]);
      const texts = [
        JSON.stringify(await tabsOf(person)),
        JSON.stringify(await notificationsOf(person)),
      ].join('');
      expect(texts).not.toMatch(/7654321|RM-7777/);
    }
    const mails = (await listWrittenMails(server.database)).filter(({ text }) => text.includes(lastName));
    expect(mails).toHaveLength(3);
    expect(JSON.stringify(mails)).not.toMatch(/7654321|RM-7777/);
  });
});
