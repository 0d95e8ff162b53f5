import type { Locator, Page } from '@playwright/test';
import { formatMediumDay } from '../../src/domain/calendar/day.ts';
import { expectProblems } from '../../tools/browser.ts';
import { dayCell, deleteEntry, freeMonth, openCalendar } from './calendar.ts';
import { publishShift, recordShift } from './calls.ts';
import { card, exchangeTab, pressOnCard } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { holdTimers, passTime } from './gestures.ts';
import { storedShifts, storeShift } from './people.ts';
import { expectNoToast, goBy, intercept, navigation, press, toast } from './screens.ts';

// Nothing is called done before the server has answered; what comes back as it was is taken back by the toast.

const day = `${freeMonth()}-10`;
const deleted = 'Turno cancellato!';
const failed = 'Impossibile cancellare il turno';
const noAnswer = 'Nessuna risposta: controlla la connessione e riprova.';
const notes = 'Al mare';

/** Opens somebody's holiday; answers the changes that are sent from then on. */
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

/** Deletes the holiday, and waits for the toast where it stays: it moves when the question below it goes. */
async function deleteHoliday(page: Page): Promise<void> {
  await deleteEntry(page, 'Cancella la giornata');
  await expect(dayCell(page, day, 'nessun turno')).toBeVisible();
  await expect(toast(page, deleted)).toBeVisible();
}

const question = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Cancelli questa giornata?' });

test('a deletion is told once it is answered, and taken back by its inverse', async ({ newcomer }) => {
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

test('the toast stands above the bar, and goes after four seconds, not while it is pointed at', async ({
  newcomer,
}) => {
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
  // until the page has noticed that nothing points at it any more
  await expect
    .poll(async () => {
      await passTime(page, 5000);
      return toast(page, deleted).count();
    })
    .toBe(0);
  expect(sent).toEqual(['DELETE']);
});

test('a toast that is pushed 40 pixels aside stays, 60 pixels aside it goes', async ({ newcomer }) => {
  const page = await newcomer();
  await openHoliday(page);
  await deleteHoliday(page);
  for (const [pixels, left] of [
    [40, 1],
    [60, 0],
  ] as const) {
    // the toast stands still
    await toast(page, deleted).hover();
    const { x, y, height } = (await toast(page, deleted).boundingBox())!;
    await page.mouse.move(x + 20, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 20 + pixels, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(toast(page, deleted)).toHaveCount(left);
  }
});

test('by the keyboard: F8 leads to the toast, Escape back', async ({ newcomer }) => {
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

test('until the answer comes nothing is told and nothing is gone; a second press sends nothing more', async ({
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

test('without network the failure is told, the question stays, and the next press does it', async ({
  newcomer,
}) => {
  const page = await newcomer();
  await openHoliday(page);
  expectProblems(page, /net::ERR_/);
  await press(page.getByRole('dialog'), 'Cancella');
  await page.context().setOffline(true);
  await press(question(page), 'Cancella la giornata');
  await expect(toast(page, failed, noAnswer)).toBeVisible();
  await page.context().setOffline(false);
  expect(await storedShifts(page, day, day)).toHaveLength(1);
  await press(question(page), 'Cancella la giornata');
  await expect(toast(page, deleted)).toBeVisible();
  await expect(dayCell(page, day, 'nessun turno')).toBeVisible();
});

test('an answer that is lost is told; what it was about is seen', async ({ newcomer }) => {
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

test('a request is deleted once that is confirmed and answered, for good; with its shift too', async ({
  newcomer,
}) => {
  const page = await newcomer();
  expectProblems(page, /500|DELETE \/api\/exchange-requests\/:id/);
  const shiftId = await recordShift(page, day, '06:00', '14:00');
  await publishShift(page, shiftId, day);
  await goBy(page, 'Scambi');
  await exchangeTab(page, 'Le Mie').click();
  const own = card(page, 'La tua richiesta', day);
  await pressOnCard(own, `Cancella la richiesta per ${formatMediumDay(day)}`);
  const asked = page.getByRole('alertdialog', { name: 'Cancelli la richiesta?' });
  await intercept(page, 'DELETE', '**/api/exchange-requests/*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await press(asked, 'Cancella la richiesta');
  await expect(page.getByText('Impossibile cancellare la richiesta. Riprova più tardi.')).toBeVisible();
  await page.unroute('**/api/exchange-requests/*');
  await press(asked, 'Cancella la richiesta');
  const done = toast(page, 'Richiesta cancellata!');
  await expect(done).toBeVisible();
  await expect(done.getByRole('button', { name: 'Annulla' })).toHaveCount(0);
  await expect(own).toBeHidden();

  await publishShift(page, shiftId, day);
  await openCalendar(page, freeMonth());
  await dayCell(page, day, 'sede 06:00–14:00, offerto in uno scambio').click();
  await press(page.getByRole('dialog'), 'Cancella');
  await press(page.getByRole('alertdialog', { name: 'Cancelli questo turno?' }), 'Cancella il turno');
  await expect(toast(page, deleted)).toBeVisible();
  await expect(toast(page, deleted).getByRole('button', { name: 'Annulla' })).toHaveCount(0);
});
