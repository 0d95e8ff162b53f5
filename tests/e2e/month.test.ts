import type { Locator, Page } from '@playwright/test';
import {
  addDays,
  type Day,
  daysOf,
  formatLongDay,
  formatMediumDay,
  mondayWeekOf,
} from '../../src/domain/calendar/day.ts';
import { holidayName } from '../../src/domain/calendar/holidays.ts';
import { addMonths, formatMonth, type Month, monthGrid, monthOf } from '../../src/domain/calendar/month.ts';
import { formatLongWeek } from '../../src/domain/calendar/weekNames.ts';
import { calendar, dayCell, dayPicker, deleteEntry, freeMonth, openCalendar, today } from './calendar.ts';
import { recordShift } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { storedShifts, storeShift } from './people.ts';
import { goBy, press } from './screens.ts';

const thisMonth = monthOf(today());
const nextMonth = addMonths(thisMonth, 1);
const dayOf = (number: number): Day => `${nextMonth}-${String(number).padStart(2, '0')}`;

const shownDay = `${freeMonth()}-10`;

const monthHeading = (place: Locator, month: Month): Locator =>
  place.getByRole('heading', { name: formatMonth(month), exact: true });

/** Draws a finger over something, from its middle by so many points. */
async function swipe(page: Page, target: Locator, { x, y }: { x: number; y: number }): Promise<void> {
  // where no bar covers its middle
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

test.describe('the month on a phone', () => {
  test('turns with a swipe, and with nothing less', async ({ newcomer }) => {
    const page = await newcomer();
    await goBy(page, 'Calendario');
    const grid = calendar(page).getByRole('grid');
    await expect(grid).toHaveAttribute('aria-busy', 'false');
    await swipe(page, grid, { x: -120, y: 10 });
    await expect(monthHeading(calendar(page), nextMonth)).toBeVisible();
    await expect(page).toHaveURL(`/calendar?month=${nextMonth}`);
    await swipe(page, grid, { x: 120, y: -10 });
    await expect(monthHeading(calendar(page), thisMonth)).toBeVisible();
    // too short, or rather a scroll: the finger ends on the same month, and on no other page
    await swipe(page, grid, { x: -40, y: 0 });
    await swipe(page, grid, { x: -60, y: 60 });
    await swipe(page, grid, { x: 120, y: 0 });
    await expect(monthHeading(calendar(page), addMonths(thisMonth, -1))).toBeVisible();

    // the calendar of the form turns the same way, and picks nothing
    await goBy(page, 'Aggiungi');
    await swipe(page, dayPicker(page).getByRole('grid'), { x: -120, y: 0 });
    await expect(monthHeading(dayPicker(page), nextMonth)).toBeVisible();
    await expect(dayPicker(page).locator('[role=gridcell][aria-selected=true]')).toHaveCount(0);
  });

  test('goes on as an agenda of its days', async ({ newcomer }) => {
    const page = await newcomer();
    await openCalendar(page, nextMonth);
    const agenda = page.getByRole('region', { name: 'Giorno per giorno' });
    await storeShift(page, {
      date: dayOf(9),
      workLocation: 'sede',
      startTime: '08:00',
      endTime: '12:00',
      isSplitShift: true,
      secondStartTime: '14:00',
      secondEndTime: '18:00',
      notes: 'Chiavi',
    });
    const entry = agenda.getByRole('button', { name: new RegExp(`^${formatMediumDay(dayOf(9))}`) });
    await expect
      .poll(async () => (await entry.innerText()).replaceAll(/\s+/g, ' '))
      .toBe(`${formatMediumDay(dayOf(9))} S Sede 08:00–12:00 e 14:00–18:00`);
    // in the grid the same in its shortest form, and in words for who does not see it
    const cell = dayCell(page, dayOf(9), 'sede 08:00–12:00 e 14:00–18:00, turno spezzato, con note');
    await expect(cell.locator('[data-tone]')).toHaveText(/^S·m\s*8–12\s*14–18$/, { useInnerText: true });
    await expect(cell.locator('[data-tone] svg')).toHaveCount(2);
    await entry.tap();
    const dialog = page.getByRole('dialog', { name: formatLongDay(dayOf(9)) });
    await expect(dialog.getByText('08:00–12:00 e 14:00–18:00 · 8 ore')).toBeVisible();
  });
});

test('of the present month the days gone by fold away', async ({ phone }) => {
  const page = await phone('Giulia');
  await goBy(page, 'Calendario');
  const stored = await storedShifts(page, `${thisMonth}-01`, addDays(`${nextMonth}-01`, -1));
  const listed = daysOf({ from: `${thisMonth}-01`, to: addDays(`${nextMonth}-01`, -1) }).filter(
    (day) => holidayName(day) !== null || stored.some(({ date }) => date === day),
  );
  const gone = listed.filter((day) => day < today());
  const agenda = page.getByRole('region', { name: 'Giorno per giorno' });
  await expect(agenda.locator('li:visible')).toHaveCount(listed.length - gone.length);
  const fold = agenda.getByText(`Giorni passati (${gone.length})`, { exact: true });
  await expect(fold).toHaveCount(gone.length > 0 ? 1 : 0);
  if (gone.length > 0) await fold.tap();
  await expect(agenda.locator('li:visible')).toHaveCount(listed.length);
});

test('the months on both sides are there before they are asked for', async ({ desk }) => {
  const page = await desk('Giulia');
  // away from the dashboard, whose own months are fetched ahead as well
  await page.goto('/profile', { waitUntil: 'networkidle' });
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/calendar/shifts') asked.add(search);
  });
  const spanOf = (month: Month): string =>
    `?from=${monthGrid(month)[0]?.day}&to=${monthGrid(month).at(-1)?.day}`;
  const far = addMonths(thisMonth, -3);
  await page.goto(`/calendar?month=${far}`);
  await expect.poll(() => [...asked]).toEqual([far, addMonths(far, 1), addMonths(far, -1)].map(spanOf));
  // with the line down, the next page is rendered all the same, at once and full
  await page.goto(`/calendar?month=${addMonths(thisMonth, -1)}`);
  await expect.poll(() => asked.has(spanOf(thisMonth))).toBe(true);
  await page.waitForLoadState('networkidle');
  await page.route('**/api/calendar/shifts*', () => undefined);
  await press(calendar(page), 'Mese successivo');
  await expect(monthHeading(calendar(page), thisMonth)).toBeVisible();
  await expect(calendar(page).getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  const filled = calendar(page).getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ });
  await expect.poll(async () => (await filled.count()) > 15).toBe(true);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
