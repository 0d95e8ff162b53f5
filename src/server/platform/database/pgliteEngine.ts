import { ConnectionQueue } from './connectionQueue.ts';
import type { DatabaseLoad, Unsubscribe } from './database.ts';
import {
  limits,
  type Engine,
  type EngineEvents,
  type EngineSession,
  type Statement,
  type StatementResult,
} from './engine.ts';
import { ListenerTable } from './listenerTable.ts';
import { PgliteConnection } from './pgliteConnection.ts';
import type { PackedResult, PgliteOptions } from './pgliteMessages.ts';
import { PgliteSession } from './pgliteSession.ts';
import { PreparedNames } from './preparedNames.ts';
import { type Columns, columnsOf, rowOf } from './values.ts';

/** Other times than those of `limits`, in milliseconds. */
interface Timeouts {
  waitMs?: number | undefined;
  idleInTransactionMs?: number | undefined;
}

/** The embedded database: PGlite in a worker thread, one connection shared by turns. */
export class PgliteEngine implements Engine {
  readonly kind = 'pglite';
  readonly #connection: PgliteConnection;
  readonly #listeners: ListenerTable;
  readonly #turns: ConnectionQueue;
  readonly #names = new PreparedNames();
  /** By the name of a prepared statement. */
  readonly #columns = new Map<string, Columns>();

  readonly #idleInTransactionMs: number;

  private constructor(connection: PgliteConnection, listeners: ListenerTable, timeouts: Timeouts) {
    this.#connection = connection;
    this.#listeners = listeners;
    this.#turns = new ConnectionQueue(timeouts.waitMs ?? limits.waitForConnectionMs);
    this.#idleInTransactionMs = timeouts.idleInTransactionMs ?? limits.idleInTransactionMs;
  }

  static async open(
    options: PgliteOptions,
    events: EngineEvents,
    timeouts: Timeouts = {},
  ): Promise<PgliteEngine> {
    const listeners = new ListenerTable(events);
    const connection = await PgliteConnection.open(options, {
      onFatal: (error) => events.onFatal(error),
      onNotification: (channel, payload) => listeners.deliver(channel, payload),
    });
    return new PgliteEngine(connection, listeners, timeouts);
  }

  execute(statement: Statement): Promise<StatementResult> {
    return this.#turns.pass(() => this.#send(statement));
  }

  async openSession(): Promise<EngineSession> {
    await this.#turns.take();
    const connection = {
      execute: (statement: Statement) => this.#send(statement),
      script: (text: string) => this.#connection.call('script', { text }),
      giveBack: () => this.#turns.giveBack(),
    };
    return new PgliteSession(connection, this.#idleInTransactionMs);
  }

  listen(channel: string, handler: (payload: string) => void): Promise<Unsubscribe> {
    // Never lost and never reconnected: the notifications come from this very process.
    return this.#listeners.add(channel, handler, () => undefined, {
      start: () => this.execute({ text: `listen "${channel}"`, values: [] }),
      stop: () => this.execute({ text: `unlisten "${channel}"`, values: [] }),
    });
  }

  load(): DatabaseLoad {
    const { pending } = this.#connection;
    const isBusy = this.#turns.isTaken || pending > 0;
    return {
      inUse: isBusy ? 1 : 0,
      idle: isBusy ? 0 : 1,
      // also what is already on its way to the thread, behind the first
      waiting: this.#turns.waiting + Math.max(0, pending - 1),
    };
  }

  /** The whole database as a tar file, from which `template` starts another one. */
  dump(): Promise<Uint8Array> {
    return this.#turns.pass(() => this.#connection.call('dump', {}));
  }

  /** How often the database has called fsync since it was opened. */
  countFsyncs(): Promise<number> {
    return this.#connection.call('countFsyncs', {});
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #send({ text, values }: Statement): Promise<StatementResult> {
    const name = this.#names.nameFor(text);
    try {
      const { fields, rows, ...rest } = await this.#connection.call('execute', { text, name, values });
      const columns = this.#columnsOf(name, fields);
      return { rows: rows.map((texts) => rowOf(columns, texts)), ...rest };
    } catch (error) {
      // The trace of an answer leads to the message from the worker; this one leads to who asked.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  /** @param fields null: they were answered before */
  #columnsOf(name: string | null, fields: PackedResult['fields']): Columns {
    const known = fields === null && name !== null ? this.#columns.get(name) : undefined;
    if (known) return known;
    const columns = columnsOf(fields ?? []);
    if (name !== null) this.#columns.set(name, columns);
    return columns;
  }
}
