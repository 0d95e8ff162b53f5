import { basename } from 'node:path';
import { FairQueue } from '../load/fairQueue.ts';
import type { Log } from '../log.ts';
import { type ChildBounds, type ChildOutcome, runInChild, usualBounds } from './runInChild.ts';

/** Including the longest task, still less than the timeout of an idle connection. */
const longestWaitMs = 25_000;
const neverAborted = new AbortController().signal;

/**
 * Runs tasks that hostile input could make endless in child processes, a few at a time, with people taking turns.
 * Queued input stays in memory, so the queue is short.
 */
export class ChildQueue {
  readonly #turns = new FairQueue({
    mostAtOnce: 2,
    mostOfGroup: 1,
    mostOfMember: 1,
    mostWaiting: 16,
    mostWaitingOfMember: 4,
  });
  readonly #log: Pick<Log, 'warn'>;
  readonly #bounds: ChildBounds;

  constructor(log: Pick<Log, 'warn'>, bounds: Partial<ChildBounds> = {}) {
    this.#log = log;
    this.#bounds = { ...usualBounds, ...bounds };
  }

  /**
   * Runs a program on the bytes: a file that calls `answerParent`, as `new URL('./someTask.ts', import.meta.url)`. A
   * caller first releases its slot in the queue of calls (`callUnderWay.pause()`).
   * @param person takes turns with others, one task at a time
   * @param leaving aborts the task: the person no longer waits (`callUnderWay.leaving`)
   * @returns the outcome; a failure however the child ends
   * @throws RefusalError too_many_attempts, overloaded
   */
  async run(program: URL, person: string, bytes: Uint8Array, leaving = neverAborted): Promise<ChildOutcome> {
    const waiting = AbortSignal.any([leaving, AbortSignal.timeout(longestWaitMs)]);
    const release = await this.#turns.enter({ group: person, member: person }, waiting);
    const outcome = await runInChild(program, bytes, this.#bounds, leaving)
      .catch((error: unknown): ChildOutcome => ({ failed: 'crash', reason: String(error) }))
      .finally(release);
    if ('failed' in outcome && !leaving.aborted)
      this.#log.warn({ program: basename(program.pathname), ...outcome }, 'child ended without an answer');
    return outcome;
  }
}
