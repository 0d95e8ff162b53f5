import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, type Day, dayInRome, formatLongDay } from '../../src/domain/calendar/day.ts';
import { holidayName } from '../../src/domain/calendar/holidays.ts';
import { addMonths, formatMonth, type Month, monthOf } from '../../src/domain/calendar/month.ts';
import { goBy, heading, navigation, press, toast } from './screens.ts';

/** The current day in Rome. */
export const today = (): Day => dayInRome(new Date().toISOString());

/** A day's accessible name: 'domenica 28 marzo 2027, Pasqua'. */
export const said = (day: Day): string => [formatLongDay(day), holidayName(day) ?? []].flat().join(', ');

/** The demo's calendars end six weeks from today: from the month after that on everybody is free. */
export const freeMonth = (): Month => addMonths(monthOf(addDays(today(), 42)), 1);

/** The number of months from `from` to `to`. */
function pagesBetween(from: Month, to: Month): number {
  const months = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return months(to) - months(from);
}

/** Turns a month calendar from `from` to another month, page by page. */
export async function turnTo(place: Locator, month: Month, from: Month = monthOf(today())): Promise<void> {
  const pages = pagesBetween(from, month);
  for (let page = 0; page < Math.abs(pages); page += 1) {
    await press(place, pages > 0 ? 'Mese successivo' : 'Mese precedente');
  }
  await expect(place.getByRole('heading', { name: formatMonth(month), exact: true })).toBeVisible();
}

/** The month calendar of the dashboard and of /calendar. */
export const calendar = (page: Page): Locator =>
  page.getByRole('region', { name: 'Calendario', exact: true });

/**
 * A day of the calendar by its full name.
 *
 * @param says the text after the day: 'sede 06:00–14:00', 'nessun turno'
 */
export const dayCell = (page: Page, day: Day, says: string): Locator =>
  calendar(page).getByRole('gridcell', { name: `${said(day)}, ${says}`, exact: true });

/** Deletes the entry of the open dialog, confirming the question. */
export async function deleteEntry(page: Page, answer: 'Cancella il turno' | 'Cancella la giornata') {
  await press(page.getByRole('dialog'), 'Cancella');
  await press(page.getByRole('alertdialog'), answer);
}

/** Opens /calendar from the navigation and turns it to a month. */
export async function openCalendar(page: Page, month: Month): Promise<void> {
  await goBy(page, 'Calendario');
  await turnTo(calendar(page), month);
}

/** Opens the calendar at the demo's completed swap, in this month or the next, and returns its day. */
export async function openDemoSwap(page: Page): Promise<Locator> {
  await openCalendar(page, monthOf(today()));
  const grid = calendar(page).getByRole('grid');
  const swapped = grid.getByRole('gridcell', { name: /scambiato con/ });
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  if ((await swapped.count()) === 0) await press(calendar(page), 'Mese successivo');
  await expect(swapped).toBeVisible();
  return swapped;
}

export interface NewShifts {
  /** All in the same month. */
  days: readonly Day[];
  /** The kind of day: 'Sede', 'Smart working', 'Ferie', 'Mattina'. */
  kind: string;
  /** Omitted for kinds without times. */
  start?: string;
  notes?: string;
}

/** The add form's day picker. */
export const dayPicker = (page: Page): Locator => page.getByRole('region', { name: 'Giorni', exact: true });

/** A free day of the picker. */
export const freeDay = (page: Page, day: Day): Locator =>
  dayPicker(page).getByRole('gridcell', { name: said(day), exact: true });

/** Fills in the add form without submitting. */
export async function fillShifts(page: Page, { days, kind, start, notes }: NewShifts): Promise<void> {
  await page.getByRole('radio', { name: kind }).check();
  if (start !== undefined) await page.getByLabel('Inizio', { exact: true }).selectOption(start);
  const [first] = days;
  if (first !== undefined) await turnTo(dayPicker(page), monthOf(first));
  for (const day of days) await freeDay(page, day).click();
  if (notes !== undefined) await page.getByLabel('Note').fill(notes);
}

/** Opens the form for new entries from the navigation. */
export async function openAddForm(page: Page): Promise<void> {
  await press(navigation(page), 'Aggiungi');
  await page.getByRole('dialog').getByRole('link', { name: 'Un giorno' }).click();
  await expect(heading(page, 'Aggiungi Turno')).toBeVisible();
}

/** Adds the same entry on several days from the navigation; resolves once the page confirms it. */
export async function addShifts(page: Page, shifts: NewShifts): Promise<void> {
  await openAddForm(page);
  await fillShifts(page, shifts);
  const count = shifts.days.length;
  await press(page, count === 1 ? 'Aggiungi giornata' : `Aggiungi ${count} giornate`);
  const done = count === 1 ? 'Giornata aggiunta!' : `${count} giornate aggiunte!`;
  await expect(toast(page, done)).toBeVisible();
}
