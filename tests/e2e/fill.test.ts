import type { Locator, Page } from '@playwright/test';
import {
  addDays,
  type Day,
  daysOf,
  formatLongDay,
  formatMediumDay,
  mondayWeekOf,
  saturdayWeekOf,
} from '../../src/domain/calendar/day.ts';
import { addMonths, formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import { formatWeek } from '../../src/domain/calendar/weekNames.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import { dayCell, dayPicker, freeDay, freeMonth, openCalendar, today } from './calendar.ts';
import { ask } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { pressOn } from './keyboard.ts';
import { storedShifts, storeShift } from './people.ts';
import { goBy, heading, navigation, press, toast } from './screens.ts';

// Calendars filled at once: by a rotation, from a file, by the week of a driver, and one entry with one tap.

const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

/** The day from which the rotation is laid over an empty calendar. */
function firstMonday(): string {
  const { from } = mondayWeekOf(today());
  return from < today() ? addDays(from, 7) : from;
}

const listShifts = (page: Page): Promise<Shift[]> => ask(page, 'GET /api/shifts');

test('a month by a rotation takes at most eight taps from Home', async ({ newcomer }) => {
  const page = await newcomer();
  const count = await countTaps(page);
  await navigation(page).getByRole('link', { name: 'Calendario' }).tap();
  await page.getByRole('link', { name: 'Riempi', exact: true }).tap();
  await expect(heading(page, 'Riempi il calendario')).toBeVisible();
  // 5+2 stands there, from the next Monday to the end of a month
  await page.getByRole('button', { name: /^Inserisci \d+ giornate$/ }).tap();
  await expect(toast(page, 'giornate aggiunte!')).toBeVisible();
  expect(count.taps).toBeLessThanOrEqual(8);
  const shifts = await listShifts(page);
  const start = firstMonday();
  expect(shifts[0]?.date).toBe(start);
  const end = shifts.at(-1)!.date;
  expect(addDays(end, 1).slice(8)).toBe('01');
  expect(shifts.map(({ date }) => date)).toEqual(daysOf({ from: start, to: end }));
  const places = shifts.slice(0, 7).map(({ workLocation }) => workLocation);
  expect(places).toEqual(['sede', 'sede', 'sede', 'sede', 'sede', 'libero', 'libero']);
});

test('one entry takes two taps: its day, and what is usual', async ({ newcomer }) => {
  const page = await newcomer();
  const month = freeMonth();
  await openCalendar(page, month);
  const day = `${month}-10`;
  const cell = dayCell(page, day, 'nessun turno');
  const count = await countTaps(page);
  await cell.tap();
  await button(page.getByRole('region', { name: 'Di solito' }), '14–22').tap();
  await expect(toast(page, 'Giornata aggiunta!')).toBeVisible();
  await expect(dayCell(page, day, 'sede 14:00–22:00')).toBeVisible();
  expect(count).toEqual({ taps: 2, submits: 0 });
});

test('what was inserted is taken back from the toast, or later from the sheet of one of its days', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await page.goto('/shifts/fill');
  const insert = page.getByRole('button', { name: /^Inserisci \d+ giornate$/ });
  await insert.tap();
  await button(toast(page, 'giornate aggiunte!'), 'Annulla').tap();
  await expect(toast(page, 'giornate tolte')).toBeVisible();
  expect(await listShifts(page)).toEqual([]);
  await page.goto('/shifts/fill');
  await insert.tap();
  await expect(toast(page, 'giornate aggiunte!')).toBeVisible();
  const [first, ...others] = await listShifts(page);
  await dayCell(page, first!.date, 'sede 06:00–14:00').tap();
  await expect(page.getByText(`Inserito con altre ${others.length} giornate`)).toBeVisible();
  await button(page.getByRole('dialog'), 'Annulla tutte').tap();
  await expect(dayCell(page, first!.date, 'nessun turno')).toBeVisible();
  expect(await listShifts(page)).toEqual([]);
});

