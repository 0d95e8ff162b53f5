import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  type Day,
  daysOf,
  formatShortDay,
  mondayWeekOf,
  saturdayWeekOf,
} from '../../src/domain/calendar/day.ts';
import { addMonths, type Month, monthOf } from '../../src/domain/calendar/month.ts';
import { violationsOf } from './axe.ts';
import {
  calendar,
  dayCell,
  dayPicker,
  fillShifts,
  freeDay,
  openCalendar,
  said,
  today,
  turnTo,
} from './calendar.ts';
import { isFocused, pressOn } from './keyboard.ts';
import { enterAsNewcomer, type Newcomer, storedShifts, storeShift } from './newcomer.ts';
import {
  expectGone,
  expectNone,
  expectNoToast,
  expectSoon,
  expectVisible,
  goBy,
  heading,
  inTime,
  navigation,
  press,
  toast,
  willShow,
} from './screens.ts';
import { setStage } from './stage.ts';
import { countTaps } from './taps.ts';

const stage = setStage();
const month = addMonths(monthOf(today()), 1);
const dayOf = (number: number, of: Month = month): Day => `${of}-${String(number).padStart(2, '0')}`;
/** A Wednesday of next month; its week and the one before are in that month. */
const wednesday = addDays(mondayWeekOf(dayOf(15)).from, 2);

async function enter(size: 'phone' | 'desktop', newcomer: Newcomer = {}): Promise<Page> {
  const { page } = await stage[size]();
  await enterAsNewcomer(page, stage.server, newcomer);
  return page;
}

const isChosen = (cell: Locator): Promise<string | null> => cell.getAttribute('aria-selected');

/** The days that are chosen in the form, by their names. */
const chosenDays = (page: Page): Promise<string[]> =>
  dayPicker(page).locator('[role=gridcell][aria-selected=true]').allInnerTexts();

describe('a month of 22 equal shifts on a phone', () => {
  test('takes at most 30 taps, each day picked by itself, and one submit', async () => {
    const page = await enter('phone');
    const days = daysOf({ from: dayOf(1), to: dayOf(28) })
      .filter((day) => mondayWeekOf(day).to !== day)
      .slice(0, 22);
    const created: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/shifts')) {
        created.push((request.postDataJSON() as { date: Day }).date);
      }
    });
    const count = await countTaps(page);

    await navigation(page).getByRole('link', { name: 'Aggiungi', exact: true }).tap();
    await page.getByRole('radio', { name: 'Sede' }).tap();
    const start = page.getByLabel('Inizio', { exact: true });
    await start.tap();
    await start.selectOption('06:00');
    await expectSoon(() => page.getByLabel('Fine', { exact: true }).inputValue(), '14:00');
    await dayPicker(page).getByRole('button', { name: 'Mese successivo', exact: true }).tap();
    for (const day of days) await freeDay(page, day).tap();
    const isUnderWay = willShow(page, 'di 22…');
    await page.getByRole('button', { name: 'Aggiungi 22 giornate', exact: true }).tap();
    expect(await isUnderWay).toBe(true);
    await expectVisible(toast(page, '22 giornate aggiunte!'));

    expect(created).toEqual(days);
    // 22 days, and five to get there: page, kind, list of times, time, month; the last tap is the submit
    expect(count).toEqual({ taps: 22 + 5 + 1, submits: 1 });
    expect(count.taps - 1).toBeLessThanOrEqual(30);
    expect((await storedShifts(page, dayOf(1), dayOf(28))).map(({ date }) => date)).toEqual(days);
    await openCalendar(page, month);
    for (const day of days) await expectVisible(dayCell(page, day, 'sede 06:00–14:00'));
    await expectSoon(() => calendar(page).getByRole('definition').allTextContents(), ['0', '22', '22']);
  });

  test('takes four when they are all its free weekdays', async () => {
    const page = await enter('phone');
    await goBy(page, 'Aggiungi');
    const count = await countTaps(page);
    await page.getByRole('radio', { name: 'Ferie' }).tap();
    await dayPicker(page).getByRole('button', { name: 'Mese successivo', exact: true }).tap();
    await page.getByRole('button', { name: 'Tutti i feriali vuoti', exact: true }).tap();
    const submit = page.getByRole('button', { name: /^Aggiungi \d\d giornate$/ });
    const added = /\d\d/.exec((await submit.textContent()) ?? '')?.[0];
    await submit.tap();
    await expectVisible(toast(page, `${added} giornate aggiunte!`));
    expect(count).toEqual({ taps: 4, submits: 1 });
    expect(Number(added)).toBeGreaterThanOrEqual(18);
  });
});

