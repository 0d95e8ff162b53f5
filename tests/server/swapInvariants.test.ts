import sql, { type Sql } from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { violatedInvariants, listDrivingDays } from '../../db/invariants.ts';
import type { Transaction } from '../../src/server/platform/database/database.ts';
import { idOf } from '../support/caller.ts';
import { dayAt, offerDay, publishedDay, signInWorker, type Worker } from '../support/days.ts';
import { testServer } from '../support/server.ts';
import { complete } from '../support/swaps.ts';
import { type Driver, nextWeek, openTaxiWorksite, publishWeek, signInDriver } from '../support/taxi.ts';

// The checks of swaps must detect faults: each test damages rows and rolls back.

const server = await testServer();
const { database } = server;

let hers: Driver;
let his: Driver;
beforeEach(async () => {
  const worksiteId = await openTaxiWorksite(server);
  hers = await signInDriver(server, { [nextWeek]: 'MMMMMrr' }, { worksiteId });
  his = await signInDriver(server, { [nextWeek]: 'rNNNNNr' }, { worksiteId });
  await complete(hers, his, await idOf(publishWeek(hers, nextWeek)));
});

class Undo extends Error {}

/** Runs `read` after a statement, then rolls back. */
async function readSpoilt<T>(statement: Sql, read: (tx: Transaction) => Promise<T>): Promise<T> {
  let found: T | undefined;
  const spoilt = database.transaction(async (tx) => {
    await tx.run(statement);
    found = await read(tx);
    throw new Undo();
  });
  await expect(spoilt).rejects.toBeInstanceOf(Undo);
  return found as T;
}

/** The names of the invariants that a statement breaks. */
async function brokenBy(statement: Sql): Promise<string[]> {
  const lines = await readSpoilt(statement, violatedInvariants);
  return [...new Set(lines.map((line) => line.split(':')[0] ?? ''))];
}

const swapOf = (driver: Driver): Sql => sql`
  select id from completed_swaps where ${driver.id} in (requester_id, accepter_id)`;
const received = 'an entry from a swap equals what the other side gave';
const consumed = 'a swap consumes what both gave';
const taken = 'each side of a weekly swap gives one named shift, and they differ';

test('a swap of named shifts between different days off violates no invariant', async () => {
  expect(await violatedInvariants(database)).toEqual([]);
});

const ofSwap = () => sql`where swap_id in (${swapOf(hers)})`;
const ofDay = (driver: Driver, day: string): Sql => sql`where user_id = ${driver.id} and day = ${day}`;
const setShift = (from: string, to: string, type: string): Sql =>
  sql`update shifts set start_time = ${from}, end_time = ${to}, shift_type = ${type}`;
const otherSide = sql`case gave when 'requester' then 'accepter' else 'requester' end`;

test.each<[string, string, () => Sql]>([
  [
    'the side that gave a shift',
    consumed,
    () => sql`update swapped_shifts set gave = ${otherSide} ${ofSwap()} and day = ${nextWeek}`,
  ],
  ['the sides of all shifts', consumed, () => sql`update swapped_shifts set gave = ${otherSide} ${ofSwap()}`],
  [
    'the day of a shift',
    consumed,
    () => sql`update swapped_shifts set day = day + 1 ${ofSwap()} and day = ${nextWeek}`,
  ],
  [
    'a shift that is missing',
    consumed,
    () => sql`delete from swapped_shifts ${ofSwap()} and day = ${nextWeek}`,
  ],
  [
    'the own named shift once more',
    received,
    () => sql`${setShift('06:00', '13:00', 'mattina')} ${ofDay(hers, '2026-11-23')}`,
  ],
  [
    'a third named shift',
    received,
    () => sql`${setShift('13:00', '20:00', 'pomeriggio')} ${ofDay(his, '2026-11-26')}`,
  ],
  [
    'another name for the same hours',
    received,
    () => sql`update shifts set shift_type = 'pomeriggio' ${ofDay(his, '2026-11-26')}`,
  ],
  [
    'a day on which nothing was given',
    received,
    () => sql`${setShift('03:00', '10:00', 'notte')}, from_swap_id = (${swapOf(hers)}), work_location = 'sede'
      ${ofDay(hers, '2026-11-26')}`,
  ],
  [
    'the mark of a swap on rest',
    received,
    () => sql`update shifts set from_swap_id = (${swapOf(his)}) ${ofDay(his, nextWeek)}`,
  ],
])('damage to a swap is detected: %s', async (_what, invariant, spoil) => {
  expect(await brokenBy(spoil())).toEqual([invariant]);
});

