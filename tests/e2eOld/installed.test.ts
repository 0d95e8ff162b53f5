import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CachedCalendar } from '../../src/client/data/cachedCalendar.ts';
import { startBalancingProxy } from '../../tools/httpProxy.ts';
import type { Visit } from '../support/browser.ts';
import { violationsOf } from './axe.ts';
import { calendar, dayPicker, freeMonth, turnTo } from './calendar.ts';
import { ask, idOf, impersonate, signInQuietly } from './calls.ts';
import {
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  goBy,
  heading,
  navigation,
  press,
  sendLogin,
  signIn,
  signOut,
} from './screens.ts';
import { setStage } from './stage.ts';

// The product as it is installed on a device: its background worker, and what it shows without network.

const stage = setStage();
const withWorker = { serviceWorkers: 'allow' } as const;

async function enter(visit: Visit, firstName: string): Promise<Page> {
  await signIn(visit.page, stage.server.signInOf(firstName), firstName);
  return visit.page;
}

/** Waits until the worker has everything it needs to open the page without network. */
const workerIsReady = (page: Page): Promise<void> =>
  expectSoon(
    () =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? 'not registered',
      ),
    'activated',
  );

const keptCalendar = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('turnario.calendar') ?? 'nothing');

/** Waits until this device has kept a calendar of its own accord. */
const calendarIsKept = (page: Page): Promise<void> =>
  expectSoon(async () => (await keptCalendar(page)).includes('startTime'), true);

const offlineNotice = (page: Page) =>
  page.getByText(/^Sei senza rete: vedi il calendario com’era alle \d\d:\d\d$/);
const filledDays = (page: Page) => calendar(page).getByRole('gridcell', { name: /sede \d\d/ });

/** What lost calls leave on the console is expected here; anything else is not. */
function expectOnlyLostCalls({ problems }: Visit): void {
  const lost = /net::ERR_|Failed to load resource/;
  expect(problems.splice(0).filter((problem) => !lost.test(problem))).toEqual([]);
}

test('the browser finds nothing missing to install it', async () => {
  const { page, context } = await stage.desktop(withWorker);
  await page.goto('/');
  await expectVisible(heading(page, 'Accedi'));
  await workerIsReady(page);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '') as {
    id: string;
    lang: string;
    icons: { src: string; purpose: string; sizes: string }[];
    screenshots: { src: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest).toMatchObject({ id: '/', lang: 'it', start_url: '/', scope: '/', display: 'standalone' });
  expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose: 'maskable', sizes: '512x512' }));
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // every window of a test is a private one
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  const script = await page.request.get('/sw.js');
  expect(script.headers()).toMatchObject({ 'cache-control': 'no-cache' });
  expect(script.headers()['content-type']).toMatch(/javascript/);
  const noted = await page.evaluate(() => [
    localStorage.getItem('turnario.version'),
    document.querySelector<HTMLMetaElement>('meta[name=version]')?.content,
  ]);
  expect(noted[0]).toMatch(/^[\da-f]{12}$/);
  expect(noted[0]).toBe(noted[1]);
});

test('without network it opens after one visit and shows the calendar as it was, but not of who has left', async () => {
  const [phone, desktop, former] = [
    await stage.phone(withWorker),
    await stage.desktop(withWorker),
    await stage.phone(withWorker),
  ];
  const shown = await visitOnce(phone, 'Giulia');
  await visitOnce(desktop, 'Marco');
  await visitOnce(former, 'Sara');
  expect(await cachedPaths(former.page)).toContain('/');
  expect((await cachedPaths(former.page)).filter((path) => path.startsWith('/api'))).toEqual([]);
  await signOut(former.page);
  await expectVisible(heading(former.page, 'Accedi'));
  await expectSoon(() => keptCalendar(former.page), 'nothing');
  // whatever fails below, the tests that follow have a server
  onTestFinished(() => stage.server.start());
  await stage.server.halt();

  const onPhone = await reopen(phone, '/');
  await expectVisible(heading(onPhone, 'Il Mio Calendario'));
  await expectVisible(offlineNotice(onPhone));
  await expectSoon(() => filledDays(onPhone).count(), shown);
  // to look at, not to change
  const grid = calendar(onPhone).getByRole('grid');
  await expectNone(grid.getByRole('button').or(grid.getByRole('link')));
  await expectNothingInTheWay(onPhone);
  await press(calendar(onPhone), 'Mese successivo');
  await expectVisible(offlineNotice(onPhone));
  await onPhone.goto('/calendar?month=2090-12');
  await expectVisible(onPhone.getByText('Sei senza rete e questo mese non è salvato sul dispositivo.'));

  const atDesk = await reopen(desktop, '/exchanges');
  await expectVisible(heading(atDesk, 'Sei senza rete'));
  await expectNothingInTheWay(atDesk);
  await atDesk.getByRole('link', { name: 'Guarda il calendario' }).click();
  await expectVisible(offlineNotice(atDesk));
  await expectNothingInTheWay(atDesk);

  const left = await reopen(former, '/');
  const alert = left.getByRole('alert');
  await expectVisible(alert.getByText('Nessuna risposta: controlla la connessione e riprova.'));
  await expectNone(left.getByText('Sara'));

  await stage.server.start();
  await press(atDesk, 'Riprova');
  await expectVisible(navigation(atDesk));
  await expectVisible(filledDays(atDesk).first());
  await expectGone(offlineNotice(atDesk));
  for (const visit of [phone, desktop, former]) expectOnlyLostCalls(visit);
});

