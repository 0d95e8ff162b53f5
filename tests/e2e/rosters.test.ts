import type { Locator, Page } from '@playwright/test';
import { addDays, type Day, daysOf } from '../../src/domain/calendar/day.ts';
import { addMonths, formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import { today } from './calendar.ts';
import { ask, idOf } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { storedShifts, storeShift } from './people.ts';
import { heading, navigation, press, toast } from './screens.ts';

// The roster of a worksite: a file is read, corrected, previewed and loaded.

/** A month without entries in the demo. */
const month = monthOf(addDays(today(), 200));

/** Four days of two colleagues, one misspelled, and of a person without an account. */
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

/** Opens the roster of the demo's worksite, and from there the page for loading one. */
async function openLoader(page: Page): Promise<void> {
  await navigation(page).getByRole('link', { name: 'Tabellone', exact: true }).click();
  await choose(page, page.getByRole('button', { name: /Cantiere$/ }), 'Cantiere Tiburtina');
  await page.getByRole('link', { name: 'Carica i turni', exact: true }).click();
  await expect(heading(page, 'Carica il tabellone')).toBeVisible();
}

test('a file is read; ambiguous texts are asked about; the rest is previewed and loaded', async ({
  desk,
}) => {
  const page = await desk('CEO');
  await openLoader(page);
  await page.getByLabel('File del tabellone').setInputFiles({
    name: 'turni.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(cells.map((row) => row.join(';')).join('\n')),
  });

  const read = step(page, 'Che cosa ho letto');
  await expect(read.getByText('2 persone, 5 giorni.')).toBeVisible();
  // the file is kept after leaving the page
  await navigation(page).getByRole('link', { name: 'Home', exact: true }).click();
  await expect(heading(page, /^Ciao /)).toBeVisible();
  await page.goBack();
  await expect(read.getByText('2 persone, 5 giorni.')).toBeVisible();
  const legend = step(page, 'Che cosa significano le celle');
  await expect(legend.getByText('mattina o malattia?')).toBeVisible();
  await choose(page, legend.getByRole('button', { name: /«M»/ }), 'Un altro orario…');
  await legend.getByLabel('Inizio').selectOption('06:00');
  await legend.getByLabel('Fine').selectOption('14:00');
  await press(legend, 'Usa questo orario');
  await choose(page, legend.getByRole('button', { name: /«R»/ }), 'Non lavora');
  await press(legend, 'Sì, non lavora');
  const who = step(page, 'Chi è chi');
  await press(who, 'Sì, è Marco Bianchi');
  await expect(who.getByRole('button', { name: /Nessuno Carlo/ })).toBeVisible();
  await expect(read.getByText('da chiarire')).toHaveCount(0);

  const loading = step(page, 'Anteprima e caricamento');
  await expect(loading.getByRole('button', { name: 'Carica il tabellone' })).toHaveCount(0);
  await press(loading, 'Vedi che cosa cambia');
  await expect(loading.getByText('5 turni nuovi.')).toBeVisible();
  await press(loading, 'Carica il tabellone');
  const see = toast(page, 'Tabellone caricato').getByRole('link', { name: 'Vedi' });
  await expect(see).toHaveAttribute('href', `/rosters?month=${month}`);
  await expect(heading(page, 'Tabellone')).toBeVisible();
  await expect(page.getByRole('heading', { name: formatMonth(month) })).toBeVisible();
});

/** Fills the grid with this many people. */
async function fillGrid(page: Page, people: number): Promise<void> {
  const days = daysOf({ from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) });
  const entries = days.map((date) => ({ ...fullDuty, date }));
  const json = Array.from({ length: people }, (_, place) => ({
    id: crypto.randomUUID(),
    firstName: 'Persona',
    lastName: `Numero ${place}`,
    role: 'operatore',
    entries,
  }));
  await page.route('**/api/rosters/grid*', (route) => route.fulfill({ json }));
}

const fullDuty = {
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina',
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
};

