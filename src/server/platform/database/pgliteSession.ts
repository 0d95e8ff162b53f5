import type { EngineSession, Statement, StatementResult } from './engine.ts';
import { DatabaseError, sqlState } from './errors.ts';

interface SharedConnection {
  execute(statement: Statement): Promise<StatementResult>;
  script(text: string): Promise<unknown>;
  giveBack(): void;
}

/**
 * The one connection of the embedded database while a transaction has it. A transaction that sends nothing for too long
 * is rolled back as PostgreSQL's `idle_in_transaction_session_timeout` would: here it would stop everybody else.
 */
export class PgliteSession implements EngineSession {
  readonly #connection: SharedConnection;
  readonly #idleMs: number;
  #idle: NodeJS.Timeout | undefined;
  #isOver = false;
  /** Statements that have no answer yet. */
  #running = 0;

  constructor(connection: SharedConnection, idleMs: number) {
    this.#connection = connection;
    this.#idleMs = idleMs;
  }

  execute(statement: Statement): Promise<StatementResult> {
    return this.#watch(() => this.#connection.execute(statement));
  }

  async script(text: string): Promise<void> {
    await this.#watch(() => this.#connection.script(text));
  }

  release(): void {
    clearTimeout(this.#idle);
    if (!this.#isOver) {
      this.#isOver = true;
      this.#connection.giveBack();
    }
  }

  async #watch<Result>(send: () => Promise<Result>): Promise<Result> {
    clearTimeout(this.#idle);
    if (this.#isOver) {
      throw new DatabaseError({
        message: `the transaction was rolled back: it sent nothing for ${this.#idleMs} ms`,
        code: sqlState.idleInTransactionTimeout,
      });
    }
    this.#running += 1;
    try {
      return await send();
    } finally {
      this.#running -= 1;
      if (this.#running === 0 && !this.#isOver) this.#idle = setTimeout(() => this.#giveUp(), this.#idleMs);
    }
  }

  #giveUp(): void {
    this.#isOver = true;
    this.#connection
      .execute({ text: 'rollback', values: [] })
      .catch(() => undefined)
      .finally(() => this.#connection.giveBack());
  }
}
