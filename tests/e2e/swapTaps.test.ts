import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/domain/calendar/day.ts';
import { monthOf } from '../../src/domain/calendar/month.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import { dayCell, today } from './calendar.ts';
import { recordShift, requestOf } from './calls.ts';
import { enterAsNewcomer } from './newcomer.ts';
import { expectVisible, isFull, toast } from './screens.ts';
import { setStage } from './stage.ts';
import { countTaps } from './taps.ts';

// How many touches of a phone a swap takes, from Home on.

const stage = setStage();

/** A day to come that stands on Home's calendar as it opens. */
const shownDay = (): Day => {
  const [tomorrow, dayAfter] = [addDays(today(), 1), addDays(today(), 2)];
  return monthOf(dayAfter) === monthOf(today()) ? dayAfter : tomorrow;
};

const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

test('publishing a swap of a shift takes three taps: its day, Scambia, Pubblica', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  const day = shownDay();
  const shiftId = await recordShift(page, day, '06:00', '14:00');
  await page.reload();
  const cell = dayCell(page, day, 'sede 06:00–14:00');
  await expectVisible(cell);
  const count = await countTaps(page);
  await cell.tap();
  const sheet = page.getByRole('dialog');
  await expectVisible(button(sheet, 'Scambia'));
  // first and alone in full, the others below it
  expect(await sheet.getByRole('button').allInnerTexts()).toEqual([
    '',
    'Scambia',
    'Modifica',
    'Duplica',
    'Elimina',
  ]);
  expect(await isFull(button(sheet, 'Scambia'))).toBe(true);
  expect(await isFull(button(sheet, 'Modifica'))).toBe(false);
  await button(sheet, 'Scambia').tap();
  await button(page, 'Pubblica richiesta').tap();
  await expectVisible(toast(page, 'Richiesta creata'));
  expect(count).toEqual({ taps: 3, submits: 1 });
  await expectVisible(dayCell(page, day, 'sede 06:00–14:00, offerto in uno scambio'));
  const [shift] = (await (
    await page.request.get(`/api/calendar/shifts?from=${day}&to=${day}`)
  ).json()) as Shift[];
  expect(shift?.id).toBe(shiftId);
  const request = await requestOf(page, shift?.openRequestId ?? '');
  expect(request).toMatchObject({ offeredShiftId: shiftId, status: 'aperta' });
  expect(request.requestedShiftType).not.toBe('mattina');
});
