import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import type { OwnData } from '../../src/domain/users/ownData.ts';
import { startSmtpServer, type TestSmtpServer } from '../../tools/smtpServer.ts';
import { violationsOf } from './axe.ts';
import { errorOf } from './entrance.ts';
import { pressOn, tabTo } from './keyboard.ts';
import {
  addressOf,
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  heading,
  press,
  sendLogin,
  signIn,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';

let smtp: TestSmtpServer | undefined;
const stage = setStage({
  settings: async () => {
    smtp = await startSmtpServer();
    return { SMTP_URL: smtp.url };
  },
});
afterAll(() => smtp?.stop());

const newPassword = 'Autunno!2026';

/** Signs in and opens the profile by the name in the header, and from it one of the settings. */
async function openProfile(page: Page, firstName: string, setting?: string): Promise<void> {
  await signIn(page, stage.server.signInOf(firstName), firstName);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /il mio profilo/ })
    .click();
  await expectVisible(heading(page, 'Il Mio Profilo'));
  if (setting === undefined) return;
  await page.getByRole('link', { name: new RegExp(`^${setting}`) }).click();
  await expectVisible(heading(page, setting));
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const field = (place: Page | Locator, label: string): Locator => place.getByLabel(label, { exact: true });

async function chooseHours(page: Page, hours: number): Promise<void> {
  await page.getByRole('button', { name: /Ore di contratto/ }).click();
  await page.getByRole('option', { name: `${hours} ore`, exact: true }).click();
}

