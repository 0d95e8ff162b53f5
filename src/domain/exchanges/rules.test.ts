import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { offer, person, request } from '../../../tests/support/exchangeFacts.ts';
import type { Instant } from '../calendar/day.ts';
import { messageOf } from '../errors/messages.it.ts';
import { refuse } from '../errors/refusal.ts';
import { type Duty, shiftTypeAt } from '../shifts/duty.ts';
import type { Role } from '../users/schema.ts';
import { judgeTaken, judgeYes } from './judging.ts';
import { judgePublication, type Publication } from './publishing.ts';
import type { ExchangeFacts, HeldEntry } from './request.ts';
import { beginsAt, hasBegun, isContractLength, isOpen, matchScore, type Participant } from './rules.ts';
import { exchangeStatuses } from './schema.ts';

/** A Friday; `now` is the Monday before, 10:00 in Rome. */
const day = '2026-11-20';
const now = '2026-11-16T09:00:00.000Z';

function duty(startTime: string, endTime: string, more: Partial<HeldEntry> = {}): HeldEntry {
  const shiftId = `${startTime} ${endTime}`;
  return { shiftId, ...dutyWith({ startTime, endTime, shiftType: shiftTypeAt(startTime), ...more }) };
}
const splitAt = (secondStartTime: string, secondEndTime: string): HeldEntry =>
  duty('08:00', '12:00', { isSplitShift: true, secondStartTime, secondEndTime });
const rest = (workLocation: Duty['workLocation']): HeldEntry => ({
  ...duty('06:00', '14:00'),
  workLocation,
  startTime: null,
  endTime: null,
  shiftType: null,
});

const [giulia, marco] = [person('giulia'), person('marco')];

describe('the beginning of a duty', () => {
  test.each([
    [duty('06:00', '14:00'), '2026-11-20T05:00:00.000Z'],
    [duty('06:00', '14:00', { date: '2026-07-10' }), '2026-07-10T04:00:00.000Z'],
    [duty('02:30', '10:30', { date: '2026-03-29' }), '2026-03-29T01:30:00.000Z'],
    [duty('02:30', '10:30', { date: '2026-10-25' }), '2026-10-25T00:30:00.000Z'],
    // a day without work begins at midnight
    [rest('ferie'), '2026-11-19T23:00:00.000Z'],
  ])('%j: %s', (one, instant) => {
    expect(beginsAt(one)).toBe(instant);
  });

  test('a duty has begun from its start instant on', () => {
    const shift = duty('06:00', '14:00');
    expect(hasBegun(shift, '2026-11-20T04:59:59.999Z')).toBe(false);
    expect(hasBegun(shift, '2026-11-20T05:00:00.000Z')).toBe(true);
    expect(hasBegun(shift, '2026-11-21T00:00:00.000Z')).toBe(true);
  });
});

test.each([
  [duty('06:00', '14:00'), 8, true],
  [duty('06:00', '15:00'), 8, false],
  [duty('08:00', '12:00', { isSplitShift: true, secondStartTime: '14:00', secondEndTime: '18:00' }), 8, true],
  [duty('20:00', '03:00'), 7, true],
  [duty('06:00', '10:30'), 4, false],
  [rest('ferie'), 8, false],
])('%j is as long as a contract of %i hours: %s', (one, hours, isAsLong) => {
  expect(isContractLength(one, hours)).toBe(isAsLong);
});

