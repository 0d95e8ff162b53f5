import type { PoolClient, QueryConfig } from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from './database.ts';
import { DatabaseError, DatabaseUsageError, isBroken, sqlState, toDatabaseError } from './errors.ts';
import type { PreparedNames } from './preparedNames.ts';
import type { ReportStatement } from './statementReport.ts';
import { keyOf, requireParameters } from './values.ts';

/** Longer than any migration; 0 would mean the pool's own limit. */
const noTimeLimit = 2 ** 31 - 1;

export interface StatementResult {
  rows: unknown[];
  /** The number at the end of the command tag (`UPDATE 3`), else 0. */
  affected: number;
  /** The first word of the command tag; `ROLLBACK` when a COMMIT could only roll back. */
  command: string;
}

export abstract class StatementRunner implements Queryable {
  protected abstract execute(statement: Sql): Promise<StatementResult>;

  async many<Row>(statement: Sql): Promise<Row[]> {
    const { rows } = await this.execute(statement);
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
    const { affected } = await this.execute(statement);
    return affected;
  }
}

/** A connection of the pool, from `connect` until `release`. */
export class Connection {
  readonly #client: PoolClient;
  readonly #names: PreparedNames;
  readonly #report: ReportStatement | undefined;
  #isReleased = false;
  #isBroken = false;

  constructor(client: PoolClient, names: PreparedNames, report: ReportStatement | undefined) {
    this.#client = client;
    this.#names = names;
    this.#report = report;
  }

  /** @throws DatabaseError */
  async execute({ text, values }: Sql): Promise<StatementResult> {
    const parameters = requireParameters(values);
    const begun = performance.now();
    const name = this.#names.nameFor(text);
    try {
      const { rows, fields, rowCount, command } = await this.#client.query<unknown[]>({
        text,
        values: parameters,
        rowMode: 'array',
        ...(name !== null && { name }),
      });
      this.#report?.({ text, command, milliseconds: performance.now() - begun, failure: null });
      const columns = fields.map((field) => keyOf(field.name));
      const named = rows.map((row) => Object.fromEntries(columns.map((key, at) => [key, row[at]])));
      return { rows: named, affected: rowCount ?? 0, command };
    } catch (error) {
      this.#isBroken ||= isBroken(error);
      const failure = toDatabaseError(error);
      const milliseconds = performance.now() - begun;
      this.#report?.({ text, command: null, milliseconds, failure: failure.code });
      throw failure;
    }
  }

  /** @throws DatabaseError */
  async script(text: string): Promise<void> {
    // a setting that the library's types leave out
    const script: QueryConfig & { query_timeout: number } = { text, query_timeout: noTimeLimit };
    try {
      await this.#client.query(script);
    } catch (error) {
      this.#isBroken ||= isBroken(error);
      throw toDatabaseError(error);
    }
  }

  /** @param isLost its state is unknown: nobody else gets it */
  release(isLost = false): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(isLost || this.#isBroken);
  }
}

export class ConnectionTransaction extends StatementRunner implements Transaction {
  readonly kind = 'transaction';
  readonly #connection: Connection;
  readonly #lastWork: (() => Promise<void>)[] = [];
  readonly #notices: { channel: string; payloads: () => readonly string[] }[] = [];
  #hasEnded = false;
  /** Statements that have no answer yet. */
  readonly #running = new Set<Promise<unknown>>();

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
  }

  protected execute(statement: Sql): Promise<StatementResult> {
    return this.#send(() => this.#connection.execute(statement));
  }

  script(text: string): Promise<void> {
    return this.#send(() => this.#connection.script(text));
  }

  beforeCommit(work: () => Promise<void>): void {
    this.#lastWork.push(work);
  }

  notify(channel: string, payloads: () => readonly string[] = () => ['']): void {
    this.#notices.push({ channel, payloads });
  }

  /** What was asked for with `beforeCommit`, in its order; it may ask for more. Then what was asked for with `notify`. */
  async finish(): Promise<void> {
    for (let work = this.#lastWork.shift(); work; work = this.#lastWork.shift()) await work();
    const notices = this.#notices.flatMap(({ channel, payloads }) =>
      payloads().map((payload) => ({ channel, payload })),
    );
    if (notices.length === 0) return;
    // PostgreSQL tells the same once, and nothing if the transaction rolls back
    await this.run(sql`
      select pg_notify(n.channel, n.payload)
      from unnest(${notices.map(({ channel }) => channel)}::text[],
        ${notices.map(({ payload }) => payload)}::text[]) as n (channel, payload)`);
  }

  /** Refuses further statements; resolves when those already started are done. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await Promise.allSettled(this.#running);
  }

  async #send<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.#hasEnded) {
      throw new DatabaseUsageError('the transaction has ended: await every call inside of it');
    }
    const answer = send();
    this.#running.add(answer);
    try {
      return await answer;
    } finally {
      this.#running.delete(answer);
    }
  }
}
