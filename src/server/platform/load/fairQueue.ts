import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';

export interface FairQueueBounds {
  /** Turns at once, of all; of one group; of one member. */
  mostAtOnce: number;
  mostOfGroup: number;
  mostOfMember: number;
  /** Who waits, of all; of one member. */
  mostWaiting: number;
  mostWaitingOfMember: number;
}

/** Whose turn it is: groups take turns, and in each its members do. */
export interface QueueCaller {
  group: string;
  member: string;
}

/** Ends a turn; calling it again does nothing. */
export type ReleaseSlot = () => void;

interface Waiter {
  begin(): void;
  refuse(error: Error): void;
}
interface Member {
  running: number;
  waiting: Waiter[];
}
interface Group {
  running: number;
  waiting: number;
  members: Map<string, Member>;
}

/**
 * A line in which nobody's many calls hold up somebody else's: whoever asks for more than their share waits for
 * themselves. Where too many wait, the newest of the longest part leaves.
 */
export class FairQueue {
  readonly #bounds: FairQueueBounds;
  readonly #groups = new Map<string, Group>();
  #running = 0;
  #waiting = 0;

  constructor(bounds: FairQueueBounds) {
    this.#bounds = bounds;
  }

  /**
   * Resolves when it is the caller's turn.
   * @param leaving asked for only where the caller has to wait
   * @throws RefusalError `too_many_attempts` when too many of this member's wait already, `overloaded` when too many do
   */
  async enter(caller: QueueCaller, leaving?: () => AbortSignal): Promise<ReleaseSlot> {
    const { mostAtOnce, mostWaiting, mostWaitingOfMember } = this.#bounds;
    const [group, member] = this.#placeOf(caller);
    if (this.#running < mostAtOnce && this.#mayBegin(group, member)) return this.#begin(caller);
    if (member.waiting.length >= mostWaitingOfMember) {
      throw new RefusalError(refuse('too_many_attempts', { minutes: 1 }));
    }
    if (this.#waiting >= mostWaiting && !this.makeRoom(caller.group)) {
      this.#forgetIdle(caller);
      throw new RefusalError(refuse('overloaded'));
    }
    return this.#wait(caller, leaving?.());
  }

  /** Makes somebody leave who waits, and whose group has more waiting than that one. @returns whether there was one */
  makeRoom(name: string): boolean {
    const [longest, group] = most(this.#groups, (each) => each.waiting);
    if (longest === undefined || group.waiting <= (this.#groups.get(name)?.waiting ?? 0)) return false;
    const [key, member] = most(group.members, (each) => each.waiting.length);
    const newest = member?.waiting.at(-1);
    if (key === undefined || !newest) return false;
    this.#leave({ group: longest, member: key }, newest);
    newest.refuse(new RefusalError(refuse('overloaded')));
    return true;
  }

  #placeOf({ group: name, member: key }: QueueCaller): [Group, Member] {
    const group = this.#groups.get(name) ?? { running: 0, waiting: 0, members: new Map<string, Member>() };
    const member = group.members.get(key) ?? { running: 0, waiting: [] };
    this.#groups.set(name, group);
    group.members.set(key, member);
    return [group, member];
  }

  #forgetIdle({ group: name, member: key }: QueueCaller): void {
    const group = this.#groups.get(name);
    const member = group?.members.get(key);
    if (!group || !member || member.running > 0 || member.waiting.length > 0) return;
    group.members.delete(key);
    if (group.members.size === 0) this.#groups.delete(name);
  }

  #mayBegin(group: Group, member: Member): boolean {
    return group.running < this.#bounds.mostOfGroup && member.running < this.#bounds.mostOfMember;
  }

  #begin(caller: QueueCaller): ReleaseSlot {
    this.#count(caller, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count(caller, -1);
      this.#forgetIdle(caller);
      while (this.#running < this.#bounds.mostAtOnce && this.#beginNext());
    };
  }

  #count(caller: QueueCaller, change: 1 | -1): void {
    const [group, member] = this.#placeOf(caller);
    this.#running += change;
    group.running += change;
    member.running += change;
  }

  /** The next group, and in it the next member, that may begin; both then stand behind all others. */
  #beginNext(): boolean {
    for (const [name, group] of this.#groups) {
      if (group.waiting === 0) continue;
      for (const [key, member] of group.members) {
        const waiter = this.#mayBegin(group, member) ? member.waiting.shift() : undefined;
        if (!waiter) continue;
        this.#groups.delete(name);
        this.#groups.set(name, group);
        group.members.delete(key);
        group.members.set(key, member);
        group.waiting -= 1;
        this.#waiting -= 1;
        waiter.begin();
        return true;
      }
    }
    return false;
  }

  #wait(caller: QueueCaller, leaving?: AbortSignal): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const [group, member] = this.#placeOf(caller);
      const left = (): void => {
        this.#leave(caller, waiter);
        reject(new RefusalError(refuse('overloaded')));
      };
      const waiter: Waiter = {
        begin: () => {
          leaving?.removeEventListener('abort', left);
          resolve(this.#begin(caller));
        },
        refuse: reject,
      };
      member.waiting.push(waiter);
      group.waiting += 1;
      this.#waiting += 1;
      leaving?.addEventListener('abort', left, { once: true });
    });
  }

  #leave(caller: QueueCaller, waiter: Waiter): void {
    const [group, member] = this.#placeOf(caller);
    const at = member.waiting.indexOf(waiter);
    if (at >= 0) {
      member.waiting.splice(at, 1);
      group.waiting -= 1;
      this.#waiting -= 1;
    }
    this.#forgetIdle(caller);
  }
}

function most<Value>(
  map: Map<string, Value>,
  sizeOf: (value: Value) => number,
): [string, Value] | [undefined, undefined] {
  let found: [string, Value] | [undefined, undefined] = [undefined, undefined];
  let size = 0;
  for (const [key, value] of map) {
    if (sizeOf(value) <= size) continue;
    found = [key, value];
    size = sizeOf(value);
  }
  return found;
}
