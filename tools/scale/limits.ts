import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { writeBackup } from '../../src/server/backup/write.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { loadNow } from '../cpu.ts';
import { HttpClient } from '../http.ts';
import { ceo } from '../measuredServer.ts';
import { signIn } from '../world.ts';
import { recordCall } from './calls.ts';
import { type Laboratory, succeed } from './costs.ts';
import type { ScaleDatabase } from './database.ts';
import { openLaboratory } from './laboratory.ts';
import { repeat } from './repeat.ts';
import { table } from './report.ts';
import { openWorld, type Run } from './run.ts';

type Row = [what: string, figure: number, unit: string];

const clients = 8;

/** What ends before CPU does: the lock of a worksite, the order of announcements, lists over all worksites, backups. */
export async function runLimits(run: Run): Promise<boolean> {
  const { say, signal, folder, options } = run;
  const { world, database, servers } = await openWorld(run, 1);
  const [server] = servers;
  if (!server) throw new RangeError('no process');
  const laboratory = openLaboratory(world, server, database, signal);
  const rows: Row[] = [
    ...(await timeWorksite(laboratory, options.samples)),
    ...(await timeCommits(database, options.samples, signal)),
    ...(await timePanel(server.url)),
    ...(await timeBackup(database, folder)),
  ];
  say(`load ${loadNow()}\n\n${table(['', 'measured', 'unit'], rows)}`);
  return true;
}

/** Shifts recorded a second: everybody in one worksite, where one waits for the other, and each in another one. */
async function timeWorksite(laboratory: Laboratory, samples: number): Promise<Row[]> {
  const { world, signal } = laboratory;
  const record = (n: number) => succeed(laboratory, recordCall(world, n)).then(() => undefined);
  await repeat(samples, clients, signal, record);
  const spread = await perSecond(samples, () => repeat(samples, clients, signal, (n) => record(samples + n)));
  // the same place in every round through all worksites is the same worksite
  const together = await perSecond(samples, () =>
    repeat(samples, clients, signal, (n) =>
      record((Math.ceil((2 * samples) / world.worksites) + n) * world.worksites),
    ),
  );
  return [
    [`shifts recorded, ${clients} people in as many worksites`, spread, 'a second'],
    [`shifts recorded, ${clients} people in one worksite`, together, 'a second'],
  ];
}

/** Transactions that commit side by side, and those that announce something, whose commits come one after the other. */
async function timeCommits({ url }: ScaleDatabase, samples: number, signal: AbortSignal): Promise<Row[]> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const commit = async (n: number, isAnnounced: boolean): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('update worksites set description = $1 where name = $2', [
        String(n),
        `Cantiere ${(n % 100) + 1}`,
      ]);
      if (isAnnounced) await client.query(`select pg_notify('turnario_scale', $1)`, [String(n)]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  try {
    const count = samples * 5;
    await repeat(count, clients, signal, (n) => commit(n, true));
    const silent = await perSecond(count, () => repeat(count, clients, signal, (n) => commit(n, false)));
    const announced = await perSecond(count, () => repeat(count, clients, signal, (n) => commit(n, true)));
    return [
      [`commits over ${clients} connections`, silent, 'a second'],
      ['commits that announce something', announced, 'a second'],
    ];
  } finally {
    await pool.end();
  }
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (count * 1000) / (performance.now() - begin);
}

const panel = [
  'GET /api/admin/summary',
  'GET /api/admin/worksites',
  'GET /api/ceo/worksites',
  'GET /api/ceo/overview',
] as const;

async function timePanel(origin: string): Promise<Row[]> {
  const client = new HttpClient(origin);
  await signIn(client, ceo);
  const rows: Row[] = [];
  for (const name of panel) {
    const { status, bytes, milliseconds } = await client.call(name);
    if (status !== 200) throw new Error(`${name}: ${status}`);
    rows.push([`${name}, ${Math.ceil(bytes / 1000)} kB`, milliseconds, 'ms']);
  }
  return rows;
}

async function timeBackup({ url, client }: ScaleDatabase, folder: string): Promise<Row[]> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  const database = await openDatabase({ databaseUrl: url, dataDir: folder });
  try {
    const file = join(folder, 'backup.gz');
    const begin = performance.now();
    await writeBackup(database, file, { now: new Date().toISOString() });
    const seconds = (performance.now() - begin) / 1000;
    const { size } = await stat(file);
    const megabytes = Number(rows[0]?.bytes) / 1e6;
    return [
      ['the database', megabytes, 'MB'],
      ['its backup', size / 1e6, 'MB'],
      ['writing the backup', seconds, 's'],
    ];
  } finally {
    await database.close();
  }
}