test('two named shifts for one, or a named shift for the same one', async () => {
  const changed = (place: string) => sql`
    update completed_swaps set requester_gave = jsonb_set(requester_gave, ${`{${place},shiftType}`}::text[], '"notte"')
    where id in (${swapOf(hers)})`;
  expect(await brokenBy(changed('1'))).toEqual([taken]);
  const same = sql`
    update completed_swaps set accepter_gave = (
      select jsonb_agg(gave || '{"shiftType": "mattina"}') from jsonb_array_elements(accepter_gave) gave)
    where id in (${swapOf(hers)})`;
  expect(await brokenBy(same)).toContain(taken);
});

test.each<[string, boolean, (of: (day: string) => Sql) => Sql]>([
  ['a holiday', true, (of) => sql`update shifts set work_location = 'ferie' ${of('2026-11-26')}`],
  ['a working day that is gone', true, (of) => sql`delete from shifts ${of('2026-11-23')}`],
  ['a day off that is gone', true, (of) => sql`delete from shifts ${of('2026-11-26')}`],
  ['another day', true, (of) => sql`update shifts set day = '2026-11-28' ${of('2026-11-23')}`],
  ['another shift', false, (of) => sql`${setShift('13:00', '20:00', 'pomeriggio')} ${of('2026-11-23')}`],
])('the driving days change with %s: %s', async (_what, isSeen, spoil) => {
  const before = await listDrivingDays(database);
  const after = await readSpoilt(
    spoil((day) => ofDay(hers, day)),
    listDrivingDays,
  );
  expect(after.join() !== before.join()).toBe(isSeen);
});

describe('a day for another day', () => {
  const oneEach = 'in a giorno each gives one shift of the same length on a different day';
  const promisedDays = 'a day promised by a giorno has no other entry';
  let giulia: Worker;
  let marco: Worker;
  beforeEach(async () => {
    giulia = await signInWorker(server, 'E.E....');
    marco = await signInWorker(server, '...L.L.', { worksiteId: giulia.worksiteId });
    const done = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, done);
    await giulia.confirm(done);
    await offerDay(marco, await publishedDay(giulia, 2, [5]));
  });

  test('completed and offered, it violates no invariant', async () => {
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test.each([
    ['shorter', sql`jsonb_set(accepter_gave, '{0,endTime}', '"20:00"')`],
    ['of the same day', sql`jsonb_set(accepter_gave, '{0,date}', requester_gave -> 0 -> 'date')`],
    ['rest', sql`jsonb_set(accepter_gave, '{0,startTime}', 'null')`],
    ['two', sql`accepter_gave || accepter_gave`],
  ])('a given duty that is wrong is detected: %s', async (_what, gave) => {
    const spoil = sql`
      update completed_swaps set accepter_gave = ${gave} where requester_id = ${giulia.id} and kind = 'giorno'`;
    expect(await brokenBy(spoil)).toContain(oneEach);
  });

  test.each([
    ['of the colleague', () => marco.id, dayAt(2), [promisedDays]],
    // only the requester learns of it, on confirmation
    ['of the requester', () => giulia.id, dayAt(5), []],
  ])('a filled day %s is detected', async (_whose, idOfPerson, day, byHolidays) => {
    const fill = (place: string, [start, end, type]: (string | null)[] = []): Sql => sql`
      insert into shifts (worksite_id, user_id, day, work_location, start_time, end_time, shift_type)
      values (${giulia.worksiteId}, ${idOfPerson()}, ${day}, ${place}, ${start ?? null}, ${end ?? null}, ${type ?? null})`;
    expect(await brokenBy(fill('sede', ['06:00', '14:00', 'mattina']))).toEqual([promisedDays]);
    expect(await brokenBy(fill('ferie'))).toEqual(byHolidays);
    expect(await brokenBy(fill('libero'))).toEqual([]);
  });
});
