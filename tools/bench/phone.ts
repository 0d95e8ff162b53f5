import type { Browser, BrowserContext, Page } from 'playwright-core';
import { cookieOf } from './data.ts';

/** A cheap phone: a quarter of this machine's speed, 1.6 Mbit/s, 150 ms latency. */
const slowdown = 4;
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const device = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'it-IT' };

/** Opens the calendar on a new device, opens it again and taps around; milliseconds to the largest paint, or to the next one. */
export async function visitTwice(browser: Browser, url: string, person: number) {
  // on localhost, browsers allow service workers without https
  const baseURL = url.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ ...device, baseURL, timezoneId: 'Europe/Rome' });
  try {
    const [name = '', value = ''] = cookieOf(person).split('=');
    await context.addCookies([{ name, value, url: baseURL, httpOnly: true }]);
    await context.addInitScript(noteVitals);
    const first = await openSlowly(context);
    const { paint } = await vitalsOf(first);
    await first.close();
    await keepProduct(context);
    const again = await openSlowly(context);
    const { paint: repeated } = await vitalsOf(again);
    await tapAround(again);
    return { first: paint, repeated, taps: Object.values((await vitalsOf(again)).taps) };
  } finally {
    await context.close();
  }
}

const entries = (page: Page) => page.getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ });

async function openSlowly(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', line);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto('/calendar', { waitUntil: 'commit' });
  await entries(page).first().waitFor();
  // a larger paint soon after still counts, and pages and dialogs load when idle
  await page.waitForTimeout(2500);
  return page;
}

/** Lets the service worker cache everything, without throttling. */
async function keepProduct(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/calendar');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
}

/** Taps through months, a day, the list of requests, its tabs, and back. */
async function tapAround(page: Page): Promise<void> {
  const tap = (role: 'button' | 'link' | 'tab', name: string | RegExp): Promise<void> =>
    page.getByRole(role, { name, exact: true }).first().tap();
  const dialog = page.getByRole('dialog');
  const cards = page.getByRole('article');
  for (const name of ['Mese successivo', 'Mese precedente', 'Mese precedente', 'Mese successivo']) {
    await tap('button', name);
    await page.locator('[role=grid][aria-busy=false]').first().waitFor();
    await page.waitForTimeout(500);
  }
  await entries(page).getByRole('button').last().tap();
  await dialog.waitFor();
  await tap('button', 'Chiudi');
  await dialog.waitFor({ state: 'hidden' });
  await tap('link', 'Scambi');
  await cards.first().waitFor();
  for (const name of [/^Le Mie/, /^Disponibili/]) {
    await tap('tab', name);
    await page.getByRole('tab', { name, selected: true }).waitFor();
  }
  await cards.first().waitFor();
  await tap('link', 'Calendario');
  await entries(page).first().waitFor();
}

interface Vitals {
  paint: number;
  /** The slowest event of each interaction, in milliseconds; those below 16 are not recorded. */
  taps: Record<number, number>;
}
type Noting = typeof globalThis & { vitals: Vitals };

/** Runs in the page before its own scripts. */
function noteVitals(): void {
  const vitals: Vitals = { paint: 0, taps: {} };
  (globalThis as Noting).vitals = vitals;
  const watch = (type: string, note: (entry: PerformanceEventTiming) => void): void => {
    const observer = new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => note(entry as never)),
    );
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  };
  watch('largest-contentful-paint', ({ startTime }) => (vitals.paint = startTime));
  watch('event', ({ interactionId: id, duration }) => {
    if (id) vitals.taps[id] = Math.max(vitals.taps[id] ?? 0, duration);
  });
}

const vitalsOf = (page: Page): Promise<Vitals> => page.evaluate(() => (globalThis as Noting).vitals);
