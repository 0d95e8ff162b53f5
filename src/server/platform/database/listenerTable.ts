import type { Unsubscribe } from './database.ts';
import type { EngineEvents } from './engine.ts';

interface Listener {
  handler(payload: string): void;
  onReconnect(): void;
}

interface ChannelCommands {
  /** Sends LISTEN; called when a channel gets its first listener. */
  start(): Promise<unknown>;
  /** Sends UNLISTEN; called when the last one has gone. */
  stop(): Promise<unknown>;
}

export class ListenerTable {
  readonly #channels = new Map<string, Set<Listener>>();
  readonly #events: Pick<EngineEvents, 'onWarning'>;

  constructor(events: Pick<EngineEvents, 'onWarning'>) {
    this.#events = events;
  }

  get channels(): string[] {
    return [...this.#channels.keys()];
  }

  async add(
    channel: string,
    handler: (payload: string) => void,
    onReconnect: () => void,
    commands: ChannelCommands,
  ): Promise<Unsubscribe> {
    const listener: Listener = { handler, onReconnect };
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners);
    listeners.add(listener);
    try {
      // Also when others listen already: their LISTEN may not have been answered yet, and it costs nothing twice.
      await commands.start();
    } catch (error) {
      this.#remove(channel, listener);
      throw error;
    }
    return async () => {
      if (this.#remove(channel, listener)) {
        // When it cannot be sent, the connection is gone and its LISTEN with it.
        await commands.stop().catch(() => undefined);
      }
    };
  }

  deliver(channel: string, payload: string): void {
    for (const listener of this.#channels.get(channel) ?? []) {
      this.#protect(channel, () => listener.handler(payload));
    }
  }

  announceReconnect(): void {
    for (const [channel, listeners] of this.#channels) {
      for (const listener of listeners) {
        this.#protect(channel, () => listener.onReconnect());
      }
    }
  }

  /** True when the channel has lost its last listener by this call. */
  #remove(channel: string, listener: Listener): boolean {
    const listeners = this.#channels.get(channel);
    if (!listeners?.delete(listener) || listeners.size > 0) return false;
    this.#channels.delete(channel);
    return true;
  }

  /** A listener that throws must not stop the others, nor the process. */
  #protect(channel: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#events.onWarning(`listener of ${channel} failed`, error);
    }
  }
}
