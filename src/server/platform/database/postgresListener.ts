import pg, { type ClientConfig } from 'pg';
import type { Unsubscribe } from './database.ts';
import type { EngineEvents } from './engine.ts';
import { DatabaseError, sqlState } from './errors.ts';
import { ListenerTable } from './listenerTable.ts';
import { toDatabaseError } from './postgresErrors.ts';

const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** How often the listener asks whether anybody is there, and how long it waits for the answer; milliseconds. */
interface Heartbeat {
  every: number;
  patience: number;
}

/** This connection carries nothing else: without it, nobody would notice that it was lost. */
const usualHeartbeat: Heartbeat = { every: 15_000, patience: 10_000 };

/**
 * One connection of its own for all channels, opened with the first listener. When it is lost it comes back with
 * growing pauses, listens to the same channels again and tells every listener that it may have missed something.
 */
export class PostgresListener {
  readonly #settings: ClientConfig;
  readonly #events: Pick<EngineEvents, 'onWarning'>;
  readonly #table: ListenerTable;
  readonly #heartbeat: Heartbeat;
  #client: Promise<pg.Client> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #failures = 0;
  #lastCommand: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    settings: ClientConfig,
    events: Pick<EngineEvents, 'onWarning'>,
    heartbeat: Heartbeat = usualHeartbeat,
  ) {
    this.#heartbeat = heartbeat;
    this.#settings = settings;
    this.#events = events;
    this.#table = new ListenerTable(events);
  }

  async listen(
    channel: string,
    handler: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<Unsubscribe> {
    try {
      return await this.#table.add(channel, handler, onReconnect, {
        start: () => this.#send(`listen "${channel}"`),
        stop: () => this.#send(`unlisten "${channel}"`),
      });
    } catch (error) {
      throw toDatabaseError(error);
    }
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
    if (this.#retry) {
      // The next connection will take up all channels of the table.
      return;
    }
    this.#client ??= this.#connect();
    const client = await this.#client;
    await client.query(text);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#settings);
    client.on('notification', ({ channel, payload }) => this.#table.deliver(channel, payload ?? ''));
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
      if (!this.#isClosed) {
        this.#events.onWarning('listening database connection lost', toDatabaseError(reason));
      }
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
      for (const channel of this.#table.channels) {
        await this.#send(`listen "${channel}"`);
      }
    } catch (error) {
      this.#events.onWarning('listening database connection not restored', toDatabaseError(error));
      const client = await this.#client?.catch(() => null);
      this.#reconnectLater();
      await client?.end().catch(() => undefined);
      return;
    }
    this.#failures = 0;
    this.#table.announceReconnect();
  }
}
