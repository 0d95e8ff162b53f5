import { closeSync, openSync, writeSync } from 'node:fs';
import type { ServerDuty } from './duty.ts';

/** What was asked of the server. Texts that only one call writes (`mark`) show later whose word stands in a row. */
export type Operation =
  | { what: 'record'; day: string; mark: string; duty: ServerDuty }
  | { what: 'edit'; day: string; mark: string; duty: ServerDuty; shiftId: string }
  | { what: 'delete'; day: string; shiftId: string }
  | { what: 'publish'; mark: string }
  | { what: 'change'; mark: string; requestId: string }
  | { what: 'withdraw'; requestId: string }
  | { what: 'pre-accept' | 'take back' | 'reject'; requestId: string }
  | { what: 'refuse'; requestId: string; accepterId: string }
  /** `days`: those on which a swap of holidays may leave one of the two without an entry; none for other kinds. */
  | { what: 'confirm'; requestId: string; accepterId: string; days: string[] }
  /** About what is somebody else's: must be refused. */
  | { what: 'foreign'; call: string; mark: string }
  | { what: 'read'; path: string };

/**
 * `done`: acknowledged. `refused`: the server says that nothing happened, or the call never reached it. `unknown`: the
 * connection broke, or the server says 503: it may have happened, but then wholly.
 */
export type Outcome = 'done' | 'refused' | 'unknown';

/** A call, and what became of it; `outcome` is undefined while nobody knows. */
export interface Entry {
  number: number;
  personId: string;
  operation: Operation;
  outcome: Outcome | undefined;
  status: number;
  code: string;
  /** The id that the answer gave to what was made. */
  madeId: string;
  /** Milliseconds from the call to its answer. */
  took: number;
}

/** Everything that was asked for, kept where the server cannot reach it. */
export interface Journal {
  readonly entries: readonly Entry[];
  /** Written before the call is made. */
  begin(personId: string, operation: Operation): Entry;
  /** Written once its answer is here. */
  end(entry: Entry, found: Pick<Entry, 'outcome' | 'status' | 'code' | 'madeId' | 'took'>): void;
  /** A line about a fault, so that the file tells the whole story. */
  note(text: string): void;
  /** Called with each call that ended and was no reading; returns what takes the listener away. */
  listen(listener: (entry: Entry) => void): () => void;
  close(): void;
}

/**
 * @param file one line of JSON for each call intended, each outcome, each fault; only ever added to
 * @param onBegin called with each call before it is made, unless it only reads
 */
export function openJournal(file: string, onBegin: (entry: Entry) => void): Journal {
  const handle = openSync(file, 'a');
  const entries: Entry[] = [];
  const write = (line: object): void => {
    writeSync(handle, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
  };
  const listeners = new Set<(entry: Entry) => void>();
  return {
    entries,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (personId, operation) => {
      const entry: Entry = {
        number: entries.length,
        personId,
        operation,
        outcome: undefined,
        status: 0,
        code: '',
        madeId: '',
        took: 0,
      };
      entries.push(entry);
      if (operation.what !== 'read') {
        write({ number: entry.number, personId, ...operation });
        onBegin(entry);
      }
      return entry;
    },
    end: (entry, found) => {
      Object.assign(entry, found);
      if (entry.operation.what === 'read') return;
      write({ number: entry.number, ...found });
      for (const listener of listeners) listener(entry);
    },
    note: (text) => write({ note: text }),
    close: () => closeSync(handle),
  };
}

/** Resolves with the next write that the server acknowledges, or with null when `milliseconds` have passed. */
export function nextAcknowledged(journal: Journal, milliseconds: number): Promise<Entry | null> {
  return new Promise((resolve) => {
    const settle = (entry: Entry | null): void => {
      clearTimeout(timer);
      stop();
      resolve(entry);
    };
    const stop = journal.listen((entry) => {
      if (entry.outcome === 'done' && entry.operation.what !== 'foreign') settle(entry);
    });
    const timer = setTimeout(() => settle(null), milliseconds);
  });
}
