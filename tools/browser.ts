import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

// A person's own browser in front of the product, and what went wrong in it.

export const sizes = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 } },
};

export interface Opening extends BrowserContextOptions {
  /** Where a person who is signed in begins; default: Home. Without a person the page is blank unless this is given. */
  at?: string;
}

/** What went wrong, one line each, and what of it a test expects. */
const watched = new WeakMap<BrowserContext, { met: string[]; expected: RegExp[] }>();

/** What else goes wrong on the page, before or after, fails the test. */
export const expectProblems = (page: Page, pattern: RegExp): void =>
  void watched.get(page.context())?.expected.push(pattern);

/** Opens a browser of a size and with options of its own, in Italian and in Rome. */
export async function openContext(browser: Browser, origin: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // Axe and screenshots must not meet an animation half way.
    reducedMotion: 'reduce',
    // Tests that intercept calls or go without network mean the page; those about the worker say 'allow'.
    serviceWorkers: 'block',
    ...options,
  });
  watched.set(context, { met: collectProblems(context, new URL(origin).origin), expected: [] });
  return context;
}

/** Closes what a test opened; answers what went wrong there and was not expected. */
export async function closeAll(contexts: readonly BrowserContext[]): Promise<string[]> {
  // before the blank page, on which scripts that prepare a page may fail
  const unexpected = contexts.flatMap((context) => {
    const { met, expected } = watched.get(context) ?? { met: [], expected: [] };
    return met.filter((problem) => !expected.some((one) => one.test(problem)));
  });
  await Promise.all(contexts.flatMap((context) => context.pages()).map(leave));
  await Promise.all(contexts.map((context) => context.close()));
  return unexpected;
}

/** Ends what a page still waits for or is about to load: Chromium may never close one that loads anew at that moment. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank').catch(() => undefined);
}

/** Errors on the console, uncaught exceptions, failed requests, answers of 500 and above, and requests that leave the origin. */
function collectProblems(context: BrowserContext, origin: string): string[] {
  const met: string[] = [];
  context.on('console', (message) => {
    // Chromium reports every refused call (401 when signed out, 409, …) as an error: those are answers, not faults.
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
    // Leaving a page ends its event stream and whatever it was still loading.
    if (reason !== 'net::ERR_ABORTED') met.push(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) met.push(`${response.status()}: ${response.url()}`);
  });
  return met;
}
