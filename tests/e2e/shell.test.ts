import type { Locator, Page } from '@playwright/test';
import { addDays, type Day, formatLongDay } from '../../src/domain/calendar/day.ts';
import { expectProblems } from '../../tools/browser.ts';
import { calendar, dayCell, freeMonth, turnTo } from './calendar.ts';
import { publishShift, recordShift } from './calls.ts';
import { bell, expectTabCount, markAllNotificationsRead, tabCount } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { goBy, press } from './screens.ts';

const month = freeMonth();
const dayOf = (number: number): Day => `${month}-${String(number).padStart(2, '0')}`;
const lostCalls =
  /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING|NETWORK_CHANGED|FAILED)/;

test.describe('when the connection is lost', () => {
  test('and restored, the screen shows what happened meanwhile', async ({ newcomer, phone }) => {
    const [nina, marco] = [await newcomer(), await phone('Marco')];
    expectProblems(nina, lostCalls);
    await recordShift(nina, dayOf(10), '14:00', '22:00');
    const shift = await recordShift(marco, dayOf(10), '06:00', '14:00');
    await goBy(nina, 'Scambi');
    const available = await tabCount(nina, 'Disponibili');
    await nina.context().setOffline(true);
    await publishShift(marco, shift, dayOf(10));
    await expect(nina.getByText(/^Sei senza rete/)).toBeVisible();
    expect(await tabCount(nina, 'Disponibili')).toBe(available);
    await nina.context().setOffline(false);
    await expectTabCount(nina, 'Disponibili', available + 1);
  });

  test('because the server stops, the page says so, retries on request, and is live again', async ({
    phone,
    server,
  }) => {
    const [giulia, marco] = [await phone('Giulia'), await phone('Marco', { at: '/exchanges' })];
    for (const page of [giulia, marco]) expectProblems(page, lostCalls);
    await recordShift(giulia, dayOf(11), '14:00', '22:00');
    const shift = await recordShift(marco, dayOf(11), '06:00', '14:00');
    await markAllNotificationsRead(giulia);
    await goBy(giulia, 'Calendario');
    await expect(
      calendar(giulia)
        .getByRole('gridcell', { name: /sede \d\d/ })
        .first(),
    ).toBeVisible();
    await server.halt();

    await turnTo(calendar(giulia), month);
    const alert = giulia.getByRole('alert');
    await expect(alert.getByText('Nessuna risposta: controlla la connessione e riprova.')).toBeVisible();
    await press(alert, 'Riprova');
    await expect(alert.getByRole('button', { name: 'Riprova', exact: true })).toBeVisible();
    await server.start();
    await press(alert, 'Riprova');
    await expect(dayCell(giulia, dayOf(11), 'sede 14:00–22:00')).toBeVisible();
    await expect(alert).toBeHidden();
    await publishShift(marco, shift, dayOf(11));
    await expect(bell(giulia)).toHaveAccessibleName('Notifiche, 1 da leggere');
  });
});

/** Runs in the page before it loads: sums layout shifts not caused by the person. */
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

/** The sum so far, after all pending paints. */
const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((globalThis as { layoutShift?: number }).layoutShift ?? 1)),
        );
      }),
  );

for (const size of ['phone', 'desktop'] as const) {
  test(`pages do not shift while answers are slow on a ${size}`, async ({ phone, desk }) => {
    const page = await (size === 'phone' ? phone : desk)('Giulia');
    const grid = page.getByRole('grid', { name: /^(Turni|Giorni) di/ });
    const list: Locator = page.getByRole('status').filter({ hasText: 'Carico ' });
    await page.context().addInitScript(sumLayoutShifts);
    const moved: Record<string, number> = {};
    for (const path of ['/', '/calendar', '/shifts/new', '/exchanges', '/exchanges?tab=completati']) {
      const answers = Promise.withResolvers<void>();
      await page.route(/\/api\/(?!auth|events)/, async (route) => {
        await answers.promise;
        await route.continue();
      });
      await page.goto(path);
      if (path.startsWith('/exchanges')) {
        await expect(list).toBeVisible();
        answers.resolve();
        await expect(list).toBeHidden();
        await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible();
      } else {
        if (path === '/') {
          await expect(page.getByRole('status').filter({ hasText: 'Caricamento' })).toBeVisible();
        } else await expect(grid).toHaveAttribute('aria-busy', 'true');
        answers.resolve();
        if (path === '/' && size === 'phone') {
          await expect(page.getByRole('region', { name: 'Questa settimana e la prossima' })).toBeVisible();
        } else await expect(grid).toHaveAttribute('aria-busy', 'false');
      }
      await page.unrouteAll({ behavior: 'wait' });
      moved[path] = await layoutShiftOf(page);
    }
    expect(Object.entries(moved).filter(([, shift]) => shift > 0.02)).toEqual([]);
  });
}

