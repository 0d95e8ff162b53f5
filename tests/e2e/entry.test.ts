import type { Locator, Page } from '@playwright/test';
import { addDays, type Day, daysOf, mondayWeekOf, saturdayWeekOf } from '../../src/domain/calendar/day.ts';
import { addMonths, type Month, monthOf } from '../../src/domain/calendar/month.ts';
import { expectProblems } from '../../tools/browser.ts';
import {
  calendar,
  dayCell,
  dayPicker,
  fillShifts,
  freeDay,
  openCalendar,
  said,
  today,
  turnTo,
} from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { pressOn } from './keyboard.ts';
import { enterAsNewcomer, storedShifts, storeShift } from './people.ts';
import { expectNoToast, goBy, heading, intercept, navigation, press, toast, willShow } from './screens.ts';

const month = addMonths(monthOf(today()), 1);
const dayOf = (number: number, of: Month = month): Day => `${of}-${String(number).padStart(2, '0')}`;
/** A Wednesday of next month; its week and the one before are in that month. */
const wednesday = addDays(mondayWeekOf(dayOf(15)).from, 2);

/** The days that are chosen in the form, by their names. */
const chosenDays = (page: Page): Promise<string[]> =>
  dayPicker(page).locator('[role=gridcell][aria-selected=true]').allInnerTexts();

test.describe('a month of 22 equal shifts on a phone', () => {
  test('takes at most 30 taps, each day picked by itself, and one submit', async ({ newcomer }) => {
    const page = await newcomer();
    const days = daysOf({ from: dayOf(1), to: dayOf(28) })
      .filter((day) => mondayWeekOf(day).to !== day)
      .slice(0, 22);
    const created: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/shifts')) {
        created.push((request.postDataJSON() as { date: Day }).date);
      }
    });
    const count = await countTaps(page);

    await navigation(page).getByRole('link', { name: 'Aggiungi', exact: true }).tap();
    await page.getByRole('radio', { name: 'Sede' }).tap();
    const start = page.getByLabel('Inizio', { exact: true });
    await start.tap();
    await start.selectOption('06:00');
    await expect(page.getByLabel('Fine', { exact: true })).toHaveValue('14:00');
    await dayPicker(page).getByRole('button', { name: 'Mese successivo', exact: true }).tap();
    for (const day of days) await freeDay(page, day).tap();
    const isUnderWay = willShow(page, 'di 22…');
    await page.getByRole('button', { name: 'Aggiungi 22 giornate', exact: true }).tap();
    expect(await isUnderWay).toBe(true);
    await expect(toast(page, '22 giornate aggiunte!')).toBeVisible();

    expect(created).toEqual(days);
    // 22 days, and five to get there: page, kind, list of times, time, month; the last tap is the submit
    expect(count).toEqual({ taps: 22 + 5 + 1, submits: 1 });
    expect(count.taps - 1).toBeLessThanOrEqual(30);
    expect((await storedShifts(page, dayOf(1), dayOf(28))).map(({ date }) => date)).toEqual(days);
    await openCalendar(page, month);
    for (const day of days) await expect(dayCell(page, day, 'sede 06:00–14:00')).toBeVisible();
    await expect(calendar(page).getByRole('definition')).toHaveText(['0', '22', '22']);
  });
});

test.describe('the form duplicates', () => {
  test('the last chosen day to the free days of its week', async ({ newcomer }) => {
    const page = await newcomer();
    await storeShift(page, { date: addDays(wednesday, 1), workLocation: 'libero' });
    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days: [addDays(wednesday, -7), wednesday], kind: 'Sede', start: '08:00' });
    await press(page, 'Duplica su tutta la settimana');
    const week = daysOf(mondayWeekOf(wednesday)).filter((day) => day !== addDays(wednesday, 1));
    const wanted = [addDays(wednesday, -7), ...week].map(said);
    await expect.poll(() => chosenDays(page).then((names) => names.map(withoutNumber))).toEqual(wanted);
    // each of them can be taken out again
    await freeDay(page, addDays(wednesday, 4)).tap();
    await press(page, 'Aggiungi 6 giornate');
    await expect(toast(page, '6 giornate aggiunte!')).toBeVisible();
    const stored = await storedShifts(page, addDays(wednesday, -7), addDays(wednesday, 4));
    expect(stored.filter(({ workLocation }) => workLocation === 'sede').map(({ date }) => date)).toEqual([
      addDays(wednesday, -7),
      ...daysOf({ from: addDays(wednesday, -2), to: wednesday }),
      addDays(wednesday, 2),
      addDays(wednesday, 3),
    ]);
  });
});

