import type { Locator, Page } from '@playwright/test';
import {
  addDays,
  type Day,
  daysOf,
  formatMediumDay,
  formatShortDay,
  saturdayWeekOf,
} from '../../src/domain/calendar/day.ts';
import { findFreePort } from '../../tools/freePort.ts';
import type { TestSmtpServer } from '../../tools/smtpServer.ts';
import { calendar, dayCell, fillShifts, freeMonth, openDemoSwap, today } from './calendar.ts';
import { answerTo, ask, preAccept, publishShift, recordShift } from './calls.ts';
import { fields, fillStep, goOn, sendRegistration, terms } from './entrance.ts';
import { card, openCard, pressOnCard } from './exchanges.ts';
import { expect, type Open, test } from './fixtures.ts';
import { type Newcomer, storeShift } from './newcomer.ts';
import { heading, press, sendLogin } from './screens.ts';
import type { ProductServer } from './server.ts';
import { Reader, silenced, specifiedTexts } from './texts.ts';

// Every text that the specification quotes, word for word on its screen or in its call's answer: see tests/data/specified-texts.tsv.

const login = { user: 'turni@example.it', password: 'giusta' };
test.use({ smtpLogin: login });

const dayOf = (number: number): Day => `${freeMonth()}-${String(number).padStart(2, '0')}`;
const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', name ? { name } : {});
const question = (page: Page): Locator => page.getByRole('alertdialog');
/** The yes of a question. */
const confirm = (page: Page, name: RegExp): Promise<void> =>
  question(page).getByRole('button', { name }).click();

/** What a look at the screens needs. */
interface Scene {
  phone: Open;
  /** Somebody of the demo at a screen, at a desk. */
  at: (path: string, firstName: string) => Promise<Page>;
  newcomer: (person?: Newcomer) => Promise<Page>;
  server: ProductServer;
  smtp: TestSmtpServer;
}

interface Look {
  /** Where the table says that it goes. */
  to: readonly string[];
  look: (eyes: Reader, scene: Scene) => Promise<void>;
}

const looks: Look[] = [
  { to: ['/login'], look: lookAtLogin },
  { to: ['/register'], look: lookAtRegistration },
  { to: ['/', '/nowhere', '/admin (worker)', '/ceo-admin (worker)'], look: lookAround },
  { to: ['/shifts/new'], look: lookAtAddForm },
  { to: ['/calendar'], look: lookAtCalendar },
  { to: ['/exchanges'], look: lookAtExchanges },
  { to: ['/operazioni'], look: lookAtOperations },
  { to: ['/profile'], look: lookAtProfile },
  { to: ['/ (taxi)', '/calendar (taxi)', '/profile (taxi)'], look: lookAsDriver },
  { to: ['/admin', '/ceo-admin'], look: lookAsCeo },
  { to: ['/email-config'], look: lookAtMail },
];

async function lookAtLogin(eyes: Reader, { phone, server }: Scene): Promise<void> {
  const page = await phone();
  await page.goto('/login');
  await eyes.read(page, 'Il tuo cambio turno diventa semplice');
  await page.getByRole('button', { name: 'Turnario' }).click();
  await eyes.read(page, 'Cliccato n/7 volte');
  await sendLogin(page, { email: 'giulia', password: 'breve' });
  await eyes.read(page, 'Email non valida', 'Password deve essere di almeno 6 caratteri');
  await sendLogin(page, { ...server.signInOf('Giulia'), password: 'sbagliata' });
  const refusal = 'Dati non corretti - Email o password errati. Verifica le credenziali e riprova.';
  await eyes.read(dialog(page), 'Accesso Non Consentito', refusal, 'Ho Capito');
}

