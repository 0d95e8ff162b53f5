import { expect, test } from 'vitest';
import type { Notification } from '../../domain/notifications/schema.ts';
import type { NotificationType } from '../../domain/notifications/types.ts';
import { partsOf, readWith } from './groups.ts';

type Draft = readonly [type: NotificationType, changes?: Partial<Notification>];

/** Newest first, a minute apart. */
const list = (...drafts: Draft[]): Notification[] =>
  drafts.map(([type, changes], place) => ({
    id: String(place),
    type,
    title: `Titolo ${place}`,
    message: 'Testo',
    personName: 'Elena',
    isRead: false,
    isOver: false,
    createdAt: `2026-11-20T12:${String(59 - place).padStart(2, '0')}:00.000Z`,
    relatedRequestId: String(place),
    ...changes,
  }));
const times = (count: number, ...draft: Draft): Draft[] => Array.from({ length: count }, () => draft);

/** 'Novità: Titolo 0 (0), 3 scambi non riusciti (1 2 3)' */
const shown = (notifications: Notification[], hasMore = false): string[] =>
  partsOf(notifications, hasMore).map(({ title, groups }) => {
    const texts = groups.map(
      (group) => `${group.title} (${group.notifications.map(({ id }) => id).join(' ')})`,
    );
    return `${title}: ${texts.join(', ')}`;
  });

test('three requests of one person are grouped; two, or those of others, are not', () => {
  const fromMarco = { personName: 'Marco' };
  const news = list(
    ['new_exchange_request'],
    ['new_exchange_request', fromMarco],
    ...times(2, 'new_exchange_request'),
    ['new_exchange_request', fromMarco],
  );
  expect(shown(news)).toEqual([
    'Richieste che puoi accettare: Elena: 3 richieste (0 2 3), Titolo 1 (1), Titolo 4 (4)',
  ]);
});

test('groups news by kind and day in Rome, read and unread separately', () => {
  // midnight in Rome is 23:00 in UTC
  const late = { createdAt: '2026-11-19T22:59:00.000Z' };
  const news = list(
    ['exchange_completed'],
    ...times(3, 'exchange_rejected'),
    ...times(2, 'exchange_rejected', { isRead: true }),
    ...times(3, 'exchange_rejected', late),
  );
  const start = 'Novità: Titolo 0 (0), 3 scambi non riusciti (1 2 3), Titolo 4 (4), Titolo 5 (5), ';
  expect(shown(news)).toEqual([`${start}3 scambi non riusciti (6 7 8)`]);
  // the last day may be incomplete
  expect(shown(news, true)).toEqual([`${start}Almeno 3 scambi non riusciti (6 7 8)`]);
});

test('pending ones come first; two about the same request are shown once and read together', () => {
  const about = { relatedRequestId: 'theirs' };
  const [offer, match, request, ended] = list(
    ['request_pre_accepted', { isRead: true }],
    ['exchange_match', about],
    ['new_exchange_request', about],
    ['shift_updated', about],
  ) as [Notification, Notification, Notification, Notification];
  const all = [offer, match, request, ended];
  expect(shown(all)).toEqual(['Tocca a te: Titolo 0 (0), Titolo 1 (1)', 'Novità: Titolo 3 (3)']);
  expect(readWith(match, all)).toEqual([match, request]);
  expect(readWith(ended, all)).toEqual([ended]);
  expect(shown(all.map((one) => ({ ...one, isOver: true })))).toHaveLength(1);
});
