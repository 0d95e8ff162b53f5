import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, formatLongDay, formatShortDay } from '../../src/domain/calendar/day.ts';
import { violationsOf } from './axe.ts';
import { calendar, dayCell, deleteEntry, freeMonth, openCalendar, said } from './calendar.ts';
import { isFocused } from './keyboard.ts';
import { sidewaysOf } from './longWords.ts';
import { enterAsNewcomer, storeShift } from './newcomer.ts';
import {
  closeToast,
  coveredBy,
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  heading,
  navigation,
  press,
  signIn,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';
import { holdTimers } from './timers.ts';

// What there is room for, on small, magnified and printed screens.

const stage = setStage();

async function enter(firstName: string, size: 'phone' | 'desktop', options = {}): Promise<Page> {
  const { page } = await stage[size](options);
  await signIn(page, stage.server.signInOf(firstName), firstName);
  return page;
}

/** The points of a screen's middle line at which the page's content can be seen, from top to bottom, once scrolled. */
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

/** Waits until more points than these are left to the content. */
const expectRoom = (page: Page, path: string, points: number): Promise<void> =>
  expectSoon(async () => {
    const height = await seenHeight(page);
    return height > points ? 'enough' : `${height} points on ${path}`;
  }, 'enough');

describe.each([
  ['the narrowest phone', { width: 320, height: 568 }, '100%'],
  ['a phone magnified to 200 %', { width: 195, height: 422 }, '100%'],
  ['a phone with text of 200 %', { width: 390, height: 844 }, '200%'],
])('%s', (_name, viewport, fontSize) => {
  test('the bars leave more than half of it, and nothing is cut', async () => {
    const page = await enter('Giulia', 'phone', { viewport });
    const pages = [
      '/',
      '/shifts/new',
      '/shifts/fill',
      '/calendar',
      '/exchanges',
      '/operazioni',
      '/profile',
      '/email-config',
    ];
    for (const path of pages) {
      await page.goto(path);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize);
      await expectVisible(page.getByRole('heading', { level: 1 }));
      await expectSoon(() => page.locator('[aria-busy="true"]').count(), 0);
      await expectRoom(page, path, viewport.height / 2);
      expect(await sidewaysOf(page), path).toEqual([]);
    }
    // the way out is not beside the way to the profile
    const bar = page.getByRole('banner').first();
    await expectNone(bar.getByRole('button', { name: 'Esci' }));
    await page.goto('/profile');
    const button = page.getByRole('button', { name: 'Esci', exact: true });
    await expectVisible(button);
    // nor on the first screen of it
    expect((await button.boundingBox())?.y).toBeGreaterThan(viewport.height);
  });
});

test.each(['Giulia', 'Tiziana'])(
  'the month and its days to pick fit the narrowest phone with text of 200 %: %s',
  async (who) => {
    const page = await enter(who, 'phone', { viewport: { width: 320, height: 568 } });
    for (const path of ['/calendar', '/shifts/new', '/shifts/fill']) {
      await page.goto(path);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const grid = page.getByRole('grid');
      await expectVisible(grid);
      await expectSoon(() => page.locator('[aria-busy="true"]').count(), 0);
      const cut = await grid.evaluate((month) =>
        [...month.querySelectorAll('[role="gridcell"], [role="columnheader"]')]
          .filter((cell) => {
            const { left, right } = cell.getBoundingClientRect();
            return [...cell.querySelectorAll('*')].some((part) => {
              const box = part.getBoundingClientRect();
              const isSeen = box.width > 1 && part.checkVisibility();
              return isSeen && (box.left < left - 1 || box.right > right + 1);
            });
          })
          .map((cell) => cell.textContent),
      );
      expect(cut, path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
    }
  },
);

test.each([
  [
    'Giulia',
    ['/', '/tabellone', '/exchanges', '/operazioni', '/profile', '/profile/notifiche', '/email-config'],
  ],
  ['Tiziana', ['/', '/exchanges', '/profile']],
])('nothing leaves the narrowest phone with text of 200 %: %s', async (who, pages) => {
  const page = await enter(who, 'phone', { viewport: { width: 320, height: 568 } });
  for (const path of pages) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await expectSoon(() => page.locator('[aria-busy="true"]').count(), 0);
    // the longest of our words are longer than its lines
    const leaving = async () => (await sidewaysOf(page)).filter((problem) => !problem.startsWith('breaks'));
    await expectSoon(leaving, []);
  }
});

test('the way to an offer stands in the line that tells of it, or where there is no room right below its beginning', async () => {
  const page = await enter('Giulia', 'phone');
  await page.goto('/exchanges');
  const line = page.locator('p').filter({ hasText: 'Una tua richiesta ha un’offerta.' });
  await expectVisible(line.getByRole('button', { name: 'Vedi l’offerta' }));
  const places = (side: 'left' | 'top'): Promise<number[]> =>
    line.evaluate((paragraph, asked) => {
      const range = document.createRange();
      return [...paragraph.children].map((part) => {
        range.selectNodeContents(part);
        return Math.round(range.getBoundingClientRect()[asked]);
      });
    }, side);
  await expectSoon(async () => new Set(await places('top')).size, 1);
  await page.setViewportSize({ width: 320, height: 568 });
  await expectSoon(async () => new Set(await places('top')).size, 2);
  expect(new Set(await places('left')).size).toBe(1);
});

