import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../../tools/smtpServer.ts';
import { violationsOf } from './axe.ts';
import { freeMonth } from './calendar.ts';
import { ask, idOf, preAccept, publishShift, recordShift } from './calls.ts';
import {
  expectGone,
  expectNone,
  expectNoToast,
  expectSoon,
  expectVisible,
  heading,
  press,
  signIn,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';

// The account that mails leave from and the state of the outbox. The demo has two completed swaps: their mails wait.

const demoMails = 6;
const stage = setStage();
const login = { user: 'turni@example.it', password: 'giusta' };

let smtp: TestSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer({ login });
});
afterAll(() => smtp.stop());

const title = 'Configurazione email';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');

async function openAsCeo(page: Page): Promise<void> {
  await signIn(page, stage.server.signInOf('CEO'), 'CEO');
  await page.goto('/email-config');
  await expectVisible(heading(page, title));
}

async function expectNothingInTheWay(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the CEO sets the account and tests it; what waited leaves', async () => {
  const { page: giulia } = await stage.desktop();
  await signIn(giulia, stage.server.signInOf('Giulia'), 'Giulia');
  await giulia.getByRole('link', { name: 'Email degli scambi' }).click();
  await expectVisible(heading(giulia, title));
  await expectVisible(giulia.getByText('Tre email identiche per ogni scambio'));
  await expectVisible(giulia.getByRole('listitem').filter({ hasText: 'Scambio di turno completato' }));
  await expectVisible(giulia.getByText('In coda', { exact: true }));
  await expectNone(giulia.getByRole('button', { name: 'Testa Email' }));
  await expectNothingInTheWay(giulia);

  const { page } = await stage.phone();
  await openAsCeo(page);
  await expectVisible(page.getByText(/^Nessuno: le email aspettano in coda, e chi/));
  await expectSoon(() => rows(page).count(), demoMails);
  await expectSoon(() => field(page, 'Porta').inputValue(), '');
  await press(page, 'Testa Email');
  // at the fields, once
  await expectVisible(page.getByText('Inserisci email e password prima di testare', { exact: true }));
  await expectNoToast(page);
  await expectNothingInTheWay(page);

  await field(page, 'Email').fill('turni@gmail.com');
  await field(page, 'Password per le app').fill('sbagliata');
  await expectSoon(() => field(page, 'Server').inputValue(), 'smtp.gmail.com');
  await expectSoon(() => field(page, 'Porta').inputValue(), '465');
  await page.getByRole('button', { name: /Fornitore/ }).click();
  await page.getByRole('option', { name: /^Outlook/ }).click();
  await expectSoon(() => field(page, 'Server').inputValue(), 'smtp.office365.com');
  await expectSoon(() => field(page, 'Porta').inputValue(), '587');

  await field(page, 'Email').fill(login.user);
  await field(page, 'Server').fill('127.0.0.1');
  await field(page, 'Porta').fill(String(smtp.port));
  await press(page, 'Testa Email');
  await expectVisible(page.getByRole('alert').getByText('Verifica le credenziali email'));
  await expectNothingInTheWay(page);

  await field(page, 'Password per le app').fill(login.password);
  await press(page, 'Testa Email');
  const done = `Tre email di prova sono partite per ${stage.server.signInOf('CEO').email}: controlla la posta.`;
  await expectVisible(page.getByText(done));
  await smtp.waitForMails(demoMails + 3);
  await expectSoon(() => tab(page, 'Inviate').textContent(), `Inviate${demoMails}`);
  await page.reload();
  await expectSoon(() => field(page, 'Email').inputValue(), login.user);
  await expectSoon(() => field(page, 'Password per le app').inputValue(), '');
  await giulia.reload();
  await expectVisible(giulia.getByText('Niente in attesa: tutte le email per te sono partite.'));
});

/** Two people complete a swap; three mails are queued. */
async function completeSwap(giulia: Page, marco: Page, day: string): Promise<void> {
  const shift = await recordShift(giulia, day, '06:00', '14:00');
  await recordShift(marco, day, '14:00', '22:00');
  const id = await publishShift(giulia, shift, day);
  await preAccept(marco, id);
  const body = { accepterUserId: await idOf(marco) };
  await ask(giulia, 'POST /api/exchange-requests/:id/final-confirm', { params: { id }, body });
}

test('the CEO sees at once what does not get through, and sends it again', async () => {
  const [{ page: giulia }, { page: marco }, { page }] = await Promise.all([
    stage.phone(),
    stage.phone(),
    stage.desktop(),
  ]);
  await signIn(giulia, stage.server.signInOf('Giulia'), 'Giulia');
  await signIn(marco, stage.server.signInOf('Marco'), 'Marco');
  await openAsCeo(page);
  await tab(page, 'Non riuscite').click();
  await expectVisible(page.getByText('Nessuna email è andata storta.'));
  smtp.onRecipient = () => ({ code: 550, text: 'no such user' });
  await completeSwap(giulia, marco, `${freeMonth()}-12`);
  await expectSoon(() => rows(page).count(), 3);
  await expectVisible(rows(page).first().getByText('Il server non accetta questo indirizzo.'));
  await expectVisible(
    rows(page)
      .first()
      .getByText(/550 no such user/),
  );
  await expectNothingInTheWay(page);

  delete smtp.onRecipient;
  const first = rows(page).filter({ hasText: stage.server.signInOf('Marco').email });
  await first.getByRole('button', { name: /^Rispedisci/ }).click();
  await expectVisible(toast(page, 'L’email torna in coda'));
  await expectSoon(() => rows(page).count(), 2);
  await press(page, 'Rispedisci tutte');
  await expectVisible(page.getByText('Nessuna email è andata storta.'));
  await tab(page, 'Inviate').click();
  await expectSoon(() => rows(page).count(), demoMails + 3);

  // an answer that is neither yes nor no: nobody knows whether they arrived
  smtp.onMessage = () => ({ code: 251, text: 'perhaps' });
  await tab(page, 'Incerte').click();
  await completeSwap(giulia, marco, `${freeMonth()}-13`);
  await expectSoon(() => rows(page).count(), 3);
  delete smtp.onMessage;
  const received = smtp.mails.length;
  const unsure = rows(page).filter({ hasText: stage.server.signInOf('Marco').email });
  await unsure.getByRole('button', { name: /^Rispedisci/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Rispedisci questa email?' });
  await expectVisible(question.getByText(/arriverebbe due volte/));
  await expectNothingInTheWay(page);
  await press(question, 'Rispedisci lo stesso');
  await expectGone(question);
  await expectSoon(() => rows(page).count(), 2);
  await smtp.waitForMails(received + 1);
});
