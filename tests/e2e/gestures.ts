import { expect, type Locator, type Page } from '@playwright/test';

/** Touches of a page since counting began. */
export interface TapCount {
  /** Touches of the screen; a choice from a native list, drawn outside of the page, is one more. */
  taps: number;
  submits: number;
}

/** Counts the touches, list choices and form submissions of a page. */
export async function countTaps(page: Page): Promise<TapCount> {
  const count: TapCount = { taps: 0, submits: 0 };
  await page.exposeFunction('noteTap', (kind: keyof TapCount) => {
    count[kind] += 1;
  });
  await page.evaluate(() => {
    const note = Reflect.get(globalThis, 'noteTap') as (kind: string) => void;
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && note('taps'), true);
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && note('taps'), true);
    addEventListener('submit', () => note('submits'), true);
  });
  return count;
}

/** Presses twice at one point, the second time when a button of this name is there. */
export async function pressTwice(page: Page, target: Locator, below: string): Promise<void> {
  await target.click({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  const lies = () =>
    page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.closest('button')?.textContent, { x, y });
  await expect.poll(lies).toEqual(below);
  await page.mouse.click(x, y);
}

/** Defined in the page by `holdTimers`. */
declare global {
  var passTime: ((milliseconds: number) => void) | undefined;
}

/**
 * Holds all timers of three seconds or more until `passTime`, in this document and all later ones, so that toasts stay
 * regardless of the machine's speed.
 */
export async function holdTimers(page: Page): Promise<void> {
  await page.addInitScript(replaceTimers);
  await page.evaluate(replaceTimers);
}

/** Advances held timers. */
export const passTime = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((time) => globalThis.passTime?.(time), milliseconds);

/** Runs in the page. */
function replaceTimers(): void {
  const [start, stop] = [globalThis.setTimeout, globalThis.clearTimeout];
  const held = new Map<number, { work: () => void; left: number }>();
  // no overlap with the browser's ids, which count from 1
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
