import type { Page, Route } from '@playwright/test';
import { type Day, formatMediumDay } from '../../src/domain/calendar/day.ts';
import { expectProblems } from '../../tools/browser.ts';
import type { SignIn } from '../../tools/productServer.ts';
import { dayCell, freeMonth, openCalendar } from './calendar.ts';
import { ask, recordShift } from './calls.ts';
import { bell, card, pressOnCard } from './exchanges.ts';
import { expect, type Open, test } from './fixtures.ts';
import { heading, navigation, press, signIn, toast } from './screens.ts';

// A server that does not answer: code that a tap still has to load, and forms already on screen.

const note = (page: Page) => page.getByText('Nessuna risposta: Turnario riprova');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifiche' });

/** Opens the dashboard without prefetching. */
async function enter(phone: Open, account: SignIn): Promise<Page> {
  const page = await phone();
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await signIn(page, account, 'Giulia');
  return page;
}

for (const [what, answer] of [
  ['does not answer', (route: Route) => route.abort('connectionrefused')],
  ['is away behind its proxy', (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' })],
] as const) {
  test(`while the server ${what} a tap waits, says so, and has its effect when it is back`, async ({
    phone,
    server,
  }) => {
    const page = await enter(phone, server.signInOf('Giulia'));
    await page.route('**/assets/*.js', answer);
    await page.route('**/healthz', answer);
    await bell(page).click();
    await expect(note(page)).toBeVisible();
    // the page is unchanged, and other links still work
    await expect(heading(page, 'Ciao Giulia')).toBeVisible();
    await navigation(page).getByRole('link', { name: 'Scambi', exact: true }).click();
    await expect(note(page)).toBeVisible();
    await page.unroute('**/assets/*.js');
    await page.unroute('**/healthz');
    // it retries automatically, with growing pauses
    await expect(heading(page, 'Scambi')).toBeVisible({ timeout: 30_000 });
    await expect(panel(page)).toBeVisible();
    await expect(note(page)).toBeHidden();
    expectProblems(page, /net::ERR_|\b502\b/);
  });
}

test('missing code of an old version shows the page for that at once', async ({ phone, server }) => {
  const page = await enter(phone, server.signInOf('Giulia'));
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await bell(page).click();
  await expect(heading(page, 'Questa pagina si è fermata')).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Ricarica' }).click();
  await expect(heading(page, 'Ciao Giulia')).toBeVisible();
  await bell(page).click();
  await expect(panel(page)).toBeVisible();
  expectProblems(page, /dynamically imported module|CrashBoundary/);
});

const month = freeMonth();
const day: Day = `${month}-10`;
const words = 'Ho una visita, ti ringrazio!';
const reply = /^Nessuna risposta/;

/** Submits a form offline, which fails and keeps the input, then online. */
async function sendTwice(page: Page, button: string, failed: string): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('Messaggio').fill(words);
  await page.context().setOffline(true);
  await press(form, button);
  await expect(toast(page, failed)).toBeVisible();
  // all refetches have failed by now
  const send = form.getByRole('button', { name: button, exact: true, includeHidden: true });
  await expect(send).not.toHaveAttribute('aria-busy');
  await expect(form.getByLabel('Messaggio')).toHaveValue(words);
  await expect(form.getByText(reply)).toHaveCount(0);
  await page.context().setOffline(false);
  await press(form, button);
  expectProblems(page, /net::ERR_/);
}

test('a new or changed request that could not be sent keeps the input', async ({ newcomer }) => {
  const page = await newcomer();
  await recordShift(page, day, '06:00', '14:00');
  await openCalendar(page, month);
  await dayCell(page, day, 'sede 06:00–14:00').click();
  await press(page.getByRole('dialog'), 'Scambia');
  await page.getByRole('dialog').getByRole('radio', { name: 'Pomeriggio' }).check();
  await sendTwice(page, 'Pubblica richiesta', 'Non è stato possibile creare la richiesta');
  await expect(toast(page, 'Richiesta creata')).toBeVisible();
  const { requests } = await ask(page, 'GET /api/exchange-requests/page', { query: { tab: 'mie' } });
  expect(requests.map(({ message }) => message)).toEqual([words]);

  await page.goto('/exchanges?tab=mie');
  await pressOnCard(card(page, 'La tua richiesta', day), `Modifica la richiesta per ${formatMediumDay(day)}`);
  await sendTwice(page, 'Salva le modifiche', 'Non è stato possibile aggiornare la richiesta');
  await expect(toast(page, 'Richiesta aggiornata')).toBeVisible();
});
