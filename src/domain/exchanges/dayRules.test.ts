import { expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { shiftTypeAt } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { type DayOffer, fittingShifts, judgeDayOffer } from './dayRules.ts';
import type { Participant } from './rules.ts';

const duty = (date: string, startTime: string, endTime: string): DatedDuty =>
  dutyWith({ date, startTime, endTime, shiftType: shiftTypeAt(startTime) });

const giulia: Participant = {
  id: 'giulia',
  worksiteId: 'tiburtina',
  variant: 'standard',
  cutoffHours: 0,
  contractHours: 8,
  role: 'operatore',
  isActive: true,
};
const [wednesday, thursday, saturday] = ['2026-11-25', '2026-11-26', '2026-11-28'];
const offered = duty(wednesday, '06:00', '14:00');
const given = duty(saturday, '00:00', '08:00');

/** Giulia's Wednesday for Marco's Saturday, with what the two have besides. */
const offer = (hers: DatedDuty[], his: DatedDuty[]): DayOffer<DatedDuty> => ({
  status: 'aperta',
  requester: giulia,
  colleague: { ...giulia, id: 'marco' },
  wasRefused: false,
  now: '2026-11-20T09:00:00.000Z',
  offered: [offered],
  own: [given, ...his],
  terms: {
    acceptableDays: [saturday],
    requesterEntries: [offered, ...hers],
    givenDay: null,
    isRequesterFlexible: false,
    isColleagueFlexible: false,
  },
});

test('who gives what, by day', () => {
  const early = duty('2026-11-23', '06:00', '14:00');
  const facts = offer([], [early, duty('2026-11-24', '06:00', '12:00')]);
  const asked = {
    ...facts,
    terms: { ...facts.terms, acceptableDays: [saturday, '2026-11-23', '2026-11-24'] },
  };
  expect(judgeDayOffer(offer([], []))).toEqual({
    ok: true,
    requesterGives: [offered],
    colleagueGives: [given],
  });
  expect(fittingShifts(asked)).toEqual([early, given]);
  // of two that fit the colleague names one
  expect(judgeDayOffer(asked)).toMatchObject({ ok: false, code: 'exchange_choose_shift' });
  const named = (givenDay: string) => judgeDayOffer({ ...asked, terms: { ...asked.terms, givenDay } });
  expect(named('2026-11-23')).toMatchObject({ ok: true, colleagueGives: [early] });
  expect(named('2026-11-24')).toMatchObject({ ok: false, code: 'exchange_other_length' });
  // an absence is nothing to give: of the rest that is left it is said why not
  const away = { ...duty('2026-11-23', '06:00', '14:00'), workLocation: 'ferie' as const };
  const short = duty(saturday, '06:00', '12:00');
  expect(judgeDayOffer({ ...asked, own: [away, short] })).toMatchObject({ code: 'exchange_other_length' });
  expect(named('2026-11-22')).toMatchObject({ ok: false, code: 'exchange_no_shift_on_days' });
});

const night = (date: string): DatedDuty => duty(date, '22:00', '06:00');
const late = (date: string): DatedDuty => duty(date, '22:15', '06:15');

test.each([
  ['the requester works into the night before', [night('2026-11-27')], []],
  ['the colleague works into the night before', [], [late('2026-11-24')]],
])('duties that would overlap are refused: %s', (_who, hers, his) => {
  expect(judgeDayOffer(offer(hers, his))).toMatchObject({ ok: false, code: 'exchange_duties_overlap' });
  expect(fittingShifts(offer(hers, his))).toEqual([]);
});

test.each([
  ['ends as the other begins', [], [night('2026-11-24')]],
  ['is given away', [duty(thursday, '06:00', '14:00')], []],
])('duties that only meet are not: one that %s', (_what, hers, his) => {
  expect(judgeDayOffer(offer(hers, his))).toMatchObject({ ok: true, colleagueGives: [given] });
});

test.each([
  ['works on the offered day', duty(wednesday, '14:00', '22:00')],
  ['is away on it', { ...duty(wednesday, '06:00', '14:00'), workLocation: 'ferie' as const }],
])('who %s cannot give another day for it', (_what, his) => {
  expect(judgeDayOffer(offer([], [his]))).toMatchObject({ ok: false, code: 'exchange_offered_day_taken' });
});

test('a request is of others’ role and hours, and not one’s own', () => {
  const by = (change: object) => {
    const facts = offer([], []);
    return judgeDayOffer({ ...facts, colleague: { ...facts.colleague, ...change } });
  };
  expect(by({ role: 'team_leader' })).toMatchObject({ code: 'exchange_other_role' });
  expect(by({ contractHours: 6 })).toMatchObject({ code: 'exchange_other_hours' });
  expect(by({ id: giulia.id })).toMatchObject({ code: 'exchange_own_request' });
});

test('flexible workers stay within 20 hours in the week that a day comes to', () => {
  const [monday, nextMonday, nextTuesday] = ['2026-11-23', '2026-11-30', '2026-12-01'];
  const his = duty(nextMonday, '06:00', '14:00');
  /** She gives her Wednesday and takes over his Monday of the week after, in which she works so long already. */
  const flexible = (hers: DatedDuty[], isRequesterFlexible = true) => {
    const facts = { ...offer(hers, []), own: [his] };
    const terms = { ...facts.terms, acceptableDays: [nextMonday], isRequesterFlexible };
    return judgeDayOffer({ ...facts, terms });
  };
  const [nine, twelve] = [duty(nextTuesday, '06:00', '15:00'), duty('2026-12-06', '06:00', '18:00')];
  const refused = { ok: false, code: 'exchange_flexible_week_full' };
  expect(flexible([nine])).toMatchObject({ ok: true });
  expect(flexible([twelve])).toMatchObject({ ok: true });
  expect(flexible([twelve, duty(nextTuesday, '06:00', '06:30')])).toMatchObject(refused);
  expect(flexible([nine, twelve])).toMatchObject(refused);
  expect(flexible([nine, twelve], false)).toMatchObject({ ok: true });
  // other weeks count for themselves
  expect(
    flexible([twelve, duty(monday, '06:00', '18:00'), duty('2026-12-07', '06:00', '18:00')]),
  ).toMatchObject({
    ok: true,
  });
});
