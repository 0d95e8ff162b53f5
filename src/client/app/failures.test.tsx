// @vitest-environment jsdom
import { test, vi } from 'vitest';
import { type Answers, noSentence } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import { ceo, worker } from '../../../tests/support/sessions.ts';
import type { Call } from '../../domain/call.ts';

const tabs = { disponibili: 0, 'pre-accettati': 0, mie: 0, rifiutati: 0, completati: 0 };
const none = { pending: 0, approved: 0, rejected: 0 };
/** Answers to the pages' other calls. */
const others: Answers = {
  'GET /api/exchange-requests/counts': { counts: tabs, ownWithOffers: 0 },
  'GET /api/operations/page': { operations: [], counts: { OPP: 0, Case: 0 }, nextCursor: null },
  'GET /api/operations/statistics': {
    month: '2026-11',
    ofMonth: { OPP: none, Case: none },
    ofYear: { OPP: none, Case: none },
  },
  'GET /api/push': {
    publicKey: null,
    devices: [],
    preferences: { subjectsOff: [], quietFrom: '', quietTo: '', showsDetails: false },
  },
  'GET /api/mail-preferences': { subjectsOff: [], isReady: true },
  'GET /api/shift-patterns': [],
};
const loader = worker({ mayLoadShifts: true });

test.each<[string, Call, string, ReturnType<typeof worker>?]>([
  ['/', 'GET /api/exchange-requests/waiting', 'Non riesco a leggere che cosa tocca a te.'],
  ['/', 'GET /api/ceo/attention', 'Non riesco a caricare i numeri.', ceo()],
  ['/calendar', 'GET /api/calendar/shifts', 'Non riesco a mostrare il calendario.'],
  ['/calendar?settimana=2026-11-16', 'GET /api/calendar/shifts', 'Non riesco a mostrare la settimana.'],
  ['/shifts/fill', 'GET /api/shifts', 'Non riesco a leggere il tuo calendario.'],
  ['/exchanges', 'GET /api/exchange-requests/page', 'Non riesco a caricare le richieste di scambio.'],
  [
    '/exchanges?tab=completati',
    'GET /api/exchanges/completed/page',
    'Non riesco a caricare gli scambi completati.',
  ],
  ['/exchanges/receipt/s1', 'GET /api/exchanges/completed/:id', 'Non riesco a caricare la ricevuta.'],
  ['/tabellone', 'GET /api/rosters/proposals', 'Non riesco a leggere il tabellone.'],
  ['/rosters', 'GET /api/rosters/grid', 'Non riesco a leggere i turni del cantiere.', loader],
  ['/rosters/load', 'GET /api/rosters/setup', 'Non riesco a leggere i dati del cantiere.', loader],
  ['/operazioni', 'GET /api/operations/page', 'Non riesco a caricare i codici.'],
  ['/operazioni', 'GET /api/operations/statistics', 'Non riesco a contare i codici.'],
  ['/profile/notifiche', 'GET /api/push', 'Le notifiche non si vedono. Riprova.'],
  ['/profile/notifiche', 'GET /api/mail-preferences', 'Le email non si vedono. Riprova.'],
  ['/profile/dispositivi', 'GET /api/auth/sessions', 'I dispositivi non si vedono. Riprova.'],
  ['/profile/calendario', 'GET /api/calendar/feed', 'Il link del calendario non si vede. Riprova.'],
  ['/email-config', 'GET /api/email-config', 'Non riesco a leggere la configurazione delle email.'],
  ['/ceo-admin', 'GET /api/ceo/worksites', 'Non riesco a caricare i cantieri.', ceo()],
  ['/ceo-admin?tab=users', 'GET /api/ceo/registrations/page', 'Non riesco a caricare le persone.', ceo()],
  ['/altro/andamento', 'GET /api/ceo/overview', 'Non riesco a caricare i numeri.', ceo()],
  ['/altro/registro', 'GET /api/ceo/audit', 'Non riesco a caricare il registro.', ceo()],
])(
  '%s without %s says so in its own words, and asks again',
  async (address, call, sentence, as = worker()) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const page = await openPage(address, { as, answers: { ...others, [call]: noSentence } });
    await page.reads(`${sentence}\n[Riprova]`);
    const asked = page.api.timesAsked(call);
    await page.tap('Riprova');
    await page.asksAgain(call, asked);
  },
);
