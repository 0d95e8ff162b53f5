import type { Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { type ProductServer, startProductServer } from '../support/productServer.ts';
import { violationsOf } from './axe.ts';
import { answerTo } from './calls.ts';
import {
  errorOf,
  expectStep,
  fields,
  fillRegistration,
  fillStep,
  goOn,
  type Registration,
  sendRegistration,
  terms,
  typedSoFar,
} from './entrance.ts';
import { isFocused } from './keyboard.ts';
import {
  addressOf,
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  goBy,
  heading,
  press,
  sendLogin,
  signIn,
  signOut,
  willShow,
} from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const bianca: Registration = {
  firstName: 'Bianca',
  lastName: 'Sole',
  email: 'bianca.sole@turnario.example',
  worksite: 'Cantiere Tiburtina',
  accessCode: '',
  role: 'Operatore',
  contractHours: '8 ore al giorno',
  password: 'Primavera!27',
};

async function openRegistration(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Registrati' }).click();
  await expectVisible(heading(page, 'Registrati'));
  await expectStep(page, 1);
}

/** Closes the one dialog that is open, which has this title and says all of these. */
async function dismiss(page: Page, title: string, ...texts: string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  for (const text of texts) await expectVisible(dialog.getByText(text, { exact: true }));
  await press(dialog, 'Ho Capito');
  await expectGone(dialog);
}

describe('a new person', () => {
  test('registers on a phone, and nothing typed is lost on the way', async () => {
    const { page, context } = await stage.phone();
    await openRegistration(page);
    const submit = page.getByRole('button', { name: 'Crea il mio account' });
    await expectNone(submit);
    const person = { ...bianca, accessCode: 'TIBURTINA-1999' };
    await fillRegistration(page, person);
    await expectSoon(() => submit.isDisabled(), true);
    const { worksite: _worksite, role: _role, contractHours: _hours, ...typed } = person;

    const [termsPage] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Termini e Condizioni' }).click(),
    ]);
    await expectVisible(heading(termsPage, 'Termini, privacy e responsabilità'));
    await expectVisible(termsPage.getByText('Aggiornati al 1 agosto 2026'));
    await termsPage.close();
    await expectSoon(() => typedSoFar(page), typed);

    await expectSoon(() => submit.isDisabled(), true);
    await terms(page).check();
    await expectSoon(() => submit.isEnabled(), true);
    await sendRegistration(page);
    await dismiss(
      page,
      'Registrazione non consentita',
      'Codice accesso non valido per il cantiere selezionato.',
      'Il codice di accesso del cantiere non è corretto: contatta l’amministratore per averlo.',
    );
    await expectSoon(
      () => errorOf(fields.accessCode(page)),
      'Codice accesso non valido per il cantiere selezionato',
    );
    await expectSoon(() => typedSoFar(page), typed);
    await expectStep(page, 2);
    await expectSoon(() => isFocused(fields.accessCode(page)), true);
    await expectVisible(page.getByRole('button', { name: 'Operatore Ruolo' }));

    await fields.accessCode(page).fill(stage.server.accessCodeOf('Cantiere Tiburtina'));
    await goOn(page);
    await expectStep(page, 3);
    await expectSoon(() => terms(page).isChecked(), true);
    const success = willShow(page, 'Registrazione completata con successo! Reindirizzamento in corso...');
    await sendRegistration(page);
    expect(await success).toBe(true);
    await expectVisible(heading(page, 'Ciao Bianca'));
    await expectVisible(page.getByText('Cantiere Tiburtina', { exact: true }));
    await expectSoon(() => addressOf(page), '/');
    await page.reload();
    await expectVisible(heading(page, 'Ciao Bianca'));
  });

  test('goes through the steps by keyboard, forth and back, and starts anew after a reload', async () => {
    const { page } = await stage.phone();
    await openRegistration(page);
    const title = (name: string) => page.getByRole('heading', { name, level: 2 });
    await fillStep(page, 1, bianca);
    await page.keyboard.press('Enter');
    await expectStep(page, 2);
    await expectSoon(() => isFocused(title('Passo 2 di 3 Il tuo lavoro')), true);
    await expectNone(page.getByText('Seleziona un cantiere', { exact: true }));
    await fillStep(page, 2, { ...bianca, accessCode: 'TIBURTINA-1999' });
    await fields.accessCode(page).press('Enter');
    await expectStep(page, 3);
    await expectSoon(() => isFocused(title('Passo 3 di 3 La tua password')), true);
    await fillStep(page, 3, bianca);

    await press(page, 'Indietro');
    await expectStep(page, 2);
    await expectSoon(() => isFocused(title('Passo 2 di 3 Il tuo lavoro')), true);
    await expectVisible(page.getByRole('button', { name: 'Operatore Ruolo' }));
    await page.goBack();
    await expectStep(page, 1);
    await expectSoon(() => typedSoFar(page), {
      firstName: bianca.firstName,
      lastName: bianca.lastName,
      email: bianca.email,
      accessCode: 'TIBURTINA-1999',
      password: bianca.password,
    });
    // what a password manager stores: the address and the new password, in one form
    const account = page.locator('form:has([autocomplete="new-password"]) [autocomplete="username"]');
    await expectSoon(() => account.inputValue(), bianca.email);
    await goOn(page);
    await expectStep(page, 2);
    await page.reload();
    await expectStep(page, 1);
    await expectSoon(() => fields.firstName(page).inputValue(), '');
  });

  test('reads beside each field what is missing', async () => {
    const { page } = await stage.phone();
    await openRegistration(page);
    await goOn(page);
    await expectSoon(() => errorOf(fields.firstName(page)), 'Nome deve essere di almeno 2 caratteri');
    await expectSoon(() => errorOf(fields.lastName(page)), 'Cognome deve essere di almeno 2 caratteri');
    await expectSoon(() => errorOf(fields.email(page)), 'Email non valida');
    await expectSoon(() => isFocused(fields.firstName(page)), true);
    await fillStep(page, 1, bianca);
    await goOn(page);
    await expectStep(page, 2);
    await goOn(page);
    await expectSoon(() => errorOf(fields.accessCode(page)), 'Codice accesso richiesto');
    await expectVisible(page.getByText('Seleziona un cantiere', { exact: true }));
    await expectVisible(page.getByText('Seleziona un ruolo', { exact: true }));
    await fillStep(page, 2, { ...bianca, accessCode: 'TIBURTINA-1999' });
    await goOn(page);
    await expectStep(page, 3);
    await terms(page).check();
    await sendRegistration(page);
    await expectSoon(() => errorOf(fields.password(page)), 'Password deve essere di almeno 8 caratteri');
    const unmet = [
      ['primavera27', 'Password deve contenere almeno una lettera maiuscola'],
      ['PRIMAVERA27', 'Password deve contenere almeno una lettera minuscola'],
      ['Primavera!', 'Password deve contenere almeno un numero'],
      ['Primavera27', 'Password deve contenere almeno un carattere speciale (!@#$%^&*)'],
      ['Primavera!27', ''],
    ] as const;
    for (const [password, error] of unmet) {
      await fields.password(page).fill(password);
      await expectSoon(() => errorOf(fields.password(page)), error);
    }
  });

  test('sees the password grow stronger while typing it', async () => {
    const { page } = await stage.phone();
    await openRegistration(page);
    await fillStep(page, 1, bianca);
    await goOn(page);
    await fillStep(page, 2, { ...bianca, accessCode: 'TIBURTINA-1999' });
    await goOn(page);
    await expectStep(page, 3);
    const bar = page.getByRole('progressbar', { name: 'Robustezza della password' });
    const met = (label: string) =>
      page.getByRole('listitem').filter({ hasText: label }).filter({ hasText: 'fatto' });
    const steps = [
      ['', 'debole', null],
      ['p', 'debole', 'Una lettera minuscola'],
      ['P', 'debole', 'Una lettera maiuscola'],
      ['7', 'quasi', 'Un numero'],
      ['!', 'quasi', 'Un carattere speciale'],
      ['rima', 'robusta', 'Almeno 8 caratteri'],
    ] as const;
    for (const [count, [text, word, label]] of steps.entries()) {
      await fields.password(page).pressSequentially(text);
      await expectSoon(() => bar.getAttribute('aria-valuenow'), String(count));
      await expectSoon(() => bar.getAttribute('aria-valuetext'), expect.stringMatching(`^${word}`));
      if (label !== null) await expectVisible(met(label));
      await expectSoon(() => met('').count(), count);
    }
    await expectSoon(() => fields.password(page).getAttribute('type'), 'password');
    await press(page, 'Mostra password');
    await expectSoon(() => fields.password(page).getAttribute('type'), 'text');
    await expectSoon(() => fields.accessCode(page).getAttribute('type'), 'password');
  });

  test('with an address that is taken is told so beside it', async () => {
    const { page } = await stage.phone();
    await openRegistration(page);
    const accessCode = stage.server.accessCodeOf('Cantiere Tiburtina');
    const person = { ...bianca, accessCode, email: ' Giulia.Ferri@Turnario.example' };
    await fillRegistration(page, person);
    await terms(page).check();
    await sendRegistration(page);
    await expectStep(page, 1);
    await expectSoon(() => errorOf(fields.email(page)), 'Email già registrata');
    await expectSoon(() => isFocused(fields.email(page)), true);
    await expectVisible(page.getByText('Email già registrata', { exact: true }));
    await expectSoon(() => fields.password(page).inputValue(), person.password);
    await expectSoon(() => addressOf(page), '/register');
  });

  test('of the taxi worksite gives licence and phone instead of role and hours', async () => {
    const { page } = await stage.phone();
    await openRegistration(page);
    const contract = page.getByRole('button', { name: /(Ruolo|Ore di contratto)$/ });
    const accessCode = stage.server.accessCodeOf('Taxi Urbe Roma');
    const { role: _role, contractHours: _hours, ...person } = bianca;
    const driver = {
      ...person,
      worksite: 'Taxi Urbe Roma',
      accessCode,
      email: 'bianca.taxi@turnario.example',
    };
    await fillStep(page, 1, driver);
    await goOn(page);
    await expectStep(page, 2);
    await expectSoon(() => contract.count(), 2);
    await fillStep(page, 2, driver);
    await fields.phone(page).fill('06 555');
    await expectNone(contract);
    await goOn(page);
    const required = 'Licenza taxi e numero di cellulare sono richiesti per questo cantiere';
    await expectSoon(() => errorOf(fields.licence(page)), required);
    await expectSoon(() => errorOf(fields.phone(page)), required);
    await fields.licence(page).fill('RM-9001');
    await fields.phone(page).fill('+39 333 0100099');
    await goOn(page);
    await fillStep(page, 3, driver);
    await terms(page).check();
    await sendRegistration(page);
    await expectVisible(heading(page, 'Ciao Bianca'));
    await expectVisible(page.getByText('Taxi Urbe Roma', { exact: true }));
  });
});

