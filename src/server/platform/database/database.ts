import type { Sql } from 'sql-template-tag';

/**
 * Something that takes statements. Rows have the names of their columns, `requested_day` as `requestedDay`:
 *
 * - bool, int2, int4, float, oid: boolean, number; int8 (also `count(*)`): number, `22003` outside the safe integers
 * - numeric, interval, timestamp: string as PostgreSQL writes it; text, uuid, enums: string
 * - date: `YYYY-MM-DD`; time: `HH:MM`, seconds cut off; timestamptz: `YYYY-MM-DDTHH:MM:SS.sssZ`, microseconds cut off
 * - bytea: Buffer; json, jsonb: parsed; arrays of these: arrays
 *
 * Parameters: string, finite or not number, bigint, boolean, null, Uint8Array (bytea) and flat arrays of these.
 * For json pass `JSON.stringify(value)`; for instants an ISO string. Anything else throws `DatabaseUsageError`.
 */
export interface Queryable {
  many<Row>(statement: Sql): Promise<Row[]>;
  maybeOne<Row>(statement: Sql): Promise<Row | null>;
  /** The only row; `DatabaseError` `P0002` without a row, `P0003` with several. */
  one<Row>(statement: Sql): Promise<Row>;
  /** The number of rows inserted, changed, deleted or selected; 0 for other commands. */
  run(statement: Sql): Promise<number>;
}

/** An open transaction. Its statements run one after the other; once one fails, all after it do. */
export interface Transaction extends Queryable {
  readonly kind: 'transaction';
  /** Runs a text of several statements without parameters. For migrations. */
  script(text: string): Promise<void>;
  /**
   * Tells the listeners of a channel, in all processes, when the transaction commits; the same is told once.
   * @param payloads asked for when everything else is done, at most 8,000 bytes each; without it, one empty payload
   */
  notify(channel: string, payloads?: () => readonly string[]): void;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction: commits when it returns, rolls back when it throws. While it runs, the code it calls
   * can use only `tx`: any other call on this database rejects at once with `DatabaseUsageError`, as does a nested
   * `transaction` and a `tx` used after the end. Rejects with `25P02` when `work` swallowed the error of a statement.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Calls `handler` with the payload of each `notify` and `pg_notify` of the channel from now on by any process.
   * `onReconnect` runs when notifications may have been missed. Resolves to the function that unsubscribes.
   */
  listen(channel: string, handler: (payload: string) => void, onReconnect?: () => void): Promise<Unsubscribe>;
  load(): DatabaseLoad;
  /** Refuses new calls, gives running ones 1.5 s to end, then closes within 1.5 s, and the embedded server in 2.5 s more. */
  close(): Promise<void>;
}

export interface DatabaseLoad {
  inUse: number;
  idle: number;
  /** Calls that wait for one. */
  waiting: number;
}

export type Unsubscribe = () => Promise<void>;

export interface AnsweredStatement {
  /** With placeholders; its values are not here. */
  readonly text: string;
  /** The first word of the command tag, such as `SELECT`; null when it was refused. */
  readonly command: string | null;
  /** At the database, without the wait for a connection. */
  readonly milliseconds: number;
  /** Why it was refused, as SQLSTATE. */
  readonly failure: string | null;
}

/** Called in the asynchronous context of who asked; must not throw. */
export type ReportStatement = (statement: AnsweredStatement) => void;
