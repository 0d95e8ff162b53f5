import { Worker } from 'node:worker_threads';
import { within } from '../within.ts';
import { limits } from './engine.ts';
import { DatabaseError, sqlState } from './errors.ts';
import type { PgliteOptions, WorkerCalls, WorkerMessage } from './pgliteMessages.ts';

interface ConnectionEvents {
  onFatal(error: Error): void;
  onNotification(channel: string, payload: string): void;
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Calls to the worker thread that runs PGlite. It carries them out one after the other, in the order of the calls. */
export class PgliteConnection {
  readonly #worker: Worker;
  readonly #events: ConnectionEvents;
  readonly #pending = new Map<number, PendingCall>();
  #lastId = 0;
  #opening: PendingCall | null = null;
  #isClosing = false;
  /** Why nothing can be asked any more. */
  #end: DatabaseError | null = null;

  private constructor(options: PgliteOptions, events: ConnectionEvents) {
    this.#events = events;
    // Without the flags of this process: test runners and debuggers pass some that a worker refuses.
    this.#worker = new Worker(new URL('./pgliteWorker.ts', import.meta.url), {
      workerData: options,
      execArgv: [],
    });
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#worker.on('error', (error) => this.#fail(`worker failed: ${error.message}`));
    this.#worker.on('exit', (code) => this.#fail(`worker ended with code ${code}`));
  }

  /** Starts the worker and waits until the database is open. @throws DatabaseError when it cannot be opened */
  static async open(options: PgliteOptions, events: ConnectionEvents): Promise<PgliteConnection> {
    const connection = new PgliteConnection(options, events);
    await new Promise((resolve, reject) => {
      connection.#opening = { resolve, reject };
    });
    return connection;
  }

  call<Kind extends keyof WorkerCalls>(
    kind: Kind,
    fields: WorkerCalls[Kind][0],
  ): Promise<WorkerCalls[Kind][1]> {
    if (this.#end) return Promise.reject(this.#end);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, kind, ...fields }, []);
    });
  }

  /** Calls that have no answer yet. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Has the database shut down properly, then ends the thread. Harmless after a crash. */
  async close(): Promise<void> {
    if (!this.#end) {
      this.#isClosing = true;
      // Ending the thread in the middle of something is safe: the log is on the disk.
      await within(limits.closeMs, Promise.allSettled([this.call('close', {})]), null);
      this.#end = new DatabaseError({ message: 'the database is closed', code: sqlState.adminShutdown });
    }
    await this.#worker.terminate();
  }

  #receive(message: WorkerMessage): void {
    switch (message.kind) {
      case 'opened':
        this.#opening?.resolve(undefined);
        this.#opening = null;
        return;
      case 'answer':
        this.#settle(message.id)?.resolve(message.value);
        return;
      case 'refusal':
        this.#settle(message.id)?.reject(new DatabaseError(message.error));
        return;
      case 'notification':
        this.#events.onNotification(message.channel, message.payload);
        return;
      case 'fatal':
        this.#fail(message.message);
    }
  }

  #settle(id: number): PendingCall | undefined {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    return call;
  }

  /** The first reason counts: the worker's end follows its last words. */
  #fail(reason: string): void {
    if (this.#end || this.#isClosing) {
      this.#rejectAll(new DatabaseError({ message: reason, code: sqlState.connectionFailure }));
      return;
    }
    this.#end = new DatabaseError({
      message: `the embedded database stopped: ${reason}`,
      code: sqlState.connectionFailure,
    });
    this.#rejectAll(this.#end);
    if (this.#opening) {
      this.#opening.reject(this.#end);
      this.#opening = null;
    } else {
      this.#events.onFatal(this.#end);
    }
  }

  #rejectAll(error: DatabaseError): void {
    const calls = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of calls) {
      call.reject(error);
    }
  }
}
