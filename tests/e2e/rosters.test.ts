import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { addDays } from '../../src/domain/calendar/day.ts';
import { formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { today } from './calendar.ts';
import { signInQuietly } from './calls.ts';
import { expectNone, expectSoon, expectVisible, heading, press, toast } from './screens.ts';
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
