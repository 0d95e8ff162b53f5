// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { type Answers, refusal } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import { driver, impersonated, worker } from '../../../tests/support/sessions.ts';
import type { Session } from '../../domain/users/schema.ts';

const open = (address: string, answers: Answers = {}, as: Session = worker()) =>
  openPage(address, { as, answers });
const { id } = worker().user;
const profile = { firstName: 'Giulia', lastName: 'Ferrari', contractHours: 8, enableFlexibleShifts: false };

test('shows the account, the editable fields and links to the settings', async () => {
  const page = await open('/profile');
  await page.reads(`
    Il tuo account
    Nome
    Giulia Ferrari
    Email
    giulia.ferrari@example.it
    Ruolo
    Operatore
    Cantiere
    Cantiere Tiburtina
    Account creato il
    domenica 2 agosto 2026
    Modifica i dati
    Nome: Giulia
    Cognome: Ferrari`);
  await page.reads(
    `<Notifiche Ti avvisano anche quando Turnario è chiuso.>
    <Password Se la cambi, gli altri dispositivi si scollegano.>
    <Dispositivi Dove il tuo account è collegato adesso.>
    <Il tuo calendario I tuoi turni nel calendario del telefono, aggiornati da soli.>
    <Aspetto Chiaro, scuro o come il dispositivo.>
    <I tuoi dati Account, turni, richieste, scambi, notifiche e codici, in un file JSON tutto tuo.>`,
  );
});

test('saves changes with the access code and keeps them after a refusal', async () => {
  const page = await open('/profile', {
    'PATCH /api/users/:id': refusal(403, 'wrong_access_code', 'Codice errato', {
      fields: { accessCode: 'Codice errato' },
    }),
  });
  await page.fill('Nome', 'Giuliana');
  await page.tap('Turni flessibili');
  await page.fill('Codice di accesso del cantiere', 'ponte');
  await page.tap('Salva le modifiche');
  await page.reads("Errore nell'aggiornamento del profilo\nCodice errato\n[Ho Capito]");
  await page.tap('Ho Capito');
  await page.reads('Nome: Giuliana\nCognome: Ferrari');
  page.api.answer({ 'PATCH /api/users/:id': worker({ firstName: 'Giuliana' }) });
  await page.tap('Salva le modifiche');
  await page.isTold('Profilo aggiornato!');
  const body = { ...profile, firstName: 'Giuliana', enableFlexibleShifts: true, accessCode: 'ponte' };
  expect(page.api.changes()).toEqual([
    ['PATCH /api/users/:id', { params: { id }, body }],
    ['PATCH /api/users/:id', { params: { id }, body }],
  ]);
  await page.reads('Nome\nGiuliana Ferrari');
});

test('asks before new contract hours close swaps', async () => {
  const page = await open('/profile', {
    'GET /api/users/:id/swaps-at-stake': { requests: 1, offers: 2 },
    'PATCH /api/users/:id': worker({ contractHours: 6 }),
  });
  await page.choose(/^8 ore Ore di contratto/, '6 ore');
  const effects = 'si chiude la tua richiesta di scambio aperta e decadono le tue 2 pre-accettazioni';
  await page.reads(`Se passi a 6 ore, ${effects}: si scambia solo tra colleghi con le stesse ore.`);
  await page.fill('Codice di accesso del cantiere', 'ponte');
  await page.tap('Salva le modifiche');
  await page.reads(
    `Passi a 6 ore?\nCon le nuove ore ${effects}. Chi stava per scambiare con te riceve un avviso.`,
  );
  await page.tap('Salva e chiudi gli scambi');
  await page.sends([
    'PATCH /api/users/:id',
    { params: { id }, body: { ...profile, contractHours: 6, accessCode: 'ponte' } },
  ]);
});

test('saves a driver’s licence and phone separately', async () => {
  const page = await open(
    '/profile',
    { 'PUT /api/auth/taxi-info': driver({ phoneNumber: '333 0000000' }) },
    driver(),
  );
  await page.reads(
    `Licenza taxi: RM 1234\n[Salva: Licenza taxi]\nCellulare: +39 333 1234567\n[Salva: Cellulare]`,
  );
  await page.fill('Cellulare', '12');
  await page.tap('Salva: Cellulare');
  await page.reads('Cellulare: 12\nIl numero deve avere almeno 8 caratteri');
  await page.fill('Cellulare', '333 0000000');
  await page.tap('Salva: Cellulare');
  await page.isTold('Dati aggiornati!');
  page.api.answer({ 'PUT /api/auth/taxi-info': refusal(409, 'x', 'Licenza già usata.') });
  await page.tap('Salva: Licenza taxi');
  await page.reads('Licenza taxi: RM 1234\nLicenza già usata.');
  await page.sends(
    ['PUT /api/auth/taxi-info', { body: { field: 'phoneNumber', value: '333 0000000' } }],
    ['PUT /api/auth/taxi-info', { body: { field: 'taxiLicense', value: 'RM 1234' } }],
  );
});

