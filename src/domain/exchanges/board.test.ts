import { describe, expect, test } from 'vitest';
import {
  away,
  day,
  dayRequest,
  evening,
  marco,
  morning,
  now,
  offer,
  other,
  person,
  request,
  saturday,
  weekRequest,
} from '../../../tests/support/exchangeFacts.ts';
import { addDays } from '../calendar/day.ts';
import { hasAnswered, isMirror, mirrorsOf, rankOf, seenDays, tabOf } from './board.ts';
import { heldIdsOf, judgeFor, type Viewer } from './judging.ts';
import type { ExchangeFacts } from './request.ts';

describe('the tab of a colleague’s request', () => {
  const his = [evening()];
  test.each<[string, ExchangeFacts, Viewer, string | null]>([
    ['available: they work on its day', request(), marco(his), 'disponibili'],
    ['nowhere: they do not work on its day', request(), marco([away()]), null],
    ['nowhere: other contract hours', request({ requesterContractHours: 6 }), marco(his), null],
    [
      'available, though of another role',
      request({ requesterRole: 'coordinatore' }),
      marco(his),
      'disponibili',
    ],
    ['pre-accepted', request({ offers: [offer()] }), marco(his), 'pre-accettati'],
    ['rejected by them', request({ rejecterIds: ['marco'] }), marco(his), 'rifiutati'],
    ['refused them', request({ offers: [offer({ status: 'rifiutata' })] }), marco(his), 'rifiutati'],
    [
      'available again: their offer lapsed',
      request({ offers: [offer({ status: 'decaduta' })] }),
      marco(his),
      'disponibili',
    ],
    [
      'closed without them',
      request({ status: 'annullata', offers: [offer({ status: 'decaduta' })] }),
      marco(his),
      'rifiutati',
    ],
    ['closed, without their involvement', request({ status: 'annullata' }), marco(his), null],
    [
      'expired, not yet closed by the job',
      request({ expiresAt: now, offers: [offer()] }),
      marco(his),
      'rifiutati',
    ],
    [
      'swapped with them',
      request({ status: 'completata', offers: [offer({ status: 'scelta' })] }),
      marco(his),
      'completati',
    ],
    [
      'a day for a day: they work then, not on the offered one',
      dayRequest(),
      marco([morning(other)]),
      'disponibili',
    ],
    ['a day for a day: they work on the offered one', dayRequest(), marco([morning(other), evening()]), null],
    [
      'a day for a day: away on the offered one, which others cannot know',
      dayRequest(),
      marco([morning(other), away()]),
      'disponibili',
    ],
    [
      'a day for a day: she now works then',
      dayRequest({ work: [{ ...morning(other), userId: 'giulia' }] }),
      marco([morning(other)]),
      null,
    ],
    ['a week in which they work', weekRequest('settimana'), marco([evening(saturday)]), 'disponibili'],
    ['a week in which they do not', weekRequest('settimana'), marco([away(saturday)]), null],
    ['holidays that they have', weekRequest('ferie'), marco([away(addDays(saturday, 7))]), 'disponibili'],
    ['holidays that they do not have', weekRequest('ferie'), marco([evening(addDays(saturday, 7))]), null],
  ])('%s', (_name, facts, viewer, tab) => {
    expect(tabOf(facts, viewer)).toBe(tab);
  });
});

test.each<[Partial<ExchangeFacts>, string]>([
  [{}, 'mie'],
  [{ offers: [offer()] }, 'pre-accettati'],
  [{ offers: [offer({ status: 'ritirata' })] }, 'mie'],
  [{ expiresAt: now }, 'rifiutati'],
  [{ status: 'rifiutata' }, 'rifiutati'],
  [{ status: 'completata' }, 'completati'],
])('the tab of an own request: %o', (over, tab) => {
  expect(tabOf(request(over), { ...marco([morning()]), person: person('giulia') })).toBe(tab);
});

describe('available requests have three ranks', () => {
  const ranked = (facts: ExchangeFacts, viewer: Viewer) => rankOf(judgeFor(facts, viewer));
  test.each<[string, ExchangeFacts, Viewer, string]>([
    ['1: their type is wanted', request(), marco([evening()]), `1 ${day}`],
    ['2: another type is wanted', request({ requestedShiftType: 'notte' }), marco([evening()]), `2 ${day}`],
    ['3: another role', request({ requesterRole: 'coordinatore' }), marco([evening()]), `3 ${day}`],
    [
      '3: it awaits approval',
      request({ offers: [offer({ userId: 'x', reservedUntil: '2026-11-20T00:00:00.000Z' })] }),
      marco([evening()]),
      `3 ${day}`,
    ],
    [
      '3: their shift is reserved',
      request(),
      { ...marco([evening()]), heldIds: new Set([`s ${day}`]) },
      `3 ${day}`,
    ],
    ['2: a day for a day', dayRequest(), marco([morning(other)]), `2 ${day}`],
    ['3: a day for a day, away on it', dayRequest(), marco([morning(other), away()]), `3 ${day}`],
  ])('%s', (_name, facts, viewer, rank) => {
    expect(ranked(facts, viewer)).toBe(rank);
  });
});

