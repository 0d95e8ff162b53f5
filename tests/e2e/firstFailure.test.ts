import type { Page } from '@playwright/test';
import type { Screen } from '../../src/domain/screens.ts';
import { expectProblems } from '../../tools/browser.ts';
import type { ProductServer } from '../../tools/productServer.ts';
import { calendar, fillShifts, today } from './calendar.ts';
import { bell } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { fillRegistration, sendRegistration, terms } from './people.ts';
import { heading, press, sendLogin } from './screens.ts';

// The network fails right after a page's first paint, and the main action is the first of the visit: the error must be
// reported without loading more code, whether the call fails or the code of the action.

interface Case {
  /** The viewer; null: signed out, 'Nina': a new account. */
  who: 'Giulia' | 'Sara' | 'CEO' | 'Nina' | null;
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

const cases: Partial<Record<Screen, Case>> = {
  '/': { who: 'Giulia', heading: 'Ciao Giulia', act: (page) => bell(page).click() },
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
  '/shifts/new': {
    who: 'Nina',
    heading: 'Aggiungi Turno',
    act: async (page) => {
      await fillShifts(page, { days: [today()], kind: 'Ferie' });
      await press(page, 'Aggiungi giornata');
    },
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

for (const [path, { who, heading: title, act }] of Object.entries(cases)) {
  test(path, async ({ phone, newcomer, server }) => {
    const page = who === 'Nina' ? await newcomer() : await phone(who);
    // no prefetching
    await page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0;
    });
    await page.goto(path);
    await expect(heading(page, title).first()).toBeVisible();
    // all data of the page is loaded
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.context().setOffline(true);
    await act(page, server);
    await expect(
      page
        .getByText(/Nessuna risposta/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    expectProblems(page, /net::ERR_/);
  });
}
