import { fork } from 'node:child_process';
import { join } from 'node:path';
import { atEnd } from '../../cleanup.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  cookie: string | null;
  body?: object;
  /** The address that a proxy before the server would name; left out, all come from one. */
  address?: string;
}

/** What is sent to a server. */
export interface Load {
  url: string;
  connections: number;
  /** Each connection goes round them, from a place of its own; with `isOnce` each is made once. */
  calls: Call[];
  isOnce?: boolean;
  /** Measured, after the warm-up; with `isOnce` nothing is left out. */
  seconds: number;
  warmup: number;
  /** Calls a second in all; as many as it can without it. */
  rate?: number;
}

/** What came back. Times in milliseconds. */
export interface Measured {
  /** Successful answers a second. */
  rate: number;
  /** Of the same answers. */
  mean: number;
  p50: number;
  p95: number;
  p99: number;
  /** Answers outside of the 200s, and connections that broke. */
  failed: number;
  /** Mean size of an answer. */
  bytes: number;
}

/** Another process that makes calls: what measures must not be slowed down by what it does not measure. */
export interface Generator {
  measure(load: Load): Promise<Measured>;
}

export function startGenerator(): Generator {
  const child = fork(join(import.meta.dirname, 'generator.ts'));
  const waiting = new Map<
    number,
    { resolve: (measured: Measured) => void; reject: (error: Error) => void }
  >();
  let lastId = 0;
  child.on('message', ({ id, measured, error }: { id: number; measured?: Measured; error?: string }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (measured) call?.resolve(measured);
    else call?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the load generator ended'));
  });
  atEnd(async () => void child.kill('SIGKILL'));
  return {
    measure: (load) => {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, load });
      });
    },
  };
}
