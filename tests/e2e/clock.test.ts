import type { Page } from '@playwright/test';
import {
  addDays,
  type Day,
  formatShortDay,
  instantInRome,
  type Time,
} from '../../src/domain/calendar/day.ts';
import { createMovedClock, type MovedClock } from '../../tools/movedClock.ts';
import { isLong } from '../support/longForm.ts';
import { calendar, dayCell, fillShifts, freeDay, said, openAddForm } from './calendar.ts';
import { answerTo } from './calls.ts';
import { expect, test as base } from './fixtures.ts';
import { enterAsNewcomer, storedShifts } from './people.ts';
import { goBy, press, toast } from './screens.ts';

// Server and browser in time zones other than Rome, and the days of Rome's clock changes.

const start = instantInRome('2028-03-25', '12:00');
const test = base.extend<{ clock: MovedClock }>({
  clock: async ({ shared }, use, { file }) => {
    const make = async (): Promise<MovedClock> => createMovedClock(start);
    // created before the servers that use it, and removed after them
    await use(await shared.get(file, 'clock', make, async (clock) => clock.remove()));
  },
});

/** The Sundays of Rome's clock changes, of 23 and 25 hours, each in the same month as its Monday. */
const spring = '2028-03-26';
const autumn = '2028-10-29';
/** The short run has one zone per change, east and west of Rome. */
const zones: [zone: string, changes: Day[]][] = isLong
  ? ['UTC', 'America/Los_Angeles', 'Pacific/Auckland'].map((zone) => [zone, [spring, autumn]])
  : [
      ['Pacific/Auckland', [spring]],
      ['America/Los_Angeles', [autumn]],
    ];
const times = 'sede 06:00–14:00';

for (const [zone, changes] of zones) {
  test.describe(`server and browser in ${zone}, with a moved clock`, () => {
    test.use({ settings: ({ clock }, use) => use({ TZ: zone, ...clock.settings }) });

    for (const sunday of changes) {
      test(`days begin at midnight in Rome around ${sunday}`, async ({ clock, desk, server }) => {
        const [friday, saturday, monday] = [-2, -1, 1].map((days) => addDays(sunday, days)) as [
          Day,
          Day,
          Day,
        ];
        // maintenance may notice the skipped months
        server.expectError('the clock jumped');
        let now = instantInRome(saturday, '23:30');
        clock.moveTo(now);
        const page = await desk(null, { timezoneId: zone });
        await page.clock.install({ time: now });
        await enterAsNewcomer(page, server, { isRemembered: true });
        /** Advances the clocks of server and browser to a time. */
        const goOnTo = async (day: Day, time: Time): Promise<void> => {
          const then = instantInRome(day, time);
          clock.moveTo(then);
          await page.clock.fastForward(Date.parse(then) - Date.parse(now));
          now = then;
        };

        await goBy(page, 'Calendario');
        await expectToday(page, saturday);
        expect(await refusalOf(page, friday)).toBe('shift_day_in_the_past');
        await openAddForm(page);
        await fillShifts(page, { days: [], kind: 'Sede', start: '06:00' });
        for (const day of [saturday, sunday, monday]) {
          await freeDay(page, day).click();
        }
        await press(page, 'Aggiungi 3 giornate');
        await expect(toast(page, '3 giornate aggiunte!')).toBeVisible();
        await goBy(page, 'Calendario');
        await expectDays(page, [saturday, sunday, monday]);

        // Saturday is over on server and browser, and the screen updates by itself
        await goOnTo(sunday, '00:30');
        await expectToday(page, sunday);
        await expectPast(page, saturday);
        await writeNote(page, sunday);

        // late on the Sunday of 23 or 25 hours it is still Sunday
        await goOnTo(sunday, '23:30');
        await expectToday(page, sunday);
        expect(await refusalOf(page, sunday)).toBe('shift_day_taken');

        await goOnTo(monday, '00:30');
        await expectToday(page, monday);
        expect(await refusalOf(page, sunday)).toBe('shift_day_in_the_past');
        await page.reload();
        await expectToday(page, monday);
        await expectDays(page, [saturday, sunday, monday]);
      });
    }
  });
}

/** Expects the calendar to mark only this day as today. */
async function expectToday(page: Page, day: Day): Promise<void> {
  const marked = calendar(page).locator('[role=gridcell][aria-current=date]');
  await expect.poll(() => marked.ariaSnapshot()).toContain(`"${said(day)},`);
  await expect(marked).toHaveCount(1);
}

/** Expects entries on exactly these days, in the grid and on the server. */
async function expectDays(page: Page, days: readonly Day[]): Promise<void> {
  for (const day of days) {
    const name = new RegExp(`^${said(day)}, ${times}`);
    await expect(calendar(page).getByRole('gridcell', { name })).toBeVisible();
  }
  await expect(calendar(page).getByRole('gridcell', { name: new RegExp(times) })).toHaveCount(days.length);
  const stored = await storedShifts(page, addDays(days[0] ?? '', -20), addDays(days[0] ?? '', 40));
  expect(stored.map(({ date }) => date)).toEqual(days);
}

/** Expects the entry to be readable, and both screen and server to refuse changes. */
async function expectPast(page: Page, day: Day): Promise<void> {
  await dayCell(page, day, times).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Non puoi modificare o cancellare turni passati.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /Scambia|Modifica|Cancella/ })).toHaveCount(0);
  await press(dialog, 'Chiudi');
  const [shift] = await storedShifts(page, day, day);
  const input = { params: { id: shift?.id ?? '' }, body: { notes: 'di nascosto' } };
  const { body } = await answerTo(page, 'PATCH /api/shifts/:id', input);
  expect(body).toMatchObject({ code: 'shift_in_the_past' });
}

/** Changes the entry, which must stay on its day. */
async function writeNote(page: Page, day: Day): Promise<void> {
  await dayCell(page, day, times).click();
  await press(page.getByRole('dialog'), 'Modifica');
  await expect(page.getByLabel('Data', { exact: true })).toHaveValue(formatShortDay(day));
  await page.getByLabel('Note').fill('Cambia l’ora');
  await press(page, 'Salva');
  await expect(toast(page, 'Turno aggiornato!')).toBeVisible();
  await expect(dayCell(page, day, `${times}, con note`)).toBeVisible();
}

/** The server's refusal of an entry on a day. */
async function refusalOf(page: Page, date: Day): Promise<string> {
  const body = { date, workLocation: 'ferie' } as const;
  const answer = await answerTo(page, 'POST /api/shifts', { body });
  return answer.status < 300 ? `taken: ${date}` : (answer.body as { code: string }).code;
}
