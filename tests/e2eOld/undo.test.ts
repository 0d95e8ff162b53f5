import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatMediumDay } from '../../src/domain/calendar/day.ts';
import { violationsOf } from './axe.ts';
import { dayCell, deleteEntry, freeMonth, openCalendar } from './calendar.ts';
import { publishShift, recordShift } from './calls.ts';
import { card, exchangeTab, pressOnCard } from './exchanges.ts';
import { isFocused } from './keyboard.ts';
import { enterAsNewcomer, storedShifts, storeShift } from './newcomer.ts';
import {
  expectGone,
  expectNone,
  expectNoToast,
  expectSoon,
  expectVisible,
  goBy,
  press,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';
import { holdTimers, passTime } from './timers.ts';

// Nothing is called done before the server has answered; what comes back as it was is taken back by the toast.

const stage = setStage();
const day = `${freeMonth()}-10`;
const deleted = 'Turno cancellato!';
const failed = 'Impossibile cancellare il turno';
const noAnswer = 'Nessuna risposta: controlla la connessione e riprova.';
const notes = 'Al mare';

/** Somebody's holiday, with the changes that were sent so far. */
async function openHoliday() {
  const visit = await stage.phone();
  const { page, context } = visit;
  await holdTimers(page);
  await enterAsNewcomer(page, stage.server);
  await storeShift(page, { date: day, workLocation: 'ferie', notes });
  await openCalendar(page, freeMonth());
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.method());
  });
  await dayCell(page, day, 'ferie, con note').click();
  return { ...visit, sent };
}

/** Waits for the toast of the deletion where it stays: it moves when the question below it goes. */
async function expectDeleted(page: Page): Promise<void> {
  await expectVisible(dayCell(page, day, 'nessun turno'));
  await expectVisible(toast(page, deleted));
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Cancelli questa giornata?' });

test('a deletion is asked about, told once it is answered, and taken back by its inverse', async () => {
  const { page, sent } = await openHoliday();
  await press(page.getByRole('dialog'), 'Cancella');
  await expectVisible(question(page));
  expect(await violationsOf(page)).toEqual([]);
  await press(question(page), 'Lascia com’è');
  await expectGone(question(page));
  expect(sent).toEqual([]);
  await deleteEntry(page, 'Cancella la giornata');
  await expectVisible(dayCell(page, day, 'nessun turno'));
  await expectVisible(toast(page, deleted));
  expect(await storedShifts(page, day, day)).toEqual([]);
  await press(toast(page, deleted), 'Annulla');
  await expectVisible(toast(page, 'La giornata è tornata'));
  await expectVisible(dayCell(page, day, 'ferie, con note'));
  expect(sent).toEqual(['DELETE', 'POST']);
  expect(await storedShifts(page, day, day)).toMatchObject([{ workLocation: 'ferie', notes }]);
});

test('the toast goes after five seconds, and not while it is pointed at', async () => {
  const { page, sent } = await openHoliday();
  await deleteEntry(page, 'Cancella la giornata');
  await expectDeleted(page);
  await toast(page, deleted).hover();
  await expectSoon(() => toast(page, deleted).getAttribute('data-held'), 'true');
  await passTime(page, 60_000);
  await expectVisible(toast(page, deleted));
  await page.mouse.move(0, 0);
  // until the page has noticed that nothing points at it any more
  await expectSoon(async () => {
    await passTime(page, 5000);
    return toast(page, deleted).count();
  }, 0);
  expect(sent).toEqual(['DELETE']);
});

test.each([
  [40, 1],
  [60, 0],
])('pushed %d pixels aside %d toasts are left', async (pixels, left) => {
  const { page } = await openHoliday();
  await deleteEntry(page, 'Cancella la giornata');
  await expectDeleted(page);
  // the toast stands still
  await toast(page, deleted).hover();
  const { x, y, height } = (await toast(page, deleted).boundingBox())!;
  await page.mouse.move(x + 20, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 20 + pixels, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expectSoon(() => toast(page, deleted).count(), left);
});

test('by the keyboard: F8 leads to the toast, Escape back', async () => {
  const { page } = await openHoliday();
  await deleteEntry(page, 'Cancella la giornata');
  await expectVisible(toast(page, deleted));
  const empty = dayCell(page, day, 'nessun turno').getByRole('link');
  await expectSoon(() => isFocused(empty), true);
  await page.keyboard.press('F8');
  await expectSoon(() => isFocused(page.getByRole('region', { name: 'Avvisi (F8)' })), true);
  await page.keyboard.press('Escape');
  await expectGone(toast(page, deleted));
  await expectSoon(() => isFocused(empty), true);
});

test('until the answer comes nothing is told and nothing is gone; a second press sends nothing more', async () => {
  const { page, sent } = await openHoliday();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/shifts/*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await press(page.getByRole('dialog'), 'Cancella');
  const confirm = question(page).getByRole('button', { name: 'Cancella la giornata' });
  await confirm.dblclick();
  await expectSoon(() => confirm.getAttribute('aria-busy'), 'true');
  await expectNoToast(page);
  expect(await storedShifts(page, day, day)).toHaveLength(1);
  answer.resolve();
  await expectVisible(toast(page, deleted));
  expect(sent).toEqual(['DELETE']);
});

test('a network that goes in between is told, the question stays, and the next press does it', async () => {
  const { page, context, problems } = await openHoliday();
  await press(page.getByRole('dialog'), 'Cancella');
  await context.setOffline(true);
  await press(question(page), 'Cancella la giornata');
  await expectVisible(toast(page, failed, noAnswer));
  await context.setOffline(false);
  expect(await storedShifts(page, day, day)).toHaveLength(1);
  await press(question(page), 'Cancella la giornata');
  await expectVisible(toast(page, deleted));
  await expectVisible(dayCell(page, day, 'nessun turno'));
  expect(problems.splice(0).filter((problem) => !/net::ERR_/.test(problem))).toEqual([]);
});

test('an answer that is lost is told; what it was about is seen', async () => {
  const { page, problems } = await openHoliday();
  await page.route('**/api/shifts/*', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await deleteEntry(page, 'Cancella la giornata');
  await expectVisible(toast(page, failed, noAnswer));
  await expectVisible(dayCell(page, day, 'nessun turno'));
  problems.length = 0;
});

test('where the server refuses it the entry is there, with the reason', async () => {
  const { page } = await openHoliday();
  const message = 'Questo turno è appena stato scambiato.';
  await page.route('**/api/shifts/*', (route) =>
    route.fulfill({ status: 409, json: { message, code: 'exchange_shift_changed' } }),
  );
  await deleteEntry(page, 'Cancella la giornata');
  await expectVisible(toast(page, failed, message));
  await expectNone(toast(page, deleted));
  await page.keyboard.press('Escape');
  await expectVisible(dayCell(page, day, 'ferie, con note'));
});

describe('an answer without a sentence leaves the action’s own', () => {
  const answers: [string, (route: Route) => Promise<void>][] = [
    ['{}', (route) => route.fulfill({ status: 500, json: {} })],
    ['nothing', (route) => route.fulfill({ status: 500, body: '' })],
    [
      'a page',
      (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    ],
    ['a proxy’s words', (route) => route.fulfill({ status: 503, json: { message: 'no healthy upstream' } })],
    [
      'a network’s sign-in',
      (route) => route.fulfill({ contentType: 'text/html', body: '<p>Wi-Fi gratis</p>' }),
    ],
  ];

  test.each(answers)('of a deletion: %s', async (_what, answer) => {
    const { page, problems } = await openHoliday();
    await page.route('**/api/shifts/*', answer);
    await deleteEntry(page, 'Cancella la giornata');
    await expectVisible(toast(page, failed, 'Riprova.'));
    // the raw answer is for the console alone
    expect(problems.splice(0).filter((problem) => problem.includes('DELETE /api/shifts/:id'))).toHaveLength(
      1,
    );
    await expectNone(page.getByText(/50\d|Gateway|upstream|Wi-Fi/));
  });

  test.each(answers)('of a sign-in: %s', async (_what, answer) => {
    const { page, problems } = await stage.phone();
    await page.goto('/');
    await page.route('**/api/auth/login', answer);
    await page.getByLabel('Email', { exact: true }).fill('giulia@example.it');
    await page.getByLabel('Password', { exact: true }).fill('Segreta!1');
    await press(page, 'Accedi');
    const modal = page.getByRole('dialog', { name: 'Accesso Non Consentito' });
    await expectVisible(
      modal.getByText('L’accesso non è riuscito: Turnario non risponde. Riprova tra poco.'),
    );
    await press(modal, 'Ho Capito');
    await expectGone(modal);
    expect(problems.splice(0).filter((problem) => problem.includes('POST /api/auth/login'))).toHaveLength(1);
  });
});

