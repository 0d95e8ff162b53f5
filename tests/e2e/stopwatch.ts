import type { Page } from '@playwright/test';

/**
 * Notes on a page when it is pressed, by the machine's clock. A page that is loaded anew forgets it, and with it
 * `pressedAt` throws: proof that nothing was reloaded.
 */
export const watchPresses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['pressedAt'] = '0';
    document.addEventListener('click', () => (dataset['pressedAt'] = String(Date.now())), { capture: true });
  });

/** When the page was pressed last. */
export async function pressedAt(page: Page): Promise<number> {
  const moment = await page.evaluate(() => document.documentElement.dataset['pressedAt']);
  if (moment === undefined) throw new Error('the page was loaded anew');
  return Number(moment);
}

export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