test('no page or dialog breaks the content security policy', async ({ desk }) => {
  const page = await desk('Giulia');
  await page.context().addInitScript(() => {
    const noted = globalThis as { violations?: string[] };
    noted.violations = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      noted.violations?.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  const violations = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as { violations?: string[] }).violations ?? ['not observed']);
  await page.goto('/calendar');
  await bell(page).click();
  await expect(page.getByRole('dialog', { name: 'Notifiche' })).toBeVisible();
  await page.keyboard.press('Escape');
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
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await violations()).toEqual([]);
  for (const path of ['/shifts/new', '/terms-conditions', '/niente', '/reimposta-password?token=niente']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await violations()).toEqual([]);
  }
});

test('a browser without Temporal loads the polyfill and shows the same calendar', async ({ phone }) => {
  const readCalendar = async (hasTemporal: boolean): Promise<{ words: string; isFetched: boolean }> => {
    const page = await phone('Davide');
    if (!hasTemporal) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'));
    await page.goto('/calendar');
    await expect(page.getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ }).first()).toBeVisible();
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const isFetched = scripts.some((path) => path.startsWith('/assets/global.esm-'));
    return { words: await page.locator('main').ariaSnapshot(), isFetched };
  };
  const own = await readCalendar(true);
  expect(own.isFetched).toBe(false);
  expect(await readCalendar(false)).toEqual({ words: own.words, isFetched: true });
});

test.describe('the back button of a phone', () => {
  const day = dayOf(20);
  const address = `/calendar?month=${month}`;
  const openShift = (page: Page) => dayCell(page, day, 'sede 06:00–14:00').click();
  const formOf = (page: Page) => page.getByRole('dialog', { name: 'Modifica giornata' });

  test('closes a day, the form in it and the team one by one, and then leaves the page', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    await recordShift(page, day, '06:00', '14:00');
    await goBy(page, 'Scambi');
    await page.goto(address);
    await openShift(page);
    const sheet = page.getByRole('dialog');
    await press(sheet, 'Modifica');
    await expect(formOf(page)).toBeVisible();
    await page.goBack();
    await expect(formOf(page)).toBeHidden();
    await expect(sheet.getByRole('button', { name: 'Modifica' })).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(address);

    // closing by hand removes the history entry
    await openShift(page);
    await press(sheet, 'Chiudi');
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(address);

    // address changes below a dialog are reverted with it
    await openShift(page);
    await press(sheet, `Chi lavora ${formatLongDay(day).split(' ').slice(0, 2).join(' ')}`);
    const team = page.getByRole('dialog', { name: 'Chi lavora' });
    await press(team, 'Giorno successivo');
    await expect(page).toHaveURL(`${address}&squadra=${addDays(day, 1)}&sopra=1`);
    await page.goBack();
    await expect(team).toBeHidden();
    await expect(page).toHaveURL(address);
    await page.goBack();
    await expect(page).toHaveURL('/exchanges');
  });

  test('a press outside a form closes it only if nothing was typed', async ({ newcomer }) => {
    const page = await newcomer();
    await recordShift(page, day, '06:00', '14:00');
    await page.goto(address);
    await openShift(page);
    const form = formOf(page);
    await press(page.getByRole('dialog'), 'Modifica');
    await expect(form).toBeVisible();
    await page.touchscreen.tap(20, 20);
    await expect(form).toBeHidden();
    await press(page.getByRole('dialog'), 'Modifica');
    await form.getByLabel('Note').fill('porto io le chiavi');
    await page.touchscreen.tap(20, 20);
    // the first press has been handled before the next one
    await form.getByLabel('Note').tap();
    await expect(form.getByLabel('Note')).toHaveValue('porto io le chiavi');
  });
});
