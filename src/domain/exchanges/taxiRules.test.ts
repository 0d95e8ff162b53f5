import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offer, person, weekRequest } from '../../../tests/support/exchangeFacts.ts';
import { addDays, type Day, daysOf, type Instant } from '../calendar/day.ts';
import { messageOf } from '../errors/messages.it.ts';
import { taxiShifts, type WorkLocation } from '../shifts/duty.ts';
import { type Entry, judgeShift } from '../shifts/rules.ts';
import { coverChange, entriesAfter, receivedFor } from './handover.ts';
import { judgeTaken, judgeYes } from './judging.ts';
import { judgePublication, type Publication } from './publishing.ts';
import { type ExchangeFacts, type HeldEntry, swapWeeksOf } from './request.ts';
import { type Gives, hasBegun, type Participant } from './rules.ts';
import { inHolidaySwap, leftWork, taxiMatchScore } from './taxiRules.ts';
import { completedPreview, weekPreview } from './weekPreview.ts';
import { isHolidayWeek, weekBeginsAt } from './weeks.ts';

/** Saturdays; `now` is the Monday before the first of them, 10:00 in Rome. */
const first: Day = '2026-11-21';
const second: Day = '2026-11-28';
const now: Instant = '2026-11-16T09:00:00.000Z';
const one = { from: first, to: '2026-11-27' };
const two = { from: second, to: '2026-12-04' };

const locations: Record<string, WorkLocation> = { r: 'libero', f: 'ferie', m: 'malattia' };

