import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Day, formatLongDay, mondayWeekOf } from '../../src/domain/calendar/day.ts';
import { addMonths, formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import {
  calendar,
  dayCell,
  dayPicker,
  deleteEntry,
  fillShifts,
  freeDay,
  freeMonth,
  openCalendar,
  openDemoSwap,
  said,
  today,
  turnTo,
} from './calendar.ts';
import { isFocused, tabInto } from './keyboard.ts';
import { storedShifts, storeShift } from './newcomer.ts';
import {
  addressOf,
  closeToast,
  expectGone,
  expectNone,
  expectNoToast,
  expectSoon,
  expectVisible,
  goBy,
  heading,
  isFull,
  navigation,
  press,
  signIn,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';
import { pressTwice } from './taps.ts';
import { holdTimers } from './timers.ts';

const stage = setStage();
const month = freeMonth();
const dayOf = (number: number): Day => `${month}-${String(number).padStart(2, '0')}`;

async function enter(size: 'phone' | 'desktop', firstName: string): Promise<Page> {
  const { page } = await stage[size]();
  await signIn(page, stage.server.signInOf(firstName), firstName);
  return page;
}

const monthHeading = (page: Page, shown: string) =>
  calendar(page).getByRole('heading', { name: formatMonth(shown), exact: true });

/** The day on which the keyboard stands, as a screen reader says it; '' outside the grid. */
async function focusedDay(page: Page): Promise<string> {
  const focused = calendar(page).getByRole('grid').locator('*:focus');
  if ((await focused.count()) === 0) return '';
  return /"(\S+ \d+ \S+ \d{4}),/.exec(await focused.ariaSnapshot())?.[1] ?? '';
}

describe('the calendar', () => {
  test('turns its months by buttons and by address, and Oggi leads back', async () => {
    const page = await enter('phone', 'Giulia');
    await goBy(page, 'Calendario');
    const now = monthOf(today());
    await expectVisible(monthHeading(page, now));
    await expectSoon(() => calendar(page).getByRole('gridcell').count(), 42);
    await expectSoon(
      () => calendar(page).getByRole('columnheader').allTextContents(),
      'lun mar mer gio ven sab dom'.split(' '),
    );
    await press(calendar(page), 'Mese successivo');
    await press(calendar(page), 'Mese successivo');
    await expectVisible(monthHeading(page, addMonths(now, 2)));
    await expectSoon(() => addressOf(page), `/calendar?month=${addMonths(now, 2)}`);
    await press(calendar(page), 'Oggi');
    await expectVisible(monthHeading(page, now));
    await press(calendar(page), 'Mese precedente');
    await expectVisible(monthHeading(page, addMonths(now, -1)));
    await page.reload();
    await expectVisible(monthHeading(page, addMonths(now, -1)));

    for (const [shown, holiday] of [
      ['2027-12', 'sabato 25 dicembre 2027, Natale, nessun turno'],
      ['2027-10', 'lunedì 4 ottobre 2027, San Francesco, nessun turno'],
      ['2027-03', 'lunedì 29 marzo 2027, Lunedì dell’Angelo, nessun turno'],
    ] as const) {
      await page.goto(`/calendar?month=${shown}`);
      await expectVisible(calendar(page).getByRole('gridcell', { name: holiday, exact: true }));
    }
    await page.goto('/calendar?month=febbraio');
    await expectVisible(monthHeading(page, now));
  });

  test('goes from a month to a week of it and back', async () => {
    const page = await enter('phone', 'Giulia');
    // it begins on a Friday
    await page.goto('/calendar?month=2027-01');
    await expectVisible(monthHeading(page, '2027-01'));
    await press(page, 'Settimana');
    await expectVisible(
      page.getByRole('list', {
        name: 'Turni della settimana lunedì 28 dicembre 2026 – domenica 3 gennaio 2027',
      }),
    );
    await press(page, 'Mese');
    await expectVisible(monthHeading(page, '2027-01'));
    await press(calendar(page), 'Oggi');
    await press(page, 'Settimana');
    const { from } = mondayWeekOf(today());
    await expectVisible(
      calendar(page)
        .getByRole('listitem')
        .and(page.locator(`[data-day="${from}"]`)),
    );
    await press(page, 'Mese');
    await expectVisible(monthHeading(page, monthOf(today())));
  });

  test('leads from empty days to the form, from past ones nowhere', async () => {
    const page = await enter('desktop', 'Giulia');
    await openCalendar(page, month);
    await dayCell(page, dayOf(3), 'nessun turno').click();
    await expectVisible(heading(page, 'Aggiungi Turno'));
    await expectSoon(() => addressOf(page), `/shifts/new?date=${dayOf(3)}`);
    await expectSoon(() => freeDay(page, dayOf(3)).getAttribute('aria-selected'), 'true');
    await page.getByRole('link', { name: 'Calendario' }).first().click();

    const lastYear = addMonths(monthOf(today()), -12);
    await page.goto(`/calendar?month=${lastYear}`);
    const past = dayCell(page, `${lastYear}-15`, 'nessun turno');
    await past.click();
    await past.press('Enter');
    await expectNone(past.getByRole('link'));
    await expectSoon(() => addressOf(page), `/calendar?month=${lastYear}`);
    await expectNone(page.getByRole('dialog'));
  });
});

describe('the keyboard on the grid', () => {
  test('has one stop and moves by day, week and month', async () => {
    const page = await enter('desktop', 'Elena');
    // a month that begins on a Sunday, long after today
    await page.goto('/calendar?month=2090-01');
    await expectVisible(dayCell(page, '2090-01-02', 'nessun turno'));
    await calendar(page).getByRole('button', { name: 'Oggi', exact: true }).focus();
    await tabInto(page, calendar(page).getByRole('grid'));
    await expectSoon(() => focusedDay(page), 'domenica 1 gennaio 2090');
    await page.keyboard.press('Tab');
    await expectSoon(() => focusedDay(page), '');
    await page.keyboard.press('Shift+Tab');
    for (const [key, day] of [
      ['ArrowRight', '2090-01-02'],
      ['ArrowDown', '2090-01-09'],
      ['ArrowLeft', '2090-01-08'],
      ['ArrowUp', '2090-01-01'],
      ['ArrowUp', '2089-12-25'],
      ['ArrowDown', '2090-01-01'],
      ['Home', '2089-12-26'],
      ['End', '2090-01-01'],
      ['PageDown', '2090-02-01'],
      ['ArrowLeft', '2090-01-31'],
      ['PageDown', '2090-02-28'],
      ['PageUp', '2090-01-28'],
    ] as const) {
      await page.keyboard.press(key);
      await expectSoon(() => focusedDay(page), formatLongDay(day));
      await expectVisible(monthHeading(page, monthOf(day)));
    }
    // too far ahead for an entry
    await page.keyboard.press('Enter');
    await expectSoon(() => addressOf(page), '/calendar?month=2090-01');
    await expectNone(calendar(page).getByRole('grid').getByRole('link'));
    const near = dayOf(17);
    await openCalendar(page, month);
    await dayCell(page, near, 'nessun turno').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expectSoon(() => addressOf(page), `/shifts/new?date=${near}`);
  });

  test('opens an entry and stands on its day again afterwards', async () => {
    const page = await enter('desktop', 'Elena');
    const day = dayOf(14);
    await storeShift(page, { date: day, workLocation: 'sede', startTime: '09:00', endTime: '17:00' });
    await openCalendar(page, month);
    await dayCell(page, day, 'sede 09:00–17:00').getByRole('button').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: formatLongDay(day) });
    await expectSoon(() => dialog.evaluate((element) => element.contains(document.activeElement)), true);
    await page.keyboard.press('Escape');
    await expectGone(dialog);
    await expectSoon(() => focusedDay(page), formatLongDay(day));
    await page.keyboard.press('Enter');
    await deleteEntry(page, 'Cancella il turno');
    await expectVisible(dayCell(page, day, 'nessun turno'));
    await expectSoon(() => focusedDay(page), formatLongDay(day));
  });
});