describe('the form duplicates', () => {
  test('the last chosen day to the free days of its week', async () => {
    const page = await enter('phone');
    await storeShift(page, { date: addDays(wednesday, 1), workLocation: 'libero' });
    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days: [addDays(wednesday, -7), wednesday], kind: 'Sede', start: '08:00' });
    await press(page, 'Duplica su tutta la settimana');
    const week = daysOf(mondayWeekOf(wednesday)).filter((day) => day !== addDays(wednesday, 1));
    const wanted = [addDays(wednesday, -7), ...week].map(said);
    await expectSoon(() => chosenDays(page).then((names) => names.map(withoutNumber)), wanted);
    // each of them can be taken out again
    await freeDay(page, addDays(wednesday, 4)).tap();
    await press(page, 'Aggiungi 6 giornate');
    await expectVisible(toast(page, '6 giornate aggiunte!'));
    const stored = await storedShifts(page, addDays(wednesday, -7), addDays(wednesday, 4));
    expect(stored.filter(({ workLocation }) => workLocation === 'sede').map(({ date }) => date)).toEqual([
      addDays(wednesday, -7),
      ...daysOf({ from: addDays(wednesday, -2), to: wednesday }),
      addDays(wednesday, 2),
      addDays(wednesday, 3),
    ]);
  });

  test('to the next 15 days in the taxi worksite', async () => {
    const page = await enter('desktop', { variant: 'taxi' });
    await goBy(page, 'Aggiungi');
    const first = saturdayWeekOf(wednesday).from;
    await fillShifts(page, { days: [first], kind: 'Seminotte 20:00–03:00' });
    await press(page, 'Duplica sui 15 giorni dopo');
    await press(page, 'Aggiungi 16 giornate');
    await expectVisible(toast(page, '16 giornate aggiunte!'));
    const days = daysOf({ from: first, to: addDays(first, 15) });
    const stored = await storedShifts(page, first, addDays(first, 20));
    expect(stored.map(({ date, shiftType }) => [date, shiftType])).toEqual(
      days.map((day) => [day, 'seminotte']),
    );
  });
});

/** Every height that a dialog has in the page from now on, as often as something comes into it. */
const watchHeights = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const heights = ((globalThis as { heights?: number[] }).heights = [] as number[]);
    new MutationObserver(() => {
      const dialog = document.querySelector<HTMLElement>('[role=dialog]');
      if (dialog) heights.push(dialog.offsetHeight);
    }).observe(document.body, { childList: true, subtree: true });
  });

describe('an opened day', () => {
  test.each([
    ['a shift', { workLocation: 'sede', startTime: '06:00', endTime: '14:00' }, 'sede 06:00–14:00'],
    ['a day off', { workLocation: 'ferie' }, 'ferie'],
  ] as const)('with %s comes in at its height', async (_, entry, says) => {
    const page = await enter('phone');
    await storeShift(page, { ...entry, date: wednesday });
    await openCalendar(page, month);
    await watchHeights(page);
    await dayCell(page, wednesday, says).tap();
    await expectVisible(page.getByRole('dialog').getByRole('button', { name: 'Cancella' }));
    const heights = await page.evaluate(() => (globalThis as { heights?: number[] }).heights ?? []);
    expect(heights.length).toBeGreaterThan(1);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(24);
  });
});

