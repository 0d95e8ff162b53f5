import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Day, formatMediumDay } from '../../src/domain/calendar/day.ts';
import { violationsOf } from './axe.ts';
import {
  calendar,
  dayCell,
  dayPicker,
  deleteEntry,
  fillShifts,
  freeDay,
  freeMonth,
  openDemoSwap,
  turnTo,
} from './calendar.ts';
import { errorOf, expectStep, fields, fillStep, goOn, sendRegistration, terms } from './entrance.ts';
import { bell, bellName, card, type TabName } from './exchanges.ts';
import { arrowTo, isFocused, pressOn, tabInto, tabTo } from './keyboard.ts';
import { storeShift } from './newcomer.ts';
import {
  expectOnTop,
  expectSoon,
  expectVisible,
  heading,
  navigation,
  press,
  sendLogin,
  signIn,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** Something to look at: how to get there from wherever the page is. */
type Screens = Record<string, (page: Page) => Promise<void>>;

const newcomer = {
  firstName: 'Bianca',
  lastName: 'Sole',
  email: 'bianca.sole@turnario.example',
  worksite: 'Cantiere Tiburtina',
  accessCode: 'TIBURTINA-1999',
  role: 'Operatore',
};

const signedOut: Screens = {
  login: async (page) => {
    await page.goto('/');
    await expectVisible(heading(page, 'Accedi'));
  },
  'login refused': async (page) => {
    await sendLogin(page, { email: 'nessuno@turnario.example', password: 'Sbagliata!1' });
    await expectVisible(page.getByRole('dialog', { name: 'Accesso Non Consentito' }));
  },
  registration: async (page) => {
    await page.goto('/register');
    await expectStep(page, 1);
  },
  'registration, second step, list open': async (page) => {
    await fillStep(page, 1, newcomer);
    await goOn(page);
    await expectStep(page, 2);
    await page.getByRole('button', { name: /Ruolo$/ }).click();
    await expectOnTop(page.getByRole('option', { name: 'Operatore' }));
  },
  'registration, errors': async (page) => {
    await page.keyboard.press('Escape');
    await goOn(page);
    await expectVisible(page.getByText('Seleziona un ruolo', { exact: true }));
  },
  'registration, third step, errors': async (page) => {
    await fillStep(page, 2, newcomer);
    await goOn(page);
    await expectStep(page, 3);
    await terms(page).check();
    await sendRegistration(page);
    await expectSoon(() => errorOf(fields.password(page)), 'Password deve essere di almeno 8 caratteri');
  },
  terms: async (page) => {
    await page.goto('/terms-conditions');
    await expectVisible(heading(page, 'Termini, privacy e responsabilità'));
  },
  'new password': async (page) => {
    await page.goto('/reimposta-password?token=niente');
    await expectVisible(page.getByLabel('Nuova password', { exact: true }));
  },
};

const exchangeTabs: Record<string, TabName> = {
  disponibili: 'Disponibili',
  'pre-accettati': 'Pre-Accettati',
  mie: 'Le Mie',
  rifiutati: 'Rifiutati/Annullati',
  completati: 'Completati',
};

const exchanges: Screens = Object.fromEntries(
  Object.entries(exchangeTabs).map(([tab, name]) => [
    `exchanges, ${name}`,
    async (page: Page) => {
      await page.goto(`/exchanges?tab=${tab}`);
      await expectVisible(page.getByRole('heading', { name, level: 2, exact: true }));
      await expectVisible(page.getByRole('tabpanel').locator('article, p').first());
    },
  ]),
);

/** The demo's Giulia has a request with an offer of Marco's, one waiting for her, and a completed swap. */
const worker: Screens = {
  dashboard: (page) => signIn(page, stage.server.signInOf('Giulia'), 'Giulia'),
  'dashboard, swaps': async (page) => {
    await page.getByRole('tab', { name: /^Scambi Completati/ }).click();
    await expectVisible(page.getByRole('article').first());
  },
  notifications: async (page) => {
    await bell(page).click();
    await expectVisible(page.getByRole('dialog', { name: 'Notifiche' }).getByRole('listitem').first());
  },
  calendar: async (page) => {
    await page.goto('/calendar');
    await expectVisible(
      calendar(page)
        .getByRole('gridcell', { name: /offerto in uno scambio/ })
        .first(),
    );
  },
  'empty month': async (page) => {
    await page.goto('/calendar?month=2090-12');
    await expectVisible(dayCell(page, '2090-12-26', 'nessun turno'));
  },
  'entry, swapped': async (page) => {
    await (await openDemoSwap(page)).click();
    await expectVisible(page.getByRole('dialog').getByText('Turno scambiato', { exact: true }));
  },
  'entry, edit': async (page) => {
    await press(page.getByRole('dialog'), 'Modifica');
    await expectVisible(page.getByRole('dialog', { name: 'Modifica giornata' }));
  },
  'entry, protected': async (page) => {
    await page.getByRole('radio', { name: 'Ferie' }).check();
    await press(page, 'Salva');
    await expectVisible(page.getByRole('alertdialog', { name: 'Turno Protetto da Scambio' }));
  },
  'entry, deleted': async (page) => {
    const day = `${freeMonth()}-20`;
    await storeShift(page, { date: day, workLocation: 'ferie' });
    await page.goto(`/calendar?month=${freeMonth()}`);
    await dayCell(page, day, 'ferie').click();
    await deleteEntry(page, 'Cancella la giornata');
    await expectVisible(toast(page, 'Turno cancellato!').getByRole('button', { name: 'Annulla' }));
  },
  'add shifts': async (page) => {
    await page.goto('/shifts/new');
    await fillShifts(page, { days: [`${freeMonth()}-10`], kind: 'Sede', start: '08:00' });
    await page.getByRole('checkbox', { name: 'Turno spezzato' }).check();
  },
  'add shifts, errors': async (page) => {
    await page.goto('/shifts/new');
    await press(page, 'Aggiungi giornata');
    await expectVisible(page.getByText('Data e tipo di giornata sono obbligatori', { exact: true }));
  },
  roster: async (page) => {
    await page.goto('/tabellone');
    await expectVisible(page.getByText('Nessun tabellone aspetta'));
  },
  'fill, rotation': async (page) => {
    await page.goto('/shifts/fill');
    await expectVisible(page.getByRole('gridcell', { name: /, da inserire: / }).first());
  },
  'fill, days': async (page) => {
    await page.getByRole('tab', { name: 'A mano' }).click();
    await press(page, 'Oggi');
    await turnTo(page.getByRole('tabpanel'), freeMonth());
    await press(page, 'Tutti: martedì');
    await expectVisible(page.getByRole('gridcell', { name: /, da inserire: / }).first());
  },
  ...exchanges,
  'new request': async (page) => {
    await page.goto('/exchanges');
    await press(page, 'Nuova');
    await expectVisible(page.getByRole('button', { name: /Turno da offrire/ }));
  },
  'new request, picker open': async (page) => {
    await page.getByRole('button', { name: /Turno da offrire/ }).click();
    await expectOnTop(page.getByRole('option').first());
  },
  'new request, errors': async (page) => {
    await page.keyboard.press('Escape');
    await press(page, 'Pubblica richiesta');
    await expectVisible(page.getByText('Seleziona il turno da offrire', { exact: true }));
  },
  'swap to confirm': async (page) => {
    await page.goto('/exchanges?tab=pre-accettati');
    await page.getByRole('button', { name: /^Scambia con Marco/ }).click();
    await expectVisible(page.getByRole('alertdialog', { name: /^Scambi il turno con/ }));
  },
  'no such page': async (page) => {
    await page.goto('/niente');
    await expectVisible(heading(page, '404 Page Not Found'));
  },
};

const driver: Screens = {
  'taxi, dashboard': (page) => signIn(page, stage.server.signInOf('Tiziana'), 'Tiziana'),
  'taxi, calendar': async (page) => {
    await page.goto('/calendar');
    await expectVisible(
      calendar(page)
        .getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ })
        .first(),
    );
  },
  'taxi, add shifts': async (page) => {
    await page.goto('/shifts/new');
    await page.getByRole('radio', { name: 'Notte 03:00–10:00' }).check();
  },
};

