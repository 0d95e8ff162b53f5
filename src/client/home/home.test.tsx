// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { entryWith } from '../../../tests/support/duties.ts';
import { offerOf, own, request } from '../../../tests/support/exchangeRequests.ts';
import type { Answers } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import { ceo, driver, impersonated, worker } from '../../../tests/support/sessions.ts';

const swaps = {
  'GET /api/exchanges/completed/page': { swaps: [], total: 3, nextCursor: null },
} satisfies Answers;
const openHome = (answers: Answers = {}, as = worker()) =>
  openPage('/', { as, answers: { ...swaps, ...answers } });
const coming = [
  entryWith({ id: 'second', date: '2026-11-18' }),
  entryWith({ id: 'begun', date: '2026-11-16' }),
  entryWith({
    id: 'first',
    date: '2026-11-17',
    startTime: '14:00',
    endTime: '22:00',
    shiftType: 'pomeriggio',
  }),
];

test('shows the first shift that has not begun as the next one', async () => {
  const page = await openHome({ 'GET /api/user-shifts': coming });
  await page.reads(`
    Ciao Giulia
    Cantiere Tiburtina
    Prossimo turno: domani, martedì 17 pomeriggio, sede 14:00–22:00
    [*Il Mio Calendario] [Scambi Completati (3)]`);
  expect(page.reading()).not.toContain('Per cominciare');
});

test('a swapped shift names the colleague; without shifts the page links to the form', async () => {
  const exchangeInfo = { exchangePartner: 'Marco Bianchi', completedDate: '2026-11-10T09:00:00.000Z' };
  const page = await openHome({ 'GET /api/user-shifts': [entryWith({ exchangeInfo })] });
  await page.reads(
    `Prossimo turno, scambiato con Marco Bianchi: venerdì 20 novembre mattina, sede 06:00–14:00`,
  );
});

test.each([
  [
    worker(),
    `2. Controlla le ore di contratto Sono 8 al giorno: gli scambi si fanno tra chi ne ha altrettante.`,
    `<Scambia un turno Le richieste dei colleghi e le tue> <Operazioni aziendali I tuoi codici OPP e Case> <Il mio profilo Ore di contratto, password, i tuoi dati>`,
  ],
  [
    driver(),
    `2. Controlla licenza e cellulare Li vede chi scambia una settimana con te.`,
    `<Scambia una settimana Le richieste dei colleghi e le tue> <Scambia Ferie Una tua settimana di ferie per quella di un collega> <Il mio profilo Licenza, cellulare, password>`,
  ],
])('a newcomer sees the first step and the quick cards', async (as, step, cards) => {
  const page = await openPage('/?tab=calendario', { as, answers: swaps });
  await page.reads(`
    Nessun turno in programma: aggiungi i tuoi.
    <Aggiungi Turno>`);
  await page.reads(`
    Per cominciare
    <1. Aggiungi i tuoi turni Anche un mese intero in una volta: il calendario si riempie da qui.>
    <${step}>
    <3. Guarda gli scambi Chi cerca un turno come i tuoi, e come chiederne uno.>`);
  await page.reads(`<Aggiungi turni Uno o più giorni in una volta> ${cards}`);
});

test('menu and terms depend on the signed-in person', async () => {
  const page = await openHome({}, worker({ acceptedTerms: false }));
  await page.reads(
    '<Home> <Calendario> [Aggiungi] <Scambi> <Operazioni>'.replaceAll(/(?<=[>\]]) /g, '\n'),
    'nav[aria-label="Principale"]',
  );
  page.api.answer({ 'POST /api/auth/accept-terms': worker() });
  await page.tap('Li ho letti e li accetto');
  await page.sends(['POST /api/auth/accept-terms', { body: { version: expect.any(String) } }]);
  await expect.poll(() => page.reading()).not.toContain('I termini sono cambiati');
});

test('a CEO impersonating somebody sees whose account it is and can leave it', async () => {
  const page = await openHome({}, impersonated());
  await page.reads('Modalità CEO: stai usando l’account di Giulia Ferrari', '[aria-label="Modalità CEO"]');
  page.api.answer({
    'POST /api/ceo/stop-impersonation': ceo(),
    'GET /api/ceo/registrations/page': { users: [], nextCursor: null, groups: [] },
    'GET /api/ceo/attention': null as never,
  });
  await page.tap('Torna al CEO', '[aria-label="Modalità CEO"]');
  await page.sends(['POST /api/ceo/stop-impersonation']);
  await expect.poll(() => page.address).toBe('/ceo-admin?tab=users');
});

const id = request({}).id;
const rest = { own: [], other: [], emptyDays: [], isBlocked: false };
const waitingList = (requests: ReturnType<typeof request>[] = [], fitting: typeof requests = []) => ({
  'GET /api/exchange-requests/waiting': {
    requests,
    total: requests.length,
    fitting,
    fittingTotal: fitting.length,
  },
});
const waitingFor = (one: ReturnType<typeof request>): Answers => ({
  'GET /api/user-shifts': coming,
  ...waitingList([one]),
  'GET /api/exchange-requests/:id/rest': rest,
  'GET /api/exchange-requests/:id': one,
});

