import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import type { Unsubscribe } from './database.ts';
import { DatabaseError, sqlState, toDatabaseError } from './errors.ts';

/** Logs a warning: a lost connection, a subscriber that threw. */
export type Warn = (message: string, error: unknown) => void;

interface Subscription {
  handler(payload: string): void;
  onReconnect(): void;
}

/**
 * A dedicated connection for all channels, opened with the first subscription. When lost, it reconnects with growing
 * pauses, listens to the same channels again and tells every subscriber that notifications may have been missed.
 */
export class Listener {
  readonly #settings: ClientConfig;
  readonly #warn: Warn;
  readonly #heartbeatMs: number;
  readonly #channels = new Map<string, Set<Subscription>>();
  readonly #closing = new AbortController();
  #client: Promise<pg.Client> | null = null;
  #lastCommand: Promise<unknown> = Promise.resolve();

  /** @param heartbeatMs how often it pings the server, the only way to notice a lost connection */
  constructor(settings: ClientConfig, warn: Warn, heartbeatMs = 15_000) {
    this.#settings = settings;
    this.#warn = warn;
    this.#heartbeatMs = heartbeatMs;
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
      this.#client ??= this.#open().catch((error: unknown) => {
        // a later subscription retries
        this.#client = null;
        throw error;
      });
      // even if others listen already: their LISTEN may not be confirmed yet
      await this.#listenTo(channel, await this.#client);
    } catch (error) {
      subscriptions.delete(subscription);
      throw toDatabaseError(error);
    }
    return async () => void subscriptions.delete(subscription);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  #listenTo(channel: string, client: pg.Client): Promise<void> {
    return this.#send(client, `listen ${pg.escapeIdentifier(channel)}`);
  }

  /** Sends commands one after the other. */
  async #send(client: pg.Client, text: string): Promise<void> {
    const answer = this.#lastCommand.then(() => client.query(text));
    this.#lastCommand = answer.catch(() => undefined);
    await answer;
  }

  /** Opens a connection that listens to all channels. */
  async #open(): Promise<pg.Client> {
    if (this.#closing.signal.aborted) {
      throw new DatabaseError({ message: 'the database is closed', code: sqlState.adminShutdown });
    }
    const client = new pg.Client(this.#settings);
    client.on('notification', ({ channel, payload = '' }) =>
      this.#tell([channel], (one) => one.handler(payload)),
    );
    let reason = new Error('connection ended');
    client.on('error', (error) => (reason = error));
    const giveUp = (): Promise<void> => client.end().catch(() => undefined);
    try {
      await client.connect();
      for (const channel of this.#channels.keys()) await this.#listenTo(channel, client);
    } catch (error) {
      await giveUp();
      throw error;
    }
    const heartbeat = setInterval(() => void this.#send(client, 'select 1').catch(giveUp), this.#heartbeatMs);
    client.once('end', () => {
      clearInterval(heartbeat);
      if (this.#closing.signal.aborted) return;
      this.#warn('listening database connection lost', toDatabaseError(reason));
      this.#client = this.#reconnect();
      // rejects if the listener is closed meanwhile
      this.#client.catch(() => undefined);
    });
    return client;
  }

  async #reconnect(): Promise<pg.Client> {
    for (let pauseMs = 250; ; pauseMs = Math.min(2 * pauseMs, 10_000)) {
      await sleep(pauseMs, undefined, { signal: this.#closing.signal });
      try {
        const client = await this.#open();
        this.#tell(this.#channels.keys(), (one) => one.onReconnect());
        return client;
      } catch (error) {
        this.#warn('listening database connection not restored', toDatabaseError(error));
      }
    }
  }

  /** A throwing subscriber must not affect the others or end the process. */
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
