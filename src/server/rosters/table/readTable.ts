import { refuse } from '../../../domain/errors/refusal.ts';
import type { ChildQueue } from '../../platform/child/childQueue.ts';
import { RefusalError } from '../../platform/errors/refusalError.ts';
import { fileRefusals } from './bounds.ts';

const program = new URL('./tableTask.ts', import.meta.url);

/**
 * Reads a file into tables in a child process: whatever the file does to its reader, this process is unaffected.
 * @param leaving kills the reader
 * @returns `RosterTables` as JSON
 * @throws RefusalError roster_file_unreadable, roster_file_old, roster_file_too_large, and those of the queue
 */
export async function readTable(
  children: ChildQueue,
  person: string,
  file: Buffer,
  leaving?: AbortSignal,
): Promise<string> {
  const outcome = await children.run(program, person, file, leaving);
  if ('answer' in outcome) return outcome.answer.toString('utf8');
  const told = 'refused' in outcome ? fileRefusals.find((code) => code === outcome.refused) : null;
  const isLimit = 'failed' in outcome && outcome.failed === 'limit';
  throw new RefusalError(refuse(told ?? (isLimit ? 'roster_file_too_large' : 'roster_file_unreadable')));
}
