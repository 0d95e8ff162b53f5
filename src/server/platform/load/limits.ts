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
  // half of them per worksite: 200 open pages that refetch four lists each after a publication
  MAX_CALLS: wholeNumber(1, 100_000).default(2_000),
  MAX_CALLS_OF_ONE: wholeNumber(1, 1_000).default(6),
  PERSON_CALLS_PER_SECOND: wholeNumber(1, 100_000).default(50),
  STRANGER_CALLS_PER_SECOND: wholeNumber(1, 100_000).default(200),
  MAX_WAITING: wholeNumber(1, 100_000).default(200),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  MAX_DELAY_MS: wholeNumber(1, 60_000).default(500),
  MAX_MEMORY_MB: wholeNumber(64, 1_000_000).optional(),
};

const shareOfHeap = 0.9;
const megabyte = 1024 * 1024;

/** How much load one process accepts, and its timeouts (docs/operations.md). */
export type Limits = ReturnType<typeof limitsFrom>;

export const limitsFrom = (env: z.infer<z.ZodObject<typeof limitVariables>>) => ({
  drainMs: env.DRAIN_SECONDS * 1000,
  requestMs: env.REQUEST_SECONDS * 1000,
  answerMs: env.ANSWER_SECONDS * 1000,
  databaseWaitMs: env.DATABASE_WAIT_SECONDS * 1000,
  mostCalls: env.MAX_CALLS,
  mostCallsOfOne: env.MAX_CALLS_OF_ONE,
  personCallsASecond: env.PERSON_CALLS_PER_SECOND,
  strangerCallsASecond: env.STRANGER_CALLS_PER_SECOND,
  mostWaiting: env.MAX_WAITING,
  mostConnections: env.MAX_CONNECTIONS,
  mostDelayMs: env.MAX_DELAY_MS,
  // heap: beyond this the process would do little but collect garbage
  mostHeapBytes: Math.floor(getHeapStatistics().heap_size_limit * shareOfHeap),
  // 0: no limit
  mostMemoryBytes: (env.MAX_MEMORY_MB ?? 0) * megabyte,
});
