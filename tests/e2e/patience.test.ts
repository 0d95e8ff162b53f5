import type { Page, Request, Route } from '@playwright/test';
import { type Day, formatMediumDay } from '../../src/domain/calendar/day.ts';
import { expectProblems } from '../../tools/browser.ts';
import type { SignIn } from '../../tools/productServer.ts';
import { dayCell, freeMonth, openCalendar } from './calendar.ts';
import { ask, preAccept, publishShift, recordShift, requestOf } from './calls.ts';
import { bell, card, pressOnCard } from './exchanges.ts';
import { expect, type Open, test } from './fixtures.ts';
import { heading, navigation, press, signIn, toast } from './screens.ts';

// A server that does not answer: what a tap needs and the page does not have yet, and what is on screen already.

const note = (page: Page) => page.getByText('Nessuna risposta: Turnario riprova');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifiche' });

/** Opens the dashboard; nothing is fetched ahead. */
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
    // the page stays as it was, and so does the way elsewhere
    await expect(heading(page, 'Ciao Giulia')).toBeVisible();
    await navigation(page).getByRole('link', { name: 'Scambi', exact: true }).click();
    await expect(note(page)).toBeVisible();
    await page.unroute('**/assets/*.js');
    await page.unroute('**/healthz');
    // it tries again by itself, ever more seldom
    await expect(heading(page, 'Scambi')).toBeVisible({ timeout: 30_000 });
    await expect(panel(page)).toBeVisible();
    await expect(note(page)).toBeHidden();
    expectProblems(page, /net::ERR_|\b502\b/);
  });
}

test('code that is gone with a former version leads to the page that says so, at once', async ({
  phone,
  server,
}) => {
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

/** Lets nothing through to these addresses until it is released. */
async function holdBack(page: Page, address: string) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { isAsked: asked.promise, release: () => released.resolve() };
}

test('an answer that comes while the next page is on its way does not bring back the last one', async ({
  phone,
  server,
}) => {
  const page = await enter(phone, server.signInOf('Giulia'));
  const { requests } = await ask(page, 'GET /api/exchange-requests/page', { query: { tab: 'disponibili' } });
  const id = requests[0]?.id ?? '';
  const answer = await holdBack(page, `**/api/exchange-requests/${id}`);
  const code = await holdBack(page, '**/assets/OperationsPage-*.js');
  await page.goto(`/exchanges?highlight=${id}`);
  await expect(heading(page, 'Scambi')).toBeVisible();
  await answer.isAsked;
  await navigation(page).getByRole('link', { name: 'Operazioni', exact: true }).click();
  await code.isAsked;
  const arrival = page.waitForEvent('requestfinished', (request) => request.url().endsWith(id));
  answer.release();
  await arrival;
  // and the page has done with it what it does
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  code.release();
  await expect(heading(page, 'Operazioni Aziendali')).toBeVisible();
  await expect(page).toHaveURL('/operazioni');
});

const month = freeMonth();
const day: Day = `${month}-10`;
const words = 'Ho una visita, ti ringrazio!';
const reply = /^Nessuna risposta/;

/** Sends a form without network: it fails, and nothing that was typed is gone. Then it is sent. */
async function sendTwice(page: Page, button: string, failed: string): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('Messaggio').fill(words);
  await page.context().setOffline(true);
  await press(form, button);
  await expect(toast(page, failed)).toBeVisible();
  // all that was to be read again has failed by now
  const send = form.getByRole('button', { name: button, exact: true, includeHidden: true });
  await expect(send).not.toHaveAttribute('aria-busy');
  await expect(form.getByLabel('Messaggio')).toHaveValue(words);
  await expect(form.getByText(reply)).toHaveCount(0);
  await page.context().setOffline(false);
  await press(form, button);
  expectProblems(page, /net::ERR_/);
}

test('a request that could not be sent keeps what was typed, and so do its changes', async ({ newcomer }) => {
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

/** Does something while no call to these addresses is answered; answers once one has failed, and the page has done with that what it does. */
async function failing(page: Page, address: string, act: () => Promise<unknown>): Promise<void> {
  const refused = new Set<Request>();
  let failures = 0;
  page.on('requestfailed', (request) => {
    if (refused.delete(request)) failures += 1;
  });
  await page.route(address, (route) => {
    refused.add(route.request());
    return route.abort('connectionrefused');
  });
  await act();
  await expect.poll(() => failures).toBeGreaterThan(0);
  // one change can be told more than once: none that is refused comes later
  await page.unroute(address);
  await expect.poll(() => refused.size).toBe(0);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** A request of one for an afternoon that the other has pre-accepted; answers its id. */
async function offered(one: Page, other: Page, date: Day): Promise<string> {
  const shiftId = await recordShift(one, date, '06:00', '14:00');
  await recordShift(other, date, '14:00', '22:00');
  const id = await publishShift(one, shiftId, date);
  await preAccept(other, id);
  return id;
}

async function swap(one: Page, other: Page, date: Day): Promise<void> {
  const id = await offered(one, other, date);
  const [offer] = (await requestOf(one, id)).preAcceptedBy;
  const body = { accepterUserId: offer?.userId ?? '', version: offer?.version ?? '' };
  await ask(one, 'POST /api/exchange-requests/:id/final-confirm', { params: { id }, body });
}

test('what is on screen stays when something else changes and it cannot be read again', async ({
  newcomer,
}) => {
  const [page, other] = [await newcomer(), await newcomer()];
  await offered(page, other, day);
  await swap(page, other, `${month}-11`);
  for (const [at, [place, call, seen]] of [
    ['/exchanges?tab=pre-accettati', 'exchange-requests/page*', card(page, 'La tua richiesta', day)],
    ['/exchanges?tab=completati', 'exchanges/completed/page*', card(page, 'Nina', `${month}-11`)],
    ['/', 'exchange-requests/waiting', page.getByRole('heading', { name: /^Tocca a te/ })],
  ].entries() as ArrayIterator<[number, [string, string, ReturnType<typeof card>]]>) {
    await page.goto(place);
    await expect(seen).toBeVisible();
    await failing(page, `**/api/${call}`, () => swap(page, other, `${month}-${17 + at * 3}`));
    await expect(seen).toBeVisible();
    await expect(page.getByText(reply)).toHaveCount(0);
  }
  expectProblems(page, /net::ERR_/);
});
