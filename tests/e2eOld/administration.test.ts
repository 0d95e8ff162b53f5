import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { violationsAt, violationsOf } from './axe.ts';
import { ask, idOf, impersonate, setActive } from './calls.ts';
import { isFocused, pressOn } from './keyboard.ts';
import {
  addressOf,
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  heading,
  navigation,
  press,
  signIn,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';
import { pressTwice } from './taps.ts';

const stage = setStage();
const panel = 'CEO Administration Panel';

async function enterAsCeo(size: 'phone' | 'desktop'): Promise<Page> {
  const { page } = await stage[size]();
  await signIn(page, demoCeo, 'CEO');
  return page;
}

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Gestione' }).getByRole('tab', { name, exact: true });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });

async function download(page: Page, link: string): Promise<{ name: string; lines: string[] }> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: link, exact: true }).click();
  const file = await waiting;
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return { name: file.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

/** Opens a person of the CEO's panel by a search. */
async function openPerson(page: Page, firstName: string, lastName: string): Promise<void> {
  await page.getByLabel('Cerca una persona').fill(`${firstName} ${lastName.slice(0, 3)}`);
  await page.getByRole('button', { name: new RegExp(`^${lastName} ${firstName}`) }).click();
  await expectVisible(dialog(page, `${firstName} ${lastName}`));
}

describe('worksites', () => {
  test('made, changed and deleted on a phone, by its name typed', async () => {
    const page = await enterAsCeo('phone');
    await page.getByRole('link', { name: /^Cantieri/ }).click();
    await expectVisible(heading(page, panel));
    await expectSoon(() => addressOf(page), '/ceo-admin?tab=worksites');
    await expectVisible(page.getByText(/^Area riservata al CEO/));
    await expectVisible(page.getByRole('heading', { name: 'Cantiere Tiburtina', level: 3 }));
    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsAt(page, 'desktop')).toEqual([]);

    await press(page, 'Nuovo cantiere');
    const form = dialog(page, 'Nuovo cantiere');
    await press(form, 'Crea il cantiere');
    await expectVisible(form.getByText('Nome del cantiere richiesto'));
    await form.getByLabel('Nome', { exact: true }).fill('Cantiere Tiburtina');
    await form.getByLabel('Codice di accesso').fill('PORTO-2026');
    await form.getByLabel('Email').fill('porto@turnario.example');
    await press(form, 'Crea il cantiere');
    // what was typed stays, beside what is wrong with it
    await expectVisible(form.getByText('Esiste già un cantiere con questo nome'));
    expect(await violationsOf(page)).toEqual([]);
    await form.getByLabel('Nome', { exact: true }).fill('Cantiere Porto');
    await press(form, 'Crea il cantiere');
    await expectVisible(toast(page, 'Cantiere creato'));
    await expectVisible(page.getByRole('heading', { name: 'Cantiere Porto', level: 3 }));

    await press(page, 'Modifica Cantiere Porto');
    const change = dialog(page, 'Modifica cantiere');
    await change.getByLabel('Attivo').uncheck();
    await press(change, 'Salva');
    await expectVisible(toast(page, 'Cantiere salvato'));
    await expectVisible(page.getByText('Disattivato', { exact: true }));

    await press(page, 'Elimina Cantiere Porto');
    const asked = question(page, 'Elimini Cantiere Porto?');
    await expectVisible(asked.getByText('0 persone, che perdono subito l’accesso'));
    const confirm = asked.getByRole('button', { name: 'Elimina tutto' });
    const name = asked.getByLabel('Scrivi «Cantiere Porto» per confermare');
    await name.fill('Cantiere');
    await expectSoon(() => confirm.isDisabled(), true);
    await name.fill('Cantiere Porto');
    expect(await violationsOf(page)).toEqual([]);
    await confirm.click();
    await expectVisible(toast(page, 'Cantiere eliminato'));
    await expectGone(page.getByRole('heading', { name: 'Cantiere Porto', level: 3 }));
    // the management's own cannot go, and says so instead of offering it
    const own = page.getByRole('listitem').filter({ hasText: 'Direzione aziendale' });
    await expectVisible(own.getByText('È il cantiere della direzione: non si può eliminare.'));
    await expectVisible(own.getByRole('button', { name: 'Modifica Direzione' }));
    await expectNone(own.getByRole('button', { name: /^Elimina/ }));
  });

  test('the taxi worksite gets another access code while drivers work there, and stays a taxi one', async () => {
    const page = await enterAsCeo('desktop');
    await page.goto('/ceo-admin?tab=worksites');
    const taxi = page.getByRole('listitem').filter({ hasText: 'Taxi Urbe Roma' });
    await expectVisible(taxi.getByText(/^\d+ persone$/));
    await press(page, 'Modifica Taxi Urbe Roma');
    const change = dialog(page, 'Modifica cantiere');
    await change.getByLabel('Codice di accesso').fill('AUTISTI-2027');
    await press(change, 'Salva');
    await expectVisible(toast(page, 'Cantiere salvato'));
    await expectVisible(taxi.getByText('AUTISTI-2027', { exact: true }));
    await expectVisible(taxi.getByText('Taxi', { exact: true }));
    const { page: driver } = await stage.phone();
    await signIn(driver, stage.server.signInOf('Tiziana'), 'Tiziana');
    await driver.goto('/profile');
    await expectVisible(driver.getByText(/^Li vedono chi ha scambiato con te, gli amministratori/));
  });
});

