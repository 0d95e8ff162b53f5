import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, daysOf, mondayWeekOf } from '../../src/domain/calendar/day.ts';
import { addMonths, formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import { dayCell, freeMonth, openCalendar, said, today } from './calendar.ts';
import { ask, recordShift } from './calls.ts';
import { enterAsNewcomer } from './newcomer.ts';
import { expectNone, expectSoon, expectVisible, heading, navigation, toast } from './screens.ts';
import { setStage } from './stage.ts';
import { countTaps } from './taps.ts';

// Calendars filled at once: by a rotation, as a copy of what was, painted, and one entry with one tap.

const stage = setStage();

const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

/** The day from which the rotation is laid over an empty calendar. */
function firstMonday(): string {
  const { from } = mondayWeekOf(today());
  return from < today() ? addDays(from, 7) : from;
}

/** The month that the preview begins with. */
const firstMonth = (): string => monthOf(addDays(firstMonday(), 6));

const listShifts = (page: Page): Promise<Shift[]> => ask(page, 'GET /api/shifts');

test('a month by a rotation takes at most eight taps from Home', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  const count = await countTaps(page);
  await navigation(page).getByRole('link', { name: 'Calendario' }).tap();
  await page.getByRole('link', { name: 'Riempi', exact: true }).tap();
  await expectVisible(heading(page, 'Riempi il calendario'));
  // 5+2 stands there, from the next Monday to the end of a month
  await page.getByRole('button', { name: /^Inserisci \d+ giornate$/ }).tap();
  await expectVisible(toast(page, 'giornate aggiunte!'));
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

test('one entry takes two taps: its day, and what is usual', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  const month = freeMonth();
  await openCalendar(page, month);
  const day = `${month}-10`;
  const cell = dayCell(page, day, 'nessun turno');
  await expectVisible(cell);
  const count = await countTaps(page);
  await cell.tap();
  await button(page.getByRole('region', { name: 'Di solito' }), '14–22').tap();
  await expectVisible(toast(page, 'Giornata aggiunta!'));
  await expectVisible(dayCell(page, day, 'sede 14:00–22:00'));
  expect(count).toEqual({ taps: 2, submits: 0 });
});

test('what was inserted is taken back from the toast, or later from the sheet of one of its days', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  await page.goto('/shifts/fill');
  const insert = page.getByRole('button', { name: /^Inserisci \d+ giornate$/ });
  await insert.tap();
  await button(toast(page, 'giornate aggiunte!'), 'Annulla').tap();
  await expectVisible(toast(page, 'giornate tolte'));
  expect(await listShifts(page)).toEqual([]);
  await page.goto('/shifts/fill');
  await insert.tap();
  await expectVisible(toast(page, 'giornate aggiunte!'));
  const [first, ...others] = await listShifts(page);
  await dayCell(page, first!.date, 'sede 06:00–14:00').tap();
  await expectVisible(page.getByText(`Inserito con altre ${others.length} giornate`));
  await button(page.getByRole('dialog'), 'Annulla tutte').tap();
  await expectVisible(dayCell(page, first!.date, 'nessun turno'));
  expect(await listShifts(page)).toEqual([]);
});

test('filled days stay unless they are to be replaced; those taken out stay empty', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  const { from } = mondayWeekOf(addDays(today(), 7));
  // a later week, so that the rotation begins before it
  const filled = addDays(from, 1);
  await ask(page, 'POST /api/shifts', { body: { date: filled, workLocation: 'ferie' } });
  await page.goto('/shifts/fill');
  await expectVisible(page.getByText(/^Già pieni, restano come sono: /));
  const planned = (day: string): Locator =>
    page.getByRole('gridcell', { name: `${said(day)}, da inserire: `, exact: false });
  const out = addDays(from, 2);
  if (monthOf(out) > firstMonth()) await button(page, 'Mese successivo').tap();
  await planned(out).tap();
  await expectSoon(() => planned(out).count(), 0);
  await page.getByRole('switch', { name: /^Sostituisci i giorni già pieni/ }).check({ force: true });
  await expectVisible(page.getByText('un giorno da sostituire'));
  await page.getByRole('button', { name: /^Inserisci \d+ giornate$/ }).tap();
  await expectVisible(toast(page, 'giornate aggiunte!'));
  const shifts = await listShifts(page);
  const startOf = (day: string): string | null | undefined =>
    shifts.find(({ date }) => date === day)?.startTime;
  expect(startOf(filled)).toBe('06:00');
  expect(startOf(out)).toBeUndefined();
});

test('the own row of a whole roster is read, asked about and entered; filled days stay, the batch is taken back', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
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
  await expectVisible(insert(3));
  // the preview turns to the month of the file
  await expectVisible(page.getByRole('gridcell', { name: /, da inserire: / }).first());
  await expectVisible(page.getByText('mattina o malattia?'));
  await page.getByRole('button', { name: /«M», 1 volta/ }).click();
  await page.getByRole('option', { name: 'Malattia', exact: true }).click();
  await expectVisible(page.getByText('Già pieni, restano come sono: '));
  await insert(4).tap();
  await expectVisible(toast(page, 'giornate aggiunte!'));
  const shifts = await listShifts(page);
  expect(shifts.map(({ date, workLocation, startTime }) => [date, workLocation, startTime])).toEqual([
    [at(1), 'sede', '06:00'],
    [at(2), 'libero', null],
    [at(3), 'ferie', null],
    [at(4), 'malattia', null],
    [at(5), 'libero', null],
  ]);
  await button(toast(page, 'giornate aggiunte!'), 'Annulla').tap();
  await expectVisible(toast(page, 'giornate tolte'));
  expect((await listShifts(page)).map(({ date }) => date)).toEqual([at(2)]);
  // what M means was said: the next file says it too
  await giveFile();
  await expectVisible(insert(4));
  await expectNone(page.getByText('mattina o malattia?'));
  // read as the first file was, what M means is still known
  await expectVisible(page.getByText('Righe e colonne lette come l’ultima volta.'));
  await expectVisible(page.getByText('Una cella è ancora da chiarire.'));
  await button(page, 'Leggi da capo').tap();
  await expectVisible(page.getByText('2 celle sono ancora da chiarire.'));
  await expectNone(page.getByText('mattina o malattia?'));
});

