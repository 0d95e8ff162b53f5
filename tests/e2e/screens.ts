import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { SignIn } from '../../tools/productServer.ts';
import { signInQuietly } from './calls.ts';

/** Waits until a tap would hit it: entries of a list are rendered before the list is in place. */
export const expectOnTop = (locator: Locator): Promise<void> =>
  expect
    .poll(() =>
      locator.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    )
    .toBe(true);

/**
 * Watches for a text to appear on the page, however briefly.
 *
 * @returns a promise of true once it appears, of false if it does not in time
 */
export const willShow = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(
    ({ wanted, time }) =>
      new Promise<boolean>((resolve) => {
        const look = (): void => {
          if (document.body.textContent.includes(wanted)) resolve(true);
        };
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        setTimeout(() => resolve(false), time);
      }),
    { wanted: text, time: 10_000 },
  );

/** Intercepts calls of one method to an address; others, such as refetches, go through. */
export const intercept = (
  page: Page,
  method: 'POST' | 'PATCH' | 'DELETE',
  address: string,
  handle: (route: Route) => Promise<unknown>,
): Promise<unknown> =>
  page.route(address, (route) => (route.request().method() === method ? handle(route) : route.fallback()));

export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { name, level: 1, exact: true });

export const press = (place: Page | Locator, name: string): Promise<void> =>
  place.getByRole('button', { name, exact: true }).click();

/** Reloads once a closed dialog has left the history: Chromium aborts a reload during a step back. */
export async function reload(page: Page): Promise<void> {
  await page.waitForFunction(() => !location.search.includes('sopra='));
  await page.reload();
}

/** A toast, by its title and optional text. */
export const toast = (page: Page, title: string, text = ''): Locator =>
  page
    .getByRole('region', { name: /^Avvisi/ })
    .getByRole('listitem')
    .filter({ hasText: text === '' ? title : `${title}: ${text}` });

/** Signs out: next to the name at a desk, at the end of the profile on a phone. */
export async function signOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Esci', exact: true });
  if (!(await button.isVisible())) await page.getByRole('link', { name: /il mio profilo$/ }).click();
  await button.click();
}

/** Closes a toast. */
export const closeToast = (page: Page, title: string): Promise<void> => press(toast(page, title), 'Chiudi');

/** The titles and controls that a toast covers, except days of a calendar. */
export async function coveredBy(note: Locator, place: Locator): Promise<string[]> {
  const box = await note.boundingBox();
  if (!box) throw new Error('the toast is not there');
  return place
    .locator('h1, h2, [slot="title"], a[href], button, [role="tab"], input, select, textarea')
    .evaluateAll(
      (controls, { x, y, width, height }) =>
        controls
          .filter(
            (control) =>
              !control.closest('[role="grid"], [role="region"][aria-label^="Avvisi"]') &&
              control.checkVisibility(),
          )
          .filter((control) => {
            const { left, right, top, bottom } = control.getBoundingClientRect();
            const isSeen = right - left > 1 && bottom - top > 1;
            return isSeen && left < x + width && right > x && top < y + height && bottom > y;
          })
          .map(
            (control) => control.textContent.trim() || control.getAttribute('aria-label') || control.tagName,
          ),
      box,
    );
}

/** Expects that no toast is shown. */
export const expectNoToast = (page: Page): Promise<void> =>
  expect(page.getByRole('region', { name: /^Avvisi/ }).getByRole('listitem')).toHaveCount(0);

/** Whether a dialog's button is filled, as the main one is. */
export const isFull = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const ground = element.closest('[role$="dialog"]')?.parentElement ?? document.body;
    return getComputedStyle(element).backgroundColor !== getComputedStyle(ground).backgroundColor;
  });

/** Whether the page is light or dark. */
export const schemeOf = (page: Page): Promise<'light' | 'dark'> =>
  page.evaluate(() => {
    const [red = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return red > 128 ? 'light' : 'dark';
  });

/** Fills in and submits the login form, without waiting for the answer. */
export async function sendLogin(page: Page, { email, password }: SignIn): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Accedi');
}

/** Opens the product and signs in by the form; resolves when the dashboard greets. */
export async function signInByForm(page: Page, account: SignIn, firstName: string): Promise<void> {
  await page.goto('/');
  await sendLogin(page, account);
  await expect(heading(page, `Ciao ${firstName}`)).toBeVisible();
}

/** Signs in by a call and opens the product; resolves when the dashboard greets. */
export async function signIn(page: Page, account: SignIn, firstName: string): Promise<void> {
  await signInQuietly(page, account);
  await page.goto('/');
  await expect(heading(page, `Ciao ${firstName}`)).toBeVisible();
}

const titles = {
  Home: /^Ciao /,
  Calendario: 'Il Mio Calendario',
  Scambi: 'Scambi',
};

/** The main navigation. */
export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Principale' });

/** Goes to a page by the main navigation; resolves when its title is shown. */
export async function goBy(page: Page, link: keyof typeof titles): Promise<void> {
  await navigation(page).getByRole('link', { name: link, exact: true }).click();
  await expect(heading(page, titles[link])).toBeVisible();
}
