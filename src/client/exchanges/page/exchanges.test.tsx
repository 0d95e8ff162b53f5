// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import { early, late, me, offerOf, own, request } from '../../../../tests/support/exchangeRequests.ts';
import { type Answers, refusal } from '../../../../tests/support/fakeApi.ts';
import { openPage } from '../../../../tests/support/page.ts';
import { driver, worker } from '../../../../tests/support/sessions.ts';
import type { ExchangeRequest, ExchangeTab } from '../../../domain/exchanges/schema.ts';

const counts = { disponibili: 7, 'pre-accettati': 1, mie: 2, rifiutati: 0, completati: 4 };
const { id } = request({});
const rest = { own: [], other: [], emptyDays: [], isBlocked: false };

function openTab(
  tab: ExchangeTab,
  requests: ExchangeRequest[],
  answers: Answers = {},
  as = worker(),
  more = '',
) {
  const [first] = requests;
  return openPage(`/exchanges?tab=${tab}${more}`, {
    as,
    answers: {
      'GET /api/exchange-requests/page': { requests, nextCursor: null },
      'GET /api/exchange-requests/counts': { counts, ownWithOffers: 0 },
      'GET /api/push': { publicKey: null, devices: [], preferences: {} as never },
      'GET /api/exchange-requests/:id/rest': rest,
      ...(first && { 'GET /api/exchange-requests/:id': first }),
      ...answers,
    },
  });
}
const other = (number: number, changes: Partial<ExchangeRequest> = {}) =>
  request({
    id: `00000000-0000-4000-8000-0000000001${10 + number}`,
    requesterName: `Collega ${number}`,
    ...changes,
  });
const params = { id };

test('acceptable requests are ordered by match; the rest are collapsed', async () => {
  const no = { isAllowed: false, reason: 'Quel giorno hai ferie.' };
  const page = await openTab('disponibili', [
    request({ message: 'Grazie!' }),
    other(1, { requestedShiftType: 'notte' }),
    other(2, { preAccept: no }),
  ]);
  await page.reads(`
    Con i colleghi dello stesso cantiere, con le stesse ore di contratto e lo stesso ruolo.
    [*Disponibili 7] [Pre-Accettati 1] [Le Mie 2] [Rifiutati/Annullati 0] [Completati 4]
    Disponibili
    Chi cerca proprio il tuo turno
    [Marco Bianchi, mar 24 nov, compatibilità 100% 6–14 in cambio di 14–22]
    Operatore, 8 ore
    Tu dai
    mar 24 nov
    06:00–14:00
    mattina, 8 ore
    Sede
    Tu ricevi
    mar 24 nov
    14:00–22:00
    mattina, 8 ore
    Sede`);
  await page.reads(`
    Grazie!
    [Pre-accetta lo scambio con Marco Bianchi] [Rifiuta lo scambio con Marco Bianchi]
    Ti va bene; poi conferma Marco.
    Altre che puoi accettare
    [Collega 1, mar 24 nov, compatibilità 100% 6–14 in cambio di 14–22, cerca notte]`);
  await page.tap('Queste non puoi accettarle (1)');
  await page.tap('Collega 2, mar 24 nov, compatibilità 100% Quel giorno hai ferie.');
  await page.reads('Non puoi accettarla. Quel giorno hai ferie.');
  // one card at a time
  expect(page.reading()).not.toContain('Grazie!');
  expect(page.address).toContain(`&richiesta=${other(2).id}`);
});

test.each<[ExchangeTab, string, ReturnType<typeof worker>?]>([
  [
    'disponibili',
    'Nessun collega cerca uno scambio nei giorni in cui lavori. Ti serve uno scambio? Pubblica una richiesta.\n[Nuova richiesta]',
  ],
  [
    'disponibili',
    'Nessun collega cerca uno scambio nelle settimane in cui lavori. Ti serve uno scambio? Pubblica una richiesta.\n[Nuova richiesta]',
    driver(),
  ],
  [
    'pre-accettati',
    'Qui trovi gli scambi accettati da una parte, in attesa della conferma di chi li ha chiesti.',
  ],
  [
    'mie',
    'Non hai richieste in attesa. Offri un tuo turno: chi può accettare riceve subito un avviso.\n[Nuova richiesta]',
  ],
  ['rifiutati', 'Niente di rifiutato o annullato.'],
  [
    'completati',
    'Non hai ancora scambiato turni: guarda se un collega ha un turno che ti va meglio.\n<Guarda i disponibili>',
  ],
])('empty %s: %s', async (tab, text, as = worker()) => {
  const page = await openTab(
    tab,
    [],
    {
      'GET /api/user-shifts': [entryWith()],
    },
    as,
  );
  await page.reads(text);
});