describe('people', () => {
  test('found, permitted, shut out and let in again at a desk', async () => {
    const { page: paolo } = await stage.phone();
    await signIn(paolo, stage.server.signInOf('Paolo'), 'Paolo');
    const page = await enterAsCeo('desktop');
    await page.getByRole('link', { name: /^Persone/ }).click();
    const group = page.getByRole('button', { name: /^Cantiere Tiburtina/ });
    await expectVisible(group);
    await expectSoon(() => group.getAttribute('aria-expanded'), 'false');
    await pressOn(page, group);
    await expectVisible(page.getByRole('button', { name: /^Rinaldi Paolo/ }));
    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsAt(page, 'phone')).toEqual([]);
    await page.getByLabel('Cerca una persona').fill('nessunochesichiamacosi');
    await expectVisible(page.getByText(/^Nessun risultato/));

    await openPerson(page, 'Paolo', 'Rinaldi');
    await expectSoon(() => addressOf(page), expect.stringContaining('q=Paolo+Rin'));
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Può approvare i codici').check();
    await expectVisible(toast(page, 'Può approvare i codici'));
    await page.getByLabel('Può approvare gli scambi').check();
    await expectVisible(toast(page, 'Può approvare gli scambi'));
    await page.getByLabel('Può caricare i turni').check();
    await expectVisible(toast(page, 'Può caricare i turni'));
    await press(dialog(page, 'Paolo Rinaldi'), 'Disattiva');
    await press(question(page, 'Disattivi Paolo Rinaldi?'), 'Disattiva');
    await expectVisible(toast(page, 'Account disattivato'));
    // his open page ends at the login, at once
    await expectVisible(paolo.getByRole('button', { name: 'Accedi', exact: true }));
    await expectVisible(page.getByRole('button', { name: /^Rinaldi Paolo.*Non attivo/ }));

    await openPerson(page, 'Paolo', 'Rinaldi');
    await expectVisible(dialog(page, 'Paolo Rinaldi').getByRole('button', { name: 'Attiva', exact: true }));
    await expectNone(dialog(page, 'Paolo Rinaldi').getByRole('button', { name: /Entra/ }));
    await press(dialog(page, 'Paolo Rinaldi'), 'Attiva');
    await expectVisible(toast(page, 'Account attivato'));
    await signIn(paolo, stage.server.signInOf('Paolo'), 'Paolo');
  });

  test('deleted on a phone', async () => {
    const page = await enterAsCeo('phone');
    await page.goto('/ceo-admin?tab=users');
    await openPerson(page, 'Chiara', 'Longo');
    const remove = dialog(page, 'Chiara Longo').getByRole('button', { name: 'Elimina', exact: true });
    await pressTwice(page, remove, 'Annulla');
    await expectGone(question(page, 'Elimini Chiara Longo?'));
    await remove.click();
    await press(question(page, 'Elimini Chiara Longo?'), 'Elimina per sempre');
    await expectVisible(toast(page, 'Account eliminato'));
    await expectVisible(page.getByText(/^Nessun risultato/));
  });
});

/** Pages of signed-out people that stand open for all others too. */
const pagesOutside = [
  ['/terms-conditions', 'Termini, privacy e responsabilità'],
  ['/reimposta-password?token=di-nessuno', 'Scegli la password'],
  ['/password-dimenticata', 'Password dimenticata'],
] as const;

