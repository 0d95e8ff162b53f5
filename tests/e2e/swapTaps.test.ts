import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../src/domain/calendar/day.ts';
import { said, today } from './calendar.ts';
import { ask, publishShift, recordShift, requestOf } from './calls.ts';
import { bell } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { isFull, navigation, toast } from './screens.ts';

// The number of taps that a swap takes on a phone, from Home.

const day = addDays(today(), 1);

const button = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, exact: true });

/** A day in Home's two weeks. */
const shownDay = (page: Page, says: string): Locator =>
  button(page.getByRole('region', { name: 'Questa settimana e la prossima' }), `${said(day)}, ${says}`);

test('three taps publish a shift, one accepts it from Home, two confirm', async ({ newcomer }) => {
  const [nina, marco] = [await newcomer(), await newcomer()];
  await recordShift(nina, day, '06:00', '14:00');
  await recordShift(marco, day, '14:00', '22:00');
  await nina.reload();
  await expect(shownDay(nina, 'sede 06:00–14:00')).toBeVisible();
  const taps = await countTaps(nina);
  await shownDay(nina, 'sede 06:00–14:00').tap();
  const sheet = nina.getByRole('dialog');
  // the only filled button
  await expect.poll(() => isFull(button(sheet, 'Scambia'))).toBe(true);
  await expect.poll(() => isFull(button(sheet, 'Modifica'))).toBe(false);
  await button(sheet, 'Scambia').tap();
  await button(nina, 'Pubblica richiesta').tap();
  await expect(toast(nina, 'Richiesta creata')).toBeVisible();
  expect(taps).toEqual({ taps: 3, submits: 1 });
  // the day's sheet closed with the form
  await expect(sheet).toHaveCount(0);
  await expect(shownDay(nina, 'sede 06:00–14:00, offerto in uno scambio')).toBeVisible();

  const accepting = await countTaps(marco);
  await button(marco.getByRole('region', { name: /^Cercano il tuo turno/ }), /^Pre-accetta /).tap();
  await expect(toast(marco, 'Richiesta pre-accettata')).toBeVisible();
  expect(accepting).toEqual({ taps: 1, submits: 0 });

  const home = navigation(nina).getByRole('link', { name: 'Home', exact: true });
  await expect(home).toHaveAccessibleDescription('Tocca a te: 1 cosa');
  await button(nina, 'Scambia con Nina').tap();
  await button(nina, 'Conferma lo scambio').tap();
  const done = toast(nina, 'Scambio completato');
  // links to the week of the received shift
  await expect(done.getByRole('link', { name: 'Vedi' })).toHaveAttribute(
    'href',
    /^\/calendar\?settimana=\d{4}-\d\d-\d\d$/,
  );
  expect(taps).toEqual({ taps: 3 + 2, submits: 1 });
  await expect(home).toHaveAccessibleDescription('');
});

test('five taps publish a day: the day, Scambia, the question, another day, Pubblica', async ({
  newcomer,
}) => {
  const [page, colleague] = [await newcomer(), await newcomer()];
  const otherDay = addDays(day, 1);
  const shiftId = await recordShift(page, day, '06:00', '14:00');
  await recordShift(colleague, otherDay, '14:00', '22:00');
  await page.reload();
  await expect(shownDay(page, 'sede 06:00–14:00')).toBeVisible();
  const count = await countTaps(page);
  await shownDay(page, 'sede 06:00–14:00').tap();
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
  expect(request).toMatchObject({ kind: 'giorno', offeredShiftId: shiftId, acceptableDays: [otherDay] });
});

test('the bell accepts a shift in two taps, and asks before it accepts a week', async ({
  newcomer,
  phone,
}) => {
  const [nina, marco] = [await newcomer(), await newcomer()];
  await recordShift(nina, day, '14:00', '22:00');
  const id = await publishShift(marco, await recordShift(marco, day, '06:00', '14:00'), day);
  await expect(bell(nina)).toHaveAccessibleName('Notifiche, 1 da leggere');
  const count = await countTaps(nina);
  await bell(nina).tap();
  const panel = nina.getByRole('dialog', { name: 'Notifiche' });
  await button(panel, /^Pre-accetta /).tap();
  await expect(toast(nina, 'Richiesta pre-accettata')).toBeVisible();
  expect(count).toEqual({ taps: 2, submits: 0 });
  expect(await requestOf(nina, id)).toMatchObject({ userHasPreAccepted: true, status: 'aperta' });
  await expect(panel.getByText('Hai già risposto.')).toBeVisible();
  await expect(bell(nina)).toHaveAccessibleName('Notifiche');

  const tiziana = await phone('Tiziana');
  await bell(tiziana).tap();
  await button(tiziana.getByRole('dialog', { name: 'Notifiche' }), /^Pre-accetta /)
    .first()
    .tap();
  const question = tiziana.getByRole('alertdialog', { name: /^Pre-accetti la richiesta di / });
  await expect(question.getByRole('table').first()).toBeVisible();
});
