import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { OwnData } from '../../src/domain/users/ownData.ts';
import type { ProductServer } from '../../tools/productServer.ts';
import { expect, test } from './fixtures.ts';
import { pressOn, tabTo } from './keyboard.ts';
import { errorOf } from './people.ts';
import { heading, press, reload, sendLogin, signIn, toast } from './screens.ts';

test.use({ settings: ({ smtp }, use) => use({ SMTP_URL: smtp.url }) });

const newPassword = 'Autunno!2026';
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const field = (place: Page | Locator, label: string): Locator => place.getByLabel(label, { exact: true });

/** In a new session, opens the profile from the header's name, and from it one of the settings. */
async function openProfile(page: Page, server: ProductServer, firstName: string, setting?: string) {
  await signIn(page, server.signInOf(firstName), firstName);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /il mio profilo/ })
    .click();
  await expect(heading(page, 'Il Mio Profilo')).toBeVisible();
  if (setting === undefined) return page;
  await page.getByRole('link', { name: new RegExp(`^${setting}`) }).click();
  await expect(heading(page, setting)).toBeVisible();
  return page;
}

test.describe('the profile', () => {
  test('goes to the login if the session has ended', async ({ desk, server }) => {
    const page = await openProfile(await desk(), server, 'Elena');
    await page.context().clearCookies();
    await field(page, 'Codice di accesso del cantiere').fill('QUALUNQUE');
    await press(page, 'Salva le modifiche');
    const refusal = page.getByRole('dialog', { name: "Errore nell'aggiornamento del profilo" });
    await expect(refusal.getByText(/La sessione è scaduta/)).toBeVisible();
    await expect(page).toHaveURL('/login');
  });
});

test.describe('password and devices', () => {
  test('changing the password by keyboard ends the other sessions and keeps the current one', async ({
    phone,
    desk,
    server,
  }) => {
    const elsewhere = await openProfile(await phone(), server, 'Marco');
    const page = await openProfile(await desk(), server, 'Marco', 'Password');
    await pressOn(page, page.getByRole('button', { name: 'Cambia password', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Cambia password' });
    const current = field(dialog, 'Password attuale');
    await tabTo(page, current);
    await page.keyboard.type('Sbagliata!1');
    await tabTo(page, field(dialog, 'Nuova password'));
    await page.keyboard.type(newPassword);
    await page.keyboard.press('Enter');
    await expect.poll(() => errorOf(current)).toBe('La password non è corretta.');

    await tabTo(page, current, 'Shift+Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(server.signInOf('Marco').password);
    await page.keyboard.press('Enter');
    await expect(heading(elsewhere, 'Accedi')).toBeVisible();
    await expect(toast(page, 'Password cambiata!')).toBeVisible();
    await expect(heading(page, 'Password')).toBeVisible();
    await sendLogin(elsewhere, { ...server.signInOf('Marco'), password: newPassword });
    await expect(heading(elsewhere, 'Il Mio Profilo')).toBeVisible();
  });

  test('one device is signed out from another', async ({ phone, desk, server }) => {
    const mobile = await openProfile(await phone(), server, 'Luca');
    const page = await openProfile(await desk(), server, 'Luca', 'Dispositivi');
    const devices = section(page, 'Dispositivi');
    const others = devices.getByRole('button', { name: /^Esci da (?!gli)/ });
    await others.first().click();
    await expect(toast(page, 'Dispositivo scollegato')).toBeVisible();
    await expect(heading(mobile, 'Accedi')).toBeVisible();
    await expect(others).toHaveCount(0);
    await expect(devices.getByText('Questo dispositivo')).toBeVisible();
  });
});

test('a lost password is reset by a single-use link', async ({ phone, server, smtp }) => {
  const page = await phone(null, { at: '/' });
  const account = server.signInOf('Anna');
  await field(page, 'Email').fill(account.email);
  await page.getByRole('link', { name: 'Password dimenticata?' }).click();
  await expect(heading(page, 'Password dimenticata')).toBeVisible();
  // the address is kept
  await expect(field(page, 'Email')).toHaveValue(account.email);
  await press(page, 'Chiedi il link');
  await expect(page.getByText('Controlla la posta')).toBeVisible();
  const findMail = () => smtp.mails.find(({ to }) => to.includes(account.email));
  await expect.poll(() => findMail()?.to).toEqual([account.email]);
  const link = /http\S+\/reimposta-password\?token=\S+/.exec(findMail()?.content.text ?? '')?.[0] ?? '';
  // a mail scanner opens it first
  await page.goto(link);
  await reload(page);
  await field(page, 'Nuova password').fill(newPassword);
  await press(page, 'Salva la password');
  await expect(page.getByText('La nuova password è salvata: ora puoi accedere.')).toBeVisible();
  await page.goto(link);
  await field(page, 'Nuova password').fill('Inverno!2026');
  await press(page, 'Salva la password');
  await page.getByRole('link', { name: 'Chiedi un nuovo link' }).click();
  await page.getByRole('link', { name: 'Torna all’accesso' }).click();
  // both pages have an address field
  await expect(heading(page, 'Accedi')).toBeVisible();
  await sendLogin(page, { email: account.email, password: newPassword });
  await expect(heading(page, 'Ciao Anna')).toBeVisible();
});

test('own data are exported as a file; the account is deleted permanently with the password', async ({
  phone,
  server,
}) => {
  const account = server.signInOf('Chiara');
  const page = await openProfile(await phone(), server, 'Chiara', 'I tuoi dati');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Scarica i miei dati' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^turnario-i-miei-dati-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as OwnData;
  expect(data.account.email).toBe(account.email);

  await press(page, 'Elimina il mio account');
  const dialog = page.getByRole('dialog', { name: 'Elimini il tuo account?' });
  const password = field(dialog, 'La tua password');
  await password.fill('Sbagliata!1');
  await press(dialog, 'Elimina per sempre');
  await expect.poll(() => errorOf(password)).toBe('La password non è corretta.');
  await password.fill(account.password);
  await press(dialog, 'Elimina per sempre');
  await expect(heading(page, 'Accedi')).toBeVisible();
  await expect(toast(page, 'Account eliminato')).toBeVisible();
  await sendLogin(page, account);
  await expect(page.getByRole('dialog', { name: 'Accesso Non Consentito' })).toBeVisible();
});
