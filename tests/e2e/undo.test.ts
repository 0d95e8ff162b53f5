import type { Locator, Page } from '@playwright/test';
import { expectProblems } from '../../tools/browser.ts';
import { dayCell, deleteEntry, freeMonth, openCalendar } from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { holdTimers, passTime } from './gestures.ts';
import { storedShifts, storeShift } from './people.ts';
import { expectNoToast, intercept, navigation, press, toast } from './screens.ts';

// Success is shown only after the server has answered; reversible actions are undone from the toast.

const day = `${freeMonth()}-10`;
const deleted = 'Turno cancellato!';
const failed = 'Impossibile cancellare il turno';
const noAnswer = 'Nessuna risposta: controlla la connessione e riprova.';
const notes = 'Al mare';

/** Opens the person's holiday; returns the changing calls sent from then on. */
async function openHoliday(page: Page): Promise<string[]> {
  await holdTimers(page);
  await storeShift(page, { date: day, workLocation: 'ferie', notes });
  await openCalendar(page, freeMonth());
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.method());
  });
  await dayCell(page, day, 'ferie, con note').click();
  return sent;
}

/** Deletes the holiday and waits until the toast is in its final place: it moves when the question below it closes. */
async function deleteHoliday(page: Page): Promise<void> {
  await deleteEntry(page, 'Cancella la giornata');
  await expect(dayCell(page, day, 'nessun turno')).toBeVisible();
  await expect(toast(page, deleted)).toBeVisible();
}

const question = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Cancelli questa giornata?' });

test('a deletion is confirmed once answered, and undone by its inverse', async ({ newcomer }) => {
  const page = await newcomer();
  const sent = await openHoliday(page);
  await deleteHoliday(page);
  expect(await storedShifts(page, day, day)).toEqual([]);
  await press(toast(page, deleted), 'Annulla');
  await expect(toast(page, 'La giornata è tornata')).toBeVisible();
  await expect(dayCell(page, day, 'ferie, con note')).toBeVisible();
  expect(sent).toEqual(['DELETE', 'POST']);
  expect(await storedShifts(page, day, day)).toMatchObject([{ workLocation: 'ferie', notes }]);
});

test('the toast is above the bar, and disappears after four seconds unless hovered', async ({ newcomer }) => {
  const page = await newcomer();
  const sent = await openHoliday(page);
  await deleteHoliday(page);
  const bar = await navigation(page).boundingBox();
  const bottom = async (): Promise<number> => {
    const box = await toast(page, deleted).boundingBox();
    return box ? box.y + box.height : 0;
  };
  await expect.poll(bottom).toBeCloseTo(bar!.y - 8, 0);
  await toast(page, deleted).hover();
  await expect(toast(page, deleted)).toHaveAttribute('data-held', 'true');
  await passTime(page, 60_000);
  await expect(toast(page, deleted)).toBeVisible();
  await page.mouse.move(0, 0);
  // until the page has noticed the end of hovering
  await expect
    .poll(async () => {
      await passTime(page, 5000);
      return toast(page, deleted).count();
    })
    .toBe(0);
  expect(sent).toEqual(['DELETE']);
});

test('a toast swiped by 40 pixels stays, by 60 pixels it closes', async ({ newcomer }) => {
  const page = await newcomer();
  await openHoliday(page);
  await deleteHoliday(page);
  for (const [pixels, left] of [
    [40, 1],
    [60, 0],
  ] as const) {
    // hovering holds the toast
    await toast(page, deleted).hover();
    const { x, y, height } = (await toast(page, deleted).boundingBox())!;
    await page.mouse.move(x + 20, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 20 + pixels, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(toast(page, deleted)).toHaveCount(left);
  }
});

test('by keyboard: F8 focuses the toast, Escape returns', async ({ newcomer }) => {
  const page = await newcomer();
  await openHoliday(page);
  await deleteHoliday(page);
  const empty = dayCell(page, day, 'nessun turno').getByRole('link');
  await expect(empty).toBeFocused();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Avvisi (F8)' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast(page, deleted)).toBeHidden();
  await expect(empty).toBeFocused();
});

test('before the answer nothing is confirmed or removed; a second press sends nothing', async ({
  newcomer,
}) => {
  const page = await newcomer();
  const sent = await openHoliday(page);
  const answer = Promise.withResolvers<void>();
  await intercept(page, 'DELETE', '**/api/shifts/*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await press(page.getByRole('dialog'), 'Cancella');
  const confirm = question(page).getByRole('button', { name: 'Cancella la giornata' });
  await confirm.dblclick();
  await expect(confirm).toHaveAttribute('aria-busy', 'true');
  await expectNoToast(page);
  expect(await storedShifts(page, day, day)).toHaveLength(1);
  answer.resolve();
  await expect(toast(page, deleted)).toBeVisible();
  expect(sent).toEqual(['DELETE']);
});

test('a lost answer is reported; the result is shown', async ({ newcomer }) => {
  const page = await newcomer();
  await openHoliday(page);
  expectProblems(page, /net::ERR_|ERR_CONNECTION_RESET/);
  await intercept(page, 'DELETE', '**/api/shifts/*', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await deleteEntry(page, 'Cancella la giornata');
  await expect(toast(page, failed, noAnswer)).toBeVisible();
  await expect(dayCell(page, day, 'nessun turno')).toBeVisible();
});
