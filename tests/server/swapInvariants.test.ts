import sql, { type Sql } from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { violatedInvariants, listDrivingDays } from '../../db/invariants.ts';
import { dayAt, offerDay, publishedDay, signInWorker, type Worker } from '../support/days.ts';
import { testServer } from '../support/server.ts';
import { confirm } from '../support/swaps.ts';
import {
  complete,
  type Driver,
  idOf,
  nextWeek,
  openTaxiWorksite,
  publishWeek,
  signInDriver,
} from '../support/taxi.ts';

// Whoever judges swaps must see what is broken: rows are spoilt one at a time, and put back.

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

class PutBack extends Error {}

/** The names of the invariants that a statement breaks. */
async function brokenBy(statement: Sql): Promise<string[]> {
  let broken: string[] = [];
  const spoilt = database.transaction(async (tx) => {
    await tx.run(statement);
    broken = (await violatedInvariants(tx)).map((line) => line.split(':')[0] ?? '');
    throw new PutBack();
  });
  await expect(spoilt).rejects.toBeInstanceOf(PutBack);
  return [...new Set(broken)];
}

const swapOf = (driver: Driver): Sql => sql`
  select id from completed_swaps where ${driver.id} in (requester_id, accepter_id)`;
const received = 'what came from a swap is what the other side gave';
const consumed = 'a swap consumes what both gave';
const taken = 'named shifts are taken for one another, each for a single other one';

test('a swap of named shifts between different days off breaks no promise', async () => {
  expect(await violatedInvariants(database)).toEqual([]);
});

test.each([
  [
    'the side that gave a shift',
    () => sql`
    update swapped_shifts set gave = case gave when 'requester' then 'accepter' else 'requester' end
    where swap_id in (${swapOf(hers)}) and day = ${nextWeek}`,
  ],
  [
    'the sides of all shifts',
    () => sql`
    update swapped_shifts set gave = case gave when 'requester' then 'accepter' else 'requester' end
    where swap_id in (${swapOf(hers)})`,
  ],
  [
    'the day of a shift',
    () => sql`
    update swapped_shifts set day = day + 1 where swap_id in (${swapOf(hers)}) and day = ${nextWeek}`,
  ],
  [
    'a shift that is missing',
    () => sql`
    delete from swapped_shifts where swap_id in (${swapOf(hers)}) and day = ${nextWeek}`,
  ],
])('what a swap consumed is judged by side and day: %s', async (_what, spoil) => {
  expect(await brokenBy(spoil())).toEqual([consumed]);
});

test.each([
  [
    'the own named shift once more',
    () => sql`
    update shifts set start_time = '06:00', end_time = '13:00', shift_type = 'mattina'
    where user_id = ${hers.id} and day = '2026-11-23'`,
  ],
  [
    'a third named shift',
    () => sql`
    update shifts set start_time = '13:00', end_time = '20:00', shift_type = 'pomeriggio'
    where user_id = ${his.id} and day = '2026-11-26'`,
  ],
  [
    'another name for the same hours',
    () => sql`
    update shifts set shift_type = 'pomeriggio' where user_id = ${his.id} and day = '2026-11-26'`,
  ],
  [
    'a day on which nothing was given',
    () => sql`
    update shifts set from_swap_id = (${swapOf(hers)}), start_time = '03:00', end_time = '10:00',
      shift_type = 'notte', work_location = 'sede' where user_id = ${hers.id} and day = '2026-11-26'`,
  ],
  [
    'the mark of a swap on rest',
    () => sql`
    update shifts set from_swap_id = (${swapOf(his)}) where user_id = ${his.id} and day = ${nextWeek}`,
  ],
])('what came from a swap is judged by day and named shift: %s', async (_what, spoil) => {
  expect(await brokenBy(spoil())).toEqual([received]);
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

test('who drives on which days is seen, and which day off it is; which shift it is is not', async () => {
  const isSeen = async (statement: Sql): Promise<boolean> => {
    const before = await listDrivingDays(database);
    let after: string[] = [];
    const spoilt = database.transaction(async (tx) => {
      await tx.run(statement);
      after = await listDrivingDays(tx);
      throw new PutBack();
    });
    await expect(spoilt).rejects.toBeInstanceOf(PutBack);
    return after.join() !== before.join();
  };
  const ofHers = (day: string) => sql`where user_id = ${hers.id} and day = ${day}`;
  expect(await isSeen(sql`update shifts set work_location = 'ferie' ${ofHers('2026-11-26')}`)).toBe(true);
  expect(await isSeen(sql`delete from shifts ${ofHers('2026-11-23')}`)).toBe(true);
  expect(await isSeen(sql`delete from shifts ${ofHers('2026-11-26')}`)).toBe(true);
  expect(await isSeen(sql`update shifts set day = '2026-11-28' ${ofHers('2026-11-23')}`)).toBe(true);
  const afternoon = sql`update shifts set start_time = '13:00', end_time = '20:00', shift_type = 'pomeriggio'`;
  expect(await isSeen(sql`${afternoon} ${ofHers('2026-11-23')}`)).toBe(false);
});

describe('a day for another day', () => {
  const oneEach = 'in a swap of a day for a day each gives one equally long shift of another day';
  const promisedDays = 'who has agreed to work on a day for a day has nothing else there';
  let giulia: Worker;
  let marco: Worker;
  beforeEach(async () => {
    giulia = await signInWorker(server, 'E.E....');
    marco = await signInWorker(server, '...L.L.', { worksiteId: giulia.worksiteId });
    const done = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, done);
    await confirm(giulia, done);
    await offerDay(marco, await publishedDay(giulia, 2, [5]));
  });

  test('done and offered, it breaks no promise', async () => {
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test.each([
    ['shorter', sql`jsonb_set(accepter_gave, '{0,endTime}', '"20:00"')`],
    ['of the same day', sql`jsonb_set(accepter_gave, '{0,date}', requester_gave -> 0 -> 'date')`],
    ['rest', sql`jsonb_set(accepter_gave, '{0,startTime}', 'null')`],
    ['two', sql`accepter_gave || accepter_gave`],
  ])('what was given is seen to be %s', async (_what, gave) => {
    const spoil = sql`
      update completed_swaps set accepter_gave = ${gave} where requester_id = ${giulia.id} and kind = 'giorno'`;
    expect(await brokenBy(spoil)).toContain(oneEach);
  });

  test.each([
    ['of the colleague', () => marco.id, dayAt(2), [promisedDays]],
    // told to the requester alone, when they confirm
    ['of the requester', () => giulia.id, dayAt(5), []],
  ])('the day %s is seen to be filled', async (_whose, idOfPerson, day, byHolidays) => {
    const fill = (place: string, [start, end, type]: (string | null)[] = []): Sql => sql`
      insert into shifts (worksite_id, user_id, day, work_location, start_time, end_time, shift_type)
      values (${giulia.worksiteId}, ${idOfPerson()}, ${day}, ${place}, ${start ?? null}, ${end ?? null}, ${type ?? null})`;
    expect(await brokenBy(fill('sede', ['06:00', '14:00', 'mattina']))).toEqual([promisedDays]);
    expect(await brokenBy(fill('ferie'))).toEqual(byHolidays);
    expect(await brokenBy(fill('libero'))).toEqual([]);
  });
});
