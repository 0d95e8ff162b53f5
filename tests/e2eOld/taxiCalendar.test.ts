import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  type Day,
  daysOf,
  formatLongDay,
  formatMediumDay,
  saturdayWeekOf,
} from '../../src/domain/calendar/day.ts';
import { addMonths, monthOf } from '../../src/domain/calendar/month.ts';
import { formatWeek } from '../../src/domain/calendar/weekNames.ts';
import { violationsOf } from './axe.ts';
import { calendar, dayCell, dayPicker, fillShifts, freeDay, openCalendar, today } from './calendar.ts';
import { pressOn } from './keyboard.ts';
import { enterAsNewcomer, storedShifts, storeShift } from './newcomer.ts';
import { expectGone, expectNone, expectSoon, expectVisible, goBy, press, toast } from './screens.ts';
import { setStage } from './stage.ts';
import { countTaps } from './taps.ts';

const stage = setStage();
const month = addMonths(monthOf(today()), 1);
/** The first Saturday-Friday week that lies in next month with all its days. */
const week = saturdayWeekOf(`${month}-07`);
const days = daysOf(week);
const [saturday, sunday, monday] = days as [Day, Day, Day];
const friday = week.to;

const seminotte = { workLocation: 'sede', startTime: '20:00', endTime: '03:00' } as const;
const mattina = { workLocation: 'sede', startTime: '06:00', endTime: '13:00' } as const;

async function enter(size: 'phone' | 'desktop'): Promise<Page> {
  const { page } = await stage[size]();
  await enterAsNewcomer(page, stage.server, { variant: 'taxi' });
  return page;
}

/** The button that takes the week. */
const weekButton = (page: Page, says: string): Locator =>
  page.getByRole('button', {
    name: new RegExp(`^Settimana ${formatWeek(week)} ?, ${says}$`),
  });

