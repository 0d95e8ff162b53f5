import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, daysOf } from '../../src/domain/calendar/day.ts';
import { addMonths, formatMonth, type Month, monthOf } from '../../src/domain/calendar/month.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { violationsOf } from './axe.ts';
import { today } from './calendar.ts';
import { ask, signInQuietly } from './calls.ts';
import { enterAsNewcomer, storedShifts } from './newcomer.ts';
import {
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  heading,
  navigation,
  press,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';

// The roster of a worksite: a file is read, corrected, previewed and loaded.

const stage = setStage();

/** A month that nobody of the demo has entries in. */
const month = monthOf(addDays(today(), 200));

/** Four days of two colleagues, one with a slip in her name, and somebody without an account. */
const cells = [
  [`TURNI ${formatMonth(month).toUpperCase()}`],
  ['Nome', '1', '2', '3', '4', '5', 'Tot'],
  ['FERRI G.', 'M', 'M', 'R', '14-22', '', '3'],
  ['Bianch Marco', '6-14', 'M', 'R', 'R', 'R', '2'],
  ['Nessuno Carlo', 'M', 'M', 'M', 'M', 'M', '5'],
];

const step = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a file is read; what may mean two things is asked; the rest is previewed and loaded', async () => {
  const { page } = await stage.desktop();
  await signInQuietly(page, demoCeo);
  await page.goto('/rosters');
  await expectVisible(heading(page, 'Tabellone'));
  await choose(page, page.getByRole('button', { name: /Cantiere$/ }), 'Cantiere Tiburtina');
  const folder = await mkdtemp(join(tmpdir(), 'roster-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'turni.csv'), cells.map((row) => row.join(';')).join('\n'));
  await page.getByLabel('File del tabellone').setInputFiles(join(folder, 'turni.csv'));

  await expectVisible(step(page, 'Che cosa ho letto').getByText('2 persone, 5 giorni.'));
  const legend = step(page, 'Che cosa significano le celle');
  await expectVisible(legend.getByText('mattina o malattia?'));
  await choose(page, legend.getByRole('button', { name: /«M»/ }), 'Un altro orario…');
  await legend.getByLabel('Inizio').selectOption('06:00');
  await legend.getByLabel('Fine').selectOption('14:00');
  await press(legend, 'Usa questo orario');
  await choose(page, legend.getByRole('button', { name: /«R»/ }), 'Non lavora');
  await press(legend, 'Sì, non lavora');
  const who = step(page, 'Chi è chi');
  await press(who, 'Sì, è Bianchi Marco');
  await expectVisible(who.getByRole('button', { name: /Nessuno Carlo/ }));
  await expectSoon(() => step(page, 'Che cosa ho letto').getByText('da chiarire').count(), 0);

  const loading = step(page, 'Anteprima e caricamento');
  await expectNone(loading.getByRole('button', { name: 'Carica il tabellone' }));
  await press(loading, 'Vedi che cosa cambia');
  await expectVisible(loading.getByText('5 turni nuovi.'));
  await press(loading, 'Carica il tabellone');
  await expectVisible(toast(page, 'Tabellone caricato'));
  expect(new URL(page.url()).pathname).toBe('/');
});

test('pasted cells are read without a call; a month that is not named is asked at its field', async () => {
  const { page } = await stage.phone();
  await signInQuietly(page, demoCeo);
  await page.goto('/rosters');
  await choose(page, page.getByRole('button', { name: /Cantiere$/ }), 'Cantiere Tiburtina');
  await page.getByLabel('Oppure incolla le celle').fill(
    cells
      .slice(1)
      .map((row) => row.join('\t'))
      .join('\n'),
  );
  await press(page, 'Leggi le celle incollate');
  const read = step(page, 'Che cosa ho letto');
  await expectVisible(read.getByText('Di che mese è il primo giorno? Nel file non è chiaro.'));
  await choose(page, read.getByRole('button', { name: /Mese del primo giorno/ }), formatMonth(month));
  await expectVisible(read.getByText('2 persone, 5 giorni.'));
});

/** Opens the loader's page for the demo's worksite. */
async function openLoader(page: Page): Promise<void> {
  await page.goto('/rosters');
  await choose(page, page.getByRole('button', { name: /Cantiere$/ }), 'Cantiere Tiburtina');
}

async function readPasted(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page.getByLabel('Oppure incolla le celle').fill(rows.map((row) => row.join('\t')).join('\n'));
  await press(page, 'Leggi le celle incollate');
}

test('what was corrected in one month’s file holds for the next one', async () => {
  const { page } = await stage.desktop();
  await signInQuietly(page, demoCeo);
  const fileOf = (of: Month): string[][] => [
    [`TURNI ${formatMonth(of).toUpperCase()}`],
    ['Nome', '1', '2', '', '3', '4', '5'],
    ['La Ferri', 'Q7', 'Q7', 'x', 'Q8', 'Q8', 'Q8'],
    ['Jolly', 'Q7', 'Q7', '', 'Q7', 'Q7', 'Q7'],
  ];
  await openLoader(page);
  await readPasted(page, fileOf(month));
  const read = step(page, 'Che cosa ho letto');
  await read.getByText('Correggi righe e colonne').click();
  await choose(page, read.getByRole('button', { name: /Colonna da ignorare/ }), 'Colonna D');
  await expectVisible(read.getByRole('list', { name: 'Colonne ignorate' }).getByText('Colonna D'));
  const who = step(page, 'Chi è chi');
  await choose(page, who.getByRole('button', { name: /La Ferri/ }), 'Ferri Giulia');
  await choose(page, who.getByRole('button', { name: /Jolly/ }), 'Nessuno di loro: lascia fuori');
  const legend = step(page, 'Che cosa significano le celle');
  await choose(page, legend.getByRole('button', { name: /«Q7»/ }), 'Un altro orario…');
  await legend.getByLabel('Inizio').selectOption('06:00');
  await legend.getByLabel('Fine').selectOption('14:00');
  await press(legend, 'Usa questo orario');
  await choose(page, legend.getByRole('button', { name: /«Q8»/ }), 'Non lavora');
  const loading = step(page, 'Anteprima e caricamento');
  await press(loading, 'Vedi che cosa cambia');
  await press(loading, 'Carica il tabellone');
  await expectVisible(toast(page, 'Tabellone caricato'));

  await expectVisible(heading(page, /^Ciao /));
  await page.goBack();
  await readPasted(page, fileOf(addMonths(month, 1)));
  await expectVisible(read.getByText('Righe e colonne lette come l’ultima volta.'));
  await expectVisible(read.getByText('Una persona, 5 giorni.'));
  await expectNone(read.getByText('da chiarire'));
  await expectVisible(legend.getByText('Tutte le celle sono chiare.'));
  await expectVisible(who.getByText('Tutte le persone sono riconosciute.'));
  await press(loading, 'Vedi che cosa cambia');
  await expectVisible(loading.getByText('2 turni nuovi.'));
  expect(await violationsOf(page)).toEqual([]);

  // read as the first file was
  await press(read, 'Leggi da capo');
  await expectVisible(read.getByText(/Una cella è ancora da chiarire/));
});

test('who leaves the page and comes back finds the file as they left it, until it is loaded', async () => {
  const { page } = await stage.desktop();
  await signInQuietly(page, demoCeo);
  await openLoader(page);
  await readPasted(page, [
    ['Nome', '1', '2', '3', '4', '5'],
    ['Il Marchese', '6-14', '6-14', 'W', 'W', 'W'],
  ]);
  const read = step(page, 'Che cosa ho letto');
  const later = addMonths(month, 2);
  await choose(page, read.getByRole('button', { name: /Mese del primo giorno/ }), formatMonth(later));
  const who = step(page, 'Chi è chi');
  await choose(page, who.getByRole('button', { name: /Il Marchese/ }), 'Bianchi Marco');
  const legend = step(page, 'Che cosa significano le celle');
  await choose(page, legend.getByRole('button', { name: /«W»/ }), 'Non lavora');
  const loading = step(page, 'Anteprima e caricamento');
  await loading.getByLabel('Titolo').fill('prova di primavera');
  const leaveAndComeBack = async (): Promise<void> => {
    await navigation(page).getByRole('link', { name: 'Home', exact: true }).click();
    await expectVisible(heading(page, /^Ciao /));
    await page.goBack();
    await expectVisible(heading(page, 'Tabellone'));
  };
  await leaveAndComeBack();
  await expectVisible(read.getByText('Una persona, 5 giorni.'));
  await expectNone(read.getByText('da chiarire'));
  await expectSoon(() => loading.getByLabel('Titolo').inputValue(), 'prova di primavera');

  await press(loading, 'Vedi che cosa cambia');
  await press(loading, 'Carica il tabellone');
  await expectVisible(heading(page, /^Ciao /));
  await page.goBack();
  await expectVisible(page.getByLabel('File del tabellone'));
  await expectNone(read);
});

test('shifts without an account are said to be a colleague’s, who accepts them into the calendar', async () => {
  const { page: person } = await stage.phone();
  await enterAsNewcomer(person, stage.server);
  const { page } = await stage.desktop();
  await signInQuietly(page, demoCeo);
  const { user } = await ask(person, 'GET /api/auth/user');
  const first = addDays(today(), 40);
  const days = { from: first, to: addDays(first, 2) };
  const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
  await ask(page, 'POST /api/rosters', {
    body: {
      worksiteId: user.worksiteId,
      title: 'prova',
      days,
      people: [],
      unclaimed: [{ name: 'NUOVA N.', days: daysOf(days).map((day) => ({ day, duty })) }],
    },
  });
  await openLoader(page);
  await press(page, 'È di … NUOVA N.');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expectVisible(dialog.getByText('Di chi sono i turni di NUOVA N.?'));
  expect(await violationsOf(page)).toEqual([]);
  await press(dialog, 'È Nuova Nina');
  await expectVisible(toast(page, 'Turni assegnati'));
  await expectGone(page.getByRole('button', { name: 'È di … NUOVA N.' }));

  await expectVisible(person.getByText('Il tabellone di prova è arrivato'));
  expect(await storedShifts(person, days.from, days.to)).toEqual([]);
  await press(person, 'Accetta tutto');
  await expectVisible(toast(person, 'Calendario aggiornato'));
  await expectSoon(
    async () =>
      (await storedShifts(person, days.from, days.to)).map(({ date, startTime }) => [date, startTime]),
    daysOf(days).map((day) => [day, '06:00']),
  );
});
