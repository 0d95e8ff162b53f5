import type { Locator, Page } from '@playwright/test';
import {
  addDays,
  daysOf,
  formatLongDay,
  formatMediumDay,
  mondayWeekOf,
} from '../../src/domain/calendar/day.ts';
import { formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import { dayCell, freeMonth, openCalendar, said, today } from './calendar.ts';
import { ask } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { enterAsNewcomer, storeShift } from './people.ts';
import { navigation, press, toast } from './screens.ts';

// Filling a calendar by a rotation or from a file, and recording an entry with one tap.

const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

/** The first day of the rotation in an empty calendar. */
function firstMonday(): string {
  const { from } = mondayWeekOf(today());
  return from < today() ? addDays(from, 7) : from;
}

const listShifts = (page: Page): Promise<Shift[]> => ask(page, 'GET /api/shifts');

test('the month of a 5+2 with own hours takes at most eight taps from Home, and is shown', async ({
  newcomer,
}) => {
  const page = await newcomer();
  const count = await countTaps(page);
  await button(navigation(page), 'Aggiungi').tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Tutto il mese' }).tap();
  // 5+2 is preset, from the next Monday to the end of a month
  await button(page, 'Cambia 6–14').tap();
  const start = page.getByLabel('Inizio', { exact: true });
  await start.tap();
  await start.selectOption('09:30');
  await button(page, 'Usa').tap();
  await page.getByRole('button', { name: /^Inserisci \d+ giornate$/ }).tap();
  await expect(toast(page, 'giornate aggiunte!')).toBeVisible();
  expect(count.taps).toBeLessThanOrEqual(8);
  const shifts = await listShifts(page);
  const from = firstMonday();
  const to = shifts.at(-1)!.date;
  expect(addDays(to, 1).slice(8)).toBe('01');
  expect(shifts.map(({ date }) => date)).toEqual(daysOf({ from, to }));
  const week = shifts.slice(0, 7).map(({ startTime, endTime }) => startTime && `${startTime}–${endTime}`);
  expect(week).toEqual([...Array.from({ length: 5 }, () => '09:30–17:30'), null, null]);
  await expect(page).toHaveURL(`/calendar?month=${monthOf(to)}`);
});

test('one entry takes two taps from Home: its day and a usual duty', async ({ newcomer }) => {
  const page = await newcomer();
  const tomorrow = addDays(today(), 1);
  const weeks = page.getByRole('region', { name: 'Questa settimana e la prossima' });
  const count = await countTaps(page);
  await weeks.getByRole('link', { name: `${said(tomorrow)}, nessun turno` }).tap();
  await button(page.getByRole('group', { name: 'I tuoi soliti turni' }), '14–22').tap();
  await expect(toast(page, 'Giornata aggiunta!')).toBeVisible();
  expect(count).toMatchObject({ taps: 2, submits: 0 });
  await openCalendar(page, monthOf(tomorrow));
  await expect(dayCell(page, tomorrow, 'sede 14:00–22:00')).toBeVisible();
});

test('rows of a rotation are moved by keyboard', async ({ desk, server }) => {
  const page = await desk();
  await enterAsNewcomer(page, server);
  await page.goto('/shifts/fill');
  const rows = page.getByRole('grid', { name: 'La rotazione' }).getByRole('row');
  await expect(rows).toHaveText([/6–14/, /Libero/]);
  await rows.first().getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  // each key moves the focus between drop targets
  await expect(button(page, 'Inserisci tra 6–14 e Libero')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(button(page, 'Inserisci dopo Libero')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/Libero/, /6–14/]);
});

test('inserted entries are undone from the toast, or later from the sheet of one of their days', async ({
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

test('the own row of a whole roster is read, clarified and entered; filled days stay, the batch is undone', async ({
  newcomer,
}) => {
  const page = await newcomer();
  const { user } = await ask(page, 'GET /api/auth/user');
  const month = freeMonth();
  const at = (date: number): string => `${month}-0${date}`;
  await ask(page, 'POST /api/shifts', { body: { date: at(2), workLocation: 'libero' } });
  const rows = [
    ['Nome', '1', '2', 'Umore', '3', '4', '5', '6'],
    ['Bianchi Lucia', '14-22', '14-22', '', '14-22', '14-22', '14-22', '14-22'],
    [`${user.lastName} ${user.firstName}`, '6-14', '6-14', 'x', 'Ferie', 'M', 'Riposo', 'Permesso'],
  ];
  await page.goto('/shifts/fill?come=file');
  await page.getByLabel('File del tabellone').setInputFiles({
    name: `${formatMonth(month)}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map((row) => row.join(';')).join('\n')),
  });
  await page.getByLabel('Colonna D, Umore').selectOption('Ignora');
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
});

test('a saved rotation continues where it left off, is deleted and restored', async ({ newcomer }) => {
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

const seminotte = { workLocation: 'sede', startTime: '20:00', endTime: '03:00' } as const;

test('a shift past midnight shows the day of its end everywhere', async ({ newcomer }) => {
  const page = await newcomer({ variant: 'taxi' });
  const tomorrow = addDays(today(), 1);
  const afterwards = addDays(today(), 2);
  await storeShift(page, { ...seminotte, date: tomorrow, notes: 'Turno lungo' });
  const times = '20:00–03:00 (+1)';
  await page.goto('/');
  await expect(page.getByText(/^domani, \S+ì? \d+/).first()).toBeVisible();
  await expect(page.getByText(`seminotte ${times}`, { exact: true }).first()).toBeVisible();

  await openCalendar(page, monthOf(tomorrow));
  const cell = dayCell(page, tomorrow, `seminotte ${times}, con note`);
  expect((await cell.locator('[data-tone]').innerText()).split(/\s+/)).toEqual(['S', '+1', '20–3']);
  const until = `20:00–03:00 di ${formatMediumDay(afterwards)}`;
  await cell.tap();
  const dialog = page.getByRole('dialog', { name: formatLongDay(tomorrow) });
  await expect(dialog.getByText(`${until} · 7 ore`, { exact: true })).toBeVisible();
  await press(dialog, 'Chiudi');
});
