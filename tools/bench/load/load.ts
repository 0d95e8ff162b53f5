import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Day } from '../../../src/domain/calendar/day.ts';
import { atEnd } from '../../cleanup.ts';
import type { Call } from '../../connection.ts';

/** Stands in bodies for a day that nobody has used yet. */
export const anyDay = '0000-00-00';

/** What is sent to a server, by so many connections without pause or so many times a second. */
export interface Load {
  url: string;
  calls: Call[];
  connections?: number;
  rate?: number;
  /** Measured, after the warm-up. */
  seconds: number;
  warmup: number;
  /** Of the bodies' `anyDay`: each time a connection goes round its calls it is the next day, and so with the next load. */
  firstDay?: Day;
  /** Calls of connections without pause break off in the end, and nothing is measured: they only keep a server busy. */
  isOnlyBusy?: true;
}

/** What came back. Times in milliseconds. */
export interface Measured {
  seconds: number;
  /** Successful answers, how many they were a second, and their mean time. */
  answered: number;
  rate: number;
  mean: number;
  p50: number;
  p99: number;
  /** Answers outside of the 200s, and connections that broke. */
  failed: number;
}

/** Another process that makes calls: what measures must not be slowed down by what it does not measure. */
export interface Generator {
  measure(load: Load): Promise<Measured>;
}

/** One load at a time. */
export function startGenerator(): Generator {
  const child = fork(join(import.meta.dirname, 'generator.ts'));
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('the load generator ended')));
  atEnd(async () => void child.kill('SIGKILL'));
  return {
    measure: async (load) => {
      child.send(load);
      const [answer] = (await once(child, 'message', ended)) as [Measured | { error: string }];
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    },
  };
}
