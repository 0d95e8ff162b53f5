// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import { early, me, offerOf, own, request } from '../../../../tests/support/exchangeRequests.ts';
import { type Answers, refusal } from '../../../../tests/support/fakeApi.ts';
import { openPage } from '../../../../tests/support/page.ts';
import { driver, worker } from '../../../../tests/support/sessions.ts';
import type { ExchangePreview } from '../../../domain/exchanges/schema.preview.ts';

const shiftId = '00000000-0000-4000-8000-0000000000b1';
const shift = entryWith({ id: shiftId, date: '2026-11-24' });
const preview: ExchangePreview = {
  colleagueCount: 3,
  wantedCount: 1,
  likelyType: 'pomeriggio',
  workedTypes: [],
  mirror: null,
  offeredDuties: [],
  publish: { isAllowed: true, reason: null },
};
const { id } = request({});
const published = request({ ...own });
const open = (more: string, answers: Answers = {}, as = worker()) =>
  openPage(`/exchanges?tab=mie${more}`, {
    as,
    answers: {
      'GET /api/exchange-requests/page': { requests: [], nextCursor: null },
      'GET /api/exchange-requests/counts': {
        counts: { disponibili: 0, 'pre-accettati': 0, mie: 0, rifiutati: 0, completati: 0 },
        ownWithOffers: 0,
      },
      'GET /api/exchange-requests/preview': preview,
      'GET /api/exchange-requests/:id': published,
      'GET /api/user-shifts': [shift],
      ...answers,
    },
  });
const body = {
  offeredShiftId: shiftId,
  requestedDate: '2026-11-24',
  requestedShiftType: 'pomeriggio',
  message: null,
  acceptFlexibleDates: false,
};

test('types that no colleague has are behind a button', async () => {
  const workedTypes = ['mattina', 'pomeriggio'] as const;
  const page = await open(`&nuova=${shiftId}`, {
    'GET /api/exchange-requests/preview': { ...preview, workedTypes: [...workedTypes] },
  });
  await page.reads('[Altri orari]');
  expect(page.reading()).not.toContain('Notte');
  await page.tap('Altri orari');
  await expect.poll(() => page.reading()).toContain('Notte');
});

test('offering a shift preselects the likely type and shows the number of possible takers', async () => {
  const page = await open(`&nuova=${shiftId}`, {
    'POST /api/exchange-requests': { request: published, toldCount: 3 },
  });
  await page.reads('Data desiderata: Martedì 24 novembre 2026');
  await page.reads('3 colleghi possono accettare adesso: 1 ha il pomeriggio, 2 un altro orario');
  await page.fill('Messaggio (facoltativo)', 'Grazie');
  await page.reads('6 di 500 caratteri');
  await page.tap('Pubblica richiesta');
  await page.isTold('Richiesta creata', '3 colleghi possono accettarla e sono stati avvisati.');
  await page.sends([
    'POST /api/exchange-requests',
    { body: { ...body, message: 'Grazie', kind: 'turno', requesterId: me, status: 'aperta' } },
  ]);
  await expect.poll(() => page.address).toContain(`highlight=${published.id}`);
  page.api.answer({ 'DELETE /api/exchange-requests/:id': undefined });
  await page.tap('Annulla', '[aria-label="Avvisi (F8)"]');
  await page.isTold('Richiesta cancellata!');
});

test('shows a refusal and keeps the input', async () => {
  const page = await open(`&nuova=${shiftId}`, {
    'POST /api/exchange-requests': refusal(400, 'x', 'Non va bene.'),
  });
  await page.fill('Messaggio (facoltativo)', 'Grazie');
  await page.tap('Pubblica richiesta');
  await page.isTold('Errore Validazione', 'Non va bene.');
  await page.reads('Messaggio (facoltativo): Grazie');
});

test('restores unsent input when the form is reopened', async () => {
  const page = await open('');
  await page.tap('Nuova');
  await page.fill('Messaggio (facoltativo)', 'Grazie');
  await page.tap('Annulla');
  await page.tap('Nuova');
  await page.reads('Messaggio (facoltativo): Grazie');
});

test('asks for a free day, with the days to work instead', async () => {
  const days = [{ date: '2026-11-26', isOpen: true, colleagueCount: 2 }];
  const page = await open(`&nuova=${shiftId}`, {
    'GET /api/exchange-requests/days': {
      offeredShift: early,
      publish: { isAllowed: true, reason: null },
      days,
    },
    'POST /api/exchange-requests': { request: request({ ...own, kind: 'giorno' }), toldCount: 1 },
  });
  await page.tap(/^Il giorno libero/);
  await page.tap('Pubblica richiesta');
  expect(page.api.changes()).toEqual([]);
  await page.tap(/giovedì 26 novembre 2026/);
  await page.tap('Pubblica richiesta');
  await page.isTold('Richiesta creata', 'Un collega può accettarla ed è stato avvisato.');
  expect(page.api.changes()).toMatchObject([
    [
      'POST /api/exchange-requests',
      { body: { kind: 'giorno', acceptableDays: ['2026-11-26'], acceptFlexibleDates: true } },
    ],
  ]);
});