describe('an entry', () => {
  test('is looked at, changed, deleted, taken back and deleted again, on a phone', async () => {
    const page = await enter('phone', 'Sara');
    await holdTimers(page);
    const day = dayOf(5);
    const shift = { date: day, workLocation: 'sede', startTime: '07:30', endTime: '15:30' } as const;
    await storeShift(page, { ...shift, notes: 'Portare il badge' });
    await openCalendar(page, month);
    await dayCell(page, day, 'sede 07:30–15:30, con note').click();
    const details = page.getByRole('dialog', { name: formatLongDay(day) });
    await expectVisible(details.getByText('07:30–15:30 · 8 ore'));
    await expectVisible(details.getByText('Portare il badge', { exact: true }));
    await press(details, 'Modifica');
    const form = page.getByRole('dialog', { name: 'Modifica giornata' });
    await form.getByRole('radio', { name: 'Smart working' }).check();
    await form.getByLabel('Inizio', { exact: true }).selectOption('00:00');
    await form.getByLabel('Fine', { exact: true }).selectOption('08:15');
    let asked = 0;
    page.on('request', (request) => (asked += request.method() === 'PATCH' ? 1 : 0));
    await press(form, 'Salva');
    const tooLong = 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 8 ore e 15 minuti.';
    await expectVisible(form.getByText(tooLong, { exact: true }));
    // the form applies the rule itself: it leads to the field and asks nobody
    await expectSoon(() => isFocused(form.getByLabel('Fine', { exact: true })), true);
    expect(asked).toBe(0);
    await expectNoToast(page);
    await form.getByLabel('Fine', { exact: true }).selectOption('08:00');
    await press(form, 'Salva');
    await expectVisible(toast(page, 'Turno aggiornato!'));
    await expectGone(form);
    const changed = dayCell(page, day, 'smart working 00:00–08:00, con note');
    await changed.click();
    await deleteEntry(page, 'Cancella il turno');
    await expectVisible(dayCell(page, day, 'nessun turno'));
    await press(toast(page, 'Turno cancellato!'), 'Annulla');
    // it lies over days, and time stands still
    await closeToast(page, 'Il turno è tornato');
    await changed.click();
    await deleteEntry(page, 'Cancella il turno');
    await expectVisible(toast(page, 'Turno cancellato!'));
    await expectVisible(dayCell(page, day, 'nessun turno'));
  });

  test.each(['phone', 'desktop'] as const)(
    'is not deleted by a double press of Cancella, which meets the way back: %s',
    async (size) => {
      const page = await enter(size, 'Sara');
      const day = dayOf(size === 'phone' ? 7 : 9);
      await storeShift(page, { date: day, workLocation: 'ferie' });
      await openCalendar(page, month);
      await dayCell(page, day, 'ferie').click();
      const remove = page.getByRole('dialog').getByRole('button', { name: 'Cancella', exact: true });
      await pressTwice(page, remove, 'Lascia com’è');
      await expectGone(page.getByRole('alertdialog'));
      expect(await storedShifts(page, day, day)).toHaveLength(1);
      await deleteEntry(page, 'Cancella la giornata');
      await expectVisible(dayCell(page, day, 'nessun turno'));
    },
  );

  test('is deleted by a button that lies, on a phone, where no button of the page does: over the navigation bar', async () => {
    const page = await enter('phone', 'Sara');
    const day = dayOf(6);
    await storeShift(page, { date: day, workLocation: 'ferie' });
    await openCalendar(page, month);
    const bar = await navigation(page).boundingBox();
    await dayCell(page, day, 'ferie').click();
    await press(page.getByRole('dialog'), 'Cancella');
    const confirm = page.getByRole('button', { name: 'Cancella la giornata' });
    await expectSoon(async () => ((await confirm.boundingBox())?.y ?? 0) >= (bar?.y ?? Infinity), true);
  });

  test('has its buttons below each other where their words need it', async () => {
    const page = await enter('phone', 'Sara');
    const day = dayOf(8);
    await storeShift(page, { date: day, workLocation: 'ferie' });
    await openCalendar(page, month);
    await dayCell(page, day, 'ferie').click();
    const buttons = page.getByRole('dialog').getByRole('button', { name: /^(Modifica|Duplica|Cancella)$/ });
    const look = () =>
      buttons.evaluateAll((all) => ({
        isOneLine: new Set(all.map((button) => button.getBoundingClientRect().top)).size === 1,
        lines: all.map((button) => {
          const words = document.createRange();
          words.selectNodeContents(button);
          return new Set([...words.getClientRects()].map(({ top }) => top)).size;
        }),
      }));
    await expectSoon(look, { isOneLine: true, lines: [1, 1, 1] });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectSoon(look, { isOneLine: false, lines: [1, 1, 1] });
  });

  test('loses its times with ferie, and its hours when split', async () => {
    const page = await enter('desktop', 'Sara');
    await goBy(page, 'Aggiungi');
    await page.getByRole('radio', { name: 'Sede' }).check();
    const start = page.getByLabel('Inizio', { exact: true });
    await start.selectOption('08:00');
    await expectSoon(() => page.getByLabel('Fine', { exact: true }).inputValue(), '16:00');
    await expectSoon(() => start.getByRole('option').count(), 96);
    await page.getByRole('checkbox', { name: 'Turno spezzato' }).check();
    await page.getByLabel('Fine', { exact: true }).selectOption('12:00');
    await page.getByLabel('Seconda parte, inizio').selectOption('14:00');
    await page.getByLabel('Seconda parte, fine').selectOption('18:00');
    await expectVisible(page.getByText('Dura 8 ore', { exact: true }));
    await page.getByRole('radio', { name: 'Ferie' }).check();
    await expectGone(start);
    await page.getByRole('radio', { name: 'Sede' }).check();
    await expectSoon(() => start.inputValue(), '');
  });

  test('of the past can be read, not changed', async () => {
    const page = await enter('phone', 'Sara');
    await goBy(page, 'Calendario');
    await turnTo(calendar(page), addMonths(monthOf(today()), -1));
    const worked = calendar(page).getByRole('gridcell', { name: /(sede|smart working) \d\d:\d\d–/ });
    await worked.first().click();
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('Non puoi modificare o cancellare turni passati.'));
    await expectNone(dialog.getByRole('button', { name: /Scambia|Modifica|Cancella/ }));
    await press(dialog, 'Chiudi');
    await expectGone(dialog);
  });

  test('that was swapped takes other notes without a question, and stays marked', async () => {
    const page = await enter('phone', 'Giulia');
    await (await openDemoSwap(page)).click();
    const dialog = page.getByRole('dialog');
    await press(dialog, 'Modifica');
    await page.getByLabel('Note').fill('Porta le chiavi');
    await press(page, 'Salva');
    await expectVisible(toast(page, 'Turno aggiornato!'));
    await expectGone(dialog);
    await calendar(page)
      .getByRole('gridcell', { name: /scambiato con .*con note/ })
      .click();
    await expectVisible(dialog.getByText('Turno scambiato', { exact: true }));
    await expectVisible(dialog.getByText('Porta le chiavi', { exact: true }));
  });

  test.each([
    { who: 'Giulia', partner: 'Sara Conti', action: 'Modifica' },
    { who: 'Sara', partner: 'Giulia Ferri', action: 'Cancella' },
  ])('that was swapped asks again: $action', async ({ who, partner, action }) => {
    const page = await enter('phone', who);
    const swapped = await openDemoSwap(page);
    const [, day = ''] = /"([^"]+), [^,"]+, scambiato/.exec(await swapped.ariaSnapshot()) ?? [];
    await swapped.click();
    const isEdit = action === 'Modifica';
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('Turno scambiato', { exact: true }));
    await press(dialog, action);
    if (isEdit) {
      await page.getByRole('radio', { name: 'Ferie' }).check();
      await page.getByLabel('Note').fill('Cambiato a voce');
      await press(page, 'Salva');
    }
    const question = page.getByRole('alertdialog', { name: 'Turno Protetto da Scambio' });
    await expectVisible(question.getByText(partner, { exact: true }));
    // to leave it is the main button, the one that stands out
    await expectSoon(() => isFull(question.getByRole('button', { name: 'Lascia com’è' })), true);
    await expectSoon(() => isFull(question.getByRole('button', { name: `${action} lo stesso` })), false);
    await press(question, `${action} lo stesso`);
    await expectVisible(toast(page, isEdit ? 'Turno aggiornato!' : 'Turno cancellato!'));
    const now = `${day}, ${isEdit ? 'ferie, con note' : 'nessun turno'}`;
    await expectVisible(calendar(page).getByRole('gridcell', { name: now, exact: true }));
  });
});