describe('the profile', () => {
  test('says what other hours close before it saves', async () => {
    const { page } = await stage.phone();
    await openProfile(page, 'Giulia');
    const { email } = stage.server.signInOf('Giulia');
    await expectVisible(section(page, 'Il tuo account').getByText(email));
    await chooseHours(page, 6);
    await expectVisible(page.getByText(/^Se passi a 6 ore, si chiud/));
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Salva le modifiche');
    const question = page.getByRole('alertdialog', { name: 'Passi a 6 ore?' });
    await expectVisible(question.getByText(/^Con le nuove ore si chiud/));
    expect(await violationsOf(page)).toEqual([]);
    await press(question, 'Salva e chiudi gli scambi');
    // without the code of the worksite nothing is saved, and nothing typed is lost
    const refusal = page.getByRole('dialog', { name: "Errore nell'aggiornamento del profilo" });
    await expectVisible(refusal.getByText('Accesso non consentito - Dati non corretti'));
    await press(refusal, 'Ho Capito');
    await expectVisible(page.getByRole('button', { name: /6 ore.*Ore di contratto/ }));
    await field(page, 'Codice di accesso del cantiere').fill(stage.server.accessCodeOf('Cantiere Tiburtina'));
    await press(page, 'Salva le modifiche');
    await press(question, 'Salva e chiudi gli scambi');
    await expectVisible(toast(page, 'Profilo aggiornato!'));
    await expectGone(page.getByText(/^Se passi a/));
    await page.goto('/exchanges?tab=rifiutati');
    await expectVisible(page.getByRole('tabpanel').getByRole('article').first());
  });

  test('a new name needs no question, and stands in the header at once', async () => {
    const { page } = await stage.desktop();
    await openProfile(page, 'Sara');
    expect(await violationsOf(page)).toEqual([]);
    await field(page, 'Nome').fill(' ');
    await press(page, 'Salva le modifiche');
    await expectSoon(() => errorOf(field(page, 'Nome')), 'Nome deve essere di almeno 2 caratteri');
    await field(page, 'Nome').fill('Serena');
    await page.getByRole('switch', { name: /Turni flessibili/ }).check();
    await field(page, 'Codice di accesso del cantiere').fill(stage.server.accessCodeOf('Cantiere Tiburtina'));
    await press(page, 'Salva le modifiche');
    await expectVisible(toast(page, 'Profilo aggiornato!'));
    await expectVisible(page.getByRole('banner').getByRole('link', { name: /^Serena/ }));
    await page.reload();
    await expectVisible(heading(page, 'Il Mio Profilo'));
    await expectSoon(() => page.getByRole('switch', { name: /Turni flessibili/ }).isChecked(), true);
  });

  test('whoever is signed out meanwhile is told so, and then led to the login', async () => {
    const { page, context } = await stage.desktop();
    await openProfile(page, 'Elena');
    await context.clearCookies();
    await field(page, 'Codice di accesso del cantiere').fill('QUALUNQUE');
    await press(page, 'Salva le modifiche');
    const refusal = page.getByRole('dialog', { name: "Errore nell'aggiornamento del profilo" });
    await expectVisible(refusal.getByText(/La sessione è scaduta/));
    await expectVisible(heading(page, 'Accedi'));
    await expectSoon(() => addressOf(page), '/login');
  });

  test('the calendar’s link is shown once, renewed and ended', async () => {
    const { page } = await stage.phone();
    await openProfile(page, 'Paolo', 'Il tuo calendario');
    const calendar = section(page, 'Il tuo calendario');
    const link = field(calendar, 'Link segreto');
    const statusOf = async (url: string): Promise<number> => (await page.request.get(url)).status();
    await press(calendar, 'Crea il link');
    const choice = page.getByRole('alertdialog', { name: 'Cosa mostri nel calendario?' });
    await choice.getByLabel('Anche le note').check();
    expect(await violationsOf(page)).toEqual([]);
    await press(choice, 'Crea il link');
    await expectVisible(link);
    const first = await link.inputValue();
    expect(first).toMatch(/\/calendar\/[\w-]{43}\.ics$/);
    await expectVisible(calendar.getByText('Mostra i turni, le note.'));
    const webcal = first.replace(/^http:/, 'webcal:');
    const google = calendar.getByRole('link', { name: 'Aggiungi a Google Calendar' });
    const subscription = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`;
    await expectSoon(() => google.getAttribute('href'), subscription);
    const apple = calendar.getByRole('link', { name: 'Aggiungi ad Apple' });
    await expectSoon(() => apple.getAttribute('href'), webcal);
    expect(await violationsOf(page)).toEqual([]);
    expect(await statusOf(first)).toBe(200);
    await page.reload();
    await expectVisible(calendar.getByText(/^Link attivo da/));
    await expectNone(link);
    await press(calendar, 'Rinnova il link');
    const renewal = page.getByRole('alertdialog', { name: 'Rinnovi il link?' });
    await press(renewal, 'Rinnova il link');
    await expectVisible(link);
    const second = await link.inputValue();
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    await press(calendar, 'Disattiva');
    await press(page.getByRole('alertdialog', { name: 'Disattivi il link?' }), 'Disattiva');
    await expectVisible(calendar.getByRole('button', { name: 'Crea il link' }));
    expect(await statusOf(second)).toBe(404);
  });

  test('a taxi driver changes licence and phone', async () => {
    const { page } = await stage.phone();
    await openProfile(page, 'Fabio');
    const taxi = section(page, 'Dati taxi');
    await expectVisible(taxi);
    await expectNone(field(page, 'Codice di accesso del cantiere'));
    await field(taxi, 'Cellulare').fill('123');
    await press(taxi, 'Salva: Cellulare');
    await expectSoon(() => errorOf(field(taxi, 'Cellulare')), 'Il numero deve avere almeno 8 caratteri');
    await field(taxi, 'Cellulare').fill('06 7654321');
    await press(taxi, 'Salva: Cellulare');
    await expectVisible(toast(page, 'Dati aggiornati!'));
    await page.reload();
    await expectSoon(() => field(section(page, 'Dati taxi'), 'Cellulare').inputValue(), '06 7654321');
  });
});

describe('password and devices', () => {
  test('a change of password, by keyboard alone, ends the other sessions at once', async () => {
    const { page: elsewhere } = await stage.phone();
    await openProfile(elsewhere, 'Marco');
    const { page } = await stage.desktop();
    await page.goto('/password-dimenticata');
    await expectVisible(heading(page, 'Password dimenticata'));
    expect(await violationsOf(page)).toEqual([]);
    await openProfile(page, 'Marco', 'Password');
    await pressOn(page, page.getByRole('button', { name: 'Cambia password', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Cambia password' });
    await tabTo(page, field(dialog, 'Password attuale'));
    await page.keyboard.type('Sbagliata!1');
    await tabTo(page, field(dialog, 'Nuova password'));
    await page.keyboard.type(newPassword);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expectSoon(() => errorOf(field(dialog, 'Password attuale')), 'La password non è corretta.');
    await tabTo(page, field(dialog, 'Password attuale'), 'Shift+Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(stage.server.signInOf('Marco').password);
    await page.keyboard.press('Enter');
    await expectVisible(toast(page, 'Password cambiata!'));
    await expectVisible(heading(elsewhere, 'Accedi'));
    await sendLogin(elsewhere, { ...stage.server.signInOf('Marco'), password: newPassword });
    await expectVisible(heading(elsewhere, 'Il Mio Profilo'));
    await expectVisible(heading(page, 'Password'));
  });

  test('the page that changes the password stays signed in while the answer is on its way', async () => {
    const { page: elsewhere } = await stage.phone();
    await openProfile(elsewhere, 'Chiara');
    const { page } = await stage.desktop();
    await openProfile(page, 'Chiara', 'Password');
    const readings: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/auth/user')) readings.push(response.status());
    });
    const released = Promise.withResolvers<void>();
    await page.route('**/api/auth/change-password', async (route) => {
      const request = route.request();
      const answer = await fetch(request.url(), {
        method: 'POST',
        headers: await request.allHeaders(),
        body: request.postData(),
      });
      await released.promise;
      const headers = Object.fromEntries(answer.headers);
      // one a line: the session, and that the browser is known
      headers['set-cookie'] = answer.headers.getSetCookie().join('\n');
      await route.fulfill({ status: answer.status, headers });
    });
    await press(page, 'Cambia password');
    const dialog = page.getByRole('dialog', { name: 'Cambia password' });
    await field(dialog, 'Password attuale').fill(stage.server.signInOf('Chiara').password);
    await field(dialog, 'Nuova password').fill(newPassword);
    await press(dialog, 'Cambia password');
    // the server has told everybody; the new cookie is still on its way
    await expectVisible(heading(elsewhere, 'Accedi'));
    expect(readings).toEqual([]);
    released.resolve();
    await expectVisible(toast(page, 'Password cambiata!'));
    await expectSoon(() => readings.length > 0, true);
    expect(readings.filter((status) => status !== 200)).toEqual([]);
    await expectVisible(heading(page, 'Password'));
  });

  test('one device is signed out from another', async () => {
    const { page: phone } = await stage.phone();
    await openProfile(phone, 'Elena');
    const { page } = await stage.desktop();
    await openProfile(page, 'Elena', 'Dispositivi');
    const devices = section(page, 'Dispositivi');
    const others = devices.getByRole('button', { name: /^Esci da (?!gli)/ });
    // the phone is there, and whatever an earlier test has left
    await expectSoon(async () => (await others.count()) > 0, true);
    const before = await others.count();
    await others.first().click();
    await expectVisible(toast(page, 'Dispositivo scollegato'));
    await expectVisible(heading(phone, 'Accedi'));
    await expectSoon(() => others.count(), before - 1);
    await signIn(phone, stage.server.signInOf('Elena'), 'Elena');
    await page.reload();
    await press(devices, 'Esci dagli altri dispositivi');
    await expectVisible(heading(phone, 'Accedi'));
    await expectSoon(() => others.count(), 0);
    await expectVisible(devices.getByText('Questo dispositivo'));
  });
});

describe('a lost password', () => {
  test('a link by mail, once', async () => {
    const { page } = await stage.phone();
    const account = stage.server.signInOf('Anna');
    await page.goto('/');
    await field(page, 'Email').fill(account.email);
    await page.getByRole('link', { name: 'Password dimenticata?' }).click();
    await expectVisible(heading(page, 'Password dimenticata'));
    // typed once is enough
    await expectSoon(() => field(page, 'Email').inputValue(), account.email);
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Manda il link');
    await expectVisible(page.getByText('Controlla la posta'));
    expect(await violationsOf(page)).toEqual([]);
    const findMail = () => smtp?.mails.find(({ to }) => to.includes(account.email));
    await expectSoon(() => findMail()?.to, [account.email]);
    const mail = findMail();
    const link = /http\S+\/reimposta-password\?token=\S+/.exec(mail?.content.text ?? '')?.[0] ?? '';
    // a scanner opens it first
    expect((await page.goto(link))?.status()).toBe(200);
    await page.reload();
    await field(page, 'Nuova password').fill(newPassword);
    await press(page, 'Salva la password');
    await expectVisible(page.getByText('La nuova password è salvata: ora puoi accedere.'));
    await page.goto(link);
    await field(page, 'Nuova password').fill('Inverno!2026');
    await press(page, 'Salva la password');
    await expectVisible(page.getByText('Questo link non è più valido. Chiedine uno nuovo.'));
    await page.getByRole('link', { name: 'Chiedi un nuovo link' }).click();
    await expectVisible(heading(page, 'Password dimenticata'));
    await page.getByRole('link', { name: 'Torna all’accesso' }).click();
    // both pages have a field for the address
    await expectVisible(heading(page, 'Accedi'));
    await sendLogin(page, { email: account.email, password: newPassword });
    await expectVisible(heading(page, 'Ciao Anna'));
  });
});

describe('one’s own data', () => {
  test('come as a file; the account goes with the password alone, for good', async () => {
    const { page } = await stage.phone();
    const account = stage.server.signInOf('Paolo');
    await openProfile(page, 'Paolo', 'I tuoi dati');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Scarica i miei dati' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^turnario-i-miei-dati-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as OwnData;
    expect(data.account.email).toBe(account.email);
    expect(data.shifts.length).toBeGreaterThan(5);

    await press(page, 'Elimina il mio account');
    const dialog = page.getByRole('dialog', { name: 'Elimini il tuo account?' });
    await expectVisible(dialog);
    expect(await violationsOf(page)).toEqual([]);
    const password = field(dialog, 'La tua password');
    await password.fill('Sbagliata!1');
    await press(dialog, 'Elimina per sempre');
    await expectSoon(() => errorOf(password), 'La password non è corretta.');
    await password.fill(account.password);
    await press(dialog, 'Elimina per sempre');
    await expectVisible(heading(page, 'Accedi'));
    await expectVisible(toast(page, 'Account eliminato'));
    await sendLogin(page, account);
    await expectVisible(page.getByRole('dialog', { name: 'Accesso Non Consentito' }));
  });
});