describe('the login page', () => {
  test('says what is wrong, in a modal or beside the field, and keeps what was typed', async () => {
    const { page } = await stage.phone();
    await page.goto('/');
    await sendLogin(page, { email: 'giulia.ferri', password: '12345' });
    await expectSoon(() => errorOf(fields.email(page)), 'Email non valida');
    await expectSoon(() => errorOf(fields.password(page)), 'Password deve essere di almeno 6 caratteri');
    const wrong = 'Dati non corretti - Email o password errati. Verifica le credenziali e riprova.';
    for (const email of [stage.server.signInOf('Giulia').email, 'nessuno@turnario.example']) {
      await sendLogin(page, { email, password: 'Sbagliata!1' });
      await dismiss(page, 'Accesso Non Consentito', wrong);
      await expectSoon(() => fields.email(page).inputValue(), email);
      await expectSoon(() => fields.password(page).inputValue(), 'Sbagliata!1');
    }
  });

  test('keeps a person signed in for thirty days, or until the browser closes', async () => {
    const lifetimes: number[] = [];
    for (const isRemembered of [true, false]) {
      const { page, context } = await stage.phone();
      await page.goto('/');
      const remember = page.getByRole('checkbox', { name: 'Ricordami su questo dispositivo' });
      await expectSoon(() => remember.isChecked(), true);
      await remember.setChecked(isRemembered);
      await sendLogin(page, stage.server.signInOf('Sara'));
      await expectVisible(heading(page, 'Ciao Sara'));
      const cookies = await context.cookies();
      const safe = { httpOnly: true, sameSite: 'Lax', path: '/' };
      // the other one says that this browser is known
      expect(cookies).toMatchObject([safe, safe]);
      const session = cookies.find(({ name }) => !name.endsWith('-device'));
      lifetimes.push(session?.expires ?? Number.NaN);
    }
    const [remembered = 0, session] = lifetimes;
    expect((remembered - Date.now() / 1000) / 86_400).toBeCloseTo(30, 1);
    expect(session).toBe(-1);
  });

  test('leads to the CEO’s panel at the seventh tap on the logo', async () => {
    const { page } = await stage.phone();
    await page.goto('/login');
    const logo = page.getByRole('button', { name: 'Turnario', exact: true });
    for (let tap = 1; tap < 7; tap += 1) {
      await logo.click();
      await expectVisible(page.getByText(`Cliccato ${tap}/7 volte`, { exact: true }));
      await expectSoon(() => addressOf(page), '/login');
    }
    await logo.click();
    await expectSoon(() => addressOf(page), '/ceo-admin');
    await expectVisible(heading(page, 'Accedi'));
    await expectGone(page.getByText(/Cliccato/));
  });

  test('stands at every address for who is signed out, and lets them in where they wanted to go', async () => {
    const { page } = await stage.phone();
    for (const path of ['/niente/di/niente', '/profile', '/ceo-admin', '/shifts/new']) {
      await page.goto(path);
      await expectVisible(heading(page, 'Accedi'));
    }
    await sendLogin(page, stage.server.signInOf('Sara'));
    await expectVisible(heading(page, 'Aggiungi Turno'));
    for (const path of ['/niente', '/calendar/niente']) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expectVisible(heading(page, '404 Page Not Found'));
    }
    await page.getByRole('link', { name: 'Torna alla home' }).click();
    await expectVisible(heading(page, 'Ciao Sara'));
    await expectSoon(() => addressOf(page), '/');
  });
});

