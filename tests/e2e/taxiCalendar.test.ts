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
import { calendar, dayCell, dayPicker, fillShifts, freeDay, openCalendar, today } from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { pressOn } from './keyboard.ts';
import { storedShifts, storeShift } from './people.ts';
import { goBy, press, toast } from './screens.ts';

const month = addMonths(monthOf(today()), 1);
/** The first Saturday-Friday week that lies in next month with all its days. */
const week = saturdayWeekOf(`${month}-07`);
const days = daysOf(week);
const [saturday, sunday, monday] = days as [Day, Day, Day];
const friday = week.to;

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

  test('has one named shift: another is refused when added, copied or edited, in words of its own', async ({
    newcomer,
  }) => {
    const page = await newcomer({ variant: 'taxi' });
    for (const date of [saturday, friday]) await storeShift(page, { ...seminotte, date });
    const mixed = /Incompatibilità turni nella settimana lavorativa: da sabato .* lavori di SEMINOTTE/;
    const title = 'Taxi Roma - Settimana Lavorativa';

    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days: [monday], kind: 'Mattina 06:00–13:00' });
    await expect(page.getByText(mixed)).toBeVisible();
    await press(page, 'Aggiungi giornata');
    await expect(toast(page, title)).toHaveCount(0);
    expect(await storedShifts(page, monday, monday)).toEqual([]);
    // from a day of that week, its shift is chosen already
    await openCalendar(page, month);
    await dayCell(page, monday, 'nessun turno').tap();
    const chosen = page.getByRole('radio', { name: 'Seminotte 20:00–03:00' });
    await expect(chosen).toBeChecked();
    await press(page, 'Aggiungi giornata');
    await expect(dayCell(page, monday, 'seminotte 20:00–03:00 (+1)')).toBeVisible();

    await dayCell(page, saturday, 'seminotte 20:00–03:00 (+1)').tap();
    await press(page.getByRole('dialog'), 'Modifica');
    const form = page.getByRole('dialog', { name: 'Modifica giornata' });
    await form.getByRole('radio', { name: 'Notte 03:00–10:00', exact: true }).check();
    await expect(form.getByText(mixed)).toBeVisible();
    await press(form, 'Salva');
    // refused by the server
    await expect(toast(page, title).filter({ hasText: mixed })).toBeVisible();
    // a driver who falls ill is no longer bound by it
    await form.getByRole('radio', { name: 'Malattia' }).check();
    await press(form, 'Salva');
    await expect(toast(page, 'Turno aggiornato!')).toBeVisible();
    await expect(dayCell(page, saturday, 'malattia')).toBeVisible();
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

test('a driver finds the way to swap holidays on a day of them, until their week has begun', async ({
  newcomer,
}) => {
  const page = await newcomer({ variant: 'taxi' });
  for (const date of [saturday, today()]) await storeShift(page, { date, workLocation: 'ferie' });
  await openCalendar(page, month);
  await dayCell(page, saturday, 'ferie').tap();
  const dialog = page.getByRole('dialog', { name: formatLongDay(saturday) });
  await press(dialog, 'Scambia Ferie');
  const swap = page.getByRole('dialog', { name: 'Scambia Ferie' });
  await expect(swap).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(swap).toBeHidden();
  await expect(dialog).toBeVisible();
  await press(dialog, 'Chiudi');
  await press(calendar(page), 'Oggi');
  await dayCell(page, today(), 'ferie').tap();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Modifica' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Scambia Ferie' })).toHaveCount(0);
});
