import pg from 'pg';
import { atEnd } from '../cleanup.ts';
import { cpuOf, totalOf } from '../cpu.ts';

/** A database of one's own on a PostgreSQL server of this machine, gone at the end of the run. */
export interface ScaleDatabase {
  url: string;
  /** A connection whose work counts for nothing. */
  client: pg.Client;
  /** CPU its connections have used since it was made, in milliseconds. */
  cpu: () => Promise<number>;
}

const prefix = 'turnario_scale_';
const ownName = 'turnario-scale';

/**
 * Makes an empty database. What runs that were killed have left behind is removed.
 *
 * @param serverUrl of a PostgreSQL on this machine, with the right to make databases
 */
export async function createScaleDatabase(serverUrl: string): Promise<ScaleDatabase> {
  const server = await connect(serverUrl);
  await removeLeftOver(server);
  const name = `${prefix}${process.pid}_${Date.now().toString(36)}`;
  await server.query(`create database ${name}`);
  atEnd(async () => {
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const client = await connect(url.href);
  const times = new ConnectionTimes(client);
  atEnd(async () => {
    times.stop();
    await client.end();
  });
  return { url: url.href, client, cpu: () => times.read() };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: ownName });
  await client.connect();
  // the database may be dropped under it
  client.on('error', () => undefined);
  return client;
}

async function removeLeftOver(server: pg.Client): Promise<void> {
  const { rows } = await server.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { name } of rows) {
    const pid = Number(/^\d+/.exec(name.slice(prefix.length))?.[0]);
    if (!isAlive(pid)) await server.query(`drop database if exists ${name} with (force)`);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const lookEveryMs = 500;

/** CPU of all connections to a database, those that have ended meanwhile included. */
class ConnectionTimes {
  readonly #client: pg.Client;
  readonly #lastSeen = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(client: pg.Client) {
    this.#client = client;
    this.#timer = setInterval(() => void this.read().catch(() => undefined), lookEveryMs);
  }

  async read(): Promise<number> {
    const { rows } = await this.#client.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and application_name <> '${ownName}' and backend_type <> 'autovacuum worker'`,
    );
    // one that has ended since reads as 0: what was last seen of it stays
    for (const { pid } of rows) {
      this.#lastSeen.set(pid, Math.max(this.#lastSeen.get(pid) ?? 0, totalOf(cpuOf(pid))));
    }
    return [...this.#lastSeen.values()].reduce((sum, ms) => sum + ms, 0);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
