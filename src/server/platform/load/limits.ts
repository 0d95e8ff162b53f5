import { getHeapStatistics } from 'node:v8';
import { z } from 'zod';

/** How much one process takes on before it says so, and how long it waits for others. */
export interface Limits {
  /** How long a server that was asked to end goes on answering, so that a proxy can turn to others. */
  drainMs: number;
  /** Within this time of its first byte a call must have arrived whole; half of it for the headers. */
  requestMs: number;
  /** An answer of which nobody takes a byte for so long is cut off. */
  answerMs: number;
  /** A statement or transaction waits so long for a connection to the database. */
  databaseWaitMs: number;
  /** Calls in progress at once; event streams do not count. */
  mostCalls: number;
  /** Calls of one person at once, or of all strangers of one network; further ones wait. */
  mostCallsOfOne: number;
  /** Calls of strangers of one network; further ones wait. */
  strangerCallsASecond: number;
  /** So long an answer is held that turns away a caller who calls too often: they cannot spend a server on refusals. */
  refusalMs: number;
  /** With so many waiting for a connection to the database, no further call is let in. */
  mostWaiting: number;
  /** Open connections, event streams included; further ones are closed unheard. */
  mostConnections: number;
  /** What all answers together may keep in memory because nobody takes it. */
  mostUnreadBytes: number;
  /** Mean delay of the event loop over a second. */
  mostDelayMs: number;
  /** JavaScript objects: beyond it little but collecting garbage would happen. */
  mostHeapBytes: number;
  /** The whole process, embedded database included; 0: no limit. */
  mostMemoryBytes: number;
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().min(least, `at least ${least}`).max(most, `at most ${most}`));

/** The variables of the environment that set the limits. */
export const limitVariables = {
  DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  REQUEST_SECONDS: wholeNumber(1, 600).default(30),
  ANSWER_SECONDS: wholeNumber(1, 600).default(60),
  DATABASE_WAIT_SECONDS: wholeNumber(1, 60).default(3),
  MAX_CALLS: wholeNumber(1, 100_000).default(500),
  MAX_CALLS_OF_ONE: wholeNumber(1, 1_000).default(6),
  STRANGER_CALLS_PER_SECOND: wholeNumber(1, 100_000).default(200),
  REFUSAL_SECONDS: wholeNumber(0, 30).default(2),
  MAX_WAITING: wholeNumber(1, 100_000).default(200),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  MAX_UNREAD_MB: wholeNumber(1, 10_000).default(64),
  MAX_DELAY_MS: wholeNumber(1, 60_000).default(500),
  MAX_MEMORY_MB: wholeNumber(64, 1_000_000).optional(),
};

const variables = z.object(limitVariables);
const shareOfHeap = 0.9;
const megabyte = 1024 * 1024;

export const limitsFrom = (env: z.infer<typeof variables>): Limits => ({
  drainMs: env.DRAIN_SECONDS * 1000,
  requestMs: env.REQUEST_SECONDS * 1000,
  answerMs: env.ANSWER_SECONDS * 1000,
  databaseWaitMs: env.DATABASE_WAIT_SECONDS * 1000,
  mostCalls: env.MAX_CALLS,
  mostCallsOfOne: env.MAX_CALLS_OF_ONE,
  strangerCallsASecond: env.STRANGER_CALLS_PER_SECOND,
  refusalMs: env.REFUSAL_SECONDS * 1000,
  mostWaiting: env.MAX_WAITING,
  mostConnections: env.MAX_CONNECTIONS,
  mostUnreadBytes: env.MAX_UNREAD_MB * megabyte,
  mostDelayMs: env.MAX_DELAY_MS,
  mostHeapBytes: Math.floor(getHeapStatistics().heap_size_limit * shareOfHeap),
  mostMemoryBytes: (env.MAX_MEMORY_MB ?? 0) * megabyte,
});