/** Every height that a dialog has in the page from now on, as often as something comes into it. */
const watchHeights = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const heights = ((globalThis as { heights?: number[] }).heights = [] as number[]);
    new MutationObserver(() => {
      const dialog = document.querySelector<HTMLElement>('[role=dialog]');
      if (dialog) heights.push(dialog.offsetHeight);
    }).observe(document.body, { childList: true, subtree: true });
  });

for (const [what, entry, says] of [
  ['a shift', { workLocation: 'sede', startTime: '06:00', endTime: '14:00' }, 'sede 06:00–14:00'],
  ['a day off', { workLocation: 'ferie' }, 'ferie'],
] as const) {
  test(`an opened day with ${what} comes in at its height`, async ({ newcomer }) => {
    const page = await newcomer();
    await storeShift(page, { ...entry, date: wednesday });
    await openCalendar(page, month);
    await watchHeights(page);
    await dayCell(page, wednesday, says).tap();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancella' })).toBeVisible();
    const heights = await page.evaluate(() => (globalThis as { heights?: number[] }).heights ?? []);
    expect(heights.length).toBeGreaterThan(1);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(24);
  });
}

test.describe('the dialog duplicates', () => {
  const open = async (page: Page, day: Day, says: string): Promise<Locator> => {
    await openCalendar(page, monthOf(day));
    await dayCell(page, day, says).click();
    await press(page.getByRole('dialog'), 'Duplica');
    return page.getByRole('dialog', { name: 'Duplica la giornata' });
  };

  test('to the next 15 days in the taxi worksite, but not into a week of another shift', async ({
    desk,
    server,
  }) => {
    const page = await desk();
    await enterAsNewcomer(page, server, { variant: 'taxi' });
    const first = saturdayWeekOf(wednesday).from;
    const nextWeek = addDays(first, 7);
    const named = { workLocation: 'sede', startTime: '06:00', endTime: '13:00' } as const;
    await storeShift(page, { ...named, date: first });
    await storeShift(page, { ...named, startTime: '13:00', endTime: '20:00', date: nextWeek });
    const dialog = await open(page, first, 'mattina 06:00–13:00');
    await expect(dialog.getByRole('checkbox')).toHaveCount(15);
    await dialog.getByRole('checkbox', { name: said(addDays(first, 1)) }).check();
    const other = dialog.getByRole('checkbox', { name: said(addDays(nextWeek, 1)) });
    await other.check();
    const mixed = /Incompatibilità turni nella settimana lavorativa: .* lavori di POMERIGGIO/;
    await expect(dialog.getByText(mixed).first()).toBeVisible();
    await press(dialog, 'Duplica su 2 giorni');
    // it stands at the day, once, and the focus goes there
    await expect(other).toBeFocused();
    const told = dialog.getByText(mixed);
    await expect(told).toBeVisible();
    await expectNoToast(page);
    expect(await storedShifts(page, addDays(first, 1), addDays(first, 6))).toEqual([]);
    await other.uncheck();
    await expect(told).toBeHidden();
    await dialog.getByRole('checkbox', { name: said(addDays(first, 15)) }).check();
    await press(dialog, 'Duplica su 2 giorni');
    await expect(toast(page, '2 giornate aggiunte!')).toBeVisible();
    await expect(dayCell(page, addDays(first, 1), 'mattina 06:00–13:00')).toBeVisible();
    const last = await storedShifts(page, addDays(first, 15), addDays(first, 15));
    expect(last.map(({ shiftType }) => shiftType)).toEqual(['mattina']);
  });

  test('by keyboard alone', async ({ desk, server }) => {
    const page = await desk();
    await enterAsNewcomer(page, server);
    await storeShift(page, { date: wednesday, workLocation: 'sede', startTime: '07:00', endTime: '15:00' });
    await openCalendar(page, month);
    await dayCell(page, wednesday, 'sede 07:00–15:00').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Duplica', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Duplica la giornata' });
    const friday = addDays(wednesday, 2);
    await pressOn(page, dialog.getByRole('checkbox', { name: said(friday) }), { key: 'Space' });
    await pressOn(page, dialog.getByRole('button', { name: 'Duplica su un giorno' }));
    await expect(toast(page, 'Giornata aggiunta!')).toBeVisible();
    const original = dayCell(page, wednesday, 'sede 07:00–15:00').getByRole('button');
    await expect(original).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const copy = dayCell(page, friday, 'sede 07:00–15:00').getByRole('button');
    await expect(copy).toBeFocused();
  });
});

