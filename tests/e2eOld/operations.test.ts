import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { dayInRome } from '../../src/domain/calendar/day.ts';
import { monthOf } from '../../src/domain/calendar/month.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { violationsAt, violationsOf } from './axe.ts';
import { errorOf } from './entrance.ts';
import { bellName, followNotification, markAllNotificationsRead } from './exchanges.ts';
import { isFocused, pressOn, tabTo } from './keyboard.ts';
import {
  addressOf,
  expectGone,
  expectNone,
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
const title = 'Operazioni Aziendali';

/** The card of a code. */
const card = (page: Page, code: string): Locator =>
  page.getByRole('article', { name: code, exact: true }).first();

const codeTab = (page: Page, type: 'OPP' | 'Case'): Locator =>
  page.getByRole('tablist', { name: 'Tipo di codice' }).getByRole('tab', { name: new RegExp(`^${type}`) });

const expectCount = (page: Page, type: 'OPP' | 'Case', count: number): Promise<void> =>
  expectSoon(async () => (await codeTab(page, type).innerText()).replace(/\s+/, ' '), `${type} ${count}`);

/** What the table of this month's codes says: in attesa, approvati, rifiutati. */
const figuresOf = (page: Page, type: string): Promise<string> =>
  page
    .getByRole('row', { name: new RegExp(`^${type}`) })
    .getByRole('cell')
    .allInnerTexts()
    .then((cells) => cells.join(' '));

/** Chooses from one of the filters. */
async function filter(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${name}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The lines of the file that the button gives. */
async function download(page: Page): Promise<string[]> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Scarica CSV' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^turnario-codici-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text.trimEnd().split('\r\n');
}

describe('a code, from who enters it to who approves it', () => {
  test('Giulia on a phone, Anna at a desk', async () => {
    const { page: giulia } = await stage.phone();
    await signIn(giulia, stage.server.signInOf('Giulia'), 'Giulia');
    await markAllNotificationsRead(giulia);
    await giulia.getByRole('link', { name: /^Operazioni aziendali/ }).tap();
    await expectVisible(heading(giulia, title));
    await expectCount(giulia, 'OPP', 4);
    await expectCount(giulia, 'Case', 2);
    await expectSoon(async () => (await figuresOf(giulia, 'Case')).endsWith(' 0'), true);
    const before = await figuresOf(giulia, 'OPP');
    expect(await violationsOf(giulia)).toEqual([]);

    // Anna's screen stands open: it follows by itself
    const { page: anna } = await stage.desktop();
    await signIn(anna, stage.server.signInOf('Anna'), 'Anna');
    // five of six: one is her own
    const row = anna
      .getByRole('region', { name: 'Tocca a te' })
      .getByRole('listitem')
      .filter({ hasText: /^5 codici da esaminare/ });
    await row.getByRole('link', { name: 'Esamina i codici', exact: true }).click();
    await expectVisible(heading(anna, title));
    await expectSoon(() => addressOf(anna), '/operazioni?tipo=OPP&stato=in-attesa');
    await expectCount(anna, 'OPP', 4);

    // the rules, one by one, and the way back of a phone
    await giulia.getByRole('button', { name: 'Nuovo Codice' }).tap();
    const dialog = giulia.getByRole('dialog', { name: 'Nuovo Codice' });
    const code = dialog.getByLabel('Codice', { exact: true });
    await expectSoon(() => code.inputValue(), 'OP');
    // each type keeps what was typed for it, and no more
    await dialog.getByRole('radio', { name: /^Case/ }).check();
    await code.fill('12x');
    await dialog.getByRole('radio', { name: /^OPP/ }).check();
    await expectSoon(() => code.inputValue(), 'OP');
    await code.fill('OP7');
    await dialog.getByRole('radio', { name: /^Case/ }).check();
    await expectSoon(() => code.inputValue(), '12x');
    await code.fill('');
    await dialog.getByRole('radio', { name: /^OPP/ }).check();
    await expectSoon(() => code.inputValue(), 'OP7');
    await code.fill('OP');
    await press(dialog, 'Inserisci codice');
    await expectSoon(() => errorOf(code), 'Errore formato OP');
    expect(await violationsOf(giulia)).toEqual([]);
    await dialog.getByRole('radio', { name: /^Case/ }).check();
    await expectSoon(() => code.inputValue(), '');
    await press(dialog, 'Inserisci codice');
    await expectSoon(() => errorOf(code), 'Il codice è obbligatorio');
    await code.fill('12a');
    await press(dialog, 'Inserisci codice');
    await expectSoon(() => errorOf(code), 'Errore formato Case');
    await giulia.goBack();
    await expectGone(dialog);
    await expectSoon(() => addressOf(giulia), '/operazioni');

    await giulia.getByRole('button', { name: 'Nuovo Codice' }).tap();
    await tabTo(giulia, code);
    await expectSoon(() => code.evaluate((field: HTMLInputElement) => field.selectionStart), 2);
    await giulia.keyboard.type('99zz');
    await expectSoon(() => code.inputValue(), 'OP99ZZ');
    await dialog.getByLabel('Descrizione').fill('Sostituzione contatore');
    await press(dialog, 'Inserisci codice');
    await expectVisible(toast(giulia, 'Codice aggiunto!', 'OPP OP99ZZ è in attesa di approvazione.'));
    await expectGone(dialog);
    await expectVisible(card(giulia, 'OP99ZZ').getByText('In attesa', { exact: true }));
    await expectCount(giulia, 'OPP', 5);
    const [waiting = 0, ...others] = before.split(' ').map(Number);
    await expectSoon(() => figuresOf(giulia, 'OPP'), [waiting + 1, ...others].join(' '));

    // a second time it is refused, beside the field
    await giulia.getByRole('button', { name: 'Nuovo Codice' }).tap();
    await code.fill('op99zz');
    await press(dialog, 'Inserisci codice');
    await expectSoon(() => errorOf(code), 'Hai già inserito questo codice');
    await expectVisible(
      toast(giulia, "Errore nell'inserimento del codice", 'Hai già inserito questo codice'),
    );
    await press(dialog, 'Annulla');
    await expectGone(dialog);

    // Anna sees it without a reload and rejects two at once, by the keyboard alone
    await expectCount(anna, 'OPP', 5);
    await expectVisible(card(anna, 'OP55A0').getByText('È un tuo codice: lo esamina un’altra persona.'));
    await expectNone(card(anna, 'OP55A0').getByRole('checkbox'));
    await expectVisible(card(anna, 'OP52B1').getByText('Inserito anche da un collega'));
    const mark = (name: string): Locator => anna.getByRole('checkbox', { name: `Seleziona ${name}` });
    await pressOn(anna, mark('OP99ZZ'), { key: 'Space' });
    await pressOn(anna, mark('OP53D4'), { key: 'Space' });
    const selected = anna.getByRole('region', { name: 'Codici selezionati' });
    await expectVisible(selected.getByText('2 codici selezionati'));
    expect(await violationsOf(anna)).toEqual([]);
    expect(await violationsAt(anna, 'phone')).toEqual([]);
    await pressOn(anna, selected.getByRole('button', { name: 'Rifiuta' }));
    const question = anna.getByRole('alertdialog', { name: 'Rifiuti 2 codici?' });
    await expectVisible(question.getByText('OPP OP99ZZ'));
    await question.getByLabel('Motivo').fill('Manca la firma');
    expect(await violationsOf(anna)).toEqual([]);
    await pressOn(anna, question.getByRole('button', { name: 'Rifiuta' }));
    await expectVisible(toast(anna, 'Stato aggiornato!', 'Rifiutati: 2'));
    await expectGone(question);
    await expectGone(selected);
    await expectCount(anna, 'OPP', 3);
    await expectSoon(() => isFocused(anna.getByRole('heading', { name: 'Codici OPP' })), true);

    // Giulia hears of it, reads why, and enters it again
    await expectSoon(() => bellName(giulia), 'Notifiche, 1 da leggere');
    await followNotification(giulia, 'Codice rifiutato', 'OPP OP99ZZ');
    const own = card(giulia, 'OP99ZZ');
    await expectVisible(own.getByText('Rifiutato', { exact: true }));
    await expectVisible(own.getByText('Non pagato'));
    await expectVisible(own.getByText('Motivo: Manca la firma'));
    await expectVisible(own.getByText(/^Rifiutato da Anna Villa il/));
    await press(own, 'Inserisci di nuovo OPP OP99ZZ');
    await expectSoon(() => code.inputValue(), 'OP99ZZ');
    await press(dialog, 'Inserisci codice');
    await expectGone(dialog);
    await expectCount(giulia, 'OPP', 6);

    // this time it is approved, which is told once the server has answered
    const told = toast(anna, 'Stato aggiornato!', 'OPP OP99ZZ: Approvato');
    const approval = anna.getByRole('alertdialog', { name: 'Approvi il codice OP99ZZ?' });
    const answer = Promise.withResolvers<void>();
    await anna.route('**/api/operations/*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await press(card(anna, 'OP99ZZ'), 'Approva OPP OP99ZZ');
    await press(approval, 'Approva');
    await expectSoon(
      () => approval.getByRole('button', { name: 'Approva' }).getAttribute('aria-busy'),
      'true',
    );
    await expectNone(told);
    answer.resolve();
    await expectVisible(told);
    await expectGone(approval);
    await expectVisible(card(giulia, 'OP99ZZ').getByText('Approvato', { exact: true }));
    await expectVisible(card(giulia, 'OP99ZZ').getByText('Da pagare'));
    await expectNone(card(giulia, 'OP99ZZ').getByRole('button', { name: /^Elimina/ }));
  });

  test('filters stay in the address, the file holds what is shown, a pending code is deleted', async () => {
    const { page: giulia } = await stage.desktop();
    await signIn(giulia, stage.server.signInOf('Giulia'), 'Giulia');
    await navigation(giulia).getByRole('link', { name: 'Operazioni', exact: true }).click();
    await expectVisible(heading(giulia, title));
    await filter(giulia, 'Stato', 'Approvato');
    await expectVisible(card(giulia, 'OP31A9'));
    await expectGone(card(giulia, 'OP52B1'));
    await codeTab(giulia, 'Case').click();
    await expectVisible(card(giulia, '7730412'));
    await expectSoon(() => addressOf(giulia), '/operazioni?stato=approvati&tipo=Case');
    await giulia.reload();
    await expectVisible(card(giulia, '7730412'));
    await expectCount(giulia, 'Case', 1);
    const lines = await download(giulia);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^Case;7730412;;Approvato;Da pagare;Giulia Ferri;Cantiere Tiburtina;/);

    const month = monthOf(dayInRome(new Date().toISOString()));
    await giulia.goto(`/operazioni?mese=${month}&stato=rifiutati&tipo=Case`);
    await expectVisible(giulia.getByText('Nessun codice Case con questi filtri.'));
    expect(await violationsOf(giulia)).toEqual([]);
    await press(giulia, 'Togli i filtri');
    await expectVisible(card(giulia, '7730988'));
    await expectSoon(() => addressOf(giulia), '/operazioni?tipo=Case');
    await press(card(giulia, '7730988'), 'Elimina Case 7730988');
    const asked = giulia.getByRole('alertdialog', { name: 'Elimini il codice?' });
    await expectVisible(asked.getByText('Se cambi idea lo inserisci di nuovo.'));
    await press(asked, 'Elimina il codice');
    await expectVisible(toast(giulia, 'Codice eliminato!', 'Case 7730988'));
    await expectGone(card(giulia, '7730988'));
    await expectCount(giulia, 'Case', 1);
    // what is on the screen is what is stored
    await giulia.reload();
    await expectCount(giulia, 'Case', 1);
  });
});

test('the CEO sees all worksites below a red banner, puts a code back to pending and deletes what was approved', async () => {
  const { page } = await stage.desktop();
  await page.goto('/');
  await sendLogin(page, demoCeo);
  await expectVisible(heading(page, /^Ciao /));
  await page.goto('/operazioni?stato=approvati');
  await expectVisible(page.getByText(/^Sei il CEO: vedi i codici di tutti i cantieri/));
  await expectVisible(card(page, 'OP48E6').getByText(/Sara Conti, Cantiere Tiburtina/));
  expect(await violationsOf(page)).toEqual([]);
  expect(await violationsAt(page, 'phone')).toEqual([]);
  await filter(page, 'Cantiere', 'Taxi Urbe Roma');
  await expectVisible(page.getByText('Nessun codice OPP con questi filtri.'));
  await filter(page, 'Cantiere', 'Cantiere Tiburtina');
  await press(card(page, 'OP31A9'), 'Riporta in attesa OPP OP31A9');
  const back = page.getByRole('alertdialog', { name: 'Riporti in attesa il codice OP31A9?' });
  await expectVisible(back.getByText('di Giulia Ferri, approvato.'));
  expect(await violationsOf(page)).toEqual([]);
  await press(back, 'Riporta in attesa');
  await expectVisible(toast(page, 'Stato aggiornato!', 'OPP OP31A9: In attesa'));
  await expectGone(card(page, 'OP31A9'));
  await press(card(page, 'OP48E6'), 'Elimina OPP OP48E6');
  const question = page.getByRole('alertdialog', { name: 'Elimini il codice?' });
  await expectVisible(question.getByText('Chi lo ha inserito riceve un avviso.'));
  await press(question, 'Elimina il codice');
  await expectVisible(toast(page, 'Codice eliminato!'));
  await expectGone(card(page, 'OP48E6'));
});

test('the taxi worksite has no such screen', async () => {
  const { page } = await stage.phone();
  await signIn(page, stage.server.signInOf('Tiziana'), 'Tiziana');
  // what leads on stands below the calendar
  await expectVisible(page.getByRole('navigation', { name: 'Vai a' }));
  await expectNone(page.getByRole('link', { name: /Operazioni/ }));
  await page.goto('/operazioni');
  await expectVisible(page.getByText('404 Page Not Found'));
  await expectVisible(page.getByText('Nei cantieri taxi non ci sono codici OPP e Case.'));
});

test('the CEO has no calendar, and reads so where one would be', async () => {
  const { page } = await stage.phone();
  await signIn(page, demoCeo, 'CEO');
  for (const path of ['/calendar', '/shifts/new', '/exchanges']) {
    await page.goto(path);
    await expectVisible(page.getByText('404 Page Not Found'));
    await expectVisible(page.getByText(/^La direzione non ha un calendario/));
  }
});
