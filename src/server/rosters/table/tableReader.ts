import { Worker } from 'node:worker_threads';
import { refuse } from '../../../domain/errors/refusal.ts';
import type { RosterTables } from '../../../domain/rosters/schema.table.ts';
import { RefusalError } from '../../platform/errors/refusalError.ts';
import type { TableAnswer } from './tableWorker.ts';

/** A roster of 400 people takes well under a second. */
const mostReadingMs = 15_000;
const mostWaiting = 4;

/**
 * Reads files into tables, one at a time: each in a thread of its own that ends with it, whose memory and time are
 * bounded. Whatever a file makes of its reader, this process goes on.
 */
export class TableReader {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws RefusalError roster_file_unreadable, roster_file_old, roster_file_too_large, roster_reader_busy */
  async read(file: Buffer): Promise<RosterTables> {
    if (this.#waiting > mostWaiting) throw new RefusalError(refuse('roster_reader_busy'));
    this.#waiting += 1;
    const reading = this.#last.then(() => readInThread(file));
    this.#last = reading.catch(() => undefined);
    try {
      const answer = await reading;
      if ('refused' in answer) throw new RefusalError(refuse(answer.refused));
      return answer.tables;
    } finally {
      this.#waiting -= 1;
    }
  }
}

function readInThread(file: Buffer): Promise<TableAnswer> {
  const { promise, resolve } = Promise.withResolvers<TableAnswer>();
  // without the flags of this process: test runners and debuggers pass some that a thread refuses
  const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), {
    workerData: new Uint8Array(file),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  });
  const tooLarge: TableAnswer = { refused: 'roster_file_too_large' };
  const deadline = setTimeout(() => {
    resolve(tooLarge);
    void worker.terminate();
  }, mostReadingMs);
  worker.on('message', (answer: TableAnswer) => resolve(answer));
  // out of memory
  worker.on('error', () => resolve(tooLarge));
  worker.on('exit', () => {
    clearTimeout(deadline);
    resolve(tooLarge);
  });
  return promise;
}