describe('the add form', () => {
  test('says what is missing and keeps what was typed', async () => {
    const page = await enter('phone', 'Elena');
    await goBy(page, 'Aggiungi');
    const notes = page.getByLabel('Note');
    await notes.fill('Portare le chiavi');
    await press(page, 'Aggiungi giornata');
    await expectVisible(page.getByText('Data e tipo di giornata sono obbligatori', { exact: true }));
    // each is said once, at its field
    await expectSoon(() => page.locator('[id$="-error"]').count(), 1);
    await page.getByRole('radio', { name: 'Sede' }).check();
    await expectVisible(page.getByText('Scegli almeno un giorno', { exact: true }));
    const times = 'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede';
    await expectVisible(page.getByText(times, { exact: true }));
    await fillShifts(page, { days: [dayOf(16)], kind: 'Sede' });
    await press(page, 'Aggiungi giornata');
    await expectSoon(() => page.locator('[id$="-error"]').allInnerTexts(), [times]);
    for (const time of ['Inizio', 'Fine'])
      await expectVisible(page.locator('[aria-invalid="true"]').and(page.getByLabel(time, { exact: true })));
    await expectNoToast(page);
    await page.getByLabel('Inizio', { exact: true }).selectOption('22:00');
    await page.getByLabel('Fine', { exact: true }).selectOption('06:00');
    await press(page, 'Aggiungi giornata');
    const backwards = "L'orario di fine deve essere successivo all'orario di inizio";
    await expectVisible(page.getByText(backwards, { exact: true }));
    await page.getByLabel('Fine', { exact: true }).selectOption('23:45');
    await press(page, 'Aggiungi giornata');
    const short = 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 1 ora e 45 minuti.';
    await expectVisible(page.getByText(short, { exact: true }));
    await expectNoToast(page);
    await expectSoon(() => notes.inputValue(), 'Portare le chiavi');
    await expectSoon(() => page.getByRole('radio', { name: 'Sede' }).isChecked(), true);
    await expectSoon(() => freeDay(page, dayOf(16)).getAttribute('aria-selected'), 'true');
    const past = addMonths(monthOf(today()), -3);
    await turnTo(dayPicker(page), past, month);
    const closed = 'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.';
    const pastDay = dayPicker(page).getByRole('gridcell', {
      name: new RegExp(`^${formatLongDay(`${past}-15`)}, (.+, )?${closed}$`),
    });
    await expectSoon(() => pastDay.getAttribute('aria-disabled'), 'true');
  });

  test('keeps a day that was taken meanwhile, with everything else, and says why', async () => {
    const phone = await enter('phone', 'Elena');
    const days = [dayOf(20), dayOf(21)];
    await goBy(phone, 'Aggiungi');
    await fillShifts(phone, { days, kind: 'Smart working', start: '10:00', notes: 'Da casa' });
    await storeShift(phone, { date: dayOf(20), workLocation: 'ferie' });
    await expectVisible(phone.getByText(`${said(dayOf(20))}: Hai già un turno in questa data: ferie.`));
    await press(phone, 'Aggiungi 2 giornate');
    const modal = phone.getByRole('alertdialog', { name: "Errore nell'aggiunta del turno" });
    await expectVisible(modal.getByText('Hai già un turno in questa data', { exact: true }));
    await press(modal, 'Ho Capito');
    await expectGone(modal);
    await expectSoon(() => phone.getByLabel('Note').inputValue(), 'Da casa');
    await expectSoon(() => phone.getByLabel('Inizio', { exact: true }).inputValue(), '10:00');
    await openCalendar(phone, month);
    await expectVisible(dayCell(phone, dayOf(20), 'ferie'));
    await expectVisible(dayCell(phone, dayOf(21), 'smart working 10:00–18:00, con note'));
  });

  test('leads back to the calendar where it was opened from a day, and the month counts', async () => {
    const page = await enter('phone', 'Chiara');
    const sede = { workLocation: 'sede', startTime: '08:00', endTime: '14:00' } as const;
    for (const date of [dayOf(4), dayOf(5)]) await storeShift(page, { ...sede, date });
    await openCalendar(page, month);
    await dayCell(page, dayOf(6), 'nessun turno').click();
    await page.getByRole('radio', { name: 'Smart working' }).check();
    await page.getByLabel('Inizio', { exact: true }).selectOption('08:00');
    await press(page, 'Aggiungi giornata');
    await expectVisible(dayCell(page, dayOf(6), 'smart working 08:00–14:00'));
    await expectSoon(() => addressOf(page), `/calendar?month=${month}`);
    await expectSoon(() => calendar(page).getByRole('definition').allTextContents(), ['1', '2', '3']);
  });
});
