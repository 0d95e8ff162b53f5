import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, type Instant } from '../calendar/day.ts';
import { messageOf } from '../errors/messages.it.ts';
import { taxiShifts, type WorkLocation } from '../shifts/duty.ts';
import { type DatedDuty, judgeShift } from '../shifts/rules.ts';
import type { Party } from './rules.ts';
import { judgeTakenOffer } from './swapRules.ts';
import {
  type Gives,
  judgeWantedWeek,
  judgeWeekOffer,
  judgeWeekPublication,
  swapWeeksOf,
  taxiMatchScore,
  type WeekOffer,
  type WeekPublication,
} from './taxiRules.ts';
import { completedPreview, weekPreview } from './weekPreview.ts';
import { isHolidayWeek, laterWeek, weekBeginsAt } from './weeks.ts';

/** Saturdays; `now` is the Monday before the first of them, 10:00 in Rome. */
const first: Day = '2026-11-21';
const second: Day = '2026-11-28';
const now: Instant = '2026-11-16T09:00:00.000Z';
const one = { from: first, to: '2026-11-27' };
const two = { from: second, to: '2026-12-04' };

const locations: Record<string, WorkLocation> = { r: 'libero', f: 'ferie', m: 'malattia' };

/** Entries from a Saturday on, a letter a day: `MPSN` named shifts, `r` rest, `f` holiday, `m` illness, `.` nothing. */
function entries(letters: string, from: Day = first): DatedDuty[] {
  return letters.split('').flatMap((letter, index): DatedDuty[] => {
    const date = addDays(from, index);
    const rest = { isSplitShift: false, secondStartTime: null, secondEndTime: null };
    const named = taxiShifts.find(({ name }) => name.startsWith(letter === 'S' ? 'SEMI' : letter));
    if (letter === '.') return [];
    if ('MPSN'.includes(letter) && named) {
      const { startTime, endTime, shiftType } = named;
      return [{ date, workLocation: 'sede' as const, startTime, endTime, shiftType, ...rest }];
    }
    const workLocation = locations[letter] ?? 'libero';
    return [{ date, workLocation, startTime: null, endTime: null, shiftType: null, ...rest }];
  });
}

/** The same back into letters. */
const lettersOf = (duties: readonly DatedDuty[], from: Day = first): string =>
  Array.from({ length: 7 }, (_, index) => {
    const duty = duties.find(({ date }) => date === addDays(from, index));
    if (!duty) return '.';
    const named = taxiShifts.find(({ startTime }) => startTime === duty.startTime);
    return named?.name[0] ?? { libero: 'r', ferie: 'f', malattia: 'm' }[duty.workLocation as string] ?? '?';
  }).join('');

const tiziana: Party = {
  id: 'tiziana',
  worksiteId: 'urbe',
  variant: 'taxi',
  contractHours: 7,
  role: 'operatore',
  isActive: true,
};
const fabio: Party = { ...tiziana, id: 'fabio' };

