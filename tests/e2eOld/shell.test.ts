import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { Visit } from '../support/browser.ts';
import { addShifts, calendar, dayCell, freeMonth, turnTo } from './calendar.ts';
import { bell, bellName, expectTabCount, publish, markAllNotificationsRead, tabCount } from './exchanges.ts';
import {
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  goBy,
  heading,
  press,
  schemeOf,
  signIn,
  signOut,
} from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const month = freeMonth();
const dayOf = (number: number): Day => `${month}-${String(number).padStart(2, '0')}`;

async function enter({ page }: Pick<Visit, 'page'>, firstName: string): Promise<Page> {
  await signIn(page, stage.server.signInOf(firstName), firstName);
  return page;
}

/** What a lost line leaves on the console is expected; anything else is not. */
function expectOnlyLostCalls({ problems }: Visit): void {
  const lost =
    /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING|NETWORK_CHANGED|FAILED)/;
  expect(problems.splice(0).filter((problem) => !lost.test(problem))).toEqual([]);
}

describe('when the line is lost', () => {
  test('and comes back, the screen shows what happened meanwhile', async () => {
    const visit = await stage.phone();
    const giulia = await enter(visit, 'Giulia');
    await addShifts(giulia, { days: [dayOf(10), dayOf(11)], kind: 'Sede', start: '14:00' });
    const marco = await enter(await stage.desktop(), 'Marco');
    await addShifts(marco, { days: [dayOf(10), dayOf(11)], kind: 'Sede', start: '06:00' });
    await markAllNotificationsRead(giulia);
    await goBy(giulia, 'Scambi');
    const available = await tabCount(giulia, 'Disponibili');

    await visit.context.setOffline(true);
    await goBy(marco, 'Scambi');
    await publish(marco, { day: dayOf(10), times: '06:00–14:00', wanted: 'Pomeriggio', message: '' });
    await expectSoon(() => tabCount(giulia, 'Disponibili'), available);
    await visit.context.setOffline(false);
    await expectTabCount(giulia, 'Disponibili', available + 1);
    await expectSoon(() => bellName(giulia), 'Notifiche, 1 da leggere');
    expectOnlyLostCalls(visit);
  });

  test('because the server stops, it says so, tries again when asked, and is live again', async () => {
    const [phone, desktop] = [await stage.phone(), await stage.desktop()];
    const giulia = await enter(phone, 'Giulia');
    const marco = await enter(desktop, 'Marco');
    await markAllNotificationsRead(giulia);
    await goBy(marco, 'Scambi');
    await goBy(giulia, 'Calendario');
    await expectVisible(
      calendar(giulia)
        .getByRole('gridcell', { name: /sede \d\d/ })
        .first(),
    );
    await stage.server.halt();

    await turnTo(calendar(giulia), month);
    const alert = giulia.getByRole('alert');
    await expectVisible(alert.getByText('Nessuna risposta: controlla la connessione e riprova.'));
    await press(alert, 'Riprova');
    await expectVisible(alert.getByRole('button', { name: 'Riprova', exact: true }));
    await stage.server.start();
    await press(alert, 'Riprova');
    await expectVisible(dayCell(giulia, dayOf(11), 'sede 14:00–22:00'));
    await expectGone(alert);

    await publish(marco, { day: dayOf(11), times: '06:00–14:00', wanted: 'Pomeriggio', message: '' });
    await expectSoon(() => bellName(giulia), 'Notifiche, 1 da leggere');
    for (const visit of [phone, desktop]) expectOnlyLostCalls(visit);
  });

  test('before the session is known, it says so and tries again when asked', async () => {
    const visit = await stage.phone();
    const { page } = visit;
    await page.route('**/api/auth/user', (route) => route.abort());
    await page.goto('/');
    const alert = page.getByRole('alert');
    await expectVisible(alert.getByText('Nessuna risposta: controlla la connessione e riprova.'));
    await page.unroute('**/api/auth/user');
    await press(alert, 'Riprova');
    await expectVisible(heading(page, 'Accedi'));
    expectOnlyLostCalls(visit);
  });
});

describe('while answers are slow', () => {
  const monthGrid = (page: Page): Locator => page.getByRole('grid', { name: /^(Turni|Giorni) di/ });
  const list = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Carico ' });

  test.each(['phone', 'desktop'] as const)('every page holds its place on a %s', async (size) => {
    const { page, context } = await stage[size]();
    await enter({ page }, 'Giulia');
    await context.addInitScript(sumLayoutShifts);
    const moved: Record<string, number> = {};
    for (const path of ['/', '/calendar', '/shifts/new', '/exchanges', '/exchanges?tab=completati']) {
      const answers = Promise.withResolvers<void>();
      await page.route(/\/api\/(?!auth|events)/, async (route) => {
        await answers.promise;
        await route.continue();
      });
      await page.goto(path);
      if (path.startsWith('/exchanges')) {
        await expectVisible(list(page));
        answers.resolve();
        await expectGone(list(page));
        await expectVisible(page.getByRole('tabpanel').getByRole('article').first());
      } else {
        if (path === '/') await expectVisible(page.getByRole('status').filter({ hasText: 'Caricamento' }));
        else await expectSoon(() => monthGrid(page).getAttribute('aria-busy'), 'true');
        answers.resolve();
        await expectSoon(() => monthGrid(page).getAttribute('aria-busy'), 'false');
      }
      await page.unrouteAll({ behavior: 'wait' });
      moved[path] = await layoutShiftOf(page);
    }
    expect(Object.entries(moved).filter(([, shift]) => shift > 0.02)).toEqual([]);
  });

  test('the list of requests is on its way until what the tabs count is there', async () => {
    const { page } = await stage.phone();
    await enter({ page }, 'Giulia');
    const counted = Promise.withResolvers<void>();
    await page.route('**/api/exchange-requests/counts', async (route) => {
      await counted.promise;
      await route.continue();
    });
    const listed = page.waitForResponse((answer) => answer.url().includes('/api/exchange-requests/page?'));
    await page.goto('/exchanges');
    await (await listed).finished();
    // two frames later the list that has come is drawn, if it is going to be
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await expectVisible(list(page));
    counted.resolve();
    await expectVisible(page.getByRole('tabpanel').getByRole('article').first());
    await expectGone(list(page));
  });
});