test('an offer is accepted from Home after reviewing both sides', async () => {
  const offered = request({ ...own, preAcceptanceCount: 1, preAcceptedBy: [offerOf('Marco Bianchi')] });
  const page = await openHome(waitingFor(offered));
  await page.reads(`
    Tocca a te 1
    Marco accetta il tuo turno di mar 24 nov
    Dai 06:00–14:00, ricevi 14:00–22:00
    [Scambia con Marco] <Vedi per mar 24 nov>`);
  await page.tap('Scambia con Marco');
  await page.reads(`
    Scambi il turno con Marco Bianchi?
    Martedì 24 novembre 2026
    Adesso Dopo lo scambio
    Tu 06:00–14:00 mattina, sede 14:00–22:00 mattina, sede
    Marco 14:00–22:00 mattina, sede 06:00–14:00 mattina, sede
    I turni cambiano subito in entrambi i calendari.
    [Conferma lo scambio] [Annulla]`);
  const done = { ...offered, status: 'completata' as const };
  page.api.answer({
    'POST /api/exchange-requests/:id/final-confirm': { request: done, canSendMails: true },
    ...waitingList(),
  });
  await page.tap('Conferma lo scambio');
  const body = { accepterUserId: offered.preAcceptedBy[0]?.userId, version: '0123456789abcdef' };
  await page.sends(['POST /api/exchange-requests/:id/final-confirm', { params: { id }, body }]);
  await page.isTold('Scambio completato', 'Fatto: i turni sono stati scambiati e le email inviate.');
  await expect.poll(() => page.reading()).not.toContain('Tocca a te');
});

test.each([
  [['Dopo 8 ore di riposo ne servono 11.'], false],
  [[], true],
])(
  'a confirmation that leaves too little rest warns, or cannot be made: %o %s',
  async (sentences, isBlocked) => {
    const offered = request({ ...own, preAcceptanceCount: 1, preAcceptedBy: [offerOf('Marco Bianchi')] });
    const page = await openHome({
      ...waitingFor(offered),
      'GET /api/exchange-requests/:id/rest': {
        ...rest,
        own: sentences.length > 0 ? sentences : ['Troppo poco.'],
        isBlocked,
      },
    });
    await page.tap('Scambia con Marco');
    await page.reads(isBlocked ? 'Nel tuo cantiere uno scambio così non si può fare' : 'Poco riposo');
    await page.reads(isBlocked ? '[Chiudi]' : '[Conferma lo scambio] [Annulla]');
  },
);

test('perfect matches come first, then requests for the own shift; accepting takes one tap', async () => {
  const [match, fitting] = [
    request({ isMirrored: true }),
    request({ id: '00000000-0000-4000-8000-000000000077', requesterName: 'Sara Conti' }),
  ];
  const page = await openHome({ ...waitingFor(match), ...waitingList([match], [fitting]) });
  await page.reads(`
    Tocca a te 1
    Scambio perfetto con Marco · mar 24 nov
    Dai 06:00–14:00, ricevi 14:00–22:00
    [Pre-accetta lo scambio con Marco Bianchi] <Vedi la richiesta di Marco Bianchi>
    Cercano il tuo turno 1
    <Sara · mar 24 nov Dai 06:00–14:00, ricevi 14:00–22:00> [Pre-accetta lo scambio con Sara Conti, mar 24 nov]`);
  page.api.answer({ 'POST /api/exchange-requests/:id/pre-accept': { request: fitting }, ...waitingList() });
  await page.tap('Pre-accetta lo scambio con Sara Conti, mar 24 nov');
  await page.sends([
    'POST /api/exchange-requests/:id/pre-accept',
    { params: { id: fitting.id }, body: { version: fitting.version } },
  ]);
  await page.isTold(
    'Richiesta pre-accettata',
    'Ora tocca a Sara Conti confermare: la trovi in Pre-Accettati.',
  );
  page.api.answer({ 'DELETE /api/exchange-requests/:id/cancel-pre-accept': { request: fitting } });
  await page.tap('Annulla', '[aria-label="Avvisi (F8)"]');
  await page.isTold('Pre-accettazione annullata', 'La richiesta è di nuovo tra le Disponibili.');
});

test('a roster is accepted as a whole, and codes link to their page', async () => {
  const day = { day: '2026-11-20', kind: 'new' as const, duty: null, now: null, reason: null };
  const page = await openHome(
    {
      'GET /api/user-shifts': coming,
      'GET /api/rosters/proposals': { version: 'v1', title: 'dicembre', days: [day], acceptable: 1 } as never,
      'GET /api/operations/page': { operations: [], counts: { OPP: 0, Case: 2 }, nextCursor: null },
    },
    worker({ mayReviewCodes: true }),
  );
  await page.reads(`
    Tocca a te 2
    Il tabellone di dicembre è arrivato
    1 turno nuovo
    [Accetta tutto] <Vedi le differenze>
    2 codici da esaminare
    <Esamina i codici>`);
  expect(page.api.asked('GET /api/operations/page')).toEqual([
    { query: { type: 'OPP', status: 'pending', view: 'others' } },
  ]);
  expect((await page.find('Esamina i codici')).getAttribute('href')).toBe(
    '/operazioni?tipo=Case&stato=in-attesa',
  );
  page.api.answer({ 'POST /api/rosters/proposals/accept': { accepted: 1, waiting: 0 } });
  const asked = page.api.timesAsked('GET /api/rosters/proposals');
  await page.tap('Accetta tutto');
  await page.sends(['POST /api/rosters/proposals/accept', { body: { version: 'v1' } }]);
  await page.isTold('Calendario aggiornato', '1 giornata dal tabellone.');
  await page.asksAgain('GET /api/rosters/proposals', asked);
});
