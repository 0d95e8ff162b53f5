import { expect, test } from 'vitest';
import type { Notification } from '../../domain/notifications/schema.ts';
import type { NotificationType } from '../../domain/notifications/types.ts';
import { groupNotifications, partWaiting } from './groups.ts';

type Draft = readonly [type: NotificationType, isRead?: boolean, day?: number];

/** Newest first, a minute apart; `day` is of November 2026. */
function list(...drafts: Draft[]): Notification[] {
  return drafts.map(([type, isRead = false, day = 20], place) => ({
    id: `id ${place}`,
    type,
    title: `Titolo ${place}`,
    message: 'Testo',
    isRead,
    isOver: false,
    createdAt: `2026-11-${day}T12:${String(59 - place).padStart(2, '0')}:00.000Z`,
    relatedRequestId: null,
  }));
}

const times = (count: number, ...draft: Draft): Draft[] => Array.from({ length: count }, () => draft);
const many = (count: number, ...draft: Draft): Notification[] => list(...times(count, ...draft));

/** Titles, each with the ids behind it. */
const shown = (notifications: Notification[], hasMore = false): Record<string, string> =>
  Object.fromEntries(
    groupNotifications(notifications, hasMore).map(({ title, notifications: behind }) => [
      title,
      behind.map(({ id }) => id.slice(3)).join(' '),
    ]),
  );

test('two of a kind stand for themselves, three stand together', () => {
  expect(shown(many(2, 'new_exchange_request'))).toEqual({ 'Titolo 0': '0', 'Titolo 1': '1' });
  expect(shown(many(3, 'new_exchange_request'))).toEqual({ '3 nuove richieste di scambio': '0 1 2' });
});

test('what stands between them keeps its place after the newest of them', () => {
  const mixed = list(
    ['exchange_completed'],
    ['new_exchange_request'],
    ['request_pre_accepted'],
    ['new_exchange_request'],
    ['new_exchange_request'],
    ['request_pre_accepted'],
  );
  expect(shown(mixed)).toEqual({
    'Titolo 0': '0',
    '3 nuove richieste di scambio': '1 3 4',
    'Titolo 2': '2',
    'Titolo 5': '5',
  });
  expect(Object.keys(shown(mixed))).toEqual([
    'Titolo 0',
    '3 nuove richieste di scambio',
    'Titolo 2',
    'Titolo 5',
  ]);
});

test('read and unread stay apart, and days do', () => {
  const news = list(...times(2, 'exchange_rejected'), ...times(3, 'exchange_rejected', true), [
    'exchange_rejected',
    true,
    19,
  ]);
  expect(shown(news)).toEqual({
    'Titolo 0': '0',
    'Titolo 1': '1',
    '3 scambi non riusciti': '2 3 4',
    'Titolo 5': '5',
  });
});

test('days are Rome’s', () => {
  const late = many(3, 'shift_updated').map((one, place) => ({
    ...one,
    // midnight in Rome is 23:00 in UTC
    createdAt: `2026-11-19T2${3 - place}:30:00.000Z`,
  }));
  expect(Object.keys(shown(late))).toEqual(['Titolo 0', 'Titolo 1', 'Titolo 2']);
});

test('the last day is counted as far as it is known', () => {
  const news = list(...times(3, 'new_exchange_request'), ...times(4, 'new_exchange_request', false, 19));
  expect(Object.keys(shown(news, true))).toEqual([
    '3 nuove richieste di scambio',
    'Almeno 4 nuove richieste di scambio',
  ]);
  expect(Object.keys(shown(news))).toEqual(['3 nuove richieste di scambio', '4 nuove richieste di scambio']);
});

test('what needs an action stands apart, in its order, and a perfect match is told once', () => {
  const all = list(
    ['request_pre_accepted', true],
    ['exchange_match'],
    ['new_exchange_request'],
    ['shift_updated'],
  );
  const about = all.map((one, place) => ({ ...one, relatedRequestId: place === 0 ? 'own' : 'theirs' }));
  const { waiting, open, rest } = partWaiting(about);
  expect(waiting.map(({ ids }) => ids)).toEqual([['id 0'], ['id 1', 'id 2']]);
  expect(open).toEqual([]);
  expect(rest.map(({ id }) => id)).toEqual(['id 3']);
  const another = about.map((one, place) => ({ ...one, relatedRequestId: `r${place}` }));
  expect(partWaiting(another).waiting.map(({ ids }) => ids)).toEqual([['id 0'], ['id 1']]);
  // a colleague's new request may be left: nobody waits for this very person
  expect(partWaiting(another).open.map(({ ids }) => ids)).toEqual([['id 2']]);
  const over = partWaiting(about.map((one) => ({ ...one, isOver: true })));
  expect([over.waiting, over.open, over.rest.length]).toEqual([[], [], 4]);
});
