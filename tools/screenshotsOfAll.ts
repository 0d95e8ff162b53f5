import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { demoDrivers, demoPassword, demoPeople } from '../db/demoPeople.ts';
import { screens } from '../src/domain/screens.ts';
import { openContext } from './browser.ts';
import { HttpClient } from './http.ts';
import { register, signIn as signInThere, worldAccessCode, worldPassword } from './world.ts';

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];
const themes = ['light', 'dark'] as const;
/** Maximum height of a screenshot, in pixels. */
const mostHeight = 2600;

/** Whose screens: one person per variant, the CEO, nobody, and a newcomer without any data. */
const people = (ceo: { email: string; password: string }) => [
  { name: 'Nessuno', account: null },
  ...['Giulia', 'Tiziana'].map((name) => ({
    name,
    account: { email: emailOf(name), password: demoPassword },
  })),
  { name: 'CEO', account: ceo },
  { name: 'Nuova', account: { email: newcomer, password: worldPassword } },
];

const newcomer = 'nuova@example.it';

/** Registers somebody alone in a new worksite. */
async function registerNewcomer(origin: string, ceo: { email: string; password: string }): Promise<void> {
  const client = new HttpClient(origin);
  await signInThere(client, ceo);
  const body = { name: 'Cantiere nuovo', accessCode: worldAccessCode, email: 'cantiere@example.it' };
  const { id } = await client.ask('POST /api/ceo/worksites', { body });
  await register(new HttpClient(origin), {
    email: newcomer,
    firstName: 'Nuova',
    worksiteId: id,
    role: 'operatore',
    contractHours: 8,
  });
}

const emailOf = (name: string): string =>
  [...demoPeople, ...demoDrivers].find(({ firstName }) => firstName === name)?.email ?? '';

/**
 * Takes every screen and each of its tabs, for each of these people, at four widths in both themes.
 *
 * @param ceo the printed credentials
 */
export async function takeAll(
  browser: Browser,
  origin: string,
  ceo: { email: string; password: string },
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await registerNewcomer(origin, ceo);
  for (const { name, account } of people(ceo)) {
    const context = await openContext(browser, origin);
    if (account) await signIn(context, account);
    for (const path of await pathsOf(context)) {
      await takePage(await context.newPage(), path, join(folder, name));
      console.log(`${name} ${path}`);
    }
    await context.close();
  }
}

async function signIn({ request }: BrowserContext, account: { email: string; password: string }) {
  const answer = await request.post('/api/auth/login', { data: { ...account, rememberMe: true } });
  if (!answer.ok()) throw new Error(`${account.email}: ${await answer.text()}`);
}

/** All paths; those with an id for the newest object. Screens a person may not see show a message. */
async function pathsOf({ request }: BrowserContext): Promise<string[]> {
  const answer = await request.get('/api/exchanges/completed/page');
  const { swaps = [] } = answer.ok() ? ((await answer.json()) as { swaps?: { id: string }[] }) : {};
  const [swap] = swaps;
  return screens.flatMap((path) => {
    if (!path.includes(':id')) return [path];
    return swap ? [path.replace(':id', swap.id)] : [];
  });
}

async function takePage(page: Page, path: string, start: string): Promise<void> {
  await page.goto(path);
  await atRest(page);
  const tabs = await page.getByRole('main').getByRole('tab').allInnerTexts();
  for (const [at, tab] of tabs.length > 0 ? tabs.entries() : ([[0, '']] as const)) {
    const label = tab.replaceAll(/\s+\d*$/g, '').trim();
    if (tabs.length > 0) await page.getByRole('main').getByRole('tab').nth(at).click();
    await atRest(page);
    await takeSizes(page, `${start}${`${path} ${label}`.replaceAll(/[^\p{L}\d]+/gu, '-')}`);
  }
  await page.close();
}

/** @param start beginning of the file names, before size and theme */
async function takeSizes(page: Page, start: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.evaluate(() => scrollTo(0, 0));
      await atRest(page);
      const length = await page.evaluate(() => document.documentElement.scrollHeight);
      // full page, so that the bottom bar is drawn at the end of the first screen
      await page.screenshot({
        path: `${start}-${size.width}-${colorScheme}.jpg`,
        type: 'jpeg',
        quality: 70,
        fullPage: true,
        clip: { x: 0, y: 0, width: size.width, height: Math.min(length, mostHeight) },
      });
    }
  }
}

/** Waits until nothing is loading. */
async function atRest(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() =>
    document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done))).then(() => null),
  );
}
