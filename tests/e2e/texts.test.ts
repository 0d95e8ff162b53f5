import type { Locator, Page } from '@playwright/test';
import { type Day, formatMediumDay, formatShortDay } from '../../src/domain/calendar/day.ts';
import { expectProblems } from '../../tools/browser.ts';
import type { TestSmtpServer } from '../../tools/smtpServer.ts';
import { dayCell, fillShifts, freeMonth } from './calendar.ts';
import { ask, preAccept, publishShift, recordShift } from './calls.ts';
import { card, openCard, pressOnCard } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { expectStep, fields, fillStep, goOn, sendRegistration, storeShift, terms } from './people.ts';
import { intercept, press } from './screens.ts';

// Texts quoted by the specification that no other test reads on screen (tests/data/specified-texts.tsv): mainly an
// action's own message when the answer has none.

const login = { user: 'turni@example.it', password: 'giusta' };
test.use({ smtpLogin: login });

const dayOf = (number: number): Day => `${freeMonth()}-${String(number).padStart(2, '0')}`;
const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', name ? { name } : {});
const confirm = (page: Page, name: RegExp): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name }).click();

/** Expects a text word for word, alone or within a sentence. */
const read = (place: Page | Locator, text: string): Promise<void> =>
  expect(place.getByText(text).filter({ visible: true }).first()).toBeVisible();

/** Answers writing calls with an empty error while `act` runs, as a proxy might. */
async function silenced(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 502, body: '' }),
  );
  expectProblems(page, /502/);
  await act();
  await page.unroute(path);
}

test('of login and registration', async ({ phone, server }) => {
  const page = await phone(null, { at: '/login' });
  await read(page, 'Il tuo cambio turno diventa semplice');
  await page.getByRole('button', { name: 'Turnario' }).click();
  await read(page, 'Cliccato 1/7 volte');
  await page.goto('/register');
  await fillStep(page, 1, { firstName: 'Bianca', lastName: 'Sole', email: 'bianca.sole@turnario.example' });
  await goOn(page);
  await expectStep(page, 2);
  await goOn(page);
  await read(page, 'Seleziona un cantiere');
  const accessCode = server.accessCodeOf('Cantiere Tiburtina');
  await fillStep(page, 2, { worksite: 'Cantiere Tiburtina', accessCode, role: 'Operatore' });
  await goOn(page);
  await fillStep(page, 3, { password: 'Primavera!' });
  await terms(page).check();
  await sendRegistration(page);
  await read(page, 'Password deve contenere almeno un numero');
  await fillStep(page, 3, { password: 'Primavera!27' });
  await silenced(page, '**/api/auth/register', async () => {
    await sendRegistration(page);
    await read(page.getByRole('alert'), 'Errore durante la registrazione. Verifica i dati e riprova.');
  });
  await expect(fields.password(page)).toHaveValue('Primavera!27');
});

test('of adding and editing an entry', async ({ desk }) => {
  const page = await desk('Giulia', { at: '/shifts/new' });
  await fillShifts(page, { days: [dayOf(8)], kind: 'Sede', start: '08:00' });
  await silenced(page, '**/api/shifts', async () => {
    await press(page, 'Aggiungi giornata');
    await read(page.getByRole('alertdialog'), "Errore nell'aggiunta del turno. Riprova.");
  });

  await storeShift(page, { date: dayOf(9), workLocation: 'libero' });
  await page.goto(`/calendar?month=${freeMonth()}`);
  await dayCell(page, dayOf(9), 'libero').click();
  await press(dialog(page), 'Modifica');
  const form = dialog(page, 'Modifica giornata');
  const field = (name: string): Locator => form.getByLabel(name, { exact: true });
  await form.getByRole('radio', { name: 'Sede' }).check();
  await field('Data').fill('');
  await press(form, 'Salva');
  await read(form, 'Data richiesta');
  await read(form, 'Orari richiesti per Smart Working e Sede');
  await field('Fine').selectOption('14:00');
  await read(form, 'Orario inizio richiesto');
  await form.getByRole('radio', { name: 'Libero' }).check();
  await form.getByRole('radio', { name: 'Sede' }).check();
  await field('Inizio').selectOption('22:00');
  await read(form, 'Orario fine richiesto');
  await field('Data').fill(formatShortDay(dayOf(9)));
  await field('Inizio').selectOption('06:00');
  await field('Fine').selectOption('14:00');
  await silenced(page, '**/api/shifts/*', async () => {
    await press(form, 'Salva');
    await read(page, 'Impossibile aggiornare il turno');
  });
  const spoilt = { workLocation: 'casa' };
  await intercept(page, 'PATCH', '**/api/shifts/*', (route) => route.continue({ postData: spoilt }));
  await press(form, 'Salva');
  await read(page, 'Verifica che tutti i campi siano compilati correttamente');
});