describe('publishing the named shift of a week', () => {
  const week = entries('MMMMMrr');
  const publication: WeekPublication<DatedDuty> = {
    kind: 'settimana',
    requester: tiziana,
    shift: week[2]!,
    requestedDate: first,
    requestedShiftType: 'notte',
    entries: week,
    now,
  };

  test('offers its working days until the last one begins', () => {
    const verdict = judgeWeekPublication(publication);
    expect(verdict).toMatchObject({ ok: true, expiresAt: '2026-11-25T05:00:00.000Z' });
    expect(verdict.ok && lettersOf(verdict.gives)).toBe('MMMMM..');
  });

  test.each([
    // Saturday 05:59 and 06:00 in Rome, Tuesday noon
    ['2026-11-21T04:59:59.999Z', 'MMMMM..'],
    ['2026-11-21T05:00:00.000Z', '.MMMM..'],
    ['2026-11-24T11:00:00.000Z', '....M..'],
  ])('at %s offers what is left: %s', (moment, letters) => {
    const verdict = judgeWeekPublication({ ...publication, now: moment });
    expect(verdict.ok && lettersOf(verdict.gives)).toBe(letters);
  });

  const wrong: [string, Partial<WeekPublication<DatedDuty>>, string][] = [
    ['an inactive account', { requester: { ...tiziana, isActive: false } }, 'account_disabled'],
    ['a standard worksite', { requester: { ...tiziana, variant: 'standard' } }, 'exchange_kind_not_offered'],
    ['no shift', { shift: null }, 'exchange_not_own_shift'],
    ['a rest day', { shift: week[5]! }, 'exchange_shift_not_working'],
    ['another week', { requestedDate: second }, 'exchange_other_week'],
    ['the day before the week', { requestedDate: '2026-11-20' }, 'exchange_other_week'],
    ['a week that is over', { now: '2026-11-25T05:00:00.000Z' }, 'exchange_week_over'],
    ['two named shifts', { entries: entries('MMNNNrr') }, 'exchange_week_mixed'],
    ['a type taxis do not have', { requestedShiftType: 'sera' }, 'exchange_not_taxi_type'],
    ['the own type', { requestedShiftType: 'mattina' }, 'exchange_same_type_wanted'],
  ];
  test.each(wrong)('is refused with %s', (_what, change, code) => {
    expect(judgeWeekPublication({ ...publication, ...change })).toMatchObject({ ok: false, code });
  });

  test('may leave the wanted type open while it is being written', () => {
    expect(judgeWeekPublication({ ...publication, requestedShiftType: null }).ok).toBe(true);
  });
});

/** Fabio's answer to Tiziana's week. */
const offerOf = (hers: string, his: string, change: Partial<WeekOffer<DatedDuty>> = {}) =>
  judgeWeekOffer<DatedDuty>({
    kind: 'settimana',
    weeks: { offered: one, wanted: one },
    status: 'aperta',
    requester: tiziana,
    offered: entries(hers),
    colleague: fabio,
    own: entries(his),
    wasRefused: false,
    now,
    ...change,
  });

