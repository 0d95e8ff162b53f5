import { getHeapStatistics } from 'node:v8';
import { z } from 'zod';

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().min(least, `at least ${least}`).max(most, `at most ${most}`));

export const limitVariables = {
  DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  REQUEST_SECONDS: wholeNumber(1, 600).default(30),
  ANSWER_SECONDS: wholeNumber(1, 600).default(60),
  DATABASE_WAIT_SECONDS: wholeNumber(1, 60).default(3),
  MAX_CALLS: wholeNumber(1, 100_000).default(500),
  MAX_CALLS_OF_ONE: wholeNumber(1, 1_000).default(6),
  PERSON_CALLS_PER_SECOND: wholeNumber(1, 100_000).default(50),
  STRANGER_CALLS_PER_SECOND: wholeNumber(1, 100_000).default(200),
  REFUSAL_SECONDS: wholeNumber(0, 30).default(2),
  MAX_WAITING: wholeNumber(1, 100_000).default(200),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  MAX_UNREAD_MB: wholeNumber(1, 10_000).default(64),
  MAX_DELAY_MS: wholeNumber(1, 60_000).default(500),
  MAX_MEMORY_MB: wholeNumber(64, 1_000_000).optional(),
};

const shareOfHeap = 0.9;
const megabyte = 1024 * 1024;

/** How much one process takes on before it says so, and how long it waits for others. */
export type Limits = ReturnType<typeof limitsFrom>;

export const limitsFrom = (env: z.infer<z.ZodObject<typeof limitVariables>>) => ({
  /** How long a server that was asked to end goes on answering, so that a proxy can turn to others. */
  drainMs: env.DRAIN_SECONDS * 1000,
  /** Within this time of its first byte a call must have arrived whole; half of it for the headers. */
  requestMs: env.REQUEST_SECONDS * 1000,
  /** An answer of which nobody takes a byte for so long is cut off. */
  answerMs: env.ANSWER_SECONDS * 1000,
  /** A statement or transaction waits so long for a connection to the database. */
  databaseWaitMs: env.DATABASE_WAIT_SECONDS * 1000,
  /** Calls in progress at once; event streams do not count. */
  mostCalls: env.MAX_CALLS,
  /** Calls of one person at once, or of all strangers of one network; further ones wait. */
  mostCallsOfOne: env.MAX_CALLS_OF_ONE,
  /** Calls of one person, ten times as many in bursts; further ones are turned away. */
  personCallsASecond: env.PERSON_CALLS_PER_SECOND,
  /** Calls of strangers of one network, five times as many in bursts; further ones wait. */
  strangerCallsASecond: env.STRANGER_CALLS_PER_SECOND,
  /** So long an answer is held that turns away a caller who calls too often: they cannot spend a server on refusals. */
  refusalMs: env.REFUSAL_SECONDS * 1000,
  /** With so many waiting for a connection to the database, no further call is let in. */
  mostWaiting: env.MAX_WAITING,
  /** Open connections, event streams included; further ones are closed unheard. */
  mostConnections: env.MAX_CONNECTIONS,
  /** What all answers together may keep in memory because nobody takes it. */
  mostUnreadBytes: env.MAX_UNREAD_MB * megabyte,
  /** Mean delay of the event loop over a second. */
  mostDelayMs: env.MAX_DELAY_MS,
  /** JavaScript objects: beyond it little but collecting garbage would happen. */
  mostHeapBytes: Math.floor(getHeapStatistics().heap_size_limit * shareOfHeap),
  /** The whole process, embedded database included; 0: no limit. */
  mostMemoryBytes: (env.MAX_MEMORY_MB ?? 0) * megabyte,
});
