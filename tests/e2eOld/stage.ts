import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser, openDesktop, openPhone, type Visit } from '../support/browser.ts';
import { type ProductServer, type ProductSettings, startProductServer } from '../support/productServer.ts';

/** A browser in front of the real server, shared by the tests of one file. */
export interface Stage {
  server: ProductServer;
  browser: Browser;
  /**
   * Opens a phone with a session of its own; closed, and its problems asserted, after the test.
   *
   * @param address of another server than the stage's
   */
  phone(options?: BrowserContextOptions, address?: string): Promise<Visit>;
  /** The same with a desktop. */
  desktop(options?: BrowserContextOptions, address?: string): Promise<Visit>;
}

interface StageOptions {
  /** Settings of the server; asked for when it starts. */
  settings?: () => Promise<ProductSettings> | ProductSettings;
}

const resultsFolder = join(import.meta.dirname, '../../test-results');

/**
 * Starts server and browser before the tests of a file and ends them after. After every test, each visit must have
 * met no problem (see `Visit.problems`); where the test failed, its report says what was on screen and `test-results/` shows it.
 */
export function setStage({ settings = () => ({}) }: StageOptions = {}): Stage {
  let server: ProductServer | undefined;
  let browser: Browser | undefined;
  let visits: Visit[] = [];
  const present = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('the stage is not set yet');
    return thing;
  };
  const enter = (open: typeof openPhone) => async (options?: BrowserContextOptions, address?: string) => {
    const visit = await open(present(browser), address ?? present(server).url, options);
    visits.push(visit);
    return visit;
  };

  beforeAll(async () => {
    const [started, launched] = await Promise.all([
      Promise.resolve(settings()).then(startProductServer),
      launchBrowser(),
    ]);
    server = started;
    browser = launched;
  });
  afterEach(async ({ task }) => {
    const left = visits;
    visits = [];
    const hasFailed = task.result?.state === 'fail';
    const shown = hasFailed ? await Promise.all(left.map((visit, at) => keep(visit, task.name, at))) : [];
    // an answer that a test changes may be on its way to a page that closes
    const pages = left.flatMap(({ context }) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(left.map(({ context }) => context.close()));
    // where the test failed its report has both
    if (shown.length > 0) throw new Error(`On screen:\n${shown.join('\n')}`);
    expect(left.flatMap(({ problems }) => problems)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get server() {
      return present(server);
    },
    get browser() {
      return present(browser);
    },
    phone: enter(openPhone),
    desktop: enter(openDesktop),
  };
}

/** Keeps what a visit shows, its picture and, in words, what a screen reader finds; answers the words. */
async function keep({ page, problems }: Visit, test: string, at: number): Promise<string> {
  const name = join(resultsFolder, `${test.replaceAll(/[^\p{L}\d]+/gu, '-')}-${at + 1}`);
  await mkdir(resultsFolder, { recursive: true });
  await page.screenshot({ path: `${name}.png` });
  const words = [page.url(), ...problems, await page.locator('body').ariaSnapshot(), ''].join('\n');
  await writeFile(`${name}.txt`, words);
  return words;
}
