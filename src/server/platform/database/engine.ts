import type { Database, DatabaseLoad, Unsubscribe } from './database.ts';
import type { EncodedValue } from './values.ts';

/** One statement as it goes over the wire, its parameters in text format. */
export interface Statement {
  readonly text: string;
  readonly values: readonly EncodedValue[];
}

export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  /** The number at the end of the command tag (`UPDATE 3`), else 0. */
  readonly affected: number;
  /** The first word of the command tag; `ROLLBACK` when a COMMIT could only roll back. */
  readonly command: string;
  /** How long the database took, without the wait for a connection. */
  readonly milliseconds: number;
}

/**
 * A connection of one's own, from `openSession` until `release`. Statements that are sent while others run are carried out
 * after them, in order, without a way to the database and back between them.
 */
export interface EngineSession {
  execute(statement: Statement): Promise<StatementResult>;
  script(text: string): Promise<void>;
  /** `broken`: its state is unknown, do not give it to anybody else. */
  release(broken: boolean): void;
}

/**
 * What PostgreSQL and PGlite do differently; `EngineDatabase` puts the rest on top, once. Every method rejects with
 * `DatabaseError` only.
 */
export interface Engine {
  readonly kind: Database['engine'];
  /** Runs and commits one statement. */
  execute(statement: Statement): Promise<StatementResult>;
  openSession(): Promise<EngineSession>;
  listen(channel: string, handler: (payload: string) => void, onReconnect: () => void): Promise<Unsubscribe>;
  load(): DatabaseLoad;
  /** Ends at once; sessions still open are cut off and roll back. */
  close(): Promise<void>;
}

export interface EngineEvents {
  /** The database cannot be used any more (the embedded engine crashed): the process should end. */
  onFatal(error: Error): void;
  /** Worth a line in the log: a lost connection, a listener that threw. */
  onWarning(message: string, error: unknown): void;
}

export const limits = {
  /** Connections of one process to PostgreSQL, besides the one that listens. */
  poolSize: 10,
  /** A call fails when it gets no connection for so long, instead of waiting for ever. */
  waitForConnectionMs: 10_000,
  statementTimeoutMs: 15_000,
  /** Without an answer from the server for so long, the connection is given up. */
  answerTimeoutMs: 20_000,
  /** A transaction that sends nothing for so long is rolled back, so that it cannot hold locks for ever. */
  idleInTransactionMs: 15_000,
  /** How long `close()` waits for what is running, and then once more for the database itself. */
  closeMs: 1_500,
} as const;
