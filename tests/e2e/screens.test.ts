import type { Page } from '@playwright/test';
import { formatShortDay } from '../../src/domain/calendar/day.ts';
import { violationsOf } from './axe.ts';
import { calendar, deleteEntry, fillShifts, freeMonth, openDemoSwap, turnTo } from './calendar.ts';
import { ask } from './calls.ts';
import { bell } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { fillWithLongWords, sidewaysOf } from './longWords.ts';
import { expectStep, fillStep, goOn, sendRegistration, storeShift, terms } from './people.ts';
import { expectOnTop, press, sendLogin, toast } from './screens.ts';

// Every screen: no axe violations (light on a phone, dark at a desk), and nothing cut at 320 points with the longest
// words that people may type, or with text of 200 %.

/** How to reach a screen from the previous one. */
type Screens = Record<string, (page: Page) => Promise<unknown>>;

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const first = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();

/** A page, and what it shows once loaded. */
const at =
  (path: string, selector = 'h1') =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await expect(page.locator(selector).filter({ visible: true }).first()).toBeVisible();
  };

const newcomer = {
  firstName: 'Bianca',
  lastName: 'Sole',
  email: 'bianca.sole@turnario.example',
  worksite: 'Cantiere Tiburtina',
  accessCode: 'TIBURTINA-1999',
  role: 'Operatore',
};

const nobody: Screens = {
  login: at('/login'),
  'login refused': async (page) => {
    await sendLogin(page, { email: 'nessuno@turnario.example', password: 'Sbagliata!1' });
    await expect(page.getByRole('dialog', { name: 'Accesso Non Consentito' })).toBeVisible();
  },
  registration: at('/register'),
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
    await expect(page.getByText('Seleziona un ruolo', { exact: true })).toBeVisible();
  },
  'registration, third step, errors': async (page) => {
    await fillStep(page, 2, newcomer);
    await goOn(page);
    await expectStep(page, 3);
    await terms(page).check();
    await sendRegistration(page);
    await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
  },
  terms: at('/terms-conditions'),
  'password forgotten': at('/password-dimenticata'),
  'new password': at('/reimposta-password?token=niente'),
};

const cards = '[role=tabpanel] article, [role=tabpanel] p';
const exchanges: Screens = {
  ...Object.fromEntries(
    ['disponibili', 'pre-accettati', 'mie', 'rifiutati', 'completati'].map((tab) => [
      `exchanges, ${tab}`,
      at(`/exchanges?tab=${tab}`, cards),
    ]),
  ),
  receipt: async (page) => {
    const [swap] = await ask(page, 'GET /api/exchanges/completed');
    await page.goto(`/exchanges/receipt/${swap?.id}`);
    await expect(page.getByRole('table').first()).toBeVisible();
  },
  'new request, list open': async (page) => {
    await page.goto('/exchanges');
    await press(page, 'Nuova');
    await page.getByRole('button', { name: /da offrire/ }).click();
    await expectOnTop(page.getByRole('option').first());
  },
  'new request, errors': async (page) => {
    await page.keyboard.press('Escape');
    await press(page, 'Pubblica richiesta');
    await expect(page.getByText('Seleziona il turno da offrire', { exact: true })).toBeVisible();
  },
  'swap to confirm': async (page) => {
    await page.goto('/exchanges?tab=pre-accettati');
    await first(page, /^Scambia con/).click();
    await expect(page.getByRole('alertdialog').getByRole('table').first()).toBeVisible();
  },
};

const profile: Screens = {
  profile: at('/profile'),
  notifications: at('/profile/notifiche'),
  devices: at('/profile/dispositivi', 'main li'),
  password: at('/profile/password'),
  'own data': at('/profile/dati'),
};

