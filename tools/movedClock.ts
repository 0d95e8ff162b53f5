import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const preload = new URL('./movedClockPreload.ts', import.meta.url).href;

export type MovedClock = ReturnType<typeof createMovedClock>;

/**
 * Moves the clock of a server process while it runs; from there time passes normally. The product has no such setting: `Date`
 * is replaced before it starts.
 */
export function createMovedClock(instant: string) {
  const folder = mkdtempSync(join(tmpdir(), 'turnario-clock-'));
  const file = join(folder, 'milliseconds-ahead');
  const moveTo = (moment: string): void => writeFileSync(file, String(Date.parse(moment) - Date.now()));
  moveTo(instant);
  const settings = { NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK_FILE: file };
  return { settings, moveTo, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