/** Seconds from the answer of a call to the next loading of the page, both as the browser notes them. */
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

test('Esci signs out, loads the page anew after a second and a half and leaves nothing behind', async () => {
  const { page, context } = await stage.phone();
  await signIn(page, stage.server.signInOf('Luca'), 'Luca');
  await goBy(page, 'Calendario');
  const pause = await watchReload(page, '/api/auth/logout');
  const reloaded = page.waitForEvent('load');
  const told = willShow(page, 'Sessione chiusa');
  await signOut(page);
  expect(await told).toBe(true);
  await reloaded;
  expect(pause()).toBeGreaterThanOrEqual(1.5);
  expect(pause()).toBeLessThan(6);
  await expectSoon(() => addressOf(page), '/');
  await expectVisible(heading(page, 'Accedi'));
  const left = await page.evaluate(async () => ({
    cookies: document.cookie,
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    names: /luca|moretti/i.test(document.documentElement.outerHTML),
  }));
  // of the program, not of the person
  const local = ['turnario.version'];
  expect(left).toEqual({ cookies: '', local, session: [], databases: [], caches: [], names: false });
  // that somebody signed in with this browser, not who
  expect((await context.cookies()).map(({ name }) => name)).toEqual([expect.stringMatching(/-device$/)]);
  await page.goBack();
  await expectVisible(heading(page, 'Accedi'));
  expect((await answerTo(context, 'GET /api/auth/user')).status).toBe(401);
  await sendLogin(page, stage.server.signInOf('Sara'));
  await expectVisible(page.getByText('Sara', { exact: false }).first());
  await expectNone(page.getByText('Luca'));
});

