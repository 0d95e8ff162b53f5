import { vi } from 'vitest';

const undoings: (() => Promise<void>)[] = [];

/** Does something at the end of the running test, after the hooks of its file, while globals are still replaced. */
export const undoAfterTest = (undo: () => Promise<void>): void => void undoings.push(undo);

/** Ends what the test has left open, and gives back the clock and the globals that it replaced. */
export async function undoAll(): Promise<void> {
  for (const undo of undoings.splice(0).toReversed()) await undo();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