const ceo: Screens = {
  'CEO, dashboard': (page) => signIn(page, stage.server.signInOf('CEO'), 'CEO'),
  'CEO, roster': async (page) => {
    await page.goto('/rosters');
    await page.getByRole('button', { name: /Cantiere$/ }).click();
    await page.getByRole('option', { name: 'Cantiere Tiburtina', exact: true }).click();
    const pasted = page.getByLabel('Oppure incolla le celle');
    await pasted.fill('Nome\t1/6\t2/6\t3/6\nFerri Giulia\tM\t6-14\t\nBianch Marco\tM\t\t14-22');
    await press(page, 'Leggi le celle incollate');
    await expectVisible(page.getByRole('heading', { name: 'Anteprima e caricamento' }));
  },
};

describe.each(['phone', 'desktop'] as const)('nothing in the way on a %s', (size) => {
  test.each([
    ['outside', signedOut],
    ['for a worker', worker],
    ['for a taxi driver', driver],
    ['for the CEO', ceo],
  ])('%s', async (_who, screens) => {
    const { page } = await stage[size]();
    const found: string[] = [];
    for (const [name, open] of Object.entries(screens)) {
      await open(page);
      found.push(...(await violationsOf(page)).map((violation) => `${name}, ${violation}`));
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(found).toEqual([]);
  });
});

describe('a swap by keyboard alone', () => {
  // apart: a swap that leaves little rest is asked about before it is pre-accepted
  const days: Day[] = [`${freeMonth()}-10`, `${freeMonth()}-13`];
  const [, swapped = ''] = days;

  test('from sign-in to both calendars', async () => {
    const giulia = await enter('Giulia');
    await addByKeyboard(giulia, { arrows: 0, start: '06:00' });
    const marco = await enter('Marco');
    await addByKeyboard(marco, { arrows: 1, start: '14:00' });

    await goByKeyboard(giulia, 'Scambi');
    await pressOn(giulia, giulia.getByRole('button', { name: 'Nuova', exact: true }));
    const form = giulia.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
    await pressOn(giulia, form.getByRole('button', { name: /Turno da offrire/ }));
    const offered = giulia.getByRole('option', { name: `${formatMediumDay(swapped)}, 06:00–14:00` });
    await expectVisible(offered);
    await giulia.keyboard.press('End');
    await expectSoon(() => isFocused(offered), true);
    await giulia.keyboard.press('Enter');
    await pressOn(giulia, form.getByRole('radio', { name: 'Mattina' }), { key: 'ArrowRight' });
    await expectSoon(() => form.getByRole('radio', { name: 'Pomeriggio' }).isChecked(), true);
    await pressOn(giulia, form.getByRole('button', { name: 'Pubblica richiesta' }));
    await expectVisible(toast(giulia, 'Richiesta creata'));

    await followByKeyboard(marco, 'Nuova richiesta di scambio');
    await expectSoon(() => isFocused(card(marco, 'Giulia Ferri', swapped)), true);
    await pressOn(marco, marco.getByRole('button', { name: 'Pre-accetta lo scambio con Giulia Ferri' }));
    await expectVisible(toast(marco, 'Richiesta pre-accettata'));

    await followByKeyboard(giulia, 'Richiesta pre-accettata');
    const own = card(giulia, 'La tua richiesta', swapped);
    await expectSoon(() => isFocused(own), true);
    await pressOn(giulia, own.getByRole('button', { name: /^Scambia con Marco/ }));
    const question = giulia.getByRole('alertdialog', { name: 'Scambi il turno con Marco Bianchi?' });
    await pressOn(giulia, question.getByRole('button', { name: 'Conferma lo scambio' }));
    await expectVisible(toast(giulia, 'Scambio completato'));

    for (const [page, says] of [
      [giulia, 'smart working 14:00–22:00, scambiato con Marco Bianchi'],
      [marco, 'sede 06:00–14:00, scambiato con Giulia Ferri'],
    ] as const) {
      await goByKeyboard(page, 'Calendario');
      const grid = calendar(page).getByRole('grid');
      await tabInto(page, grid);
      await arrowTo(page, grid, swapped);
      await expectVisible(dayCell(page, swapped, says));
    }
  });

  async function enter(firstName: string): Promise<Page> {
    const { page } = await stage.desktop();
    const { email, password } = stage.server.signInOf(firstName);
    await page.goto('/');
    await tabTo(page, page.getByLabel('Email', { exact: true }));
    await page.keyboard.type(email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expectVisible(heading(page, `Ciao ${firstName}`));
    await pressOn(page, bell(page));
    const panel = page.getByRole('dialog', { name: 'Notifiche' });
    await expectVisible(panel.getByRole('listitem').or(panel.getByText('Niente di nuovo')).first());
    // what is over counts as read: there may be nothing to mark
    const all = panel.getByRole('button', { name: 'Segna tutte come lette' });
    if ((await all.count()) > 0) await pressOn(page, all);
    await expectSoon(() => page.getByRole('button', { name: /^Da leggere/ }).count(), 0);
    await page.keyboard.press('Escape');
    await expectSoon(() => bellName(page), 'Notifiche');
    return page;
  }

  /** Adds entries of the kind that stands `arrows` after the first one. */
  async function addByKeyboard(
    page: Page,
    { arrows, start }: { arrows: number; start: string },
  ): Promise<void> {
    await goByKeyboard(page, 'Aggiungi');
    await pressOn(page, page.getByRole('radio').first(), { key: 'Space' });
    for (let arrow = 0; arrow < arrows; arrow += 1) await page.keyboard.press('ArrowRight');
    const field = page.getByLabel('Inizio', { exact: true });
    await tabTo(page, field);
    await page.keyboard.type(start);
    await expectSoon(() => field.inputValue(), start);
    const grid = dayPicker(page).getByRole('grid');
    await tabInto(page, grid);
    for (const day of days) {
      await arrowTo(page, grid, day);
      await expectSoon(() => freeDay(page, day).count(), 1);
      await page.keyboard.press('Space');
      await expectSoon(() => freeDay(page, day).getAttribute('aria-selected'), 'true');
    }
    await pressOn(page, page.getByRole('button', { name: 'Aggiungi 2 giornate' }));
    await expectVisible(toast(page, '2 giornate aggiunte!'));
  }

  /** Back to the navigation, which stands before the page. */
  async function goByKeyboard(page: Page, link: 'Aggiungi' | 'Scambi' | 'Calendario'): Promise<void> {
    const target = navigation(page).getByRole('link', { name: link, exact: true });
    await pressOn(page, target, { by: 'Shift+Tab' });
    await expectSoon(() => isFocused(page.getByRole('heading', { level: 1 })), true);
  }

  async function followByKeyboard(page: Page, title: string): Promise<void> {
    await expectSoon(async () => (await bellName(page)) !== 'Notifiche', true);
    await pressOn(page, bell(page), { by: 'Shift+Tab' });
    const news = page.getByRole('dialog', { name: 'Notifiche' }).getByRole('button');
    await pressOn(page, news.filter({ hasText: title }).filter({ hasText: formatMediumDay(swapped) }));
  }
});