test('the two sides of a swap stand one below the other where they would be cut', async () => {
  const page = await enter('Giulia', 'phone', { viewport: { width: 195, height: 422 } });
  await page.goto('/exchanges?tab=completati');
  const pair = page.getByRole('tabpanel').locator('dl').first();
  await expectVisible(pair);
  expect(await sidewaysOf(page)).toEqual([]);
  const tops = (): Promise<number[]> =>
    pair.locator('dt').evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().top));
  const [gives = 0, receives = 0] = await tops();
  expect(receives).toBeGreaterThan(gives);
  await page.setViewportSize({ width: 320, height: 568 });
  await expectSoon(async () => new Set(await tops()).size, 1);
});

describe('magnified to 200 %', () => {
  test('the bars leave most of the screen to the content', async () => {
    const page = await enter('Giulia', 'desktop', { viewport: { width: 640, height: 400 } });
    for (const path of ['/shifts/new', '/calendar', '/exchanges']) {
      await page.goto(path);
      await expectVisible(page.getByRole('heading', { level: 1 }));
      await expectRoom(page, path, 330);
    }
    await expectVisible(navigation(page).getByRole('link', { name: 'Scambi' }));
    // a dialog scrolls as a whole
    await press(page, 'Nuova');
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: 'Pubblica richiesta' });
    await send.scrollIntoViewIfNeeded();
    await send.click();
    await expectVisible(dialog.getByText('Seleziona il turno da offrire', { exact: true }));
  });
});

describe('names and times stand there whole', () => {
  test('the name at a desk', async () => {
    const page = await enter('Marco', 'desktop');
    const name = page
      .getByRole('link', { name: /il mio profilo$/ })
      .locator('span')
      .first();
    await expectSoon(() => name.innerText(), 'Marco Bianchi');
    expect(await name.evaluate((span) => span.scrollWidth - span.clientWidth)).toBeLessThanOrEqual(0);
    expect(await sidewaysOf(page)).toEqual([]);
  });

  test.each([768, 820, 1024])('the way to each page and the name, %i px wide', async (width) => {
    const page = await enter('Giulia', 'desktop', { viewport: { width, height: 1180 } });
    await expectVisible(navigation(page).getByRole('link', { name: 'Calendario' }));
    expect(await sidewaysOf(page)).toEqual([]);
    const name = page
      .getByRole('link', { name: /il mio profilo$/ })
      .locator('span')
      .first();
    await expectSoon(async () => (await name.innerText()).includes('Giulia'), true);
    expect(await name.evaluate((span) => span.scrollHeight - span.clientHeight)).toBeLessThanOrEqual(0);
  });

  test('the times of a month on the narrowest phone', async () => {
    const { page } = await stage.phone({ viewport: { width: 320, height: 640 } });
    await enterAsNewcomer(page, stage.server);
    const day = `${freeMonth()}-10`;
    const sede = { workLocation: 'sede' } as const;
    await storeShift(page, { ...sede, date: day, startTime: '14:00', endTime: '22:00' });
    await storeShift(page, { ...sede, date: addDays(day, 1), startTime: '06:30', endTime: '14:30' });
    const split = { isSplitShift: true, secondStartTime: '14:30', secondEndTime: '18:30' };
    await storeShift(page, {
      ...sede,
      date: addDays(day, 2),
      startTime: '08:30',
      endTime: '12:30',
      ...split,
    });
    await openCalendar(page, freeMonth());
    const badges = calendar(page).locator('[data-day] [data-tone]');
    await expectSoon(() => badges.count(), 3);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    const cut = await badges.evaluateAll(
      (all) =>
        all.filter((badge) => {
          const { left, right, top, bottom } = badge.getBoundingClientRect();
          return [...badge.querySelectorAll('*')].some((part) => {
            const box = part.getBoundingClientRect();
            return (
              box.width > 0 &&
              (box.left < left || box.right > right || box.top < top - 1 || box.bottom > bottom + 1)
            );
          });
        }).length,
    );
    expect(cut).toBe(0);
    expect(await sidewaysOf(page)).toEqual([]);
  });
});

