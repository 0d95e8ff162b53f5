import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ask, idOf, impersonate, setActive } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { pressOn } from './keyboard.ts';
import { heading, navigation, press, signIn, toast } from './screens.ts';

const panel = 'CEO Administration Panel';

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Gestione' }).getByRole('tab', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const banner = (page: Page) => page.getByRole('region', { name: 'Modalità CEO' });

async function download(page: Page, link: string): Promise<{ name: string; lines: string[] }> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: link, exact: true }).click();
  const file = await waiting;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

/** Searches a person in the CEO's panel and opens them. */
async function openPerson(page: Page, firstName: string, lastName: string): Promise<void> {
  await page.getByLabel('Cerca una persona').fill(`${firstName} ${lastName.slice(0, 3)}`);
  await page.getByRole('button', { name: new RegExp(`^${firstName} ${lastName}`) }).click();
  await expect(dialog(page, `${firstName} ${lastName}`)).toBeVisible();
}

test('people are listed, found, deactivated and reactivated at a desk', async ({ phone, desk, server }) => {
  const paolo = await phone();
  await signIn(paolo, server.signInOf('Paolo'), 'Paolo');
  const page = await desk('CEO');
  await navigation(page).getByRole('link', { name: 'Persone' }).click();
  await expect(page.getByRole('button', { name: /^Paolo Rinaldi/ })).toBeVisible();
  await openPerson(page, 'Paolo', 'Rinaldi');
  await expect(page).toHaveURL(/q=Paolo\+Rin/);
  await press(dialog(page, 'Paolo Rinaldi'), 'Disattiva');
  await press(question(page, 'Disattivi Paolo Rinaldi?'), 'Disattiva');
  await expect(toast(page, 'Account disattivato')).toBeVisible();
  // his open page goes to the login at once
  await expect(paolo.getByRole('button', { name: 'Accedi', exact: true })).toBeVisible();

  await openPerson(page, 'Paolo', 'Rinaldi');
  await press(dialog(page, 'Paolo Rinaldi'), 'Attiva');
  await expect(toast(page, 'Account attivato')).toBeVisible();
  await signIn(paolo, server.signInOf('Paolo'), 'Paolo');
});

test('a link for a new password is scanned or copied if mail is off', async ({ phone }) => {
  const page = await phone('CEO', { at: '/ceo-admin?tab=users' });
  await openPerson(page, 'Chiara', 'Longo');
  await press(dialog(page, 'Chiara Longo'), 'Link per una nuova password');
  await expect(page.getByRole('img', { name: 'Codice QR del link' })).toBeVisible();
  const { pathname, search } = new URL(await page.getByLabel('Link per la nuova password').inputValue());
  const chiara = await phone(null, { at: pathname + search });
  await chiara.getByLabel('Nuova password', { exact: true }).fill('Estate!2027x');
  await press(chiara, 'Salva la password');
  await expect(chiara.getByText(/password/i).first()).toBeVisible();
});

/** Pages for signed-out people that are also open to others. */
const pagesOutside = [
  ['/terms-conditions', 'Termini, privacy e responsabilità'],
  ['/reimposta-password?token=di-nessuno', 'Scegli la password'],
  ['/password-dimenticata', 'Password dimenticata'],
] as const;

test.describe('in somebody’s account', () => {
  test('the banner is on every page, actions are audited, and leaving returns to the panel', async ({
    phone,
    desk,
    server,
  }) => {
    const elena = await desk('Elena');
    const page = await phone();
    await signIn(page, server.signInOf('CEO'), 'CEO');
    await page.goto('/ceo-admin?tab=users');
    await openPerson(page, 'Elena', 'Greco');
    await press(dialog(page, 'Elena Greco'), 'Entra nell’account');
    await expect(heading(page, 'Ciao Elena')).toBeVisible();
    await expect(banner(page).getByText('stai usando l’account di Elena Greco')).toBeVisible();
    await navigation(page).getByRole('link', { name: 'Scambi', exact: true }).click();
    await expect(banner(page)).toBeVisible();
    // also on pages without navigation
    for (const [path, title] of pagesOutside) {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      await expect(banner(page)).toBeVisible();
    }
    await page.goto('/ceo-admin');
    await expect(heading(page, 'Accesso Riservato')).toBeVisible();
    await ask(page, 'PATCH /api/notifications/mark-all-read');
    await press(banner(page), 'Torna al CEO');
    await expect(heading(page, panel)).toBeVisible();
    await expect(page).toHaveURL('/ceo-admin?tab=users');
    await expect(banner(page)).toBeHidden();

    // Elena is notified, and the audit names both
    await elena.getByRole('button', { name: /^Notifiche/ }).click();
    await expect(elena.getByText('Il CEO ha lasciato il tuo account').first()).toBeVisible();
    await page.goto('/altro/registro');
    const entry = page.getByRole('listitem').filter({ hasText: 'Modifica in Modalità CEO' }).first();
    await expect(entry).toContainText('CEO Direzione come Elena Greco');
  });

  test('the CEO returns to their own when that person is deactivated', async ({ phone, desk, server }) => {
    const id = await idOf(await desk('Davide'));
    const page = await phone();
    await signIn(page, server.signInOf('CEO'), 'CEO');
    await impersonate(page, id);
    await page.goto('/calendar');
    await expect(banner(page)).toBeVisible();
    await setActive(await desk('CEO'), id, false);
    await expect(banner(page)).toBeHidden();
    await page.goto('/ceo-admin');
    await expect(heading(page, panel)).toBeVisible();
  });
});

test('tabs are reached by keyboard; the audit is opened, filtered and downloaded', async ({ desk }) => {
  const page = await desk('CEO', { at: '/ceo-admin' });
  await pressOn(page, tab(page, 'Cantieri'), { key: 'ArrowRight' });
  await expect(tab(page, 'Persone')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/ceo-admin?tab=users');

  await navigation(page).getByRole('link', { name: 'Altro' }).click();
  await page.getByRole('link', { name: /^Registro/ }).click();
  const completed = page.getByRole('listitem').filter({ hasText: 'Scambio completato' }).first();
  const { height } = (await completed.boundingBox())!;
  expect(Math.round(height)).toBeLessThanOrEqual(33);
  await completed.getByText('Scambio completato').click();
  await expect(completed.getByRole('table')).toBeVisible();
  const { name, lines } = await download(page, 'Scarica CSV');
  expect(name).toMatch(/^turnario-registro-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines[0]).toBe('\uFEFFQuando;Chi;Come;Azione;Dettaglio;Riguarda;Cantiere;Prima;Dopo');
  await page.getByLabel('Dal giorno', { exact: true }).fill('01/01/2030');
  await expect(page.getByText(/^Niente con questi filtri/)).toBeVisible();
});
