import type { Page } from '@playwright/test';
import { mailSubjects } from '../../src/domain/mail/news.ts';
import { type Screen, screens } from '../../src/domain/screens.ts';
import { expectProblems } from '../../tools/browser.ts';
import type { ProductServer } from '../../tools/productServer.ts';
import { calendar, fillShifts, today } from './calendar.ts';
import { ask } from './calls.ts';
import { bell } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { fillRegistration, sendRegistration, terms } from './people.ts';
import { heading, navigation, press, sendLogin } from './screens.ts';

// The network goes right after a page's first paint, and its main act is the first of the visit: what tells that it
// failed is there. Either the call says so, or the code that a tap still needs.

interface Case {
  /** Who looks at it; nobody is signed in where it is null, 'Nina' is new. */
  who: 'Giulia' | 'Sara' | 'CEO' | 'Nina' | null;
  /** The address, where it is more than the path; `before` the page opens. */
  open?: (page: Page) => Promise<string>;
  heading: string | RegExp;
  act: (page: Page, server: ProductServer) => Promise<unknown>;
}

const newPerson = {
  firstName: 'Bianca',
  lastName: 'Sole',
  email: 'bianca.rete@turnario.example',
  worksite: 'Cantiere Tiburtina',
  role: 'Operatore',
  contractHours: '8 ore al giorno',
  password: 'Primavera!27',
};

const openEntry = (page: Page): Promise<void> =>
  calendar(page)
    .getByRole('gridcell', { name: /sede \d\d/ })
    .last()
    .click();

const goOn = (page: Page): Promise<void> =>
  navigation(page).getByRole('link', { name: 'Scambi', exact: true }).click();

const goHome = (page: Page): Promise<void> =>
  navigation(page).getByRole('link', { name: 'Home', exact: true }).click();

