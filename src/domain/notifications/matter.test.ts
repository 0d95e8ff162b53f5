import { expect, test } from 'vitest';
import type { RequestMatter, RosterMatter } from './matter.it.ts';
import { endOf, type NotificationType, notificationTypes, typesAbout } from './types.ts';

const told = '2026-11-16T09:00:00.000Z';
const [before, later, now] = [
  '2026-11-16T08:00:00.000Z',
  '2026-11-16T10:00:00.000Z',
  '2026-11-16T11:00:00.000Z',
];
const expiresAt = '2026-11-20T05:00:00.000Z';

const request: RequestMatter = {
  status: 'aperta',
  closeReason: null,
  closedAt: null,
  expiresAt,
  changedAt: null,
  answer: null,
  isMirrored: true,
  offer: { status: 'offerta', madeAt: told, isReserved: false },
  awaitedSince: told,
  mayApprove: true,
};
const roster: RosterMatter = { isNewest: true, lastWaiting: '2026-11-17', isUndone: false, isKept: true };

const end = (type: NotificationType, matter: RequestMatter | RosterMatter | null, at = now) =>
  endOf(type, matter, { toldAt: told, now: at });
const ofRequests = typesAbout('request', 'match', 'offer', 'approval');

test.each(ofRequests)('%s waits while its request is open', (type) => {
  expect(end(type, request)).toBe(null);
  expect(end(type, { ...request, changedAt: told })).toBe(null);
  const closed = { ...request, status: 'annullata', closeReason: 'shift_changed', closedAt: later } as const;
  expect([
    end(type, null),
    end(type, { ...request, changedAt: later }),
    end(type, { ...request, status: 'completata', closedAt: later }),
    end(type, closed),
    end(type, { ...closed, closeReason: 'day_begun' }),
    end(type, { ...closed, status: 'rifiutata', closeReason: 'nobody_left', closedAt: expiresAt }),
    // the expiry is not stored yet
    end(type, request, expiresAt),
  ]).toEqual([
    'La richiesta è stata cancellata.',
    'La richiesta è cambiata.',
    'Lo scambio è già concluso.',
    'La richiesta si è chiusa.',
    'La richiesta è scaduta.',
    'La richiesta è scaduta.',
    'La richiesta è scaduta.',
  ]);
});

const answered = 'Hai già risposto.';
const gone = 'L’offerta non c’è più.';
const notYours = 'Non aspetta più la tua approvazione.';
const said = (status: NonNullable<RequestMatter['answer']>['status'], givenAt = later) => ({
  answer: { status, givenAt },
});
const offer = (changes: Partial<NonNullable<RequestMatter['offer']>>): Partial<RequestMatter> => ({
  offer: { status: 'offerta', madeAt: told, isReserved: false, ...changes },
});

test.each<[NotificationType, Partial<RequestMatter>, string | null]>([
  ['new_exchange_request', said('no'), answered],
  ['new_exchange_request', said('no', before), answered],
  ['new_exchange_request', said('offerta'), answered],
  ['new_exchange_request', said('ritirata'), answered],
  ['new_exchange_request', said('rifiutata'), answered],
  ['new_exchange_request', said('decaduta'), answered],
  // notified again since
  ['new_exchange_request', said('decaduta', before), null],
  ['new_exchange_request', { isMirrored: false, offer: null, awaitedSince: null }, null],
  ['new_compatible_shift', { ...said('no'), isMirrored: false, offer: null, awaitedSince: null }, null],
  ['exchange_match', said('no'), answered],
  ['exchange_match', { isMirrored: false }, 'La richiesta si è chiusa.'],
  ['request_pre_accepted', { ...said('no'), isMirrored: false, awaitedSince: null }, null],
  ['request_pre_accepted', offer({ isReserved: true }), answered],
  ['request_pre_accepted', offer({ status: 'rifiutata' }), answered],
  ['request_pre_accepted', offer({ status: 'ritirata' }), gone],
  ['request_pre_accepted', offer({ status: 'decaduta', isReserved: true }), gone],
  ['request_pre_accepted', offer({ madeAt: later }), gone],
  ['request_pre_accepted', { offer: null }, gone],
  ['approval_wanted', { ...said('no'), awaitedSince: before }, null],
  ['approval_wanted', { awaitedSince: null }, notYours],
  // about another offer
  ['approval_wanted', { awaitedSince: later }, notYours],
  ['approval_wanted', { mayApprove: false }, notYours],
])('%s about %j: %s', (type, changes, ending) => {
  expect(end(type, { ...request, ...changes })).toBe(ending);
});

test.each<[Partial<RosterMatter>, string | null]>([
  [{}, null],
  [{ lastWaiting: '2026-11-16' }, null],
  [{ isNewest: false }, 'È arrivato un tabellone più recente.'],
  [{ lastWaiting: '2026-11-15' }, 'I suoi giorni sono passati.'],
  [{ lastWaiting: null }, answered],
  [{ lastWaiting: null, isKept: false }, 'I suoi giorni sono passati.'],
  [{ lastWaiting: null, isUndone: true }, 'È stato annullato.'],
])('roster_arrived about %j: %s', (changes, ending) => {
  expect(end('roster_arrived', { ...roster, ...changes })).toBe(ending);
});

test('all other types wait for nothing', () => {
  const others = notificationTypes.filter((type) => !typesAbout().includes(type));
  expect(others.map((type) => end(type, null))).toEqual(others.map(() => null));
  expect(others.length).toBeGreaterThan(5);
});
