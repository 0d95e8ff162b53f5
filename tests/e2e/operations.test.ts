import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { bell, followNotification, markAllNotificationsRead } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { pressOn, tabTo } from './keyboard.ts';
import { intercept, navigation, press, toast } from './screens.ts';

/** The row of a code. */
const card = (page: Page, code: string): Locator =>
  page.getByRole('listitem', { name: code, exact: true }).first();

const codeTab = (page: Page, type: 'OPP' | 'Case'): Locator =>
  page.getByRole('tablist', { name: 'Tipo di codice' }).getByRole('tab', { name: new RegExp(`^${type}`) });

const expectCount = (page: Page, type: 'OPP' | 'Case', count: number): Promise<void> =>
  expect(codeTab(page, type)).toHaveText(new RegExp(`^${type}\\s*${count}$`));

test('a code is entered on a phone, rejected at a desk, entered again and approved', async ({
  phone,
  desk,
}) => {
  const giulia = await phone('Giulia');
  await markAllNotificationsRead(giulia);
  await navigation(giulia).getByRole('link', { name: 'Operazioni', exact: true }).tap();
  await expectCount(giulia, 'OPP', 4);
  await expectCount(giulia, 'Case', 2);

  // Anna's screen is open and updates by itself
  const anna = await desk('Anna');
  // five of six, since one is her own
  const row = anna
    .getByRole('region', { name: 'Tocca a te' })
    .getByRole('listitem')
    .filter({ hasText: /^5 codici da esaminare/ });
  await row.getByRole('link', { name: 'Esamina i codici', exact: true }).click();
  await expect(anna).toHaveURL('/operazioni?tipo=OPP&stato=in-attesa');
  await expectCount(anna, 'OPP', 4);

  // the phone's back button closes the dialog
  await giulia.getByRole('button', { name: 'Nuovo Codice' }).tap();
  const dialog = giulia.getByRole('dialog', { name: 'Nuovo Codice' });
  const code = dialog.getByLabel('Codice', { exact: true });
  await expect(code).toHaveValue('OP');
  await giulia.goBack();
  await expect(dialog).toBeHidden();
  await expect(giulia).toHaveURL('/operazioni');

  await giulia.getByRole('button', { name: 'Nuovo Codice' }).tap();
  await tabTo(giulia, code);
  await expect.poll(() => code.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(2);
  await giulia.keyboard.type('99zz');
  await expect(code).toHaveValue('OP99ZZ');
  await press(dialog, 'Inserisci codice');
  await expect(toast(giulia, 'Codice aggiunto!', 'OPP OP99ZZ è in attesa di approvazione.')).toBeVisible();
  await expect(card(giulia, 'OP99ZZ').getByText('In attesa', { exact: true })).toBeVisible();
  await expectCount(giulia, 'OPP', 5);

  // Anna sees it without a reload and rejects two at once by keyboard
  await expectCount(anna, 'OPP', 5);
  await expect(card(anna, 'OP55A0').getByText('È un tuo codice: lo esamina un’altra persona.')).toBeVisible();
  await expect(card(anna, 'OP55A0').getByRole('checkbox')).toHaveCount(0);
  for (const name of ['OP99ZZ', 'OP53D4']) {
    await pressOn(anna, anna.getByRole('checkbox', { name: `Seleziona ${name}` }), { key: 'Space' });
  }
  const selected = anna.getByRole('region', { name: 'Codici selezionati' });
  await expect(selected.getByText('2 codici selezionati')).toBeVisible();
  await pressOn(anna, selected.getByRole('button', { name: 'Rifiuta' }));
  const question = anna.getByRole('alertdialog', { name: 'Rifiuti 2 codici?' });
  await question.getByLabel('Motivo').fill('Manca la firma');
  await pressOn(anna, question.getByRole('button', { name: 'Rifiuta' }));
  await expect(toast(anna, 'Stato aggiornato!', 'Rifiutati: 2')).toBeVisible();
  await expect(selected).toBeHidden();
  await expectCount(anna, 'OPP', 3);
  await expect(anna.getByRole('heading', { name: 'Codici OPP' })).toBeFocused();

  // Giulia is notified, reads the reason, and enters it again
  await expect(bell(giulia)).toHaveAccessibleName('Notifiche, 1 da leggere');
  await followNotification(giulia, 'Codice rifiutato', 'OPP OP99ZZ');
  await expect(card(giulia, 'OP99ZZ').getByText('Motivo: Manca la firma')).toBeVisible();
  await press(card(giulia, 'OP99ZZ'), 'Inserisci di nuovo OPP OP99ZZ');
  await expect(code).toHaveValue('OP99ZZ');
  await press(dialog, 'Inserisci codice');
  await expectCount(giulia, 'OPP', 6);

  // now it is approved, which is shown once the server has answered
  const told = toast(anna, 'Stato aggiornato!', 'OPP OP99ZZ: Approvato');
  const approval = anna.getByRole('alertdialog', { name: 'Approvi il codice OP99ZZ?' });
  const answer = Promise.withResolvers<void>();
  await intercept(anna, 'PATCH', '**/api/operations/*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await press(card(anna, 'OP99ZZ'), 'Approva OPP OP99ZZ');
  await press(approval, 'Approva');
  await expect(approval.getByRole('button', { name: 'Approva' })).toHaveAttribute('aria-busy', 'true');
  await expect(told).toHaveCount(0);
  answer.resolve();
  await expect(told).toBeVisible();
  await expect(card(giulia, 'OP99ZZ').getByText('Da pagare')).toBeVisible();
});

test('the first pending code is approved with one tap on the first screen, and undone', async ({ desk }) => {
  const page = await desk('CEO');
  await navigation(page).getByRole('link', { name: 'Codici', exact: true }).click();
  const approve = page.getByRole('button', { name: /^Approva OPP/ });
  await expect(approve.first()).toBeInViewport({ ratio: 1 });
  const waiting = await approve.count();
  const count = await countTaps(page);
  await approve.first().click();
  await expect(toast(page, 'Stato aggiornato!')).toBeVisible();
  await expect(approve).toHaveCount(waiting - 1);
  expect(count.taps).toBe(1);
  await press(toast(page, 'Stato aggiornato!'), 'Annulla');
  await expect(toast(page, 'Di nuovo in attesa')).toBeVisible();
  await expect(approve).toHaveCount(waiting);
});

test('filters are kept in the address, and the exported file contains what is shown', async ({ desk }) => {
  const giulia = await desk('Giulia', { at: '/operazioni?stato=approvati&tipo=Case' });
  await expect(card(giulia, '7730412')).toBeVisible();
  await expectCount(giulia, 'Case', 1);
  const downloading = giulia.waitForEvent('download');
  await giulia.getByRole('link', { name: 'Scarica CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^turnario-codici-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toEqual([
    expect.stringMatching(/^\uFEFF/),
    expect.stringMatching(/^Case;7730412;;Approvato;Da pagare;Giulia Ferri;Cantiere Tiburtina;/),
  ]);
});
