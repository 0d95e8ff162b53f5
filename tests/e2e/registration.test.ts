import type { Page } from '@playwright/test';
import { answerTo } from './calls.ts';
import { expect, test } from './fixtures.ts';
import {
  errorOf,
  expectStep,
  fields,
  fillRegistration,
  goOn,
  type Registration,
  sendRegistration,
  terms,
  typedSoFar,
} from './people.ts';
import { goBy, heading, press, sendLogin, signIn, signOut, willShow } from './screens.ts';

const bianca: Registration = {
  firstName: 'Bianca',
  lastName: 'Sole',
  email: 'bianca.sole@turnario.example',
  worksite: 'Cantiere Tiburtina',
  accessCode: 'TIBURTINA-1999',
  role: 'Operatore',
  contractHours: '8 ore al giorno',
  password: 'Primavera!27',
};
const { worksite: _worksite, role: _role, contractHours: _hours, ...typedByBianca } = bianca;

async function openRegistration(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Registrati' }).click();
  await expect(heading(page, 'Registrati')).toBeVisible();
}

/** Closes the open dialog, which has this title and text. */
async function dismiss(page: Page, title: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await press(dialog, 'Ho Capito');
  await expect(dialog).toBeHidden();
}

test.describe('the registration', () => {
  test('keeps the input when terms are read and a code is refused', async ({ phone, server }) => {
    const page = await phone();
    await openRegistration(page);
    await fillRegistration(page, bianca);
    const submit = page.getByRole('button', { name: 'Crea il mio account' });
    await expect(submit).toBeDisabled();
    const [termsPage] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Termini e Condizioni' }).click(),
    ]);
    await expect(heading(termsPage, 'Termini, privacy e responsabilità')).toBeVisible();
    await termsPage.close();
    expect(await typedSoFar(page)).toEqual(typedByBianca);

    await terms(page).check();
    await expect(submit).toBeEnabled();
    await sendRegistration(page);
    await dismiss(
      page,
      'Registrazione non consentita',
      'Codice accesso non valido per il cantiere selezionato.',
    );
    const refused = 'Codice accesso non valido per il cantiere selezionato';
    await expect.poll(() => errorOf(fields.accessCode(page))).toBe(refused);
    await expectStep(page, 2);
    await expect(fields.accessCode(page)).toBeFocused();
    expect(await typedSoFar(page)).toEqual(typedByBianca);
    await expect(page.getByRole('button', { name: 'Operatore Ruolo' })).toBeVisible();

    await fields.accessCode(page).fill(server.accessCodeOf('Cantiere Tiburtina'));
    await goOn(page);
    await expectStep(page, 3);
    await expect(terms(page)).toBeChecked();
    const success = willShow(page, 'Registrazione completata con successo! Reindirizzamento in corso...');
    await sendRegistration(page);
    expect(await success).toBe(true);
    await expect(heading(page, 'Ciao Bianca')).toBeVisible();
    await expect(page.getByText('Cantiere Tiburtina', { exact: true })).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Ciao Bianca')).toBeVisible();
  });
});