test('accepting is refused if already done, or if the request or the shift awaits approval', () => {
  const reserved = { reservedUntil: '2026-11-20T00:00:00.000Z', reservedShiftIds: [`s ${day}`] };
  const codeOf = (facts: ExchangeFacts, viewer: Viewer) => {
    const { yes } = judgeFor(facts, viewer);
    return yes.ok ? 'ok' : yes.code;
  };
  const held = heldIdsOf([request({ offers: [offer(reserved)] })]);
  expect([
    codeOf(request({ offers: [offer()] }), marco([evening()])),
    codeOf(request({ offers: [offer({ ...reserved, userId: 'x' })] }), marco([evening()])),
    codeOf(request(), { ...marco([evening()]), heldIds: held }),
  ]).toEqual(['exchange_already_offered', 'exchange_awaiting_approval', 'exchange_duty_reserved']);
});

test('each viewer sees only the days of a request they may know', () => {
  const facts = dayRequest({ acceptableDays: [day, other], withinDays: 7, work: [] });
  const giulia = { ...marco([away(other)]), person: person('giulia') };
  expect([
    seenDays(facts, giulia),
    seenDays(facts, marco([morning(other)])),
    seenDays(facts, marco([])),
    // another role, another length, or a shift on the offered day
    seenDays({ ...facts, requesterRole: 'coordinatore' }, marco([morning(other)])),
    seenDays(facts, marco([{ ...morning(other), endTime: '10:00' }])),
    seenDays(facts, marco([morning(other), evening()])),
  ]).toEqual([[day], [other], [], [], [], []]);
});

describe('mirror images', () => {
  const back = (over: Partial<ExchangeFacts> = {}) =>
    request({
      id: 'b',
      requesterId: 'marco',
      offeredDuties: [evening()],
      requestedShiftType: morning().shiftType,
      ...over,
    });
  const dayBack = (over: Partial<ExchangeFacts> = {}) =>
    dayRequest({
      id: 'b',
      requesterId: 'marco',
      requestedDay: other,
      offeredDuties: [morning(other)],
      acceptableDays: [day],
      ...over,
    });
  test.each<[string, ExchangeFacts, ExchangeFacts, boolean]>([
    ['each offers what the other wants', request(), back(), true],
    ['another type is wanted', request(), back({ requestedShiftType: 'notte' }), false],
    ['of one person', request(), back({ requesterId: 'giulia' }), false],
    ['of another day', request(), back({ requestedDay: other }), false],
    ['of another role', request(), back({ requesterRole: 'coordinatore' }), false],
    ['days', dayRequest(), dayBack(), true],
    [
      'days, but she now works then',
      dayRequest({ work: [{ ...morning(other), userId: 'giulia' }] }),
      dayBack(),
      false,
    ],
    ['days, for another type', dayRequest({ requestedShiftType: 'notte' }), dayBack(), false],
    [
      'holidays, each the other’s week',
      weekRequest('ferie'),
      weekRequest('ferie', { requesterId: 'marco', offeredWeek: addDays(saturday, 7), wantedWeek: saturday }),
      false,
    ],
  ])('%s', (_name, one, two, isMirrored) => {
    expect([isMirror(one, two), isMirror(two, one)]).toEqual([isMirrored, isMirrored]);
  });

  test('mirror images are listed oldest first, without requesters who refused', () => {
    const refused = back({ id: 'c', offers: [offer({ userId: 'giulia', status: 'rifiutata' })] });
    const later = back({ id: 'd', createdAt: '2026-11-16T10:00:00.000Z' });
    expect(mirrorsOf(request(), [later, refused, back(), request()]).map(({ id }) => id)).toEqual(['b', 'd']);
  });
});

test('offering, declining and being refused are answers; a lapsed offer is not', () => {
  const answered = [offer(), offer({ status: 'rifiutata' }), offer({ status: 'decaduta' })].map((one) =>
    hasAnswered(request({ offers: [one] }), 'marco'),
  );
  expect([...answered, hasAnswered(request({ rejecterIds: ['marco'] }), 'marco')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
