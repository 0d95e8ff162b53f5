import { DatabaseError, sqlState } from './errors.ts';

interface Waiter {
  readonly wantsAll: boolean;
  start(): void;
}

/**
 * First come, first served access to one connection. A single statement only passes through: several may be on their
 * way at once, the other side answers them in order. A transaction takes the connection until it gives it back.
 */
export class ConnectionQueue {
  readonly #timeoutMs: number;
  #isTaken = false;
  readonly #waiting: Waiter[] = [];

  /** @param timeoutMs a call that has waited so long rejects with `53300` */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Calls `send` when no transaction is open and none waits before; `send` must hand over its statement at once. */
  pass<Result>(send: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#enter({ wantsAll: false, start: () => resolve(send()) }, reject);
    });
  }

  /** Resolves when the connection is the caller's alone; then `giveBack` must be called once. */
  take(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#enter({ wantsAll: true, start: resolve }, reject);
    });
  }

  get isTaken(): boolean {
    return this.#isTaken;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  giveBack(): void {
    this.#isTaken = false;
    while (!this.#isTaken) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#start(next);
    }
  }

  #enter(waiter: Waiter, refuse: (error: Error) => void): void {
    if (!this.#isTaken) {
      this.#start(waiter);
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      refuse(
        new DatabaseError({
          message: `no connection was free within ${this.#timeoutMs} ms`,
          code: sqlState.tooManyConnections,
        }),
      );
    }, this.#timeoutMs);
    const waiting: Waiter = {
      wantsAll: waiter.wantsAll,
      start() {
        clearTimeout(timer);
        waiter.start();
      },
    };
    this.#waiting.push(waiting);
  }

  #start(waiter: Waiter): void {
    this.#isTaken = waiter.wantsAll;
    waiter.start();
  }
}
