import pg, { type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import { within } from '../within.ts';
import type { DatabaseLoad, Unsubscribe } from './database.ts';
import {
  limits,
  type Engine,
  type EngineEvents,
  type EngineSession,
  type Statement,
  type StatementResult,
} from './engine.ts';
import { breaksConnection, toDatabaseError } from './postgresErrors.ts';
import { PostgresListener } from './postgresListener.ts';
import { type KnownColumns, PostgresQuery, type QueryAnswer } from './postgresQuery.ts';
import { connectionSettings, poolSettings } from './postgresSettings.ts';
import { PreparedNames } from './preparedNames.ts';

/** Longer than any migration; 0 would mean the pool's own limit. */
const noTimeLimit = 2 ** 31 - 1;

export class PostgresEngine implements Engine {
  readonly kind = 'postgres';
  readonly #pool: pg.Pool;
  readonly #listener: PostgresListener;
  readonly #prepared: Prepared = { names: new PreparedNames(), columns: new Map() };
  readonly #sessions = new Set<PostgresSession>();
  readonly #connections = new Set<PoolClient>();

  constructor(databaseUrl: string, events: Pick<EngineEvents, 'onWarning'>, settings: PoolConfig = {}) {
    this.#pool = new pg.Pool({ ...poolSettings(databaseUrl), ...settings });
    this.#listener = new PostgresListener(connectionSettings(databaseUrl), events);
    // Without listeners for 'error' a connection lost while idle, or between two statements, would end the process.
    this.#pool.on('error', (error) => {
      events.onWarning('idle database connection lost', toDatabaseError(error));
    });
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.#connections.add(client);
      client.once('end', () => this.#connections.delete(client));
    });
  }

  async execute(statement: Statement): Promise<StatementResult> {
    const session = await this.openSession();
    try {
      return await session.execute(statement);
    } finally {
      session.release(false);
    }
  }

  async openSession(): Promise<PostgresSession> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw toDatabaseError(error);
    });
    const session = new PostgresSession(client, this.#prepared, () => this.#sessions.delete(session));
    this.#sessions.add(session);
    return session;
  }

  listen(channel: string, handler: (payload: string) => void, onReconnect: () => void): Promise<Unsubscribe> {
    return this.#listener.listen(channel, handler, onReconnect);
  }

  load(): DatabaseLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    const ends = [...this.#connections].map(
      (connection) => new Promise<void>((resolve) => connection.once('end', resolve)),
    );
    for (const session of this.#sessions) {
      session.release(true);
    }
    await Promise.all([this.#pool.end(), this.#listener.close()]);
    // The pool only says good-bye; on return the server is to have closed its side.
    await within(limits.closeMs, Promise.allSettled(ends), null);
  }
}

/** What is known of statements, on all connections. */
interface Prepared {
  names: PreparedNames;
  columns: KnownColumns;
}

class PostgresSession implements EngineSession {
  readonly #client: PoolClient;
  readonly #prepared: Prepared;
  readonly #onRelease: () => void;
  #isReleased = false;
  #isBroken = false;
  /** When the last answer came: a statement that was sent before waited for that. */
  #answeredAt = 0;

  constructor(client: PoolClient, prepared: Prepared, onRelease: () => void) {
    this.#client = client;
    this.#prepared = prepared;
    this.#onRelease = onRelease;
  }

  async execute({ text, values }: Statement): Promise<StatementResult> {
    const begun = performance.now();
    const { rows, rowCount, command } = await this.#query(text, values);
    const answeredAt = performance.now();
    const milliseconds = answeredAt - Math.max(begun, this.#answeredAt);
    this.#answeredAt = answeredAt;
    return { rows, affected: rowCount ?? 0, command, milliseconds };
  }

  async script(text: string): Promise<void> {
    // a setting that the library reads and its types leave out
    const script: QueryConfig & { query_timeout: number } = { text, query_timeout: noTimeLimit };
    await this.#failing(this.#client.query(script));
  }

  release(broken: boolean): void {
    if (!this.#isReleased) {
      this.#isReleased = true;
      this.#onRelease();
      const isBroken = broken || this.#isBroken;
      // by itself the library would wait for the answers to all that was sent
      if (isBroken) this.#client.connection.stream.destroy();
      this.#client.release(isBroken);
    }
  }

  #query(text: string, values: Statement['values']): Promise<QueryAnswer> {
    const { names, columns } = this.#prepared;
    const statement = { text, values, name: names.nameFor(text) };
    return this.#failing(
      new Promise((resolve, reject) => {
        this.#client.query(
          new PostgresQuery(statement, columns, (error, answer) => (error ? reject(error) : resolve(answer))),
        );
      }),
    );
  }

  /** @throws DatabaseError */
  async #failing<Result>(query: Promise<Result>): Promise<Result> {
    try {
      return await query;
    } catch (error) {
      this.#isBroken ||= breaksConnection(error);
      throw toDatabaseError(error);
    }
  }
}