/** Entries from a Saturday on, one letter per day: `MPSN` named shifts, `r` rest, `f` holiday, `m` illness, `.` nothing. */
function entries(letters: string, from: Day = first): HeldEntry[] {
  return letters.split('').flatMap((letter, index): HeldEntry[] => {
    const date = addDays(from, index);
    const rest = { shiftId: date, isSplitShift: false, secondStartTime: null, secondEndTime: null };
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

/** The inverse of `entries`. */
const lettersOf = (duties: readonly Entry[], from: Day = first): string =>
  Array.from({ length: 7 }, (_, index) => {
    const duty = duties.find(({ date }) => date === addDays(from, index));
    if (!duty) return '.';
    const named = taxiShifts.find(({ startTime }) => startTime === duty.startTime);
    return named?.name[0] ?? { libero: 'r', ferie: 'f', malattia: 'm' }[duty.workLocation as string] ?? '?';
  }).join('');

const taxi = { variant: 'taxi', contractHours: 7 } as const;
const [tiziana, fabio] = [person('tiziana', taxi), person('fabio', taxi)];

/** Overrides for Fabio's answer to Tiziana. */
interface Change {
  terms?: Partial<ExchangeFacts>;
  colleague?: Partial<Participant>;
  now?: Instant;
}

const byTiziana = { requesterId: 'tiziana', requesterContractHours: 7 };
const refused = { terms: { offers: [offer({ userId: 'fabio', status: 'rifiutata' as const })] } };

describe('publishing the named shift of a week', () => {
  const week = entries('MMMMMrr');
  const publication: Publication<HeldEntry> = {
    kind: 'settimana',
    requester: tiziana,
    shift: week[2]!,
    requestedDate: first,
    requestedShiftType: 'notte',
    entries: week,
    now,
  };

  test('offers its working days until the last one begins', () => {
    const verdict = judgePublication(publication);
    expect(verdict).toMatchObject({ ok: true, expiresAt: '2026-11-25T05:00:00.000Z' });
    expect(verdict.ok && lettersOf(verdict.gives)).toBe('MMMMM..');
  });

  test.each([
    // Saturday 05:59 and 06:00 in Rome, Tuesday noon
    ['2026-11-21T04:59:59.999Z', 'MMMMM..'],
    ['2026-11-21T05:00:00.000Z', '.MMMM..'],
    ['2026-11-24T11:00:00.000Z', '....M..'],
  ])('at %s offers the remaining days: %s', (moment, letters) => {
    const verdict = judgePublication({ ...publication, now: moment });
    expect(verdict.ok && lettersOf(verdict.gives)).toBe(letters);
  });

  test.each([
    // exactly a day before Sunday 06:00 in Rome, and before Wednesday, the last day
    ['2026-11-21T04:59:59.999Z', '.MMMM..'],
    ['2026-11-21T05:00:00.000Z', '..MMM..'],
    ['2026-11-24T04:59:59.999Z', '....M..'],
    ['2026-11-24T05:00:00.000Z', 'exchange_past_cutoff'],
  ])('with a one-day cut-off, at %s offers the remaining days: %s', (moment, left) => {
    const requester = { ...tiziana, cutoffHours: 24 };
    const verdict = judgePublication({ ...publication, requester, now: moment });
    expect(verdict.ok ? lettersOf(verdict.gives) : verdict.code).toBe(left);
    if (verdict.ok) expect(verdict.expiresAt).toBe('2026-11-24T05:00:00.000Z');
  });

  const wrong: [string, Partial<Publication<HeldEntry>>, string][] = [
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
  test.each(wrong)('publishing a week’s named shift is refused with %s', (_what, change, code) => {
    expect(judgePublication({ ...publication, ...change })).toMatchObject({ ok: false, code });
  });

  test('a draft may leave the wanted type open', () => {
    expect(judgePublication({ ...publication, requestedShiftType: null }).ok).toBe(true);
  });
});

/** Fabio's answer to Tiziana's week. */
function offerOf(herWeek: string, hisWeek: string, { terms, colleague, now: moment = now }: Change = {}) {
  const [offeredDuties, own] = [entries(herWeek), entries(hisWeek)];
  const week = { offeredWeek: first, wantedWeek: first, offeredDuties, ...byTiziana };
  const work = offeredDuties.map((entry) => ({ ...entry, userId: 'tiziana' }));
  const facts = weekRequest('settimana', { ...week, work, ...terms });
  return judgeYes(facts, { person: { ...fabio, ...colleague }, entries: own }, moment);
}

/** The requester's week after a swap of named shifts. */
function weekAfter(letters: string, { requesterGives, colleagueGives }: Gives): Entry[] {
  const kept = entries(letters).filter(({ date }) => !requesterGives.some((duty) => duty.date === date));
  return [...kept, ...receivedFor('settimana', requesterGives, colleagueGives)];
}

/** The same swap from the other side. */
const mirrored = ({ requesterGives, colleagueGives }: Gives): Gives => ({
  requesterGives: colleagueGives,
  colleagueGives: requesterGives,
});

describe('pre-accepting a week', () => {
  test.each([
    ['MMMMMrr', 'NNNNNrr', 'MMMMM..'],
    ['MMMMMrr', 'PPPPP..', 'MMMMM..'],
    ['MMMMffm', 'SSSSrrr', 'MMMM...'],
    ['rrrrrrM', 'rrrrrfN', '......M'],
    ['rrrrrrM', 'rrffrrN', '......M'],
  ])('of %s and %s, %s is swapped', (hers, his, letters) => {
    const verdict = offerOf(hers, his);
    expect(verdict.ok && lettersOf(verdict.requesterGives)).toBe(letters);
  });

  test.each([
    ['MMMMMrr', 'rNNNNNr', 'MMMMM..', '.NNNNN.', 'NNNNNrr', 'rMMMMMr'],
    ['MMMMMrr', 'NNNNfrr', 'MMMMM..', 'NNNN...', 'NNNNNrr', 'MMMMfrr'],
    ['MMMM.rr', 'NNNNNrr', 'MMMM...', 'NNNNN..', 'NNNN.rr', 'MMMMMrr'],
    ['MMMMMrr', 'rrfmrNN', 'MMMMM..', '.....NN', 'NNNNNrr', 'rrfmrMM'],
    ['.Mf.m.r', 'SSSSSSS', '.M.....', 'SSSSSSS', '.Sf.m.r', 'MMMMMMM'],
  ])('%s by %s: each takes the other’s shift on own days', (hers, his, gives, takes, herNew, hisNew) => {
    const verdict = offerOf(hers, his);
    if (!verdict.ok) throw new Error(messageOf(verdict));
    const { requesterGives, colleagueGives } = verdict;
    expect([lettersOf(requesterGives), lettersOf(colleagueGives)]).toEqual([gives, takes]);
    expect([lettersOf(weekAfter(hers, verdict)), lettersOf(weekAfter(his, mirrored(verdict)))]).toEqual([
      herNew,
      hisNew,
    ]);
  });

  const wrong: [string, string, Change, string][] = [
    ['the own request', 'NNNNNrr', { colleague: { id: 'tiziana' } }, 'exchange_own_request'],
    ['another worksite', 'NNNNNrr', { colleague: { worksiteId: 'x' } }, 'exchange_other_worksite'],
    ['a closed request', 'NNNNNrr', { terms: { status: 'annullata' } }, 'exchange_closed'],
    ['an inactive colleague', 'NNNNNrr', { colleague: { isActive: false } }, 'exchange_person_inactive'],
    [
      'a worksite that is no longer a taxi worksite',
      'NNNNNrr',
      { colleague: { variant: 'standard' } },
      'exchange_kind_not_offered',
    ],
    ['an offer refused before', 'NNNNNrr', refused, 'exchange_offer_refused'],
    ['no work', 'rrrrrff', {}, 'exchange_no_own_week'],
    ['no entry', '.......', {}, 'exchange_no_own_week'],
    ['the same named shift', 'MMMMMrr', {}, 'exchange_same_type_worked'],
    ['two named shifts', 'NNPPPrr', {}, 'exchange_week_mixed'],
    ['a week that is over', 'NNNNNrr', { now: '2026-11-25T05:00:00.000Z' }, 'exchange_week_over'],
  ];
  test.each(wrong)('pre-accepting a week is refused for %s', (_what, his, change, code) => {
    expect(offerOf('MMMMMrr', his, change)).toMatchObject({ ok: false, code });
  });

  test('pre-accepting a week ignores role and hours', () => {
    const leader = { role: 'team_leader', contractHours: 8 } as const;
    expect(offerOf('MMMMMrr', 'NNNNNrr', { colleague: leader }).ok).toBe(true);
  });

  test.each([
    // Monday of the week: NOTTE begins 03:00, MATTINA 06:00, POMERIGGIO 13:00, SEMINOTTE 20:00
    ['2026-11-23T01:59:59.999Z', 'MMMMMrr', 'NNNNNrr', '..MMM..', '..NNN..'],
    ['2026-11-23T02:00:00.000Z', 'MMMMMrr', 'NNNNNrr', '...MM..', '...NN..'],
    ['2026-11-23T05:00:00.000Z', 'MMMMMrr', 'PPPPPrr', '...MM..', '...PP..'],
    ['2026-11-23T05:00:00.000Z', 'PPPPPrr', 'MMMMMrr', '...PP..', '...MM..'],
    // one is off today: both the shift given and the one received today must be still to come
    ['2026-11-23T05:00:00.000Z', 'PPrPPrr', 'SSSSSrr', '...PP..', '..SSS..'],
    ['2026-11-23T05:00:00.000Z', 'PPPPPrr', 'SSrSSrr', '..PPP..', '...SS..'],
    ['2026-11-23T12:00:00.000Z', 'PPPPPrr', 'SSrSSrr', '...PP..', '...SS..'],
    ['2026-11-23T11:59:59.999Z', 'SSSSSrr', 'PPrPPrr', '..SSS..', '...PP..'],
    ['2026-11-23T12:00:00.000Z', 'SSSSSrr', 'PPrPPrr', '...SS..', '...PP..'],
    ['2026-11-23T05:00:00.000Z', 'rrrrPPP', 'SSSSrrr', '....PPP', '..SS...'],
  ])('at %s, %s gives %s for %s of %s', (moment, hers, his, given, taken) => {
    const verdict = offerOf(hers, his, { now: moment });
    expect(verdict.ok && lettersOf(verdict.requesterGives)).toBe(given);
    expect(verdict.ok && lettersOf(verdict.colleagueGives)).toBe(taken);
  });

  test.each([
    // Tuesday 05:00: NOTTE of today has begun, MATTINA has not; each pair is over for one of them
    ['MMMM.rr', 'NNNNNrr', 'exchange_week_over'],
    ['MMMMMrr', 'NNNN.rr', 'exchange_week_over'],
    ['MMMMMrr', 'NNNr...', 'exchange_week_over'],
    // the colleague's only shift is today's, and the one to receive has begun
    ['rrrrNrr', 'rrrMrrr', 'exchange_week_over'],
    // the rest of a week swapped while running: MATTINA today, NOTTE from tomorrow on
    ['MMMMNrr', 'SSSSSrr', 'exchange_week_mixed'],
    ['SSSSSrr', 'MMMMNrr', 'exchange_week_mixed'],
  ])('on Tuesday at 05:00, %s by %s is refused: %s', (hers, his, code) => {
    expect(offerOf(hers, his, { now: '2026-11-24T04:00:00.000Z' })).toMatchObject({ ok: false, code });
  });

  test('pre-accepting a week on the last day with a shift that has begun: nothing is left', () => {
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
  const later = [...entries('MMMMMrr'), ...entries('rfffffr', second)];
  const publication: Publication<HeldEntry> = {
    kind: 'ferie',
    requester: tiziana,
    shift: own[0]!,
    requestedDate: '2026-12-01',
    requestedShiftType: null,
    entries: own,
    now,
  };

  test('holidays are offered with the work of the wanted week, until the earlier one begins', () => {
    expect(judgePublication(publication)).toEqual({
      ok: true,
      gives: own.slice(0, 12),
      expiresAt: '2026-11-20T23:00:00.000Z',
    });
    const swapped = { ...publication, shift: later[8]!, entries: later, requestedDate: first };
    expect(judgePublication(swapped)).toMatchObject({ expiresAt: '2026-11-20T23:00:00.000Z' });
  });

  test('are offered by day, without entries outside both weeks', () => {
    const around = [...entries('MM', '2026-12-05'), ...entries('NN', '2026-11-19')];
    expect(judgePublication({ ...publication, entries: [...around, ...own.toReversed()] })).toMatchObject({
      gives: own.slice(0, 12),
    });
  });

  const wrong: [string, Partial<Publication<HeldEntry>>, string][] = [
    ['the same week', { requestedDate: '2026-11-27' }, 'exchange_same_week'],
    ['holidays that have begun', { now: '2026-11-20T23:00:00.000Z' }, 'exchange_holidays_begun'],
    ['a wanted week that has begun', { requestedDate: '2026-11-18' }, 'exchange_wanted_week_begun'],
    [
      'a wanted week that begins now',
      { shift: own[8]!, requestedDate: first, entries: later, now: weekBeginsAt(one) },
      'exchange_wanted_week_begun',
    ],
    ['a week without work', { entries: entries('rfffffr') }, 'exchange_wanted_week_free'],
    [
      'work among the holidays',
      { entries: [...entries('rffMffr'), ...entries('MMMMMrr', second)] },
      'exchange_not_holiday_week',
    ],
  ];
  test.each(wrong)('holidays are refused with %s', (_what, change, code) => {
    expect(judgePublication({ ...publication, ...change })).toMatchObject({ ok: false, code });
  });

  test.each([
    ['MMMMMrr', true],
    ['rrrrrrr', false],
    ['MMMmMrr', true],
  ])('may be wanted in a week of %s: %s', (letters, isAllowed) => {
    const wished = [...entries('rfffffr'), ...entries(letters, second)];
    expect(judgePublication({ ...publication, entries: wished }).ok).toBe(isAllowed);
  });

  const lettersIn = (verdict: ReturnType<typeof answer>, side: 'requesterGives' | 'colleagueGives') =>
    verdict.ok && `${lettersOf(verdict[side])} ${lettersOf(verdict[side], second)}`;

  const holidays = { offeredWeek: first, wantedWeek: second, offeredDuties: own, ...byTiziana };
  const answer = (his: string, hisLater: string, { terms, now: moment = now }: Change = {}) => {
    const his2 = [...entries(his), ...entries(hisLater, second)];
    return judgeYes(
      weekRequest('ferie', { ...holidays, ...terms }),
      { person: fabio, entries: his2 },
      moment,
    );
  };

  test('holidays are taken with a holiday week in the wanted one and work in the offered one', () => {
    const verdict = answer('NNNNNrr', 'fffffrr');
    expect(lettersIn(verdict, 'requesterGives')).toBe('rffff.. MMMMM..');
    expect(lettersIn(verdict, 'colleagueGives')).toBe('NNNNN.. fffff..');
  });

  test.each(['NN.NNrr', 'NNrNNrr', 'NNfNN..', 'NNmNNff'])(
    'are swapped on days on which one of the two works, and nothing else of %s',
    (his) => {
      const verdict = answer(his, 'f.fffff');
      expect(lettersIn(verdict, 'requesterGives')).toBe('rf.ff.. MMMMM..');
      expect(lettersIn(verdict, 'colleagueGives')).toBe('NN.NN.. f.fff..');
    },
  );

  test.each([
    ['rrrrrrr', 'fffffrr', {}, 'exchange_no_work_week'],
    ['NNNNNrr', 'rrrrrrr', {}, 'exchange_no_holiday_week'],
    ['NNNNNrr', 'ffNffrr', {}, 'exchange_no_holiday_week'],
    ['NNNNNrr', 'fffffrr', refused, 'exchange_offer_refused'],
    ['NNNNNrr', 'fffffrr', { now: '2026-11-20T23:00:00.000Z' }, 'exchange_week_over'],
    [
      'fffffrr',
      'NNNNNrr',
      { terms: { offeredWeek: second, wantedWeek: first }, now: '2026-11-20T23:00:00.000Z' },
      'exchange_week_over',
    ],
    ['NNNNNrr', 'fffffrr', { terms: { status: 'completata' } }, 'exchange_closed'],
  ] as [string, string, Change, string][])(
    'are refused to %s and %s with %j: %s',
    (his, hisLater, change, code) => {
      expect(answer(his, hisLater, change)).toMatchObject({ ok: false, code });
    },
  );

  test('a refusal does not reveal a colleague’s calendar to the requester', () => {
    const taken = (his: string, hisLater: string, request = weekRequest('ferie', holidays)) => {
      const given = [...entries(his), ...entries(hisLater, second)];
      const colleague = { person: fabio, entries: given };
      const { offeredDuties: offered } = request;
      return judgeTaken({
        request,
        colleague,
        requesterEntries: offered,
        offered,
        given,
        givenDay: null,
        now,
      });
    };
    const week = { offeredWeek: first, wantedWeek: first, offeredDuties: entries('MMMMMrr') };
    const named = weekRequest('settimana', { ...byTiziana, ...week });
    const gone = { ok: false, code: 'exchange_offer_gone' };
    expect(taken('NNNNNrr', 'MMMMMrr')).toMatchObject(gone);
    expect(taken('rrrrrrr', 'fffffrr')).toMatchObject(gone);
    expect(taken('rrrrrrr', '', named)).toMatchObject(gone);
    expect(taken('NNNNNrr', '', named).ok).toBe(true);
    expect(taken('MMMMMrr', '', named)).toMatchObject({ code: 'exchange_same_type_worked' });
  });
});

test('weeks of a request', () => {
  expect(swapWeeksOf('turno', first, first)).toBeNull();
  expect(swapWeeksOf('settimana', '2026-11-23', '2026-11-27')).toEqual({ offered: one, wanted: one });
  expect(swapWeeksOf('ferie', '2026-11-23', second)).toEqual({ offered: one, wanted: two });
  expect(weekBeginsAt(one)).toBe('2026-11-20T23:00:00.000Z');
  expect([taxiMatchScore(true), taxiMatchScore(false)]).toEqual([100, 25]);
});

test('of a week, named shifts not yet begun remain; for holidays, the own ones and the work in the offered week', () => {
  const given = [...entries('Mfr'), ...entries('ffr', second)];
  const begun = '2026-11-21T05:00:00.000Z';
  const lettersIn = (duties: readonly Entry[]) => lettersOf(duties) + lettersOf(duties, second);
  const weeks = { offered: two, wanted: one };
  expect(lettersIn(inHolidaySwap(given, weeks))).toBe('M......ffr....');
  expect(lettersIn(leftWork(entries('MMf'), one, begun))).toBe('.M............');
});

describe('for any two weeks', () => {
  const anyLetter = fc.constantFrom('M', 'N', 'r', 'f', 'm', '.');
  /** A week of one named shift, as the calendar stores it. */
  const anyWeek = (type: string) =>
    fc
      .array(anyLetter, { minLength: 7, maxLength: 7 })
      .map((letters) => letters.map((letter) => (letter === 'M' || letter === 'N' ? type : letter)).join(''));
  const moments = fc
    .integer({ min: 0, max: 8 * 24 * 4 })
    .map((quarters) => new Date(Date.parse('2026-11-20T12:00:00Z') + quarters * 900_000).toISOString());

  const worksOn = (duties: readonly Entry[], date: Day): boolean =>
    duties.some((duty) => duty.date === date && duty.workLocation === 'sede');
  const notWorking = (duties: readonly Entry[]): Entry[] =>
    duties.filter(({ workLocation }) => workLocation !== 'sede');

  test('a swap keeps who drives on which day and all days off, and leaves one named shift in the remaining days', () => {
    let swaps = 0;
    fc.assert(
      fc.property(anyWeek('M'), anyWeek('N'), moments, (her, his, moment) => {
        const verdict = offerOf(her, his, { now: moment });
        if (!verdict.ok) return;
        swaps += 1;
        for (const [letters, gives] of [
          [her, verdict],
          [his, mirrored(verdict)],
        ] as const) {
          const before = entries(letters);
          const after = weekAfter(letters, gives);
          for (const date of daysOf(one)) expect(worksOn(after, date)).toBe(worksOn(before, date));
          expect(notWorking(after)).toEqual(notWorking(before));
          const received = receivedFor('settimana', gives.requesterGives, gives.colleagueGives);
          expect(received.map(({ shiftType }) => shiftType)).toEqual(
            Array(received.length).fill(gives.colleagueGives[0]?.shiftType),
          );
          // nothing that has begun changes, given or received
          expect([...gives.requesterGives, ...received].filter((duty) => hasBegun(duty, moment))).toEqual([]);
        }
      }),
      { numRuns: 2000 },
    );
    expect(swaps).toBeGreaterThan(800);
  });

  test('each works one named shift on the remaining days, as the calendar requires', () => {
    fc.assert(
      fc.property(anyWeek('M'), anyWeek('N'), (hers, his) => {
        const verdict = offerOf(hers, his);
        if (!verdict.ok) return;
        const [received, ...others] = receivedFor(
          'settimana',
          verdict.requesterGives,
          verdict.colleagueGives,
        );
        const driver = { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' } as const;
        expect(judgeShift(received!, driver, others).ok).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('a swap is possible for one person if and only if it is for the other', () => {
    fc.assert(
      fc.property(anyWeek('M'), anyWeek('N'), moments, (her, his, moment) => {
        const asked = offerOf(her, his, { now: moment });
        const answered = offerOf(his, her, { now: moment });
        expect(asked.ok).toBe(answered.ok);
        if (asked.ok && answered.ok) expect(answered).toEqual({ ok: true, ...mirrored(asked) });
      }),
      { numRuns: 1000 },
    );
  });
});

test('the cover of a day changes if exactly one of the two drives', () => {
  const [hers, his] = [entries('MMM..'), entries('.NN.N')];
  const days = daysOf({ from: first, to: '2026-11-25' });
  const night = { before: 'mattina', after: 'notte' };
  const morning = { before: 'notte', after: 'mattina' };
  expect(days.map((date) => coverChange(date, hers, his))).toEqual([night, null, null, null, morning]);
  expect(days.map((date) => coverChange(date, his, hers))).toEqual([night, null, null, null, morning]);
});

test('a day emptied by a swap becomes a rest day if it has a note', () => {
  const notes = new Map([
    [first, 'Mare'],
    [addDays(first, 1), null],
    [addDays(first, 2), 'Telepass'],
    [addDays(first, 3), ''],
  ]);
  const kept = (gave: string, got: string) =>
    entriesAfter('ferie', entries(gave), entries(got), notes).filter(({ isReceived }) => !isReceived);
  const lettersKept = (gave: string, got: string) => lettersOf(kept(gave, got).map(({ entry }) => entry));
  expect([lettersKept('ffff', '..NN'), lettersKept('', 'N')]).toEqual(['r......', '.......']);
});

describe('a preview', () => {
  const hers = entries('MMMMMfm');
  const his = entries('NNNNNrf');
  const verdict = offerOf('MMMMMfm', 'NNNNNrf');
  const facts = {
    kind: 'settimana' as const,
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

  test('a preview of a week shows the viewer’s days off; for the other person only that they do not work', () => {
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

  test('a preview distinguishes a day off from an empty day only for the viewer', () => {
    const empty = { entries: entries('NNNNN..'), gives: facts.colleague.gives };
    const [week] = weekPreview({ ...facts, colleague: empty, viewer: 'requester' });
    expect(week?.days[5]?.colleague.before?.workLocation).toBe('assente');
    const [own] = weekPreview({ ...facts, colleague: empty, viewer: 'colleague' });
    expect(own?.days[5]?.colleague.before).toBeNull();
  });

  test('a preview of holidays shows both weeks in order, and the offered holidays', () => {
    const given = [...entries('fffffrr'), ...entries('MMMMrfr', second)];
    const taken = [...entries('NNNNNfr'), ...entries('rrfff..', second)];
    const weeks = weekPreview({
      kind: 'ferie',
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
    // a holiday in her working week is not on offer
    expect(cell(1, 5)).toMatchObject({
      requester: { before: { workLocation: 'assente' }, after: null },
      colleague: { before: null, after: { workLocation: 'assente' } },
    });
    expect(weeks.every(({ days }) => days.every(({ isOpen, isSwapped }) => isOpen && isSwapped))).toBe(true);
  });

  test('a preview with different rest days shows where the cover changes', () => {
    const [mine, theirs] = ['MMMMMrr', 'rNNNNNf'] as const;
    const swap = offerOf(mine, theirs);
    if (!swap.ok) throw new Error(messageOf(swap));
    const [week] = weekPreview({
      ...facts,
      requester: { entries: entries(mine), gives: swap.requesterGives },
      colleague: { entries: entries(theirs), gives: swap.colleagueGives },
      viewer: 'colleague',
    });
    const words = week!.days.map(({ requester, colleague, cover, isSwapped }) =>
      [requester.before, requester.after, colleague.before, colleague.after]
        .map((entry): string => entry?.shiftType ?? entry?.workLocation ?? '-')
        .concat(cover ? `${cover.before}>${cover.after}` : '', String(isSwapped))
        .join(' '),
    );
    expect(words).toEqual([
      'mattina notte libero libero mattina>notte true',
      ...Array<string>(4).fill('mattina notte notte mattina  true'),
      'assente assente notte mattina notte>mattina true',
      'assente assente ferie ferie  false',
    ]);
  });

  test('of holidays has the weeks in order and shows the wanted holidays to the requester', () => {
    const weeks = weekPreview({
      kind: 'ferie',
      weeks: { offered: two, wanted: one },
      requester: { entries: entries('Mffffrr', second), gives: [] },
      colleague: { entries: [...entries('ffrffrr'), ...entries('fNNNNrr', second)], gives: [] },
      viewer: 'requester',
      now,
    });
    expect(weeks.map(({ from }) => from)).toEqual([first, second]);
    const placeOf = (week: number) => weeks[week]?.days[0]?.colleague.before?.workLocation;
    expect([placeOf(0), placeOf(1)]).toEqual(['ferie', 'assente']);
  });

  test('of a running week is open on swapped and coming days', () => {
    const tuesday = { ...facts, now: '2026-11-24T11:00:00.000Z', viewer: 'requester' as const };
    const openDays = (given: readonly Entry[]): string =>
      weekPreview({
        ...tuesday,
        requester: { entries: hers, gives: given },
        colleague: { entries: his, gives: [] },
      })
        .flatMap(({ days }) => days.map(({ isOpen }) => (isOpen ? 'o' : '-')))
        .join('');
    expect(openDays([])).toBe('----ooo');
    expect(openDays(entries('...M'))).toBe('---oooo');
  });

  test('of holidays shows no change of cover', () => {
    const hersGiven = [...entries('MM.'), ...entries('fff', second)];
    const hisGiven = [...entries('.ff'), ...entries('NNN', second)];
    const weeks = completedPreview('ferie', [one, two], hersGiven, hisGiven);
    expect(weeks.flatMap(({ days }) => days.filter(({ cover }) => cover))).toEqual([]);
  });

  test('a preview of a completed swap shows what each gave and received', () => {
    const [week] = completedPreview('settimana', [one], entries('..MM...'), entries('...NN..'));
    expect(week?.days.map(({ isSwapped }) => isSwapped)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(week?.days[3]).toMatchObject({
      requester: { before: { shiftType: 'mattina' }, after: { shiftType: 'notte' } },
      colleague: { before: { shiftType: 'notte' }, after: { shiftType: 'mattina' } },
      cover: null,
    });
    const nothing = { before: null, after: null };
    expect(week?.days[2]).toMatchObject({
      requester: { before: { shiftType: 'mattina' }, after: { shiftType: 'notte' } },
      colleague: nothing,
      cover: { before: 'mattina', after: 'notte' },
    });
    expect(week?.days[4]).toMatchObject({
      requester: nothing,
      colleague: { before: { shiftType: 'notte' }, after: { shiftType: 'mattina' } },
      cover: { before: 'notte', after: 'mattina' },
    });
    expect(week?.days[0]).toMatchObject({ requester: nothing, colleague: nothing, cover: null });
    const [holidays] = completedPreview('ferie', [one], entries('ff'), entries('.NN'));
    expect(holidays?.days.slice(0, 3)).toMatchObject([
      { requester: { before: { workLocation: 'ferie' }, after: null }, cover: null },
      { requester: { before: { workLocation: 'ferie' }, after: { shiftType: 'notte' } }, cover: null },
      { requester: { before: null, after: { shiftType: 'notte' } }, cover: null },
    ]);
  });
});
