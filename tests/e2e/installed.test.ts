import type { Page } from '@playwright/test';
import { expectProblems } from '../../tools/browser.ts';
import { startBalancingProxy } from '../../tools/httpProxy.ts';
import { calendar, dayPicker, freeMonth, turnTo } from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { heading, navigation, press, signIn, signOut } from './screens.ts';

// The installed product: its service worker, and what it shows offline.

const withWorker = { serviceWorkers: 'allow' } as const;
const lostCalls = /net::ERR_|Failed to load resource/;

/** Waits until the worker has cached everything to open the page offline. */
const workerIsReady = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? 'none'),
    )
    .toBe('activated');

const keptCalendar = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('turnario.calendar') ?? 'nothing');
const expectKept = (page: Page, kept: string): Promise<void> =>
  expect.poll(() => keptCalendar(page)).toBe(kept);
/** Waits until this device has cached a calendar. */
const calendarIsKept = (page: Page): Promise<void> =>
  expect.poll(() => keptCalendar(page)).toContain('startTime');

const offlineNotice = (page: Page) =>
  page.getByText(/^Sei senza rete: vedi il calendario com’era alle \d\d:\d\d$/);
const filledDays = (page: Page) => calendar(page).getByRole('gridcell', { name: /sede \d\d/ });

test('the browser considers it installable', async ({ desk }) => {
  const page = await desk(null, { ...withWorker, at: '/' });
  await workerIsReady(page);
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons, screenshots } = JSON.parse(data ?? '') as Record<string, { src: string }[]>;
  for (const { src } of [...icons!, ...screenshots!]) {
    expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // all test windows are private
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const [noted, version] = await page.evaluate(() => [
    localStorage.getItem('turnario.version'),
    document.querySelector<HTMLMetaElement>('meta[name=version]')?.content,
  ]);
  expect(noted).toMatch(/^[\da-f]{12}$/);
  expect(noted).toBe(version);
});

test('it opens offline after one visit and shows the cached calendar', async ({ phone, desk, server }) => {
  const giulia = await phone('Giulia', { ...withWorker, at: '/calendar' });
  const marco = await desk('Marco', withWorker);
  const former = await phone(null, withWorker);
  await signIn(former, server.signInOf('Sara'), 'Sara');
  await former.goto('/calendar');
  for (const page of [giulia, marco, former]) {
    expectProblems(page, lostCalls);
    await expect(filledDays(page).first()).toBeVisible();
    await workerIsReady(page);
    await calendarIsKept(page);
  }
  const shown = await filledDays(giulia).count();
  expect((await cachedPaths(former)).filter((path) => path.startsWith('/api'))).toEqual([]);
  await signOut(former);
  await expect(heading(former, 'Accedi')).toBeVisible();
  await expectKept(former, 'nothing');
  await server.halt();

  const onPhone = await reopen(giulia, '/');
  await expect(heading(onPhone, 'Il Mio Calendario')).toBeVisible();
  await expect(offlineNotice(onPhone)).toBeVisible();
  await expect(filledDays(onPhone)).toHaveCount(shown);
  // read-only
  const grid = calendar(onPhone).getByRole('grid');
  await expect(grid.getByRole('button').or(grid.getByRole('link'))).toHaveCount(0);
  await press(calendar(onPhone), 'Mese successivo');
  await expect(offlineNotice(onPhone)).toBeVisible();
  await onPhone.goto('/calendar?month=2090-12');
  await expect(
    onPhone.getByText('Sei senza rete e questo mese non è salvato sul dispositivo.'),
  ).toBeVisible();

  const atDesk = await reopen(marco, '/exchanges');
  await expect(heading(atDesk, 'Sei senza rete')).toBeVisible();
  await atDesk.getByRole('link', { name: 'Guarda il calendario' }).click();
  await expect(offlineNotice(atDesk)).toBeVisible();

  // shows nothing of a person who has signed out
  const left = await reopen(former, '/');
  const alert = left.getByRole('alert');
  await expect(alert.getByText('Nessuna risposta: controlla la connessione e riprova.')).toBeVisible();
  await expect(left.getByText('Sara')).toHaveCount(0);

  await server.start();
  await press(atDesk, 'Riprova');
  await expect(navigation(atDesk)).toBeVisible();
  await expect(filledDays(atDesk).first()).toBeVisible();
  await expect(offlineNotice(atDesk)).toBeHidden();
});

async function reopen(page: Page, path: string): Promise<Page> {
  await page.close();
  const later = await page.context().newPage();
  await later.goto(path);
  return later;
}

/** The paths cached by the worker. */
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found;
  });

test('a new version is applied only if no input is lost, or the person agrees', async ({ phone, server }) => {
  const proxy = await startBalancingProxy([server.url]);
  const page = await phone(null, { ...withWorker, baseURL: proxy.localUrl });
  expectProblems(page, new RegExp(`leaves the origin: ${proxy.localUrl}`));
  await signIn(page, server.signInOf('Giulia'), 'Giulia');
  await workerIsReady(page);
  const offer = page.getByText('È pronta una nuova versione', { exact: true });
  await expect(offer).toHaveCount(0);

  proxy.release();
  const question = page.getByRole('alertdialog', { name: 'Aggiorni adesso?' });
  const expectQuestion = async (): Promise<void> => {
    await press(page, 'Aggiorna');
    await press(question, 'Più tardi');
    await expect(question).toBeHidden();
  };
  // choices and picked days count as input, too
  await page.goto('/profile');
  await page.getByRole('button', { name: /Ore di contratto/ }).click();
  await page.getByRole('option', { name: /^6/ }).click();
  await expect(offer).toBeVisible();
  await expectQuestion();
  await page.goto('/shifts/new');
  await turnTo(dayPicker(page), freeMonth());
  await dayPicker(page).getByRole('gridcell', { name: / 15 / }).click();
  await expect(offer).toBeVisible();
  await expectQuestion();
  await expect(dayPicker(page).getByRole('gridcell', { name: / 15 /, selected: true })).toBeVisible();
  await page.getByLabel('Note').fill('Da non perdere');
  // nor does it cover the save button
  await page.getByRole('button', { name: 'Aggiungi giornata', exact: true }).click({ trial: true });

  await page.evaluate(() => document.body.setAttribute('data-former', ''));
  await press(page, 'Aggiorna');
  await press(question, 'Aggiorna lo stesso');
  await expect(page.locator('body[data-former]')).toBeHidden();
  await expect(heading(page, 'Aggiungi Turno')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await expect(page.getByLabel('Note')).toHaveValue('');
  await page.close();
  await proxy.close();
});