describe('pre-accepting a week', () => {
  test.each([
    ['MMMMMrr', 'NNNNNrr', 'MMMMM..'],
    ['MMMMMrr', 'PPPPP..', 'MMMMM..'],
    ['MMMMffm', 'SSSSrrr', 'MMMM...'],
    ['rrrrrrM', 'rrrrrfN', '......M'],
    ['rrrrrrM', 'rrffrrN', '......M'],
  ])('%s by %s changes hands on %s', (hers, his, letters) => {
    const verdict = offerOf(hers, his);
    expect(verdict.ok && lettersOf(verdict.requesterGives)).toBe(letters);
  });

  test.each([
    ['MMMMMrr', 'rNNNNNr', 'sab 21 nov, gio 26 nov'],
    ['MMMMMrr', 'NNNNfrr', 'mer 25 nov'],
    ['MMMM.rr', 'NNNNNrr', 'mer 25 nov'],
    [
      'MMMMMrr',
      'rrrrrNN',
      'sab 21 nov, dom 22 nov, lun 23 nov, mar 24 nov, mer 25 nov, gio 26 nov, ven 27 nov',
    ],
  ])('%s by %s is refused: they differ on %s', (hers, his, days) => {
    const verdict = offerOf(hers, his);
    expect(verdict.ok ? '' : messageOf(verdict)).toBe(
      `Per scambiarvi la settimana dovete lavorare negli stessi giorni, così ogni giorno resta coperto. Non coincide: ${days}.`,
    );
  });

  const wrong: [string, string, Partial<WeekOffer<DatedDuty>>, string][] = [
    ['the own request', 'NNNNNrr', { colleague: tiziana }, 'exchange_own_request'],
    ['another worksite', 'NNNNNrr', { colleague: { ...fabio, worksiteId: 'x' } }, 'exchange_other_worksite'],
    ['a closed request', 'NNNNNrr', { status: 'annullata' }, 'exchange_closed'],
    [
      'an inactive colleague',
      'NNNNNrr',
      { colleague: { ...fabio, isActive: false } },
      'exchange_person_inactive',
    ],
    [
      'a worksite that is no taxi worksite any more',
      'NNNNNrr',
      { requester: { ...tiziana, variant: 'standard' } },
      'exchange_kind_not_offered',
    ],
    ['an offer refused before', 'NNNNNrr', { wasRefused: true }, 'exchange_offer_refused'],
    ['no work', 'rrrrrff', {}, 'exchange_no_own_week'],
    ['no entry', '.......', {}, 'exchange_no_own_week'],
    ['the same named shift', 'MMMMMrr', {}, 'exchange_same_type_worked'],
    ['two named shifts', 'NNPPPrr', {}, 'exchange_week_mixed'],
    ['a week that is over', 'NNNNNrr', { now: '2026-11-25T05:00:00.000Z' }, 'exchange_week_over'],
  ];
  test.each(wrong)('is refused for %s', (_what, his, change, code) => {
    expect(offerOf('MMMMMrr', his, change)).toMatchObject({ ok: false, code });
  });

  test('asks for neither role nor hours', () => {
    const leader: Party = { ...fabio, role: 'team_leader', contractHours: 8 };
    expect(offerOf('MMMMMrr', 'NNNNNrr', { colleague: leader }).ok).toBe(true);
  });

  test.each([
    // Monday of the week: NOTTE begins 03:00, MATTINA 06:00, POMERIGGIO 13:00
    ['2026-11-23T01:59:59.999Z', 'MMMMMrr', 'NNNNNrr', '..MMM..'],
    ['2026-11-23T02:00:00.000Z', 'MMMMMrr', 'NNNNNrr', '...MM..'],
    ['2026-11-23T05:00:00.000Z', 'MMMMMrr', 'PPPPPrr', '...MM..'],
    ['2026-11-23T05:00:00.000Z', 'PPPPPrr', 'MMMMMrr', '...PP..'],
    // a day off has begun at midnight: what the other works today is not part of it
    ['2026-11-23T05:00:00.000Z', 'PPrPPrr', 'SSSSSrr', '...PP..'],
    ['2026-11-23T05:00:00.000Z', 'PPPPPrr', 'SSrSSrr', '...PP..'],
  ])('at %s, %s and %s exchange %s', (moment, hers, his, letters) => {
    const verdict = offerOf(hers, his, { now: moment });
    expect(verdict.ok && lettersOf(verdict.requesterGives)).toBe(letters);
    expect(verdict.ok && verdict.colleagueGives.map(({ date }) => date)).toEqual(
      verdict.ok && verdict.requesterGives.map(({ date }) => date),
    );
  });

  test('on the last day with a shift that has begun: nothing is left', () => {
    const verdict = offerOf('MMMMMrr', 'NNNNNrr', { now: '2026-11-25T03:00:00.000Z' });
    expect(verdict).toMatchObject({ code: 'exchange_week_over' });
  });
});