test('without shifts it asks for them first; own requests with offers are in another tab', async () => {
  const page = await openTab('disponibili', [], {
    'GET /api/exchange-requests/counts': { counts, ownWithOffers: 2 },
  });
  await page.reads(
    `Aggiungi prima i tuoi turni: qui compaiono i colleghi che cercano uno scambio nei giorni in cui lavori.\n<Aggiungi i tuoi turni>`,
  );
  await page.tap('Le Mie 2');
  await page.reads('2 tue richieste hanno un’offerta: le trovi in Pre-Accettati.\n[Vedi le offerte]');
  await page.tap('Vedi le offerte');
  expect(page.address).toBe('/exchanges?tab=pre-accettati');
});

test('pre-accepts at once if rest is sufficient, and refetches the lists', async () => {
  const page = await openTab('disponibili', [request({})], {
    'POST /api/exchange-requests/:id/pre-accept': { request: request({}) },
  });
  const asked = page.api.timesAsked('GET /api/exchange-requests/page');
  await page.tap('Pre-accetta lo scambio con Marco Bianchi');
  await page.isTold('Richiesta pre-accettata');
  await page.sends([
    'POST /api/exchange-requests/:id/pre-accept',
    { params, body: { version: 'fedcba9876543210' } },
  ]);
  await page.asksAgain('GET /api/exchange-requests/page', asked);
});

test('asks before a pre-acceptance with too little rest', async () => {
  const page = await openTab('disponibili', [request({})], {
    'GET /api/exchange-requests/:id/rest': { ...rest, own: ['Riposi solo 8 ore.'] },
  });
  await page.tap('Pre-accetta lo scambio con Marco Bianchi');
  await page.reads('Pre-accetti la richiesta di Marco Bianchi?');
  await page.reads(
    `Poco riposo\nRiposi solo 8 ore.\nÈ un aiuto, non un parere legale.\n[Pre-accetta] [Annulla]`,
  );
  expect(page.api.changes()).toEqual([]);
});

test('rejects a request; a failure is shown', async () => {
  const page = await openTab('disponibili', [request({})], {
    'POST /api/exchange-requests/:id/reject': refusal(409, 'exchange_closed', 'È chiusa.'),
  });
  await page.tap('Rifiuta lo scambio con Marco Bianchi');
  await page.isTold('Non è stato possibile rifiutare la richiesta', 'È chiusa.');
  page.api.answer({ 'POST /api/exchange-requests/:id/reject': { request: request({}) } });
  await page.tap('Rifiuta lo scambio con Marco Bianchi');
  await page.isTold('Richiesta rifiutata', 'Se cambi idea la trovi in Rifiutati/Annullati.');
  expect(page.api.changes().at(-1)).toEqual(['POST /api/exchange-requests/:id/reject', { params }]);
});

test('withdraws a pre-acceptance', async () => {
  const taken = request({ tab: 'pre-accettati', userHasPreAccepted: true, preAcceptanceCount: 1 });
  const page = await openTab('pre-accettati', [taken], {
    'DELETE /api/exchange-requests/:id/cancel-pre-accept': { request: taken },
  });
  await page.tap('Annulla pre-accettazione dello scambio con Marco Bianchi');
  await page.reads(`
    Annulli la pre-accettazione?
    Scambio con Marco Bianchi, mar 24 nov.
    Marco Bianchi riceve un avviso. La richiesta passa in Rifiutati/Annullati: finché è aperta puoi ripensarci.
    [Annulla pre-accettazione] [Torna indietro]`);
  await page.tap('Annulla pre-accettazione');
  await page.isTold('Pre-accettazione annullata', 'Se ci ripensi la trovi in Rifiutati/Annullati.');
  await page.sends(['DELETE /api/exchange-requests/:id/cancel-pre-accept', { params }]);
});

