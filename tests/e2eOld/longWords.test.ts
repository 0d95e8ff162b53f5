import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { calendar, dayPicker, openDemoSwap } from './calendar.ts';
import { bell } from './exchanges.ts';
import { fillWithLongWords, sidewaysOf } from './longWords.ts';
import { expectSoon, expectVisible, heading, press, signIn, toast } from './screens.ts';
import { setStage } from './stage.ts';

// A link or a long word that somebody has typed widens no screen, at the width of the narrowest phones.

const stage = setStage();

/** Something to look at: how to get there from wherever the page is. */
type Screens = Record<string, (page: Page) => Promise<void>>;

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

const open =
  (path: string, ready: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await ready(page);
  };

const expectCards = (page: Page): Promise<void> =>
  expectVisible(page.getByRole('tabpanel').locator('article, p').first());

const tabs = ['disponibili', 'pre-accettati', 'mie', 'rifiutati', 'completati'];
const everyone: Screens = {
  dashboard: open('/', (page) => expectVisible(heading(page, /^Ciao Wilhelmina/))),
  notifications: async (page) => {
    await bell(page).click();
    await expectVisible(page.getByRole('dialog', { name: 'Notifiche' }));
    await page.keyboard.press('Escape');
  },
  profile: open('/profile', (page) => expectVisible(heading(page, 'Il Mio Profilo'))),
  devices: open('/profile/dispositivi', (page) =>
    expectVisible(page.getByText('Questo dispositivo').first()),
  ),
  'emails, own': open('/email-config', (page) => expectVisible(heading(page, 'Configurazione email'))),
};

const exchanges: Screens = {
  ...Object.fromEntries(tabs.map((tab) => [`exchanges, ${tab}`, open(`/exchanges?tab=${tab}`, expectCards)])),
  'new request': async (page) => {
    await page.goto('/exchanges');
    await press(page, 'Nuova');
    await expectVisible(page.getByRole('button', { name: /da offrire/ }));
  },
  'new request, list': async (page) => {
    await page.getByRole('button', { name: /da offrire/ }).click();
    await expectVisible(page.getByRole('option').first());
  },
};

const worker: Screens = {
  ...everyone,
  ...exchanges,
  'swap to confirm': async (page) => {
    await page.goto('/exchanges?tab=pre-accettati');
    await page
      .getByRole('button', { name: /^Scambia con/ })
      .first()
      .click();
    await expectVisible(dialog(page));
  },
  'swap to accept': async (page) => {
    await page.goto('/exchanges');
    await page
      .getByRole('button', { name: /^Pre-accetta/ })
      .first()
      .click();
    await expectVisible(page.getByText(/pre-accetta/i).first());
  },
  receipt: async (page) => {
    await page.goto('/exchanges?tab=completati');
    await page
      .getByRole('link', { name: /Ricevuta/ })
      .first()
      .click();
    await expectVisible(page.getByRole('heading', { level: 1 }));
  },
  'dashboard, swaps': async (page) => {
    await page.goto('/');
    await page.getByRole('tab', { name: /^Scambi Completati/ }).click();
    await expectVisible(page.getByRole('article').first());
  },
  'entry, swapped': async (page) => {
    await (await openDemoSwap(page)).click();
    await expectVisible(dialog(page).getByText('Turno scambiato', { exact: true }));
  },
  'entry, edit': async (page) => {
    await press(dialog(page), 'Modifica');
    await expectVisible(page.getByRole('dialog', { name: 'Modifica giornata' }));
  },
  'entry, protected': async (page) => {
    await page.getByRole('radio', { name: 'Ferie' }).check();
    await press(page, 'Salva');
    await expectVisible(page.getByRole('alertdialog', { name: 'Turno Protetto da Scambio' }));
  },
  'entry, duplicate': async (page) => {
    await page.goto('/calendar');
    await calendar(page)
      .getByRole('gridcell', { name: /sede \d\d/ })
      .last()
      .click();
    await press(dialog(page), 'Duplica');
    await expectVisible(page.getByRole('heading', { name: /Duplica/ }));
  },
  calendar: open('/calendar', (page) =>
    expectVisible(
      calendar(page)
        .getByRole('gridcell', { name: /sede \d\d/ })
        .first(),
    ),
  ),
  'add shifts': open('/shifts/new', (page) => expectVisible(dayPicker(page).getByRole('grid'))),
  fill: open('/shifts/fill', (page) => expectVisible(page.getByRole('grid'))),
  roster: open('/tabellone', (page) => expectVisible(page.getByText('Nessun tabellone aspetta'))),
  operations: open('/operazioni', (page) => expectVisible(page.getByRole('article').first())),
  'code deleted': async (page) => {
    await page
      .getByRole('button', { name: /^Elimina/ })
      .first()
      .click();
    await press(page.getByRole('alertdialog'), 'Elimina il codice');
    await expectVisible(toast(page, 'Codice eliminato!'));
  },
};