describe('holidays', () => {
  test.each([
    ['rfffffr', true],
    ['f......', true],
    ['..ff...', true],
    ['rrrrrrr', false],
    ['.......', false],
    ['rffMffr', false],
    ['rffmffr', false],
  ])('%s is a holiday week: %s', (letters, isHoliday) => {
    expect(isHolidayWeek(entries(letters), one)).toBe(isHoliday);
    expect(isHolidayWeek(entries(letters), two)).toBe(false);
  });

  const own = [...entries('rfffffr'), ...entries('MMMMMrr', second)];
  const publication: WeekPublication<DatedDuty> = {
    kind: 'ferie',
    requester: tiziana,
    shift: own[0]!,
    requestedDate: '2026-12-01',
    requestedShiftType: null,
    entries: own,
    now,
  };

  test('are offered with all of both weeks, until the earlier one begins', () => {
    expect(judgeWeekPublication(publication)).toEqual({
      ok: true,
      gives: own,
      expiresAt: '2026-11-20T23:00:00.000Z',
    });
    const swapped = [...entries('MMMMMrr'), ...entries('rfffffr', second)];
    const later = { ...publication, shift: swapped[8]!, entries: swapped, requestedDate: first };
    expect(judgeWeekPublication(later)).toMatchObject({ expiresAt: '2026-11-20T23:00:00.000Z' });
  });

  const wrong: [string, Partial<WeekPublication<DatedDuty>>, string][] = [
    ['the same week', { requestedDate: '2026-11-27' }, 'exchange_same_week'],
    ['holidays that have begun', { now: '2026-11-20T23:00:00.000Z' }, 'exchange_holidays_begun'],
    ['a wanted week that has begun', { requestedDate: '2026-11-18' }, 'exchange_wanted_week_begun'],
    ['a week without work', { entries: entries('rfffffr') }, 'exchange_wanted_week_free'],
    [
      'illness in the wanted week',
      { entries: [...entries('rfffffr'), ...entries('MMmMMrr', second)] },
      'exchange_own_week_sick',
    ],
    [
      'work among the holidays',
      { entries: [...entries('rffMffr'), ...entries('MMMMMrr', second)] },
      'exchange_not_holiday_week',
    ],
  ];
  test.each(wrong)('are refused with %s', (_what, change, code) => {
    expect(judgeWeekPublication({ ...publication, ...change })).toMatchObject({ ok: false, code });
  });

  test.each([
    ['MMMMMrr', true],
    ['rrrrrrr', false],
    ['MMMmMrr', false],
  ])('may be wanted in a week of %s: %s', (letters, isAllowed) => {
    expect(judgeWantedWeek(entries(letters, second), { offered: one, wanted: two }, now).ok).toBe(isAllowed);
  });

  const answer = (his: string, hisLater: string, change: Partial<WeekOffer<DatedDuty>> = {}) =>
    judgeWeekOffer<DatedDuty>({
      kind: 'ferie',
      weeks: { offered: one, wanted: two },
      status: 'aperta',
      requester: tiziana,
      offered: own,
      colleague: fabio,
      own: [...entries(his), ...entries(hisLater, second)],
      wasRefused: false,
      now,
      ...change,
    });

  test('are taken with a holiday week in the wanted one and work in the offered one', () => {
    const verdict = answer('NNNNNrr', 'fffffrr');
    expect(verdict.ok && verdict.requesterGives).toEqual(own);
    expect(verdict.ok && lettersOf(verdict.colleagueGives)).toBe('NNNNNrr');
    expect(verdict.ok && lettersOf(verdict.colleagueGives, second)).toBe('fffffrr');
    // a holiday within a week of work goes with it
    expect(answer('NNfNNrr', 'f......').ok).toBe(true);
  });

  test.each([
    ['rrrrrrr', 'fffffrr', {}, 'exchange_no_work_week'],
    ['NNNNNrr', 'rrrrrrr', {}, 'exchange_no_holiday_week'],
    ['NNNNNrr', 'ffNffrr', {}, 'exchange_no_holiday_week'],
    ['NNmNNrr', 'fffffrr', {}, 'exchange_own_week_sick'],
    ['NNNNNrr', 'fffffrr', { wasRefused: true }, 'exchange_offer_refused'],
    ['NNNNNrr', 'fffffrr', { now: '2026-11-20T23:00:00.000Z' }, 'exchange_week_over'],
    ['NNNNNrr', 'fffffrr', { status: 'completata' }, 'exchange_closed'],
  ] as [string, string, Partial<WeekOffer<DatedDuty>>, string][])(
    'are refused to %s and %s with %j: %s',
    (his, hisLater, change, code) => {
      expect(answer(his, hisLater, change)).toMatchObject({ ok: false, code });
    },
  );

  test('a requester does not learn from a refusal what is in a colleague’s calendar', () => {
    const verdict = judgeTakenOffer<DatedDuty>({
      kind: 'ferie',
      weeks: { offered: one, wanted: two },
      status: 'aperta',
      requester: tiziana,
      offered: own,
      colleague: fabio,
      own: [...entries('NNmNNrr'), ...entries('fffffrr', second)],
      wasRefused: false,
      now,
    });
    expect(verdict).toMatchObject({ ok: false, code: 'exchange_offer_gone' });
  });
});

