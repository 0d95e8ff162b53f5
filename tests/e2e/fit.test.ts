import type { Locator, Page } from '@playwright/test';
import { addDays, formatLongDay, formatShortDay } from '../../src/domain/calendar/day.ts';
import { violationsOf } from './axe.ts';
import { calendar, dayCell, deleteEntry, freeMonth, openCalendar, said } from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { holdTimers } from './gestures.ts';
import { sidewaysOf } from './longWords.ts';
import { enterAsNewcomer, storeShift } from './people.ts';
import { closeToast, coveredBy, navigation, press, toast } from './screens.ts';

// Space for content on small, magnified and printed screens.

/** The height of visible content along the screen's vertical middle line, after scrolling. */
const seenHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, 250);
    const main = document.querySelector('main');
    const isContent = (y: number): boolean => {
      const element = document.elementFromPoint(innerWidth / 2, y);
      const isBar = element?.closest('[class*="sticky"], [class*="fixed"]');
      const place = isBar ? getComputedStyle(isBar).position : 'static';
      return main?.contains(element) === true && !/sticky|fixed/.test(place);
    };
    return Array.from({ length: innerHeight }, (_, y) => y).filter(isContent).length;
  });

/** Waits until the content has more than this height. */
const expectRoom = (page: Page, path: string, points: number): Promise<void> =>
  expect
    .poll(async () => {
      const height = await seenHeight(page);
      return height > points ? 'enough' : `${height} points on ${path}`;
    })
    .toBe('enough');

for (const [what, viewport, fontSize] of [
  ['the narrowest phone', { width: 320, height: 568 }, '100%'],
  ['a phone magnified to 200 %', { width: 195, height: 422 }, '100%'],
  ['a phone with text of 200 %', { width: 390, height: 844 }, '200%'],
] as const) {
  test(`the bars leave more than half of ${what}, and nothing is cut`, async ({ phone }) => {
    const page = await phone('Giulia', { viewport });
    for (const path of [
      '/',
      '/shifts/new',
      '/shifts/fill',
      '/calendar',
      '/exchanges',
      '/operazioni',
      '/profile',
    ]) {
      await page.goto(path);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectRoom(page, path, viewport.height / 2);
      expect(await sidewaysOf(page), path).toEqual([]);
    }
    // sign-out is neither next to the profile link nor on its first screen
    const wayOut = page.getByRole('button', { name: 'Esci', exact: true });
    await expect(wayOut).toBeVisible();
    expect((await wayOut.boundingBox())?.y).toBeGreaterThan(viewport.height);
    await expect(page.getByRole('banner').first().getByRole('button', { name: 'Esci' })).toHaveCount(0);
  });
}

for (const who of ['Giulia', 'Tiziana']) {
  test(`the month and the day picker fit the narrowest phone with text of 200 %: ${who}`, async ({
    phone,
  }) => {
    const page = await phone(who, { viewport: { width: 320, height: 568 } });
    for (const path of ['/calendar', '/shifts/new', '/shifts/fill']) {
      await page.goto(path);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const grid = page.getByRole('grid', { name: /^(Turni|Giorni) di/ });
      await expect(grid).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await partsOutside(grid.locator('[role="gridcell"], [role="columnheader"]')), path).toEqual([]);
    }
  });
}

/** The texts of boxes that overflow horizontally. */
const partsOutside = (boxes: Locator): Promise<(string | null)[]> =>
  boxes.evaluateAll((all) =>
    all
      .filter((box) => {
        const { left, right } = box.getBoundingClientRect();
        return [...box.querySelectorAll('*')].some((part) => {
          const { width, left: from, right: to } = part.getBoundingClientRect();
          return width > 1 && part.checkVisibility() && (from < left - 1 || to > right + 1);
        });
      })
      .map((box) => box.textContent),
  );

test('the bars leave most of a desk magnified to 200 %, and a dialog scrolls as a whole', async ({
  desk,
}) => {
  const page = await desk('Giulia', { viewport: { width: 640, height: 400 } });
  for (const path of ['/shifts/new', '/calendar', '/exchanges']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectRoom(page, path, 330);
  }
  await press(page, 'Nuova');
  const send = page.getByRole('dialog').getByRole('button', { name: 'Pubblica richiesta' });
  await send.scrollIntoViewIfNeeded();
  await send.click();
  await expect(page.getByText('Seleziona il turno da offrire', { exact: true })).toBeVisible();
});

test('the links to all pages and the whole name fit side by side on wide and narrow desks', async ({
  desk,
}) => {
  const page = await desk('Giulia');
  const name = page
    .getByRole('link', { name: /il mio profilo$/ })
    .locator('span')
    .first();
  for (const width of [1280, 1024, 820, 768]) {
    await page.setViewportSize({ width, height: 1180 });
    await expect(navigation(page).getByRole('link', { name: 'Calendario' })).toBeVisible();
    await expect(name).toContainText('Giulia');
    await expect.poll(() => sidewaysOf(page)).toEqual([]);
    expect(await name.evaluate((span) => span.scrollHeight - span.clientHeight)).toBeLessThanOrEqual(0);
  }
});

