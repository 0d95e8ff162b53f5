// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { type Answers, refusal } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import { ceo, impersonated, worker } from '../../../tests/support/sessions.ts';
import type { AdminUser } from '../../domain/admin/schema.ts';

const id = '00000000-0000-4000-8000-000000000001';
const worksiteId = '00000000-0000-4000-8000-0000000000a1';
const person = (changes: Partial<AdminUser> = {}): AdminUser => ({
  ...worker().user,
  enableFlexibleShifts: true,
  taxiLicense: 'RM 1',
  phoneNumber: '333',
  mayReviewCodes: true,
  lastActiveOn: '2026-11-15',
  worksite: { name: 'Tiburtina' },
  ...changes,
});
const groups = [{ worksiteId, name: 'Tiburtina', isActive: false, userCount: 3, activeCount: 2 }];
const open = (address: string, answers: Answers = {}, as = ceo()) => openPage(address, { as, answers });
const list = (one: AdminUser | null): Answers => ({
  'GET /api/ceo/registrations/page': { users: one ? [one] : [], nextCursor: null, groups: one ? groups : [] },
});
const params = { id };

const mailIsOn: Answers = { 'GET /api/email-config': { isReady: true, settings: null, waiting: [] } };

/** Opens a person's dialog from their worksite's list. */
async function openPerson(one: AdminUser, answers: Answers = {}) {
  const page = await open('/ceo-admin?tab=users', { ...list(one), ...mailIsOn, ...answers });
  await page.tap(/^Giulia Ferrari/);
  await page.find('Chiudi');
  return page;
}

test('people by worksite, and the sheet of one', async () => {
  const page = await openPerson(person());
  await page.reads(`
    Giulia Ferrari
    [Chiudi]
    Approva i codici
    Email
    giulia.ferrari@example.it
    Cantiere
    Tiburtina
    Ruolo
    Operatore
    Contratto
    8 ore, turni flessibili
    Licenza taxi
    RM 1
    Telefono
    333
    Registrazione
    02/08/2026
    Ultima attività
    15/11/2026
    [x] Può approvare i codici Vede i codici OPP e Case di tutto il cantiere, li approva e li rifiuta.`);
  await page.reads('[Entra nell’account] [Disattiva] [Elimina]');
  expect((await page.find('Vedi nel registro')).getAttribute('href')).toBe(`/altro/registro?persona=${id}`);
});

test('the search is debounced and shows when nothing is found', async () => {
  const page = await open('/ceo-admin?tab=users', list(person()));
  await page.reads('3 persone\n[Tiburtina Disattivato 1 non attiva 3 persone]');
  page.api.answer(list(null));
  await page.fill('Cerca una persona', 'Zeta');
  await page.reads('Nessun risultato: prova con l’inizio del cognome o dell’email.');
  expect(page.api.asked('GET /api/ceo/registrations/page').at(-1)).toEqual({ query: { search: 'Zeta' } });
});

test('a filter for new people can be removed', async () => {
  const page = await open('/ceo-admin?tab=users&nuove', list(null));
  await page.reads('Nessuno di nuovo.');
  expect(page.api.asked('GET /api/ceo/registrations/page')).toEqual([
    { query: { joinedSince: '2026-11-09' } },
  ]);
  await page.tap('Togli il filtro: Nuove negli ultimi 7 giorni');
  await expect.poll(() => page.address).toBe('/ceo-admin?tab=users');
});

test('grants a permission; one that cannot be revoked stays', async () => {
  const page = await openPerson(person(), { 'PATCH /api/ceo/users/:id/permissions': person() as never });
  await page.tap('Può approvare gli scambi');
  await page.isTold('Può approvare gli scambi');
  page.api.answer({ 'PATCH /api/ceo/users/:id/permissions': refusal(409, 'x', 'Non si può.') });
  await page.tap('Può approvare i codici');
  await page.isTold('Permesso non cambiato', 'Non si può.');
  await expect.poll(() => page.reading()).toContain('[x] Può approvare i codici');
  await page.sends(
    ['PATCH /api/ceo/users/:id/permissions', { params, body: { mayApproveSwaps: true } }],
    ['PATCH /api/ceo/users/:id/permissions', { params, body: { mayReviewCodes: false } }],
  );
});