describe('in somebody’s account', () => {
  test('the banner is on every page, what is done is on record, and the way back leads to the panel', async () => {
    const { page: elena } = await stage.desktop();
    await signIn(elena, stage.server.signInOf('Elena'), 'Elena');
    const page = await enterAsCeo('phone');
    await page.goto('/ceo-admin?tab=users');
    await openPerson(page, 'Elena', 'Greco');
    await press(dialog(page, 'Elena Greco'), 'Entra nell’account');
    await expectVisible(heading(page, 'Ciao Elena'));
    await expectSoon(() => addressOf(page), '/');
    const banner = page.getByRole('region', { name: 'Modalità CEO' });
    await expectVisible(banner.getByText('stai usando l’account di Elena Greco'));
    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsAt(page, 'desktop')).toEqual([]);
    for (const link of ['Calendario', 'Scambi']) {
      await navigation(page).getByRole('link', { name: link, exact: true }).click();
      await expectVisible(banner);
    }
    // also where no navigation stands
    for (const [path, title] of pagesOutside) {
      await page.goto(path);
      await expectVisible(heading(page, title));
      await expectVisible(banner);
    }
    expect(await violationsOf(page)).toEqual([]);
    await page.goto('/ceo-admin');
    await expectVisible(heading(page, 'Accesso Riservato'));
    await expectVisible(banner);
    await ask(page, 'PATCH /api/notifications/mark-all-read');
    await press(banner, 'Torna al CEO');
    await expectVisible(heading(page, panel));
    await expectSoon(() => addressOf(page), '/ceo-admin?tab=users');
    await expectGone(banner);

    // Elena reads of it
    await elena.getByRole('button', { name: /^Notifiche/ }).click();
    await expectVisible(elena.getByText('Il CEO ha lasciato il tuo account').first());

    // and the record names both
    await tab(page, 'Registro').click();
    const entry = page.getByRole('listitem').filter({ hasText: 'Modifica in Modalità CEO' }).first();
    await expectVisible(entry);
    await expectSoon(async () => (await entry.innerText()).includes('CEO Direzione come Elena Greco'), true);
  });

  test('who is shut out meanwhile leaves the CEO in their own account, not at the login', async () => {
    const { page: elena } = await stage.desktop();
    await signIn(elena, stage.server.signInOf('Elena'), 'Elena');
    const id = await idOf(elena);
    const page = await enterAsCeo('phone');
    await impersonate(page, id);
    await page.goto('/calendar');
    const banner = page.getByRole('region', { name: 'Modalità CEO' });
    await expectVisible(banner);
    const elsewhere = await enterAsCeo('desktop');
    await setActive(elsewhere, id, false);
    await expectGone(banner);
    await page.goto('/ceo-admin');
    await expectVisible(heading(page, panel));
    await setActive(elsewhere, id, true);
  });

  test('nobody is entered who is no CEO’s to enter: others see a closed door', async () => {
    const { page } = await stage.phone();
    await signIn(page, stage.server.signInOf('Davide'), 'Davide');
    await page.goto('/ceo-admin?tab=users');
    await expectVisible(heading(page, 'Accesso Riservato'));
    expect(await violationsOf(page)).toEqual([]);
    await page.goto('/admin');
    await expectVisible(heading(page, 'Accesso negato'));
    await expectVisible(heading(page, 'Ciao Davide'));
    await page.goto('/ceo-admin');
    await page.getByRole('link', { name: 'Torna alla home' }).click();
    await expectVisible(heading(page, 'Ciao Davide'));
  });
});

describe('the CEO’s Home', () => {
  test('has numbers that lead to what is counted, and the ways to the rest', async () => {
    const page = await enterAsCeo('phone');
    const numbers = page.getByRole('region', { name: 'Da guardare' }).getByRole('link');
    await expectVisible(numbers.first());
    await expectSoon(() => numbers.count(), 5);
    await expectVisible(numbers.filter({ hasText: /^\d+\s*person[ae] senza notifiche né email$/ }));
    expect(await violationsOf(page)).toEqual([]);
    await numbers.filter({ hasText: 'nuov' }).tap();
    await expectVisible(heading(page, panel));
    await expectSoon(() => addressOf(page), '/ceo-admin?tab=users&nuove');
    const onlyNew = page.getByRole('button', { name: /^Togli il filtro/ });
    await expectVisible(onlyNew);
    await onlyNew.tap();
    await expectSoon(() => addressOf(page), '/ceo-admin?tab=users');
    await page.goBack();
    const codes = page
      .getByRole('region', { name: 'Da guardare' })
      .getByRole('link', { name: /da esaminare$/ });
    const count = Number.parseInt(await codes.innerText(), 10);
    expect(count).toBeGreaterThan(0);
    await codes.tap();
    await expectVisible(heading(page, panel));
    await expectSoon(
      () => addressOf(page),
      expect.stringMatching(/tab=operations&tipo=(OPP|Case)&stato=in-attesa$/),
    );
  });
});

