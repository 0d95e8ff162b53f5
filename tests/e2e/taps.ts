import { expect, type Locator, type Page } from '@playwright/test';

/** What a finger did on a page since the count began. */
export interface TapCount {
  /** Touches of the screen; choosing from the browser's own list, which it draws outside of the page, is one more. */
  taps: number;
  submits: number;
}

/** Counts what happens on a page, whoever does it: every touch, every choice from a list, every form that is sent. */
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
