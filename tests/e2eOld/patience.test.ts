import type { Locator, Page, Request, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Day, daysOf, formatMediumDay, saturdayWeekOf } from '../../src/domain/calendar/day.ts';
import type { Visit } from '../support/browser.ts';
import { dayCell, freeMonth, openCalendar } from './calendar.ts';
import { ask, preAccept, publishShift, recordShift, requestOf } from './calls.ts';
import { bell, card, chooseWeek, exchangeTab, pressOnCard } from './exchanges.ts';
import { enterAsNewcomer, storeShift } from './newcomer.ts';
import {
  addressOf,
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  goBy,
  heading,
  inTime,
  navigation,
  press,
  signIn,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';

// A server that does not answer: what a tap needs and the page does not have yet, and what is on screen already.

const stage = setStage();

const note = (page: Page) => page.getByText('Nessuna risposta: Turnario riprova');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifiche' });
const crash = (page: Page) => heading(page, 'Questa pagina si è fermata');

/** Opens the dashboard; nothing is fetched ahead. */
async function enter(): Promise<Visit> {
  const visit = await stage.phone();
  await visit.page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await signIn(visit.page, stage.server.signInOf('Giulia'), 'Giulia');
  return visit;
}

/** Answers in the server's place what asks for code or whether it is there. */
async function intercept({ page }: Visit, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/assets/*.js', answer);
  await page.route('**/healthz', answer);
}

/** What lost calls leave on the console is expected here; anything else is not. */
function expectOnly({ problems }: Visit, expected: RegExp): void {
  expect(problems.splice(0).filter((problem) => !expected.test(problem))).toEqual([]);
}

describe.each([
  ['does not answer', (route: Route) => route.abort('connectionrefused')],
  ['is away behind its proxy', (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' })],
])('while the server %s', (_name, answer) => {
  test('a tap waits, says so, and has its effect when the server is back', async () => {
    const visit = await enter();
    const { page } = visit;
    await intercept(visit, answer);
    await bell(page).click();
    await expectVisible(note(page));
    // the page stays as it was, and so does the way elsewhere
    await expectVisible(heading(page, 'Ciao Giulia'));
    await navigation(page).getByRole('link', { name: 'Scambi', exact: true }).click();
    await expectVisible(note(page));
    await page.unroute('**/assets/*.js');
    await page.unroute('**/healthz');
    await expectVisible(heading(page, 'Scambi'));
    await expectVisible(panel(page));
    await expectGone(note(page));
    expectOnly(visit, /net::ERR_|\b502\b/);
  });
});

test('code that is gone with a former version leads to the page that says so, at once', async () => {
  const visit = await enter();
  const { page } = visit;
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await bell(page).click();
  await expectVisible(crash(page));
  await expectNone(note(page));
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Ricarica' }).click();
  await expectVisible(heading(page, 'Ciao Giulia'));
  await bell(page).click();
  await expectVisible(panel(page));
  expectOnly(visit, /dynamically imported module|CrashBoundary/);
});

test('an answer that comes while the next page is on its way does not bring back the last one', async () => {
  const visit = await enter();
  const { page } = visit;
  const { requests } = await ask(page, 'GET /api/exchange-requests/page', { query: { tab: 'disponibili' } });
  const id = requests[0]?.id ?? '';
  const answer = await holdBack(page, `**/api/exchange-requests/${id}`);
  const code = await holdBack(page, '**/assets/OperationsPage-*.js');
  await page.goto(`/exchanges?highlight=${id}`);
  await expectVisible(heading(page, 'Scambi'));
  await inTime(answer.isAsked, 'the request');
  await navigation(page).getByRole('link', { name: 'Operazioni', exact: true }).click();
  await inTime(code.isAsked, 'the code of the page');
  const arrival = page.waitForEvent('requestfinished', (request) => request.url().endsWith(id));
  answer.release();
  await arrival;
  // and the page has done with it what it does
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  code.release();
  await expectVisible(heading(page, 'Operazioni Aziendali'));
  await expectSoon(() => addressOf(page), '/operazioni');
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

const month = freeMonth();
const week = saturdayWeekOf(`${month}-14`);
const day: Day = `${month}-10`;
const words = 'Ho una visita, ti ringrazio!';
const reply = /^Nessuna risposta/;

/** Nina, who has just registered, with a shift on `day`; answers its id. */
async function enterWithShift(): Promise<{ visit: Visit; shiftId: string }> {
  const visit = await stage.phone();
  await enterAsNewcomer(visit.page, stage.server);
  return { visit, shiftId: await recordShift(visit.page, day, '06:00', '14:00') };
}

/** Opens the form that offers the shift, from its day in the calendar, and writes a message. */
async function writeFromCalendar(page: Page): Promise<Locator> {
  await openCalendar(page, month);
  await dayCell(page, day, 'sede 06:00–14:00').click();
  await press(page.getByRole('dialog'), 'Scambia');
  const form = page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
  await form.getByRole('radio', { name: 'Pomeriggio' }).check();
  await form.getByLabel('Messaggio').fill(words);
  return form;
}

/** Sends a form without network: it fails, and nothing that was typed is gone. */
async function sendInVain({ context }: Visit, form: Locator, button: string, failed: string): Promise<void> {
  const page = form.page();
  await context.setOffline(true);
  await press(form, button);
  await expectVisible(toast(page, failed));
  // all that was to be read again has failed by now
  await expectSoon(
    () =>
      form.getByRole('button', { name: button, exact: true, includeHidden: true }).getAttribute('aria-busy'),
    null,
  );
  await expectSoon(() => form.getByLabel('Messaggio').inputValue(), words);
  await expectNone(form.getByText(reply));
  await context.setOffline(false);
}

describe('a form that could not be sent keeps what was typed, and sends it later', () => {
  test('a request from the calendar', async () => {
    const { visit } = await enterWithShift();
    const { page } = visit;
    const form = await writeFromCalendar(page);
    await sendInVain(visit, form, 'Pubblica richiesta', 'Non è stato possibile creare la richiesta');
    await press(form, 'Pubblica richiesta');
    await expectVisible(toast(page, 'Richiesta creata'));
    const { requests } = await ask(page, 'GET /api/exchange-requests/page', { query: { tab: 'mie' } });
    expect(requests.map(({ message }) => message)).toEqual([words]);
    expectOnly(visit, /net::ERR_/);
  });

  test('a request that is changed', async () => {
    const { visit, shiftId } = await enterWithShift();
    const { page } = visit;
    const id = await publishShift(page, shiftId, day);
    await goBy(page, 'Scambi');
    await exchangeTab(page, 'Le Mie').click();
    await pressOnCard(
      card(page, 'La tua richiesta', day),
      `Modifica la richiesta per ${formatMediumDay(day)}`,
    );
    const form = page.getByRole('dialog', { name: 'Modifica la richiesta' });
    await form.getByLabel('Messaggio').fill(words);
    await sendInVain(visit, form, 'Salva le modifiche', 'Non è stato possibile aggiornare la richiesta');
    await press(form, 'Salva le modifiche');
    await expectVisible(toast(page, 'Richiesta aggiornata'));
    expect((await requestOf(page, id)).message).toBe(words);
    expectOnly(visit, /net::ERR_/);
  });

  test('a week of holidays', async () => {
    const visit = await stage.phone();
    const { page } = visit;
    await enterAsNewcomer(page, stage.server, { variant: 'taxi' });
    const other = saturdayWeekOf(`${month}-21`);
    for (const date of daysOf(week)) await storeShift(page, { date, workLocation: 'ferie' });
    const morning = { workLocation: 'sede', startTime: '06:00', endTime: '13:00' } as const;
    for (const date of daysOf(other).slice(0, 5)) await storeShift(page, { date, ...morning });
    await page.goto('/exchanges?ferie=');
    const form = page.getByRole('dialog', { name: 'Scambia Ferie' });
    await chooseWeek(form, 'La settimana che vorresti', other);
    await form.getByLabel('Messaggio').fill(words);
    await sendInVain(visit, form, 'Pubblica richiesta', 'Non è stato possibile creare la richiesta');
    await press(form, 'Pubblica richiesta');
    await expectVisible(toast(page, 'Richiesta creata'));
    expectOnly(visit, /net::ERR_/);
  });
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
  await expectSoon(() => failures > 0, true);
  // one change can be told more than once: none that is refused comes later
  await page.unroute(address);
  await expectSoon(() => refused.size, 0);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

test('a form stays with what was typed when something else changes and cannot be read', async () => {
  const { visit } = await enterWithShift();
  const { page } = visit;
  const form = await writeFromCalendar(page);
  await failing(page, '**/api/user-shifts*', () => recordShift(page, `${month}-12`, '06:00', '14:00'));
  await expectNone(form.getByText(reply));
  await press(form, 'Pubblica richiesta');
  await expectVisible(toast(page, 'Richiesta creata'));
  const { requests } = await ask(page, 'GET /api/exchange-requests/page', { query: { tab: 'mie' } });
  expect(requests.map(({ message }) => message)).toEqual([words]);
  expectOnly(visit, /net::ERR_/);
});

test('a form that begins without the likely type stays when that is asked for again', async () => {
  const { visit } = await enterWithShift();
  const { page } = visit;
  await page.route('**/api/exchange-requests/preview*', (route) => route.abort('connectionrefused'));
  const form = await writeFromCalendar(page);
  await sendInVain(visit, form, 'Pubblica richiesta', 'Non è stato possibile creare la richiesta');
  expectOnly(visit, /net::ERR_/);
});

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

test.each<[string, string, string, (page: Page) => Locator]>([
  [
    'requests',
    '/exchanges?tab=mie',
    'exchange-requests/page*',
    (page) => card(page, 'La tua richiesta', day),
  ],
  [
    'completed swaps',
    '/exchanges?tab=completati',
    'exchanges/completed/page*',
    (page) => card(page, 'Nina', day),
  ],
  ['the next shift', '/', 'user-shifts*', (page) => page.getByText('Prossimo turno')],
  [
    'what waits',
    '/',
    'exchange-requests/waiting',
    (page) => page.getByRole('heading', { name: /^Tocca a te/ }),
  ],
])('what is on screen stays when it cannot be read again: %s', async (what, place, call, seen) => {
  const { page: other } = await stage.phone();
  const visit = await stage.phone();
  const { page } = visit;
  await enterAsNewcomer(other, stage.server);
  await enterAsNewcomer(page, stage.server);
  if (what === 'completed swaps') await swap(page, other, day);
  else if (what === 'requests') await publishShift(page, await recordShift(page, day, '06:00', '14:00'), day);
  else await offered(page, other, day);
  await page.goto(place);
  await expectVisible(seen(page));
  await failing(page, `**/api/${call}`, () => swap(page, other, `${month}-17`));
  await expectSoon(() => seen(page).isVisible(), true);
  await expectNone(page.getByText(reply));
  expectOnly(visit, /net::ERR_/);
});
