import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const preload = new URL('./movedClockPreload.ts', import.meta.url).href;

export type MovedClock = ReturnType<typeof createMovedClock>;

/**
 * The clock of a whole server process, which a test moves while the process runs; from there it goes on by itself. The
 * product has no such setting: its process gets another `Date` before it starts.
 */
export function createMovedClock(instant: string) {
  const folder = mkdtempSync(join(tmpdir(), 'turnario-clock-'));
  const file = join(folder, 'milliseconds-ahead');
  const moveTo = (moment: string): void => writeFileSync(file, String(Date.parse(moment) - Date.now()));
  moveTo(instant);
  const settings = { NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK_FILE: file };
  return { settings, moveTo, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
