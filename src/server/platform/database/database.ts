import type { Sql } from 'sql-template-tag';

/**
 * Runs statements. Rows have camel-case column names, `requested_day` as `requestedDay`:
 *
 * - bool, int2, int4, float, oid: boolean, number; int8 (also `count(*)`): number, `22003` outside the safe integers
 * - numeric, interval, timestamp: string as PostgreSQL writes it; text, uuid, enums: string
 * - date: `YYYY-MM-DD`; time: `HH:MM`, seconds cut off; timestamptz: `YYYY-MM-DDTHH:MM:SS.sssZ`, microseconds cut off
 * - bytea: Buffer; json, jsonb: parsed; arrays of these: arrays
 *
 * Parameters: string, finite or not number, bigint, boolean, null, Uint8Array (bytea) and flat arrays of these. For
 * json pass `JSON.stringify(value)`; for instants an ISO string. Anything else throws `DatabaseUsageError`.
 */
export interface Queryable {
  many<Row>(statement: Sql): Promise<Row[]>;
  maybeOne<Row>(statement: Sql): Promise<Row | null>;
  /** The only row; throws `DatabaseError` `P0002` for none, `P0003` for several. */
  one<Row>(statement: Sql): Promise<Row>;
  /** The number of rows inserted, changed, deleted or selected; 0 for other commands. */
  run(statement: Sql): Promise<number>;
}

/** An open transaction. Its statements run one after the other; after a failed one all others fail too. */
export interface Transaction extends Queryable {
  readonly kind: 'transaction';
  /** Runs a text of several statements without parameters. For migrations. */
  script(text: string): Promise<void>;
  /**
   * Notifies the listeners of a channel, in all processes, on commit; duplicates are sent once.
   * @param payloads called just before the commit, at most 8,000 bytes each; omitted: one empty payload
   */
  notify(channel: string, payloads?: () => readonly string[]): void;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction: commits when it returns, rolls back when it throws. Meanwhile the code it calls can
   * use only `tx`: any other call on this database rejects at once with `DatabaseUsageError`, as do a nested
   * `transaction` and a `tx` used after the end. Rejects with `25P02` if `work` swallowed a statement's error.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Calls `handler` with the payload of each later `notify` and `pg_notify` on the channel by any process.
   * `onReconnect` runs when notifications may have been missed. Resolves to the function that unsubscribes.
   */
  listen(channel: string, handler: (payload: string) => void, onReconnect?: () => void): Promise<Unsubscribe>;
  load(): DatabaseLoad;
  /** Refuses new calls, gives running ones 1.5 s to finish, then closes within 1.5 s, and the embedded server within 2.5 s more. */
  close(): Promise<void>;
}

export interface DatabaseLoad {
  inUse: number;
  idle: number;
  /** Calls waiting for a connection. */
  waiting: number;
}

export type Unsubscribe = () => Promise<void>;

export interface AnsweredStatement {
  /** With placeholders, without values. */
  readonly text: string;
  /** The first word of the command tag, such as `SELECT`; null if it failed. */
  readonly command: string | null;
  /** Time at the database, excluding the wait for a connection. */
  readonly milliseconds: number;
  /** The SQLSTATE if it failed. */
  readonly failure: string | null;
}

/** Called in the caller's asynchronous context; must not throw. */
export type ReportStatement = (statement: AnsweredStatement) => void;
