import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from './database.ts';
import type { EngineSession, Statement, StatementResult } from './engine.ts';
import { DatabaseError, DatabaseUsageError, sqlState } from './errors.ts';
import { reported, type ReportStatement } from './statementReport.ts';
import { encodeParameters } from './values.ts';

export abstract class StatementRunner implements Queryable {
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

const encode = (statement: Sql): Statement => ({
  text: statement.text,
  values: encodeParameters(statement.values),
});

export class EngineTransaction extends StatementRunner implements Transaction {
  readonly kind = 'transaction';
  readonly #session: EngineSession;
  readonly #report: ReportStatement | undefined;
  readonly #lastWork: (() => Promise<void>)[] = [];
  readonly #notices: { channel: string; payloads: () => readonly string[] }[] = [];
  #ended = false;
  /** Statements that have no answer yet. */
  readonly #running = new Set<Promise<unknown>>();
  /** What the first statement that failed was refused with. */
  #failure: DatabaseError | null = null;

  constructor(session: EngineSession, report: ReportStatement | undefined) {
    super();
    this.#session = session;
    this.#report = report;
  }

  protected execute(statement: Statement): Promise<StatementResult> {
    return this.#send(() => reported(this.#report, statement, () => this.#session.execute(statement)));
  }

  script(text: string): Promise<void> {
    return this.#send(() => this.#session.script(text));
  }

  beforeCommit(work: () => Promise<void>): void {
    this.#lastWork.push(work);
  }

  notify(channel: string, payloads: () => readonly string[] = () => ['']): void {
    this.#notices.push({ channel, payloads });
  }

  /** What was asked for with `beforeCommit`, in its order; it may ask for more. */
  async finish(): Promise<void> {
    for (let work = this.#lastWork.shift(); work; work = this.#lastWork.shift()) await work();
  }

  /** Refuses further statements; resolves when those already started are done. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.allSettled(this.#running);
  }

  /** Sends what was asked for with `notify`, as a statement of its own that does not wait for the disk. */
  async sendNotices(): Promise<void> {
    const notices = this.#notices.flatMap(({ channel, payloads }) =>
      payloads().map((payload) => ({ channel, payload })),
    );
    if (notices.length === 0) return;
    // PostgreSQL tells the same once
    const statement = encode(sql`
      select pg_notify(n.channel, n.payload), set_config('synchronous_commit', 'off', true)
      from unnest(${notices.map(({ channel }) => channel)}::text[],
        ${notices.map(({ payload }) => payload)}::text[]) as n (channel, payload)`);
    await reported(this.#report, statement, () => this.#session.execute(statement));
  }

  #send<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.#ended) {
      return Promise.reject(
        new DatabaseUsageError('the transaction has ended: await every call inside of it'),
      );
    }
    const answer = send().catch((error: DatabaseError) => {
      // all that fail after the first fail because of it, and one of them can be the first that the caller hears
      this.#failure ??= error;
      throw this.#failure;
    });
    this.#running.add(answer);
    const forget = (): boolean => this.#running.delete(answer);
    answer.then(forget, forget);
    return answer;
  }
}
