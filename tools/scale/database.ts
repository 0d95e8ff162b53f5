import pg from 'pg';
import { atEnd } from '../cleanup.ts';
import { cpuOf, totalOf } from '../cpu.ts';

/** What a database of this machine costs, asked over a connection whose own work counts for nothing. */
export interface Watched {
  /** CPU of the connections since this one was made, in milliseconds, those that have ended meanwhile included. */
  cpu: () => Promise<number>;
  /** Bytes of all tables with their indexes. */
  stored: () => Promise<number>;
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
  const stored = async (): Promise<number> => {
    const { rows } = await client.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(oid)) as bytes from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    return Number(rows[0]?.bytes);
  };
  return { cpu: read, stored };
}
