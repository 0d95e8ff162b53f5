import pg, { type ClientConfig } from 'pg';
import type { Unsubscribe } from './database.ts';
import { DatabaseError, sqlState, toDatabaseError } from './errors.ts';

const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** Worth a line in the log: a lost connection, a subscriber that threw. */
export type Warn = (message: string, error: unknown) => void;

interface Subscription {
  handler(payload: string): void;
  onReconnect(): void;
}

/** How often the listener asks whether anybody is there, and how long it waits for the answer; milliseconds. */
interface Heartbeat {
  every: number;
  patience: number;
}

/** This connection carries nothing else: without it, nobody would notice that it was lost. */
const usualHeartbeat: Heartbeat = { every: 15_000, patience: 10_000 };

/**
 * One connection of its own for all channels, opened with the first subscription. When it is lost it comes back with
 * growing pauses, listens to the same channels again and tells every subscriber that it may have missed something.
 */
export class Listener {
  readonly #settings: ClientConfig;
  readonly #warn: Warn;
  readonly #heartbeat: Heartbeat;
  readonly #channels = new Map<string, Set<Subscription>>();
  #client: Promise<pg.Client> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #failures = 0;
  #lastCommand: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(settings: ClientConfig, warn: Warn, heartbeat: Heartbeat = usualHeartbeat) {
    this.#settings = settings;
    this.#warn = warn;
    this.#heartbeat = heartbeat;
  }

  /** @throws DatabaseError */
  async listen(
    channel: string,
    handler: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<Unsubscribe> {
    const subscription = { handler, onReconnect };
    const subscriptions = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, subscriptions.add(subscription));
    try {
      // also where others listen already: theirs may not have been answered yet
      await this.#send(`listen "${channel}"`);
    } catch (error) {
      subscriptions.delete(subscription);
      throw toDatabaseError(error);
    }
    return async () => void subscriptions.delete(subscription);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  /** Commands go one after the other, each over the connection there is by then. */
  #send(text: string): Promise<void> {
    const answer = this.#lastCommand.then(() => this.#sendNow(text));
    this.#lastCommand = answer.catch(() => undefined);
    return answer;
  }

  async #sendNow(text: string): Promise<void> {
    if (this.#isClosed) {
      throw new DatabaseError({ message: 'the database is closed', code: sqlState.adminShutdown });
    }
    // the next connection takes up all channels
    if (this.#retry) return;
    this.#client ??= this.#connect();
    const client = await this.#client;
    await client.query(text);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#settings);
    client.on('notification', ({ channel, payload = '' }) =>
      this.#tell([channel], (one) => one.handler(payload)),
    );
    let reason = new Error('connection ended');
    client.on('error', (error) => {
      reason = error;
    });
    try {
      await client.connect();
    } catch (error) {
      this.#client = null;
      throw error;
    }
    const { every, patience } = this.#heartbeat;
    const beat = setInterval(() => void this.#askWhetherThere(client, patience), every);
    client.on('end', () => {
      clearInterval(beat);
      if (!this.#isClosed) this.#warn('listening database connection lost', toDatabaseError(reason));
      this.#reconnectLater();
    });
    return client;
  }

  /** In its turn like any command; a connection on which the turn or the answer does not come in time is ended. */
  async #askWhetherThere(client: pg.Client, patience: number): Promise<void> {
    // with a command in progress, `end` does not wait for the other side
    const late = setTimeout(() => void client.end().catch(() => undefined), patience);
    const answer = this.#lastCommand.then(() => client.query('select 1'));
    this.#lastCommand = answer.catch(() => undefined);
    await this.#lastCommand;
    clearTimeout(late);
  }

  #reconnectLater(): void {
    this.#client = null;
    if (this.#isClosed || this.#retry) return;
    const pauseMs = Math.min(firstPauseMs * 2 ** this.#failures, longestPauseMs);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.#reconnect(), pauseMs);
  }

  async #reconnect(): Promise<void> {
    this.#retry = null;
    try {
      for (const channel of this.#channels.keys()) await this.#send(`listen "${channel}"`);
    } catch (error) {
      this.#warn('listening database connection not restored', toDatabaseError(error));
      const client = await this.#client?.catch(() => null);
      this.#reconnectLater();
      await client?.end().catch(() => undefined);
      return;
    }
    this.#failures = 0;
    this.#tell(this.#channels.keys(), (one) => one.onReconnect());
  }

  /** A subscriber that throws must not stop the others, nor the process. */
  #tell(channels: Iterable<string>, call: (subscription: Subscription) => void): void {
    for (const channel of channels) {
      for (const subscription of this.#channels.get(channel) ?? []) {
        try {
          call(subscription);
        } catch (error) {
          this.#warn(`listener of ${channel} failed`, error);
        }
      }
    }
  }
}
