import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { dayInRome } from '../../src/domain/calendar/day.ts';
import { cpuBetween, cpuOf, loadNow, totalOf } from '../cpu.ts';
import { ceo, findPostgres, startMeasured } from '../measuredServer.ts';
import { readCommand } from '../replay/options.ts';
import { playRoster } from '../replay/play.ts';
import { parseRoster } from '../replay/roster.ts';
import type { ReplayResult } from '../replay/run.ts';
import { createScaleDatabase } from './database.ts';
import { rosters } from './day.ts';
import { table } from './report.ts';
import type { Run } from './run.ts';

const folder = join(import.meta.dirname, '../../tests/data');
const files = [
  { name: 'roster-12', personDays: 12 * 56 },
  { name: 'roster-21', personDays: 21 * 28 },
] as const;
/** Each roster so many times: the first rows of a table take up more room than the later ones. */
const times = 4;

interface Stored {
  table: string;
  rows: number;
  bytes: number;
}

/**
 * Plays both rosters, several times, and says what that took and what is stored of it.
 *
 * @returns whether the figures are those of the table in day.ts
 */
export async function runRosters(run: Run): Promise<boolean> {
  const database = await createScaleDatabase((await findPostgres(run.folder)).url);
  const server = await startMeasured({ DATABASE_URL: database.url }, run.folder);
  const before = {
    cpu: cpuOf(server.pid),
    database: await database.cpu(),
    stored: await readStored(database.client),
    written: await readWritten(database.client),
  };
  const results: ReplayResult[] = [];
  for (let n = 1; n <= times; n += 1) {
    for (const { name } of files) results.push(await play(name, String(n), server.url));
  }
  const personDays = times * files.reduce((sum, file) => sum + file.personDays, 0);
  const cpu = totalOf(cpuBetween(before.cpu, cpuOf(server.pid)));
  const databaseCpu = (await database.cpu()) - before.database;
  run.say(
    `load ${loadNow()}; replaying cost, a person and day: ${(cpu / personDays).toFixed(2)} ms of the server,`,
  );
  run.say(
    `${(databaseCpu / personDays).toFixed(2)} ms of the database (with sign-up, and everything read back)\n`,
  );
  const written = ((await readWritten(database.client)) - before.written) / personDays / 1024;
  run.say(`${written.toFixed(1)} kB of write-ahead log, if nobody else used that PostgreSQL\n`);
  run.say(storedTable(before.stored, await readStored(database.client), personDays));
  const found = {
    shifts: sumOf(results, ({ shifts }) => shifts),
    requests: sumOf(results, ({ requests }) => requests),
    preAcceptances: sumOf(results, ({ preAcceptancesOfThisRun }) => preAcceptancesOfThisRun),
    swaps: sumOf(results, ({ swaps }) => swaps),
  };
  run.say(`\nthe rosters hold: ${JSON.stringify(found)}`);
  const { shifts, requests, preAcceptances, swaps } = rosters;
  const isAsNoted = JSON.stringify(found) === JSON.stringify({ shifts, requests, preAcceptances, swaps });
  if (!isAsNoted) run.say('WRONG: tools/scale/day.ts says something else');
  return isAsNoted;
}

const sumOf = (results: readonly ReplayResult[], pick: (result: ReplayResult) => number): number =>
  results.reduce((sum, result) => sum + pick(result), 0) / times;

async function play(name: string, label: string, url: string): Promise<ReplayResult> {
  const paths = [join(folder, `${name}-shifts.csv`), join(folder, `${name}-wishes.csv`)] as const;
  const asCeo = ['--ceo-email', ceo.email, '--ceo-password', ceo.password];
  const args = [...paths, '--url', url, '--label', label, ...asCeo];
  const { options } = readCommand(args, dayInRome(new Date().toISOString()));
  const roster = parseRoster(await readFile(paths[0], 'utf8'), await readFile(paths[1], 'utf8'));
  const result = await playRoster(roster, options, () => undefined);
  if (result.problems.length > 0) throw new Error(`${name}: ${result.problems.join('; ')}`);
  return result;
}

/** Bytes of write-ahead log that the whole server has written since it was made. */
async function readWritten(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  );
  return Number(rows[0]?.bytes);
}

async function readStored(client: pg.Client): Promise<Stored[]> {
  const { rows } = await client.query<{ table: string; bytes: string }>(
    `select relname as table, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const stored: Stored[] = [];
  for (const { table: name, bytes } of rows) {
    const counted = await client.query<{ n: string }>(`select count(*) as n from ${name}`);
    stored.push({ table: name, rows: Number(counted.rows[0]?.n), bytes: Number(bytes) });
  }
  return stored;
}

function storedTable(before: readonly Stored[], after: readonly Stored[], personDays: number): string {
  const perYear = 365 / personDays;
  const grown = after.map(({ table: name, rows, bytes }) => {
    const earlier = before.find((one) => one.table === name);
    return { name, rows: rows - (earlier?.rows ?? 0), bytes: bytes - (earlier?.bytes ?? 0) };
  });
  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  return table(
    ['table', 'rows a person and year', 'kB a person and year', 'bytes a row, indexes included'],
    [
      ...grown
        .filter(({ rows }) => rows > 0)
        .toSorted((one, other) => other.bytes - one.bytes)
        .map(({ name, rows, bytes }) => [name, rows * perYear, (bytes * perYear) / 1024, bytes / rows]),
      ['all', grown.reduce((sum, { rows }) => sum + rows, 0) * perYear, (all * perYear) / 1024, ''],
    ],
  );
}
