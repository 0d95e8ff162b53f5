import type { PoolClient, QueryConfig } from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, ReportStatement, Transaction } from './database.ts';
import { DatabaseError, DatabaseUsageError, isBroken, sqlState, toDatabaseError } from './errors.ts';
import { keyOf, requireParameters } from './values.ts';

export interface StatementResult {
  rows: unknown[];
  /** The number at the end of the command tag (`UPDATE 3`), or 0. */
  affected: number;
  /** The first word of the command tag; `ROLLBACK` if a COMMIT could only roll back. */
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
    const [row, second] = rows;
    if (row !== undefined && second === undefined) return row;
    const code = row === undefined ? sqlState.noDataFound : sqlState.tooManyRows;
    throw new DatabaseError({ message: `query returned ${rows.length} rows`, code });
  }

  async run(statement: Sql): Promise<number> {
    const { affected } = await this.execute(statement);
    return affected;
  }
}

/** Limits prepared statements: ever-changing texts must not fill the server's memory. */
const mostPrepared = 500;

/** A connection of the pool, from `connect` until `release`: for one statement or one transaction. */
export class Connection extends StatementRunner implements Transaction {
  readonly kind = 'transaction';
  readonly #client: PoolClient;
  readonly #names: Map<string, string>;
  readonly #report: ReportStatement | undefined;
  readonly #notices: { channel: string; payloads: () => readonly string[] }[] = [];
  #state: 'idle' | 'busy' | 'ended' = 'idle';
  #isReleased = false;
  /** Must not be used any more. */
  isBroken = false;

  /** @param names names of prepared texts, so that they are parsed and planned once per connection */
  constructor(client: PoolClient, names: Map<string, string>, report: ReportStatement | undefined) {
    super();
    this.#client = client;
    this.#names = names;
    this.#report = report;
  }

  execute(statement: Sql): Promise<StatementResult> {
    return this.#oneAtATime(() => this.#execute(statement));
  }

  script(text: string): Promise<void> {
    // longer than any migration (0 would mean the pool's limit); missing from the library's types
    const script: QueryConfig & { query_timeout: number } = { text, query_timeout: 2 ** 31 - 1 };
    return this.#oneAtATime(async () => {
      await this.#client.query(script).catch((error: unknown) => {
        throw this.#failed(error);
      });
    });
  }

  notify(channel: string, payloads: () => readonly string[] = () => ['']): void {
    this.#notices.push({ channel, payloads });
  }

  /** Sends what `notify` queued. */
  async finish(): Promise<void> {
    // PostgreSQL drops duplicates, and everything if the transaction rolls back
    const told = this.#notices.flatMap(({ channel, payloads }) =>
      payloads().map((payload) => ({ channel, payload })),
    );
    if (told.length === 0) return;
    await this.run(sql`
      select pg_notify(channel, payload)
      from unnest(${told.map(({ channel }) => channel)}::text[], ${told.map(({ payload }) => payload)}::text[])
        as told (channel, payload)`);
  }

  /** Commits or rolls back; refuses further statements. */
  end(statement: Sql): Promise<StatementResult> {
    this.#state = 'ended';
    return this.#execute(statement);
  }

  /** Idempotent. @param isLost its state is unknown: nobody else gets it */
  release(isLost = false): void {
    if (!this.#isReleased) this.#client.release(isLost || this.isBroken);
    this.#isReleased = true;
  }

  async #execute({ text, values }: Sql): Promise<StatementResult> {
    if (this.#names.size < mostPrepared)
      this.#names.set(text, this.#names.get(text) ?? `s${this.#names.size}`);
    const name = this.#names.get(text);
    const query = { text, values: requireParameters(values), name, rowMode: 'array' } as const;
    const begun = performance.now();
    const report = (command: string | null, failure: string | null): void =>
      this.#report?.({ text, command, milliseconds: performance.now() - begun, failure });
    try {
      const { rows, fields, rowCount, command } = await this.#client.query<unknown[]>(query);
      report(command, null);
      const keys = fields.map((field) => keyOf(field.name));
      const named = rows.map((row) => Object.fromEntries(keys.map((key, at) => [key, row[at]])));
      return { rows: named, affected: rowCount ?? 0, command };
    } catch (error) {
      const failure = this.#failed(error);
      report(null, failure.code);
      throw failure;
    }
  }

  #failed(error: unknown): DatabaseError {
    this.isBroken ||= isBroken(error);
    return toDatabaseError(error);
  }

  /** The effect of concurrent statements would depend on their order. */
  async #oneAtATime<Result>(send: () => Promise<Result>): Promise<Result> {
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