test('an impersonating CEO cannot change the person’s settings', async () => {
  const page = await open('/profile', {}, impersonated());
  await page.reads('<Aspetto Chiaro, scuro o come il dispositivo.>');
  await page.reads(
    `Modalità CEO\nPassword, notifiche, dispositivi, link del calendario e copia dei dati restano alla persona: da qui non si toccano.`,
  );
  expect(page.reading()).not.toContain('Codice di accesso');
});

const sessions = [
  {
    id: '00000000-0000-4000-8000-0000000000c1',
    device: 'Chrome su Android',
    isCurrent: true,
    createdAt: '',
    lastUsedAt: '2026-11-16T08:00:00.000Z',
  },
  {
    id: '00000000-0000-4000-8000-0000000000c2',
    device: null,
    isCurrent: false,
    createdAt: '',
    lastUsedAt: '2026-11-16T06:00:00.000Z',
  },
];

test('signs out one device, or all others', async () => {
  const page = await open('/profile/dispositivi', {
    'GET /api/auth/sessions': sessions as never,
    'DELETE /api/auth/sessions/:id': undefined,
    'DELETE /api/auth/sessions': undefined,
  });
  await page.reads(
    `Chrome su Android\nQuesto dispositivo\nDispositivo sconosciuto\nUltimo uso: oggi, 07:00\n[Esci da Dispositivo sconosciuto]\n[Esci dagli altri dispositivi]`,
  );
  const asked = page.api.timesAsked('GET /api/auth/sessions');
  await page.tap('Esci da Dispositivo sconosciuto');
  await page.isTold('Dispositivo scollegato');
  await page.asksAgain('GET /api/auth/sessions', asked);
  await page.tap('Esci dagli altri dispositivi');
  await page.isTold('Altri dispositivi scollegati');
  await page.sends(
    ['DELETE /api/auth/sessions/:id', { params: { id: sessions[1]?.id } }],
    ['DELETE /api/auth/sessions'],
  );
});

test('changes the password; a wrong one is shown at its field', async () => {
  const wrong = refusal(400, 'invalid_data', 'Dati non validi', {
    fields: { currentPassword: 'Password errata' },
  });
  const page = await open('/profile/password', { 'POST /api/auth/change-password': wrong });
  await page.tap('Cambia password');
  await page.fill('Password attuale', 'vecchia');
  await page.fill('Nuova password', 'Tramonto2026!');
  await page.tap('Cambia password');
  await page.reads('Password attuale: vecchia [Mostra password attuale]\nPassword errata');
  page.api.answer({ 'POST /api/auth/change-password': undefined });
  await page.tap('Cambia password');
  await page.isTold('Password cambiata!', 'Sugli altri dispositivi dovrai accedere di nuovo.');
  expect(page.api.changes().at(-1)).toEqual([
    'POST /api/auth/change-password',
    { body: { currentPassword: 'vecchia', password: 'Tramonto2026!' } },
  ]);
});

test('creates the calendar address, shows it once and removes it', async () => {
  const none = { exists: false, since: null, withNotes: false, withAbsences: false };
  const page = await open('/profile/calendario', {
    'GET /api/calendar/feed': none,
    'POST /api/calendar/feed': { url: 'https://x.it/api/feed/1.ics' } as never,
  });
  await page.tap('Crea il link');
  await page.reads(
    `Cosa mostri nel calendario?\nI turni ci sono sempre. Google o Apple leggono quello che aggiungi qui.`,
  );
  await page.tap('Anche le note');
  page.api.answer({
    'GET /api/calendar/feed': {
      exists: true,
      since: '2026-11-16T08:00:00.000Z',
      withNotes: true,
      withAbsences: false,
    },
  });
  await page.tap('Crea il link');
  await page.reads('Il link è pronto');
  await page.reads('Mostra i turni, le note.');
  expect((await page.find('Aggiungi ad Apple')).getAttribute('href')).toBe('webcal://x.it/api/feed/1.ics');
  page.api.answer({ 'DELETE /api/calendar/feed': undefined, 'GET /api/calendar/feed': none });
  await page.tap('Disattiva');
  await page.reads('Disattivi il link?\nI calendari a cui lo hai aggiunto non vedranno più i tuoi turni.');
  await page.tap('Disattiva');
  await page.reads('[Crea il link]');
  await page.sends(
    ['POST /api/calendar/feed', { body: { withNotes: true, withAbsences: false } }],
    ['DELETE /api/calendar/feed'],
  );
});

