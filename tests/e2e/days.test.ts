import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, type Day, formatMediumDay, mondayWeekOf } from '../../src/domain/calendar/day.ts';
import { said, today } from './calendar.ts';
import { ask, recordShift, requestOf } from './calls.ts';
import { isFocused } from './keyboard.ts';
import { enterAsNewcomer, storeShift } from './newcomer.ts';
import { expectSoon, expectVisible, press, toast } from './screens.ts';
import { setStage } from './stage.ts';

// A day for another day, on the screens.

const stage = setStage();

/** A Wednesday three weeks from now. */
const day: Day = addDays(mondayWeekOf(addDays(today(), 21)).from, 2);
const [before, after] = [addDays(day, -1), addDays(day, 1)];

const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });

/** Opens the form for a shift, and asks for its day. */
async function askForDay(page: Page, shiftId: string): Promise<Locator> {
  await page.goto(`/exchanges?nuova=${shiftId}`);
  const form = formOf(page);
  await form.getByRole('radio', { name: /^Il giorno libero/ }).check();
  await expectSoon(() => form.getByRole('grid').getAttribute('aria-busy'), 'false');
  return form;
}

const cellOf = (form: Locator, date: Day): Locator =>
  form.getByRole('gridcell', { name: new RegExp(`^${said(date)}, `) });

const chosenIn = (form: Locator): Promise<string[]> =>
  form
    .getByRole('gridcell', { selected: true })
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-day') ?? '').toSorted());

test('a range marks the free days of the calendar; one more or less and they are chosen one by one', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  const shiftId = await recordShift(page, day, '06:00', '14:00');
  await storeShift(page, { date: before, workLocation: 'ferie' });
  await storeShift(page, { date: after, workLocation: 'libero' });
  const form = await askForDay(page, shiftId);
  const week = form.getByRole('button', { name: 'Qualsiasi giorno entro 7 giorni' });
  await week.click();
  const range = Array.from({ length: 15 }, (_, place) => addDays(day, place - 7));
  const free = range.filter((date) => date !== day && date !== before);
  expect(await chosenIn(form)).toEqual(free);

  // what is taken says why, and cannot be chosen
  await cellOf(form, before).click({ force: true });
  await expectVisible(form.getByText(`${formatMediumDay(before)}: hai già ferie.`));
  await cellOf(form, day).click({ force: true });
  await expectVisible(form.getByText('è il giorno che vuoi libero.'));
  expect(await chosenIn(form)).toEqual(free);

  await cellOf(form, after).click();
  expect(await week.getAttribute('aria-pressed')).toBe('false');
  expect(await chosenIn(form)).toEqual(free.filter((date) => date !== after));
});

test('the days of a request are chosen by keyboard, and stand in its form when it is changed', async () => {
  const { page } = await stage.desktop();
  await enterAsNewcomer(page, stage.server);
  const shiftId = await recordShift(page, day, '06:00', '14:00');
  const form = await askForDay(page, shiftId);
  await cellOf(form, day).focus();
  await page.keyboard.press('ArrowRight');
  await expectSoon(() => isFocused(cellOf(form, after)), true);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await chosenIn(form)).toEqual([after, addDays(after, 7)]);
  await press(form, 'Pubblica richiesta');
  await expectVisible(toast(page, 'Richiesta creata'));

  await press(page, `Modifica la richiesta per ${formatMediumDay(day)}`);
  const edit = page.getByRole('dialog', { name: 'Modifica la richiesta' });
  await expectSoon(() => chosenIn(edit), [after, addDays(after, 7)]);
  // of what kind it is stays
  expect(await edit.getByRole('radio').count()).toBe(0);
  await cellOf(edit, after).click();
  await edit.getByRole('button', { name: 'Orario desiderato' }).click();
  await page.getByRole('option', { name: /^Notte/ }).click();
  await press(edit, 'Salva le modifiche');
  await expectVisible(toast(page, 'Richiesta aggiornata'));
  const [shift] = await ask(page, 'GET /api/calendar/shifts', { query: { from: day, to: day } });
  expect(await requestOf(page, shift?.openRequestId ?? '')).toMatchObject({
    acceptableDays: [addDays(after, 7)],
    requestedShiftType: 'notte',
    status: 'aperta',
  });
});

test('what is wrong with the days stands beside them, and nothing that was filled in is lost', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  const shiftId = await recordShift(page, day, '06:00', '14:00');
  const form = await askForDay(page, shiftId);
  await form.getByLabel('Messaggio').fill('Ho una visita');
  await press(form, 'Pubblica richiesta');
  const days = form.getByRole('group', { name: 'In quali giorni lavoreresti?' });
  await expectVisible(days.getByText('Scegli almeno un giorno in cui lavoreresti'));

  await cellOf(form, after).click();
  await expectSoon(() => days.getByText('Scegli almeno un giorno').count(), 0);
  // it fills between the choice and the publication
  await page.route('**/api/exchange-requests', async (route) => {
    if (route.request().method() === 'POST') await storeShift(page, { date: after, workLocation: 'ferie' });
    await route.continue();
  });
  await press(form, 'Pubblica richiesta');
  const name = formatMediumDay(after);
  const taken = `${name.charAt(0).toUpperCase()}${name.slice(1)} è già occupato nel tuo calendario`;
  await expectVisible(days.getByText(taken));
  expect(await chosenIn(form)).toEqual([after]);
  expect(await form.getByLabel('Messaggio').inputValue()).toBe('Ho una visita');

  await cellOf(form, after).click();
  await cellOf(form, before).click();
  await page.unroute('**/api/exchange-requests');
  await press(form, 'Pubblica richiesta');
  await expectVisible(toast(page, 'Richiesta creata'));
});
