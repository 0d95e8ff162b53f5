import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, formatLongDay } from '../../src/domain/calendar/day.ts';
import { dayCell, freeMonth } from './calendar.ts';
import { recordShift } from './calls.ts';
import { enterAsNewcomer } from './newcomer.ts';
import {
  addressOf,
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  goBy,
  press,
  signIn,
} from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const day = `${freeMonth()}-10`;
const month = `/calendar?month=${freeMonth()}`;

/** Somebody with one shift, who came to the month by the navigation. */
async function openMonth(): Promise<Page> {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  await recordShift(page, day, '06:00', '14:00');
  await goBy(page, 'Scambi');
  await expectSoon(() => addressOf(page), '/exchanges');
  await page.goto(month);
  return page;
}
const openShift = (page: Page) => dayCell(page, day, 'sede 06:00–14:00').click();

describe('a phone’s back button', () => {
  test('closes a day and the form in it, one after the other, and then leaves the page', async () => {
    const page = await openMonth();
    await openShift(page);
    const sheet = page.getByRole('dialog');
    await press(sheet, 'Modifica');
    const form = page.getByRole('dialog', { name: 'Modifica giornata' });
    await expectVisible(form);
    await page.goBack();
    await expectGone(form);
    await expectVisible(sheet.getByRole('button', { name: 'Modifica' }));
    await page.goBack();
    await expectGone(sheet);
    expect(addressOf(page)).toBe(month);
    await page.goBack();
    await expectSoon(() => addressOf(page), '/exchanges');
  });

  test('leaves the page where what covered it was closed by hand', async () => {
    const page = await openMonth();
    for (const times of [1, 2]) {
      await openShift(page);
      await press(page.getByRole('dialog'), 'Chiudi');
      await expectGone(page.getByRole('dialog'));
      expect([times, addressOf(page)]).toEqual([times, month]);
    }
    // a step of its own, which takes the browser a moment
    await expectSoon(() => page.evaluate(() => JSON.stringify(history.state).includes('covers')), false);
    await page.goBack();
    await expectSoon(() => addressOf(page), '/exchanges');
  });

  test('closes the notifications; one that led to another page leads back here', async () => {
    const { page } = await stage.phone();
    await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
    await page.getByRole('button', { name: /^Notifiche/ }).tap();
    const panel = page.getByRole('dialog', { name: 'Notifiche' });
    await expectVisible(panel);
    await page.goBack();
    await expectGone(panel);
    expect(addressOf(page)).toBe('/');
    await page.getByRole('button', { name: /^Notifiche/ }).tap();
    await panel
      .getByRole('button', { name: /richiesta di scambio/ })
      .first()
      .tap();
    await expectSoon(() => new URL(page.url()).pathname, '/exchanges');
    await page.goBack();
    await expectSoon(() => addressOf(page), '/');
    await expectNone(page.getByRole('dialog'));
  });

  test('leaves what was changed in the address beneath a dialog', async () => {
    const page = await openMonth();
    await openShift(page);
    await press(
      page.getByRole('dialog'),
      `Chi lavora ${formatLongDay(day).split(' ').slice(0, 2).join(' ')}`,
    );
    const team = page.getByRole('dialog', { name: 'Chi lavora' });
    await expectVisible(team);
    await press(team, 'Giorno successivo');
    await expectSoon(() => addressOf(page), `${month}&squadra=${addDays(day, 1)}`);
    await page.goBack();
    await expectGone(team);
    await expectSoon(() => addressOf(page), month);
    await page.goBack();
    await expectSoon(() => addressOf(page), '/exchanges');
  });
});

describe('a press beside a form', () => {
  test('closes it as long as nothing was typed, and throws nothing away', async () => {
    const page = await openMonth();
    await openShift(page);
    await press(page.getByRole('dialog'), 'Modifica');
    const form = page.getByRole('dialog', { name: 'Modifica giornata' });
    await expectVisible(form);
    await page.touchscreen.tap(20, 20);
    await expectGone(form);
    await press(page.getByRole('dialog'), 'Modifica');
    await form.getByLabel('Note').fill('porto io le chiavi');
    await page.touchscreen.tap(20, 20);
    // what a press does is done by the time another one is
    await form.getByLabel('Note').tap();
    await expectSoon(() => form.getByLabel('Note').inputValue(), 'porto io le chiavi');
    await press(form, 'Annulla');
    await page.touchscreen.tap(20, 20);
    await expectGone(page.getByRole('dialog'));
  });
});