test('a month of two hundred people renders only visible rows, and prints completely on A4', async ({
  desk,
}) => {
  const page = await desk('CEO');
  await fillGrid(page, 200);
  await page.goto(`/rosters?month=${month}`);
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(201);
  const undrawn = (): Promise<number> =>
    rows.evaluateAll(
      (all) =>
        all.filter((row) => !row.lastElementChild?.checkVisibility({ contentVisibilityAuto: true })).length,
    );
  await expect.poll(async () => (await undrawn()) > 150).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(undrawn).toBe(0);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? [];
  // 297 × 210 mm in points
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595]);
});

test('the worksite viewed last is shown again', async ({ desk }) => {
  const page = await desk('CEO', { at: '/rosters' });
  const worksite = page.getByRole('button', { name: /Cantiere$/ });
  await choose(page, worksite, 'Taxi Urbe Roma');
  await expect(page.getByRole('table', { name: /^Taxi Urbe Roma/ })).toBeVisible();
  await page.reload();
  await expect(worksite).toContainText('Taxi Urbe Roma');
});

// A roster's people accept it from Home, or review it day by day.

const start = addDays(today(), 40);
const shift = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

/** Loads a roster of ten days for this page's person as the CEO: eight at work, two free. */
async function load(ceo: Page, person: Page): Promise<string> {
  const { user } = await ask(person, 'GET /api/auth/user');
  const days = { from: start, to: addDays(start, 9) };
  const { id } = await ask(ceo, 'POST /api/rosters', {
    body: {
      worksiteId: user.worksiteId,
      title: 'dicembre',
      days,
      people: [
        {
          userId: await idOf(person),
          days: daysOf(days).map((day, index) => ({ day, duty: index < 8 ? shift : null })),
        },
      ],
    },
  });
  return id!;
}

const datesOf = async (page: Page): Promise<Day[]> =>
  (await storedShifts(page, start, addDays(start, 9))).flatMap(({ date, startTime }) =>
    startTime === '06:00' ? [date] : [],
  );

test('a roster is accepted on Home with one tap; choices are made on its page; undoing removes it', async ({
  desk,
  newcomer,
}) => {
  const page = await newcomer();
  await storeShift(page, { date: start, workLocation: 'ferie' });
  await storeShift(page, {
    date: addDays(start, 1),
    workLocation: 'sede',
    startTime: '14:00',
    endTime: '22:00',
  });
  await storeShift(page, { date: addDays(start, 8), ...shift });
  const ceo = await desk('CEO');
  const rosterId = await load(ceo, page);

  // the card appears without a reload
  const card = page.getByRole('region', { name: 'Tocca a te' });
  await expect(card.getByText('Il tabellone di dicembre è arrivato')).toBeVisible();
  await expect(
    card.getByText('6 turni nuovi, 1 turno cambiato, 1 da togliere, 1 da scegliere'),
  ).toBeVisible();
  const count = await countTaps(page);
  await card.getByRole('button', { name: 'Accetta tutto' }).tap();
  await expect(toast(page, 'Calendario aggiornato')).toBeVisible();
  expect(count.taps).toBeLessThanOrEqual(2);
  await expect.poll(() => datesOf(page)).toEqual(daysOf({ from: addDays(start, 1), to: addDays(start, 7) }));

  await card.getByRole('link', { name: 'Vedi le differenze' }).tap();
  await expect(heading(page, 'Il tabellone di dicembre')).toBeVisible();
  await expect(page.getByText('Hai ferie; sul tabellone 06:00–14:00')).toBeVisible();
  await page.getByRole('checkbox').check();
  await press(page, 'Accetta 1 giornata');
  await expect(page.getByText('Nessun tabellone aspetta una tua risposta.')).toBeVisible();
  await expect.poll(() => datesOf(page)).toEqual(daysOf({ from: start, to: addDays(start, 7) }));

  await ask(ceo, 'DELETE /api/rosters/:id', { params: { id: rosterId } });
  await expect.poll(() => datesOf(page)).toEqual([addDays(start, 8)]);
});