test('deactivates an account after confirmation', async () => {
  const page = await openPerson(person(), { 'PATCH /api/ceo/users/:id/status': undefined as never });
  await page.tap('Disattiva');
  await page.reads(
    `Disattivi Giulia Ferrari?\nEsce subito da ogni dispositivo e non può più accedere. Le sue richieste di scambio si chiudono e le sue offerte decadono. Si può riattivare quando serve.\n[Disattiva] [Annulla]`,
  );
  const asked = page.api.timesAsked('GET /api/ceo/registrations/page');
  await page.tap('Disattiva');
  await page.isTold('Account disattivato');
  await page.asksAgain('GET /api/ceo/registrations/page', asked);
  await page.sends(['PATCH /api/ceo/users/:id/status', { params, body: { isActive: false } }]);
});

test('reactivates an account', async () => {
  const page = await openPerson(person({ isActive: false }), {
    'PATCH /api/ceo/users/:id/status': undefined as never,
  });
  await page.tap('Attiva');
  await page.isTold('Account attivato');
  await page.sends(['PATCH /api/ceo/users/:id/status', { params, body: { isActive: true } }]);
});

test('deletes an account permanently; a refusal is shown', async () => {
  const page = await openPerson(person(), {
    'DELETE /api/ceo/users/:id': refusal(409, 'x', 'Ha uno scambio in corso.'),
  });
  await page.tap('Elimina');
  await page.tap('Elimina per sempre');
  await page.isTold('Account non eliminato', 'Ha uno scambio in corso.');
  page.api.answer({ 'DELETE /api/ceo/users/:id': undefined });
  await page.tap('Elimina per sempre');
  await page.isTold('Account eliminato');
});

test('impersonation opens the person’s Home', async () => {
  const page = await openPerson(person(), {
    'POST /api/ceo/impersonate/:id': impersonated(),
  });
  await page.tap('Entra nell’account');
  await page.reads('Ciao Giulia');
  expect(page.address).toBe('/');
  await page.sends(['POST /api/ceo/impersonate/:id', { params }]);
});

test('management accounts cannot be changed here', async () => {
  const page = await openPerson(person({ role: 'admin' }));
  await page.reads('È un account della direzione: qui non si cambia.');
});

const entry = {
  id: 7,
  at: '2026-11-15T09:00:00.000Z',
  actor: { id: 'u9', name: 'Carla Rossi' },
  actedAs: { id, name: 'Giulia Ferrari' },
  worksiteName: 'Tiburtina',
  action: 'user.status',
  targetType: 'user',
  targetId: id,
  targetName: 'Giulia Ferrari',
  before: { isActive: true },
  after: { isActive: false },
};

test('the record of acts: who as whom, before and after, of one person alone', async () => {
  const page = await open('/altro/registro', {
    'GET /api/ceo/audit': {
      entries: [entry],
      nextCursor: null,
      actors: [],
      person: { id, name: 'Giulia Ferrari' },
    },
  });
  await page.reads(`
    15 nov 2026, 10:00 user.status Carla Rossi come Giulia Ferrari · Tiburtina
    Campo Prima Dopo
    attivo sì no
    [Solo questa persona]`);
  await page.tap('Solo questa persona');
  await page.find('Togli il filtro: Solo Giulia Ferrari');
  expect(page.api.asked('GET /api/ceo/audit').at(-1)).toEqual({ query: { personId: id } });
  expect((await page.find('Scarica CSV')).getAttribute('href')).toBe(`/api/ceo/audit/export?personId=${id}`);
  page.api.answer({ 'GET /api/ceo/audit': { entries: [], nextCursor: null, actors: [], person: null } });
  await page.fill('Dal giorno', '01/11/2026');
  await page.reads('Niente con questi filtri: allargali o toglili.');
  await page.tap('Togli i filtri');
  await page.reads('Ancora niente: qui compare ogni atto amministrativo e ogni scambio completato.');
});

const overview = {
  swapsPerWeek: [
    { from: '2026-11-02', swaps: 0 },
    { from: '2026-11-09', swaps: 1 },
    { from: '2026-11-16', swaps: 3 },
  ],
  openRequests: 9,
  openLong: 1,
  closed: 8,
  foundPartner: 6,
  mail: { queued: 5, failed: 1, unsure: 2 },
};
const attention = {
  codes: { OPP: 0, Case: 3 },
  mail: { queued: 1, failed: 0, unsure: 1 },
  isMailReady: true,
  failedSignIns: 1200,
  newPeople: 1,
  unreachable: 4,
};

test('activity in numbers', async () => {
  const page = await open('/altro/andamento', {
    'GET /api/ceo/overview': overview,
    'GET /api/ceo/attention': attention,
  });
  await page.reads(`
    Aperte da più di 48 ore
    1
    su 9 richieste aperte
    Hanno trovato un collega
    75%
    6 su 8 richieste chiuse in 12 settimane
    Email in coda
    5
    1 invio fallito, 2 incerti
    Accessi falliti oggi
    1.200`);
  await page.reads(
    `4 scambi in 12 settimane\nsettimana dal 09/11 – 15/11 1 scambio\nsettimana dal 16/11 – 22/11 3 scambi`,
  );
});