test('a row that was pasted without its heads asks for its first day', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  await page.goto('/shifts/fill?come=file');
  await page.getByLabel('Oppure incolla le celle').fill('6-14\t14-22\tRiposo');
  await button(page, 'Leggi le celle incollate').tap();
  const day = `${freeMonth()}-10`;
  await page
    .getByRole('textbox', { name: 'Di che giorno è la prima cella?' })
    .fill(day.split('-').toReversed().join('/'));
  await button(page, 'Inserisci 3 giornate').tap();
  await expectVisible(toast(page, 'giornate aggiunte!'));
  expect((await listShifts(page)).map(({ date, startTime }) => [date, startTime])).toEqual([
    [day, '06:00'],
    [addDays(day, 1), '14:00'],
    [addDays(day, 2), null],
  ]);
});

test('days are painted one by one, by weekday and by week', async () => {
  const { page } = await stage.desktop();
  await enterAsNewcomer(page, stage.server);
  await page.goto('/shifts/fill?come=giorni');
  const month = addMonths(firstMonth(), 1);
  await button(page, 'Mese successivo').click();
  await button(page, '14–22').click();
  await button(page, 'Tutti: lunedì').click();
  await button(page, 'Libero').click();
  await button(page, 'Tutti: domenica').click();
  const first = daysOf({ from: `${month}-01`, to: `${month}-28` }).find(
    (day) => mondayWeekOf(day).from === day,
  )!;
  await button(page, '6–14').click();
  await page.getByRole('gridcell', { name: said(addDays(first, 1)) }).click();
  await page.getByRole('button', { name: /^Inserisci \d+ giornate$/ }).click();
  await expectVisible(toast(page, 'giornate aggiunte!'));
  const shifts = (await listShifts(page)).filter(({ date }) => date >= first && date <= addDays(first, 6));
  expect(shifts.map(({ date, workLocation, startTime }) => [date, workLocation, startTime])).toEqual([
    [first, 'sede', '14:00'],
    [addDays(first, 1), 'sede', '06:00'],
    [addDays(first, 6), 'libero', null],
  ]);
});

test('the last four weeks are copied, work and rest, never holidays', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  await recordShift(page, today(), '06:00', '14:00');
  await ask(page, 'POST /api/shifts', { body: { date: addDays(today(), 1), workLocation: 'ferie' } });
  await page.goto('/shifts/fill?come=copia');
  await button(page, 'Inserisci una giornata').tap();
  await expectVisible(toast(page, 'Giornata aggiunta!'));
  const shifts = await listShifts(page);
  expect(shifts.map(({ date, workLocation }) => [date, workLocation])).toEqual([
    [today(), 'sede'],
    [addDays(today(), 1), 'ferie'],
    [addDays(today(), 28), 'sede'],
  ]);
});

test('a rotation that was saved goes on where it left off and is deleted', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  await page.goto('/shifts/fill');
  // 5 + 2 becomes 5 + 3: a round of eight days
  await button(page, 'Un giorno in più').last().tap();
  await button(page, 'Salva questa rotazione').tap();
  await page.getByLabel('Nome', { exact: true }).fill('La mia');
  await button(page.getByRole('dialog'), 'Salva').tap();
  await expectVisible(toast(page, 'Rotazione salvata!'));
  await page.getByRole('button', { name: /^Inserisci \d+ giornate$/ }).tap();
  await expectVisible(toast(page, 'giornate aggiunte!'));
  const before = await listShifts(page);
  await page.goto('/shifts/fill');
  await page.getByRole('group', { name: 'Le tue rotazioni' }).getByRole('button', { name: 'La mia' }).tap();
  await expectVisible(page.getByText(/^Il giro continua da quello cominciato/));
  await page.getByRole('button', { name: /^Inserisci \d+ giornate$/ }).tap();
  await expectSoon(async () => (await listShifts(page)).length > before.length, true);
  const shifts = await listShifts(page);
  const round = ['sede', 'sede', 'sede', 'sede', 'sede', 'libero', 'libero', 'libero'];
  for (const [index, day] of daysOf({ from: firstMonday(), to: shifts.at(-1)!.date }).entries()) {
    const entry = shifts.find(({ date }) => date === day);
    // the second plan begins with a working week: days before it may be empty
    if (entry) expect(`${day} ${entry.workLocation}`).toBe(`${day} ${round[index % 8]}`);
  }
  await page.goto('/shifts/fill');
  await page.getByRole('group', { name: 'Le tue rotazioni' }).getByRole('button', { name: 'La mia' }).tap();
  await button(page, 'Elimina questa rotazione').tap();
  await expectVisible(toast(page, 'Rotazione eliminata'));
  expect(await ask(page, 'GET /api/shift-patterns')).toEqual([]);
  await button(toast(page, 'Rotazione eliminata'), 'Annulla').tap();
  await expectSoon(
    async () => (await ask(page, 'GET /api/shift-patterns')).map(({ name }) => name),
    ['La mia'],
  );
});
