import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

// A browser on the product, and the problems observed in it.

export const sizes = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 } },
};

export interface Opening extends BrowserContextOptions {
  /** Where a signed-in person starts; default: Home. Without a person the page stays blank unless this is given. */
  at?: string;
}

/** The problems observed, one line each, and those that a test expects. */
const watched = new WeakMap<BrowserContext, { met: string[]; expected: RegExp[] }>();

/** Any other problem of the page fails the test. */
export const expectProblems = (page: Page, pattern: RegExp): void =>
  void watched.get(page.context())?.expected.push(pattern);

/** Opens a browser context in Italian and with Rome's time zone. */
export async function openContext(browser: Browser, origin: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // axe and screenshots must not catch an animation halfway
    reducedMotion: 'reduce',
    // tests that intercept calls or go offline are about the page; tests of the service worker set 'allow'
    serviceWorkers: 'block',
    ...options,
  });
  watched.set(context, { met: collectProblems(context, new URL(origin).origin), expected: [] });
  return context;
}

/** Closes the contexts of a test; returns the unexpected problems. */
export async function closeAll(contexts: readonly BrowserContext[]): Promise<string[]> {
  // collected before leaving the page, since init scripts may fail on the blank one
  const unexpected = contexts.flatMap((context) => {
    const { met, expected } = watched.get(context) ?? { met: [], expected: [] };
    return met.filter((problem) => !expected.some((one) => one.test(problem)));
  });
  await Promise.all(contexts.flatMap((context) => context.pages()).map(leave));
  await Promise.all(contexts.map((context) => context.close()));
  return unexpected;
}

/** Aborts pending requests and navigation: Chromium may otherwise never close a page that is just reloading. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank').catch(() => undefined);
}

/** Collects console errors, uncaught exceptions, failed requests, answers from 500 on, and requests to other origins. */
function collectProblems(context: BrowserContext, origin: string): string[] {
  const met: string[] = [];
  context.on('console', (message) => {
    // Chromium logs every refused call (401 when signed out, 409, …) as an error; those are regular answers
    const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
      message.text(),
    );
    if (message.type() === 'error' && !refusal) met.push(`console: ${message.text()}`);
  });
  context.on('weberror', (event) => met.push(`uncaught: ${event.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isLocal = url.protocol === 'data:' || url.protocol === 'blob:';
    if (!isLocal && url.origin !== origin) met.push(`leaves the origin: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // leaving a page aborts its event stream and pending requests
    if (reason !== 'net::ERR_ABORTED') met.push(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) met.push(`${response.status()}: ${response.url()}`);
  });
  return met;
}
