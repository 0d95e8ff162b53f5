import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { type ReadEvent, readIcal } from '../../../tests/support/ical.ts';
import { countWaiting, holdLock } from '../../../tests/support/locks.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { early, late, signInOnDuty } from '../../../tests/support/swaps.ts';
import { addDays } from '../../domain/calendar/day.ts';
import type { FeedOptions } from '../../domain/shifts/schema.feed.ts';

const server = await testServer();
const { context, database, clock, nobody } = server;

/** Creates a feed and returns the path of its address. */
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
  test('creates an address that shows the shifts from 31 days ago on, and reveals it once', async () => {
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
    // only the token's hash is stored
    const stored = await database.many<{ line: string }>(sql`
      select f::text as line from calendar_feeds f union all select a::text from audit_log a`);
    expect(stored.map(({ line }) => line).join('\n')).not.toContain(tokenOf(path));
  });

  test('again, replaces the address with a new one', async () => {
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

  test('shows notes and the reason for an absence only if the person chose so', async () => {
    const giulia = await signInOnDuty(server, early, {}, { notes: 'visita; medica' });
    await buildShift(context, giulia, '2026-11-21', buildDuty('malattia'), 'febbre');
    const plain = await makeFeed(giulia);
    expect((await read(plain)).text).not.toMatch(/visita|Malattia|febbre|20261121/);
    const whole = await makeFeed(giulia, { withNotes: true, withAbsences: true });
    expect(await eventsAt(whole)).toMatchObject([
      { description: 'visita; medica' },
      { start: '2026-11-21', end: '2026-11-22', summary: 'Malattia', description: 'febbre' },
    ]);
    // choosing otherwise leaves no trace of them
    expect((await read(await makeFeed(giulia))).text).not.toMatch(/visita|Malattia|febbre|20261121/);
  });
});

describe('GET /calendar/:token.ics', () => {
  test('sends nothing to an app that is up to date', async () => {
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

  test('gives two concurrent readers the same answer, and records changes once', async () => {
    const path = await makeFeed(await signInOnDuty(server, early));
    const lock = await holdLock(database, sql`lock table calendar_feed_events in exclusive mode`);
    const reading = [read(path), read(path)];
    await expect.poll(() => countWaiting(database)).toBe(2);
    await lock.letGo();
    const etags = (await Promise.all(reading)).map(({ headers }) => headers['etag']);
    expect(etags).toEqual(Array(2).fill((await read(path)).headers['etag']));
  });

  test('shows removed entries as cancelled for 30 days, with the time and a higher sequence', async () => {
    const giulia = await signInOnDuty(server, early);
    const path = await makeFeed(giulia);
    const [before] = await eventsAt(path);
    clock.advance(60);
    await giulia.ask('DELETE /api/shifts/:id', { params: { id: giulia.shiftId } });
    const { uid, start } = before!;
    const gone = { uid, start, isCancelled: true, sequence: 1, changedAt: '2026-11-16T09:01:00Z' };
    expect(await eventsAt(path)).toMatchObject([gone]);
    const etag = (await read(path)).headers['etag']!;
    // the day itself is still in the feed's range
    clock.advance(30 * 24 * 3600 - 1);
    expect((await read(path, etag)).status).toBe(304);
    clock.advance(1);
    expect((await read(path, etag)).status).toBe(200);
    expect(await eventsAt(path)).toEqual([]);
  });

  test('gives a shift that comes back a higher sequence, however long it was away', async () => {
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

  test('ends with the account, at once, but not when the password changes', async () => {
    const password = 'Segreta!2026';
    const draft = { passwordHash: await context.passwords.hash(password) };
    const ceo = await server.signInCeo();
    const [shutOut, leaving] = [await server.signIn(draft), await server.signIn(draft)];
    const staying = await server.signIn(draft);
    const paths = [await makeFeed(shutOut), await makeFeed(leaving), await makeFeed(staying)];
    for (const path of paths) expect((await read(path)).status).toBe(200);
    await ceo.setActive(shutOut.id, false);
    await leaving.ask('DELETE /api/users/:id', { params: { id: leaving.id }, body: { password } });
    await staying.ask('POST /api/auth/change-password', {
      body: { currentPassword: password, password: 'Altra!2026x' },
    });
    const statuses = async () => Promise.all(paths.map(async (path) => (await read(path)).status));
    expect(await statuses()).toEqual([404, 404, 200]);
    // once reactivated, the person creates a new one
    await ceo.setActive(shutOut.id, true);
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

test('no log or metric contains a feed’s token, whatever the response', async () => {
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
  // even if the database fails
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