/** Runs in the page, before it loads: adds up what moves without the person having done anything. */
function sumLayoutShifts(): void {
  const shown = globalThis as { layoutShift?: number };
  shown.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) shown.layoutShift = (shown.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The sum so far, once everything up to now is painted. */
const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((globalThis as { layoutShift?: number }).layoutShift ?? 1)),
        );
      }),
  );

describe('two tabs of one browser', () => {
  test('show the same, and leave together', async () => {
    const { page: one, context } = await stage.desktop();
    await enter({ page: one }, 'Elena');
    const other = await context.newPage();
    await other.goto(`/calendar?month=${month}`);
    await expectVisible(dayCell(other, dayOf(3), 'nessun turno'));
    await one.bringToFront(); // a tab in the back is drawn but once a second
    await addShifts(one, { days: [dayOf(3)], kind: 'Malattia' });
    await expectVisible(dayCell(other, dayOf(3), 'malattia'));
    await signOut(one);
    await expectVisible(heading(one, 'Accedi'));
    await expectVisible(heading(other, 'Accedi'));
    await expectNone(other.getByText('malattia'));
  });
});

describe('light and dark', () => {
  test('follow the device until the person chooses, and the choice stays', async () => {
    const { page, context } = await stage.phone({ colorScheme: 'dark' });
    await page.goto('/');
    await expectVisible(heading(page, 'Accedi'));
    await expectSoon(() => schemeOf(page), 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectSoon(() => schemeOf(page), 'light');
    await enter({ page }, 'Sara');
    const choice = (name: string) =>
      page.getByRole('group', { name: 'Aspetto' }).getByRole('radio', { name });
    await choice('Scuro').check();
    await expectSoon(() => schemeOf(page), 'dark');
    await page.reload();
    await expectVisible(heading(page, 'Ciao Sara'));
    await expectSoon(() => schemeOf(page), 'dark');
    await expectSoon(() => choice('Scuro').isChecked(), true);
    const other = await context.newPage();
    await other.goto('/exchanges');
    await expectVisible(heading(other, 'Scambi'));
    await expectSoon(() => schemeOf(other), 'dark');
    await choice('Sistema').check();
    await expectSoon(() => schemeOf(page), 'light');
  });

  test('change at once for who wants no motion, with nothing on its way from one to the other', async () => {
    const { page } = await stage.desktop({ colorScheme: 'light' });
    await enter({ page }, 'Sara');
    const pending = (): Promise<number> => page.evaluate(() => document.getAnimations().length);
    await expectSoon(pending, 0);
    const found: number[] = [];
    for (const colorScheme of ['dark', 'light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(await pending());
      await expectSoon(() => schemeOf(page), colorScheme);
      found.push(await pending());
    }
    expect(Math.max(...found)).toBe(0);
  });
});

test('no page or dialog breaks the content security policy', async () => {
  const { page, context } = await stage.desktop();
  await context.addInitScript(() => {
    const noted = globalThis as { violations?: string[] };
    noted.violations = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      noted.violations?.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  const violations = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as { violations?: string[] }).violations ?? ['not observed']);
  const answer = await page.goto('/');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("style-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*/);
  await enter({ page }, 'Giulia');
  await bell(page).click();
  await expectVisible(page.getByRole('dialog', { name: 'Notifiche' }));
  await page.keyboard.press('Escape');
  await goBy(page, 'Calendario');
  await calendar(page)
    .getByRole('gridcell', { name: /sede \d\d/ })
    .last()
    .click();
  await press(page.getByRole('dialog'), 'Modifica');
  await press(page.getByRole('dialog'), 'Annulla');
  await page.keyboard.press('Escape');
  await goBy(page, 'Scambi');
  await press(page, 'Nuova');
  await page.getByRole('button', { name: /Turno da offrire/ }).click();
  await expectVisible(page.getByRole('option').first());
  expect(await violations()).toEqual([]);
  for (const path of ['/shifts/new', '/terms-conditions', '/niente', '/reimposta-password?token=niente']) {
    await page.goto(path);
    await expectVisible(page.getByRole('heading', { level: 1 }));
    expect(await violations()).toEqual([]);
  }
});