describe.each(['phone', 'desktop'] as const)('a toast on a %s', (size) => {
  test('covers no title, no head of a panel and no button', async () => {
    const { page } = await stage[size]();
    await holdTimers(page);
    await enterAsNewcomer(page, stage.server);
    const day = `${freeMonth()}-10`;
    await storeShift(page, { date: day, workLocation: 'ferie' });
    await openCalendar(page, freeMonth());
    await dayCell(page, day, 'ferie').click();
    await deleteEntry(page, 'Cancella la giornata');
    const note = toast(page, 'Turno cancellato!');
    await expectVisible(note.getByRole('button', { name: 'Annulla' }));
    await expectGone(page.getByRole('alertdialog'));
    await expectSoon(() => coveredBy(note, page.locator('main, header')), []);
    await closeToast(page, 'Turno cancellato!');

    // and above a dialog, nothing of it
    await storeShift(page, { date: day, workLocation: 'ferie' });
    await storeShift(page, { date: addDays(day, 1), workLocation: 'malattia' });
    await dayCell(page, day, 'ferie').click();
    await press(page.getByRole('dialog'), 'Modifica');
    const dialog = page.getByRole('dialog', { name: 'Modifica giornata' });
    await dialog.getByLabel('Data', { exact: true }).fill(formatShortDay(addDays(day, 1)));
    await press(dialog, 'Salva');
    const failure = toast(page, 'Errore di validazione');
    await expectVisible(failure);
    await expectSoon(() => coveredBy(failure, dialog), []);
  });
});

test('what cannot be chosen looks so', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  const day = `${freeMonth()}-10`;
  await storeShift(page, { date: day, workLocation: 'ferie' });
  const [filled, free] = [addDays(day, 1), addDays(day, -1)];
  await storeShift(page, { date: filled, workLocation: 'malattia' });
  await openCalendar(page, freeMonth());
  await dayCell(page, day, 'ferie').click();
  await press(page.getByRole('dialog'), 'Duplica');
  const colour = (text: string): Promise<string> =>
    page.getByText(text, { exact: true }).evaluate((label) => getComputedStyle(label).color);
  await expectVisible(page.getByText(said(filled), { exact: true }));
  expect(await colour(said(filled))).not.toBe(await colour(said(free)));
  expect(await violationsOf(page)).toEqual([]);
});

describe('a date, in a browser that speaks English', () => {
  test('is shown, typed and chosen the Italian way', async () => {
    const { page } = await stage.phone({ locale: 'en-US' });
    await enterAsNewcomer(page, stage.server);
    const day = `${freeMonth()}-10`;
    await storeShift(page, { date: day, workLocation: 'ferie', notes: 'Mare' });
    await openCalendar(page, freeMonth());
    await dayCell(page, day, 'ferie, con note').click();
    await press(page.getByRole('dialog'), 'Modifica');
    const dialog = page.getByRole('dialog', { name: 'Modifica giornata' });
    const field = dialog.getByLabel('Data', { exact: true });
    await expectSoon(() => field.inputValue(), formatShortDay(day));
    await expectNone(page.locator('input[type="date"], input[type="time"], input[type="month"]'));

    // what is no date stays as it was typed, with what is wrong with it
    await field.fill('31/02/2030');
    await press(dialog, 'Salva');
    const wrong = dialog.getByText('Scrivi la data come gg/mm/aaaa, per esempio 05/03/2027', { exact: true });
    await expectVisible(wrong);
    await expectSoon(() => field.inputValue(), '31/02/2030');
    await expectSoon(() => field.getAttribute('aria-invalid'), 'true');
    await expectSoon(() => dialog.getByLabel('Note').inputValue(), 'Mare');
    await expectSoon(() => isFocused(field), true);
    expect(await violationsOf(page)).toEqual([]);

    // a keyboard of digits alone is enough
    const next = formatShortDay(addDays(day, 1));
    await field.fill('');
    await page.keyboard.type(next.replaceAll('/', ''));
    await expectSoon(() => field.inputValue(), next);
    await expectGone(wrong);
    await expectVisible(dialog.getByText(said(addDays(day, 1)), { exact: true }));

    // the calendar, by keyboard
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const chooser = page.getByRole('dialog', { name: 'Data', exact: true });
    await expectVisible(chooser);
    const chosen = chooser.getByRole('gridcell', { selected: true });
    await expectSoon(() => isFocused(chosen), true);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    const third = formatLongDay(addDays(day, 2));
    await expectSoon(() => isFocused(chooser.getByRole('gridcell', { name: new RegExp(`^${third}`) })), true);
    await page.keyboard.press('Enter');
    await expectGone(chooser);
    await expectSoon(() => field.inputValue(), formatShortDay(addDays(day, 2)));
    await press(dialog, 'Salva');
    await expectVisible(toast(page, 'Turno aggiornato!'));
    await expectVisible(dayCell(page, addDays(day, 2), 'ferie, con note'));
  });
});

describe('what is printed', () => {
  test('holds every line of a long list', async () => {
    const page = await enter('CEO', 'desktop');
    await page.goto('/admin');
    await expectVisible(heading(page, 'Pannello Amministrativo'));
    const people = page.getByRole('region', { name: 'Persone', exact: true }).getByRole('listitem');
    await expectVisible(people.first());
    const skipped = (): Promise<number> =>
      people.evaluateAll(
        (lines) =>
          lines.filter((line) => !line.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
            .length,
      );
    await page.evaluate(() => scrollTo(0, 0));
    await expectSoon(async () => (await skipped()) > 0, true);
    await page.emulateMedia({ media: 'print' });
    await expectSoon(skipped, 0);
  });
});
