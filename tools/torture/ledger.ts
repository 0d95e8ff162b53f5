import { EventEmitter, once } from 'node:events';
import type { Shift } from '../../src/domain/shifts/schema.ts';

export type Duty = Pick<Shift, 'workLocation' | 'startTime' | 'endTime'>;

/** A call. Its `mark` is unique and shows later which call wrote a row. */
export interface Operation {
  what:
    | ('read' | 'record' | 'edit' | 'delete')
    | ('publish' | 'withdraw' | 'pre-accept' | 'take back' | 'reject' | 'confirm');
  day?: string;
  duty?: Duty;
  mark?: string;
  requestId?: string;
  accepterId?: string;
}

/** A call and its outcome. */
export interface Entry extends Operation {
  number: number;
  personId: string;
  /**
   * `done`: acknowledged. `refused`: the server says that nothing happened, or the call never reached it. `unknown`: no answer
   * yet, a broken connection, or 503: it may have happened, but only completely.
   */
  outcome: 'done' | 'refused' | 'unknown';
  status: number;
  code: string;
  /** The id of the object created. */
  madeId: string;
  /** Milliseconds. */
  took: number;
}

/**
 * Records every call of a run and derives what calendars must hold. Swaps of shifts and taxi weeks change neither whether a
 * person has an entry on a day nor its notes, so only the person's own calls matter, and those are sequential. A call with an
 * unknown outcome adds a possibility until the next acknowledged call, which waits for the same lock and so comes after it.
 *
 * Emits `ended` for each write, `acknowledged` for those that are done, and `broken`.
 */
export class Ledger extends EventEmitter {
  readonly entries: Entry[] = [];
  /** The problems found, one line each. */
  readonly problems: string[] = [];
  readonly #duties = new Map<string, Duty>();
  /** By `person day`: the marks of the calls that may have written last; '' for no entry. */
  readonly #marks = new Map<string, Set<string>>();

  /** Records a problem once. */
  readonly broken = (what: string): void => {
    if (this.problems.includes(what)) return;
    this.problems.push(what);
    this.emit('broken', what);
  };

  begin(personId: string, operation: Operation): Entry {
    const number = this.entries.length;
    const answer = { outcome: 'unknown', status: 0, code: '', madeId: '', took: 0 } as const;
    const entry: Entry = { ...operation, ...answer, number, personId };
    this.entries.push(entry);
    return entry;
  }

  end(entry: Entry, answer: Pick<Entry, 'outcome'> & Partial<Entry>): void {
    Object.assign(entry, answer);
    if (entry.what === 'read') return;
    if (entry.day !== undefined) this.#follow(entry, entry.day);
    this.emit('ended', entry);
    if (entry.outcome === 'done') this.emit('acknowledged');
  }

  #follow({ number, personId, what, duty, mark = '', outcome, code }: Entry, day: string): void {
    if (duty) this.#duties.set(mark, duty);
    const before = this.#at(personId, day);
    if (outcome === 'done') this.#marks.set(`${personId} ${day}`, new Set([mark]));
    if (outcome === 'unknown') this.#marks.set(`${personId} ${day}`, new Set([...before, mark]));
    const isEmpty = before.size === 1 && before.has('');
    const isWrong =
      outcome === 'done'
        ? (what === 'record' && !before.has('')) || (what !== 'record' && isEmpty)
        : code === 'shift_day_taken' && what === 'record' && isEmpty;
    if (isWrong) this.broken(`call ${number}: ${what} was ${outcome} where there was ${wordsOf(before)}`);
  }

  /** Compares the notes found on a day ('' for no entry) with what is possible; null if they match. */
  judge(personId: string, day: string, found: string): string | null {
    const possible = this.#at(personId, day);
    if (possible.has(found)) return null;
    return `${day} of ${personId} holds ${wordsOf([found])} instead of ${wordsOf(possible)}`;
  }

  /** All days ever written, as `person day`. */
  places(): Iterable<string> {
    return this.#marks.keys();
  }

  /** The duty written by the call with this mark. */
  dutyOf(mark: string): Duty | undefined {
    return this.#duties.get(mark);
  }

  #at(personId: string, day: string): ReadonlySet<string> {
    return this.#marks.get(`${personId} ${day}`) ?? new Set(['']);
  }
}

const wordsOf = (marks: Iterable<string>): string =>
  [...marks].map((mark) => (mark === '' ? 'nothing' : `'${mark}'`)).join(' or ');

/** Waits for an event; returns whether it came in time. */
export async function happens(emitter: EventEmitter, event: string, milliseconds: number): Promise<boolean> {
  try {
    await once(emitter, event, { signal: AbortSignal.timeout(milliseconds) });
    return true;
  } catch {
    return false;
  }
}