describe('a request', () => {
  /** Nina with a published request, on her tab of it. */
  async function openOwn() {
    const visit = await stage.phone();
    const { page } = visit;
    await enterAsNewcomer(page, stage.server);
    await publishShift(page, await recordShift(page, day, '06:00', '14:00'), day);
    await goBy(page, 'Scambi');
    await exchangeTab(page, 'Le Mie').click();
    return { ...visit, own: card(page, 'La tua richiesta', day) };
  }

  test('is deleted once that is confirmed and answered, for good', async () => {
    const { page, own, problems } = await openOwn();
    await pressOnCard(own, `Cancella la richiesta per ${formatMediumDay(day)}`);
    const asked = page.getByRole('alertdialog', { name: 'Cancelli la richiesta?' });
    await expectVisible(asked.getByText(/^Nessun collega ha ancora pre-accettato/));
    await page.route('**/api/exchange-requests/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await press(asked, 'Cancella la richiesta');
    await expectVisible(page.getByText('Impossibile cancellare la richiesta. Riprova più tardi.'));
    await page.unroute('**/api/exchange-requests/*');
    await press(asked, 'Cancella la richiesta');
    await expectVisible(toast(page, 'Richiesta cancellata!'));
    await expectNone(toast(page, 'Richiesta cancellata!').getByRole('button', { name: 'Annulla' }));
    await expectGone(own);
    problems.length = 0;
  });

  test('ends with its shift, which the question says and no toast takes back', async () => {
    const { page } = await openOwn();
    await openCalendar(page, freeMonth());
    await dayCell(page, day, 'sede 06:00–14:00, offerto in uno scambio').click();
    await press(page.getByRole('dialog'), 'Cancella');
    const asked = page.getByRole('alertdialog', { name: 'Cancelli questo turno?' });
    await expectVisible(
      asked.getByText('La richiesta di scambio di questo turno si chiude. Non si può annullare.'),
    );
    await press(asked, 'Cancella il turno');
    await expectVisible(toast(page, deleted));
    await expectNone(toast(page, deleted).getByRole('button', { name: 'Annulla' }));
  });
});
