import { AsyncLocalStorage } from 'node:async_hooks';
import pg, { type PoolConfig } from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { within } from '../within.ts';
import { connectionSettings, limits, poolSettings } from './connectionSettings.ts';
import type { Database, DatabaseLoad, ReportStatement, Transaction, Unsubscribe } from './database.ts';
import { DatabaseError, DatabaseUsageError, sqlState, toDatabaseError } from './errors.ts';
import { Listener, type Warn } from './listener.ts';
import {
  Connection,
  ConnectionTransaction,
  type NameStatement,
  type StatementResult,
  StatementRunner,
} from './transaction.ts';

/** Texts that differ each time must not fill the memory of the server: only so many are prepared. */
const mostPrepared = 500;

const begin = sql`begin`;
const commit = sql`commit`;
const rollback = sql`rollback`;

interface PoolOptions {
  onWarning: Warn;
  /** Is told of every statement that is over, those that begin and end transactions included. */
  onStatement?: ReportStatement | undefined;
  onClosed?: () => Promise<void> | undefined;
  settings?: PoolConfig;
}

/** PostgreSQL through a pool of connections and one that listens. */
export class PooledDatabase extends StatementRunner implements Database {
  readonly #pool: pg.Pool;
  readonly #listener: Listener;
  readonly #names = new Map<string, string>();
  readonly #connections = new Set<Connection>();
  readonly #options: PoolOptions;
  /** The transaction in whose asynchronous context the current code runs. */
  readonly #scope = new AsyncLocalStorage<{ isOpen: boolean }>();
  readonly #running = new Set<Promise<unknown>>();
  /** Of the connections that are open. */
  readonly #ends = new Set<Promise<void>>();
  #closing: Promise<void> | null = null;

  constructor(databaseUrl: string, options: PoolOptions) {
    super();
    this.#options = options;
    this.#pool = new pg.Pool({ ...poolSettings(databaseUrl), ...options.settings });
    this.#listener = new Listener(connectionSettings(databaseUrl), options.onWarning);
    // Without listeners for 'error' a connection lost while idle, or between two statements, would end the process.
    this.#pool.on('error', (error) =>
      options.onWarning('idle database connection lost', toDatabaseError(error)),
    );
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
    return this.#track('transaction', () => this.#transact(work));
  }

  listen(
    channel: string,
    handler: (payload: string) => void,
    onReconnect: () => void = () => undefined,
  ): Promise<Unsubscribe> {
    if (!/^[a-z_][a-z0-9_]*$/.test(channel)) {
      return Promise.reject(new DatabaseUsageError(`not a channel name: ${channel}`));
    }
    return this.#track('listen', () => this.#listener.listen(channel, handler, onReconnect));
  }

  load(): DatabaseLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await within(limits.closeMs, Promise.allSettled(this.#running), null);
    for (const connection of this.#connections) connection.release(true);
    // the pool only says good-bye; on return the server is to have closed its side, if it still answers
    const gone = Promise.all([this.#pool.end(), this.#listener.close()]).then(() => Promise.all(this.#ends));
    try {
      await within(limits.closeMs, gone, null);
    } finally {
      await this.#options.onClosed?.();
    }
  }

  /** Refuses the call when it could only wait for itself, or after close; else remembers it until it settles. */
  async #track<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
    if (this.#scope.getStore()?.isOpen) {
      throw new DatabaseUsageError(
        `${what} on the database inside an open transaction: use the transaction's tx`,
      );
    }
    if (this.#closing) {
      throw new DatabaseError({ message: 'the database is closed', code: sqlState.adminShutdown });
    }
    const running = call();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #connect(): Promise<Connection> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw toDatabaseError(error);
    });
    const connection = new Connection(client, this.#nameOf, this.#options.onStatement);
    this.#connections.add(connection);
    return connection;
  }

  readonly #nameOf: NameStatement = (text) => {
    if (!this.#names.has(text) && this.#names.size < mostPrepared)
      this.#names.set(text, `s${this.#names.size}`);
    return this.#names.get(text);
  };

  #release(connection: Connection, isLost = false): void {
    this.#connections.delete(connection);
    connection.release(isLost);
  }

  async #transact<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const connection = await this.#connect();
    const scope = { isOpen: true };
    const tx = new ConnectionTransaction(connection);
    let isLost = false;
    try {
      await connection.execute(begin);
      const result = await this.#scope.run(scope, async () => {
        const done = await work(tx);
        await tx.finish();
        return done;
      });
      tx.end();
      const { command } = await connection.execute(commit);
      if (command === 'ROLLBACK') {
        const message =
          'nothing was committed: a statement of the transaction failed and its error was swallowed';
        throw new DatabaseError({ message, code: sqlState.inFailedTransaction });
      }
      return result;
    } catch (error) {
      tx.end();
      // one that is broken ends, and its transaction with it
      isLost = connection.isBroken || (await connection.execute(rollback).catch(() => null)) === null;
      throw error;
    } finally {
      scope.isOpen = false;
      this.#release(connection, isLost);
    }
  }
}
