import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { setActive } from '../../../tests/support/accounts.ts';
import { type ReadEvent, readIcal } from '../../../tests/support/ical.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { early, late, pair, signInOnDuty, swap, swapDay } from '../../../tests/support/swaps.ts';
import { addDays, type Day, dayInRome } from '../../domain/calendar/day.ts';
import type { Duty } from '../../domain/shifts/duty.ts';
import type { FeedOptions } from '../../domain/shifts/schema.feed.ts';
import { deleteShift, deleteShifts, insertShift, updateShift } from './queries.ts';

const server = await testServer();
const { context, database, clock, nobody } = server;

/** Makes a feed; answers the path of its address. */
async function makeFeed(person: SignedInCaller, options?: Partial<FeedOptions>): Promise<string> {
  const { url } = await person.ask('POST /api/calendar/feed', { body: options });
  expect(url).toMatch(/^http:\/\/localhost:3000\/calendar\/[\w-]{43}\.ics$/);
  return new URL(url).pathname;
}

const read = (path: string, etag?: string) =>
  nobody.callUntyped(`GET ${path}`, { headers: etag === undefined ? {} : { 'if-none-match': etag } });

async function eventsAt(path: string): Promise<ReadEvent[]> {
  const { status, text } = await read(path);
  if (status !== 200) throw new Error(`feed: ${status} ${text}`);
  return readIcal(text).events;
}

const tokenOf = (path: string): string => path.split('/')[2]!.replace('.ics', '');
const uidOf = (shiftId: string): string => `${shiftId}@turnario`;

describe('POST /api/calendar/feed', () => {
  test('makes an address that shows the shifts from 31 days ago on, and tells it once', async () => {
    const giulia = await server.signIn();
    const ids = [];
    for (const days of [-32, -31, 0, 400])
      ids.push(await buildShift(context, giulia, addDays('2026-11-16', days), early));
    await buildShift(context, giulia, '2026-11-17', buildDuty('libero'));
    const state = { exists: false, since: null, withNotes: false, withAbsences: false };
    expect(await giulia.ask('GET /api/calendar/feed')).toEqual(state);
    const path = await makeFeed(giulia);
    expect(await giulia.ask('GET /api/calendar/feed')).toEqual({ ...state, exists: true, since: testNow });
    const answer = await read(path);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-disposition': 'inline; filename="turnario.ics"',
      'referrer-policy': 'no-referrer',
    });
    const { events } = readIcal(answer.text);
    expect(events.map(({ uid }) => uid)).toEqual(ids.slice(1).map(uidOf));
    expect(events[1]).toMatchObject({
      start: '2026-11-16T06:00:00',
      end: '2026-11-16T14:00:00',
      summary: 'Mattina',
      sequence: 0,
    });
    // of the token nothing but its hash is stored
    const stored = await database.many<{ line: string }>(sql`
      select f::text as line from calendar_feeds f union all select a::text from audit_log a`);
    expect(stored.map(({ line }) => line).join('\n')).not.toContain(tokenOf(path));
  });

  test('made again, the address before ends and the other one goes on', async () => {
    const giulia = await signInOnDuty(server, early);
    const first = await makeFeed(giulia);
    await eventsAt(first);
    await database.run(sql`update shifts set start_time = '05:00' where id = ${giulia.shiftId}`);
    expect((await eventsAt(first))[0]?.sequence).toBe(1);
    const second = await makeFeed(giulia, { withNotes: true });
    expect((await read(first)).status).toBe(404);
    expect((await eventsAt(second))[0]).toMatchObject({ uid: uidOf(giulia.shiftId), sequence: 1 });
    await giulia.ask('DELETE /api/calendar/feed');
    expect((await read(second)).status).toBe(404);
    expect(await giulia.statusOf('DELETE /api/calendar/feed')).toBe(204);
    const acts = await database.many(sql`
      select action, target_type as on, after from audit_log where target_id = ${giulia.id} order by id`);
    expect(acts).toEqual([
      { action: 'calendar_feed_made', on: 'user', after: { withNotes: false, withAbsences: false } },
      { action: 'calendar_feed_renewed', on: 'user', after: { withNotes: true, withAbsences: false } },
      { action: 'calendar_feed_ended', on: 'user', after: null },
    ]);
  });

  test('notes and the reason of an absence are shown only where the person chose so', async () => {
    const giulia = await signInOnDuty(server, early, {}, { notes: 'visita; medica' });
    await buildShift(context, giulia, '2026-11-21', buildDuty('malattia'), 'febbre');
    const plain = await makeFeed(giulia);
    expect((await read(plain)).text).not.toMatch(/visita|Malattia|febbre|20261121/);
    const whole = await makeFeed(giulia, { withNotes: true, withAbsences: true });
    expect(await eventsAt(whole)).toMatchObject([
      { description: 'visita; medica' },
      { start: '2026-11-21', end: '2026-11-22', summary: 'Malattia', description: 'febbre' },
    ]);
    // who chooses otherwise leaves no trace of it
    expect((await read(await makeFeed(giulia))).text).not.toMatch(/visita|Malattia|febbre|20261121/);
  });
});

