import { expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { dayRequest, person } from '../../../tests/support/exchangeFacts.ts';
import { shiftTypeAt } from '../shifts/duty.ts';
import { fittingShifts, judgeDaySwap } from './dayRules.ts';
import type { ExchangeFacts, HeldEntry } from './request.ts';
import type { Participant, SwapFacts } from './rules.ts';

const duty = (date: string, startTime: string, endTime: string): HeldEntry => ({
  shiftId: `${date} ${startTime}`,
  ...dutyWith({ date, startTime, endTime, shiftType: shiftTypeAt(startTime) }),
});

const [wednesday, thursday, saturday] = ['2026-11-25', '2026-11-26', '2026-11-28'];
const offered = duty(wednesday, '06:00', '14:00');
const given = duty(saturday, '00:00', '08:00');

/** Giulia's Wednesday for Marco's Saturday, with their other entries. */
const offer = (
  hers: HeldEntry[],
  his: HeldEntry[],
  terms: Partial<ExchangeFacts> = {},
  colleague: Partial<Participant> = {},
): SwapFacts => {
  const entries = [given, ...his];
  return {
    request: dayRequest({ requestedDay: wednesday, acceptableDays: [saturday], ...terms }),
    colleague: { person: person('marco', colleague), entries },
    requesterEntries: [offered, ...hers],
    offered: [offered],
    given: entries,
    givenDay: null,
    now: '2026-11-20T09:00:00.000Z',
  };
};

test('lists what each gives, by day', () => {
  const early = duty('2026-11-23', '06:00', '14:00');
  const acceptableDays = [saturday, '2026-11-23', '2026-11-24'];
  const asked = offer([], [early, duty('2026-11-24', '06:00', '12:00')], { acceptableDays });
  expect(judgeDaySwap(offer([], []))).toEqual({
    ok: true,
    requesterGives: [offered],
    colleagueGives: [given],
  });
  expect(fittingShifts(asked)).toEqual([early, given]);
  // with two eligible shifts the colleague must choose
  expect(judgeDaySwap(asked)).toMatchObject({ ok: false, code: 'exchange_choose_shift' });
  const named = (givenDay: string) => judgeDaySwap({ ...asked, givenDay });
  expect(named('2026-11-23')).toMatchObject({ ok: true, colleagueGives: [early] });
  expect(named('2026-11-24')).toMatchObject({ ok: false, code: 'exchange_other_length' });
  // an absence cannot be given: the refusal is about the remaining shifts
  const away = { ...duty('2026-11-23', '06:00', '14:00'), workLocation: 'ferie' as const };
  const short = duty(saturday, '06:00', '12:00');
  const left = { ...asked, colleague: { ...asked.colleague, entries: [away, short] } };
  expect(judgeDaySwap(left)).toMatchObject({ code: 'exchange_other_length' });
  expect(named('2026-11-22')).toMatchObject({ ok: false, code: 'exchange_no_shift_on_days' });
});

const night = (date: string): HeldEntry => duty(date, '22:00', '06:00');
const late = (date: string): HeldEntry => duty(date, '22:15', '06:15');

test.each([
  ['the requester works into the night before', [night('2026-11-27')], []],
  ['the colleague works into the night before', [], [late('2026-11-24')]],
])('overlapping duties are refused: %s', (_who, hers, his) => {
  expect(judgeDaySwap(offer(hers, his))).toMatchObject({ ok: false, code: 'exchange_duties_overlap' });
  expect(fittingShifts(offer(hers, his))).toEqual([]);
});

test.each([
  ['ends as the other begins', [], [night('2026-11-24')]],
  ['is given away', [duty(thursday, '06:00', '14:00')], []],
])('adjacent or given duties do not overlap: one that %s', (_what, hers, his) => {
  expect(judgeDaySwap(offer(hers, his))).toMatchObject({ ok: true, colleagueGives: [given] });
});

test.each([
  ['works on the offered day', duty(wednesday, '14:00', '22:00')],
  ['is away on it', { ...duty(wednesday, '06:00', '14:00'), workLocation: 'ferie' as const }],
])('a colleague who %s cannot give another day for it', (_what, his) => {
  expect(judgeDaySwap(offer([], [his]))).toMatchObject({ ok: false, code: 'exchange_offered_day_taken' });
});

test('another role, other hours and the own request are refused', () => {
  const by = (colleague: Partial<Participant>) => judgeDaySwap(offer([], [], {}, colleague));
  expect(by({ role: 'team_leader' })).toMatchObject({ code: 'exchange_other_role' });
  expect(by({ contractHours: 6 })).toMatchObject({ code: 'exchange_other_hours' });
  expect(by({ id: 'giulia' })).toMatchObject({ code: 'exchange_own_request' });
});

test('flexible workers stay within 20 hours in the week of the received day', () => {
  const [monday, nextMonday, nextTuesday] = ['2026-11-23', '2026-11-30', '2026-12-01'];
  const his = duty(nextMonday, '06:00', '14:00');
  /** She gives her Wednesday for his Monday of the week after, in which she already works that long. */
  const flexible = (hers: HeldEntry[], isRequesterFlexible = true) => {
    const facts = offer(hers, [], { acceptableDays: [nextMonday], isRequesterFlexible });
    return judgeDaySwap({ ...facts, colleague: { ...facts.colleague, entries: [his] } });
  };
  const [nine, twelve] = [duty(nextTuesday, '06:00', '15:00'), duty('2026-12-06', '06:00', '18:00')];
  const refused = { ok: false, code: 'exchange_flexible_week_full' };
  expect(flexible([nine])).toMatchObject({ ok: true });
  expect(flexible([twelve])).toMatchObject({ ok: true });
  expect(flexible([twelve, duty(nextTuesday, '06:00', '06:30')])).toMatchObject(refused);
  expect(flexible([nine, twelve])).toMatchObject(refused);
  expect(flexible([nine, twelve], false)).toMatchObject({ ok: true });
  // each week is counted separately
  expect(
    flexible([twelve, duty(monday, '06:00', '18:00'), duty('2026-12-07', '06:00', '18:00')]),
  ).toMatchObject({
    ok: true,
  });
});