async function lookAtRegistration(eyes: Reader, { phone, server }: Scene): Promise<void> {
  const page = await phone();
  await page.goto('/register');
  await fillStep(page, 1, { firstName: 'B', lastName: 'S', email: 'bianca.sole@turnario.example' });
  await goOn(page);
  await eyes.read(
    page,
    'Nome deve essere di almeno 2 caratteri',
    'Cognome deve essere di almeno 2 caratteri',
  );
  await fillStep(page, 1, { firstName: 'Bianca', lastName: 'Sole' });
  await goOn(page);
  await fillStep(page, 2, { accessCode: 'TIB' });
  await goOn(page);
  await eyes.read(page, 'Seleziona un cantiere', 'Codice accesso richiesto', 'Seleziona un ruolo');
  await fillStep(page, 2, { worksite: 'Taxi Urbe Roma', accessCode: 'TAXI' });
  await goOn(page);
  await eyes.read(page, 'Licenza taxi e numero di cellulare sono richiesti per questo cantiere');
  await fillStep(page, 2, { worksite: 'Cantiere Tiburtina', role: 'Operatore' });
  await goOn(page);
  await terms(page).check();
  for (const [password, text] of [
    ['primavera!27', 'Password deve contenere almeno una lettera maiuscola'],
    ['PRIMAVERA!27', '... minuscola'],
    ['Primavera!', '... un numero'],
    ['Primavera27', '... un carattere speciale (!@#$%^&*)'],
  ] as const) {
    await fields.password(page).fill(password);
    await sendRegistration(page);
    await eyes.read(page, text);
  }
  await fields.password(page).fill('Primavera!27');
  await sendRegistration(page);
  await eyes.read(dialog(page), 'Codice accesso non valido per il cantiere selezionato');
  await press(dialog(page), 'Ho Capito');
  await fillStep(page, 2, { accessCode: server.accessCodeOf('Cantiere Tiburtina') });
  await goOn(page);
  await silenced(page, '**/api/auth/register', async () => {
    await sendRegistration(page);
    const generic = 'Errore durante la registrazione. Verifica i dati e riprova.';
    await eyes.read(page.getByRole('alert'), generic, 'Errore durante la registrazione');
  });
  const done = 'Registrazione completata con successo! Reindirizzamento in corso...';
  await eyes.readInPassing(page, done, () => sendRegistration(page));
  await expect(heading(page, 'Ciao Bianca')).toBeVisible();
}

async function lookAround(eyes: Reader, { at }: Scene): Promise<void> {
  const page = await at('/', 'Giulia');
  await eyes.read(page, 'Esci', 'Il Mio Calendario', 'Scambi Completati (n)');
  await page.goto('/niente');
  await eyes.read(page, '404 Page Not Found');
  await page.goto('/ceo-admin');
  await eyes.read(page, 'Accesso Riservato');
  await page.goto('/admin');
  await eyes.read(page, 'Accesso negato');
}

async function lookAtAddForm(eyes: Reader, { at }: Scene): Promise<void> {
  const page = await at('/shifts/new', 'Giulia');
  await press(page, 'Aggiungi giornata');
  await eyes.read(page, 'Data e tipo di giornata sono obbligatori');
  await fillShifts(page, { days: [dayOf(8)], kind: 'Sede' });
  await press(page, 'Aggiungi giornata');
  await eyes.read(page, 'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede');
  await page.getByLabel('Inizio', { exact: true }).selectOption('22:00');
  await page.getByLabel('Fine', { exact: true }).selectOption('06:00');
  await eyes.read(page, "L'orario di fine deve essere successivo all'orario di inizio");
  await page.getByLabel('Inizio', { exact: true }).selectOption('08:00');
  await page.getByLabel('Fine', { exact: true }).selectOption('16:00');
  await silenced(page, '**/api/shifts', async () => {
    await press(page, 'Aggiungi giornata');
    const title = "Errore nell'aggiunta del turno";
    await eyes.read(question(page), title, `${title}. Riprova.`);
  });
}

