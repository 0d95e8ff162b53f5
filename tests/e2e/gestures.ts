import { expect, type Locator, type Page } from '@playwright/test';

/** What a finger did on a page since the count began. */
export interface TapCount {
  /** Touches of the screen; choosing from the browser's own list, which it draws outside of the page, is one more. */
  taps: number;
  submits: number;
}

/** Counts every touch of a page, every choice from a list, every form that is sent. */
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

/** Presses twice at one place, the second time once a button of this name lies there. */
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
