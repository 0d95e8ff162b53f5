import { AsyncLocalStorage } from 'node:async_hooks';
import pg, { type ClientConfig, type PoolConfig } from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { within } from '../within.ts';
import type { Database, DatabaseLoad, ReportStatement, Transaction } from './database.ts';
import { DatabaseError, DatabaseUsageError, sqlState, toDatabaseError } from './errors.ts';
import { Listener, type Warn } from './listener.ts';
import { Connection, type StatementResult, StatementRunner } from './transaction.ts';
import { parsers } from './values.ts';

/** How long `close()` waits for running calls. */
const closeMs = 1_500;

/**
 * What the parsing of values relies on, whatever the server's defaults; and how statements are planned. Ours use an
 * index whatever their parameters: planning once per connection is faster than on each call, which took longer than
 * executing the lists of the exchange screen. Statements take a millisecond or two, so JIT compilation does not pay.
 */
const sessionOptions =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1 ' +
  '-c plan_cache_mode=force_generic_plan -c jit=off';

/** Settings of every connection. Options in the URL (`?options=…`) are kept; ours come after and win. */
export function connectionSettings(databaseUrl: string): ClientConfig {
  if (!URL.canParse(databaseUrl)) {
    // The error of `new URL` quotes it, password included.
    throw new DatabaseError({ message: 'the database URL is not a URL', code: sqlState.connectionFailure });
  }
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} ${sessionOptions}`.trim());
  return {
    connectionString: url.href,
    application_name: 'turnario',
    // a call fails if it gets no connection for this long, instead of waiting forever
    connectionTimeoutMillis: 10_000,
    // without a response for this long, the connection is given up
    query_timeout: 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: parsers,
  };
}

/** Settings of the pool, without the listener's connection. */
export const poolSettings = {
  max: 10,
  idleTimeoutMillis: 30_000,
  statement_timeout: 15_000,
  // a transaction idle for this long is rolled back: it cannot hold locks forever
  idle_in_transaction_session_timeout: 15_000,
} satisfies PoolConfig;

export interface PoolOptions {
  onWarning?: Warn | undefined;
  /** Called after each statement, including those that begin and end transactions. */
  onStatement?: ReportStatement | undefined;
  /** Settings of the library; they override ours. */
  pool?: PoolConfig | undefined;
}

/** PostgreSQL through a connection pool and a listener. */
export class PooledDatabase extends StatementRunner implements Database {
  readonly #pool: pg.Pool;
  readonly #listener: Listener;
  readonly #names = new Map<string, string>();
  readonly #connections = new Set<Connection>();
  readonly #onStatement: ReportStatement | undefined;
  readonly #onClosed: (() => Promise<void>) | undefined;
  /** The transaction in whose asynchronous context the current code runs. */
  readonly #scope = new AsyncLocalStorage<{ isOpen: boolean }>();
  readonly #running = new Set<Promise<unknown>>();
  /** Resolve when the open connections end. */
  readonly #ends = new Set<Promise<void>>();
  #closing: Promise<void> | null = null;

  constructor(databaseUrl: string, options: PoolOptions, onClosed?: () => Promise<void>) {
    super();
    const { onWarning = () => undefined, onStatement, pool } = options;
    this.#onStatement = onStatement;
    this.#onClosed = onClosed;
    const settings = connectionSettings(databaseUrl);
    this.#pool = new pg.Pool({ ...settings, ...poolSettings, ...pool });
    this.#listener = new Listener(settings, onWarning);
    // Without 'error' listeners, a connection lost while idle or between statements would end the process.
    this.#pool.on('error', (error) => onWarning('idle database connection lost', toDatabaseError(error)));
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      const end = new Promise<void>((resolve) => client.once('end', resolve));
      this.#ends.add(end);
      void end.then(() => this.#ends.delete(end));
    });
  }

  protected execute(statement: Sql): Promise<StatementResult> {
    return this.#track('query', async () => {
      const connection = await this.#connect();
      try {
        return await connection.execute(statement);
      } finally {
        this.#release(connection);
      }
    });
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#track('transaction', async () => {
      const tx = await this.#connect();
      const scope = { isOpen: true };
      let isLost = false;
      try {
        await tx.execute(sql`begin`);
        const result = await this.#scope.run(scope, async () => {
          const done = await work(tx);
          await tx.finish();
          return done;
        });
        const { command } = await tx.end(sql`commit`);
        if (command === 'ROLLBACK') {
          const message =
            'nothing was committed: a statement of the transaction failed and its error was swallowed';
          throw new DatabaseError({ message, code: sqlState.inFailedTransaction });
        }
        return result;
      } catch (error) {
        // a broken connection ends, and its transaction with it
        isLost = tx.isBroken || (await tx.end(sql`rollback`).catch(() => null)) === null;
        throw error;
      } finally {
        scope.isOpen = false;
        this.#release(tx, isLost);
      }
    });
  }

  listen(channel: string, handler: (payload: string) => void, onReconnect = (): void => undefined) {
    return this.#track('listen', () => this.#listener.listen(channel, handler, onReconnect));
  }

  load(): DatabaseLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await within(closeMs, Promise.allSettled(this.#running), null);
    for (const connection of this.#connections) connection.release(true);
    // the pool does not wait; on return the server should have closed its side, if it still responds
    const gone = Promise.all([this.#pool.end(), this.#listener.close()]).then(() => Promise.all(this.#ends));
    try {
      await within(closeMs, gone, null);
    } finally {
      await this.#onClosed?.();
    }
  }

  /** Refuses the call if it would deadlock on itself, or after close; otherwise tracks it until it settles. */
  async #track<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
    if (this.#scope.getStore()?.isOpen) {
      throw new DatabaseUsageError(
        `${what} on the database inside an open transaction: use the transaction's tx`,
      );
    }
    if (this.#closing) {
      throw new DatabaseError({ message: 'the database is closed', code: sqlState.adminShutdown });
    }
    const running = call().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  async #connect(): Promise<Connection> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw toDatabaseError(error);
    });
    const connection = new Connection(client, this.#names, this.#onStatement);
    this.#connections.add(connection);
    return connection;
  }

  #release(connection: Connection, isLost = false): void {
    this.#connections.delete(connection);
    connection.release(isLost);
  }
}