describe('GET /calendar/:token.ics', () => {
  test('what a program has already is not sent again, until something changed', async () => {
    const giulia = await signInOnDuty(server, early);
    const path = await makeFeed(giulia);
    const first = await read(path);
    const etag = first.headers['etag']!;
    clock.advance(3600);
    const again = await read(path, `W/${etag}, "altro"`);
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    expect((await read(path)).text).toBe(first.text);
    await buildShift(context, giulia, '2026-11-21', late);
    expect((await read(path, etag)).status).toBe(200);
  });

  test('what is gone is cancelled for 30 days, with the moment and a higher sequence', async () => {
    const giulia = await signInOnDuty(server, early);
    const path = await makeFeed(giulia);
    const [before] = await eventsAt(path);
    clock.advance(60);
    await giulia.ask('DELETE /api/shifts/:id', { params: { id: giulia.shiftId } });
    const { uid, start } = before!;
    const gone = { uid, start, isCancelled: true, sequence: 1, changedAt: '2026-11-16T09:01:00Z' };
    expect(await eventsAt(path)).toMatchObject([gone]);
    const etag = (await read(path)).headers['etag']!;
    // the day itself is still within the feed
    clock.advance(30 * 24 * 3600 - 1);
    expect((await read(path, etag)).status).toBe(304);
    clock.advance(1);
    expect((await read(path, etag)).status).toBe(200);
    expect(await eventsAt(path)).toEqual([]);
  });

  test('a shift that is no work for a while comes back with a higher sequence, however long it took', async () => {
    const giulia = await signInOnDuty(server, early, {}, { day: '2027-03-01' });
    const path = await makeFeed(giulia);
    await eventsAt(path);
    const change = (body: object) =>
      giulia.callUntyped('PATCH /api/shifts/:id', { params: { id: giulia.shiftId }, body });
    await change({ workLocation: 'malattia' });
    expect(await eventsAt(path)).toMatchObject([{ isCancelled: true, sequence: 1 }]);
    await database.run(sql`update sessions set expires_at = '2027-12-31'`);
    await database.run(sql`update sessions set last_used_at = '2026-12-31'`);
    clock.advance(40 * 24 * 3600);
    expect(await eventsAt(path)).toEqual([]);
    await change({ workLocation: 'sede', startTime: '06:00', endTime: '14:00' });
    expect(await eventsAt(path)).toMatchObject([{ isCancelled: false, sequence: 2 }]);
  });

  test('a swap cancels what was given and shows what came', async () => {
    const { giulia, marco } = await pair(server);
    const paths = [await makeFeed(giulia), await makeFeed(marco)];
    for (const path of paths) await eventsAt(path);
    await swap(giulia, marco);
    const start = `${swapDay}T14:00:00`;
    expect(await eventsAt(paths[0]!)).toMatchObject([
      { start, isCancelled: false, sequence: 0 },
      { uid: uidOf(giulia.shiftId), isCancelled: true, sequence: 1 },
    ]);
    expect(await eventsAt(paths[1]!)).toMatchObject([
      { start: `${swapDay}T06:00:00`, isCancelled: false },
      { uid: uidOf(marco.shiftId), isCancelled: true },
    ]);
  });

  test('the feed ends with the account, at once, and not with its password', async () => {
    const password = 'Segreta!2026';
    const draft = { passwordHash: await context.passwords.hash(password) };
    const ceo = await server.signInCeo();
    const [shutOut, leaving] = [await server.signIn(draft), await server.signIn(draft)];
    const staying = await server.signIn(draft);
    const paths = [await makeFeed(shutOut), await makeFeed(leaving), await makeFeed(staying)];
    for (const path of paths) expect((await read(path)).status).toBe(200);
    await setActive(ceo, shutOut.id, false);
    await leaving.ask('DELETE /api/users/:id', { params: { id: leaving.id }, body: { password } });
    await staying.ask('POST /api/auth/change-password', {
      body: { currentPassword: password, password: 'Altra!2026x' },
    });
    const statuses = async () => Promise.all(paths.map(async (path) => (await read(path)).status));
    expect(await statuses()).toEqual([404, 404, 200]);
    // let in again, the person makes a new one
    await setActive(ceo, shutOut.id, true);
    expect(await statuses()).toEqual([404, 404, 200]);
    const left = sql`select from calendar_feed_events where user_id in (${shutOut.id}, ${leaving.id})`;
    expect(await database.many(left)).toEqual([]);
  });

  test.each(['/calendar/x.ics', `/calendar/${'x'.repeat(43)}.ics`, '/calendar/%22.ics'])(
    '%s is answered as an address that has ended',
    async (path) => {
      const giulia = await server.signIn();
      const ended = await makeFeed(giulia);
      await giulia.ask('DELETE /api/calendar/feed');
      const [one, other] = [await read(ended), await read(path)];
      expect([one.status, one.headers['etag']]).toEqual([404, undefined]);
      expect([other.status, other.text]).toEqual([404, one.text]);
      expect(other.headers).toEqual({
        ...one.headers,
        date: other.headers['date'],
        'x-request-id': other.headers['x-request-id'],
      });
    },
  );
});

