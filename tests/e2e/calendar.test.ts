import type { Locator, Page } from '@playwright/test';
import { type Day, formatLongDay } from '../../src/domain/calendar/day.ts';
import { addMonths, formatMonth, type Month, monthOf } from '../../src/domain/calendar/month.ts';
import { calendar, dayCell, deleteEntry, freeDay, freeMonth, openCalendar, today } from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { holdTimers, pressTwice } from './gestures.ts';
import { tabInto } from './keyboard.ts';
import { storedShifts, storeShift } from './people.ts';
import { closeToast, expectNoToast, heading, navigation, press, toast } from './screens.ts';

const month = freeMonth();
const dayOf = (number: number): Day => `${month}-${String(number).padStart(2, '0')}`;

const monthHeading = (place: Locator, shown: Month): Locator =>
  place.getByRole('heading', { name: formatMonth(shown), exact: true });

/** The focused day, as a screen reader reads it; '' outside the grid. */
async function focusedDay(page: Page): Promise<string> {
  const focused = calendar(page).getByRole('grid').locator('*:focus');
  if ((await focused.count()) === 0) return '';
  return /"(\S+ \d+ \S+ \d{4}),/.exec(await focused.ariaSnapshot())?.[1] ?? '';
}

test.describe('the calendar', () => {
  test('opens the form from empty days, not from past ones', async ({ desk }) => {
    const page = await desk('Giulia');
    await openCalendar(page, month);
    await dayCell(page, dayOf(3), 'nessun turno').click();
    await expect(heading(page, 'Aggiungi Turno')).toBeVisible();
    await expect(page).toHaveURL(`/shifts/new?date=${dayOf(3)}`);
    await press(page, 'Altro');
    await expect(freeDay(page, dayOf(3))).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('link', { name: 'Calendario' }).first().click();

    const lastYear = addMonths(monthOf(today()), -12);
    await page.goto(`/calendar?month=${lastYear}`);
    const past = dayCell(page, `${lastYear}-15`, 'nessun turno');
    await past.click();
    await past.press('Enter');
    await expect(past.getByRole('link')).toHaveCount(0);
    await expect(page).toHaveURL(`/calendar?month=${lastYear}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('the keyboard on the grid', () => {
  test('has one stop and moves by day, week and month', async ({ desk }) => {
    const page = await desk('Elena');
    // a month that begins on a Sunday, long after today
    await page.goto('/calendar?month=2090-01');
    await expect(dayCell(page, '2090-01-02', 'nessun turno')).toBeVisible();
    await calendar(page).getByRole('button', { name: 'Oggi', exact: true }).focus();
    await tabInto(page, calendar(page).getByRole('grid'));
    await expect.poll(() => focusedDay(page)).toBe('domenica 1 gennaio 2090');
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedDay(page)).toBe('');
    await page.keyboard.press('Shift+Tab');
    for (const [key, day] of [
      ['ArrowRight', '2090-01-02'],
      ['ArrowDown', '2090-01-09'],
      ['ArrowLeft', '2090-01-08'],
      ['ArrowUp', '2090-01-01'],
      ['ArrowUp', '2089-12-25'],
      ['ArrowDown', '2090-01-01'],
      ['Home', '2089-12-26'],
      ['End', '2090-01-01'],
      ['PageDown', '2090-02-01'],
      ['ArrowLeft', '2090-01-31'],
      ['PageDown', '2090-02-28'],
      ['PageUp', '2090-01-28'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => focusedDay(page)).toEqual(formatLongDay(day));
      await expect(monthHeading(calendar(page), monthOf(day))).toBeVisible();
    }
    // too far ahead for an entry
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/calendar?month=2090-01');
    await expect(calendar(page).getByRole('grid').getByRole('link')).toHaveCount(0);
  });

  test('opens an entry and returns the focus to its day', async ({ desk }) => {
    const page = await desk('Elena');
    const day = dayOf(14);
    await storeShift(page, { date: day, workLocation: 'sede', startTime: '09:00', endTime: '17:00' });
    await openCalendar(page, month);
    await dayCell(page, day, 'sede 09:00–17:00').getByRole('button').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: formatLongDay(day) });
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect.poll(() => focusedDay(page)).toEqual(formatLongDay(day));
    await page.keyboard.press('Enter');
    await deleteEntry(page, 'Cancella il turno');
    await expect(dayCell(page, day, 'nessun turno')).toBeVisible();
    await expect.poll(() => focusedDay(page)).toEqual(formatLongDay(day));
  });
});

test.describe('an entry', () => {
  test('is viewed, changed, deleted, restored and deleted again, on a phone', async ({ phone }) => {
    const page = await phone('Sara');
    await holdTimers(page);
    const day = dayOf(5);
    const shift = { date: day, workLocation: 'sede', startTime: '07:30', endTime: '15:30' } as const;
    await storeShift(page, { ...shift, notes: 'Portare il badge' });
    await openCalendar(page, month);
    await dayCell(page, day, 'sede 07:30–15:30, con note').click();
    const details = page.getByRole('dialog', { name: formatLongDay(day) });
    await expect(details.getByText('07:30–15:30 · 8 ore')).toBeVisible();
    await expect(details.getByText('Portare il badge', { exact: true })).toBeVisible();
    await press(details, 'Modifica');
    const form = page.getByRole('dialog', { name: 'Modifica giornata' });
    await form.getByRole('radio', { name: 'Smart working' }).check();
    await form.getByLabel('Inizio', { exact: true }).selectOption('00:00');
    await form.getByLabel('Fine', { exact: true }).selectOption('08:15');
    await press(form, 'Salva');
    const tooLong = 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 8 ore e 15 minuti.';
    await expect(form.getByText(tooLong, { exact: true })).toBeVisible();
    // the form applies the rule itself and focuses the field
    await expect(form.getByLabel('Fine', { exact: true })).toBeFocused();
    await expectNoToast(page);
    await form.getByLabel('Fine', { exact: true }).selectOption('08:00');
    await press(form, 'Salva');
    await expect(toast(page, 'Turno aggiornato!')).toBeVisible();
    await expect(form).toBeHidden();
    const changed = dayCell(page, day, 'smart working 00:00–08:00, con note');
    await changed.click();
    await deleteEntry(page, 'Cancella il turno');
    await expect(dayCell(page, day, 'nessun turno')).toBeVisible();
    await press(toast(page, 'Turno cancellato!'), 'Annulla');
    // it covers days, and timers are held
    await closeToast(page, 'Il turno è tornato');
    await changed.click();
    await deleteEntry(page, 'Cancella il turno');
    await expect(toast(page, 'Turno cancellato!')).toBeVisible();
    await expect(dayCell(page, day, 'nessun turno')).toBeVisible();
  });

  test('is not deleted by a double press of Cancella, which hits the cancel button', async ({ phone }) => {
    const page = await phone('Sara');
    const day = dayOf(7);
    await storeShift(page, { date: day, workLocation: 'ferie' });
    await openCalendar(page, month);
    const bar = await navigation(page).boundingBox();
    await dayCell(page, day, 'ferie').click();
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Cancella', exact: true });
    await pressTwice(page, remove, 'Lascia com’è');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    expect(await storedShifts(page, day, day)).toHaveLength(1);
    await press(page.getByRole('dialog'), 'Cancella');
    // it is where the page has no buttons: over the navigation bar
    const confirm = page.getByRole('button', { name: 'Cancella la giornata' });
    await expect.poll(async () => ((await confirm.boundingBox())?.y ?? 0) >= (bar?.y ?? Infinity)).toBe(true);
    await confirm.click();
    await expect(dayCell(page, day, 'nessun turno')).toBeVisible();
  });
});