async function lookAtCalendar(eyes: Reader, { at }: Scene): Promise<void> {
  const page = await at('/calendar', 'Giulia');
  await eyes.read(page, 'Oggi', 'Aggiungi Turno');
  const swapped = await openDemoSwap(page);
  await swapped.click();
  await press(dialog(page), 'Modifica');
  await page.getByRole('radio', { name: 'Ferie' }).check();
  await press(page, 'Salva');
  await eyes.read(question(page), 'Turno Protetto da Scambio');

  await storeShift(page, { date: dayOf(9), workLocation: 'libero' });
  await page.goto(`/calendar?month=${freeMonth()}`);
  await dayCell(page, dayOf(9), 'libero').click();
  await press(dialog(page), 'Modifica');
  const form = dialog(page, 'Modifica giornata');
  const [day, start, end] = ['Data', 'Inizio', 'Fine'].map((name) => form.getByLabel(name, { exact: true }));
  const place = (name: string): Promise<void> => form.getByRole('radio', { name }).check();
  await place('Sede');
  await day!.fill('');
  await press(form, 'Salva');
  await eyes.read(form, 'Data richiesta', 'Orari richiesti per Smart Working e Sede');
  await end!.selectOption('14:00');
  await eyes.read(form, 'Orario inizio richiesto');
  await place('Libero');
  await place('Sede');
  await start!.selectOption('22:00');
  await eyes.read(form, 'Orario fine richiesto');
  await day!.fill(formatShortDay(dayOf(9)));
  await start!.selectOption('06:00');
  await end!.selectOption('14:00');
  await silenced(page, '**/api/shifts/*', async () => {
    await press(form, 'Salva');
    await eyes.read(page, 'Errore di validazione', 'Impossibile aggiornare il turno');
  });
  const spoilt = { workLocation: 'casa' };
  await page.route('**/api/shifts/*', (route) => route.continue({ postData: spoilt }), { times: 1 });
  await press(form, 'Salva');
  await eyes.read(page, 'Verifica che tutti i campi siano compilati correttamente');
  await press(form, 'Salva');
  await eyes.read(page, 'Turno aggiornato!');
  await expect(form).toBeHidden();
  await dayCell(page, dayOf(9), 'sede 06:00–14:00').click();
  await press(dialog(page), 'Cancella');
  await silenced(page, '**/api/shifts/*', async () => {
    await confirm(page, /^Cancella/);
    await eyes.read(page, 'Impossibile cancellare il turno');
  });
  await confirm(page, /^Cancella/);
  await eyes.read(page, 'Turno cancellato!');
}