const worker: Screens = {
  dashboard: at('/'),
  bell: async (page) => {
    await bell(page).click();
    await expect(page.getByRole('dialog', { name: 'Notifiche' }).getByRole('listitem').first()).toBeVisible();
  },
  'dashboard, swaps': at('/?tab=scambi', 'article'),
  calendar: at('/calendar', '[role=gridcell] [data-tone]'),
  'empty month': at('/calendar?month=2090-12'),
  week: at('/calendar?settimana=2090-12-04'),
  'entry, swapped': async (page) => {
    await (await openDemoSwap(page)).click();
    await expect(dialog(page).getByText('Turno scambiato', { exact: true })).toBeVisible();
  },
  'entry, edit': async (page) => {
    await press(dialog(page), 'Modifica');
    await expect(page.getByRole('dialog', { name: 'Modifica giornata' })).toBeVisible();
  },
  'entry, protected': async (page) => {
    await page.getByRole('radio', { name: 'Ferie' }).check();
    await press(page, 'Salva');
    await expect(page.getByRole('alertdialog', { name: 'Turno Protetto da Scambio' })).toBeVisible();
  },
  'entry, duplicate': async (page) => {
    await storeShift(page, { date: `${freeMonth()}-20`, workLocation: 'ferie' });
    await page.goto(`/calendar?month=${freeMonth()}`);
    await calendar(page).locator(`button[data-day="${freeMonth()}-20"]`).click();
    await press(dialog(page), 'Duplica');
    await expect(page.getByRole('heading', { name: /Duplica/ })).toBeVisible();
  },
  'entry, deleted': async (page) => {
    await page.goto(`/calendar?month=${freeMonth()}`);
    await calendar(page).locator(`button[data-day="${freeMonth()}-20"]`).click();
    await deleteEntry(page, 'Cancella la giornata');
    await expect(toast(page, 'Turno cancellato!').getByRole('button', { name: 'Annulla' })).toBeVisible();
  },
  'add shifts': async (page) => {
    await page.goto('/shifts/new');
    await fillShifts(page, { days: [`${freeMonth()}-10`], kind: 'Sede', start: '08:00' });
    await page.getByRole('checkbox', { name: 'Turno spezzato' }).check();
  },
  'add shifts, errors': async (page) => {
    await page.goto('/shifts/new');
    await press(page, 'Aggiungi giornata');
    await expect(page.getByText('Data e tipo di giornata sono obbligatori', { exact: true })).toBeVisible();
  },
  'fill, rotation': at('/shifts/fill', '[role=gridcell]'),
  'fill, by hand': async (page) => {
    await page.getByRole('tab', { name: 'A mano' }).click();
    await press(page, 'Oggi');
    await turnTo(page.getByRole('tabpanel'), freeMonth());
    await press(page, 'Tutti: martedì');
    await expect(page.getByRole('gridcell', { name: /, da inserire: / }).first()).toBeVisible();
  },
  roster: at('/tabellone'),
  ...exchanges,
  operations: at('/operazioni', '[role=tabpanel] li'),
  'new code': async (page) => {
    await press(page, 'Nuovo Codice');
    await expect(dialog(page)).toBeVisible();
  },
  ...profile,
  emails: at('/email-config'),
  'no such page': at('/niente'),
};

const driver: Screens = {
  dashboard: at('/'),
  'dashboard, swaps': at('/?tab=scambi', 'article'),
  calendar: at('/calendar', '[role=gridcell] [data-tone]'),
  'add shifts': async (page) => {
    await page.goto('/shifts/new');
    await page.getByRole('radio', { name: 'Notte 03:00–10:00' }).check();
  },
  ...exchanges,
  'week to offer': async (page) => {
    await page.goto('/exchanges?nuova=');
    await page.getByRole('button', { name: /Settimana da offrire/ }).click();
    await page
      .getByRole('option', { name: /giorni$/ })
      .first()
      .click();
    await expect(
      dialog(page)
        .getByRole('status')
        .getByText(/accetta/),
    ).toBeVisible();
  },
  'holidays to swap': async (page) => {
    await press(dialog(page), 'Scambia Ferie');
    await page.getByRole('button', { name: /La settimana che vorresti/ }).click();
    await page
      .getByRole('option', { name: /giorni$/ })
      .first()
      .click();
    await expect(dialog(page).getByRole('table').nth(1)).toBeVisible();
  },
  'day by day': async (page) => {
    await page.goto('/exchanges?tab=disponibili');
    await page.getByText('Giorno per giorno', { exact: true }).first().click();
    await expect(page.getByRole('table').first()).toBeVisible();
  },
  'week to pre-accept': async (page) => {
    await first(page, /^Pre-accetta/).click();
    await expect(page.getByRole('alertdialog').getByRole('table').first()).toBeVisible();
  },
};