test('of a swap', async ({ desk, smtp }) => {
  const [offered, tooLong] = [dayOf(13), dayOf(20)];
  await setMailAccount(await desk('CEO'), smtp);
  const [giulia, marco] = [await desk('Giulia'), await desk('Marco')];
  const shiftId = await recordShift(giulia, offered, '06:00', '14:00');
  const longId = await recordShift(giulia, tooLong, '06:00', '15:00');
  await giulia.goto('/exchanges');
  await press(giulia, 'Nuova');
  const form = dialog(giulia, 'Nuova richiesta di scambio');
  await press(form, 'Pubblica richiesta');
  await read(form, 'Seleziona il tipo di turno desiderato');
  await read(form, 'Seleziona la data desiderata');
  await form.getByRole('button', { name: /Turno da offrire/ }).click();
  await read(giulia, 'Durata errata');
  await giulia.getByRole('option', { name: `${formatMediumDay(offered)}, 06:00–14:00` }).click();
  await form.getByRole('radio', { name: 'Pomeriggio' }).check();
  const sent = { offeredShiftId: longId, requestedShiftType: 'pomeriggio', requestedDate: tooLong };
  await intercept(giulia, 'POST', '**/api/exchange-requests', (route) => route.continue({ postData: sent }));
  await press(form, 'Pubblica richiesta');
  await read(giulia, 'Errore Validazione');

  const id = await publishShift(giulia, shiftId, offered);
  await giulia.goto('/exchanges?tab=mie');
  const own = card(giulia, 'La tua richiesta', offered);
  await silenced(giulia, '**/api/exchange-requests/*', async () => {
    await (await openCard(own)).getByRole('button', { name: /^(Cancella|Elimina) la richiesta/ }).click();
    await confirm(giulia, /^Cancella/);
    await read(giulia, 'Impossibile cancellare la richiesta. Riprova più tardi.');
  });

  await recordShift(marco, offered, '14:00', '22:00');
  await marco.goto('/exchanges');
  const hers = card(marco, 'Giulia Ferri', offered);
  await silenced(marco, '**/api/exchange-requests/*/*', async () => {
    await pressOnCard(hers, 'Pre-accetta lo scambio con Giulia Ferri');
    await read(marco, 'Non è stato possibile pre-accettare la richiesta');
    await pressOnCard(hers, 'Rifiuta lo scambio con Giulia Ferri');
    await read(marco, 'Non è stato possibile rifiutare la richiesta');
    await preAccept(marco, id);
    await marco.goto('/exchanges?tab=pre-accettati');
    await pressOnCard(hers, 'Annulla pre-accettazione dello scambio con Giulia Ferri');
    await confirm(marco, /^Annulla pre-accettazione/);
    await read(marco, 'Non è stato possibile annullare la pre-accettazione');
  });

  await giulia.goto('/exchanges?tab=pre-accettati');
  await silenced(giulia, '**/api/exchange-requests/*/*', async () => {
    await (await openCard(own)).getByRole('button', { name: /^Rifiuta offerta di Marco/ }).click();
    await confirm(giulia, /^Rifiuta/);
    await read(giulia, "Non è stato possibile rifiutare l'offerta");
    await press(giulia.getByRole('alertdialog'), 'Annulla');
    await own.getByRole('button', { name: 'Scambia con Marco' }).click();
    await confirm(giulia, /^Conferma/);
    await read(giulia, 'Non è stato possibile completare lo scambio');
  });
  await confirm(giulia, /^Conferma/);
  await read(giulia, 'i turni sono stati scambiati e le email inviate');
});

test('of codes, of a driver’s licence and of the CEO’s acts', async ({ desk, newcomer }) => {
  const giulia = await desk('Giulia', { at: '/operazioni' });
  await press(giulia, 'Nuovo Codice');
  const form = dialog(giulia, 'Nuovo Codice');
  await form.getByLabel('Codice', { exact: true }).fill('OP');
  await press(form, 'Inserisci codice');
  await read(form, 'Errore formato OP');
  await form.getByLabel('Codice', { exact: true }).fill('OP77Z');
  await silenced(giulia, '**/api/operations', async () => {
    await press(form, 'Inserisci codice');
    await read(giulia, "Errore nell'inserimento del codice");
  });
  await press(form, 'Annulla');
  await silenced(giulia, '**/api/operations/*', async () => {
    await press(giulia, 'Elimina OPP OP52B1');
    await confirm(giulia, /^Elimina/);
    await read(giulia, "Errore nell'eliminazione del codice");
  });
  const anna = await desk('Anna', { at: '/operazioni' });
  await silenced(anna, '**/api/operations/**', async () => {
    await press(anna, 'Approva OPP OP53D4');
    await confirm(anna, /^Approva/);
    await read(anna, "Errore nell'aggiornamento dello status");
  });
  const driver = await newcomer({ variant: 'taxi' });
  await driver.goto('/profile');
  await silenced(driver, '**/api/auth/taxi-info', async () => {
    await driver.getByLabel('Licenza taxi', { exact: true }).fill('RM-2');
    await press(driver, 'Salva: Licenza taxi');
    await read(driver, "Errore durante l'aggiornamento");
  });
  const ceo = await desk('CEO', { at: '/admin' });
  await read(ceo, 'Pannello Amministrativo');
  await ceo.goto('/ceo-admin?tab=users');
  await ceo.getByLabel('Cerca una persona').fill('Elena Gre');
  await ceo.getByRole('button', { name: /^Elena Greco/ }).click();
  await silenced(ceo, '**/api/ceo/impersonate/*', async () => {
    await press(dialog(ceo, 'Elena Greco'), 'Entra nell’account');
    await read(ceo, "Impossibile accedere all'account dell'utente");
  });
});

test('of failed mails', async ({ desk, smtp }) => {
  const ceo = await desk('CEO');
  await setMailAccount(ceo, smtp);
  await ceo.goto('/email-config');
  smtp.onRecipient = () => ({ code: 550, text: 'no such user' });
  await press(ceo, 'Testa Email');
  await read(ceo, 'Impossibile testare le email');
});

const setMailAccount = (ceo: Page, { port }: TestSmtpServer): Promise<unknown> => {
  const body = { account: login.user, password: login.password, host: '127.0.0.1', port, isTls: false };
  return ask(ceo, 'PUT /api/email-config', { body });
};