const offers = [
  offerOf('Marco Bianchi'),
  { ...offerOf('Sara Verdi'), userId: '00000000-0000-4000-8000-000000000003', version: 'aaaabbbbccccdddd' },
];
const answered = request({ ...own, tab: 'pre-accettati', preAcceptedBy: offers, preAcceptanceCount: 2 });

test('confirms one offer on an own request and refuses another', async () => {
  const page = await openTab('pre-accettati', [answered], {
    'DELETE /api/exchange-requests/:id/cancel-pre-accept': { request: answered },
  });
  await page.reads(
    `Sara Verdi\n14:00–22:00\nmattina, sede, 8 ore, come cercavi\n[Scambia con Sara] [Rifiuta offerta di Sara Verdi]`,
  );
  await page.tap('Rifiuta offerta di Sara Verdi');
  await page.reads(
    `Rifiuti l’offerta di Sara Verdi?\nSara Verdi riceve un avviso e non può più offrirsi per questo turno. Non si può annullare.\n[Rifiuta offerta] [Annulla]`,
  );
  await page.tap('Rifiuta offerta');
  await page.isTold('Offerta rifiutata');
  await page.tap('Scambia con Sara');
  await page.reads(
    `I turni cambiano subito in entrambi i calendari. L’altra offerta decade.\n[Conferma lo scambio] [Annulla]`,
  );
  const completed = { ...answered, status: 'completata', tab: 'completati' } as const;
  page.api.answer({
    'POST /api/exchange-requests/:id/final-confirm': { request: completed, canSendMails: false },
    'GET /api/exchange-requests/:id': completed,
  });
  await page.tap('Conferma lo scambio');
  await page.isTold(
    'Scambio completato',
    'Fatto: i turni sono stati scambiati, le email partiranno appena la posta è configurata.',
  );
  const accepterUserId = offers[1]?.userId;
  await page.sends(
    ['DELETE /api/exchange-requests/:id/cancel-pre-accept', { params, body: { accepterUserId } }],
    [
      'POST /api/exchange-requests/:id/final-confirm',
      { params, body: { accepterUserId, version: 'aaaabbbbccccdddd' } },
    ],
  );
  await expect.poll(() => page.address).toContain('tab=completati');
});

test('an offer changed meanwhile must be reviewed again', async () => {
  const page = await openTab('pre-accettati', [answered]);
  await page.tap('Scambia con Marco');
  await page.find('Conferma lo scambio');
  const [first, second] = offers;
  const changed = { ...answered, preAcceptedBy: [{ ...first!, version: 'ffffffffffffffff' }, second!] };
  page.api.answer({
    'POST /api/exchange-requests/:id/final-confirm': refusal(409, 'exchange_changed', 'È cambiata.'),
    'GET /api/exchange-requests/:id': changed,
  });
  await page.tap('Conferma lo scambio');
  await page.reads('Nel frattempo è cambiato:\nEcco com’è adesso.');
  await page.tap('Ho visto');
  page.api.answer({
    'POST /api/exchange-requests/:id/final-confirm': { request: changed, canSendMails: true },
  });
  await page.tap('Conferma lo scambio');
  await page.isTold('Scambio completato');
  expect(page.api.changes().at(-1)).toMatchObject([
    'POST /api/exchange-requests/:id/final-confirm',
    { body: { version: 'ffffffffffffffff' } },
  ]);
});