test('weeks of a request', () => {
  expect(swapWeeksOf('turno', first, first)).toBeNull();
  expect(swapWeeksOf('settimana', '2026-11-23', '2026-11-27')).toEqual({ offered: one, wanted: one });
  expect(swapWeeksOf('ferie', '2026-11-23', second)).toEqual({ offered: one, wanted: two });
  expect(laterWeek(one, 1)).toEqual(two);
  expect(weekBeginsAt(one)).toBe('2026-11-20T23:00:00.000Z');
  expect([taxiMatchScore(true), taxiMatchScore(false)]).toEqual([100, 25]);
});

describe('whatever two drivers have in a week', () => {
  const anyLetter = fc.constantFrom('M', 'N', 'r', 'f', 'm', '.');
  /** A week of one named shift, as the calendar keeps it. */
  const anyWeek = (type: string) =>
    fc
      .array(anyLetter, { minLength: 7, maxLength: 7 })
      .map((letters) => letters.map((letter) => (letter === 'M' || letter === 'N' ? type : letter)).join(''));
  const moments = fc
    .integer({ min: 0, max: 8 * 24 * 4 })
    .map((quarters) => new Date(Date.parse('2026-11-20T12:00:00Z') + quarters * 900_000).toISOString());

  const after = (
    entriesBefore: readonly DatedDuty[],
    mine: DatedDuty[],
    theirs: DatedDuty[],
  ): DatedDuty[] => [
    ...entriesBefore.filter(({ date }) => !mine.some((duty) => duty.date === date)),
    ...theirs,
  ];
  const ofDay = (duties: readonly DatedDuty[], date: Day): string[] =>
    duties
      .filter((duty) => duty.date === date)
      .map((duty) => `${duty.workLocation} ${duty.shiftType}`)
      .toSorted();

  test('a swap keeps the set of duties of every day, rest days, and one named shift in what is left', () => {
    fc.assert(
      fc.property(anyWeek('M'), anyWeek('N'), moments, (hers, his, moment) => {
        const mine = entries(hers);
        const theirs = entries(his);
        const verdict = offerOf(hers, his, { now: moment });
        if (!verdict.ok) return;
        const { requesterGives, colleagueGives } = verdict satisfies Gives<DatedDuty>;
        const hersAfter = after(mine, requesterGives, colleagueGives);
        const hisAfter = after(theirs, colleagueGives, requesterGives);
        for (let index = 0; index < 7; index += 1) {
          const date = addDays(first, index);
          expect(ofDay([...hersAfter, ...hisAfter], date)).toEqual(ofDay([...mine, ...theirs], date));
          const rests = ({ workLocation }: DatedDuty): boolean => workLocation !== 'sede';
          const restsOn = (duties: readonly DatedDuty[]) =>
            duties.filter((duty) => duty.date === date && rests(duty));
          expect(restsOn(hersAfter)).toEqual(restsOn(mine));
          expect(restsOn(hisAfter)).toEqual(restsOn(theirs));
        }
        const [received] = colleagueGives;
        const isAllowed = judgeShift(
          received!,
          { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' },
          colleagueGives.slice(1),
        );
        expect(isAllowed.ok).toBe(true);
        expect(requesterGives.every(({ date }) => date >= moment.slice(0, 10))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('is possible for one exactly when it is for the other', () => {
    fc.assert(
      fc.property(anyWeek('M'), anyWeek('N'), moments, (hers, his, moment) => {
        const asked = offerOf(hers, his, { now: moment });
        const answered = offerOf(his, hers, { now: moment, requester: fabio, colleague: tiziana });
        expect(asked.ok).toBe(answered.ok);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a preview', () => {
  const hers = entries('MMMMMfm');
  const his = entries('NNNNNrf');
  const verdict = offerOf('MMMMMfm', 'NNNNNrf');
  const facts = {
    weeks: { offered: one, wanted: one },
    requester: { entries: hers, gives: verdict.ok ? verdict.requesterGives : [] },
    colleague: { entries: his, gives: verdict.ok ? verdict.colleagueGives : [] },
    now,
  };
  const placesOf = (viewer: 'requester' | 'colleague'): string[] =>
    weekPreview({ ...facts, viewer })[0]!.days.map(({ requester, colleague }) =>
      [requester.before, requester.after, colleague.before, colleague.after]
        .map((entry) => entry?.shiftType ?? entry?.workLocation ?? '-')
        .join(' '),
    );

  test('of a week shows the own days off, and of the other only that they do not work', () => {
    expect(placesOf('requester')).toEqual([
      ...Array<string>(5).fill('mattina notte notte mattina'),
      'ferie ferie assente assente',
      'malattia malattia assente assente',
    ]);
    expect(placesOf('colleague').slice(5)).toEqual([
      'assente assente libero libero',
      'assente assente ferie ferie',
    ]);
  });

  test('does not tell a day off from a day without an entry, but for the viewer', () => {
    const empty = { entries: entries('NNNNN..'), gives: facts.colleague.gives };
    const [week] = weekPreview({ ...facts, colleague: empty, viewer: 'requester' });
    expect(week?.days[5]?.colleague.before?.workLocation).toBe('assente');
    const [own] = weekPreview({ ...facts, colleague: empty, viewer: 'colleague' });
    expect(own?.days[5]?.colleague.before).toBeNull();
  });

  test('of holidays shows both weeks in order, and the holidays that are on offer', () => {
    const given = [...entries('fffffrr'), ...entries('MMMMrfr', second)];
    const taken = [...entries('NNNNNfr'), ...entries('rrfff..', second)];
    const weeks = weekPreview({
      weeks: { offered: one, wanted: two },
      requester: { entries: given, gives: given },
      colleague: { entries: taken, gives: taken },
      viewer: 'colleague',
      now,
    });
    expect(weeks.map(({ from }) => from)).toEqual([first, second]);
    const cell = (week: number, day: number) => weeks[week]!.days[day]!;
    expect(cell(0, 0)).toMatchObject({
      requester: { before: { workLocation: 'ferie' }, after: { shiftType: 'notte' } },
      colleague: { before: { shiftType: 'notte' }, after: { workLocation: 'ferie' } },
    });
    // a holiday of hers within her week of work is not on offer as one
    expect(cell(1, 5)).toMatchObject({
      requester: { before: { workLocation: 'assente' }, after: null },
      colleague: { before: null, after: { workLocation: 'assente' } },
    });
    expect(weeks.every(({ days }) => days.every(({ isOpen, isSwapped }) => isOpen && isSwapped))).toBe(true);
  });

  test('of a completed swap shows what both gave', () => {
    const [week] = completedPreview([one], entries('..MM...'), entries('..NN...'));
    expect(week?.days.map(({ isSwapped }) => isSwapped)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(week?.days[2]).toMatchObject({
      requester: { before: { shiftType: 'mattina' }, after: { shiftType: 'notte' } },
      colleague: { before: { shiftType: 'notte' }, after: { shiftType: 'mattina' } },
    });
    expect(week?.days[0]?.requester).toEqual({ before: null, after: null });
  });
});
