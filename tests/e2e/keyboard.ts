import { expect, type Locator, type Page } from '@playwright/test';

/** More presses than any page has tab stops. */
const mostPresses = 150;

/** Whether it has the focus. */
const isFocused = async (target: Locator): Promise<boolean> =>
  (await target.count()) === 1 && target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the condition holds; throws if it never does. */
async function tabUntil(
  page: Page,
  target: Locator,
  isThere: () => Promise<boolean>,
  key: 'Tab' | 'Shift+Tab',
): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target.toString()}`);
}

/** Presses Tab until an element has the focus. */
export const tabTo = (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> =>
  tabUntil(page, target, () => isFocused(target), key);

/** Presses Tab until the focus is within an element. */
export const tabInto = (page: Page, place: Locator): Promise<void> =>
  tabUntil(page, place, () => place.evaluate((element) => element.contains(document.activeElement)), 'Tab');

/** Moves the focus to an element by Tab and presses a key. */
export async function pressOn(
  page: Page,
  target: Locator,
  { key = 'Enter', by = 'Tab' }: { key?: string; by?: 'Tab' | 'Shift+Tab' } = {},
): Promise<void> {
  await tabTo(page, target, by);
  // a pending button can be focused but not pressed
  await expect(target).toBeEnabled();
  await page.keyboard.press(key);
}