test.describe('the login page', () => {
  test('keeps a person signed in for thirty days, or until the browser closes', async ({ phone, server }) => {
    const lifetimes: number[] = [];
    for (const isRemembered of [true, false]) {
      const page = await phone(null, { at: '/' });
      const remember = page.getByRole('checkbox', { name: 'Ricordami su questo dispositivo' });
      await expect(remember).toBeChecked();
      await remember.setChecked(isRemembered);
      await sendLogin(page, server.signInOf('Sara'));
      await expect(heading(page, 'Ciao Sara')).toBeVisible();
      const cookies = await page.context().cookies();
      const safe = { httpOnly: true, sameSite: 'Lax', path: '/' };
      // the other one marks this browser as known
      expect(cookies).toMatchObject([safe, safe]);
      lifetimes.push(cookies.find(({ name }) => !name.endsWith('-device'))?.expires ?? Number.NaN);
    }
    const [remembered = 0, session] = lifetimes;
    expect((remembered - Date.now() / 1000) / 86_400).toBeCloseTo(30, 1);
    expect(session).toBe(-1);
  });

  test('leads to the CEO’s panel at the seventh tap on the logo', async ({ phone }) => {
    const page = await phone(null, { at: '/login' });
    const logo = page.getByRole('button', { name: 'Turnario', exact: true });
    for (let tap = 1; tap < 7; tap += 1) {
      await logo.click();
      await expect(page.getByText(`Cliccato ${tap}/7 volte`, { exact: true })).toBeVisible();
    }
    await expect(page).toHaveURL('/login');
    await logo.click();
    await expect(page).toHaveURL('/ceo-admin');
  });

  test('is shown at every address, and leads to the requested page', async ({ phone, server }) => {
    const page = await phone();
    for (const path of ['/niente/di/niente', '/profile', '/ceo-admin', '/shifts/new']) {
      await page.goto(path);
      await expect(heading(page, 'Accedi')).toBeVisible();
    }
    await sendLogin(page, server.signInOf('Sara'));
    await expect(heading(page, 'Aggiungi Turno')).toBeVisible();
    expect((await page.goto('/calendar/niente'))?.status()).toBe(404);
    await expect(heading(page, '404 Page Not Found')).toBeVisible();
    await page.getByRole('link', { name: 'Torna alla home' }).click();
    await expect(heading(page, 'Ciao Sara')).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});

/** Measures the seconds from a call's answer to the next page load, both as noted by the browser. */
async function watchReload(page: Page, path: string): Promise<() => number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  let [answered, reloaded] = [NaN, NaN];
  cdp.on('Network.responseReceived', ({ response, timestamp }) => {
    if (response.url.endsWith(path)) answered = timestamp;
  });
  cdp.on('Network.requestWillBeSent', ({ type, timestamp }) => {
    if (type === 'Document') reloaded = timestamp;
  });
  return () => reloaded - answered;
}

test('signing out reloads the page after a second and a half and clears all data', async ({
  phone,
  server,
}) => {
  const page = await phone();
  await signIn(page, server.signInOf('Luca'), 'Luca');
  await goBy(page, 'Calendario');
  const pause = await watchReload(page, '/api/auth/logout');
  const reloaded = page.waitForEvent('load');
  const told = willShow(page, 'Sessione chiusa');
  await signOut(page);
  expect(await told).toBe(true);
  await reloaded;
  expect(pause()).toBeGreaterThanOrEqual(1.5);
  await expect(page).toHaveURL('/');
  await expect(heading(page, 'Accedi')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['turnario.version']);
  expect(await page.content()).not.toMatch(/luca|moretti/i);
  // marks the browser as known, without naming anybody
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toEqual([expect.stringMatching(/-device$/)]);
  await page.goBack();
  await expect(heading(page, 'Accedi')).toBeVisible();
  expect((await answerTo(page, 'GET /api/auth/user')).status).toBe(401);
  await sendLogin(page, server.signInOf('Sara'));
  await expect(page.getByText('Sara', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('Luca')).toHaveCount(0);
});

test.describe('the CEO of a new installation', () => {
  const email = 'capo@azienda.example';
  test.use({
    settings: { NODE_ENV: 'production', DEMO: '0', PUBLIC_URL: '{address}', CEO_EMAILS: email },
  });

  test('chooses a password with the printed link, which works once', async ({ phone, server }) => {
    const link = /\S+\/reimposta-password\?token=\S+/.exec(server.notices.join('\n'))?.[0] ?? '';
    const page = await phone();
    const field = page.getByLabel('Nuova password', { exact: true });
    await page.goto(link);
    await expect(heading(page, 'Scegli la password')).toBeVisible();
    await field.fill('breve');
    await press(page, 'Salva la password');
    await expect.poll(() => errorOf(field)).toBe('Password deve essere di almeno 8 caratteri');
    const password = 'Direzione!27';
    await field.fill(password);
    await press(page, 'Salva la password');
    await expect(page.getByText('La nuova password è salvata: ora puoi accedere.')).toBeVisible();
    await page.getByRole('link', { name: 'Vai all’accesso' }).click();
    await sendLogin(page, { email, password });
    await expect(heading(page, 'Ciao CEO')).toBeVisible();

    await page.goto(link);
    await field.fill('Direzione!28');
    await press(page, 'Salva la password');
    await expect(page.getByText('Questo link non è più valido. Chiedine uno nuovo.')).toBeVisible();
  });
});
