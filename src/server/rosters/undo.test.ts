import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { calendarOf, dayAt, firstDay, publishedDay, signInWorker } from '../../../tests/support/days.ts';
import { acceptDays, proposalsOf, rosterSite } from '../../../tests/support/rosters.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { addHours } from '../../domain/calendar/day.ts';

// Undoing a roster.

const server = await testServer();
const { database, clock } = server;
const ceo = await server.signInCeo();

test('deletes unchanged entries, restores replaced ones, and deletes what waits', async () => {
  const { loader, person, load, undo } = await rosterSite(server);
  const [giulia, marco] = [await person('L.Er'), await person()];
  const { id } = await load([giulia, 'EE-E'], [marco, 'E']);
  await acceptDays(giulia);
  expect(await calendarOf(giulia, 4)).toBe('EE.E');
  clock.advance(60);
  const changed = await giulia.entryOn(dayAt(1));
  await giulia.changeShift(changed!.id, { startTime: '14:00', endTime: '22:00' });
  const listed = () => loader.ask('GET /api/rosters', { query: {} });
  expect(await listed()).toMatchObject([{ undoUntil: addHours(testNow, 24), undoneAt: null }]);
  // repeating changes nothing
  for (let times = 0; times < 2; times += 1) {
    await undo(id);
    expect(await calendarOf(giulia, 4)).toBe('LLEr');
  }
  expect(await proposalsOf(marco)).toEqual([]);
  expect(await acceptDays(marco)).toEqual({ accepted: 0, waiting: 0 });
  expect(await listed()).toMatchObject([{ undoUntil: null, undoneAt: expect.any(String) as string }]);
  const acts = await database.many(sql`
    select action, actor_id, target_type from audit_log where target_id = ${id} order by id`);
  expect(acts).toEqual([
    { action: 'roster_loaded', actorId: loader.id, targetType: 'roster' },
    { action: 'roster_undone', actorId: loader.id, targetType: 'roster' },
  ]);
  expect(await violatedInvariants(database)).toEqual([]);
});

// for the first day: the previous entry, and what each roster says
test.each([
  ['.', 'E', 'L'],
  ['L', 'E', 'L'],
  ['E', '-', 'L'],
  ['E', 'L', '-'],
])('two rosters of a day can go in either order: %s, %s, %s', async (before, first, second) => {
  const written = (letter: string): string => (letter === '-' ? '.' : letter);
  for (const isOlderFirst of [true, false]) {
    clock.set(testNow);
    const { person, load, undo } = await rosterSite(server);
    const giulia = await person(before);
    const ids: (string | null)[] = [];
    for (const letters of [first, second]) {
      ids.push((await load([giulia, letters])).id);
      await acceptDays(giulia, [firstDay]);
      clock.advance(60);
    }
    expect(await calendarOf(giulia, 1)).toBe(written(second));
    const [one, other] = isOlderFirst ? ids : ids.toReversed();
    await undo(one!);
    expect(await calendarOf(giulia, 1)).toBe(written(isOlderFirst ? second : first));
    clock.advance(60);
    await undo(other!);
    expect(await calendarOf(giulia, 1)).toBe(before);
  }
});

test('an entry changed between two rosters is restored by undoing the second', async () => {
  const { person, load, undo } = await rosterSite(server);
  const giulia = await person('r');
  const older = await load([giulia, 'E']);
  await acceptDays(giulia);
  clock.advance(60);
  const shift = await giulia.entryOn(firstDay);
  const changed = { startTime: '07:00', endTime: '15:00' };
  await giulia.changeShift(shift!.id, changed);
  const newer = await load([giulia, 'L']);
  await acceptDays(giulia);
  for (const { id } of [older, newer]) await undo(id);
  expect(await giulia.ask('GET /api/shifts', { query: {} })).toMatchObject([{ id: shift!.id, ...changed }]);
});

test('a person deactivated since is not notified, and nobody is of their restored shifts', async () => {
  const { worksiteId, person, load, undo } = await rosterSite(server);
  const giulia = await signInWorker(server, 'E', { worksiteId });
  const [marco, luca] = [await person('..L'), await person('..L')];
  const { id } = await load([marco, '..-'], [luca, '..-']);
  for (const one of [marco, luca]) await acceptDays(one);
  await ceo.setActive(marco.id, false);
  await publishedDay(giulia, 0, [2]);
  await undo(id);
  const told = await database.many<object>(sql`
    select user_id, type, person_id from notifications
    where user_id in (${giulia.id}, ${marco.id}, ${luca.id}) and type in ('new_compatible_shift', 'roster_changed')
    order by type`);
  expect(told).toMatchObject([
    { userId: giulia.id, type: 'new_compatible_shift', personId: luca.id },
    { userId: luca.id, type: 'roster_changed' },
  ]);
  await ceo.setActive(marco.id, true);
  expect(await calendarOf(await server.signInAs(marco), 3)).toBe('..L');
});

test('entries swapped or offered since stay; after 24 hours all do; another worksite’s roster is not found', async () => {
  const { worksiteId, person, load } = await rosterSite(server, 'subito');
  const [giulia, marco, sara] = [await person(), await person(), await person()];
  const { id } = await load([giulia, 'EE'], [marco, 'L.'], [sara, 'E']);
  const publish = async (one: typeof giulia) =>
    one.publishedId((await one.entryOn(firstDay))!.id, { requestedDate: firstDay });
  const request = await publish(giulia);
  await marco.offer(request);
  await giulia.confirm(request);
  await publish(sara);
  const stranger = await server.signIn({ mayLoadShifts: true });
  const undoAs = async (caller: Caller, rosterId: string | null) =>
    (await caller.call('DELETE /api/rosters/:id', { params: { id: rosterId! } })).outcome;
  expect(await undoAs(stranger, id)).toBe('404 not_found');
  expect(await undoAs(giulia, id)).toBe('403 roster_not_loader');
  const later = await load([marco, '..E']);
  expect(await undoAs(ceo, id)).toBe('204');
  const calendars = [giulia, marco, sara].map((one) => calendarOf(one, 3));
  expect(await Promise.all(calendars)).toEqual(['L..', 'E.E', 'E..']);
  clock.set(addHours(testNow, 25));
  // the loader's session has expired
  const again = await server.signIn({ worksiteId, mayLoadShifts: true });
  expect(await undoAs(again, later.id)).toBe('409 roster_undo_over');
  expect(await violatedInvariants(database)).toEqual([]);
});