describe('judgePublication', () => {
  const publication: Publication<HeldEntry> = {
    kind: 'turno',
    requester: giulia,
    shift: duty('06:00', '14:00'),
    requestedDate: day,
    requestedShiftType: null,
    entries: [],
    now,
  };

  test('allows a shift to be offered until it begins', () => {
    const gives = [publication.shift];
    expect(judgePublication(publication)).toEqual({ ok: true, gives, expiresAt: '2026-11-20T05:00:00.000Z' });
    expect(judgePublication({ ...publication, now: '2026-11-20T04:59:59.999Z' }).ok).toBe(true);
  });

  const wrong: [string, Partial<Publication<HeldEntry>>, string][] = [
    ['other kind', { kind: 'settimana' }, 'exchange_kind_not_offered'],
    ['holidays', { kind: 'ferie' }, 'exchange_kind_not_offered'],
    ['taxi', { requester: { ...giulia, variant: 'taxi' } }, 'exchange_kind_not_offered'],
    ['an inactive account', { requester: { ...giulia, isActive: false } }, 'account_disabled'],
    ['no shift', { shift: null }, 'exchange_not_own_shift'],
    ['rest', { shift: rest('libero') }, 'exchange_shift_not_working'],
    ['holiday', { shift: rest('ferie') }, 'exchange_shift_not_working'],
    ['illness', { shift: rest('malattia') }, 'exchange_shift_not_working'],
    ['begun', { now: '2026-11-20T05:00:00.000Z' }, 'exchange_shift_begun'],
    ['past', { now: '2026-11-25T05:00:00.000Z' }, 'exchange_shift_begun'],
    ['other day', { requestedDate: '2026-11-21' }, 'exchange_other_day'],
    ['too long', { shift: duty('06:00', '15:00') }, 'exchange_wrong_duration'],
    ['too short', { requester: { ...giulia, contractHours: 9 } }, 'exchange_wrong_duration'],
  ];
  test.each(wrong)('judgePublication refuses %s', (_name, change, code) => {
    expect(judgePublication({ ...publication, ...change })).toMatchObject({ ok: false, code });
  });

  test.each([4, 8, 9])('lets flexible staff offer a shift of %i hours, whatever their contract', (hours) => {
    const requester = { ...giulia, contractHours: 6, enableFlexibleShifts: true };
    const shift = duty('06:00', `${String(6 + hours).padStart(2, '0')}:00`);
    expect(judgePublication({ ...publication, requester, shift }).ok).toBe(true);
    const begun = { ...publication, requester, shift, now: '2026-11-20T05:00:00.000Z' };
    expect(judgePublication(begun)).toMatchObject({ code: 'exchange_shift_begun' });
  });

  test('names both durations', () => {
    const verdict = judgePublication({ ...publication, shift: duty('06:00', '15:00') });
    expect(verdict.ok ? '' : messageOf(verdict)).toBe(
      'Il turno dura 9 ore, il tuo contratto è di 8 ore: puoi scambiare solo turni che durano quanto le tue ore di contratto.',
    );
  });
});

/** Giulia's shift, which Marco would take in return for his own. */
interface Facts {
  terms: Partial<ExchangeFacts>;
  offered: HeldEntry;
  colleague: Participant;
  own: HeldEntry | null;
  now: Instant;
}

const requestOf = ({ terms, offered }: Facts): ExchangeFacts =>
  request({ requestedDay: day, offeredDuties: [offered], ...terms });

const judge = (facts: Facts) =>
  judgeYes(requestOf(facts), { person: facts.colleague, entries: facts.own ? [facts.own] : [] }, facts.now);

const confirm = (facts: Facts) => {
  const entries = facts.own ? [facts.own] : [];
  return judgeTaken({
    request: requestOf(facts),
    colleague: { person: facts.colleague, entries },
    requesterEntries: [],
    offered: [facts.offered],
    given: entries,
    givenDay: null,
    now: facts.now,
  });
};

