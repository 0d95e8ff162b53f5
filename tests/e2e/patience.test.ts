import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Visit } from '../support/browser.ts';
import { ask } from './calls.ts';
import { bell } from './exchanges.ts';
import {
  addressOf,
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  heading,
  inTime,
  navigation,
  signIn,
} from './screens.ts';
import { setStage } from './stage.ts';

// What a tap needs and the page does not have yet: its code, from a server that does not answer.

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
  const { requests } = await ask(page, 'GET /api/exchange-requests', { query: { tab: 'disponibili' } });
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
