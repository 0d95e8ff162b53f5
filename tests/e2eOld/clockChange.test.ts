import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addDays,
  type Day,
  formatShortDay,
  instantInRome,
  type Time,
} from '../../src/domain/calendar/day.ts';
import { isLong } from '../support/longForm.ts';
import { createMovedClock } from '../support/movedClock.ts';
import { calendar, dayCell, freeDay, said } from './calendar.ts';
import { answerTo } from './calls.ts';
import { enterAsNewcomer, storedShifts } from './newcomer.ts';
import { expectNone, expectSoon, expectVisible, goBy, press, toast } from './screens.ts';
import { setStage } from './stage.ts';

/** The Sundays on which Rome's clocks change, of 23 and of 25 hours, each in one month with its Monday. */
const spring = ['spring', '2028-03-26'] as const;
const autumn = ['autumn', '2028-10-29'] as const;
/** In the short form one zone a change, east and west of Rome. */
const zones: [zone: string, changes: (typeof spring | typeof autumn)[]][] = isLong
  ? ['UTC', 'America/Los_Angeles', 'Pacific/Auckland'].map((zone) => [zone, [spring, autumn]])
  : [
      ['Pacific/Auckland', [spring]],
      ['America/Los_Angeles', [autumn]],
    ];

const minutesLater = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000;

describe.each(zones)('server and browser in %s', (zone, changes) => {
  const clock = createMovedClock(instantInRome('2028-03-25', '12:00'));
  // before the stage's own, so that it runs after the server has ended
  afterAll(() => clock.remove());
  const stage = setStage({ settings: () => ({ TZ: zone, ...clock.settings }) });

  test.each(changes)('midnight in Rome before and after the clock change in %s', async (_season, sunday) => {
    const [friday, saturday, monday] = [-2, -1, 1].map((days) => addDays(sunday, days)) as [Day, Day, Day];
    const { page } = await stage.desktop({ timezoneId: zone });
    // a round of the upkeep may see the months that the test leaves out
    stage.server.expectError('the clock jumped');
    let now = instantInRome(saturday, '23:30');
    clock.moveTo(now);
    await page.clock.install({ time: now });
    /** Lets the clocks of server and browser go on to a moment, as the hours would. */
    const goOnTo = async (day: Day, time: Time): Promise<void> => {
      const then = instantInRome(day, time);
      clock.moveTo(then);
      await page.clock.fastForward(minutesLater(now, then) * 60_000);
      now = then;
    };
    await enterAsNewcomer(page, stage.server, { isRemembered: true });

    await goBy(page, 'Calendario');
    await expectToday(page, saturday);
    expect(await refusalOf(page, friday)).toBe('shift_day_in_the_past');
    await goBy(page, 'Aggiungi');
    await page.getByRole('radio', { name: 'Sede' }).check();
    await page.getByLabel('Inizio', { exact: true }).selectOption('06:00');
    for (const day of [saturday, sunday, monday]) await freeDay(page, day).click();
    await press(page, 'Aggiungi 3 giornate');
    await expectVisible(toast(page, '3 giornate aggiunte!'));
    await goBy(page, 'Calendario');
    await expectDays(page, [saturday, sunday, monday]);

    // the night has begun: Saturday is over, here and there, and the screen knows it by itself
    await goOnTo(sunday, '00:30');
    await expectToday(page, sunday);
    await expectDays(page, [saturday, sunday, monday]);
    await expectPast(page, saturday);
    await writeNote(page, sunday);

    // late on the Sunday of 23 or 25 hours it is still that Sunday
    await goOnTo(sunday, '23:30');
    await expectToday(page, sunday);
    expect(await refusalOf(page, sunday)).toBe('shift_day_taken');

    await goOnTo(monday, '00:30');
    await expectToday(page, monday);
    expect(await refusalOf(page, sunday)).toBe('shift_day_in_the_past');
    await expectPast(page, sunday, ', con note');
    await writeNote(page, monday);
    await page.reload();
    await expectToday(page, monday);
    await expectDays(page, [saturday, sunday, monday]);
  });
});

const times = 'sede 06:00–14:00';

/** The calendar marks this day and no other. */
async function expectToday(page: Page, day: Day): Promise<void> {
  const marked = calendar(page).locator('[role=gridcell][aria-current=date]');
  await expectSoon(async () => {
    const names = await marked.ariaSnapshot();
    return names.includes(`"${said(day)},`) ? 'today' : names;
  }, 'today');
  await expectSoon(() => marked.count(), 1);
}

/** The grid and the server hold entries on these days and no others. */
async function expectDays(page: Page, days: readonly Day[]): Promise<void> {
  for (const day of days) {
    const name = new RegExp(`^${said(day)}, ${times}`);
    await expectVisible(calendar(page).getByRole('gridcell', { name }));
  }
  await expectSoon(
    () =>
      calendar(page)
        .getByRole('gridcell', { name: new RegExp(times) })
        .count(),
    days.length,
  );
  const stored = await storedShifts(page, addDays(days[0] ?? '', -20), addDays(days[0] ?? '', 20));
  expect(stored.map(({ date }) => date)).toEqual(days);
}

/** The entry can be read, and neither screen nor server lets it be changed. */
async function expectPast(page: Page, day: Day, more = ''): Promise<void> {
  await dayCell(page, day, `${times}${more}`).click();
  const dialog = page.getByRole('dialog');
  await expectVisible(dialog.getByText('Non puoi modificare o cancellare turni passati.'));
  await expectNone(dialog.getByRole('button', { name: /Scambia|Modifica|Cancella/ }));
  await press(dialog, 'Chiudi');
  const [shift] = await storedShifts(page, day, day);
  const input = { params: { id: shift?.id ?? '' }, body: { notes: 'di nascosto' } };
  expect((await answerTo(page, 'PATCH /api/shifts/:id', input)).body).toMatchObject({
    code: 'shift_in_the_past',
  });
}

/** The entry can be changed, and stays on its day. */
async function writeNote(page: Page, day: Day): Promise<void> {
  await dayCell(page, day, times).click();
  await press(page.getByRole('dialog'), 'Modifica');
  await expectSoon(() => page.getByLabel('Data', { exact: true }).inputValue(), formatShortDay(day));
  await page.getByLabel('Note').fill('Cambia l’ora');
  await press(page, 'Salva');
  await expectVisible(toast(page, 'Turno aggiornato!'));
  await expectVisible(dayCell(page, day, `${times}, con note`));
}

/** Why the server takes no entry on a day. */
async function refusalOf(page: Page, date: Day): Promise<string> {
  const { status, body } = await answerTo(page, 'POST /api/shifts', {
    body: { date, workLocation: 'ferie' },
  });
  return status < 300 ? `taken: ${date}` : (body as { code: string }).code;
}
