import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';

interface FairQueueBounds {
  /** Turns at once, of all; of one group; of one member. */
  mostAtOnce: number;
  mostOfGroup: number;
  mostOfMember: number;
  /** Who waits, of all; of one group half of them; of one member. */
  mostWaiting: number;
  mostWaitingOfMember: number;
}

/** Whose turn it is. */
export interface QueueCaller {
  group: string;
  member: string;
}

/** Ends a turn; calling it again does nothing. */
export type ReleaseSlot = () => void;

type Waiter = QueueCaller & { begin(release: ReleaseSlot): void };

/**
 * A line in which nobody's many calls hold up somebody else's: who asks for more than their share waits. Groups take
 * turns, and in each its members do.
 */
export class FairQueue {
  readonly #bounds: FairQueueBounds;
  readonly #running = new Set<QueueCaller>();
  /** In the order in which they begin, as far as they may. */
  #waiting: Waiter[] = [];

  constructor(bounds: FairQueueBounds) {
    this.#bounds = bounds;
  }

  /**
   * Resolves when it is the caller's turn.
   * @throws RefusalError `too_many_attempts` when too many of this member's wait already, `overloaded` when too many do,
   * or the caller leaves
   */
  async enter({ group, member }: QueueCaller, leaving?: AbortSignal): Promise<ReleaseSlot> {
    const caller = { group, member };
    if (this.#mayBegin(caller)) return this.#begin(caller);
    const { mostWaiting, mostWaitingOfMember } = this.#bounds;
    const { ofGroup, ofMember } = countOf(this.#waiting, caller);
    if (ofMember >= mostWaitingOfMember) throw new RefusalError(refuse('too_many_attempts', { minutes: 1 }));
    if (this.#waiting.length >= mostWaiting || ofGroup >= mostWaiting / 2)
      throw new RefusalError(refuse('overloaded'));
    const { promise, resolve: begin, reject } = Promise.withResolvers<ReleaseSlot>();
    const waiter = { ...caller, begin };
    this.#waiting.push(waiter);
    leaving?.addEventListener('abort', () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiter);
      // nothing happens if it has begun
      reject(new RefusalError(refuse('overloaded')));
    });
    return promise;
  }

  #mayBegin(caller: QueueCaller): boolean {
    const { mostAtOnce, mostOfGroup, mostOfMember } = this.#bounds;
    const { ofGroup, ofMember } = countOf(this.#running, caller);
    return this.#running.size < mostAtOnce && ofGroup < mostOfGroup && ofMember < mostOfMember;
  }

  #begin(caller: QueueCaller): ReleaseSlot {
    this.#running.add(caller);
    return () => {
      if (this.#running.delete(caller)) this.#beginNext();
    };
  }

  #beginNext(): void {
    const next = this.#waiting.find((waiter) => this.#mayBegin(waiter));
    if (!next) return;
    // who is of their group, and behind these who is of the same member, stands behind all others now
    this.#waiting = this.#waiting
      .filter((waiter) => waiter !== next)
      .toSorted((one, other) => likeness(one, next) - likeness(other, next));
    next.begin(this.#begin(next));
  }
}

const likeness = (one: QueueCaller, other: QueueCaller): number =>
  one.group === other.group ? 1 + Number(one.member === other.member) : 0;

function countOf(callers: Iterable<QueueCaller>, caller: QueueCaller) {
  let ofGroup = 0;
  let ofMember = 0;
  for (const other of callers) {
    const alike = likeness(other, caller);
    if (alike > 0) ofGroup += 1;
    if (alike > 1) ofMember += 1;
  }
  return { ofGroup, ofMember };
}
