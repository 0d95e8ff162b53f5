import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, daysOf, formatShortDay, mondayWeekOf } from '../../src/domain/calendar/day.ts';
import { addMonths, formatMonth, type Month, monthGrid, monthOf } from '../../src/domain/calendar/month.ts';
import { formatMinutes } from '../../src/domain/shifts/duty.ts';
import {
  type MinutesByKind,
  type MonthHours,
  monthHours,
  sumOfKinds,
} from '../../src/domain/shifts/hours.ts';
import { violationsOf } from './axe.ts';
import { calendar, freeMonth, today, turnTo } from './calendar.ts';
import { enterAsNewcomer, storedShifts, storeShift } from './newcomer.ts';
import { expectGone, expectNone, expectSoon, expectVisible, heading, press, signIn } from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const thisMonth = monthOf(today());
const month = freeMonth();

const panel = (page: Page, shown: Month): Locator =>
  page.getByRole('region', { name: `Le mie ore di ${formatMonth(shown)}`, exact: true });

/** Opens the line that the hours of a month stand behind. */
async function openHours(page: Page, shown: Month): Promise<void> {
  const line = panel(page, shown).getByText(`Le mie ore di ${formatMonth(shown)}`, { exact: true });
  await expectVisible(line);
  const figures = panel(page, shown).getByRole('definition').first();
  if (!(await figures.isVisible())) await line.click();
}

/** What the domain makes of what the server holds. */
async function computedHours(page: Page, shown: Month, contractHours: number): Promise<MonthHours> {
  const cells = monthGrid(shown);
  const entries = await storedShifts(page, cells[0]?.day ?? '', cells.at(-1)?.day ?? '');
  return monthHours(entries, shown, contractHours);
}

/** Hours as the panel's large figures write them. */
const short = (minutes: number): string => {
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? `${whole}` : `${whole}:${String(rest).padStart(2, '0')}`;
};

const kindsOf = ({ sede, smart_working: smart, ferie, malattia }: MinutesByKind): number[] => [
  sede,
  smart,
  ferie,
  malattia,
];

/** The days of a week that are in a month, as the panel names them: '1', '2–8'. */
function daysText(from: Day, to: Day, shown: Month): string {
  const days = daysOf({ from, to }).filter((day) => monthOf(day) === shown);
  const numbers = [days[0], days.at(-1)].map((day) => String(Number(day?.slice(8))));
  return [...new Set(numbers)].join('–');
}

const textsOf = (list: Locator): Promise<string[]> =>
  list.allInnerTexts().then((texts) => texts.map(oneLine));
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Compares all that the panel says of a month with what the domain computes. */
async function expectHours(page: Page, shown: Month, hours: MonthHours): Promise<void> {
  const shownPanel = panel(page, shown);
  await openHours(page, shown);
  await expectSoon(
    () => shownPanel.getByRole('definition').allTextContents(),
    [short(hours.worked), short(hours.expected), short(hours.remaining)],
  );
  const bar = shownPanel.getByRole('progressbar', { name: 'Ore del mese' });
  await expectSoon(() => bar.getAttribute('aria-valuenow'), String(hours.percent));
  await expectSoon(
    () => bar.getAttribute('aria-valuetext'),
    `${formatMinutes(hours.worked)} su ${formatMinutes(hours.expected)}`,
  );
  await expectVisible(shownPanel.getByText(new RegExp(`^${hours.percent}% delle ore previste`)));
  const kinds = await textsOf(
    shownPanel.getByRole('list', { name: 'Ore per tipo di giornata' }).getByRole('listitem'),
  );
  const [sede, smart, ferie, malattia] = kindsOf(hours.byKind).map(formatMinutes);
  expect(kinds).toEqual([
    `S Sede ${sede}`,
    `W Smart working ${smart}`,
    `F Ferie ${ferie}`,
    `M Malattia ${malattia}`,
  ]);

  // drawn: a bar for each week, its parts as wide as their hours
  const weeks = shownPanel.getByRole('list', { name: 'Ore per settimana' }).getByRole('listitem');
  await expectSoon(() => weeks.count(), hours.weeks.length);
  const most = Math.max(40 * 60, ...hours.weeks.map(({ byKind }) => sumOfKinds(byKind)));
  for (const [place, week] of hours.weeks.entries()) {
    const line = weeks.nth(place);
    expect(oneLine((await line.textContent()) ?? '')).toMatch(
      new RegExp(
        `^giorni ${daysText(week.from, week.to, shown)}[SWFM]*${formatMinutes(sumOfKinds(week.byKind))}$`,
      ),
    );
    const shares = await line.locator('[data-tone]').evaluateAll((parts) => {
      const whole = parts[0]?.parentElement?.getBoundingClientRect().width ?? 0;
      return parts.map((part) => part.getBoundingClientRect().width / whole);
    });
    const wanted = kindsOf(week.byKind).map((minutes) => minutes / most);
    expect(shares).toHaveLength(wanted.length);
    shares.forEach((share, kind) => expect(share).toBeCloseTo(wanted[kind] ?? -1, 2));
  }

  // and the same as text
  const table = shownPanel.getByRole('table', { name: 'Ore per settimana e tipo di giornata' });
  if (!(await table.isVisible())) await shownPanel.getByText('Le ore in tabella', { exact: true }).click();
  const lines = await textsOf(table.locator('tbody tr'));
  expect(lines).toEqual(
    hours.weeks.map(({ from, to, byKind }) =>
      [daysText(from, to, shown), ...[...kindsOf(byKind), sumOfKinds(byKind)].map(short)].join(' '),
    ),
  );
}