describe('a working week', () => {
  test('is entered in one go, and its rest days in another', async () => {
    const page = await enter('phone');
    const created: Day[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/shifts')) {
        created.push((request.postDataJSON() as { date: Day }).date);
      }
    });
    await goBy(page, 'Aggiungi');
    const count = await countTaps(page);
    await page.getByRole('radio', { name: 'Pomeriggio 13:00–20:00' }).tap();
    await dayPicker(page).getByRole('button', { name: 'Mese successivo', exact: true }).tap();
    await weekButton(page, '7 giorni vuoti').tap();
    for (const day of days.slice(5)) await freeDay(page, day).tap();
    await press(page, 'Aggiungi 5 giornate');
    await expectVisible(toast(page, '5 giornate aggiunte!'));
    expect(count).toEqual({ taps: 6, submits: 1 });
    expect(created).toEqual(days.slice(0, 5));

    // what is left of the week is what the shortcut now takes
    await page.getByRole('radio', { name: 'Riposo' }).tap();
    await weekButton(page, '2 giorni vuoti ?, Pomeriggio').tap();
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Aggiungi 2 giornate');
    await expectVisible(toast(page, '2 giornate aggiunte!'));
    await expectSoon(() => weekButton(page, 'già piena ?, Pomeriggio').isDisabled(), true);
    const stored = await storedShifts(page, week.from, week.to);
    expect(stored.map(({ date, workLocation, shiftType }) => [date, shiftType ?? workLocation])).toEqual(
      days.map((day, at) => [day, at < 5 ? 'pomeriggio' : 'libero']),
    );
  });

  test('is taken and given back with one press, filled days left out, by keyboard too', async () => {
    const page = await enter('desktop');
    await storeShift(page, { date: sunday, workLocation: 'ferie' });
    await goBy(page, 'Aggiungi');
    await pressOn(page, page.getByRole('radio', { name: 'Mattina 06:00–13:00' }), { key: 'Space' });
    await pressOn(page, dayPicker(page).getByRole('button', { name: 'Mese successivo', exact: true }));
    const button = weekButton(page, '6 giorni vuoti');
    await pressOn(page, button);
    await expectSoon(() => button.getAttribute('aria-pressed'), 'true');
    const chosen = dayPicker(page).locator('[role=gridcell][aria-selected=true]');
    await expectSoon(() => chosen.count(), 6);
    await page.keyboard.press('Space');
    await expectSoon(() => chosen.count(), 0);
    await page.keyboard.press('Space');
    await freeDay(page, monday).click();
    // a week that is not whole any more is offered again
    await expectSoon(() => button.getAttribute('aria-pressed'), 'false');
    await pressOn(page, page.getByRole('button', { name: 'Aggiungi 5 giornate' }));
    await expectVisible(toast(page, '5 giornate aggiunte!'));
  });

  test('has one named shift: another is refused when added, copied or edited, in words of its own', async () => {
    const page = await enter('phone');
    for (const date of [saturday, friday]) await storeShift(page, { ...seminotte, date });
    const mixed = /Incompatibilità turni nella settimana lavorativa: da sabato .* lavori di SEMINOTTE/;
    const title = 'Taxi Roma - Settimana Lavorativa';

    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days: [monday], kind: 'Mattina 06:00–13:00' });
    await expectVisible(page.getByText(mixed));
    await press(page, 'Aggiungi giornata');
    // what the form finds stands there, once; toasts are for what the server refuses
    await expectVisible(page.getByText(mixed));
    await expectNone(toast(page, title));
    expect(await storedShifts(page, monday, monday)).toEqual([]);
    // the week before is another one
    await press(page, 'Togli questo giorno');
    await freeDay(page, addDays(saturday, -1)).tap();
    await press(page, 'Aggiungi giornata');
    await expectVisible(toast(page, 'Giornata aggiunta!'));

    // from a day of that week, its shift is chosen already
    await openCalendar(page, month);
    await dayCell(page, monday, 'nessun turno').tap();
    const chosen = page.getByRole('radio', { name: 'Seminotte 20:00–03:00' });
    await expectSoon(() => chosen.isChecked(), true);
    await press(page, 'Aggiungi giornata');
    await expectVisible(dayCell(page, monday, 'seminotte 20:00–03:00 (+1)'));

    await dayCell(page, saturday, 'seminotte 20:00–03:00 (+1)').tap();
    await press(page.getByRole('dialog'), 'Modifica');
    const form = page.getByRole('dialog', { name: 'Modifica giornata' });
    await form.getByRole('radio', { name: 'Notte 03:00–10:00', exact: true }).check();
    await expectVisible(form.getByText(mixed));
    await press(form, 'Salva');
    // refused by the server
    await expectVisible(toast(page, title).filter({ hasText: mixed }));
    // told once
    await expectNone(form.getByRole('alert').filter({ hasText: mixed }));
    expect(await violationsOf(page)).toEqual([]);
    // a driver who falls ill is no longer bound by it
    await form.getByRole('radio', { name: 'Malattia' }).check();
    await press(form, 'Salva');
    await expectVisible(toast(page, 'Turno aggiornato!'));
    await expectVisible(dayCell(page, saturday, 'malattia'));
  });
});