async function lookAtExchanges(eyes: Reader, { at, smtp }: Scene): Promise<void> {
  const [offered, tooLong] = [dayOf(13), dayOf(20)];
  await setMailAccount(await at('/', 'CEO'), smtp);
  const giulia = await at('/', 'Giulia');
  const shiftId = await recordShift(giulia, offered, '06:00', '14:00');
  const longId = await recordShift(giulia, tooLong, '06:00', '15:00');
  await giulia.goto('/exchanges');
  await eyes.read(giulia, 'Nuova');
  await press(giulia, 'Nuova');
  const form = dialog(giulia, 'Nuova richiesta di scambio');
  const publish = (): Promise<void> => press(form, 'Pubblica richiesta');
  await publish();
  await eyes.read(
    form,
    'Seleziona il turno da offrire',
    'Seleziona il tipo di turno desiderato',
    'Seleziona la data desiderata',
  );
  await form.getByRole('button', { name: /Turno da offrire/ }).click();
  await eyes.read(giulia, 'Durata errata');
  await giulia.getByRole('option', { name: `${formatMediumDay(offered)}, 06:00–14:00` }).click();
  await form.getByRole('radio', { name: 'Pomeriggio' }).check();
  const sent = { offeredShiftId: longId, requestedShiftType: 'pomeriggio', requestedDate: tooLong };
  await giulia.route('**/api/exchange-requests', (route) => route.continue({ postData: sent }), { times: 1 });
  await publish();
  await eyes.read(giulia, 'Errore Validazione');
  await expect(giulia.getByText(/Il turno dura 9 ore, il tuo contratto è di 8 ore/).first()).toBeVisible();
  await silenced(giulia, '**/api/exchange-requests', async () => {
    await publish();
    await eyes.read(giulia, 'Non è stato possibile creare la richiesta');
  });

  const id = await publishShift(giulia, shiftId, offered);
  await giulia.goto('/exchanges?tab=mie');
  const own = card(giulia, 'La tua richiesta', offered);
  await (await openCard(own)).getByRole('button', { name: /^Modifica/ }).click();
  await silenced(giulia, '**/api/exchange-requests/*', async () => {
    await press(dialog(giulia), 'Salva le modifiche');
    await eyes.read(giulia, 'Non è stato possibile aggiornare la richiesta');
    await press(dialog(giulia), 'Annulla');
    await own.getByRole('button', { name: /^(Cancella|Elimina) la richiesta/ }).click();
    await confirm(giulia, /^Cancella/);
    await eyes.read(giulia, 'Impossibile cancellare la richiesta. Riprova più tardi.');
  });

  const marco = await at('/', 'Marco');
  await recordShift(marco, offered, '14:00', '22:00');
  await marco.goto('/exchanges');
  const hers = card(marco, 'Giulia Ferri', offered);
  await silenced(marco, '**/api/exchange-requests/*/*', async () => {
    await pressOnCard(hers, 'Pre-accetta lo scambio con Giulia Ferri');
    await eyes.read(marco, 'Non è stato possibile pre-accettare la richiesta');
    await pressOnCard(hers, 'Rifiuta lo scambio con Giulia Ferri');
    await eyes.read(marco, 'Non è stato possibile rifiutare la richiesta');
    await preAccept(marco, id);
    await marco.goto('/exchanges?tab=pre-accettati');
    await pressOnCard(hers, 'Annulla pre-accettazione dello scambio con Giulia Ferri');
    await confirm(marco, /^Annulla pre-accettazione/);
    await eyes.read(marco, 'Non è stato possibile annullare la pre-accettazione');
  });

  await giulia.goto('/exchanges?tab=pre-accettati');
  await silenced(giulia, '**/api/exchange-requests/*/*', async () => {
    await (await openCard(own)).getByRole('button', { name: /^Rifiuta offerta di Marco/ }).click();
    await confirm(giulia, /^Rifiuta/);
    await eyes.read(giulia, "Non è stato possibile rifiutare l'offerta");
    await press(question(giulia), 'Annulla');
    await own.getByRole('button', { name: 'Scambia con Marco' }).click();
    await confirm(giulia, /^Conferma/);
    await eyes.read(giulia, 'Non è stato possibile completare lo scambio');
  });
  await confirm(giulia, /^Conferma/);
  await eyes.read(giulia, 'i turni sono stati scambiati e le email inviate');
}

async function lookAtOperations(eyes: Reader, { at }: Scene): Promise<void> {
  const page = await at('/operazioni', 'Giulia');
  await eyes.read(page, 'Operazioni Aziendali', 'Nuovo Codice', 'Approvato', 'Rifiutato', 'In attesa');
  await press(page, 'Nuovo Codice');
  const form = dialog(page, 'Nuovo Codice');
  const code = form.getByLabel('Codice', { exact: true });
  const enter = (): Promise<void> => press(form, 'Inserisci codice');
  await enter();
  await eyes.read(form, 'Errore formato OP');
  await form.getByRole('radio', { name: /^Case/ }).check();
  await enter();
  await eyes.read(form, 'Il codice è obbligatorio');
  await code.fill('12a');
  await enter();
  await eyes.read(form, 'Errore formato Case');
  await code.fill('120');
  await silenced(page, '**/api/operations', async () => {
    await enter();
    await eyes.read(page, "Errore nell'inserimento del codice");
  });
  await press(form, 'Annulla');
  await silenced(page, '**/api/operations/*', async () => {
    await press(page, 'Elimina OPP OP52B1');
    await confirm(page, /^Elimina/);
    await eyes.read(page, "Errore nell'eliminazione del codice");
  });
  const anna = await at('/operazioni', 'Anna');
  await silenced(anna, '**/api/operations/**', async () => {
    await press(anna, 'Approva OPP OP53D4');
    await confirm(anna, /^Approva/);
    await eyes.read(anna, "Errore nell'aggiornamento dello status");
  });
}

