/** The part of the package that the tests use; it brings no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface LoadOptions {
    url: string;
    connections: number;
    /** Seconds, as is the time after which a call has failed. */
    duration: number;
    timeout: number;
    requests: { method: string; path: string; headers?: Record<string, string>; body?: string }[];
  }

  interface Instance extends EventEmitter {
    stop(): void;
    on(event: 'response', listener: (client: object, status: number) => void): this;
  }

  export default function autocannon(options: LoadOptions, done: (error: Error | null) => void): Instance;
}