test.describe('when not all of it works', () => {
  test('who sends a day after their session has ended is told that it is not saved', async ({ newcomer }) => {
    const page = await newcomer();
    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days: [dayOf(10)], kind: 'Smart working', start: '09:00' });
    await page.context().clearCookies();
    await press(page, 'Aggiungi giornata');
    await expect(heading(page, 'Accedi')).toBeVisible();
    await expect(toast(page, 'La sessione è scaduta').getByText(/non è stato salvato/)).toBeVisible();
  });

  test('a line that breaks half way leaves the rest to be sent again', async ({ newcomer }) => {
    const page = await newcomer();
    expectProblems(page, /ERR_INTERNET_DISCONNECTED/);
    const days = [10, 11, 12, 13, 14].map((number) => dayOf(number));
    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days, kind: 'Smart working', start: '09:00' });
    let sent = 0;
    await intercept(page, 'POST', '**/api/shifts', (route) => {
      sent += 1;
      return sent === 3 ? route.abort('internetdisconnected') : route.continue();
    });
    await press(page, 'Aggiungi 5 giornate');
    await press(page.getByRole('alertdialog'), 'Ho Capito');
    await expect(
      page.getByText('Aggiunte 2 giornate su 5: 3 giorni da sistemare', { exact: true }),
    ).toBeVisible();
    // what comes after the break is not tried
    expect(sent).toBe(3);
    await expect.poll(async () => (await chosenDays(page)).length).toBe(3);
    await press(page, 'Aggiungi 3 giornate');
    await expect(toast(page, '3 giornate aggiunte!')).toBeVisible();
    const stored = await storedShifts(page, dayOf(1), dayOf(28));
    expect(stored.map(({ date }) => date)).toEqual(days);
  });
});

test.describe('what the form offers', () => {
  test('filled and past days are closed, and say why', async ({ newcomer }) => {
    const page = await newcomer();
    await storeShift(page, { date: today(), workLocation: 'ferie' });
    await goBy(page, 'Aggiungi');
    const yesterday = addDays(today(), -1);
    const past = 'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.';
    const taken = 'Hai già un turno in questa data: ferie.';
    await turnTo(dayPicker(page), monthOf(today()));
    // only then are the filled days known
    await expect(dayPicker(page).getByRole('grid')).toHaveAttribute('aria-busy', 'false');
    for (const [day, reason] of [
      [yesterday, past],
      [today(), taken],
    ] as const) {
      const name = `${said(day)}, ${reason}`;
      const cell = dayPicker(page).getByRole('gridcell', { name, exact: true });
      if ((await cell.count()) === 0) await press(dayPicker(page), 'Mese precedente');
      // a closed day answers all the same; in the middle, for nobody looks whether the bar below covers it
      await cell.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await cell.tap({ force: true });
      await expect(cell).toHaveAttribute('aria-disabled', 'true');
      await expect(cell).toHaveAttribute('aria-selected', 'false');
      await expect(dayPicker(page).getByText(`${said(day)}: ${reason}`, { exact: true })).toBeVisible();
      await press(dayPicker(page), 'Oggi');
    }
  });
});

/** The name of a day as it stands in its cell, without the number drawn beside it. */
const withoutNumber = (text: string): string => text.split('\n')[0] ?? '';
