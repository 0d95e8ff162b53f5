import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newDevice, openSlowly, type Phone, signInDevice, vitalsOf } from './phone.ts';

/** A screen whose first and repeated visits are measured. */
export interface Screen {
  name: string;
  path: string;
  /** Who is signed in, as a person of the stored data; null: nobody. */
  person: number | null;
  /** Waits until a person would say that the screen is there. */
  isThere: (page: Page) => Promise<void>;
}

/** One visit: paint and layout shift, and what came over the wire before the line fell silent. */
export interface Visit {
  largestPaint: number;
  layoutShift: number;
  requests: number;
  /** Headers and bodies. */
  bytes: number;
  scriptBytes: number;
}

/** So long after the screen is there, what still comes belongs to it no more: it is fetched ahead. In milliseconds. */
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
    isThere: (page) =>
      page
        .getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ })
        .first()
        .waitFor(),
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
  const phone = await openSlowly(context);
  const traffic = countTraffic(phone);
  await phone.page.goto(screen.path, { waitUntil: 'commit' });
  await screen.isThere(phone.page);
  await phone.page.waitForTimeout(settled);
  const { largestPaint, layoutShift } = await vitalsOf(phone.page);
  const measured = { largestPaint, layoutShift, ...traffic };
  await phone.page.close();
  return measured;
}

function countTraffic({ cdp }: Phone): { requests: number; bytes: number; scriptBytes: number } {
  const traffic = { requests: 0, bytes: 0, scriptBytes: 0 };
  const scripts = new Set<string>();
  const known = new Set<string>();
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.fromServiceWorker || response.fromDiskCache) return;
    traffic.requests += 1;
    known.add(requestId);
    if (type === 'Script') scripts.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!known.has(requestId)) return;
    traffic.bytes += encodedDataLength;
    if (scripts.has(requestId)) traffic.scriptBytes += encodedDataLength;
  });
  return traffic;
}
