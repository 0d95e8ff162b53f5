import type { Locator, Page } from '@playwright/test';
import { addDays, type Day, formatLongDay } from '../../src/domain/calendar/day.ts';
import { monthOf } from '../../src/domain/calendar/month.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import { dayCell, said, today } from './calendar.ts';
import { ask, publishShift, recordShift, requestOf } from './calls.ts';
import { bell } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { isFull, navigation, toast } from './screens.ts';

// How many touches of a phone a swap takes, from Home on.

/** A day to come that stands on Home's calendar as it opens. */
const shownDay = (): Day => {
  const [tomorrow, dayAfter] = [addDays(today(), 1), addDays(today(), 2)];
  return monthOf(dayAfter) === monthOf(today()) ? dayAfter : tomorrow;
};

const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

test('publishing a swap of a shift takes three taps: its day, Scambia, Pubblica', async ({ newcomer }) => {
  const page = await newcomer();
  const day = shownDay();
  const shiftId = await recordShift(page, day, '06:00', '14:00');
  await page.reload();
  const cell = dayCell(page, day, 'sede 06:00–14:00');
  await expect(cell).toBeVisible();
  const count = await countTaps(page);
  await cell.tap();
  const sheet = page.getByRole('dialog');
  await expect(button(sheet, 'Scambia')).toBeVisible();
  // first and alone in full, the others below it
  const [weekday, number] = formatLongDay(day).split(' ');
  await expect
    .poll(() => sheet.getByRole('button').allInnerTexts())
    .toEqual(['', 'Scambia', 'Modifica', 'Duplica', 'Cancella', `Chi lavora ${weekday} ${number}`]);
  await expect.poll(() => isFull(button(sheet, 'Scambia'))).toBe(true);
  await expect.poll(() => isFull(button(sheet, 'Modifica'))).toBe(false);
  await button(sheet, 'Scambia').tap();
  await button(page, 'Pubblica richiesta').tap();
  await expect(toast(page, 'Richiesta creata')).toBeVisible();
  expect(count).toEqual({ taps: 3, submits: 1 });
  await expect(dayCell(page, day, 'sede 06:00–14:00, offerto in uno scambio')).toBeVisible();
  const [shift] = (await (
    await page.request.get(`/api/calendar/shifts?from=${day}&to=${day}`)
  ).json()) as Shift[];
  expect(shift?.id).toBe(shiftId);
  const request = await requestOf(page, shift?.openRequestId ?? '');
  expect(request).toMatchObject({ offeredShiftId: shiftId, status: 'aperta' });
  expect(request.requestedShiftType).not.toBe('mattina');
});

test('publishing a swap of a day takes five taps: its day, Scambia, the question, another day, Pubblica', async ({
  newcomer,
}) => {
  const [page, colleague] = [await newcomer(), await newcomer()];
  const day = shownDay();
  const otherDay = addDays(day, 1);
  const shiftId = await recordShift(page, day, '06:00', '14:00');
  await recordShift(colleague, otherDay, '14:00', '22:00');
  await page.reload();
  const cell = dayCell(page, day, 'sede 06:00–14:00');
  await expect(cell).toBeVisible();
  const count = await countTaps(page);
  await cell.tap();
  await button(page.getByRole('dialog'), 'Scambia').tap();
  const form = page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
  const question = form.getByRole('group', { name: 'Vuoi un altro orario o il giorno libero?' });
  await question.getByRole('radio', { name: /^Il giorno libero/ }).tap();
  await form.getByRole('gridcell', { name: new RegExp(`^${said(otherDay)}, fino a \\d+ colleg`) }).tap();
  await button(page, 'Pubblica richiesta').tap();
  await expect(toast(page, 'Richiesta creata')).toBeVisible();
  expect(count).toEqual({ taps: 5, submits: 1 });
  const [shift] = await ask(page, 'GET /api/calendar/shifts', { query: { from: day, to: day } });
  const request = await requestOf(page, shift?.openRequestId ?? '');
  expect(request).toMatchObject({ kind: 'giorno', offeredShiftId: shiftId, requestedDate: day });
  expect(request).toMatchObject({ acceptableDays: [otherDay], withinDays: null, requestedShiftType: null });
});

test('pre-accepting takes two taps: the bell, Pre-accetta; then the news is over', async ({ newcomer }) => {
  const [nina, marco] = [await newcomer(), await newcomer()];
  const day = shownDay();
  await recordShift(nina, day, '14:00', '22:00');
  const id = await publishShift(marco, await recordShift(marco, day, '06:00', '14:00'), day);
  await expect(bell(nina)).toHaveAccessibleName('Notifiche, 1 da leggere');
  const count = await countTaps(nina);
  await bell(nina).tap();
  const panel = nina.getByRole('dialog', { name: 'Notifiche' });
  const waiting = panel.getByRole('list', { name: 'Richieste che puoi accettare' });
  await waiting.getByRole('button', { name: /^Pre-accetta / }).tap();
  await expect(toast(nina, 'Richiesta pre-accettata')).toBeVisible();
  expect(count).toEqual({ taps: 2, submits: 0 });
  expect(await requestOf(nina, id)).toMatchObject({ userHasPreAccepted: true, status: 'aperta' });
  await expect(waiting).toBeHidden();
  await expect(panel.getByText('Hai già risposto.')).toBeVisible();
  await expect(bell(nina)).toHaveAccessibleName('Notifiche');

  // who published finds the offer on the bell and on the way to Home, and confirms it from there
  const home = navigation(marco).getByRole('link', { name: 'Home', exact: true });
  await expect.poll(async () => (await home.innerText()).replace(/\s+/, ' ')).toBe('1 Home');
  await bell(marco).tap();
  await marco.getByRole('button', { name: /^Vedi e conferma / }).tap();
  await button(marco, 'Conferma lo scambio').tap();
  const done = toast(marco, 'Scambio completato');
  await expect(done).toBeVisible();
  // to the week in which what was received stands now
  const see = done.getByRole('link', { name: 'Vedi' });
  await expect
    .poll(async () => /^\/calendar\?settimana=\d{4}-\d\d-\d\d$/.test((await see.getAttribute('href')) ?? ''))
    .toBe(true);
  await expect.poll(() => home.innerText()).toBe('Home');
});

test('the bell asks before it pre-accepts a whole week', async ({ phone }) => {
  const tiziana = await phone('Tiziana');
  await bell(tiziana).tap();
  const panel = tiziana.getByRole('dialog', { name: 'Notifiche' });
  await panel
    .getByRole('button', { name: /^Pre-accetta / })
    .first()
    .tap();
  const question = tiziana.getByRole('alertdialog', { name: /^Pre-accetti la richiesta di / });
  await expect(question.getByRole('table').first()).toBeVisible();
  await button(question, 'Annulla').tap();
  await expect(question).toBeHidden();
});
