import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  type Day,
  daysOf,
  formatLongDay,
  formatMediumDay,
  formatShortDay,
} from '../../src/domain/calendar/day.ts';
import { holidayName } from '../../src/domain/calendar/holidays.ts';
import { addMonths, formatMonth, type Month, monthGrid, monthOf } from '../../src/domain/calendar/month.ts';
import { calendar, dayCell, dayPicker, openCalendar, today } from './calendar.ts';
import { card } from './exchanges.ts';
import { enterAsNewcomer, storedShifts, storeShift } from './newcomer.ts';
import {
  addressOf,
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  goBy,
  heading,
  press,
  signIn,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const thisMonth = monthOf(today());
const nextMonth = addMonths(thisMonth, 1);
const dayOf = (number: number): Day => `${nextMonth}-${String(number).padStart(2, '0')}`;

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

describe('the month on a phone', () => {
  test('turns with a swipe, and with nothing less', async () => {
    const { page } = await stage.phone();
    await enterAsNewcomer(page, stage.server);
    await goBy(page, 'Calendario');
    const grid = calendar(page).getByRole('grid');
    await expectSoon(() => grid.getAttribute('aria-busy'), 'false');
    await swipe(page, grid, { x: -120, y: 10 });
    await expectVisible(monthHeading(calendar(page), nextMonth));
    await expectSoon(() => addressOf(page), `/calendar?month=${nextMonth}`);
    await swipe(page, grid, { x: 120, y: -10 });
    await expectVisible(monthHeading(calendar(page), thisMonth));
    // too short, or rather a scroll: the finger ends on the same month, and on no other page
    await swipe(page, grid, { x: -40, y: 0 });
    await swipe(page, grid, { x: -60, y: 60 });
    await swipe(page, grid, { x: 120, y: 0 });
    await expectVisible(monthHeading(calendar(page), addMonths(thisMonth, -1)));

    // the calendar of the form turns the same way, and picks nothing
    await goBy(page, 'Aggiungi');
    await swipe(page, dayPicker(page).getByRole('grid'), { x: -120, y: 0 });
    await expectVisible(monthHeading(dayPicker(page), nextMonth));
    await expectNone(dayPicker(page).locator('[role=gridcell][aria-selected=true]'));
  });

  test('goes on as an agenda of its days', async () => {
    const { page } = await stage.phone();
    await enterAsNewcomer(page, stage.server);
    await openCalendar(page, nextMonth);
    const agenda = page.getByRole('region', { name: 'Giorno per giorno' });
    await expectVisible(
      agenda.getByText(
        `Niente in calendario a ${formatMonth(nextMonth)}: aggiungi le tue giornate, anche più insieme.`,
      ),
    );
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
    await storeShift(page, { date: dayOf(10), workLocation: 'malattia' });
    const entry = agenda.getByRole('button', { name: new RegExp(`^${formatMediumDay(dayOf(9))}`) });
    await expectSoon(
      async () => (await entry.innerText()).replaceAll(/\s+/g, ' '),
      `${formatMediumDay(dayOf(9))} S Sede 08:00–12:00 e 14:00–18:00`,
    );
    // in the grid the same in its shortest form, and in words for who does not see it
    const cell = dayCell(page, dayOf(9), 'sede 08:00–12:00 e 14:00–18:00, turno spezzato, con note');
    await expectSoon(
      () => cell.locator('[data-tone]').innerText(),
      expect.stringMatching(/^S·m\s+8–12\s+14–18$/),
    );
    await expectSoon(() => cell.locator('[data-tone] svg').count(), 2);
    await entry.tap();
    const dialog = page.getByRole('dialog', { name: formatLongDay(dayOf(9)) });
    await expectVisible(dialog.getByText('08:00–12:00 e 14:00–18:00 · 8 ore'));
    await press(dialog, 'Chiudi');
    // the step back that closing makes has come
    await expectSoon(() => page.evaluate(() => JSON.stringify(history.state).includes('covers')), false);

    // holidays stand in it too, filled or not
    await page.goto('/calendar?month=2027-06');
    await expectVisible(agenda.getByText('Festa della Repubblica', { exact: true }));
    const listed = agenda.getByRole('listitem');
    await expectSoon(() => listed.count(), 1);
  });
});

test('of the present month the days gone by fold away', async () => {
  const { page } = await stage.phone();
  await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
  await goBy(page, 'Calendario');
  const stored = await storedShifts(page, `${thisMonth}-01`, addDays(`${nextMonth}-01`, -1));
  const listed = daysOf({ from: `${thisMonth}-01`, to: addDays(`${nextMonth}-01`, -1) }).filter(
    (day) => holidayName(day) !== null || stored.some(({ date }) => date === day),
  );
  const gone = listed.filter((day) => day < today());
  const agenda = page.getByRole('region', { name: 'Giorno per giorno' });
  await expectSoon(() => agenda.locator('li:visible').count(), listed.length - gone.length);
  const fold = agenda.getByText(`Giorni passati (${gone.length})`, { exact: true });
  await expectSoon(() => fold.count(), gone.length > 0 ? 1 : 0);
  if (gone.length > 0) await fold.tap();
  await expectSoon(() => agenda.locator('li:visible').count(), listed.length);
});

describe('the months on both sides', () => {
  test('are there before they are asked for', async () => {
    const { page } = await stage.desktop();
    await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
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
    await expectSoon(() => [...asked], [far, addMonths(far, 1), addMonths(far, -1)].map(spanOf));
    // with the line down, the next page is rendered all the same, at once and full
    await page.goto(`/calendar?month=${addMonths(thisMonth, -1)}`);
    await expectSoon(() => asked.has(spanOf(thisMonth)), true);
    await page.waitForLoadState('networkidle');
    await page.route('**/api/calendar/shifts*', () => undefined);
    await press(calendar(page), 'Mese successivo');
    await expectVisible(monthHeading(calendar(page), thisMonth));
    await expectSoon(() => calendar(page).getByRole('grid').getAttribute('aria-busy'), 'false');
    const filled = calendar(page).getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ });
    await expectSoon(async () => (await filled.count()) > 15, true);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('the dashboard', () => {
  test('leads on: to the form, to the exchanges, to the very request that waits', async () => {
    const { page } = await stage.phone();
    await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
    const cards = page.getByRole('navigation', { name: 'Vai a' });
    await cards.getByRole('link', { name: /^Aggiungi turni/ }).tap();
    await expectVisible(heading(page, 'Aggiungi Turno'));
    await expectSoon(() => addressOf(page), '/shifts/new');
    await page.goto('/');
    // of the demo: Marco would take a shift of Giulia's
    const waiting = page.getByRole('region', { name: 'Tocca a te' });
    await expectVisible(waiting.getByText(/^Marco Bianchi accetta il tuo turno di \S+ \d+ \S+$/));
    const text = await waiting.innerText();
    const look = waiting.getByRole('link', { name: /^Vedi per/ });
    await expectSoon(
      () => look.getAttribute('href'),
      expect.stringMatching(/^\/exchanges\?highlight=[\da-f-]{36}$/),
    );
    await look.tap();
    await expectVisible(heading(page, 'Scambi'));
    const day = daysAhead().find((one) => text.includes(formatMediumDay(one))) ?? '';
    const request = card(page, 'La tua richiesta', day);
    await expectSoon(() => request.evaluate((element) => element === document.activeElement), true);
    await expectSoon(() => addressOf(page), '/exchanges?tab=pre-accettati');
  });

  /** The days on which the demo has entries. */
  const daysAhead = (): Day[] => Array.from({ length: 43 }, (_, days) => addDays(today(), days));

  test('has two tabs, which the address keeps', async () => {
    const { page } = await stage.desktop();
    await signIn(page, stage.server.signInOf('Sara'), 'Sara');
    const tabs = page.getByRole('tablist', { name: 'I miei turni' }).getByRole('tab');
    await expectSoon(() => tabs.allInnerTexts(), ['Il Mio Calendario', 'Scambi Completati (1)']);
    await tabs.nth(1).click();
    await expectVisible(page.getByRole('article').filter({ hasText: 'Giulia Ferri' }));
    await expectSoon(() => addressOf(page), '/?tab=scambi');
    await page.reload();
    await expectVisible(page.getByRole('article').filter({ hasText: 'Giulia Ferri' }));
    await tabs.nth(0).click();
    await expectVisible(calendar(page).getByRole('grid'));
  });
});

describe('what fails in a dialog', () => {
  test('is told once, above it, and what was typed stays', async () => {
    const { page } = await stage.phone();
    await enterAsNewcomer(page, stage.server);
    await storeShift(page, { date: dayOf(9), workLocation: 'ferie' });
    await storeShift(page, { date: dayOf(10), workLocation: 'malattia' });
    await openCalendar(page, nextMonth);
    await dayCell(page, dayOf(9), 'ferie').click();
    await press(page.getByRole('dialog'), 'Modifica');
    const dialog = page.getByRole('dialog', { name: 'Modifica giornata' });
    await dialog.getByLabel('Data', { exact: true }).fill(formatShortDay(dayOf(10)));
    await press(dialog, 'Salva');
    const failure = toast(page, 'Errore di validazione', 'Hai già un turno in questa data');
    await expectVisible(failure);
    // said once
    await expectNone(dialog.getByText('Hai già un turno in questa data'));
    // the toast lies above the dialog, and closing it leaves the dialog open
    await failure.getByRole('button', { name: 'Chiudi' }).tap();
    await expectGone(failure);
    await expectSoon(
      () => dialog.getByLabel('Data', { exact: true }).inputValue(),
      formatShortDay(dayOf(10)),
    );
    await dialog.getByLabel('Data', { exact: true }).fill(formatShortDay(dayOf(11)));
    await press(dialog, 'Salva');
    await expectVisible(toast(page, 'Turno aggiornato!'));
    await expectVisible(dayCell(page, dayOf(11), 'ferie'));
  });
});
