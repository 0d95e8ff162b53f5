import type { Locator, Page } from '@playwright/test';
import { addDays, type Day, formatMediumDay, mondayWeekOf } from '../../src/domain/calendar/day.ts';
import { said, today } from './calendar.ts';
import { ask, recordShift, requestOf } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { enterAsNewcomer } from './people.ts';
import { press, toast } from './screens.ts';

// Swaps of a day for another day, from the request to both calendars.

/** A Wednesday three weeks from now. */
const day: Day = addDays(mondayWeekOf(addDays(today(), 21)).from, 2);
const [before, after] = [addDays(day, -1), addDays(day, 1)];

const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });

/** Opens the form for a shift and asks for its day off. */
async function askForDay(page: Page, shiftId: string): Promise<Locator> {
  await page.goto(`/exchanges?nuova=${shiftId}`);
  const form = formOf(page);
  await form.getByRole('radio', { name: /^Il giorno libero/ }).check();
  await expect(form.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  return form;
}

const cellOf = (form: Locator, date: Day): Locator =>
  form.getByRole('gridcell', { name: new RegExp(`^${said(date)}, `) });

const chosenIn = (form: Locator): Promise<string[]> =>
  form
    .getByRole('gridcell', { selected: true })
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-day') ?? '').toSorted());

test('the days of a request are chosen by keyboard, and shown when it is edited', async ({
  desk,
  server,
}) => {
  const page = await desk();
  await enterAsNewcomer(page, server);
  const shiftId = await recordShift(page, day, '06:00', '14:00');
  const form = await askForDay(page, shiftId);
  await cellOf(form, day).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cellOf(form, after)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await chosenIn(form)).toEqual([after, addDays(after, 7)]);
  await press(form, 'Pubblica richiesta');
  await expect(toast(page, 'Richiesta creata')).toBeVisible();

  await press(page, `Modifica la richiesta per ${formatMediumDay(day)}`);
  const edit = page.getByRole('dialog', { name: 'Modifica la richiesta' });
  await expect.poll(() => chosenIn(edit)).toEqual([after, addDays(after, 7)]);
  // the kind cannot be changed
  await expect(edit.getByRole('radio')).toHaveCount(0);
  await cellOf(edit, after).click();
  await edit.getByRole('button', { name: 'Orario desiderato' }).click();
  await page.getByRole('option', { name: /^Notte/ }).click();
  await press(edit, 'Salva le modifiche');
  await expect(toast(page, 'Richiesta aggiornata')).toBeVisible();
  const [shift] = await ask(page, 'GET /api/calendar/shifts', { query: { from: day, to: day } });
  expect(await requestOf(page, shift?.openRequestId ?? '')).toMatchObject({
    acceptableDays: [addDays(after, 7)],
    requestedShiftType: 'notte',
    status: 'aperta',
  });
});

test('the confirmation and the completed swap show both days of both people', async ({ newcomer }) => {
  const [nina, colleague] = [await newcomer(), await newcomer()];
  const offeredShiftId = await recordShift(nina, day, '06:00', '14:00');
  for (const date of [before, after]) await recordShift(colleague, date, '14:00', '22:00');
  const body = {
    kind: 'giorno' as const,
    offeredShiftId,
    requestedDate: day,
    acceptableDays: [before, after],
  };
  const { id } = (await ask(nina, 'POST /api/exchange-requests', { body })).request;
  const name = (date: Day): string => formatMediumDay(date);

  await colleague.goto(`/exchanges?highlight=${id}`);
  // other people's requests for that day are also listed
  const asked = colleague.locator(`#scambio-${id}`);
  const choice = `Tu lavori ${name(day)} 06:00–14:00, sei libero ${name(before)} o ${name(after)}`;
  await expect(asked.getByText(choice)).toBeVisible();
  await press(asked, 'Pre-accetta lo scambio con Nina Nuova');
  const question = colleague.getByRole('alertdialog', { name: 'Pre-accetti la richiesta di Nina Nuova?' });
  const shifts = question.getByRole('group', { name: 'Quale turno dai in cambio?' });
  await shifts.getByRole('radio', { name: `${name(after)} 14:00–22:00` }).check();
  await press(question, 'Pre-accetta');
  await expect(toast(colleague, 'Richiesta pre-accettata')).toBeVisible();

  await nina.goto(`/exchanges?highlight=${id}`);
  const own = nina.getByRole('article', { name: /^La tua richiesta/ });
  await expect(own.getByText(`Tu lavori ${name(after)} 14:00–22:00, sei libero ${name(day)}`)).toBeVisible();
  await press(own, 'Scambia con Nina');
  const table = nina
    .getByRole('alertdialog', { name: 'Scambi il giorno con Nina Nuova?' })
    .getByRole('table');
  const rows = table.getByRole('row').filter({ has: nina.getByRole('cell') });
  const text = (date: Day, now: string, then: string): RegExp =>
    new RegExp(`^${name(date)}\\s*${now}.*\\s${then}`, 'is');
  const [early, late] = ['06:00–14:00', '14:00–22:00'];
  await expect(table).toBeVisible();
  const lines = (await rows.allInnerTexts()).slice(1);
  expect(lines).toEqual([
    expect.stringMatching(text(day, early, 'Libero')),
    expect.stringMatching(text(after, 'Nessun turno', late)),
    expect.stringMatching(text(day, 'Nessun turno', early)),
    expect.stringMatching(text(after, late, 'Libero')),
  ]);
  await press(nina, 'Conferma lo scambio');
  await expect(toast(nina, 'Scambio completato')).toBeVisible();
  await expect(
    nina.getByText(`Ora lavori ${name(after)} 14:00–22:00, sei libero ${name(day)}`),
  ).toBeVisible();
  const calendarOf = async (page: Page) =>
    (await ask(page, 'GET /api/calendar/shifts', { query: { from: before, to: after } })).map(
      ({ date, startTime, workLocation }) => [date, startTime ?? workLocation],
    );
  expect(await calendarOf(nina)).toEqual([
    [day, 'libero'],
    [after, '14:00'],
  ]);
  expect(await calendarOf(colleague)).toEqual([
    [before, '14:00'],
    [day, '06:00'],
    [after, 'libero'],
  ]);
});