test('finds a mirror image and pre-accepts it instead', async () => {
  const mirror = request({ isMirrored: true });
  const page = await open(`&nuova=${shiftId}`, {
    'GET /api/exchange-requests/preview': {
      ...preview,
      mirror: { requestId: id, requesterName: 'Marco Bianchi' },
    },
    'GET /api/exchange-requests/:id': mirror,
    'GET /api/exchange-requests/:id/rest': { own: [], other: [], emptyDays: [], isBlocked: false },
    'POST /api/exchange-requests/:id/pre-accept': { request: mirror },
  });
  await page.reads(
    `Marco Bianchi cerca proprio il tuo turno\nE offre quello che cerchi tu: pre-accetta la sua richiesta, non serve pubblicarne un’altra.\n[Pre-accetta la sua richiesta]`,
  );
  await page.tap('Pre-accetta la sua richiesta');
  await page.tap('Pre-accetta');
  await page.isTold('Richiesta pre-accettata');
});

test('editing an own request shows the effect on its offers', async () => {
  const edited = request({
    ...own,
    offeredShiftId: shiftId,
    requestedShiftType: 'pomeriggio',
    message: 'Grazie',
    preAcceptedBy: [offerOf('Marco Bianchi')],
    preAcceptanceCount: 1,
  });
  const page = await open(`&modifica=${id}`, {
    'GET /api/exchange-requests/:id': edited,
    'PUT /api/exchange-requests/:id': { request: edited },
  });
  await page.reads(
    `Hai ricevuto un’offerta: resta valida se cambi il tipo desiderato o il messaggio, decade con un altro turno.`,
  );
  await page.fill('Messaggio (facoltativo)', 'Anche la sera');
  await page.tap('Salva le modifiche');
  await page.isTold('Richiesta aggiornata');
  await page.sends([
    'PUT /api/exchange-requests/:id',
    { params: { id }, body: { ...body, message: 'Anche la sera' } },
  ]);
});

test.each<[string, Answers, string]>([
  [
    'no shifts',
    { 'GET /api/user-shifts': [] },
    'Non hai turni da offrire: registra prima il turno che vuoi scambiare.\n<Aggiungi turno>',
  ],
  [
    'shifts that cannot be read',
    { 'GET /api/user-shifts': refusal(500, 'x', 'Non va.') },
    'Non va.\n[Riprova]',
  ],
])('a new request with %s', async (_what, answers, text) => {
  const page = await open('&nuova=', answers);
  await page.reads(text);
});

test('somebody else’s request cannot be changed', async () => {
  const page = await open(`&modifica=${id}`, { 'GET /api/exchange-requests/:id': request({}) });
  await page.reads('Non puoi modificare questa richiesta: non è tua o non è più aperta.');
});

const week = { from: '2026-11-28', to: '2026-12-04' };
const other = { from: '2026-12-12', to: '2026-12-18' };
const holiday = { ...early, workLocation: 'ferie' as const, startTime: null, endTime: null, shiftType: null };

test('a driver swaps a holiday week for another one', async () => {
  const weeks = {
    own: [{ ...week, shiftId, days: [{ ...holiday, date: '2026-11-28' }], openRequestId: null }],
    wanted: [{ ...other, days: [], isAllowed: true, reason: null }],
  };
  const page = await open(
    '&ferie=2026-11-28',
    {
      'GET /api/exchange-requests/holiday-weeks': weeks,
      'GET /api/exchange-requests/preview': { ...preview, colleagueCount: null, wantedCount: null },
      'POST /api/exchange-requests': { request: request({ ...own, kind: 'ferie' }), toldCount: null },
    },
    driver(),
  );
  await page.choose(/La settimana che vorresti/, /^sab 12 – ven 18 dic/);
  await page.reads('La trova tra i disponibili chi ha ferie in quella settimana.');
  await page.tap('Pubblica richiesta');
  await page.isTold('Richiesta creata');
  expect(page.api.changes()).toMatchObject([
    [
      'POST /api/exchange-requests',
      { body: { kind: 'ferie', offeredShiftId: shiftId, requestedDate: '2026-12-12' } },
    ],
  ]);
});

test('shows a receipt', async () => {
  const party = (name: string) => ({
    name,
    role: 'operatore' as const,
    contractHours: 8,
    taxiLicense: null,
    gave: [early],
  });
  const receipt = {
    id: 's1',
    kind: 'turno' as const,
    worksiteName: 'Tiburtina',
    exchangeDate: '2026-11-24',
    requestedAt: '2026-11-13T09:00:00.000Z',
    offeredAt: '2026-11-14T09:00:00.000Z',
    completedAt: '2026-11-15T09:00:00.000Z',
    requester: party('Giulia Ferrari'),
    accepter: party('Marco Bianchi'),
    restTexts: ['Riposi 8 ore.'],
  };
  const page = await openPage('/exchanges/receipt/s1', {
    answers: { 'GET /api/exchanges/completed/:id': receipt },
  });
  await page.reads('Scambio di turno\nMartedì 24 novembre 2026');
  await page.reads(
    `Letto prima dello scambio\nRiposi 8 ore.\nCon la conferma i due turni sono passati da un calendario all’altro. Gli orari sono quelli di Roma.\nCodice dello scambio: s1`,
  );
  page.api.answer({ 'GET /api/exchanges/completed/:id': refusal(404, 'not_found', 'No') });
});

test('refuses somebody else’s receipt', async () => {
  const page = await openPage('/exchanges/receipt/s1', {
    answers: { 'GET /api/exchanges/completed/:id': refusal(404, 'not_found', 'No') },
  });
  await page.reads('Questa ricevuta non c’è\nLa vedono solo le due persone che hanno scambiato il turno.');
});
