import { writeFileSync } from 'node:fs';

/** The clock of the server process, which is set forwards while it does not run. */
export interface Clock {
  /** What makes a process live by it, as environment variables. */
  settings: { MOVED_CLOCK_FILE: string };
  preload: string;
  advance(minutes: number): void;
  /** The moment it shows, ISO. */
  now(): string;
}

/** Sessions last for thirty days and the shifts of the run begin after sixty: all steps together stay below. */
const mostMinutes = 20 * 24 * 60;

export function createClock(file: string): Clock {
  let ahead = 0;
  const write = (): void => writeFileSync(file, String(ahead * 60_000));
  write();
  return {
    settings: { MOVED_CLOCK_FILE: file },
    preload: new URL('movedClockPreload.ts', import.meta.url).href,
    advance: (minutes) => {
      ahead = Math.min(mostMinutes, ahead + minutes);
      write();
    },
    now: () => new Date(Date.now() + ahead * 60_000).toISOString(),
  };
}
