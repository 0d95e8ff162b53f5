import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';

interface FairQueueBounds {
  /** Concurrent slots: in all, per group, per member. */
  mostAtOnce: number;
  mostOfGroup: number;
  mostOfMember: number;
  /** Waiting callers: in all, half of them per group, per member. */
  mostWaiting: number;
  mostWaitingOfMember: number;
}

/** Identifies the caller. */
export interface QueueCaller {
  group: string;
  member: string;
}

/** Releases a slot; idempotent. */
export type ReleaseSlot = () => void;

type Waiter = QueueCaller & { begin(release: ReleaseSlot): void };

/**
 * A queue in which nobody's calls block others: callers beyond their share wait. Groups take turns, and within each its
 * members do.
 */
export class FairQueue {
  readonly #bounds: FairQueueBounds;
  readonly #running = new Set<QueueCaller>();
  /** In the order in which they begin, as far as the limits allow. */
  #waiting: Waiter[] = [];

  constructor(bounds: FairQueueBounds) {
    this.#bounds = bounds;
  }

  /**
   * Resolves when the caller gets a slot.
   * @throws RefusalError `too_many_attempts` if too many of this member's calls wait already, `overloaded` if too many
   *   do in all or the caller leaves
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
      // no effect if it has begun
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
    // callers of their group, and after those the same member's, now come after all others
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