const ceo: Screens = {
  dashboard: at('/'),
  worksites: at('/ceo-admin?tab=worksites', 'button[aria-label^="Modifica"], button:has-text("Modifica")'),
  'worksite, edit': async (page) => {
    await page
      .getByRole('button', { name: /^Modifica/ })
      .last()
      .click();
    await expect(dialog(page)).toBeVisible();
  },
  'swap rules': async (page) => {
    await page.goto('/ceo-admin?tab=worksites');
    await first(page, /^Regole degli scambi di/).click();
    await expect(page.getByRole('dialog', { name: 'Regole degli scambi' })).toBeVisible();
  },
  'worksite, delete': async (page) => {
    await page.goto('/ceo-admin?tab=worksites');
    await first(page, /^Elimina/).click();
    await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeVisible();
  },
  people: async (page) => {
    await page.goto('/ceo-admin?tab=users');
    await expect(page.getByRole('tabpanel').getByRole('button', { name: /@/ }).first()).toBeVisible();
  },
  person: async (page) => {
    await page.getByRole('tabpanel').getByRole('button', { name: /@/ }).last().click();
    await expect(dialog(page)).toBeVisible();
  },
  codes: at('/ceo-admin?tab=operations', '[role=tabpanel] li'),
  'code to reject': async (page) => {
    await first(page, /^Rifiuta/).click();
    await expect(dialog(page)).toBeVisible();
  },
  more: at('/altro'),
  overview: at('/altro/andamento', 'h2'),
  audit: at('/altro/registro', 'details'),
  administration: at('/admin', 'h3'),
  mails: at('/email-config', '[role=tabpanel] li'),
  roster: at('/rosters', '[role=row]'),
  'roster to load': async (page) => {
    await page.goto('/rosters/load');
    const pasted = page.getByLabel('Oppure incolla le celle');
    const heads = ['01', '02', '03'].map((day) => formatShortDay(`${freeMonth()}-${day}`)).join('\t');
    await pasted.fill(`Nome\t${heads}\nFerri Giulia\tM\t6-14\t\nBianch Marco\tM\t\t14-22`);
    await press(page, 'Leggi le celle incollate');
    await expect(page.getByRole('heading', { name: 'Anteprima e caricamento' })).toBeVisible();
  },
};

const people = [
  ['nobody', null, nobody],
  ['a worker', 'Giulia', worker],
  ['a driver', 'Tiziana', driver],
  ['the CEO', 'CEO', ceo],
] as const;

/** Visits each screen and collects the problems found. */
async function lookAt(page: Page, screens: Screens, look: (page: Page) => Promise<string[]>) {
  const found: string[] = [];
  for (const [name, open] of Object.entries(screens)) {
    await test.step(name, async () => {
      await open(page);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      found.push(...(await look(page)).map((what) => `${name}: ${what}`));
    });
  }
  return found;
}

for (const [who, firstName, screens] of people) {
  test(`axe finds nothing for ${who} on a phone`, async ({ phone }) => {
    expect(await lookAt(await phone(firstName), screens, (page) => violationsOf(page, 'light'))).toEqual([]);
  });

  test(`axe finds nothing for ${who} at a desk`, async ({ desk }) => {
    expect(await lookAt(await desk(firstName), screens, (page) => violationsOf(page, 'dark'))).toEqual([]);
  });

  test(`nothing is cut for ${who} on the narrowest phone with the longest typed texts`, async ({ phone }) => {
    const page = await phone(firstName, { viewport: { width: 320, height: 640 } });
    if (firstName !== null) await fillWithLongWords(page);
    expect(await lookAt(page, screens, sidewaysOf)).toEqual([]);
  });
}

for (const [firstName, paths] of [
  [
    'Giulia',
    ['/', '/tabellone', '/exchanges', '/operazioni', '/profile', '/profile/notifiche', '/email-config'],
  ],
  ['Tiziana', ['/', '/exchanges', '/profile']],
] as const) {
  test(`nothing overflows the narrowest phone with text of 200 %: ${firstName}`, async ({ phone }) => {
    const page = await phone(firstName, { viewport: { width: 320, height: 568 } });
    for (const path of paths) {
      await at(path)(page);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      // some of the product's words are longer than a line
      const leaving = async () => (await sidewaysOf(page)).filter((what) => !what.startsWith('breaks'));
      await expect.poll(leaving, path).toEqual([]);
    }
  });
}