test('deletes the account with the password, after showing the consequences', async () => {
  const page = await open('/profile/dati', {
    'GET /api/users/:id/swaps-at-stake': { requests: 0, offers: 1 },
    'DELETE /api/users/:id': refusal(403, 'wrong_password', 'Password errata.'),
  });
  expect((await page.find('Scarica i miei dati')).getAttribute('href')).toBe(`/api/users/${id}/data`);
  await page.tap('Elimina il mio account');
  await page.reads('Eliminando l’account decade la tua pre-accettazione.');
  await page.tap('Elimina per sempre');
  await page.reads('La tua password: … [Mostra password]\nScrivi la tua password');
  await page.fill('La tua password', 'segreta');
  await page.tap('Elimina per sempre');
  await page.reads('La tua password: segreta [Mostra password]\nPassword errata.');
  page.api.answer({ 'DELETE /api/users/:id': undefined });
  await page.tap('Elimina per sempre');
  await page.isTold('Account eliminato', 'Grazie per aver usato Turnario.');
  await page.reads('[Accedi] <Password dimenticata?>');
  expect(page.api.changes().at(-1)).toEqual([
    'DELETE /api/users/:id',
    { params: { id }, body: { password: 'segreta' } },
  ]);
  await expect.poll(() => page.address).toBe('/');
});

const device = {
  id: '00000000-0000-4000-8000-0000000000d1',
  label: 'Pixel',
  createdAt: '',
  lastDeliveredAt: '2026-11-16T07:00:00.000Z',
  lastFailedAt: null,
  isCurrent: false,
};
const preferences = { subjectsOff: [], quietFrom: '00:00', quietTo: '00:00', showsDetails: false };
const mails = { subjectsOff: [], isReady: true };

test('sets devices, topics and times of pushes and mails', async () => {
  const page = await open('/profile/notifiche', {
    'GET /api/push': { publicKey: 'k', devices: [device], preferences },
    'GET /api/mail-preferences': mails as never,
    'PUT /api/push/preferences': undefined as never,
    'PUT /api/mail-preferences': undefined as never,
    'POST /api/push/devices/:id/test': { outcome: 'gone' },
    'DELETE /api/push/devices/:id': undefined,
  });
  await page.reads(
    `Pixel\nUltima notifica consegnata: oggi, 08:00\n[Prova le notifiche su Pixel] [Rimuovi Pixel]\nQuesto browser non riceve notifiche.`,
  );
  await page.tap('Prova le notifiche su Pixel');
  await page.isTold(
    'Questo dispositivo non riceve più',
    'L’abbiamo tolto: attiva di nuovo le notifiche da lì.',
  );
  await page.tap('Rimuovi Pixel');
  await page.isTold('Dispositivo rimosso', 'Non riceve più notifiche.');
  await page.tap('Silenzio di notte');
  await page.tap('Mostra i dettagli');
  await page.tap('Tabelloni');
  const params = { id: device.id };
  await page.sends(
    ['POST /api/push/devices/:id/test', { params }],
    ['DELETE /api/push/devices/:id', { params }],
    ['PUT /api/push/preferences', { body: { ...preferences, quietFrom: '22:00', quietTo: '07:00' } }],
    ['PUT /api/push/preferences', { body: { ...preferences, showsDetails: true } }],
    ['PUT /api/mail-preferences', { body: { subjectsOff: ['rosters'] } }],
  );
});

test.each([
  [undefined, 'Sessione chiusa', 1500],
  [refusal(500, 'x', 'Non va.'), 'Uscita non riuscita', 1000],
])(
  'who leaves is at the sign-in, whatever the server answers: %o, %s',
  async (answer, title, reloadAfter) => {
    const page = await open('/profile', { 'POST /api/auth/logout': answer });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await page.tap('Esci');
    await page.isTold(title);
    await page.reads('[Accedi] <Password dimenticata?>');
    const at = timers.mock.calls.findIndex(([, milliseconds]) => milliseconds === reloadAfter);
    expect(at).toBeGreaterThan(-1);
    // jsdom cannot reload
    clearTimeout(timers.mock.results[at]?.value);
  },
);