describe('a pre-acceptance', () => {
  const facts: Facts = {
    terms: {},
    offered: duty('06:00', '14:00'),
    colleague: marco,
    own: duty('14:00', '22:00'),
    now,
  };

  test('allows a colleague with a shift of the same length on that day', () => {
    expect(judge(facts)).toMatchObject({ ok: true });
  });

  test.each([
    ['another type than the wanted one', { own: duty('22:00', '06:00') }],
    ['the same type', { own: duty('07:00', '15:00') }],
    ['another place', { own: duty('14:00', '22:00', { workLocation: 'smart_working' }) }],
    ['a split shift', { own: splitAt('14:00', '18:00') }],
    ['the same times elsewhere', { own: duty('06:00', '14:00', { workLocation: 'smart_working' }) }],
    [
      'the same hours with another break',
      { offered: splitAt('14:00', '18:00'), own: splitAt('15:00', '19:00') },
    ],
    ['the last moment', { now: '2026-11-20T04:59:59.999Z' }],
    // both 9 hours: longer than the contract, but equal
    ['equal lengths', { offered: duty('06:00', '15:00'), own: duty('13:00', '22:00') }],
  ] as [string, Partial<Facts>][])('allows %s', (_name, change) => {
    expect(judge({ ...facts, ...change })).toMatchObject({ ok: true });
  });

  const wrong: [string, Partial<Facts>, string][] = [
    ['the own request', { colleague: giulia }, 'exchange_own_request'],
    ['another worksite', { colleague: { ...marco, worksiteId: 'ostiense' } }, 'exchange_other_worksite'],
    ['a completed request', { terms: { status: 'completata' } }, 'exchange_closed'],
    ['a rejected request', { terms: { status: 'rifiutata' } }, 'exchange_closed'],
    ['a cancelled request', { terms: { status: 'annullata' } }, 'exchange_closed'],
    ['an inactive colleague', { colleague: { ...marco, isActive: false } }, 'exchange_person_inactive'],
    ['an inactive requester', { terms: { isRequesterActive: false } }, 'exchange_person_inactive'],
    ['a shift that has begun', { now: '2026-11-20T05:00:00.000Z' }, 'exchange_shift_begun'],
    [
      'an offer refused before',
      { terms: { offers: [offer({ status: 'rifiutata' })] } },
      'exchange_offer_refused',
    ],
    ['other contract hours', { colleague: { ...marco, contractHours: 6 } }, 'exchange_other_hours'],
    ['another role', { colleague: { ...marco, role: 'team_leader' } }, 'exchange_other_role'],
    ['no own entry', { own: null }, 'exchange_no_own_shift'],
    [
      'an own entry of another day',
      { own: duty('14:00', '22:00', { date: '2026-11-21' }) },
      'exchange_no_own_shift',
    ],
    ['an own rest day', { own: rest('libero') }, 'exchange_own_shift_not_working'],
    ['an own holiday', { own: rest('ferie') }, 'exchange_own_shift_not_working'],
    ['own illness', { own: rest('malattia') }, 'exchange_own_shift_not_working'],
    [
      'an own shift that has begun',
      {
        offered: duty('14:00', '22:00'),
        own: duty('06:00', '14:00'),
        now: '2026-11-20T05:00:00.000Z',
      },
      'exchange_own_shift_begun',
    ],
    ['another length', { own: duty('14:00', '22:30') }, 'exchange_other_length'],
    ['an identical shift', { own: duty('06:00', '14:00') }, 'exchange_same_duty'],
    [
      'an identical split shift',
      { offered: splitAt('14:00', '18:00'), own: splitAt('14:00', '18:00') },
      'exchange_same_duty',
    ],
  ];
  test.each(wrong)('refuses %s', (_name, change, code) => {
    expect(judge({ ...facts, ...change })).toMatchObject({ ok: false, code });
  });

  test('refuses an identical shift, since nothing would change', () => {
    const verdict = judge({ ...facts, own: duty('06:00', '14:00') });
    expect(verdict.ok ? '' : messageOf(verdict)).toBe('È uguale al tuo turno: non cambierebbe niente');
  });

  test('needs an own shift on the same day', () => {
    const earlier = duty('06:00', '14:00', { date: '2026-11-19' });
    const answer = (entries: HeldEntry[], terms = {}) =>
      judgeYes(requestOf({ ...facts, terms }), { person: marco, entries }, now);
    const gives = { ok: true, requesterGives: [facts.offered], colleagueGives: [facts.own] };
    expect(answer([earlier, facts.own!])).toEqual(gives);
    expect(confirm(facts)).toEqual(gives);
    expect(answer([earlier])).toMatchObject({ code: 'exchange_no_own_shift' });
    expect(answer([], { offeredDuties: [] })).toMatchObject({ code: 'exchange_shift_changed' });
  });

  test('names both lengths', () => {
    const verdict = judge({ ...facts, own: duty('14:00', '22:30') });
    expect(verdict.ok ? '' : messageOf(verdict)).toBe(
      'Il tuo turno dura 8 ore e 30 minuti, quello offerto 8 ore: per scambiarli devono avere la stessa durata.',
    );
  });

  test.each(wrong.filter(([, , code]) => code !== 'exchange_own_shift_begun'))(
    'and a confirmation also refuses %s',
    (_name, change, code) => {
      const told = code === 'exchange_own_shift_not_working' ? 'exchange_offer_gone' : code;
      expect(confirm({ ...facts, ...change })).toMatchObject({ ok: false, code: told });
    },
  );

  test('a confirmation allows what could be pre-accepted, until either shift begins', () => {
    // the requester's message must not say 'your' shift
    const begun = { ...facts, offered: duty('14:00', '22:00'), own: duty('06:00', '14:00') };
    expect(confirm({ ...begun, now: '2026-11-20T04:59:59.999Z' })).toMatchObject({ ok: true });
    const atSix = { ...begun, now: '2026-11-20T05:00:00.000Z' };
    expect(confirm(atSix)).toMatchObject({ code: 'exchange_shift_begun' });
    // checked before any other change
    const closed = { ...atSix, terms: { status: 'annullata' as const } };
    expect(confirm(closed)).toMatchObject({ code: 'exchange_shift_begun' });
  });

  test('answers that a request of another worksite does not exist', () => {
    const stranger = { ...marco, worksiteId: 'ostiense', contractHours: 4 };
    const verdict = judge({ ...facts, colleague: stranger, terms: { status: 'completata' } });
    expect(verdict).toMatchObject({ code: 'exchange_other_worksite' });
  });

  test('is symmetrical: if one could take the other’s shift, the other could take theirs', () => {
    const anyShift = fc
      .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 4, max: 8 }))
      .map(([start, hours]) => {
        const hour = (value: number): string => `${String(value).padStart(2, '0')}:00`;
        return duty(hour(start), hour(start + hours));
      });
    const anyParty = (id: string): fc.Arbitrary<Participant> =>
      fc.record({
        id: fc.constant(id),
        worksiteId: fc.constantFrom('tiburtina', 'ostiense'),
        variant: fc.constant('standard'),
        cutoffHours: fc.constant(0),
        contractHours: fc.constantFrom(6, 8),
        role: fc.constantFrom<Role>('operatore', 'team_leader'),
        isActive: fc.boolean(),
        enableFlexibleShifts: fc.constant(false),
      });
    const termsOf = ({ id, worksiteId, contractHours, role, isActive }: Participant) => ({
      requesterId: id,
      worksiteId,
      requesterContractHours: contractHours,
      requesterRole: role,
      isRequesterActive: isActive,
    });
    const anyNow = fc.constantFrom(now, '2026-11-20T05:00:00.000Z', '2026-11-20T12:00:00.000Z');
    fc.assert(
      fc.property(
        anyParty('a'),
        anyParty('b'),
        anyShift,
        anyShift,
        anyNow,
        fc.constantFrom(...exchangeStatuses),
        (a, b, mine, yours, moment, status) => {
          const ofOne = { terms: { ...termsOf(a), status }, offered: mine, colleague: b, own: yours };
          const ofOther = { terms: { ...termsOf(b), status }, offered: yours, colleague: a, own: mine };
          expect(judge({ ...ofOne, now: moment }).ok).toBe(judge({ ...ofOther, now: moment }).ok);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['aperta', '2026-11-16T09:00:00.001Z', true],
  ['aperta', now, false],
  ['aperta', '2026-11-16T08:59:59.999Z', false],
  ['completata', '2026-11-20T05:00:00.000Z', false],
  ['rifiutata', '2026-11-20T05:00:00.000Z', false],
  ['annullata', '2026-11-20T05:00:00.000Z', false],
] as const)('a request that is %s and expires at %s is open: %s', (status, expiresAt, isStillOpen) => {
  expect(isOpen({ status, expiresAt }, now)).toBe(isStillOpen);
});

describe('the cut-off before a shift', () => {
  const shift = duty('06:00', '14:00');
  const published = {
    kind: 'turno',
    shift,
    requestedDate: day,
    requestedShiftType: null,
    entries: [],
  } as const;
  const publishedAt = (moment: string, cutoffHours: number) =>
    judgePublication({ ...published, requester: { ...giulia, cutoffHours }, now: moment });

  test.each([
    [0, '2026-11-20T04:59:59.999Z', '2026-11-20T05:00:00.000Z'],
    [2, '2026-11-20T02:59:59.999Z', '2026-11-20T03:00:00.000Z'],
    [72, '2026-11-17T04:59:59.999Z', '2026-11-17T05:00:00.000Z'],
  ])('of %i hours is when requests expire and publishing is first refused', (hours, last, end) => {
    expect(publishedAt(last, hours)).toEqual({ ok: true, gives: [shift], expiresAt: end });
    expect(publishedAt(end, hours)).toEqual(
      hours === 0 ? refuse('exchange_shift_begun') : refuse('exchange_past_cutoff', { hours }),
    );
  });

  test.each([
    // clocks go back in the night before 25 October: that night has one more hour
    ['2026-10-25', '2026-10-24T05:00:00.000Z'],
    // and go forward in the night before 28 March
    ['2027-03-28', '2027-03-27T04:00:00.000Z'],
  ])('counts elapsed hours, also in the night before %s', (date, end) => {
    const requester = { ...giulia, cutoffHours: 24 };
    const other = { ...shift, date };
    const publication = { ...published, requester, shift: other, requestedDate: date };
    const before = new Date(Date.parse(end) - 1).toISOString();
    expect(judgePublication({ ...publication, now: before })).toMatchObject({ ok: true, expiresAt: end });
    expect(judgePublication({ ...publication, now: end }).ok).toBe(false);
  });

  test('applies to both shifts, on publishing and on accepting', () => {
    const colleague = { ...marco, cutoffHours: 6 };
    const facts = { terms: {}, offered: shift, colleague, own: duty('04:00', '12:00') };
    // Marco begins at 04:00 in Rome, 03:00 in UTC
    const [last, end] = ['2026-11-19T20:59:59.999Z', '2026-11-19T21:00:00.000Z'];
    const late = refuse('exchange_past_cutoff', { hours: 6 });
    for (const by of [judge, confirm]) {
      expect([by({ ...facts, now: last }).ok, by({ ...facts, now: end })]).toEqual([true, late]);
    }
    // once the shift has begun, the refusal says so
    const begun = judge({ ...facts, now: '2026-11-20T03:00:00.000Z' });
    expect(begun).toEqual(refuse('exchange_own_shift_begun'));
  });

  test('another reason takes precedence in the refusal', () => {
    const requester = { ...giulia, cutoffHours: 24, contractHours: 6 };
    expect(judgePublication({ ...published, requester, now: '2026-11-20T04:00:00.000Z' })).toMatchObject({
      code: 'exchange_wrong_duration',
    });
  });
});

describe('matchScore', () => {
  test.each([
    [{}, 100],
    [{ contractHours: 6 }, 67],
    [{ role: 'coordinatore' }, 67],
    [{ worksiteId: 'ostiense' }, 66],
    [{ contractHours: 6, role: 'coordinatore' }, 34],
    [{ worksiteId: 'ostiense', role: 'coordinatore' }, 33],
    [{ worksiteId: 'ostiense', contractHours: 6 }, 33],
    [{ worksiteId: 'ostiense', role: 'coordinatore', contractHours: 6 }, 0],
  ] as [Partial<Participant>, number][])('a colleague with %j scores %i', (other, score) => {
    expect(matchScore(request(), { ...marco, ...other })).toBe(score);
  });
});