const cases: Record<Screen, Case> = {
  '/': { who: 'Giulia', heading: 'Ciao Giulia', act: (page) => bell(page).click() },
  '/dashboard': { who: 'Giulia', heading: 'Ciao Giulia', act: openEntry },
  '/calendar': { who: 'Giulia', heading: 'Il Mio Calendario', act: openEntry },
  '/login': {
    who: null,
    heading: 'Accedi',
    act: (page, server) => sendLogin(page, server.signInOf('Giulia')),
  },
  '/register': {
    who: null,
    heading: 'Registrati',
    act: async (page, server) => {
      const accessCode = server.accessCodeOf('Cantiere Tiburtina');
      await fillRegistration(page, { ...newPerson, accessCode });
      await terms(page).check();
      await sendRegistration(page);
    },
  },
  '/reimposta-password': {
    who: null,
    open: async () => '/reimposta-password?token=lettera',
    heading: 'Scegli la password',
    act: async (page) => {
      await page.getByLabel('Nuova password', { exact: true }).fill(newPerson.password);
      await press(page, 'Salva la password');
    },
  },
  '/password-dimenticata': {
    who: null,
    heading: 'Password dimenticata',
    act: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill(newPerson.email);
      await page.locator('main button[type="submit"], form button[type="submit"]').click();
    },
  },
  '/disiscrizione': {
    who: null,
    open: async (page) => {
      await page.route('**/api/unsubscribe*', (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: { subjects: mailSubjects.slice(0, 1), isOff: false } })
          : route.continue(),
      );
      return '/disiscrizione?token=lettera';
    },
    heading: 'Email di Turnario',
    act: (page) => press(page, 'Non scrivermi più'),
  },
  '/terms-conditions': {
    who: null,
    heading: 'Termini, privacy e responsabilità',
    act: async (page) => {
      await page.getByRole('link', { name: /home/i }).first().click();
      await page.getByRole('link', { name: 'Registrati' }).click();
    },
  },
  '/shifts/new': {
    who: 'Nina',
    heading: 'Aggiungi Turno',
    act: async (page) => {
      await fillShifts(page, { days: [today()], kind: 'Ferie' });
      await press(page, 'Aggiungi giornata');
    },
  },
  '/shifts/fill': {
    who: 'Nina',
    heading: 'Riempi il calendario',
    act: (page) => page.getByRole('button', { name: /^Inserisci \d+ giornate$/ }).click(),
  },
  '/tabellone': {
    who: 'Giulia',
    heading: 'Tabellone',
    act: goOn,
  },
  '/exchanges': {
    who: 'Giulia',
    heading: 'Scambi',
    act: (page) =>
      page
        .getByRole('button', { name: /^Pre-accetta/ })
        .first()
        .click(),
  },
  '/exchanges/receipt/:id': {
    who: 'Giulia',
    open: async (page) => {
      const [swap] = await ask(page, 'GET /api/exchanges/completed');
      return `/exchanges/receipt/${swap?.id}`;
    },
    heading: /./,
    act: (page) => navigation(page).getByRole('link', { name: 'Home', exact: true }).click(),
  },
  '/profile': {
    who: 'Sara',
    heading: 'Il Mio Profilo',
    act: async (page) => {
      await page.getByLabel('Nome', { exact: true }).fill('Serena');
      await page.getByLabel('Codice di accesso del cantiere').fill('codice');
      await press(page, 'Salva le modifiche');
    },
  },
  '/profile/notifiche': {
    who: 'Sara',
    heading: 'Notifiche',
    act: (page) => page.getByRole('switch').first().click(),
  },
  '/profile/password': {
    who: 'Sara',
    heading: 'Password',
    act: async (page) => {
      await press(page, 'Cambia password');
      const dialog = page.getByRole('dialog', { name: 'Cambia password' });
      await dialog.getByLabel('Password attuale', { exact: true }).fill('Estate!2026');
      await dialog.getByLabel('Nuova password', { exact: true }).fill(newPerson.password);
      await press(dialog, 'Cambia password');
    },
  },
  '/profile/dispositivi': { who: 'Sara', heading: 'Dispositivi', act: goOn },
  '/profile/calendario': {
    who: 'Sara',
    heading: 'Il tuo calendario',
    act: async (page) => {
      await press(page, 'Crea il link');
      await press(page.getByRole('alertdialog'), 'Crea il link');
    },
  },
  '/profile/aspetto': { who: 'Sara', heading: 'Aspetto', act: goOn },
  '/profile/dati': {
    who: 'Sara',
    heading: 'I tuoi dati',
    act: async (page) => {
      await press(page, 'Elimina il mio account');
      const dialog = page.getByRole('dialog', { name: 'Elimini il tuo account?' });
      await dialog.getByLabel('La tua password').fill('Estate!2026');
      await press(dialog, 'Elimina per sempre');
    },
  },
  '/email-config': {
    who: 'CEO',
    heading: 'Configurazione email',
    act: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('turni@gmail.com');
      await page.getByLabel('Password per le app', { exact: true }).fill('segreta');
      await press(page, 'Testa Email');
    },
  },
  '/rosters': {
    who: 'CEO',
    heading: 'Tabellone',
    act: (page) => press(page, 'Mese successivo'),
  },
  '/rosters/load': { who: 'CEO', heading: 'Carica il tabellone', act: goHome },
  '/altro': { who: 'CEO', heading: 'Altro', act: goHome },
  '/altro/andamento': { who: 'CEO', heading: 'Andamento', act: goHome },
  '/altro/registro': { who: 'CEO', heading: 'Registro', act: goHome },
  '/operazioni': {
    who: 'Giulia',
    heading: 'Operazioni Aziendali',
    act: async (page) => {
      await press(page, 'Nuovo Codice');
      const dialog = page.getByRole('dialog', { name: 'Nuovo Codice' });
      await dialog.getByLabel('Codice', { exact: true }).fill('OP77Z');
      await press(dialog, 'Inserisci codice');
    },
  },
  '/admin': {
    who: 'CEO',
    heading: 'Pannello Amministrativo',
    act: (page) => page.getByLabel('Cerca una persona').fill('Ferri'),
  },
  '/ceo-admin': {
    who: 'CEO',
    heading: 'CEO Administration Panel',
    act: async (page) => {
      await press(page, 'Nuovo cantiere');
      const dialog = page.getByRole('dialog', { name: 'Nuovo cantiere' });
      await dialog.getByLabel('Nome', { exact: true }).fill('Cantiere Nuovo');
      await dialog.getByLabel('Codice di accesso', { exact: true }).fill('NUOVO-27');
      await dialog.getByLabel('Email', { exact: true }).fill('nuovo@example.it');
      await press(dialog, 'Crea il cantiere');
    },
  },
};

for (const path of screens) {
  test(path, async ({ phone, newcomer, server }) => {
    const { who, open, heading: title, act } = cases[path];
    const page = who === 'Nina' ? await newcomer() : await phone(who);
    // nothing is fetched ahead
    await page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0;
    });
    await page.goto((await open?.(page)) ?? path);
    await expect(heading(page, title).first()).toBeVisible();
    // what the page shows has been read
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.context().setOffline(true);
    await act(page, server);
    await expect(page.getByText(/Nessuna risposta/).first()).toBeVisible();
    expectProblems(page, /net::ERR_/);
  });
}