test('the week view shows each day with its times, opens an entry, and leads back to the month', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await recordShift(page, shownDay, '06:00', '14:00');
  await page.goto(`/calendar?settimana=${shownDay}`);
  const week = calendar(page).getByRole('list', { name: formatLongWeek(mondayWeekOf(shownDay)) });
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

/** A day of the next week, which no test finds past. */
const nextTuesday = addDays(mondayWeekOf(today()).from, 8);

for (const [where, name, date, address] of [
  ['the week view', 'Turni della settimana', shownDay, `/calendar?settimana=${shownDay}`],
  ['the two weeks of Home', 'Questa settimana e la prossima', nextTuesday, '/'],
] as const) {
  test(`who deletes an entry in ${where} stands on its day then`, async ({ newcomer }) => {
    const page = await newcomer();
    await storeShift(page, { date, workLocation: 'ferie' });
    // Home shows no calendar without any entry
    await storeShift(page, { date: addDays(date, 1), workLocation: 'libero' });
    await page.goto(address);
    const list = calendar(page).getByRole(address === '/' ? 'region' : 'list', { name });
    const row = list.getByRole('listitem').filter({ hasText: formatLongDay(date) });
    await row.getByRole('button').tap();
    await deleteEntry(page, 'Cancella la giornata');
    await expect(row.getByRole('link', { name: /nessun turno$/ })).toBeVisible();
    await expect(row).toBeFocused();
  });
}