describe('the dialog duplicates', () => {
  const open = async (page: Page, day: Day, says: string): Promise<Locator> => {
    await openCalendar(page, monthOf(day));
    await dayCell(page, day, says).click();
    await press(page.getByRole('dialog'), 'Duplica');
    return page.getByRole('dialog', { name: 'Duplica la giornata' });
  };

  test('to other days of the week, without the notes', async () => {
    const page = await enter('phone');
    const shift = { workLocation: 'smart_working', startTime: '09:00', endTime: '17:00' } as const;
    await storeShift(page, { ...shift, date: wednesday, notes: 'Riunione alle 11' });
    await storeShift(page, { date: addDays(wednesday, -1), workLocation: 'ferie' });
    const dialog = await open(page, wednesday, 'smart working 09:00–17:00, con note');
    const boxes = dialog.getByRole('checkbox');
    await expectSoon(() => boxes.count(), 6);
    const filled = dialog.getByRole('checkbox', { name: said(addDays(wednesday, -1)) });
    await expectSoon(() => filled.isDisabled(), true);
    await expectVisible(dialog.getByText('Hai già un turno in questa data: ferie.', { exact: true }));
    await expectSoon(() => dialog.getByRole('button', { name: 'Duplica', exact: true }).isDisabled(), true);
    const copies = [addDays(wednesday, -2), addDays(wednesday, 1), addDays(wednesday, 2)];
    for (const day of copies) await dialog.getByRole('checkbox', { name: said(day) }).tap();
    expect(await violationsOf(page)).toEqual([]);
    await press(dialog, 'Duplica su 3 giorni');
    await expectVisible(toast(page, '3 giornate aggiunte!'));
    await expectGone(dialog);
    for (const day of copies) await expectVisible(dayCell(page, day, 'smart working 09:00–17:00'));
    await expectVisible(dayCell(page, wednesday, 'smart working 09:00–17:00, con note'));
  });

  test('to the next 15 days in the taxi worksite, but not into a week of another shift', async () => {
    const page = await enter('desktop', { variant: 'taxi' });
    const first = saturdayWeekOf(wednesday).from;
    const nextWeek = addDays(first, 7);
    const named = { workLocation: 'sede', startTime: '06:00', endTime: '13:00' } as const;
    await storeShift(page, { ...named, date: first });
    await storeShift(page, { ...named, startTime: '13:00', endTime: '20:00', date: nextWeek });
    const dialog = await open(page, first, 'mattina 06:00–13:00');
    await expectSoon(() => dialog.getByRole('checkbox').count(), 15);
    await dialog.getByRole('checkbox', { name: said(addDays(first, 1)) }).check();
    const other = dialog.getByRole('checkbox', { name: said(addDays(nextWeek, 1)) });
    await other.check();
    const mixed = /Incompatibilità turni nella settimana lavorativa: .* lavori di POMERIGGIO/;
    await expectVisible(dialog.getByText(mixed).first());
    expect(await violationsOf(page)).toEqual([]);
    await press(dialog, 'Duplica su 2 giorni');
    // it stands at the day, once, and the focus goes there
    await expectSoon(() => isFocused(other), true);
    const told = dialog.getByText(mixed);
    await expectVisible(told);
    await expectNoToast(page);
    expect(await storedShifts(page, addDays(first, 1), addDays(first, 6))).toEqual([]);
    await other.uncheck();
    await expectGone(told);
    await dialog.getByRole('checkbox', { name: said(addDays(first, 15)) }).check();
    await press(dialog, 'Duplica su 2 giorni');
    await expectVisible(toast(page, '2 giornate aggiunte!'));
    await expectVisible(dayCell(page, addDays(first, 1), 'mattina 06:00–13:00'));
    const last = await storedShifts(page, addDays(first, 15), addDays(first, 15));
    expect(last.map(({ shiftType }) => shiftType)).toEqual(['mattina']);
  });

  test('by keyboard alone', async () => {
    const page = await enter('desktop');
    await storeShift(page, { date: wednesday, workLocation: 'sede', startTime: '07:00', endTime: '15:00' });
    await openCalendar(page, month);
    await dayCell(page, wednesday, 'sede 07:00–15:00').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Duplica', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Duplica la giornata' });
    const friday = addDays(wednesday, 2);
    await pressOn(page, dialog.getByRole('checkbox', { name: said(friday) }), { key: 'Space' });
    await pressOn(page, dialog.getByRole('button', { name: 'Duplica su un giorno' }));
    await expectVisible(toast(page, 'Giornata aggiunta!'));
    const original = dayCell(page, wednesday, 'sede 07:00–15:00').getByRole('button');
    await expectSoon(() => original.evaluate((element) => element === document.activeElement), true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const copy = dayCell(page, friday, 'sede 07:00–15:00').getByRole('button');
    await expectSoon(() => copy.evaluate((element) => element === document.activeElement), true);
  });

  test('and tells which days were taken meanwhile, and lets them go', async () => {
    const page = await enter('phone');
    await storeShift(page, { date: wednesday, workLocation: 'sede', startTime: '07:00', endTime: '15:00' });
    const dialog = await open(page, wednesday, 'sede 07:00–15:00');
    const [thursday, friday] = [addDays(wednesday, 1), addDays(wednesday, 2)];
    for (const day of [thursday, friday]) await dialog.getByRole('checkbox', { name: said(day) }).check();
    await storeShift(page, { date: friday, workLocation: 'malattia' });
    await expectVisible(dialog.getByText('Hai già un turno in questa data: malattia.', { exact: true }));
    await press(dialog, 'Duplica su 2 giorni');
    await expectVisible(
      dialog.getByText('Aggiunta una giornata su 2: un giorno da sistemare', { exact: true }),
    );
    await expectVisible(dialog.getByText('Hai già un turno in questa data', { exact: false }).last());
    await dialog.getByRole('checkbox', { name: said(friday) }).uncheck();
    await press(dialog, 'Annulla');
    await press(page.getByRole('dialog'), 'Chiudi');
    await expectVisible(dayCell(page, thursday, 'sede 07:00–15:00'));
    await expectVisible(dayCell(page, friday, 'malattia'));
  });
});

