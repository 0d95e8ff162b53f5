import pg from 'pg';
import { atEnd } from '../cleanup.ts';
import { cpuOf, totalOf } from '../cpu.ts';

/** A connection to a database of this machine whose work counts for nothing, and what all others use. */
export interface Watched {
  client: pg.Client;
  /** CPU of the connections since this one was made, in milliseconds, those that have ended meanwhile included. */
  cpu: () => Promise<number>;
}

const ownName = 'turnario-scale';
const lookEveryMs = 500;

export async function watchDatabase(url: string): Promise<Watched> {
  const client = new pg.Client({ connectionString: url, application_name: ownName });
  await client.connect();
  // the database may be dropped under it
  client.on('error', () => undefined);
  const lastSeen = new Map<number, number>();
  const read = async (): Promise<number> => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and application_name <> '${ownName}' and backend_type <> 'autovacuum worker'`,
    );
    // one that has ended since reads as 0: what was last seen of it stays
    for (const { pid } of rows) lastSeen.set(pid, Math.max(lastSeen.get(pid) ?? 0, totalOf(cpuOf(pid))));
    return [...lastSeen.values()].reduce((sum, ms) => sum + ms, 0);
  };
  const timer = setInterval(() => void read().catch(() => undefined), lookEveryMs);
  atEnd(async () => {
    clearInterval(timer);
    await client.end();
  });
  return { client, cpu: read };
}
