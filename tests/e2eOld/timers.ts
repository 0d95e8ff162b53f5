import type { Page } from 'playwright-core';

/** What `holdTimers` gives to the page. */
declare global {
  var passTime: ((milliseconds: number) => void) | undefined;
}

/**
 * From now on, and on every document to come, what the page does of itself after three seconds or more waits until
 * `passTime`: toasts stay, and what can be taken back is not sent, however long the machine takes.
 */
export async function holdTimers(page: Page): Promise<void> {
  await page.addInitScript(replaceTimers);
  await page.evaluate(replaceTimers);
}

/** Lets as much time pass for what is held, on a page whose timers are. */
export const passTime = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((time) => globalThis.passTime?.(time), milliseconds);

/** Runs in the page. */
function replaceTimers(): void {
  const [start, stop] = [globalThis.setTimeout, globalThis.clearTimeout];
  const held = new Map<number, { work: () => void; left: number }>();
  // far from the browser's own, which count from 1
  let lastId = 1e9;
  const hold = (work: () => void, wait = 0): unknown => {
    if (wait < 3000) return start(work, wait);
    lastId += 1;
    held.set(lastId, { work, left: wait });
    return lastId;
  };
  const release = (id: number | undefined): void => {
    if (!held.delete(id ?? 0)) stop(id);
  };
  Object.assign(globalThis, { setTimeout: hold, clearTimeout: release });
  globalThis.passTime = (milliseconds) => {
    for (const [id, timer] of held) {
      timer.left -= milliseconds;
      if (timer.left <= 0 && held.delete(id)) start(timer.work);
    }
  };
}