/** Lets the server find its clock wrong; it stands still meanwhile. */
async function suspectClock(): Promise<void> {
  stage.server.expectError('the clock jumped');
  await stage.server.halt();
  const database = await openDatabase({ dataDir: stage.server.dataFolder });
  await database.run(sql`update upkeep_state set clock = 'suspected'`);
  await database.close();
  await stage.server.start();
}

test('a clock that seems wrong is asked about on a phone, and trusted from then on', async () => {
  await suspectClock();
  const page = await enterAsCeo('phone');
  await page.goto('/ceo-admin?tab=users');
  const notice = page.getByText('L’orologio del server ha fatto un salto', { exact: true });
  await expectVisible(notice);
  await expectVisible(
    page.getByText(/^Finché non resta regolare per 24 ore.*è .*, ore \d\d:\d\d: se è giusto/),
  );
  expect(await violationsOf(page)).toEqual([]);
  expect((await ask(page, 'GET /api/ceo/upkeep')).clock.status).toBe('suspected');
  await page.getByRole('button', { name: 'L’ora è giusta' }).tap();
  await expectVisible(toast(page, 'Orologio confermato'));
  await expectGone(notice);
  expect((await ask(page, 'GET /api/ceo/upkeep')).clock.status).toBe('steady');
  await page.reload();
  await expectVisible(heading(page, panel));
  await expectNone(notice);
});

describe('numbers and record', () => {
  test.each(['phone', 'desktop'] as const)('on a %s', async (size) => {
    const page = await enterAsCeo(size);
    await navigation(page).getByRole('link', { name: 'CEO', exact: true }).click();
    await tab(page, 'Andamento').click();
    await expectVisible(page.getByText('Aperte da più di 48 ore'));
    await expectVisible(page.getByRole('heading', { name: /^Scambi completati/ }));
    await expectSoon(() => page.getByRole('listitem').filter({ hasText: 'settimana dal' }).count(), 12);
    await expectSoon(() => addressOf(page), '/ceo-admin?tab=overview');
    expect(await violationsOf(page)).toEqual([]);

    await tab(page, 'Registro').click();
    await expectVisible(page.getByRole('link', { name: 'Scarica CSV' }));
    const completed = page.getByRole('listitem').filter({ hasText: 'Scambio completato' }).first();
    await expectVisible(completed);
    await completed.getByText('Prima e dopo').click();
    await expectVisible(completed.getByRole('table'));
    expect(await violationsOf(page)).toEqual([]);
    const { name, lines } = await download(page, 'Scarica CSV');
    expect(name).toMatch(/^turnario-registro-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines[0]).toBe('\uFEFFQuando;Chi;Come;Azione;Dettaglio;Riguarda;Cantiere;Prima;Dopo');
    await page.getByLabel('Dal giorno', { exact: true }).fill('01/01/2030');
    await expectVisible(page.getByText(/^Niente con questi filtri/));
    await press(page, 'Togli i filtri');
    await expectVisible(completed);
  });

  test('the admin panel, on a phone', async () => {
    const page = await enterAsCeo('phone');
    await navigation(page).getByRole('link', { name: 'Pannello', exact: true }).click();
    await expectVisible(heading(page, 'Pannello Amministrativo'));
    await expectVisible(page.getByText('negli ultimi 7 giorni'));
    await expectVisible(page.getByRole('heading', { name: 'Taxi Urbe Roma', level: 3 }));
    const recent = page.getByRole('region', { name: 'Ultimi turni inseriti' }).getByRole('listitem');
    await expectSoon(() => recent.count(), 20);
    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsAt(page, 'desktop')).toEqual([]);
    const people = await download(page, 'Persone (CSV)');
    expect(people.name).toMatch(/^turnario-persone-/);
    expect(people.lines.some((line) => line.startsWith('Ferri;Giulia;giulia.ferri@'))).toBe(true);
    const shifts = await download(page, 'Turni (CSV)');
    expect(shifts.lines.length).toBeGreaterThan(100);
    await page.getByLabel('Cerca una persona').fill('ferri');
    const found = page.getByRole('region', { name: 'Persone', exact: true }).getByRole('listitem');
    await expectSoon(() => found.count(), 1);
  });

  test('the tabs by keyboard', async () => {
    const page = await enterAsCeo('desktop');
    await page.goto('/ceo-admin');
    await pressOn(page, tab(page, 'Cantieri'), { key: 'ArrowRight' });
    await expectSoon(() => isFocused(tab(page, 'Persone')), true);
    await page.keyboard.press('Enter');
    await expectSoon(() => addressOf(page), '/ceo-admin?tab=users');
  });
});