const driver: Screens = { ...everyone, ...exchanges };

const ceo: Screens = {
  dashboard: everyone['dashboard'] ?? expectCards,
  worksites: open('/ceo-admin?tab=worksites', (page) =>
    expectVisible(page.getByRole('button', { name: /^Modifica/ }).first()),
  ),
  'worksite, edit': async (page) => {
    await page
      .getByRole('button', { name: /^Modifica/ })
      .last()
      .click();
    await expectVisible(dialog(page));
    await page.keyboard.press('Escape');
  },
  'worksite, delete': async (page) => {
    await page
      .getByRole('button', { name: /^Elimina/ })
      .first()
      .click();
    await expectVisible(page.getByRole('alertdialog').getByRole('textbox'));
  },
  people: async (page) => {
    await page.goto('/ceo-admin?tab=users');
    const group = page.getByRole('tabpanel').getByRole('button', { expanded: false }).first();
    await group.click();
    await expectVisible(page.getByRole('button', { name: /^Wilhelmina/ }).first());
  },
  person: async (page) => {
    await page.getByRole('tabpanel').getByRole('button', { name: /@/ }).last().click();
    await expectVisible(dialog(page));
  },
  codes: open('/ceo-admin?tab=operations', (page) => expectVisible(page.getByRole('article').first())),
  'code to reject': async (page) => {
    await page
      .getByRole('button', { name: /^Rifiuta/ })
      .first()
      .click();
    await expectVisible(dialog(page));
  },
  overview: open('/ceo-admin?tab=overview', (page) => expectVisible(page.getByRole('tabpanel'))),
  audit: open('/ceo-admin?tab=audit', (page) =>
    expectVisible(page.getByRole('tabpanel').getByRole('listitem').first()),
  ),
  'audit, unfolded': async (page) => {
    for (const fold of await page.getByText('Prima e dopo').all()) await fold.click();
  },
  administration: open('/admin', async (page) => {
    await expectVisible(page.getByRole('heading', { level: 3 }).first());
    await expectVisible(page.getByRole('heading', { name: 'Persone', level: 2 }));
  }),
  mails: open('/email-config', (page) =>
    expectVisible(page.getByRole('tabpanel').getByRole('listitem').first()),
  ),
};

async function lookAt(page: Page, screens: Screens): Promise<string[]> {
  const found: string[] = [];
  for (const [screen, show] of Object.entries(screens)) {
    await show(page);
    await expectSoon(() => page.locator('[aria-busy="true"]').count(), 0);
    found.push(...(await sidewaysOf(page)).map((what) => `${screen}: ${what}`));
  }
  return found;
}

test.each([
  ['Giulia', worker],
  ['Tiziana', driver],
  ['CEO', ceo],
])('for %s', async (firstName, screens) => {
  const { page } = await stage.phone({ viewport: { width: 320, height: 640 } });
  await signIn(page, stage.server.signInOf(firstName), firstName);
  await fillWithLongWords(page);
  expect(await lookAt(page, screens)).toEqual([]);
});
