// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { type Answers, refusal } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import { driver, worker } from '../../../tests/support/sessions.ts';

const open = (address: string, answers: Answers = {}) => openPage(address, { as: null, answers });

test('signing in opens Home; without "remember me", this device caches nothing', async () => {
  const page = await open('/login', { 'POST /api/auth/login': worker() });
  await page.reads(`
    Email: …
    Password: … [Mostra password]
    [x] Ricordami su questo dispositivo
    [Accedi] <Password dimenticata?>
    Prima volta qui? <Registrati>`);
  await page.fill('Email', 'giulia@example.it');
  await page.fill('Password', 'segreta');
  await page.tap('Ricordami su questo dispositivo');
  await page.tap('Accedi');
  await page.sends([
    'POST /api/auth/login',
    { body: { email: 'giulia@example.it', password: 'segreta', rememberMe: false } },
  ]);
  await page.reads('Ciao Giulia');
  expect(page.address).toBe('/');
  expect(localStorage.getItem('turnario.calendar')).toBe('no');
});

test('input is validated before sending and kept after a refusal', async () => {
  const page = await open('/login', {
    'POST /api/auth/login': refusal(401, 'wrong_credentials', 'Email o password sbagliate.'),
  });
  await page.fill('Email', 'giulia');
  await page.tap('Accedi');
  await page.reads('Email: giulia\nEmail non valida');
  await page.fill('Email', 'giulia@example.it');
  await page.fill('Password', 'segreta');
  await page.tap('Accedi');
  await page.reads('Accesso Non Consentito\nEmail o password sbagliate.\n[Ho Capito]');
  await page.tap('Ho Capito');
  await page.reads('Email: giulia@example.it\nPassword: segreta [Mostra password]');
  await page.sends([
    'POST /api/auth/login',
    { body: { email: 'giulia@example.it', password: 'segreta', rememberMe: true } },
  ]);
});

test('a failed sign-in without a message shows the page’s own text', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = await open('/login', { 'POST /api/auth/login': refusal(502, 'none', '') });
  await page.fill('Email', 'giulia@example.it');
  await page.fill('Password', 'segreta');
  await page.tap('Accedi');
  await page.reads('L’accesso non è riuscito: Turnario non risponde. Riprova tra poco.\n[Ho Capito]');
  expect(logged).toHaveBeenCalledOnce();
});

test('the lost-password page receives the typed address', async () => {
  const page = await open('/login', { 'POST /api/auth/request-password-link': { canSend: true } });
  await page.fill('Email', 'giulia@example.it');
  await page.tap('Password dimenticata?');
  await page.reads('Password dimenticata');
  await page.tap('Chiedi il link');
  await page.sends(['POST /api/auth/request-password-link', { body: { email: 'giulia@example.it' } }]);
  await page.reads(`
    Controlla la posta
    Se giulia@example.it ha un account, tra poco arriva un’email con il link. Funziona una volta sola, entro 30 minuti. Se non la trovi, guarda nello spam.`);
});

test.each([
  [{ canSend: false }, 'Le email adesso non partono'],
  [refusal(429, 'too_many', 'Aspetta un minuto.'), 'Aspetta un minuto.'],
])('a lost password without mail delivery: %o', async (answer, text) => {
  const page = await open('/password-dimenticata', { 'POST /api/auth/request-password-link': answer });
  await page.fill('Email', 'giulia@example.it');
  await page.tap('Chiedi il link');
  await page.reads(text);
});

const strong = 'Tramonto2026!';
const token = 'a-token-as-long-as-a-link';

test('sets a new password through a mailed link', async () => {
  const page = await open(`/reimposta-password?token=${token}`, {
    'POST /api/auth/set-password': refusal(410, 'link_expired', 'Il link è scaduto.'),
  });
  await page.fill('Nuova password', strong);
  await page.tap('Salva la password');
  await page.reads('Il link è scaduto.\n<Chiedi un nuovo link>');
  page.api.answer({ 'POST /api/auth/set-password': undefined });
  await page.tap('Salva la password');
  await page.reads('La nuova password è salvata: ora puoi accedere.\n<Vai all’accesso>');
  expect(page.api.changes().at(-1)).toEqual([
    'POST /api/auth/set-password',
    { body: { token, password: strong } },
  ]);
});

test('a link without its token', async () => {
  const page = await open('/reimposta-password');
  await page.reads('Link incompleto\nApri il link per intero, come ti è arrivato.');
});

const worksite = {
  id: '00000000-0000-4000-8000-0000000000a1',
  name: 'Tiburtina',
  description: '',
  variant: 'standard',
} as const;
const taxi = {
  ...worksite,
  id: '00000000-0000-4000-8000-0000000000a2',
  name: 'Taxi Roma',
  variant: 'taxi',
} as const;
const worksites: Answers = { 'GET /api/worksites/available': [worksite, taxi] };

