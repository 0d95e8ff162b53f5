import type { Locator, Page } from '@playwright/test';
import { addDays, formatLongDay, mondayWeekOf } from '../../src/domain/calendar/day.ts';
import { addMonths, formatMonth, type Month, monthOf } from '../../src/domain/calendar/month.ts';
import { formatLongWeek } from '../../src/domain/calendar/weekNames.ts';
import { calendar, dayPicker, deleteEntry, freeMonth, openAddForm, today } from './calendar.ts';
import { recordShift } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { storeShift } from './people.ts';
import { goBy, navigation, press } from './screens.ts';

const now = monthOf(today());
const soon = addMonths(now, 1);
const shownDay = `${freeMonth()}-10`;

const monthHeading = (place: Locator, shown: Month): Locator =>
  place.getByRole('heading', { name: formatMonth(shown), exact: true });

test('the 42 days of a month are above a phone’s bottom bar', async ({ phone }) => {
  const page = await phone('Giulia');
  await page.setViewportSize({ width: 390, height: 844 });
  await goBy(page, 'Calendario');
  await expect(calendar(page).getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  const days = calendar(page).getByRole('gridcell');
  await expect(days).toHaveCount(42);
  const end = await days.last().evaluate((day) => day.getBoundingClientRect().bottom);
  const bar = await navigation(page).evaluate((element) => element.getBoundingClientRect().top);
  expect(end).toBeLessThanOrEqual(bar);
});

/** Swipes over an element, from its middle by this many points. */
async function swipe(page: Page, target: Locator, { x, y }: { x: number; y: number }): Promise<void> {
  // so that no bar covers its middle
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to swipe over');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const touchPoints = [{ x: from.x + x * part, y: from.y + y * part }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}

test('turns with a swipe, not with shorter gestures', async ({ newcomer }) => {
  const page = await newcomer();
  await goBy(page, 'Calendario');
  const grid = calendar(page).getByRole('grid');
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await swipe(page, grid, { x: -120, y: 10 });
  await expect(monthHeading(calendar(page), soon)).toBeVisible();
  await expect(page).toHaveURL(`/calendar?month=${soon}`);
  await swipe(page, grid, { x: 120, y: -10 });
  await expect(monthHeading(calendar(page), now)).toBeVisible();
  // too short, or a vertical scroll: stays on the same month and page
  await swipe(page, grid, { x: -40, y: 0 });
  await swipe(page, grid, { x: -60, y: 60 });
  await swipe(page, grid, { x: 120, y: 0 });
  await expect(monthHeading(calendar(page), addMonths(now, -1))).toBeVisible();

  // the form's calendar turns the same way, without picking a day
  await openAddForm(page);
  await swipe(page, dayPicker(page).getByRole('grid'), { x: -120, y: 0 });
  await expect(monthHeading(dayPicker(page), soon)).toBeVisible();
  await expect(dayPicker(page).locator('[role=gridcell][aria-selected=true]')).toHaveCount(0);
});

test('the week view begins on its day, opens an entry, and returns to the month', async ({ newcomer }) => {
  const page = await newcomer();
  await recordShift(page, shownDay, '06:00', '14:00');
  await page.goto(`/calendar?settimana=${shownDay}`);
  const week = calendar(page).getByRole('list', {
    name: formatLongWeek({ from: shownDay, to: addDays(shownDay, 6) }),
  });
  await expect(week.getByText('Sede, mattina')).toBeVisible();
  await expect(week.getByRole('listitem')).toHaveCount(7);
  await week.getByRole('button', { name: new RegExp(`^${formatLongDay(shownDay)}, sede 06:00–14:00`) }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await press(page, 'Settimana successiva');
  await expect(week).toBeHidden();
  await press(page, 'Mese');
  await expect(calendar(page).getByRole('grid')).toBeVisible();
  await expect(page).not.toHaveURL(/settimana/);
});

/** A day of next week, never in the past. */
const nextTuesday = addDays(mondayWeekOf(today()).from, 8);

for (const [where, name, date, address] of [
  ['the week view', 'Turni della settimana', shownDay, `/calendar?settimana=${shownDay}`],
  ['the two weeks of Home', 'Questa settimana e la prossima', nextTuesday, '/'],
] as const) {
  test(`after deleting an entry in ${where} its day has the focus`, async ({ newcomer }) => {
    const page = await newcomer();
    await storeShift(page, { date, workLocation: 'ferie' });
    // Home shows a calendar only if there are entries
    await storeShift(page, { date: addDays(date, 1), workLocation: 'libero' });
    await page.goto(address);
    const list = calendar(page).getByRole(address === '/' ? 'region' : 'list', { name });
    const row = list.locator(`[data-day="${date}"]`);
    await row.getByRole('button').tap();
    await deleteEntry(page, 'Cancella la giornata');
    await expect(row.getByRole('link', { name: /nessun turno$/ })).toBeVisible();
    await expect(row).toBeFocused();
  });
}
