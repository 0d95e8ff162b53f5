import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectSoon, expectVisible } from './screens.ts';

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

/**
 * A finger or a mouse over the middle of something, which presses there when the test says, in milliseconds since the
 * epoch: how long the machine takes makes no double tap of two taps, and no two taps of one.
 */
async function pointAt(page: Page, target: Locator, pointer: 'finger' | 'mouse') {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const input = await page.context().newCDPSession(page);
  const pressAt = async (moment: number, clickCount = 1): Promise<void> => {
    const timestamp = moment / 1000;
    if (pointer === 'finger') {
      await input.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at], timestamp });
      await input.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
    } else {
      for (const type of ['mousePressed', 'mouseReleased'] as const) {
        await input.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount, timestamp });
      }
    }
  };
  /** What a press would meet by now. */
  const met = (): Promise<string> =>
    page.evaluate(
      ({ x, y }) =>
        document.elementFromPoint(x, y)?.closest('button, a, [data-veil]')?.textContent?.trim() ?? 'nothing',
      at,
    );
  return { pressAt, met };
}

/** Presses twice as a double tap does, the second time once the first has done what it does. */
export async function pressTwice(
  page: Page,
  target: Locator,
  {
    pointer = 'finger',
    done,
    below,
  }: { pointer?: 'finger' | 'mouse'; done: Locator; below: string | RegExp },
) {
  const { pressAt, met } = await pointAt(page, target, pointer);
  const first = Date.now();
  await pressAt(first);
  await expectVisible(done);
  // or the second press would prove nothing
  await expectSoon(met, expect.stringMatching(below));
  await pressAt(first + 200, 2);
  return { pressAgain: () => pressAt(Date.now() + 1000) };
}
