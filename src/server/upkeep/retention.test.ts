import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { buildDuty, buildShift, buildUser } from '../../../db/builders.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, late, pair, signInOnDuty, swap } from '../../../tests/support/swaps.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';
import type { Day } from '../../domain/calendar/day.ts';
import { enforceRetention } from './commands.retention.ts';

const server = await testServer();
const { context, database, clock } = server;
const noBackup = async (): Promise<void> => undefined;

const daysOf = async ({ id }: { id: string }): Promise<Day[]> =>
  (await database.many<{ day: Day }>(sql`select day from shifts where user_id = ${id} order by day`)).map(
    ({ day }) => day,
  );
const record = (at: string): Promise<number> =>
  database.run(sql`insert into audit_log (at, action, target_type) values (${at}, 'aged', 'upkeep')`);
const recorded = async (): Promise<string[]> =>
  (await database.many<{ at: string }>(sql`select at from audit_log where action = 'aged' order by at`)).map(
    ({ at }) => at,
  );

test('days older than 24 months, sick days too, and audit entries older than 5 years are deleted, after a backup', async () => {
  clock.set('2026-11-16T09:00:00.000Z');
  const person = await buildUser(context);
  const days = ['2023-01-10', '2024-11-15', '2024-11-16', '2026-11-15', '2026-12-01'];
  for (const day of days) await buildShift(context, person, day, buildDuty('malattia'));
  await record('2021-11-15T22:59:59.000Z');
  await record('2021-11-15T23:00:00.000Z');
  let isFull = true;
  const backUp = async (): Promise<void> => {
    expect(await daysOf(person)).toEqual(days);
    expect(await recorded()).toHaveLength(2);
    if (isFull) throw new Error('no space left on device');
  };
  const upkeep = await startSteadyUpkeep(context, backUp);
  await upkeep.run();
  expect(await daysOf(person)).toEqual(days);
  expect(server.takeErrors().length).toBeGreaterThan(0);
  isFull = false;
  await upkeep.run();
  // nothing left to delete: no backup is made
  isFull = true;
  await upkeep.run();
  await upkeep.stop();
  expect(server.takeErrors()).toEqual([]);
  expect(await daysOf(person)).toEqual(days.slice(2));
  expect(await recorded()).toEqual(['2021-11-15T23:00:00.000Z']);
});

test('the periods are settings; many rows are deleted in several transactions, by concurrent processes', async () => {
  const person = await buildUser(context);
  await database.run(sql`
    insert into shifts (worksite_id, user_id, day, work_location)
    select ${person.worksiteId}, ${person.id}, date '2026-08-15' - n, 'ferie' from generate_series(0, 2500) n`);
  await database.run(sql`
    insert into audit_log (at, action, target_type)
    select timestamptz '2020-01-01' - n * interval '1 hour', 'aged', 'upkeep' from generate_series(0, 2500) n`);
  const { settings } = context;
  settings.retentionDaysMonths = 3;
  await Promise.all([1, 2, 3].map(() => enforceRetention(context, noBackup)));
  settings.retentionDaysMonths = 24;
  expect(await daysOf(person)).toEqual([]);
  expect(await recorded()).toEqual(['2021-11-15T23:00:00.000Z']);
});

test('swaps survive the deletion of their days, and anything open keeps its day', async () => {
  clock.set('2026-11-16T09:00:00.000Z');
  const { giulia, marco } = await pair(server);
  await swap(giulia, marco);
  const anna = await signInOnDuty(server, early);
  const luca = await signInOnDuty(server, late, { worksiteId: anna.worksiteId });
  await luca.offer(await anna.publishedId(anna.shiftId));
  const { swaps } = await giulia.readCompleted();
  expect(swaps).toHaveLength(1);
  const now = clock.now();
  clock.set('2029-01-01T09:00:00.000Z');
  await enforceRetention(context, noBackup);
  clock.set(now);
  expect(await daysOf(giulia)).toEqual([]);
  expect((await (await server.signInAs(giulia)).readCompleted()).swaps).toEqual(swaps);
  expect(await daysOf(anna)).toEqual([swapDay]);
  expect(await daysOf(luca)).toEqual([swapDay]);
});

test('audit entries cannot be deleted in any other way', async () => {
  await record(new Date().toISOString());
  const refused = { constraint: 'audit_append_only' };
  const attempt = (since: string) =>
    database.transaction(async (tx) => {
      await tx.run(sql`select set_config('turnario.audit_kept_since', ${since}, true)`);
      await tx.run(sql`delete from audit_log where action = 'aged'`);
    });
  await record('2019-01-01T00:00:00.000Z');
  // entries younger than a year stay, whatever the setting
  for (const since of ['2999-01-01T00:00:00.000Z', '2000-01-01T00:00:00.000Z'])
    await expect(attempt(since)).rejects.toMatchObject(refused);
});
