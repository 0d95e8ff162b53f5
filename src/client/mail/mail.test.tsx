// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { type Answers, refusal } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import { ceo, worker } from '../../../tests/support/sessions.ts';
import type { EmailConfig, OutboxMail } from '../../domain/mail/schema.ts';

const saved = {
  account: 'turni@example.it',
  host: 'smtp.example.it',
  port: 465,
  isTls: true,
  isPasswordReadable: true,
  updatedAt: '',
};
const config = (changes: Partial<NonNullable<EmailConfig['settings']>> = {}): EmailConfig => ({
  isReady: true,
  settings: { saved, isOverridden: false, sender: 'turni@example.it', ...changes },
  waiting: [],
});
const counts = { queued: 1, failed: 2, unsure: 1, sending: 0, sent: 1000 };
const mail = (changes: Partial<OutboxMail> = {}): OutboxMail => ({
  id: '00000000-0000-4000-8000-0000000000b9',
  kind: 'swap',
  recipient: 'marco@example.it',
  subject: 'Scambio confermato',
  status: 'queued',
  attempts: 0,
  createdAt: '2026-11-15T09:00:00.000Z',
  sentAt: null,
  nextAttemptAt: '2026-11-16T09:00:00.000Z',
  lastError: null,
  ...changes,
});
const open = (mails: OutboxMail[], answers: Answers = {}, status = 'queued') =>
  openPage(`/email-config?coda=${status}`, {
    as: ceo(),
    answers: {
      'GET /api/email-config': config(),
      'GET /api/ceo/mails': { mails, counts, nextCursor: null },
      ...answers,
    },
  });
const params = { id: mail().id };

test.each([
  [true, 'L’account di spedizione è impostato. Lo sceglie il CEO: tu non devi fare niente.'],
  [
    false,
    'L’account di spedizione non è ancora impostato\nLe email aspettano in coda e partono appena il CEO lo imposta. Gli scambi valgono comunque.',
  ],
])('an employee reads whether mails leave (%s), and which are on their way', async (isReady, text) => {
  const waiting = [
    {
      id: 'm1',
      subject: 'Scambio confermato',
      status: 'unsure' as const,
      createdAt: '2026-11-15T09:00:00.000Z',
    },
  ];
  const page = await openPage('/email-config', {
    as: worker(),
    answers: { 'GET /api/email-config': { isReady, settings: null, waiting } },
  });
  await page.reads(text);
  await page.reads('In arrivo per te\nScambio confermato 15 nov, 10:00 Forse arrivata');
});

test('settings are read in their fields and saved; the password is typed only to change it', async () => {
  const page = await open([], { 'PUT /api/email-config': config({ sender: 'altri@example.it' }) });
  await page.reads(`
    Account di spedizione
    Chi riceve vede: turni@example.it
    Fornitore [Altro Fornitore] Server e porta sono nelle istruzioni del tuo fornitore, alla voce «posta in uscita» o SMTP.
    Email: turni@example.it
    L’account da cui partono le email
    Password per le app: … [Mostra password]
    È salvata e cifrata. Scrivila solo per cambiarla.`);
  await page.reads('Server: smtp.example.it\nPorta: 465');
  await page.fill('Porta', '587x');
  await page.choose(/^TLS da subito Cifratura/, /^STARTTLS/);
  await page.tap('Salva');
  await page.isTold('Impostazioni salvate', 'Le email in coda partono adesso.');
  const body = {
    account: 'turni@example.it',
    password: '',
    host: 'smtp.example.it',
    port: 587,
    isTls: false,
  };
  await page.sends(['PUT /api/email-config', { body }]);
  await page.reads('Chi riceve vede: altri@example.it');
});

test('a provider is asked for first and brings its server; what is refused is told and stays', async () => {
  const page = await open([], {
    'GET /api/email-config': config({ saved: null, sender: null }),
    'PUT /api/email-config': refusal(409, 'x', 'Il server non risponde.'),
  });
  await page.reads(
    `Nessuno: le email aspettano in coda, e chi non ha le notifiche attive non viene avvisato.`,
  );
  await page.fill('Email', 'turni@ditta.example');
  await page.fill('Password per le app', 'abcd');
  await page.tap('Salva');
  await page.reads('Scegli il fornitore della casella\nEmail: turni@ditta.example');
  await page.choose(/Fornitore$/, /^Gmail/);
  expect(page.reading()).not.toContain('Porta');
  await page.tap('Salva');
  await page.isTold('Impostazioni non salvate', 'Il server non risponde.');
  const server = { host: 'smtp.gmail.com', port: 465, isTls: true };
  await page.sends([
    'PUT /api/email-config',
    { body: { account: 'turni@ditta.example', password: 'abcd', ...server } },
  ]);
});