/** Signs in and leaves when the device has what it needs; answers how many days of the month had a duty. */
async function visitOnce(visit: Visit, firstName: string): Promise<number> {
  const page = await enter(visit, firstName);
  await expectVisible(filledDays(page).first());
  const shown = await filledDays(page).count();
  await workerIsReady(page);
  await calendarIsKept(page);
  return shown;
}

async function reopen({ context, page }: Visit, path: string): Promise<Page> {
  await page.close();
  const later = await context.newPage();
  await later.goto(path);
  return later;
}

/** What the worker has, by path. */
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found;
  });

async function expectNothingInTheWay(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('an open page says that the network is gone, and when it is back', async () => {
  const visit = await stage.phone(withWorker);
  const page = await enter(visit, 'Giulia');
  await visit.context.setOffline(true);
  const strip = page.getByText('Sei senza rete: ciò che vedi può non essere aggiornato');
  await expectVisible(strip);
  await visit.context.setOffline(false);
  await expectGone(strip);
  expectOnlyLostCalls(visit);
});

describe('of a person', () => {
  test('nothing is kept who does not want to stay signed in', async () => {
    const { page } = await stage.desktop();
    await page.goto('/');
    await page.getByRole('checkbox', { name: /Ricordami/ }).uncheck();
    await sendLogin(page, stage.server.signInOf('Giulia'));
    await expectVisible(filledDays(page).first());
    await goBy(page, 'Calendario');
    await expectVisible(filledDays(page).first());
    await page.reload();
    await expectVisible(filledDays(page).first());
    await expectSoon(() => keptCalendar(page), 'no');
  });

  test('nothing is left when another one signs in, or the session ends elsewhere', async () => {
    const { page } = await stage.desktop();
    await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
    await calendarIsKept(page);
    const kept = JSON.parse(await keptCalendar(page)) as { session: { user: { firstName: string } } };
    expect(kept.session.user.firstName).toBe('Giulia');
    await signInQuietly(page, stage.server.signInOf('Sara'));
    await page.reload();
    await expectVisible(heading(page, 'Ciao Sara'));
    const readKept = async (): Promise<CachedCalendar | null> =>
      JSON.parse((await keptCalendar(page)).replace('nothing', 'null')) as CachedCalendar | null;
    await expectSoon(async () => (await readKept())?.session.user.firstName, 'Sara');
    await calendarIsKept(page);
    const { session, spans } = (await readKept())!;
    const owners = spans.flatMap(({ shifts }) => shifts.map(({ userId }) => userId));
    expect(new Set(owners)).toEqual(new Set([session.user.id]));
    await ask(page, 'POST /api/auth/logout');
    await page.reload();
    await expectVisible(heading(page, 'Accedi'));
    await expectSoon(() => keptCalendar(page), 'nothing');
  });

  test('nothing is kept while the CEO acts as somebody', async () => {
    const { page } = await stage.desktop();
    await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
    const giulia = await idOf(page);
    await signOutQuietly(page);
    await signIn(page, stage.server.signInOf('CEO'), 'CEO');
    await impersonate(page, giulia);
    await page.goto('/calendar');
    await expectVisible(filledDays(page).first());
    await expectSoon(() => keptCalendar(page), 'nothing');
    await ask(page, 'POST /api/ceo/stop-impersonation');
    await page.goto('/');
    await expectVisible(heading(page, 'Ciao CEO'));
    expect(await keptCalendar(page)).not.toContain('startTime');
  });
});

async function signOutQuietly(page: Page): Promise<void> {
  await ask(page, 'POST /api/auth/logout');
  await page.goto('/');
  await expectVisible(heading(page, 'Accedi'));
}

test('a new version is offered, and taken only when nothing filled in is lost or the person says so', async () => {
  const proxy = await startBalancingProxy([stage.server.url]);
  const { page, context } = await stage.phone(withWorker, proxy.localUrl);
  await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
  await workerIsReady(page);
  const offer = page.getByText('È pronta una nuova versione', { exact: true });
  await expectNone(offer);

  proxy.release();
  const question = page.getByRole('alertdialog', { name: 'Aggiorni adesso?' });
  const expectQuestion = async (): Promise<void> => {
    await press(page, 'Aggiorna');
    await press(question, 'Più tardi');
    await expectGone(question);
  };
  // a choice from a list and days picked are lost as words are
  await page.goto('/profile');
  await page.getByRole('button', { name: /Ore di contratto/ }).click();
  await page.getByRole('option', { name: /^6/ }).click();
  await expectVisible(offer);
  await expectQuestion();
  await page.goto('/shifts/new');
  await turnTo(dayPicker(page), freeMonth());
  await dayPicker(page).getByRole('gridcell', { name: / 15 / }).click();
  await expectVisible(offer);
  await expectQuestion();
  await expectVisible(dayPicker(page).getByRole('gridcell', { name: / 15 /, selected: true }));
  await page.getByLabel('Note').fill('Da non perdere');
  await expectNothingInTheWay(page);
  // nor in the way of the button that saves
  await page.getByRole('button', { name: 'Aggiungi giornata', exact: true }).click({ trial: true });
  await expectQuestion();
  await expectSoon(() => page.getByLabel('Note').inputValue(), 'Da non perdere');

  await page.evaluate(() => document.body.setAttribute('data-former', ''));
  await press(page, 'Aggiorna');
  await press(question, 'Aggiorna lo stesso');
  await expectGone(page.locator('body[data-former]'));
  await expectVisible(heading(page, 'Aggiungi Turno'));
  await expectNone(offer);
  await expectSoon(() => page.getByLabel('Note').inputValue(), '');
  await context.close();
  await proxy.close();
});
