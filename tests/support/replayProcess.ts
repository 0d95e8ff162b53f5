import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Path of one of the two files of a roster of `tests/data`. */
export const rosterFile = (name: string, part: 'shifts' | 'wishes'): string =>
  join(import.meta.dirname, `../data/${name}-${part}.csv`);

/** Runs the command `npm run replay` stands for, as its own process, to its end. */
export async function runReplay(
  roster: string,
  url: string,
  ...more: string[]
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const program = join(import.meta.dirname, '../../scripts/replay/main.ts');
  const args = [program, rosterFile(roster, 'shifts'), rosterFile(roster, 'wishes'), '--url', url, ...more];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { exitCode, stdout, stderr };
}