describe('the hours on the dashboard', () => {
  test.each([
    { firstName: 'Giulia', contractHours: 8, size: 'phone' },
    { firstName: 'Paolo', contractHours: 6, size: 'desktop' },
  ] as const)('of $firstName are those of the domain, month by month', async (person) => {
    const { page } = await stage[person.size]();
    await signIn(page, stage.server.signInOf(person.firstName), person.firstName);
    for (const shown of [-1, 0, 1, 2].map((months) => addMonths(thisMonth, months))) {
      await page.goto(`/?month=${shown}`);
      const hours = await computedHours(page, shown, person.contractHours);
      await expectHours(page, shown, hours);
    }
    expect(await violationsOf(page)).toEqual([]);
    await page.goto('/');
    await turnTo(calendar(page), addMonths(thisMonth, 1));
    await expectHours(
      page,
      addMonths(thisMonth, 1),
      await computedHours(page, addMonths(thisMonth, 1), person.contractHours),
    );
  });

  test('count ferie and malattia as the contract, libero as nothing, and stop at 100 %', async () => {
    const { page } = await stage.phone();
    await enterAsNewcomer(page, stage.server, { contractHours: 6 });
    const days = daysOf({ from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) });
    const [first, second, third, ...others] = days as [Day, Day, Day, ...Day[]];
    await storeShift(page, { date: first, workLocation: 'ferie' });
    await storeShift(page, { date: second, workLocation: 'malattia' });
    await storeShift(page, { date: third, workLocation: 'libero' });
    await page.goto(`/?month=${month}`);
    const figures = panel(page, month).getByRole('definition');
    await openHours(page, month);
    await expectSoon(async () => (await figures.allTextContents())[0], '12');
    await expectHours(page, month, await computedHours(page, month, 6));

    for (const date of others) {
      await storeShift(page, { date, workLocation: 'sede', startTime: '08:00', endTime: '14:30' });
    }
    const hours = await computedHours(page, month, 6);
    expect(hours.worked).toBeGreaterThan(hours.expected);
    // the screen follows without being asked
    await expectHours(page, month, hours);
    await expectSoon(async () => (await figures.allTextContents())[2], '0');
    await expectVisible(panel(page, month).getByText(/^100% delle ore previste/));
  });

  test('with flexible shifts hold each whole week against its 20 hours of work', async () => {
    const { page } = await stage.desktop();
    await enterAsNewcomer(page, stage.server, { contractHours: 5, enableFlexibleShifts: true });
    const { from, to } = mondayWeekOf(`${month}-10`);
    const work = { workLocation: 'sede', startTime: '08:00', endTime: '16:00' } as const;
    await storeShift(page, { ...work, date: from });
    await storeShift(page, { ...work, workLocation: 'smart_working', date: addDays(from, 1) });
    await storeShift(page, { date: addDays(from, 2), workLocation: 'ferie' });
    await page.goto(`/?month=${month}`);
    const weeks = panel(page, month)
      .getByRole('list', { name: 'Ore per settimana' })
      .getByRole('listitem')
      .filter({ hasText: formatShortDay(from).slice(0, 5) });
    const span = [from, to].map((day) => formatShortDay(day).slice(0, 5)).join('–');
    await openHours(page, month);
    await expectSoon(() => textsOf(weeks), [`settimana ${span} S W F 16 su 20 ore`]);
    await panel(page, month).getByText('Le ore in tabella', { exact: true }).click();
    const line = panel(page, month).getByRole('row').filter({ hasText: span });
    await expectSoon(() => textsOf(line), [`${span} 8 8 5 0 21`]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('are not there for taxi drivers', async () => {
    const { page } = await stage.phone();
    await signIn(page, stage.server.signInOf('Tiziana'), 'Tiziana');
    await expectSoon(() => calendar(page).getByRole('grid').getAttribute('aria-busy'), 'false');
    await expectNone(page.getByText(/^Le mie ore/));
  });
});

describe('on paper', () => {
  /** Pages of a PDF and the size of each, in points. */
  const sheetsOf = (pdf: Buffer): string[] =>
    [...pdf.toString('latin1').matchAll(/\/MediaBox \[([\d. ]+)\]/g)].map(([, box = '']) =>
      box
        .split(' ')
        .map((edge) => Math.round(Number(edge)))
        .join(' '),
    );

  test.each([
    { firstName: 'Giulia', size: 'phone', path: '/calendar', shown: thisMonth },
    // six weeks, the first days of May a holiday
    { firstName: 'Giulia', size: 'desktop', path: '/calendar', shown: '2027-05' },
    { firstName: 'Paolo', size: 'desktop', path: '/', shown: thisMonth },
    { firstName: 'Tiziana', size: 'phone', path: '/calendar', shown: thisMonth },
  ] as const)('a month of $firstName lies on one A4 sheet ($path, $size)', async (person) => {
    const { firstName, size, path, shown } = person;
    const { page } = await stage[size]({ colorScheme: 'dark' });
    await signIn(page, stage.server.signInOf(firstName), firstName);
    await page.goto(`${path}?month=${shown}`);
    await expectSoon(() => calendar(page).getByRole('grid').getAttribute('aria-busy'), 'false');
    await page.emulateMedia({ media: 'print' });
    // at once: a print does not wait for the next frame
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    );
    await expectVisible(page.getByText(new RegExp(`^${firstName} \\S+, ${formatMonth(shown)} \\(`)));
    await expectSoon(() => calendar(page).getByRole('gridcell').count(), 42);
    await expectVisible(page.getByRole('list', { name: 'Legenda' }));
    for (const beside of [
      page.getByRole('banner'),
      page.getByRole('navigation').first(),
      page.getByRole('heading', { level: 1 }),
      calendar(page).getByRole('button', { name: 'Oggi', exact: true }),
      page.getByRole('heading', { name: 'Giorno per giorno' }),
      page.getByText(/^Le mie ore/),
    ]) {
      await expectGone(beside);
    }
    const ground = await page.evaluate(() => {
      const title = document.querySelector('.print-sheet p');
      return [document.documentElement, document.body, title ?? document.body].map((element) => {
        const { backgroundColor, color } = getComputedStyle(element);
        return element === title ? color : backgroundColor;
      });
    });
    // paper is light, whatever the theme: nothing behind dark letters
    expect(ground.slice(0, 2)).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    expect(Math.max(...(ground[2]?.match(/\d+/g) ?? []).map(Number))).toBeLessThan(80);
    // with whatever paper and margins the print dialog starts
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = await page.pdf({ format, preferCSSPageSize: true, printBackground: true });
      expect(sheetsOf(pdf)).toEqual(['0 0 842 595']);
    }
  });

  test.each(['phone', 'desktop'] as const)(
    'the print of the browser opens from the calendar on a %s',
    async (size) => {
      const { page } = await stage[size]();
      await page.addInitScript(() => {
        Reflect.set(globalThis, 'print', () => document.body.setAttribute('data-printed', 'yes'));
      });
      await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
      await page.goto('/calendar');
      await expectVisible(heading(page, 'Il Mio Calendario'));
      await press(calendar(page), 'Stampa il mese');
      await expectSoon(() => page.locator('body').getAttribute('data-printed'), 'yes');
    },
  );

  test.each(['phone', 'desktop'] as const)(
    'the month’s shifts are taken along as a file on a %s',
    async (size) => {
      const { page } = await stage[size]();
      await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
      await page.goto('/calendar');
      await expectVisible(heading(page, 'Il Mio Calendario'));
      await press(calendar(page), 'Esporta');
      const files = page.getByRole('dialog', { name: 'Esporta i tuoi turni' });
      await expectVisible(files);
      expect(await violationsOf(page)).toEqual([]);
      const first = await files.getByLabel('Dal giorno', { exact: true }).inputValue();
      const firstDay = first.split('/').toReversed().join('-');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        files.getByRole('link', { name: 'Excel (.xlsx)' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(`turnario-turni-${firstDay}-`);
      // what is no span of days makes no file
      await files.getByLabel('Al giorno', { exact: true }).fill('01/01/2020');
      await expectVisible(files.getByText('Scegli da 1 a 400 giorni'));
      await expectSoon(() => files.getByRole('button', { name: 'Excel (.xlsx)' }).isDisabled(), true);
    },
  );
});
