import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newDevice, openSlowly, signInDevice, type Vitals, vitalsOf } from './phone.ts';
import { entries } from './taps.ts';

/** A screen whose first and repeated visits are measured. */
export interface Screen {
  name: string;
  path: string;
  /** Who is signed in, as a person of the stored data; null: nobody. */
  person: number | null;
  /** Waits until a person would say that the screen is there. */
  isThere: (page: Page) => Promise<void>;
}

/** One visit. */
export type Visit = Pick<Vitals, 'largestPaint' | 'layoutShift'>;

/** So long after the screen is there a larger paint or a shift still belongs to it. In milliseconds. */
const settled = 1000;

export const screens: readonly Screen[] = [
  {
    name: 'login',
    path: '/',
    person: null,
    isThere: (page) => page.getByRole('button', { name: 'Accedi', exact: true }).waitFor(),
  },
  {
    name: 'calendar',
    path: '/calendar',
    person: 0,
    isThere: (page) => entries(page).first().waitFor(),
  },
];

/** Opens a screen on a new device, then once more when the device keeps the product. */
export async function visitTwice(
  browser: Browser,
  origin: string,
  screen: Screen,
): Promise<{ first: Visit; repeated: Visit }> {
  const context = await newDevice(browser, origin);
  try {
    if (screen.person !== null) await signInDevice(context, origin, screen.person);
    const first = await visit(context, screen);
    await keepProduct(context, screen);
    return { first, repeated: await visit(context, screen) };
  } finally {
    await context.close();
  }
}

/** Lets the background worker fetch all it keeps, at the speed of this machine. */
async function keepProduct(context: BrowserContext, screen: Screen): Promise<void> {
  const page = await context.newPage();
  await page.goto(screen.path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await screen.isThere(page);
  await page.close();
}

async function visit(context: BrowserContext, screen: Screen): Promise<Visit> {
  const page = await openSlowly(context);
  await page.goto(screen.path, { waitUntil: 'commit' });
  await screen.isThere(page);
  await page.waitForTimeout(settled);
  const vitals = await vitalsOf(page);
  await page.close();
  return vitals;
}
