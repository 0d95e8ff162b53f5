import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from 'sql-template-tag';
import type { Database, DatabaseLoad, Queryable, Transaction, Unsubscribe } from './database.ts';
import { limits, type Engine, type EngineSession, type Statement, type StatementResult } from './engine.ts';
import { DatabaseError, DatabaseUsageError, sqlState } from './errors.ts';
import { settledWithin } from './settledWithin.ts';
import { type ReportStatement, reported } from './statementReport.ts';
import { encodeParameters } from './values.ts';

/** The four ways to ask, on top of one way to execute. */
abstract class StatementRunner implements Queryable {
  protected abstract execute(statement: Statement): Promise<StatementResult>;

  async many<Row>(statement: Sql): Promise<Row[]> {
    const { rows } = await this.execute(encode(statement));
    return rows as Row[];
  }

  async maybeOne<Row>(statement: Sql): Promise<Row | null> {
    const [row] = await this.many<Row>(statement);
    return row ?? null;
  }

  async one<Row>(statement: Sql): Promise<Row> {
    const rows = await this.many<Row>(statement);
    const [row] = rows;
    if (row === undefined) {
      throw new DatabaseError({ message: 'query returned no rows', code: sqlState.noDataFound });
    }
    if (rows.length > 1) {
      throw new DatabaseError({ message: `query returned ${rows.length} rows`, code: sqlState.tooManyRows });
    }
    return row;
  }

  async run(statement: Sql): Promise<number> {
    const { affected } = await this.execute(encode(statement));
    return affected;
  }
}

function encode(statement: Sql): Statement {
  return { text: statement.text, values: encodeParameters(statement.values) };
}

class EngineTransaction extends StatementRunner implements Transaction {
  readonly kind = 'transaction';
  readonly #session: EngineSession;
  readonly #report: ReportStatement | undefined;
  readonly #lastWork: (() => Promise<void>)[] = [];
  #ended = false;
  /** Settles when every statement started so far has an answer. */
  #lastStatement: Promise<unknown> = Promise.resolve();

  constructor(session: EngineSession, report: ReportStatement | undefined) {
    super();
    this.#session = session;
    this.#report = report;
  }

  protected execute(statement: Statement): Promise<StatementResult> {
    return this.#signInQueue(() => reported(this.#report, statement, () => this.#session.execute(statement)));
  }

  script(text: string): Promise<void> {
    return this.#signInQueue(() => this.#session.script(text));
  }

  beforeCommit(work: () => Promise<void>): void {
    this.#lastWork.push(work);
  }

  /** What was asked for with `beforeCommit`, in its order; it may ask for more. */
  async finish(): Promise<void> {
    for (let work = this.#lastWork.shift(); work; work = this.#lastWork.shift()) await work();
  }

  /** Refuses further statements; resolves when those already started are done. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#lastStatement;
  }

  #signInQueue<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.#ended) {
      return Promise.reject(
        new DatabaseUsageError('the transaction has ended: await every call inside of it'),
      );
    }
    const answer = this.#lastStatement.then(send);
    this.#lastStatement = answer.catch(() => undefined);
    return answer;
  }
}

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
    await settledWithin(limits.closeMs, this.#running);
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
      await commit(send);
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