describe('a shift over midnight', () => {
  test('says on which day it ends wherever it stands', async () => {
    const page = await enter('phone');
    const tomorrow = addDays(today(), 1);
    const afterwards = addDays(today(), 2);
    await storeShift(page, { ...seminotte, date: tomorrow, notes: 'Turno lungo' });
    const times = '20:00–03:00 (+1)';
    await page.goto('/');
    await expectVisible(page.getByText(/^domani, \S+ì? \d+/).first());
    await expectVisible(page.getByText(`seminotte ${times}`, { exact: true }).first());
    const legend = page.getByRole('list', { name: 'Legenda' });
    await expectVisible(legend.getByText('+1 finisce il giorno dopo'));
    await expectVisible(legend.getByText('la settimana comincia di sabato'));

    await openCalendar(page, monthOf(tomorrow));
    const cell = dayCell(page, tomorrow, `seminotte ${times}, con note`);
    expect((await cell.locator('[data-tone]').innerText()).split(/\s+/)).toEqual(['S', '+1', '20–3']);
    const until = `20:00–03:00 di ${formatMediumDay(afterwards)}`;
    const agenda = page.getByRole('region', { name: 'Giorno per giorno' });
    await expectVisible(agenda.getByText(until, { exact: true }));
    await cell.tap();
    const dialog = page.getByRole('dialog', { name: formatLongDay(tomorrow) });
    await expectVisible(dialog.getByText(`${until} · 7 ore`, { exact: true }));
    await press(dialog, 'Duplica');
    const copies = page.getByRole('dialog', { name: 'Duplica la giornata' });
    await expectVisible(copies.getByText(`seminotte ${times}`, { exact: true }));
    await expectSoon(() => copies.getByRole('checkbox').count(), 15);
    expect(await violationsOf(page)).toEqual([]);
    await press(copies, 'Annulla');
    await press(dialog, 'Chiudi');
    // on paper the same as on the screen
    await page.emulateMedia({ media: 'print' });
    expect((await cell.locator('[data-tone]').innerText()).split(/\s+/)).toEqual([
      'S',
      'Seminotte',
      '+1',
      '20:00–03:00',
    ]);
  });

  test('leaves the early hours of the next day to the next shift', async () => {
    const page = await enter('desktop');
    // SEMINOTTE of Friday ends as NOTTE of Saturday begins: two weeks, two shifts
    await storeShift(page, { ...seminotte, date: friday });
    await storeShift(page, {
      workLocation: 'sede',
      startTime: '03:00',
      endTime: '10:00',
      date: addDays(friday, 1),
    });
    await openCalendar(page, month);
    await expectVisible(dayCell(page, friday, 'seminotte 20:00–03:00 (+1)'));
    await expectVisible(dayCell(page, addDays(friday, 1), 'notte 03:00–10:00'));
  });
});

describe('a driver', () => {
  test('finds the way to swap holidays on a day of them, until their week has begun', async () => {
    const page = await enter('phone');
    for (const date of [saturday, today()]) await storeShift(page, { date, workLocation: 'ferie' });
    await openCalendar(page, month);
    await dayCell(page, saturday, 'ferie').tap();
    const dialog = page.getByRole('dialog', { name: formatLongDay(saturday) });
    await expectVisible(dialog.getByText('Preferisci un’altra settimana?', { exact: true }));
    expect(await violationsOf(page)).toEqual([]);
    await press(dialog, 'Scambia Ferie');
    const swap = page.getByRole('dialog', { name: 'Scambia Ferie' });
    await expectVisible(swap);
    await page.keyboard.press('Escape');
    await expectGone(swap);
    await expectVisible(dialog);
    await press(dialog, 'Chiudi');
    await press(calendar(page), 'Oggi');
    await dayCell(page, today(), 'ferie').tap();
    await expectVisible(page.getByRole('dialog').getByRole('button', { name: 'Modifica' }));
    await expectNone(page.getByRole('button', { name: 'Scambia Ferie' }));
  });

  test('chooses from what drivers work, and nothing is counted', async () => {
    const page = await enter('desktop');
    await storeShift(page, { ...mattina, date: today() });
    const entries = page.getByRole('list', { name: 'Legenda' }).getByRole('listitem');
    const kinds = async (): Promise<string[]> =>
      (await entries.allTextContents()).slice(0, 7).map((text) => text.replace(/^(?:Ma(?=M)|[A-Z])/, ''));
    await expectSoon(kinds, 'Mattina Pomeriggio Seminotte Notte Ferie Riposo Malattia'.split(' '));
    await expectVisible(dayCell(page, today(), 'mattina 06:00–13:00'));
    await expectNone(page.getByText(/^Le mie ore/));
    await expectVisible(page.getByRole('navigation', { name: 'Vai a' }));
    await expectNone(page.getByRole('link', { name: /Operazioni/ }));
    await goBy(page, 'Calendario');
    await expectVisible(dayCell(page, today(), 'mattina 06:00–13:00'));
    await expectNone(calendar(page).getByRole('definition'));

    await goBy(page, 'Aggiungi');
    const shifts = page.getByRole('group', { name: 'Turno' }).getByRole('radio');
    await expectSoon(() => shifts.count(), 6);
    await page.getByRole('radio', { name: 'Seminotte 20:00–03:00' }).check();
    await expectNone(page.getByLabel('Inizio', { exact: true }));
    await expectNone(page.getByRole('checkbox', { name: 'Turno spezzato' }));
    await expectNone(page.getByRole('button', { name: 'Tutti i feriali vuoti' }));
    await expectGone(page.getByText('Errore di validazione'));
  });
});