const quiet = { ...attention, failedSignIns: 0, newPeople: 0, unreachable: 0 };
test.each([
  [
    attention,
    '<1 email non è partita Guarda perché>\n<3 codici da esaminare Esamina i codici>\n<1.200 accessi falliti oggi Apri l’andamento>\n<1 persona nuova negli ultimi 7 giorni Guarda chi è>',
    ['/email-config?coda=unsure', '/ceo-admin?tab=operations&tipo=Case&stato=in-attesa'],
  ],
  [
    { ...attention, isMailReady: false },
    '<Le email non partono: 2 in coda, 4 persone non ricevono niente Imposta la posta>',
    ['/email-config'],
  ],
  [
    { ...quiet, codes: { OPP: 0, Case: 0 }, mail: { queued: 1, failed: 0, unsure: 0 } },
    'Tutto a posto: niente aspetta te.',
    [],
  ],
])('the CEO’s Home says what needs a look, and leads there: %#', async (numbers, text, places) => {
  const page = await open('/', { 'GET /api/ceo/attention': numbers });
  await page.reads(text);
  const links = [...document.querySelectorAll('[aria-label="Da guardare"] a')];
  expect(links.map((link) => link.getAttribute('href')).slice(0, places.length)).toEqual(places);
});

test('without mail delivery, shows a password link to hand over', async () => {
  const page = await openPerson(person(), {
    'GET /api/email-config': { isReady: false, settings: null, waiting: [] },
    'POST /api/ceo/users/:id/password-link': {
      url: 'https://turni.example.it/reimposta-password?token=x',
      expiresAt: '2026-11-16T09:30:00.000Z',
    },
  });
  await page.tap('Link per una nuova password');
  await page.reads('Si vede solo adesso. Dallo solo a Giulia: funziona una volta, entro le 10:30.');
  await page.reads('Link per la nuova password: https://turni.example.it/reimposta-password?token=x');
});

test('the panel: totals, worksites, latest shifts, people', async () => {
  const shift = {
    id: 's1',
    date: '2026-11-24',
    startTime: '06:00',
    endTime: '14:00',
    workLocation: 'sede',
    isSplitShift: false,
    secondStartTime: null,
    secondEndTime: null,
    userId: id,
    userFirstName: 'Giulia',
    userLastName: 'Ferrari',
    worksiteName: 'Tiburtina',
    createdAt: '2026-11-15T09:00:00.000Z',
  } as const;
  const card = {
    id: worksiteId,
    name: 'Tiburtina',
    isActive: true,
    variant: 'taxi',
    users: { total: 3, active: 2 },
    roles: { operatore: 2, team_leader: 1, coordinatore: 0, admin: 0 },
    shifts: { total: 10, future: 4, sede: 6, smartWorking: 0, away: 4 },
  } as const;
  const page = await open('/admin', {
    'GET /api/admin/summary': {
      users: { total: 30, active: 28, new: 1 },
      worksites: { total: 2, active: 1 },
      shifts: { total: 500, future: 40 },
    },
    'GET /api/admin/worksites': [card],
    'GET /api/admin/shifts': [shift],
    'GET /api/admin/users/page': { users: [person({ mayReviewCodes: false })], nextCursor: null },
  });
  await page.reads(
    `Persone\n30\n28 attive\nCantieri\n2\n1 attivo\nTurni\n500\n40 da oggi in poi\nNuove persone\n1\nnegli ultimi 7 giorni`,
  );
  await page.reads(
    `Tiburtina\nTaxi\n3 persone, 2 attive\nOperatore\n2\nTeam leader\n1\n10 turni, 4 da oggi in poi\nIn sede\n6\nRiposi e assenze\n4`,
  );
  await page.reads('Giulia Ferrari Tiburtina · inserito il 15 nov 2026, 10:00\nmar 24 nov, sede 06:00–14:00');
  await page.reads('Giulia Ferrari giulia.ferrari@example.it · Operatore · Tiburtina · licenza RM 1');
});

test.each([
  ['/admin', 'Accesso negato\nTi riporto alla home.'],
  ['/ceo-admin', 'Accesso Riservato\nQuesta pagina è solo per il CEO.\n<Torna alla home>'],
  ['/rosters', '404 Page Not Found\nIl tabellone lo carica chi ne ha il permesso.\n<Torna alla home>'],
])('%s is not for everybody', async (address, text) => {
  const page = await open(address, {}, worker());
  await page.reads(text);
});
