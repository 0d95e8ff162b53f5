import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { chromiumArgs, findChromium } from '../../tools/chromium.ts';

/** A page of its own session, and what went wrong on it so far. */
export interface Visit {
  context: BrowserContext;
  page: Page;
  /**
   * Errors on the console, uncaught exceptions, failed requests, answers of 500 and above, and requests that
   * leave the origin, as one line each. A test ends with `expect(visit.problems).toEqual([])`.
   */
  problems: string[];
}

/** Starts the Chromium that `npm test` found. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] || (await findChromium());
  return chromium.launch({
    executablePath,
    args: chromiumArgs,
    // An interrupted run ends at once; Chromium goes when the process that started it is gone.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/**
 * A phone of 390 × 844 points with a touch screen, in Italian and in Rome.
 *
 * @param origin of the server, such as `http://127.0.0.1:3111`; paths given to `page.goto` start there
 * @param options of Playwright, such as `{ colorScheme: 'dark' }` or another `timezoneId`
 */
export async function openPhone(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const phone = {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  };
  return open(browser, origin, { ...phone, ...options });
}

/** A desktop of 1280 × 800 points; parameters as for `openPhone`. */
export async function openDesktop(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  return open(browser, origin, { viewport: { width: 1280, height: 800 }, ...options });
}

async function open(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Visit> {
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
  context.setDefaultTimeout(60_000);
  const problems = collectProblems(context, new URL(origin).origin);
  return { context, page: await context.newPage(), problems };
}

function collectProblems(context: BrowserContext, origin: string): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    // Chromium reports every refused call (401 when signed out, 409, …) as an error: those are answers, not faults.
    const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
      message.text(),
    );
    if (message.type() === 'error' && !refusal) problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (event) => problems.push(`uncaught: ${event.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isLocal = url.protocol === 'data:' || url.protocol === 'blob:';
    if (!isLocal && url.origin !== origin) problems.push(`leaves the origin: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page ends its event stream and whatever it was still loading.
    if (reason !== 'net::ERR_ABORTED')
      problems.push(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}