test('the times of a month are not cut on the narrowest phone', async ({ newcomer }) => {
  const page = await newcomer({}, { viewport: { width: 320, height: 640 } });
  const day = `${freeMonth()}-10`;
  const split = { isSplitShift: true, secondStartTime: '14:30', secondEndTime: '18:30' };
  for (const [place, times] of [
    { startTime: '14:00', endTime: '22:00' },
    { startTime: '06:30', endTime: '14:30' },
    { startTime: '08:30', endTime: '12:30', ...split },
  ].entries()) {
    await storeShift(page, { date: addDays(day, place), workLocation: 'sede', ...times });
  }
  await openCalendar(page, freeMonth());
  const badges = calendar(page).locator('[data-day] [data-tone]');
  await expect(badges).toHaveCount(3);
  await page.evaluate(() => document.fonts.ready.then(() => null));
  expect(await partsOutside(badges)).toEqual([]);
  expect(await sidewaysOf(page)).toEqual([]);
});

for (const size of ['phone', 'desk'] as const) {
  test(`a toast covers no title, no head of a panel and no button: ${size}`, async ({
    phone,
    desk,
    server,
  }) => {
    const page = await (size === 'phone' ? phone : desk)();
    await holdTimers(page);
    await enterAsNewcomer(page, server);
    const day = `${freeMonth()}-10`;
    await storeShift(page, { date: day, workLocation: 'ferie' });
    await openCalendar(page, freeMonth());
    await dayCell(page, day, 'ferie').click();
    await deleteEntry(page, 'Cancella la giornata');
    const note = toast(page, 'Turno cancellato!');
    await expect(note.getByRole('button', { name: 'Annulla' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect.poll(() => coveredBy(note, page.locator('main, header'))).toEqual([]);
    await closeToast(page, 'Turno cancellato!');

    // nor a dialog below it
    await storeShift(page, { date: day, workLocation: 'ferie' });
    await storeShift(page, { date: addDays(day, 1), workLocation: 'malattia' });
    await dayCell(page, day, 'ferie').click();
    await press(page.getByRole('dialog'), 'Modifica');
    const dialog = page.getByRole('dialog', { name: 'Modifica giornata' });
    await dialog.getByLabel('Data', { exact: true }).fill(formatShortDay(addDays(day, 1)));
    await press(dialog, 'Salva');
    const failure = toast(page, 'Errore di validazione');
    await expect(failure).toBeVisible();
    await expect.poll(() => coveredBy(failure, dialog)).toEqual([]);
  });
}

test('a date is shown, typed and chosen in Italian format in an English browser', async ({ newcomer }) => {
  const page = await newcomer({}, { locale: 'en-US' });
  const day = `${freeMonth()}-10`;
  await storeShift(page, { date: day, workLocation: 'ferie', notes: 'Mare' });
  await openCalendar(page, freeMonth());
  await dayCell(page, day, 'ferie, con note').click();
  await press(page.getByRole('dialog'), 'Modifica');
  const dialog = page.getByRole('dialog', { name: 'Modifica giornata' });
  const field = dialog.getByLabel('Data', { exact: true });
  await expect(field).toHaveValue(formatShortDay(day));
  await expect(page.locator('input[type="date"], input[type="time"], input[type="month"]')).toHaveCount(0);

  // a numeric keyboard is enough
  const next = formatShortDay(addDays(day, 1));
  await field.fill('');
  await page.keyboard.type(next.replaceAll('/', ''));
  await expect(field).toHaveValue(next);
  await expect(dialog.getByText(said(addDays(day, 1)), { exact: true })).toBeVisible();

  // the calendar, by keyboard
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const chooser = page.getByRole('dialog', { name: 'Data', exact: true });
  await expect(chooser).toBeVisible();
  const chosen = chooser.getByRole('gridcell', { selected: true });
  await expect(chosen).toBeFocused();
  expect(await violationsOf(page, 'light')).toEqual([]);
  await page.keyboard.press('ArrowRight');
  const third = formatLongDay(addDays(day, 2));
  await expect(chooser.getByRole('gridcell', { name: new RegExp(`^${third}`) })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chooser).toBeHidden();
  await expect(field).toHaveValue(formatShortDay(addDays(day, 2)));
  await press(dialog, 'Salva');
  await expect(toast(page, 'Turno aggiornato!')).toBeVisible();
  await expect(dayCell(page, addDays(day, 2), 'ferie, con note')).toBeVisible();
});