async function fillPerson(page: Awaited<ReturnType<typeof open>>) {
  await page.fill('Nome', 'Giulia');
  await page.fill('Cognome', 'Ferrari');
  await page.fill('Email', 'giulia@example.it');
  await page.tap('Avanti');
}
async function finish(page: Awaited<ReturnType<typeof open>>) {
  await page.fill('Password', strong);
  await page.tap(/^Accetto i Termini/);
  await page.tap('Crea il mio account');
}
const person = {
  firstName: 'Giulia',
  lastName: 'Ferrari',
  email: 'giulia@example.it',
  password: strong,
  acceptedTerms: true,
};

test('registers in three steps; a wrong code returns to its field', async () => {
  const page = await open('/register', {
    ...worksites,
    'POST /api/auth/register': refusal(403, 'wrong_access_code', 'Codice errato'),
  });
  await page.tap('Avanti');
  await page.reads('Nome: …\nNome deve essere di almeno 2 caratteri');
  await fillPerson(page);
  await page.choose(/^Scegli il tuo cantiere Cantiere/, 'Tiburtina');
  await page.fill('Codice di accesso del cantiere', 'ponte');
  await page.choose(/^Scegli il tuo ruolo Ruolo/, 'Team leader');
  await page.tap('Avanti');
  await page.reads('[Indietro] [Crea il mio account] (spento)');
  await finish(page);
  await page.reads('Registrazione non consentita\nCodice errato.');
  await page.tap('Ho Capito');
  await page.fill('Codice di accesso del cantiere', 'ponte-7');
  page.api.answer({ 'POST /api/auth/register': worker() });
  await page.tap('Avanti');
  await page.tap('Crea il mio account');
  await page.reads('Ciao Giulia');
  const body = {
    ...person,
    worksiteId: worksite.id,
    accessCode: 'ponte-7',
    role: 'team_leader',
    contractHours: 8,
  };
  expect(page.api.changes().at(-1)).toEqual(['POST /api/auth/register', { body }]);
});

test('an invitation replaces the code; a driver enters licence and phone', async () => {
  const waiting = { shifts: 22, from: '2026-12-01', to: '2026-12-31' };
  const page = await open('/register#abc', {
    ...worksites,
    'POST /api/auth/invitation': { worksite: taxi, waiting } as never,
    'POST /api/auth/register': driver(),
  });
  await page.reads(
    `Hai un invito per Taxi Roma.\nTi aspettano 22 turni dal 1 al 31 dicembre\nLi trovi nella Home appena ti registri: decidi tu se accettarli.`,
  );
  await fillPerson(page);
  await page.fill('Licenza taxi', 'RM 12');
  await page.fill('Cellulare', '+39 333 1234567');
  await page.tap('Avanti');
  await finish(page);
  const body = {
    ...person,
    worksiteId: taxi.id,
    invitation: 'abc',
    role: 'operatore',
    contractHours: 7,
    taxiLicense: 'RM 12',
    phoneNumber: '+39 333 1234567',
  };
  await page.sends(
    ['POST /api/auth/invitation', { body: { token: 'abc' } }],
    ['POST /api/auth/register', { body }],
  );
});

test.each([
  [{ 'GET /api/worksites/available': [] }, 'Nessun cantiere è aperto alle registrazioni'],
  [{ 'GET /api/worksites/available': refusal(500, 'internal_error', 'Non va.') }, 'Non va.\n[Riprova]'],
])('a registration where there is no worksite', async (answers: Answers, text) => {
  const page = await open('/register', answers);
  await page.reads(text);
});

test('the terms name the privacy contact', async () => {
  const contact = {
    controller: { name: 'Taxi SpA', seat: 'Roma' },
    contact: 'privacy@example.it',
    retention: { daysMonths: 24, auditYears: 1 },
  };
  const page = await open('/terms-conditions', { 'GET /api/terms-contact': contact as never });
  await page.reads('Titolare del trattamento: Taxi SpA, Roma, privacy@example.it.');
  expect(page.reading()).toContain(
    'scrivi a <privacy@example.it> o rivolgiti a chi ti ha dato il codice di accesso.',
  );
  expect(page.reading()).toContain('si cancellano dopo 24 mesi');
});

test('unsubscribes through the link in a mail', async () => {
  const page = await open('/disiscrizione?token=t1', {
    'GET /api/unsubscribe': { subjects: ['offers'], isOff: false } as never,
    'POST /api/unsubscribe': undefined as never,
  });
  await page.tap('Non scrivermi più');
  await page.sends(['POST /api/unsubscribe', { query: { token: 't1' } }]);
  await page.reads('Fatto');
  expect(page.reading()).toContain('Le novità restano nella campanella di Turnario.');
});

test('an invalid unsubscribe link', async () => {
  const page = await open('/disiscrizione?token=t1', {
    'GET /api/unsubscribe': refusal(404, 'not_found', 'No'),
  });
  await page.reads('Questo link non vale');
});
