import { addDays, type Day, mondayWeekOf } from '../../src/domain/calendar/day.ts';
import { addMonths, type Month, monthOf } from '../../src/domain/calendar/month.ts';
import { expectProblems } from '../../tools/browser.ts';
import { dayCell, dayPicker, fillShifts, openAddForm, openCalendar, said, today } from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { pressOn } from './keyboard.ts';
import { enterAsNewcomer, storedShifts, storeShift } from './people.ts';
import { heading, intercept, press, toast } from './screens.ts';

const month = addMonths(monthOf(today()), 1);
const dayOf = (number: number, of: Month = month): Day => `${of}-${String(number).padStart(2, '0')}`;
/** A Wednesday whose week and the previous one are within the month. */
const wednesday = addDays(mondayWeekOf(dayOf(15)).from, 2);

test.describe('the dialog duplicates', () => {
  test('by keyboard alone', async ({ desk, server }) => {
    const page = await desk();
    await enterAsNewcomer(page, server);
    await storeShift(page, { date: wednesday, workLocation: 'sede', startTime: '07:00', endTime: '15:00' });
    await openCalendar(page, month);
    await dayCell(page, wednesday, 'sede 07:00–15:00').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Duplica', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Duplica la giornata' });
    const friday = addDays(wednesday, 2);
    await pressOn(page, dialog.getByRole('checkbox', { name: said(friday) }), { key: 'Space' });
    await pressOn(page, dialog.getByRole('button', { name: 'Duplica su un giorno' }));
    await expect(toast(page, 'Giornata aggiunta!')).toBeVisible();
    const original = dayCell(page, wednesday, 'sede 07:00–15:00').getByRole('button');
    await expect(original).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const copy = dayCell(page, friday, 'sede 07:00–15:00').getByRole('button');
    await expect(copy).toBeFocused();
  });
});

test.describe('on partial failure', () => {
  test('submitting a day after the session ended reports that it is not saved', async ({ newcomer }) => {
    const page = await newcomer();
    await openAddForm(page);
    await fillShifts(page, { days: [dayOf(10)], kind: 'Smart working', start: '09:00' });
    await page.context().clearCookies();
    await press(page, 'Aggiungi giornata');
    await expect(heading(page, 'Accedi')).toBeVisible();
    await expect(toast(page, 'La sessione è scaduta').getByText(/non è stato salvato/)).toBeVisible();
  });

  test('after a lost connection the remaining days can be sent again', async ({ newcomer }) => {
    const page = await newcomer();
    expectProblems(page, /ERR_INTERNET_DISCONNECTED/);
    const days = [10, 11, 12, 13, 14].map((number) => dayOf(number));
    await openAddForm(page);
    await fillShifts(page, { days, kind: 'Smart working', start: '09:00' });
    let sent = 0;
    await intercept(page, 'POST', '**/api/shifts', (route) => {
      sent += 1;
      return sent === 3 ? route.abort('internetdisconnected') : route.continue();
    });
    await press(page, 'Aggiungi 5 giornate');
    await press(page.getByRole('alertdialog'), 'Ho Capito');
    await expect(
      page.getByText('Aggiunte 2 giornate su 5: 3 giorni da sistemare', { exact: true }),
    ).toBeVisible();
    // nothing is sent after the failure
    expect(sent).toBe(3);
    await expect(dayPicker(page).getByRole('gridcell', { selected: true })).toHaveCount(3);
    await press(page, 'Aggiungi 3 giornate');
    await expect(toast(page, '3 giornate aggiunte!')).toBeVisible();
    const stored = await storedShifts(page, dayOf(1), dayOf(28));
    expect(stored.map(({ date }) => date)).toEqual(days);
  });
});