test('withdraws an own request and clears a closed one', async () => {
  const mine = request({ ...own });
  const page = await openTab('mie', [mine], {
    'DELETE /api/exchange-requests/:id': undefined,
    'GET /api/exchange-requests/preview': {
      colleagueCount: 3,
      wantedCount: 1,
      likelyType: null,
      workedTypes: [],
      mirror: null,
      offeredDuties: [],
      publish: { isAllowed: false, reason: null },
    },
  });
  await page.reads(
    '[La tua richiesta: Cedo 6–14, cerco mattina, mar 24 nov In attesa, compatibilità 100% 3 possono accettare]',
  );
  await page.reads(
    `[Condividi la richiesta per mar 24 nov] [Modifica la richiesta per mar 24 nov] [Cancella la richiesta per mar 24 nov]`,
  );
  await page.tap('Cancella la richiesta per mar 24 nov');
  await page.reads(`
    Cancelli la richiesta?
    Martedì 24 novembre 2026, 06:00–14:00.
    Nessun collega ha ancora pre-accettato, quindi nessuno riceve un avviso.
    Il tuo turno resta sul calendario.
    [Cancella la richiesta] [Torna indietro]`);
  await page.tap('Cancella la richiesta');
  await page.isTold('Richiesta cancellata!');
  await page.sends(['DELETE /api/exchange-requests/:id', { params }]);
});

test('an expired request can be published again or cleared', async () => {
  const closed = request({
    ...own,
    tab: 'rifiutati',
    status: 'annullata',
    closeReason: 'day_begun',
    closedAt: '2026-11-15T08:00:00.000Z',
  });
  const shift = entryWith({ id: closed.offeredShiftId ?? '', date: '2026-11-24' });
  const page = await openTab('rifiutati', [closed], {
    'GET /api/user-shifts': [shift],
    'DELETE /api/exchange-requests/:id': undefined,
  });
  await page.reads(
    `Lo scambio non è stato confermato in tempo.\n[Pubblica di nuovo la richiesta per mar 24 nov] [Togli dall’elenco la richiesta per mar 24 nov]`,
  );
  await page.tap('Togli dall’elenco la richiesta per mar 24 nov');
  await page.tap('Togli dall’elenco');
  await page.isTold('Richiesta tolta dall’elenco');
  page.api.answer({
    'GET /api/exchange-requests/preview': {
      colleagueCount: 3,
      wantedCount: 1,
      likelyType: null,
      workedTypes: [],
      mirror: null,
    } as never,
  });
  await page.tap('Pubblica di nuovo la richiesta per mar 24 nov');
  await page.reads('Nuova richiesta di scambio');
  expect(me).toBe(closed.requesterId);
});

test('completed swaps show both duties and the other driver’s contacts', async () => {
  const swap = {
    id: 's1',
    kind: 'turno' as const,
    requestId: id,
    partnerName: 'Marco Bianchi',
    partnerLicenseNumber: 'RM 9',
    partnerPhone: '+39 333 1',
    exchangeDate: '2026-11-24',
    completedAt: '2026-11-15T09:00:00.000Z',
    gave: [early],
    received: [late],
    partnerGave: [late],
  };
  const page = await openTab('completati', [], {
    'GET /api/exchanges/completed/page': { swaps: [swap], total: 1, nextCursor: null },
  });
  await page.reads(`
    Marco Bianchi
    Martedì 24 novembre 2026
    Hai dato
    mar 24 nov
    06:00–14:00
    mattina, 8 ore
    Sede
    Hai ricevuto
    mar 24 nov
    14:00–22:00
    mattina, 8 ore
    Sede
    Licenza RM 9 +39 333 1
    <Chiama Marco Bianchi> <Messaggio a Marco Bianchi>`);
  expect((await page.find('Chiama Marco Bianchi')).getAttribute('href')).toBe('tel:+393331');
  expect((await page.find('Messaggio a Marco Bianchi')).getAttribute('href')).toBe('sms:+393331');
  expect((await page.find(/^Ricevuta/)).getAttribute('href')).toBe('/exchanges/receipt/s1');
});

test('a link to a missing request says so', async () => {
  const page = await openTab(
    'disponibili',
    [other(1)],
    { 'GET /api/exchange-requests/:id': refusal(404, 'not_found', 'No') },
    worker(),
    `&highlight=${id}`,
  );
  await page.isTold('Questa richiesta non c’è più', 'L’hanno tolta, o non è per te: non devi fare niente.');
  await expect.poll(() => page.address).toBe('/exchanges?tab=disponibili');
});
