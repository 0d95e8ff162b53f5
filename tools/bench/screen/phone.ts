import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArgs, findChromium } from '../../chromium.ts';
import { tokenOf } from '../data/world.ts';

/** What a cheap phone is: four times slower than this machine, on a line of 1.6 Mbit/s with 150 ms to any answer. */
const slowdown = 4;
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
}

/** A device that has never seen the product: 390 × 844 points, touch, in Italian. */
export async function newDevice(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(watchVitals);
  return context;
}

/** Signs the device in as a person of the stored data; what it had loaded before is gone, not who it belongs to. */
export async function signInDevice(context: BrowserContext, origin: string, person: number): Promise<void> {
  await context.addCookies([{ name: 'turnario', value: tokenOf(person), url: origin, httpOnly: true }]);
  await context.addInitScript(() => localStorage.setItem('turnario.signedIn', '1'));
}

/** A page of the device, as slow as the phone. */
export async function openSlowly(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', line);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** What the browser itself noted of a page, in milliseconds since its start; CLS has no unit. */
export interface Vitals {
  largestPaint: number;
  layoutShift: number;
  /** The slowest event of every tap or key, from the input to the next paint; those under 16 ms are not noted. */
  taps: number[];
}

type Note = {
  vitals?: { paint: number; shifts: [at: number, value: number][]; taps: Record<number, number> };
};

/** Runs in the page, before anything of its own. */
function watchVitals(): void {
  const vitals: NonNullable<Note['vitals']> = { paint: 0, shifts: [], taps: {} };
  (globalThis as Note).vitals = vitals;
  const watch = (type: string, note: (entry: PerformanceEntry) => void): void => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  };
  watch('largest-contentful-paint', ({ startTime }) => (vitals.paint = startTime));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) vitals.shifts.push([entry.startTime, value]);
  });
  watch('event', (entry) => {
    const { interactionId, duration } = entry as PerformanceEventTiming;
    if (interactionId) vitals.taps[interactionId] = Math.max(vitals.taps[interactionId] ?? 0, duration);
  });
}

/** Reads what the page noted so far. */
export async function vitalsOf(page: Page): Promise<Vitals> {
  const vitals = await page.evaluate(() => (globalThis as Note).vitals);
  if (!vitals) throw new Error('the page noted nothing');
  return {
    largestPaint: vitals.paint,
    layoutShift: worstWindow(vitals.shifts),
    taps: Object.values(vitals.taps),
  };
}

/** Cumulative layout shift as browsers count it: the worst window of at most 5 s whose shifts follow within 1 s. */
function worstWindow(shifts: readonly (readonly [at: number, value: number])[]): number {
  const window = { sum: 0, first: -Infinity, last: -Infinity };
  const sums = shifts.map(([at, value]) => {
    if (at - window.last > 1000 || at - window.first > 5000) Object.assign(window, { sum: 0, first: at });
    Object.assign(window, { sum: window.sum + value, last: at });
    return window.sum;
  });
  return Math.max(0, ...sums);
}
