import type { PoolClient, QueryConfig } from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, ReportStatement, Transaction } from './database.ts';
import { DatabaseError, DatabaseUsageError, isBroken, sqlState, toDatabaseError } from './errors.ts';
import { keyOf, requireParameters } from './values.ts';

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

/** Longer than any migration; 0 would mean the pool's own limit. */
const noTimeLimit = 2 ** 31 - 1;

/** Gives a text the name under which it is prepared, so that it is parsed and planned once a connection. */
export type NameStatement = (text: string) => string | undefined;

/** A connection of the pool, from `connect` until `release`. */
export class Connection {
  readonly #client: PoolClient;
  readonly #nameOf: NameStatement;
  readonly #report: ReportStatement | undefined;
  #isReleased = false;
  #isBroken = false;

  constructor(client: PoolClient, nameOf: NameStatement, report: ReportStatement | undefined) {
    this.#client = client;
    this.#nameOf = nameOf;
    this.#report = report;
  }

  /** @throws DatabaseError */
  async execute({ text, values }: Sql): Promise<StatementResult> {
    const query = {
      text,
      values: requireParameters(values),
      name: this.#nameOf(text),
      rowMode: 'array',
    } as const;
    const begun = performance.now();
    try {
      const { rows, fields, rowCount, command } = await this.#client.query<unknown[]>(query);
      this.#report?.({ text, command, milliseconds: performance.now() - begun, failure: null });
      const keys = fields.map(({ name }) => keyOf(name));
      const named = rows.map((row) => Object.fromEntries(keys.map((key, at) => [key, row[at]])));
      return { rows: named, affected: rowCount ?? 0, command };
    } catch (error) {
      const failure = this.#failed(error);
      const milliseconds = performance.now() - begun;
      this.#report?.({ text, command: null, milliseconds, failure: failure.code });
      throw failure;
    }
  }

  /** @throws DatabaseError */
  async script(text: string): Promise<void> {
    // a setting that the library's types leave out
    const script: QueryConfig & { query_timeout: number } = { text, query_timeout: noTimeLimit };
    await this.#client.query(script).catch((error: unknown) => {
      throw this.#failed(error);
    });
  }

  /** It cannot be used any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** @param isLost its state is unknown: nobody else gets it */
  release(isLost = false): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(isLost || this.#isBroken);
  }

  #failed(error: unknown): DatabaseError {
    this.#isBroken ||= isBroken(error);
    return toDatabaseError(error);
  }
}

export class ConnectionTransaction extends StatementRunner implements Transaction {
  readonly kind = 'transaction';
  readonly #connection: Connection;
  readonly #lastWork: (() => Promise<void>)[] = [];
  readonly #notices: { channel: string; payloads: () => readonly string[] }[] = [];
  #state: 'idle' | 'busy' | 'ended' = 'idle';

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
    // PostgreSQL tells the same once, and nothing if the transaction rolls back
    for (const { channel, payloads } of this.#notices) {
      for (const payload of payloads()) await this.run(sql`select pg_notify(${channel}, ${payload})`);
    }
  }

  /** Refuses further statements. */
  end(): void {
    this.#state = 'ended';
  }

  /** One at a time: what two of them did at once would depend on which was sent first. */
  async #send<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.#state !== 'idle') {
      throw new DatabaseUsageError(
        `the transaction ${this.#state === 'busy' ? 'is busy' : 'has ended'}: await every call inside of it`,
      );
    }
    this.#state = 'busy';
    try {
      return await send();
    } finally {
      if (this.#state === 'busy') this.#state = 'idle';
    }
  }
}
