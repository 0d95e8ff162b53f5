import { AsyncLocalStorage } from 'node:async_hooks';
import { within } from '../within.ts';
import type { Database, DatabaseLoad, Transaction, Unsubscribe } from './database.ts';
import { type Engine, limits, type Statement, type StatementResult } from './engine.ts';
import { EngineTransaction, StatementRunner } from './engineTransaction.ts';
import { DatabaseError, DatabaseUsageError, sqlState } from './errors.ts';
import { reported, type ReportStatement } from './statementReport.ts';

/** A `Database` over an engine: transactions, the refusal of calls beside them, and an orderly end. */
export class EngineDatabase extends StatementRunner implements Database {
  readonly engine: Database['engine'];
  readonly #engine: Engine;
  readonly #onClosed: () => void;
  readonly #report: ReportStatement | undefined;
  /** The transaction in whose asynchronous context the current code runs. */
  readonly #scope = new AsyncLocalStorage<{ isOpen: boolean }>();
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | null = null;

  /**
   * @param onClosed runs once, after the engine has closed
   * @param report is told of every statement that is over, those that begin and end transactions included
   */
  constructor(engine: Engine, onClosed: () => void = () => undefined, report?: ReportStatement) {
    super();
    this.#report = report;
    this.#engine = engine;
    this.#onClosed = onClosed;
    this.engine = engine.kind;
  }

  protected execute(statement: Statement): Promise<StatementResult> {
    return this.#track('query', () =>
      reported(this.#report, statement, () => this.#engine.execute(statement)),
    );
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
    return this.#track('listen', () => this.#engine.listen(channel, handler, onReconnect));
  }

  load(): DatabaseLoad {
    return this.#engine.load();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await within(limits.closeMs, Promise.allSettled(this.#running), null);
    try {
      await this.#engine.close();
    } finally {
      this.#onClosed();
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

  async #transact<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const session = await this.#engine.openSession();
    const scope = { isOpen: true };
    const tx = new EngineTransaction(session, this.#report);
    const send = (text: string): Promise<StatementResult> => {
      const statement = { text, values: [] };
      return reported(this.#report, statement, () => session.execute(statement));
    };
    let isBroken = false;
    try {
      await send('begin');
      const result = await this.#scope.run(scope, async () => {
        const done = await work(tx);
        await tx.finish();
        return done;
      });
      await tx.end();
      // sent together: a process that ends now has sent both or none
      const [end] = await Promise.allSettled([commit(send), tx.sendNotices()]);
      if (end.status === 'rejected') throw end.reason;
      return result;
    } catch (error) {
      await tx.end();
      await send('rollback').catch(() => {
        isBroken = true;
      });
      throw error;
    } finally {
      scope.isOpen = false;
      session.release(isBroken);
    }
  }
}

async function commit(send: (text: string) => Promise<StatementResult>): Promise<void> {
  const { command } = await send('commit');
  if (command === 'ROLLBACK') {
    throw new DatabaseError({
      message: 'nothing was committed: a statement of the transaction failed and its error was swallowed',
      code: sqlState.inFailedTransaction,
    });
  }
}
