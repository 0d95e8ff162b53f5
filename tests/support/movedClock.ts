import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProductSettings } from './productServer.ts';

/** The clock of a whole server process, which a test moves while the process runs. From there it goes on by itself. */
export interface MovedClock {
  /** For `startProductServer`: what makes the process live by this clock. */
  settings: ProductSettings;
  /** From now on it is `instant` there, such as `2027-03-27T22:30:00.000Z`. */
  moveTo(instant: string): void;
  /** Removes its file; call it once the server has ended. */
  remove(): void;
}

const preload = new URL('../../tools/torture/movedClockPreload.ts', import.meta.url).href;

/** A clock that shows `instant`. The product has no such setting: its process gets another `Date` before it starts. */
export function createMovedClock(instant: string): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'turnario-clock-'));
  const file = join(folder, 'milliseconds-ahead');
  const moveTo = (moment: string): void => writeFileSync(file, String(Date.parse(moment) - Date.now()));
  moveTo(instant);
  return {
    settings: { NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK_FILE: file },
    moveTo,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