async function lookAtProfile(eyes: Reader, { at }: Scene): Promise<void> {
  const page = await at('/profile', 'Giulia');
  await eyes.read(page, 'Il Mio Profilo');
  await page.getByLabel('Codice di accesso del cantiere', { exact: true }).fill('SBAGLIATO');
  await press(page, 'Salva le modifiche');
  await eyes.read(page, 'Accesso non consentito - Dati non corretti');
  await press(dialog(page), 'Ho Capito');
  await silenced(page, '**/api/users/*', async () => {
    await press(page, 'Salva le modifiche');
    await eyes.read(dialog(page), "Errore nell'aggiornamento del profilo");
  });
}

async function lookAsDriver(eyes: Reader, { newcomer }: Scene): Promise<void> {
  const page = await newcomer({ variant: 'taxi' });
  await eyes.read(page, 'Scambia Ferie');
  const [saturday = '', sunday = ''] = daysOf(saturdayWeekOf(dayOf(8)));
  for (const date of [saturday, sunday])
    await storeShift(page, { date, workLocation: 'sede', startTime: '20:00', endTime: '03:00' });
  await page.goto(`/calendar?month=${saturday.slice(0, 7)}`);
  await calendar(page).locator(`[data-day="${saturday}"]`).click();
  await press(dialog(page), 'Modifica');
  const form = dialog(page, 'Modifica giornata');
  await form.getByRole('radio', { name: 'Notte 03:00–10:00', exact: true }).check();
  await press(form, 'Salva');
  await eyes.read(
    page,
    'Taxi Roma - Settimana Lavorativa',
    'Incompatibilità turni nella settimana lavorativa',
  );
  await page.goto('/profile');
  await silenced(page, '**/api/auth/taxi-info', async () => {
    await page.getByLabel('Licenza taxi', { exact: true }).fill('RM-2');
    await press(page, 'Salva: Licenza taxi');
    await eyes.read(page, "Errore durante l'aggiornamento");
  });
}

async function lookAsCeo(eyes: Reader, { at }: Scene): Promise<void> {
  const page = await at('/admin', 'CEO');
  await eyes.read(page, 'Pannello Amministrativo');
  await page.goto('/ceo-admin?tab=worksites');
  await eyes.read(page, 'CEO Administration Panel');
  await press(page, 'Nuovo cantiere');
  const form = dialog(page, 'Nuovo cantiere');
  for (const [name, text] of [
    ['Nome', 'Cantiere Porto'],
    ['Codice di accesso', 'PORTO-2026'],
    ['Email', 'porto@turnario.example'],
  ] as const)
    await form.getByLabel(name, { exact: true }).fill(text);
  await silenced(page, '**/api/ceo/worksites', async () => {
    await press(form, 'Crea il cantiere');
    await eyes.read(page, 'Errore nella creazione del cantiere');
  });
  await page.goto('/ceo-admin?tab=users');
  await page.getByLabel('Cerca una persona').fill('Elena Gre');
  await page.getByRole('button', { name: /^Greco Elena/ }).click();
  const enter = (): Promise<void> => press(dialog(page, 'Elena Greco'), 'Entra nell’account');
  await silenced(page, '**/api/ceo/impersonate/*', async () => {
    await enter();
    await eyes.read(page, "Impossibile accedere all'account dell'utente");
  });
  await enter();
  await eyes.read(page, 'Modalità CEO...', 'Torna al CEO');
}