test('no log and no number of the server holds a feed’s token, whatever is answered', async () => {
  const giulia = await signInOnDuty(server, early);
  const path = await makeFeed(giulia);
  const token = tokenOf(path);
  server.logLines.length = 0;
  const { headers } = await read(path);
  await read(path, headers['etag']);
  for (const call of [
    `HEAD ${path}`,
    `POST ${path}`,
    `GET ${path}%`,
    `GET /calendar/${token}`,
    `GET /calendar/${token}/x.ics`,
    `GET /api${path}`,
  ])
    await nobody.callUntyped(call);
  await nobody.callUntyped(`GET ${path}`, { headers: { referer: `http://localhost:3000${path}` } });
  await giulia.ask('DELETE /api/calendar/feed');
  expect((await read(path)).status).toBe(404);
  // and where the database is at fault
  await database.run(sql`alter table calendar_feeds rename to calendar_feeds_gone`);
  expect((await read(path)).status).toBe(500);
  await database.run(sql`alter table calendar_feeds_gone rename to calendar_feeds`);
  server.takeErrors();
  expect(server.logLines.length).toBeGreaterThan(9);
  const log = server.logLines.join('');
  expect(log).toContain('"route":"/calendar/:token.ics"');
  const numbers = await context.metrics.registry.metrics();
  expect(numbers).toContain('/calendar/:token.ics');
  for (const text of [log, numbers]) expect(text).not.toContain(token.slice(0, 12));
});