test.each([
  [{ success: true, message: 'Email inviate!', reason: null }, 'Email inviate!'],
  [
    { success: false, message: 'Verifica le credenziali email', reason: '535 no' },
    'Verifica le credenziali email\nIl server non accetta email e password: molti fornitori vogliono una password per le app.\nRisposta della posta: 535 no',
  ],
  [refusal(500, 'x', 'Non va.'), 'Errore di connessione durante il test\nNon va.'],
])('a test of the settings: %o', async (answer, text) => {
  const page = await open([], { 'POST /api/test-exchange-email': answer });
  await page.tap('Testa Email');
  await page.reads(text);
  await page.sends(['POST /api/test-exchange-email']);
});

test('a test needs account and password first', async () => {
  const page = await open([], { 'GET /api/email-config': config({ saved: null }) });
  await page.tap('Testa Email');
  await page.reads(
    `Email: …\nL’account da cui partono le email\nInserisci email e password prima di testare`,
  );
});

test('shows what prevents mail delivery', async () => {
  const page = await open([], {
    'GET /api/email-config': config({ isOverridden: true, saved: { ...saved, isPasswordReadable: false } }),
  });
  await page.reads('Vale l’impostazione SMTP_URL del server');
  await page.reads(
    `La password salvata non si legge più\nIl segreto dell’applicazione è cambiato: scrivi di nuovo la password e salva.`,
  );
});

test('mails by their status, each with its progress', async () => {
  const page = await open([mail({ attempts: 2, lastError: 'RCPT TO: 550 no' })]);
  await page.reads(`
    Email in uscita
    [*In coda 1] [Non riuscite 2] [Incerte 1] [In invio 0] [Inviate (più di 999)]
    Partono da sole, e se la posta non risponde riprovano con pause sempre più lunghe.
    marco@example.it
    Scambio confermato
    Scambio In coda dal 15 nov, 10:00 2 tentativi, il prossimo il 16 nov, 10:00
    Il server non accetta questo indirizzo.
    Risposta della posta: RCPT TO: 550 no`);
  expect(page.api.asked('GET /api/ceo/mails')).toEqual([{ query: { status: 'queued' } }]);
  page.api.answer({ 'GET /api/ceo/mails': { mails: [], counts, nextCursor: null } });
  await page.tap('In invio 0');
  await page.reads('Consegnate al server in questo momento.\nNessuna email in invio.');
  expect(page.address).toBe('/email-config?coda=sending');
});

test('failed mails go back into the queue, one or all', async () => {
  const page = await open(
    [mail({ status: 'failed' })],
    { 'POST /api/ceo/mails/:id/retry': undefined as never, 'POST /api/ceo/mails/retry': { retried: 2 } },
    'failed',
  );
  const asked = page.api.timesAsked('GET /api/ceo/mails');
  await page.tap('Rispedisci a marco@example.it');
  await page.isTold('L’email torna in coda');
  await page.asksAgain('GET /api/ceo/mails', asked);
  await page.tap('Rispedisci tutte');
  await page.isTold('2 email tornano in coda');
  await page.sends(
    ['POST /api/ceo/mails/:id/retry', { params, body: { mayArriveTwice: false } }],
    ['POST /api/ceo/mails/retry'],
  );
});

test('asks before resending a mail that may have arrived', async () => {
  const page = await open(
    [mail({ status: 'unsure' })],
    { 'POST /api/ceo/mails/:id/retry': refusal(409, 'x', 'È già partita.') },
    'unsure',
  );
  await page.tap('Rispedisci a marco@example.it');
  await page.reads(
    `Rispedisci questa email?\nmarco@example.it Scambio confermato\nL’invio si è interrotto a metà: potrebbe essere già arrivata, e così arriverebbe due volte.\n[Rispedisci lo stesso] [Annulla]`,
  );
  await page.tap('Rispedisci lo stesso');
  await page.isTold('Non rispedita', 'È già partita.');
  await page.sends(['POST /api/ceo/mails/:id/retry', { params, body: { mayArriveTwice: true } }]);
});