describe('when not all of it works', () => {
  test('the account names the days that worked and those that did not, and keeps what was typed', async () => {
    const page = await enter('phone');
    const days = [3, 4, 5, 6].map((number) => dayOf(number));
    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days, kind: 'Sede', start: '10:00', notes: 'Portare il badge' });
    await storeShift(page, { date: dayOf(4), workLocation: 'malattia' });
    await storeShift(page, { date: dayOf(6), workLocation: 'ferie' });
    await press(page, 'Aggiungi 4 giornate');
    const modal = page.getByRole('alertdialog', { name: "Errore nell'aggiunta del turno" });
    await expectVisible(modal.getByText('Hai già un turno in questa data', { exact: true }));
    expect(await violationsOf(page)).toEqual([]);
    await press(modal, 'Ho Capito');
    const account = page.getByRole('region', { name: 'Giorni', exact: true });
    await expectVisible(
      account.getByText('Aggiunte 2 giornate su 4: 2 giorni da sistemare', { exact: true }),
    );
    await expectVisible(account.getByText(/^Aggiunte: \S+ 3 \S+, \S+ 5 \S+$/));
    await expectVisible(account.getByText(/^\S+ 4 \S+, \S+ 6 \S+: Hai già un turno in questa data$/));
    expect(await violationsOf(page)).toEqual([]);
    await expectSoon(() => page.getByLabel('Note').inputValue(), 'Portare il badge');
    await expectSoon(() => page.getByLabel('Inizio', { exact: true }).inputValue(), '10:00');
    await expectSoon(() => page.getByRole('radio', { name: 'Sede' }).isChecked(), true);
    await expectSoon(async () => (await chosenDays(page)).length, 2);

    // another day instead of those
    await press(page, 'Togli tutti');
    await freeDay(page, dayOf(7)).tap();
    await press(page, 'Aggiungi giornata');
    await expectVisible(toast(page, 'Giornata aggiunta!'));
    const stored = await storedShifts(page, dayOf(1), dayOf(28));
    expect(stored.map(({ date, notes }) => [date, notes])).toEqual([
      [dayOf(3), 'Portare il badge'],
      [dayOf(4), null],
      [dayOf(5), 'Portare il badge'],
      [dayOf(6), null],
      [dayOf(7), 'Portare il badge'],
    ]);
  });

  test('who sends a day after their session has ended is told that it is not saved', async () => {
    const { page, context } = await stage.phone();
    await enterAsNewcomer(page, stage.server);
    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days: [dayOf(10)], kind: 'Smart working', start: '09:00' });
    await context.clearCookies();
    await press(page, 'Aggiungi giornata');
    await expectVisible(heading(page, 'Accedi'));
    await expectVisible(toast(page, 'La sessione è scaduta').getByText(/non è stato salvato/));
  });

  test('a line that breaks half way leaves the rest to be sent again', async () => {
    const visit = await stage.phone();
    const { page } = visit;
    await enterAsNewcomer(page, stage.server);
    const days = [10, 11, 12, 13, 14].map((number) => dayOf(number));
    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days, kind: 'Smart working', start: '09:00' });
    let sent = 0;
    await page.route('**/api/shifts', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      return sent === 3 ? route.abort('internetdisconnected') : route.continue();
    });
    await press(page, 'Aggiungi 5 giornate');
    await press(page.getByRole('alertdialog'), 'Ho Capito');
    await expectVisible(page.getByText('Aggiunte 2 giornate su 5: 3 giorni da sistemare', { exact: true }));
    // what comes after the break is not tried
    expect(sent).toBe(3);
    await expectSoon(async () => (await chosenDays(page)).length, 3);
    await press(page, 'Aggiungi 3 giornate');
    await expectVisible(toast(page, '3 giornate aggiunte!'));
    const stored = await storedShifts(page, dayOf(1), dayOf(28));
    expect(stored.map(({ date }) => date)).toEqual(days);
    expect(visit.problems.splice(0).toSorted()).toEqual([
      expect.stringMatching(/^console: .*ERR_INTERNET_DISCONNECTED/) as string,
      expect.stringMatching(/^failed: POST .*ERR_INTERNET_DISCONNECTED/) as string,
    ]);
  });

  test('what succeeded is told for five seconds, in which it can be taken back, and what failed as long', async () => {
    const page = await enter('desktop');
    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days: [dayOf(20)], kind: 'Ferie' });
    const succeeded = willShowFor(page, 'Giornata aggiunta!');
    await press(page, 'Aggiungi giornata');
    expect(await inTime(succeeded, 'the toast')).toBeGreaterThan(4900);
    expect(await succeeded).toBeLessThan(8000);
    await storeShift(page, { date: dayOf(21), workLocation: 'malattia' });
    await openCalendar(page, month);
    await dayCell(page, dayOf(20), 'ferie').click();
    await press(page.getByRole('dialog'), 'Modifica');
    await page.getByLabel('Data', { exact: true }).fill(formatShortDay(dayOf(21)));
    const failed = willShowFor(page, 'Errore di validazione');
    await press(page, 'Salva');
    expect(await inTime(failed, 'the toast')).toBeGreaterThan(4900);
  });

  /**
   * How long a text that is about to appear stands in the page, in milliseconds by the page's own clock: from the last
   * frame without it, since a busy page notices late that it has come, to the first one without it again.
   */
  const willShowFor = (page: Page, text: string): Promise<number> =>
    page.evaluate(
      (wanted) =>
        new Promise<number>((resolve) => {
          let lastWithout = performance.now();
          let hasCome = false;
          const look = (): void => {
            const now = performance.now();
            const isThere = document.body.textContent.includes(wanted);
            if (!isThere && hasCome) return resolve(now - lastWithout);
            hasCome ||= isThere;
            if (!isThere) lastWithout = now;
            requestAnimationFrame(look);
          };
          look();
        }),
      text,
    );
});

