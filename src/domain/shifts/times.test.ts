import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minutesOf } from './duty.ts';
import { addFormTimes, editFormTimes, suggestedEnd } from './times.ts';

describe('the choices of a time', () => {
  test.each([
    ['add form', addFormTimes, '08:00', '07:45'],
    ['edit form', editFormTimes, '00:00', '23:45'],
  ])('of the %s are the 96 quarter hours, each once, in order', (_form, times, first, last) => {
    expect(times).toHaveLength(96);
    expect(new Set(times).size).toBe(96);
    expect(times[0]).toBe(first);
    expect(times.at(-1)).toBe(last);
    times.slice(1).forEach((time, index) => {
      const before = minutesOf(times[index]!);
      expect(minutesOf(time)).toBe((before + 15) % 1440);
    });
  });

  test('the choices of the add form continue past midnight', () => {
    expect(addFormTimes[63]).toBe('23:45');
    expect(addFormTimes[64]).toBe('00:00');
  });
});

describe('suggestedEnd', () => {
  test.each([
    ['08:00', 8, false, '16:00'],
    ['08:30', 6, false, '14:30'],
    ['09:15', 4, false, '13:15'],
    ['06:00', 12, false, '18:00'],
    ['15:45', 8, false, '23:45'],
    // with flexible shifts 8 hours, regardless of the contract
    ['08:00', 5, true, '16:00'],
    // midnight is on the next day: nothing is suggested
    ['16:00', 8, false, null],
    ['20:00', 8, false, null],
    ['16:00', 4, true, null],
  ])('%s, %i hours, flexible %s: %s', (start, contractHours, enableFlexibleShifts, end) => {
    expect(suggestedEnd(start, { contractHours, enableFlexibleShifts })).toBe(end);
  });

  test('is the start plus the contract hours, on the same day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...editFormTimes),
        fc.integer({ min: 4, max: 12 }),
        (start, contractHours) => {
          const end = suggestedEnd(start, { contractHours, enableFlexibleShifts: false });
          const minutes = minutesOf(start) + contractHours * 60;
          if (minutes >= 1440) expect(end).toBeNull();
          else expect(minutesOf(end ?? '')).toBe(minutes);
        },
      ),
    );
  });
});