test('the own row of a whole roster is read, asked about and entered; filled days stay, the batch is taken back', async ({
  newcomer,
}) => {
  const page = await newcomer();
  const { user } = await ask(page, 'GET /api/auth/user');
  const month = freeMonth();
  const at = (date: number): string => `${month}-0${date}`;
  await ask(page, 'POST /api/shifts', { body: { date: at(2), workLocation: 'libero' } });
  const rows = [
    ['Nome', '1', '2', '', '3', '4', '5', '6'],
    ['Bianchi Lucia', '14-22', '14-22', '', '14-22', '14-22', '14-22', '14-22'],
    [`${user.lastName} ${user.firstName}`, '6-14', '6-14', 'x', 'Ferie', 'M', 'Riposo', 'Permesso'],
  ];
  const giveFile = async (): Promise<void> => {
    await page.goto('/shifts/fill?come=file');
    await page.getByLabel('File del tabellone').setInputFiles({
      name: `${formatMonth(month)}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.map((row) => row.join(';')).join('\n')),
    });
  };
  await giveFile();
  await page.getByText('Correggi righe e colonne', { exact: true }).tap();
  await page.getByRole('button', { name: /Colonna da ignorare/ }).click();
  await page.getByRole('option', { name: 'Colonna D' }).click();
  const insert = (count: number): Locator => button(page, `Inserisci ${count} giornate`);
  await expect(insert(3)).toBeVisible();
  // the preview turns to the month of the file
  await expect(page.getByRole('gridcell', { name: /, da inserire: / }).first()).toBeVisible();
  await expect(page.getByText('mattina o malattia?')).toBeVisible();
  await page.getByRole('button', { name: /«M», 1 volta/ }).click();
  await page.getByRole('option', { name: 'Malattia', exact: true }).click();
  await expect(page.getByText('Già pieni, restano come sono: ')).toBeVisible();
  await insert(4).tap();
  await expect(toast(page, 'giornate aggiunte!')).toBeVisible();
  const shifts = await listShifts(page);
  expect(shifts.map(({ date, workLocation }) => [date, workLocation])).toEqual([
    [at(1), 'sede'],
    [at(2), 'libero'],
    [at(3), 'ferie'],
    [at(4), 'malattia'],
    [at(5), 'libero'],
  ]);
  await button(toast(page, 'giornate aggiunte!'), 'Annulla').tap();
  await expect(toast(page, 'giornate tolte')).toBeVisible();
  expect((await listShifts(page)).map(({ date }) => date)).toEqual([at(2)]);
  // what M means was said: the next file says it too
  await giveFile();
  await expect(insert(4)).toBeVisible();
  await expect(page.getByText('mattina o malattia?')).toHaveCount(0);
  await expect(page.getByText('Righe e colonne lette come l’ultima volta.')).toBeVisible();
});

test('a rotation that was saved goes on where it left off, is deleted, and comes back', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await page.goto('/shifts/fill');
  // 5 + 2 becomes 5 + 3: a round of eight days
  await button(page, 'Un giorno in più').last().tap();
  await button(page, 'Salva questa rotazione').tap();
  await page.getByLabel('Nome', { exact: true }).fill('La mia');
  await button(page.getByRole('dialog'), 'Salva').tap();
  await expect(toast(page, 'Rotazione salvata!')).toBeVisible();
  await page.getByRole('button', { name: /^Inserisci \d+ giornate$/ }).tap();
  await expect(toast(page, 'giornate aggiunte!')).toBeVisible();
  await page.goto('/shifts/fill');
  await page.getByRole('group', { name: 'Le tue rotazioni' }).getByRole('button', { name: 'La mia' }).tap();
  await expect(page.getByText(/^Il giro continua da quello cominciato/)).toBeVisible();
  await button(page, 'Elimina questa rotazione').tap();
  await expect(toast(page, 'Rotazione eliminata')).toBeVisible();
  expect(await ask(page, 'GET /api/shift-patterns')).toEqual([]);
  await button(toast(page, 'Rotazione eliminata'), 'Annulla').tap();
  await expect
    .poll(async () => (await ask(page, 'GET /api/shift-patterns')).map(({ name }) => name))
    .toEqual(['La mia']);
});

// of drivers
const nextMonth = addMonths(monthOf(today()), 1);
/** The first Saturday-Friday week that lies in next month with all its days. */
const week = saturdayWeekOf(`${nextMonth}-07`);
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
    const weekly = weekButton(page, '6 giorni vuoti');
    await pressOn(page, weekly);
    await expect(weekly).toHaveAttribute('aria-pressed', 'true');
    const chosen = dayPicker(page).locator('[role=gridcell][aria-selected=true]');
    await expect(chosen).toHaveCount(6);
    await page.keyboard.press('Space');
    await expect(chosen).toHaveCount(0);
    await page.keyboard.press('Space');
    await freeDay(page, monday).click();
    // a week that is not whole any more is offered again
    await expect(weekly).toHaveAttribute('aria-pressed', 'false');
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