/** Lets a person have accepted the terms in an earlier version. The product stands still meanwhile. */
async function ageTerms(server: ProductServer, email: string): Promise<void> {
  await server.halt();
  const database = await openDatabase({ dataDir: server.dataFolder });
  await database.run(sql`
    update users set accepted_terms_at = '2025-09-01T08:00:00Z', accepted_terms_version = '2025-08-01'
    where email = ${email}`);
  await database.close();
  await server.start();
}

test('who accepted earlier terms is asked once more, and no longer after', async () => {
  const davide = stage.server.signInOf('Davide');
  await ageTerms(stage.server, davide.email);
  const { page } = await stage.phone();
  await signIn(page, davide, 'Davide');
  const notice = page.getByText('I termini sono cambiati', { exact: true });
  await expectVisible(notice);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'che cosa prevedono adesso' }).click();
  await expectVisible(heading(page, 'Termini, privacy e responsabilità'));
  await page.goBack();
  await press(page, 'Li ho letti e li accetto');
  await expectGone(notice);
  await page.reload();
  await expectVisible(heading(page, 'Ciao Davide'));
  await expectNone(notice);
});

describe('the CEO of a new installation', () => {
  const email = 'capo@azienda.example';
  let server: ProductServer;
  beforeAll(async () => {
    server = await startProductServer((address) => ({
      NODE_ENV: 'production',
      DEMO: '0',
      PUBLIC_URL: address,
      CEO_EMAILS: email,
    }));
  });
  afterAll(() => server.close());

  test('chooses a password with the printed link, which works once', async () => {
    const link = /\S+\/reimposta-password\?token=\S+/.exec(server.notices.join('\n'))?.[0] ?? '';
    const { page } = await stage.phone({}, server.url);
    const field = page.getByLabel('Nuova password', { exact: true });
    await page.goto(link);
    await expectVisible(heading(page, 'Scegli la password'));
    await field.fill('breve');
    await press(page, 'Salva la password');
    await expectSoon(() => errorOf(field), 'Password deve essere di almeno 8 caratteri');
    const password = 'Direzione!27';
    await field.fill(password);
    await press(page, 'Salva la password');
    await expectVisible(page.getByText('La nuova password è salvata: ora puoi accedere.'));
    await page.getByRole('link', { name: 'Vai all’accesso' }).click();
    await sendLogin(page, { email, password });
    await expectVisible(heading(page, 'Ciao CEO'));

    await page.goto(link);
    await field.fill('Direzione!28');
    await press(page, 'Salva la password');
    await expectVisible(page.getByText('Questo link non è più valido. Chiedine uno nuovo.'));
    await page.goto('/reimposta-password');
    await expectVisible(page.getByText('Link incompleto'));
  });
});
