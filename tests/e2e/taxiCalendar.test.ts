import type { Locator, Page } from '@playwright/test';
import {
  addDays,
  type Day,
  daysOf,
  formatLongDay,
  formatMediumDay,
  saturdayWeekOf,
} from '../../src/domain/calendar/day.ts';
import { addMonths, monthOf } from '../../src/domain/calendar/month.ts';
import { formatWeek } from '../../src/domain/calendar/weekNames.ts';
import { dayCell, dayPicker, freeDay, openCalendar, today } from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { pressOn } from './keyboard.ts';
import { storedShifts, storeShift } from './people.ts';
import { goBy, press, toast } from './screens.ts';

const month = addMonths(monthOf(today()), 1);
/** The first Saturday-Friday week that lies in next month with all its days. */
const week = saturdayWeekOf(`${month}-07`);
const days = daysOf(week);
const [, sunday, monday] = days as [Day, Day, Day];

const seminotte = { workLocation: 'sede', startTime: '20:00', endTime: '03:00' } as const;

/** The button that takes the week. */
const weekButton = (page: Page, says: string): Locator =>
  page.getByRole('button', {
    name: new RegExp(`^Settimana ${formatWeek(week)} ?, ${says}$`),
  });

test.describe('a working week', () => {
  test('is entered in one go, and its rest days in another', async ({ newcomer }) => {
    const page = await newcomer({ variant: 'taxi' });
    await goBy(page, 'Aggiungi');
    const count = await countTaps(page);
    await page.getByRole('radio', { name: 'Pomeriggio 13:00–20:00' }).tap();
    await dayPicker(page).getByRole('button', { name: 'Mese successivo', exact: true }).tap();
    await weekButton(page, '7 giorni vuoti').tap();
    for (const day of days.slice(5)) await freeDay(page, day).tap();
    await press(page, 'Aggiungi 5 giornate');
    await expect(toast(page, '5 giornate aggiunte!')).toBeVisible();
    expect(count).toEqual({ taps: 6, submits: 1 });

    // what is left of the week is what the shortcut now takes
    await page.getByRole('radio', { name: 'Riposo' }).tap();
    await weekButton(page, '2 giorni vuoti ?, Pomeriggio').tap();
    await press(page, 'Aggiungi 2 giornate');
    await expect(toast(page, '2 giornate aggiunte!')).toBeVisible();
    await expect(weekButton(page, 'già piena ?, Pomeriggio')).toBeDisabled();
    const stored = await storedShifts(page, week.from, week.to);
    expect(stored.map(({ date, workLocation, shiftType }) => [date, shiftType ?? workLocation])).toEqual(
      days.map((day, at) => [day, at < 5 ? 'pomeriggio' : 'libero']),
    );
  });

  test('is taken and given back with one press, filled days left out, by keyboard too', async ({
    newcomer,
  }) => {
    const page = await newcomer({ variant: 'taxi' });
    await storeShift(page, { date: sunday, workLocation: 'ferie' });
    await goBy(page, 'Aggiungi');
    await pressOn(page, page.getByRole('radio', { name: 'Mattina 06:00–13:00' }), { key: 'Space' });
    await pressOn(page, dayPicker(page).getByRole('button', { name: 'Mese successivo', exact: true }));
    const button = weekButton(page, '6 giorni vuoti');
    await pressOn(page, button);
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    const chosen = dayPicker(page).locator('[role=gridcell][aria-selected=true]');
    await expect(chosen).toHaveCount(6);
    await page.keyboard.press('Space');
    await expect(chosen).toHaveCount(0);
    await page.keyboard.press('Space');
    await freeDay(page, monday).click();
    // a week that is not whole any more is offered again
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await pressOn(page, page.getByRole('button', { name: 'Aggiungi 5 giornate' }));
    await expect(toast(page, '5 giornate aggiunte!')).toBeVisible();
  });
});

test('a shift over midnight says on which day it ends wherever it stands', async ({ newcomer }) => {
  const page = await newcomer({ variant: 'taxi' });
  const tomorrow = addDays(today(), 1);
  const afterwards = addDays(today(), 2);
  await storeShift(page, { ...seminotte, date: tomorrow, notes: 'Turno lungo' });
  const times = '20:00–03:00 (+1)';
  await page.goto('/');
  await expect(page.getByText(/^domani, \S+ì? \d+/).first()).toBeVisible();
  await expect(page.getByText(`seminotte ${times}`, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Legenda' })).toContainText('+1 finisce il giorno dopo');

  await openCalendar(page, monthOf(tomorrow));
  const cell = dayCell(page, tomorrow, `seminotte ${times}, con note`);
  expect((await cell.locator('[data-tone]').innerText()).split(/\s+/)).toEqual(['S', '+1', '20–3']);
  const until = `20:00–03:00 di ${formatMediumDay(afterwards)}`;
  const agenda = page.getByRole('region', { name: 'Giorno per giorno' });
  await expect(agenda.getByText(until, { exact: true })).toBeVisible();
  await cell.tap();
  const dialog = page.getByRole('dialog', { name: formatLongDay(tomorrow) });
  await expect(dialog.getByText(`${until} · 7 ore`, { exact: true })).toBeVisible();
  await press(dialog, 'Chiudi');
  // on paper the same as on the screen
  await page.emulateMedia({ media: 'print' });
  expect((await cell.locator('[data-tone]').innerText()).split(/\s+/)).toEqual([
    'S',
    'Seminotte',
    '+1',
    '20:00–03:00',
  ]);
});
