// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { offerOf, own, request } from '../../../tests/support/exchangeRequests.ts';
import { type Answers, refusal } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';
import type { Notification } from '../../domain/notifications/schema.ts';

const { id: requestId, version } = request({});
const about = (changes: Partial<Notification> = {}): Notification => ({
  id: '00000000-0000-4000-8000-0000000000c9',
  type: 'exchange_completed',
  title: 'Scambio completato',
  message: 'Con Marco, mar 24 nov',
  personName: 'Marco',
  isRead: false,
  isOver: false,
  createdAt: '2026-11-16T07:00:00.000Z',
  relatedRequestId: requestId,
  ...changes,
});
const rest = { own: [], other: [], emptyDays: [], isBlocked: false };

/** Opens the panel from a page with few calls. */
async function openPanel(notifications: Notification[], answers: Answers = {}) {
  const unreadCount = notifications.filter(({ isRead }) => !isRead).length;
  const page = await openPage('/profile', {
    answers: {
      'GET /api/notifications/page': { notifications, unreadCount, nextCursor: null },
      'GET /api/exchange-requests/:id': request({}),
      'GET /api/exchange-requests/:id/rest': rest,
      'PATCH /api/notifications/:id/read': undefined,
      ...answers,
    },
  });
  await page.tap(unreadCount > 0 ? `Notifiche, ${unreadCount} da leggere` : 'Notifiche', 'header');
  await page.reads('Notifiche');
  return page;
}
const params = { id: requestId };

test('pending ones come first, then those to answer, then the rest', async () => {
  const page = await openPanel([
    about({
      id: 'a',
      type: 'request_pre_accepted',
      title: 'Un collega accetta',
      message: 'Marco, mar 24 nov',
    }),
    about({
      id: 'b',
      type: 'new_exchange_request',
      title: 'Nuova richiesta',
      message: 'Da Sara',
      isRead: true,
      relatedRequestId: '00000000-0000-4000-8000-0000000000d1',
    }),
    about({ id: 'c', isRead: true }),
  ]);
  await page.reads(`
    Tocca a te
    [Da leggere: Un collega accetta Marco, mar 24 nov oggi, 08:00]
    [Vedi e conferma Un collega accetta]
    Richieste che puoi accettare
    [Nuova richiesta oggi, 08:00]
    [Pre-accetta Nuova richiesta]
    Novità
    [Scambio completato Con Marco, mar 24 nov oggi, 08:00]`);
});

test('opening one marks it as read and opens its page', async () => {
  const page = await openPanel([about()], {
    'GET /api/exchange-requests/page': { requests: [], nextCursor: null },
    'GET /api/exchange-requests/counts': {
      counts: { disponibili: 0, 'pre-accettati': 0, mie: 0, rifiutati: 0, completati: 0 },
      ownWithOffers: 0,
    },
  });
  await page.tap(/^Da leggere: Scambio completato/);
  await page.sends(['PATCH /api/notifications/:id/read', { params: { id: about().id } }]);
  await page.reads('Scambi', 'main');
  expect(page.address).toContain('/exchanges?');
});

test('marks all as read at once, and rolls back if the server refuses', async () => {
  const page = await openPanel([about()], {
    'PATCH /api/notifications/mark-all-read': refusal(500, 'x', 'Non va.'),
  });
  await page.tap('Segna tutte come lette');
  await page.isTold('Notifiche non segnate come lette', 'Non va.');
  await page.find('Segna tutte come lette');
  page.api.answer({
    'PATCH /api/notifications/mark-all-read': undefined,
    'GET /api/notifications/page': {
      notifications: [about({ isRead: true })],
      unreadCount: 0,
      nextCursor: null,
    },
  });
  await page.tap('Segna tutte come lette');
  await page.reads('[Scambio completato Con Marco, mar 24 nov oggi, 08:00]');
  await page.sends(['PATCH /api/notifications/mark-all-read'], ['PATCH /api/notifications/mark-all-read']);
});

test('the button of a new request pre-accepts it', async () => {
  const page = await openPanel([about({ type: 'new_exchange_request', title: 'Marco · mar 24 nov' })], {
    'POST /api/exchange-requests/:id/pre-accept': { request: request({}) },
  });
  await page.tap('Pre-accetta Marco · mar 24 nov');
  await page.isTold('Richiesta pre-accettata');
  await page.sends(['POST /api/exchange-requests/:id/pre-accept', { params, body: { version } }]);
});

test('a single offer is confirmed after a dialog; several open the card', async () => {
  const offered = request({ ...own, preAcceptanceCount: 1, preAcceptedBy: [offerOf('Marco Bianchi')] });
  const page = await openPanel([about({ type: 'request_pre_accepted', title: 'Marco accetta' })], {
    'GET /api/exchange-requests/:id': offered,
    'POST /api/exchange-requests/:id/final-confirm': { request: offered, canSendMails: true },
  });
  await page.tap('Vedi e conferma Marco accetta');
  await page.reads('Scambi il turno con Marco Bianchi?');
  await page.tap('Conferma lo scambio');
  await page.isTold('Scambio completato');
});

test('groups many of a kind', async () => {
  const page = await openPanel(
    ['1', '2', '3'].map((id) => about({ id, isRead: true, message: `Con Marco ${id}` })),
  );
  await page.tap(/^3 scambi completati/);
  await page.reads('[Scambio completato Con Marco 1 oggi, 08:00]');
});

test.each<[string, Answers, string]>([
  ['nothing', {}, 'Niente di nuovo: quando un collega risponde a uno scambio lo leggi qui.'],
  ['an error', { 'GET /api/notifications/page': refusal(500, 'x', 'Non va.') }, 'Non va.\n[Riprova]'],
])('the panel with %s', async (_what, answers, text) => {
  const page = await openPanel([], answers);
  await page.reads(text);
});