describe('after any edits and swaps, each several of them', () => {
  const duties: Duty[] = [
    early,
    late,
    buildDuty('smart_working', '09:00', '18:00'),
    buildDuty('sede', '22:00', '06:00'),
    {
      ...buildDuty('sede', '08:00', '12:00'),
      isSplitShift: true,
      secondStartTime: '14:00',
      secondEndTime: '18:00',
    },
    buildDuty('libero'),
    buildDuty('ferie'),
    buildDuty('malattia'),
  ];
  const today = (): Day => dayInRome(clock.now());
  const firstShown = (): Day => addDays(today(), -31);

  /** When the working parts of a person's entries begin and end, read past what the feed asks. */
  async function expectedSpans({ id }: { id: string }): Promise<string[]> {
    const rows = await database.many<{ span: string }>(sql`
      select concat(part.day_from, 'T', part.start_time, ' ',
        part.day_from + (part.end_time <= part.start_time)::int, 'T', part.end_time) as span
      from shifts s, lateral (values (s.day, s.start_time, s.end_time), (s.day, s.second_start_time, s.second_end_time))
        part (day_from, start_time, end_time)
      where s.user_id = ${id} and s.day >= ${firstShown()} and part.start_time is not null`);
    return rows.map(({ span }) => span).toSorted();
  }

  /** Reads a feed now and then, and holds it against the calendar and against what it said before. */
  function feedReader(person: SignedInCaller, path: string) {
    const known = new Map<string, ReadEvent>();
    let etag: string | undefined;
    const isOver = ({ start, isCancelled, changedAt }: ReadEvent): boolean =>
      start.slice(0, 10) < firstShown() ||
      (isCancelled && Date.parse(changedAt) <= Date.parse(clock.now()) - 30 * 24 * 3_600_000);
    return async (): Promise<void> => {
      const answer = await read(path, etag);
      const shown = answer.status === 304 ? [...known.values()] : readIcal(answer.text).events;
      etag = answer.headers['etag'];
      const live = shown.filter(({ isCancelled }) => !isCancelled);
      const spans = live.map(({ start, end }) => `${start} ${end}`);
      expect(spans.toSorted()).toEqual(await expectedSpans(person));
      const byUid = new Map(shown.map((event) => [event.uid, event]));
      expect(byUid.size).toBe(shown.length);
      for (const [uid, before] of known) {
        const now = byUid.get(uid);
        if (!now && isOver(before)) continue;
        // what was shown once is there for 30 days, if only as cancelled
        if (!now) throw new Error(`${uid} has gone without a word`);
        const isSame = (['start', 'end', 'isCancelled', 'summary', 'location'] as const).every(
          (field) => now[field] === before[field],
        );
        if (isSame) expect(now.sequence).toBe(before.sequence);
        else expect(now.sequence).toBeGreaterThan(before.sequence);
      }
      known.clear();
      for (const [uid, event] of byUid) known.set(uid, event);
    };
  }

  const change = fc.record({
    kind: fc.constantFrom('write', 'write', 'remove', 'move', 'swap', 'bulk'),
    ahead: fc.nat({ max: 19 }),
    otherAhead: fc.nat({ max: 19 }),
    duty: fc.constantFrom(...duties),
    isRead: fc.nat({ max: 7 }).map((number) => number === 0),
  });

  test('1,000 changes of every kind that the tables allow, over four months', async () => {
    const giulia = await server.signIn();
    const check = feedReader(giulia, await makeFeed(giulia));
    const rows = new Map<Day, string>();
    const insert = async (date: Day, duty: Duty): Promise<void> => {
      const { id: userId, worksiteId } = giulia;
      const shift = { worksiteId, userId, date, duty, notes: null, fromSwapId: null, now: clock.now() };
      rows.set(date, await insertShift(database, shift));
    };
    const update = (id: string, date: Day, duty: Duty) =>
      updateShift(database, id, { date, duty, notes: null, now: clock.now() });
    let swaps = 0;
    for (const { kind, ahead, otherAhead, duty, isRead } of fc.sample(change, { seed: 18, numRuns: 1000 })) {
      const day = addDays(today(), ahead);
      const other = addDays(today(), otherAhead);
      const id = rows.get(day);
      if (kind === 'bulk') {
        const span = [0, 1, 2].map((count) => addDays(day, count));
        await deleteShifts(
          database,
          span.flatMap((at) => rows.get(at) ?? []),
        );
        for (const at of span) await insert(at, duty);
      } else if (id === undefined) {
        await insert(day, duty);
      } else if (kind === 'write') {
        await update(id, day, duty);
      } else if (kind === 'move' && !rows.has(other)) {
        await update(id, other, duty);
        rows.delete(day);
        rows.set(other, id);
      } else {
        await deleteShift(database, id);
        rows.delete(day);
        if (kind === 'swap') await insert(day, duty);
        if (kind === 'swap') swaps += 1;
      }
      clock.advance(3 * 3600);
      if (isRead) await check();
    }
    await check();
    expect(swaps).toBeGreaterThan(50);
  });
});
