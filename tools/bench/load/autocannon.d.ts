/** The part of the package that the bench uses; it brings no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Call {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }

  interface Client {
    setRequests(requests: Call[]): void;
  }

  interface LoadOptions {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Calls in all, instead of a duration. */
    amount?: number;
    /** Calls a second over all connections. */
    overallRate?: number;
    sampleInt?: number;
    timeout?: number;
    requests: Call[];
    setupClient?(client: Client): void;
  }

  interface Instance extends EventEmitter {
    stop(): void;
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): this;
    on(event: 'reqError', listener: (error: Error) => void): this;
  }

  export default function autocannon(options: LoadOptions, done: (error: Error | null) => void): Instance;
}
