import type { Browser, Locator, Page, Request } from 'playwright-core';
import { newDevice, openSlowly, signInDevice, vitalsOf } from './phone.ts';

/** What the fingers of one person met, from the calendar to 200 listed requests and back. */
export interface Journey {
  /** From each touch to the next paint, in milliseconds. */
  taps: number[];
  layoutShift: number;
  listed: number;
  /** How long the months on both sides took to stand there once they were fetched ahead, in milliseconds. */
  monthTurns: number[];
}

const wantedRequests = 200;

/** Waits for what was fetched ahead, and for pages and dialogs that come when idle: until half a second brings nothing. */
type Quiet = () => Promise<void>;

function watchTraffic(page: Page): Quiet {
  const requests = new Set<Request>();
  // the event stream is always under way, and counts for nothing
  page.on('request', (request) => request.resourceType() !== 'eventsource' && requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return async () => {
    for (let silentSince = performance.now(); performance.now() - silentSince < 500;) {
      await page.waitForTimeout(50);
      if (requests.size > 0) silentSince = performance.now();
    }
  };
}

export async function walk(browser: Browser, origin: string, person: number): Promise<Journey> {
  const context = await newDevice(browser, origin);
  await signInDevice(context, origin, person);
  const page = await openSlowly(context);
  const quiet = watchTraffic(page);
  try {
    await page.goto('/calendar');
    await entries(page).first().waitFor();
    // pages and dialogs come when idle, one and a half seconds after the first screen
    await page.waitForTimeout(2500);
    const monthTurns = await turnMonths(page, quiet);
    await openDay(page);
    const listed = await listRequests(page, quiet);
    await actOnRequests(page, listed);
    await openNotifications(page);
    await goAround(page);
    const { taps, layoutShift } = await vitalsOf(page);
    return { taps, layoutShift, listed, monthTurns };
  } finally {
    await context.close();
  }
}

export const entries = (page: Page): Locator => page.getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ });
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });

async function turnMonths(page: Page, quiet: Quiet): Promise<number[]> {
  const turns: number[] = [];
  for (const name of ['Mese successivo', 'Mese precedente', 'Mese precedente', 'Mese successivo']) {
    await quiet();
    turns.push(await timeOfTurn(page, name));
  }
  return turns;
}

/** From the press to the frame after which the month's entries stand in the grid, as the page's own clock says. */
async function timeOfTurn(page: Page, name: string): Promise<number> {
  const turned = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const grid = document.querySelector('[role=grid]');
        const before = grid?.getAttribute('aria-label');
        let pressedAt = 0;
        addEventListener('pointerdown', () => (pressedAt = performance.now()), { capture: true, once: true });
        const look = (): void => {
          const now = document.querySelector('[role=grid]');
          const isThere =
            now?.getAttribute('aria-label') !== before && now?.getAttribute('aria-busy') === 'false';
          if (isThere) resolve(performance.now() - pressedAt);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  await button(page, name).tap();
  return turned;
}

async function openDay(page: Page): Promise<void> {
  await entries(page).getByRole('button').last().tap();
  await page.getByRole('dialog').waitFor();
  await button(page, 'Modifica').tap();
  await button(page, 'Annulla').tap();
  await closeDialog(page);
}

/** By its button, where it has one. */
async function closeDialog(page: Page, close = button(page, 'Chiudi').tap()): Promise<void> {
  await close;
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

const navigation = (page: Page, link: string): Locator =>
  page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: link, exact: true });

async function listRequests(page: Page, quiet: Quiet): Promise<number> {
  await navigation(page, 'Scambi').tap();
  const cards = page.getByRole('article');
  await cards.first().waitFor();
  await quiet();
  for (;;) {
    const listed = await cards.count();
    const more = button(page, 'Mostra altre');
    if (listed >= wantedRequests || (await more.count()) === 0) return listed;
    // on the way there cards come into sight and take their real size
    await more.scrollIntoViewIfNeeded();
    await quiet();
    await more.tap();
    await quiet();
    // what cannot be taken is folded; it may be open, and not drawn yet
    const folded = page.getByRole('button', { name: /^Queste non puoi accettarle/, expanded: false });
    if ((await cards.count()) === listed && (await folded.count()) > 0) await folded.tap();
  }
}

/** With all of them on the page: a form, another tab and back, the highlight's own way of scrolling. */
async function actOnRequests(page: Page, listed: number): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await button(page, 'Nuova').tap();
  await page.getByRole('dialog').waitFor();
  await closeDialog(page);
  await page.getByRole('tab', { name: /^Le Mie/ }).tap();
  // the strip of tabs moves with the choice: whoever taps meanwhile may miss
  await page.getByRole('tab', { name: /^Le Mie/, selected: true }).waitFor();
  await page.getByRole('tab', { name: /^Disponibili/ }).tap();
  const halfway = page.getByRole('article').nth(Math.floor(listed / 2));
  await halfway.waitFor({ state: 'attached' });
}

async function openNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifiche/ }).tap();
  await page.getByRole('dialog').waitFor();
  await closeDialog(page, page.keyboard.press('Escape'));
}

async function goAround(page: Page): Promise<void> {
  await navigation(page, 'Home').tap();
  await page.getByRole('heading', { name: /^Ciao/ }).waitFor();
  await navigation(page, 'Scambi').tap();
  await page.getByRole('article').first().waitFor();
  await navigation(page, 'Calendario').tap();
  await entries(page).first().waitFor();
  await navigation(page, 'Aggiungi').tap();
  await page.getByRole('heading', { name: 'Aggiungi Turno' }).waitFor();
}
