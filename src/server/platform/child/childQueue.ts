import { basename } from 'node:path';
import { FairQueue } from '../load/fairQueue.ts';
import type { Log } from '../log.ts';
import { type ChildBounds, type ChildOutcome, runInChild, usualBounds } from './runInChild.ts';

/** With the longest work behind it, still before a connection is cut on which nothing comes. */
const longestWaitMs = 25_000;
const neverAborted = new AbortController().signal;

/**
 * Does in processes of their own what hostile input could make endless: some at once, people take turns. What waits is
 * kept in memory: few wait.
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
   * What a program makes of the bytes: a file that calls `answerParent`, as `new URL('./someTask.ts', import.meta.url)`.
   * A caller gives its turn in the line of calls back before (`callUnderWay.pause()`).
   * @param person whose turn it is: one at a time
   * @param leaving ends the work: the person waits no more (`callUnderWay.leaving`)
   * @returns a failure, whatever becomes of the child
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