async function lookAtMail(eyes: Reader, { at, smtp }: Scene): Promise<void> {
  const page = await at('/email-config', 'CEO');
  await eyes.read(page, 'Testa Email');
  await page.getByLabel('Email', { exact: true }).fill('');
  await press(page, 'Testa Email');
  await eyes.read(page, 'Inserisci email e password prima di testare');
  const tested = async (changes: { port?: number; password?: string }, text: string): Promise<void> => {
    await setMailAccount(page, smtp, changes);
    await page.reload();
    await press(page, 'Testa Email');
    await eyes.read(page, text);
  };
  await tested({ port: await findFreePort() }, 'Errore di connessione durante il test');
  await tested({ password: 'sbagliata' }, 'Verifica le credenziali email');
  smtp.onRecipient = () => ({ code: 550, text: 'no such user' });
  await tested({}, 'Impossibile testare le email');
  delete smtp.onRecipient;
}

const setMailAccount = (
  ceo: Page,
  smtp: TestSmtpServer,
  changes: { port?: number; password?: string } = {},
): Promise<unknown> => {
  const body = {
    account: login.user,
    password: login.password,
    host: '127.0.0.1',
    port: smtp.port,
    isTls: false,
  };
  return ask(ceo, 'PUT /api/email-config', { body: { ...body, ...changes } });
};

type Answered = ReturnType<typeof answerTo>;

/** What the calls of the table are asked, as one who is not careful would. */
const calls: Record<string, (page: Page) => Answered[]> = {
  'POST /api/auth/register 400': (page) =>
    [{ contractHours: 13 }, { acceptedTerms: false }, { worksiteId: crypto.randomUUID() }].map((changes) =>
      answerTo(page, 'POST /api/auth/register', { body: { ...bianca, ...changes } as never }),
    ),
  'POST /api/shifts 400': (page) => [
    answerTo(page, 'POST /api/shifts', { body: { date: addDays(today(), -1), workLocation: 'libero' } }),
    answerTo(page, 'POST /api/shifts', { body: { date: today() } as never }),
  ],
  'PATCH /api/shifts/:id 409': (page) => [changeSwapped(page)],
};

const bianca = {
  firstName: 'Bianca',
  lastName: 'Luna',
  email: 'bianca.luna@turnario.example',
  password: 'Primavera!27',
  worksiteId: crypto.randomUUID(),
  accessCode: 'TIBURTINA-2026',
  role: 'operatore',
  contractHours: 8,
  acceptedTerms: true,
};

async function changeSwapped(page: Page): Answered {
  const swapped = (await ask(page, 'GET /api/shifts')).find(({ exchangeInfo }) => exchangeInfo);
  const body = { workLocation: 'ferie' } as const;
  return answerTo(page, 'PATCH /api/shifts/:id', { params: { id: swapped?.id ?? '' }, body });
}

test.describe('every text that the specification quotes is to be read', () => {
  const textsAt = (places: readonly string[]): string[] =>
    specifiedTexts
      .filter(({ shownAt }) => places.includes(shownAt))
      .map(({ text }) => text)
      .toSorted();

  for (const { to, look } of looks) {
    test(`at ${to.join(', ')}`, async ({ phone, desk, newcomer, server, smtp }) => {
      const eyes = new Reader();
      const at = (path: string, firstName: string): Promise<Page> => desk(firstName, { at: path });
      await look(eyes, { phone, at, newcomer, server, smtp });
      expect([...eyes.seen].toSorted()).toEqual(textsAt(to));
    });
  }

  for (const [call, send] of Object.entries(calls)) {
    test(`in the answer to ${call}`, async ({ desk }) => {
      const answers = await Promise.all(send(await desk('Giulia')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([Number(call.split(' ')[2])]));
      const said = answers.map(({ body }) => JSON.stringify(body)).join();
      for (const text of textsAt([call])) expect(said).toContain(text);
    });
  }

  test('and none is left out', () => {
    const places = [...looks.flatMap(({ to }) => to), ...Object.keys(calls)];
    expect(new Set(specifiedTexts.map(({ shownAt }) => shownAt))).toEqual(new Set(places));
    expect(specifiedTexts).toHaveLength(95);
  });
});