describe('what the form offers', () => {
  test('below 8 contract hours no split shift, and the end that the contract suggests', async () => {
    const page = await enter('phone', { contractHours: 6 });
    await goBy(page, 'Aggiungi');
    await page.getByRole('radio', { name: 'Sede' }).check();
    await page.getByLabel('Inizio', { exact: true }).selectOption('08:15');
    await expectSoon(() => page.getByLabel('Fine', { exact: true }).inputValue(), '14:15');
    await expectNone(page.getByRole('checkbox', { name: 'Turno spezzato' }));
    await page.getByLabel('Fine', { exact: true }).selectOption('15:00');
    const tooLong =
      'Con il tuo contratto un turno dura al massimo 6 ore e 30 minuti: questo dura 6 ore e 45 minuti.';
    await expectVisible(page.getByText(tooLong, { exact: true }));
    const times = await page.getByLabel('Inizio', { exact: true }).getByRole('option').allTextContents();
    expect([times.length, times[0], times.at(-1)]).toEqual([96, '08:00', '07:45']);
  });

  test('with flexible shifts 4, 8 or 9 hours, and no more than 20 a week, told before it is sent', async () => {
    const page = await enter('desktop', { contractHours: 5, enableFlexibleShifts: true });
    await goBy(page, 'Aggiungi');
    await fillShifts(page, { days: [addDays(wednesday, -1), wednesday], kind: 'Sede', start: '08:00' });
    await expectSoon(() => page.getByLabel('Fine', { exact: true }).inputValue(), '16:00');
    await freeDay(page, addDays(wednesday, 1)).click();
    const full = 'Con i turni flessibili si lavorano al massimo 20 ore a settimana: così sarebbero 24 ore.';
    await expectVisible(page.getByText(full));
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Aggiungi 3 giornate');
    // it stands at the days, once, and the focus goes to the way out
    await expectSoon(() => isFocused(page.getByRole('button', { name: 'Togli questo giorno' })), true);
    await expectVisible(page.getByText(full));
    await expectNoToast(page);
    await press(page, 'Togli questo giorno');
    await page.getByLabel('Fine', { exact: true }).selectOption('13:00');
    await expectVisible(
      page.getByText(/^Con i turni flessibili un turno dura 4, 8 o 9 ore: questo dura 5 ore/),
    );
    await page.getByLabel('Fine', { exact: true }).selectOption('16:00');
    await press(page, 'Aggiungi 2 giornate');
    await expectVisible(toast(page, '2 giornate aggiunte!'));
  });

  test('filled and past days are closed, and say why', async () => {
    const page = await enter('phone');
    await storeShift(page, { date: today(), workLocation: 'ferie' });
    await goBy(page, 'Aggiungi');
    const yesterday = addDays(today(), -1);
    const past = 'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.';
    const taken = 'Hai già un turno in questa data: ferie.';
    await turnTo(dayPicker(page), monthOf(today()));
    // only then are the filled days known
    await expectSoon(() => dayPicker(page).getByRole('grid').getAttribute('aria-busy'), 'false');
    for (const [day, reason] of [
      [yesterday, past],
      [today(), taken],
    ] as const) {
      const name = `${said(day)}, ${reason}`;
      const cell = dayPicker(page).getByRole('gridcell', { name, exact: true });
      if ((await cell.count()) === 0) await press(dayPicker(page), 'Mese precedente');
      // a closed day answers all the same; in the middle, for nobody looks whether the bar below covers it
      await cell.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await cell.tap({ force: true });
      await expectSoon(() => cell.getAttribute('aria-disabled'), 'true');
      await expectSoon(() => isChosen(cell), 'false');
      await expectVisible(dayPicker(page).getByText(`${said(day)}: ${reason}`, { exact: true }));
      await press(dayPicker(page), 'Oggi');
    }
  });
});

/** The name of a day as it stands in its cell, without the number drawn beside it. */
const withoutNumber = (text: string): string => text.split('\n')[0] ?? '';
