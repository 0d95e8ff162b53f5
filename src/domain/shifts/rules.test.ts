import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dutyWith, unsplit } from '../../../tests/support/duties.ts';
import { addDays, saturdayWeekOf, type Time } from '../calendar/day.ts';
import { messageOf } from '../errors/messages.it.ts';
import { dutyMinutes, type ShiftType, taxiShifts, type WorkLocation } from './duty.ts';
import {
  type Entry,
  isSameEntry,
  judgeDay,
  lastDayAhead,
  judgeShift,
  maySplit,
  type ShiftDraft,
  type ShiftOwner,
  weekTypeOf,
} from './rules.ts';
import { editFormTimes } from './times.ts';

/** A Friday. */
const day = '2026-11-20';
const contract = (contractHours: number): ShiftOwner => ({
  contractHours,
  enableFlexibleShifts: false,
  variant: 'standard',
});
const flexible: ShiftOwner = { contractHours: 5, enableFlexibleShifts: true, variant: 'standard' };
const driver: ShiftOwner = { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' };

const work = (startTime: Time | null, endTime: Time | null, more: Partial<ShiftDraft> = {}): ShiftDraft => ({
  date: day,
  workLocation: 'sede',
  startTime,
  endTime,
  ...more,
});
const split = (times: [Time, Time, Time | null, Time | null]): ShiftDraft =>
  work(times[0], times[1], { isSplitShift: true, secondStartTime: times[2], secondEndTime: times[3] });

/** A stored entry of the week. */
function entry(date: string, startTime: Time | null, endTime: Time | null, shiftType?: ShiftType): Entry {
  return dutyWith({
    date,
    workLocation: startTime === null ? 'ferie' : 'sede',
    startTime,
    endTime,
    shiftType: startTime === null ? null : (shiftType ?? 'mattina'),
  });
}

const codeOf = (draft: ShiftDraft, owner: ShiftOwner, week: Entry[] = []): string => {
  const verdict = judgeShift(draft, owner, week);
  return verdict.ok ? 'ok' : verdict.code;
};
const textOf = (draft: ShiftDraft, owner: ShiftOwner, week: Entry[] = []): string => {
  const verdict = judgeShift(draft, owner, week);
  return verdict.ok ? 'ok' : messageOf(verdict);
};

describe('a day without work', () => {
  test.each(['libero', 'ferie', 'malattia'] as const)('%s is open to everybody and has no times', (place) => {
    const typed = { ...split(['08:00', '12:00', '13:00', '17:00']), workLocation: place };
    for (const owner of [contract(8), contract(4), flexible, driver]) {
      expect(judgeShift(typed, owner, [entry('2026-11-19', '06:00', '13:00')])).toEqual({
        ok: true,
        duty: {
          workLocation: place,
          startTime: null,
          endTime: null,
          shiftType: null,
          ...unsplit,
        },
      });
    }
  });
});

describe('times', () => {
  test.each([
    [work(null, '14:00'), 'shift_times_required'],
    [work('06:00', null), 'shift_times_required'],
    [work(null, null), 'shift_times_required'],
    [work(null, null, { startTime: undefined, endTime: undefined }), 'shift_times_required'],
    [work('06:10', '14:10'), 'shift_not_on_quarter_hour'],
    [work('06:00', '14:01'), 'shift_not_on_quarter_hour'],
    [work('14:00', '06:00'), 'shift_ends_before_start'],
    [work('14:00', '14:00'), 'shift_ends_before_start'],
    // 24:00 does not exist: 00:00 would be the next day
    [work('16:00', '00:00'), 'shift_ends_before_start'],
    [work('15:45', '23:45'), 'ok'],
    [work('00:00', '08:00'), 'ok'],
  ])('%j: %s', (draft, code) => {
    expect(codeOf(draft, contract(8))).toBe(code);
    expect(codeOf({ ...draft, workLocation: 'smart_working' }, contract(8))).toBe(code);
  });

  test('missing times are refused in the words of the form', () => {
    expect(textOf(work(null, null), contract(8))).toBe(
      'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede',
    );
    expect(textOf(work('14:00', '06:00'), contract(8))).toBe(
      "L'orario di fine deve essere successivo all'orario di inizio",
    );
  });
});

describe('duration', () => {
  test.each([
    // contracts of 8 hours: 8 or 9
    [8, '08:00', '16:00', 'ok'],
    [8, '08:00', '17:00', 'ok'],
    [8, '08:00', '16:30', 'shift_eight_hours_duration'],
    [8, '08:00', '15:45', 'shift_eight_hours_duration'],
    [8, '08:00', '12:00', 'shift_eight_hours_duration'],
    [8, '08:00', '18:00', 'shift_eight_hours_duration'],
    // all others: up to half an hour above contract hours
    [4, '08:00', '12:00', 'ok'],
    [4, '08:00', '12:30', 'ok'],
    [4, '08:00', '12:45', 'shift_too_long'],
    [4, '08:00', '08:15', 'ok'],
    [6, '08:00', '14:30', 'ok'],
    [6, '08:00', '16:00', 'shift_too_long'],
    [7, '08:00', '15:30', 'ok'],
    [7, '08:00', '15:45', 'shift_too_long'],
    [9, '08:00', '17:30', 'ok'],
    [9, '08:00', '16:00', 'ok'],
    [12, '06:00', '18:30', 'ok'],
    [12, '06:00', '18:45', 'shift_too_long'],
  ])('contract of %i hours, %s-%s: %s', (hours, start, end, code) => {
    expect(codeOf(work(start, end), contract(hours))).toBe(code);
  });

  test('the duration is named in the refusal', () => {
    expect(textOf(work('08:00', '15:45'), contract(8))).toBe(
      'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 7 ore e 45 minuti.',
    );
    expect(textOf(work('08:00', '12:45'), contract(4))).toBe(
      'Con il tuo contratto un turno dura al massimo 4 ore e 30 minuti: questo dura 4 ore e 45 minuti.',
    );
  });
});

describe('a split shift', () => {
  test.each([
    [['08:00', '12:00', '14:00', '18:00'], 8, 'ok'],
    [['08:00', '12:00', '12:00', '16:00'], 8, 'ok'],
    [['06:00', '10:00', '18:45', '23:45'], 8, 'ok'],
    [['08:00', '12:00', '14:00', '17:00'], 8, 'shift_eight_hours_duration'],
    [['08:00', '12:00', '11:45', '16:00'], 8, 'shift_split_overlaps'],
    [['08:00', '12:00', null, '16:00'], 8, 'shift_split_incomplete'],
    [['08:00', '12:00', '14:00', null], 8, 'shift_split_incomplete'],
    [['08:00', '12:00', '14:00', '14:00'], 8, 'shift_ends_before_start'],
    [['08:00', '12:00', '20:00', '00:00'], 8, 'shift_ends_before_start'],
    [['08:00', '12:00', '14:05', '18:05'], 8, 'shift_not_on_quarter_hour'],
    [['08:00', '12:00', '14:00', '19:30'], 9, 'ok'],
    [['08:00', '12:00', '14:00', '19:45'], 9, 'shift_too_long'],
    [['08:00', '10:00', '11:00', '13:00'], 7, 'shift_split_not_allowed'],
    [['08:00', '10:00', '11:00', '13:00'], 4, 'shift_split_not_allowed'],
  ] as const)('%j with %i hours: %s', (times, hours, code) => {
    expect(codeOf(split([...times]), contract(hours))).toBe(code);
  });

  test('a split shift is stored with both parts; its type follows from its start', () => {
    expect(judgeShift(split(['08:00', '12:00', '14:00', '18:00']), contract(8), [])).toEqual({
      ok: true,
      duty: {
        workLocation: 'sede',
        startTime: '08:00',
        endTime: '12:00',
        shiftType: 'mattina',
        isSplitShift: true,
        secondStartTime: '14:00',
        secondEndTime: '18:00',
      },
    });
  });

  test('a second part is dropped unless the shift is split', () => {
    const draft = work('08:00', '16:00', { secondStartTime: '18:00', secondEndTime: '19:00' });
    const verdict = judgeShift(draft, contract(8), []);
    expect(verdict.ok && verdict.duty).toMatchObject(unsplit);
  });

  test('a split shift is available from 8 contract hours on, never in taxi worksites', () => {
    expect([4, 7, 8, 12].map((hours) => maySplit(contract(hours)))).toEqual([false, false, true, true]);
    expect(maySplit({ ...driver, contractHours: 8 })).toBe(false);
    expect(codeOf(split(['06:00', '10:00', '10:00', '13:00']), driver)).toBe('shift_split_not_allowed');
  });
});

describe('flexible shifts', () => {
  test.each([
    ['08:00', '12:00', 'ok'],
    ['08:00', '16:00', 'ok'],
    ['08:00', '17:00', 'ok'],
    ['08:00', '13:00', 'shift_flexible_duration'],
    ['08:00', '12:15', 'shift_flexible_duration'],
    ['08:00', '15:00', 'shift_flexible_duration'],
    ['08:00', '18:00', 'shift_flexible_duration'],
  ])('%s-%s: %s, regardless of the contract', (start, end, code) => {
    for (const contractHours of [4, 5, 8, 12]) {
      expect(codeOf(work(start, end), { ...flexible, contractHours })).toBe(code);
    }
  });

  const week = [entry('2026-11-16', '08:00', '16:00'), entry('2026-11-17', '08:00', '16:00')];

  test('fill a week of 20 hours and no more', () => {
    expect(codeOf(work('08:00', '12:00'), flexible, week)).toBe('ok');
    expect(textOf(work('08:00', '16:00'), flexible, week)).toBe(
      'Con i turni flessibili si lavorano al massimo 20 ore a settimana: così sarebbero 24 ore.',
    );
    const full = [...week, entry('2026-11-18', '08:00', '12:00')];
    expect(codeOf(work('08:00', '12:00'), flexible, full)).toBe('shift_flexible_week_full');
  });

  test('do not count days without work', () => {
    const holidays = [entry('2026-11-18', null, null), entry('2026-11-19', null, null)];
    expect(codeOf(work('08:00', '12:00'), flexible, [...week, ...holidays])).toBe('ok');
  });

  test('report the duration, which is checked before the week', () => {
    expect(textOf(work('08:00', '13:00'), flexible)).toContain('5 ore');
    const full = [...week, entry('2026-11-18', '08:00', '12:00')];
    expect(codeOf(work('08:00', '13:00'), flexible, full)).toBe('shift_flexible_duration');
  });
});

describe('the taxi worksite', () => {
  test.each(taxiShifts)(
    'the taxi worksite accepts $name and stores its type',
    ({ startTime, endTime, shiftType }) => {
      const verdict = judgeShift(work(startTime, endTime), driver, []);
      expect(verdict).toMatchObject({
        ok: true,
        duty: { startTime, endTime, shiftType, workLocation: 'sede' },
      });
    },
  );

  test.each([
    ['06:00', '12:45', 'shift_taxi_duration'],
    ['06:00', '14:00', 'shift_taxi_duration'],
    ['07:00', '14:00', 'shift_taxi_not_predefined'],
    ['22:00', '05:00', 'shift_taxi_not_predefined'],
    ['06:00', '06:00', 'shift_ends_before_start'],
    ['06:05', '13:05', 'shift_not_on_quarter_hour'],
  ])('%s-%s: %s', (start, end, code) => {
    expect(codeOf(work(start, end), driver)).toBe(code);
  });

  test('the taxi worksite works in the office only', () => {
    const draft = work('06:00', '13:00', { workLocation: 'smart_working' });
    expect(codeOf(draft, driver)).toBe('shift_taxi_not_predefined');
  });

  test('the taxi worksite checks for 7 hours first, regardless of contract and flexible shifts', () => {
    const odd: ShiftOwner = { contractHours: 8, enableFlexibleShifts: true, variant: 'taxi' };
    expect(codeOf(work('06:00', '14:00'), odd)).toBe('shift_taxi_duration');
    expect(codeOf(work('06:00', '13:00'), odd)).toBe('ok');
    expect(textOf(work('06:00', '14:00'), driver)).toBe(
      'I turni taxi durano esattamente 7 ore: questo dura 8 ore.',
    );
  });

  describe('has one named shift per Saturday-Friday week', () => {
    const seminotti = [
      entry('2026-11-14', '20:00', '03:00', 'seminotte'),
      entry('2026-11-15', null, null),
      entry('2026-11-19', '20:00', '03:00', 'seminotte'),
    ];

    test('the taxi worksite accepts the same named shift again in a Saturday-Friday week', () => {
      expect(codeOf(work('20:00', '03:00'), driver, seminotti)).toBe('ok');
      expect(codeOf(work('20:00', '03:00'), driver, [entry('2026-11-14', null, null)])).toBe('ok');
    });

    test('another one is refused, naming the week and its shift', () => {
      expect(textOf(work('06:00', '13:00'), driver, seminotti)).toBe(
        'Incompatibilità turni nella settimana lavorativa: da sabato 14/11/2026 a venerdì 20/11/2026 lavori di SEMINOTTE. In una settimana si fa un solo tipo di turno.',
      );
    });

    test('after a swap in mid-week the taxi week’s named shift is that of the latest working day', () => {
      const swapped = [
        entry('2026-11-18', '06:00', '13:00', 'mattina'),
        entry('2026-11-14', '20:00', '03:00', 'seminotte'),
        entry('2026-11-20', null, null),
        entry('2026-11-17', '20:00', '03:00', 'seminotte'),
      ];
      for (const date of ['2026-11-15', '2026-11-16', '2026-11-19']) {
        expect(codeOf(work('06:00', '13:00', { date }), driver, swapped)).toBe('ok');
        expect(textOf(work('20:00', '03:00', { date }), driver, swapped)).toContain('lavori di MATTINA');
        expect(codeOf(work('03:00', '10:00', { date }), driver, swapped)).toBe('shift_taxi_week_mixed');
      }
      // with the swapped entries deleted, the days before decide again
      expect(codeOf(work('20:00', '03:00'), driver, swapped.slice(1))).toBe('ok');
      for (const order of [swapped, swapped.toReversed()]) expect(weekTypeOf(order)).toBe('mattina');
      expect(weekTypeOf([])).toBeNull();
    });
  });
});

describe('isSameEntry', () => {
  const half = { isSplitShift: false, secondStartTime: null, secondEndTime: null };
  const morning = { ...entry(day, '06:00', '14:00', 'mattina'), ...half };
  const twoParts = { ...morning, isSplitShift: true, secondStartTime: '15:00', secondEndTime: '17:00' };
  const rest = entry(day, null, null);

  test.each([
    ['the same again', morning, work('06:00', '14:00'), true],
    [
      'a second part that does not count',
      morning,
      work('06:00', '14:00', { secondStartTime: '15:00' }),
      true,
    ],
    ['another day', morning, work('06:00', '14:00', { date: addDays(day, 1) }), false],
    ['another place', morning, work('06:00', '14:00', { workLocation: 'smart_working' }), false],
    ['another start', morning, work('06:15', '14:00'), false],
    ['another end', morning, work('06:00', '14:15'), false],
    ['a split shift', morning, work('06:00', '14:00', { isSplitShift: true }), false],
    ['the same split shift', twoParts, { ...twoParts }, true],
    ['another second start', twoParts, { ...twoParts, secondStartTime: '14:00' }, false],
    ['another second end', twoParts, { ...twoParts, secondEndTime: '18:00' }, false],
    ['no second part', twoParts, { ...twoParts, isSplitShift: false }, false],
    ['rest with times', rest, { ...rest, startTime: '06:00', endTime: '14:00' }, true],
    ['another day off', rest, { ...rest, workLocation: 'libero' as const }, false],
  ])('%s: %s', (_what, stored, draft, isSame) => {
    expect(isSameEntry(stored, draft)).toBe(isSame);
  });
});

describe('judgeDay', () => {
  test.each([
    ['2026-11-19', 'shift_day_in_the_past'],
    ['2026-11-20', 'ok'],
    ['2026-11-21', 'ok'],
    ['2025-12-31', 'shift_day_in_the_past'],
    ['2028-11-20', 'ok'],
    ['2028-11-21', 'shift_day_too_far_ahead'],
    ['2099-12-31', 'shift_day_too_far_ahead'],
  ])('%s: %s', (date, code) => {
    const verdict = judgeDay(date, day);
    expect(verdict.ok ? 'ok' : verdict.code).toBe(code);
  });

  test.each([
    ['2026-11-20', '2028-11-20'],
    ['2027-02-28', '2029-02-28'],
    ['2028-02-29', '2030-02-28'],
    ['2098-06-01', '2100-06-28'],
  ])('on %s the last day is %s', (today, lastDay) => {
    expect(lastDayAhead(today)).toBe(lastDay);
  });

  test('names the last day', () => {
    const verdict = judgeDay('2030-01-01', day);
    expect(verdict.ok ? '' : messageOf(verdict)).toBe(
      'Puoi inserire turni fino a 24 mesi da oggi: l’ultimo giorno è il 20/11/2028.',
    );
  });

  test('judgeDay refuses in the words of the form', () => {
    const verdict = judgeDay('2026-11-19', day);
    expect(verdict.ok ? '' : messageOf(verdict)).toBe(
      'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.',
    );
  });
});

describe('for any input', () => {
  const anyTime = fc.option(fc.constantFrom(...editFormTimes));
  const anyDraft: fc.Arbitrary<ShiftDraft> = fc.record({
    date: fc.integer({ min: 0, max: 400 }).map((days) => addDays(day, days)),
    workLocation: fc.constantFrom<WorkLocation>('smart_working', 'sede', 'libero', 'ferie', 'malattia'),
    startTime: anyTime,
    endTime: anyTime,
    isSplitShift: fc.boolean(),
    secondStartTime: anyTime,
    secondEndTime: anyTime,
  });
  const anyOwner: fc.Arbitrary<ShiftOwner> = fc.record({
    contractHours: fc.integer({ min: 4, max: 12 }),
    enableFlexibleShifts: fc.boolean(),
    variant: fc.constantFrom('standard', 'taxi'),
  });

  const clock = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  /** Plausible form input: parts that fit into a day, of lengths that some contract allows. */
  const likelyDraft: fc.Arbitrary<ShiftDraft> = fc
    .record({
      days: fc.integer({ min: 0, max: 6 }),
      workLocation: fc.constantFrom<WorkLocation>('smart_working', 'sede'),
      start: fc.integer({ min: 20, max: 40 }).map((quarters) => quarters * 15),
      hours: fc.constantFrom(4, 4.5, 6, 8, 9),
      firstPart: fc.constantFrom(0.5, 1),
      pause: fc.constantFrom(0, 60),
    })
    .map(({ days, workLocation, start, hours, firstPart, pause }) => {
      const end = start + hours * 60 * firstPart;
      const rest = hours * 60 * (1 - firstPart);
      return {
        date: addDays(day, days),
        workLocation,
        startTime: clock(start),
        endTime: clock(end),
        isSplitShift: rest > 0,
        secondStartTime: rest > 0 ? clock(end + pause) : null,
        secondEndTime: rest > 0 ? clock(end + pause + rest) : null,
      };
    });

  test('an accepted standard duty ends on its day and is no longer than allowed', () => {
    const taken = { whole: 0, split: 0 };
    fc.assert(
      fc.property(fc.oneof(anyDraft, likelyDraft), anyOwner, (draft, owner) => {
        const verdict = judgeShift(draft, { ...owner, variant: 'standard' }, []);
        if (!verdict.ok || verdict.duty.startTime === null) return;
        const { duty } = verdict;
        taken[duty.isSplitShift ? 'split' : 'whole'] += 1;
        expect(duty.endTime! > duty.startTime!).toBe(true);
        if (duty.isSplitShift) {
          expect(duty.secondStartTime! >= duty.endTime! && duty.secondEndTime! > duty.secondStartTime!).toBe(
            true,
          );
        } else {
          expect([duty.secondStartTime, duty.secondEndTime]).toEqual([null, null]);
        }
        const most =
          owner.enableFlexibleShifts || owner.contractHours === 8 ? 540 : owner.contractHours * 60 + 30;
        expect(dutyMinutes(duty)).toBeGreaterThan(0);
        expect(dutyMinutes(duty)).toBeLessThanOrEqual(most);
      }),
      { numRuns: 1000 },
    );
    // the input must have been accepted often enough
    expect(taken.whole).toBeGreaterThan(50);
    expect(taken.split).toBeGreaterThan(20);
  });

  test('flexible weeks filled one by one never hold more than 20 hours', () => {
    let full = 0;
    fc.assert(
      fc.property(fc.array(likelyDraft, { minLength: 8, maxLength: 12 }), (drafts) => {
        const week: Entry[] = [];
        let isFull = false;
        for (const draft of drafts) {
          const verdict = judgeShift(draft, flexible, week);
          if (verdict.ok) week.push({ ...verdict.duty, date: draft.date });
          else isFull ||= verdict.code === 'shift_flexible_week_full';
        }
        if (isFull) full += 1;
        expect(week.reduce((sum, duty) => sum + dutyMinutes(duty), 0)).toBeLessThanOrEqual(1200);
      }),
      { numRuns: 300 },
    );
    expect(full).toBeGreaterThan(100);
  });

  test.each(['smart_working', 'sede'] as const)('the limit of 20 hours includes %s', (workLocation) => {
    const week = [0, 1].map((days) => ({ ...entry(addDays(day, days), '08:00', '16:00'), workLocation }));
    const third = { date: addDays(day, 2), workLocation: 'sede' as const, startTime: '08:00' };
    expect(judgeShift({ ...third, endTime: '12:00' }, flexible, week).ok).toBe(true);
    expect(judgeShift({ ...third, endTime: '16:00' }, flexible, week)).toMatchObject({
      ok: false,
      code: 'shift_flexible_week_full',
    });
  });

  test('taxi weeks filled one by one hold one named shift', () => {
    const draftOfWeek = fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(...taxiShifts))
      .map(([days, { startTime, endTime }]) => ({
        ...work(startTime, endTime),
        date: addDays(saturdayWeekOf(day).from, days),
      }));
    fc.assert(
      fc.property(fc.array(draftOfWeek, { maxLength: 12 }), (drafts) => {
        const week: Entry[] = [];
        for (const draft of drafts) {
          const verdict = judgeShift(draft, driver, week);
          if (verdict.ok) week.push({ ...verdict.duty, date: draft.date });
        }
        expect(new Set(week.map((duty) => duty.shiftType)).size).toBeLessThanOrEqual(1);
      }),
    );
  });
});
