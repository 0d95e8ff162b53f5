import { describe, expect, it } from 'vitest';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { chosenDays, closedDayText, colleaguesText, dayNote, spanAround, toggleDay } from './dayChoice.ts';

const offeredDay = '2026-12-02';
const today = '2026-11-27';
const day = (date: string, colleagueCount: number, isOpen = true) => ({ date, isOpen, colleagueCount });
const days = [
  day('2026-11-27', 0),
  day('2026-11-28', 3),
  day('2026-11-30', 0, false),
  day('2026-12-05', 1),
  day('2026-12-14', 2),
];
const own = {
  date: '2026-11-30',
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina',
} as Shift;

describe('spanAround', () => {
  it.each([
    // the month's grid begins on 30 November, the range 14 days before 2 December
    { month: '2026-12', span: { from: '2026-11-18', to: '2027-01-10' } },
    { month: null, span: { from: '2026-11-18', to: '2027-01-10' } },
    { month: '2027-01', span: { from: '2026-12-28', to: '2027-02-07' } },
  ])(
    'the days read for $month reach over its grid, and over the ranges of the offered day',
    ({ month, span }) => {
      expect(spanAround(offeredDay, month)).toEqual(span);
    },
  );

  it('never spans more days than the server allows', () => {
    for (const offered of ['2026-11-01', '2026-11-30', '2027-02-28', '2027-03-31', '2027-05-01']) {
      const { from, to } = spanAround(offered, null);
      expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBeLessThan(62);
    }
  });
});

describe('chosenDays', () => {
  it('selects the free days of a range', () => {
    expect([...chosenDays({ acceptableDays: [], withinDays: 7 }, offeredDay, days, today)]).toEqual([
      '2026-11-27',
      '2026-11-28',
      '2026-12-05',
    ]);
    expect(chosenDays({ acceptableDays: [], withinDays: 14 }, offeredDay, days, today)).toContain(
      '2026-12-14',
    );
  });

  it('toggling a day of a range turns the others into single choices', () => {
    const chosen = chosenDays({ acceptableDays: [], withinDays: 7 }, offeredDay, days, today);
    expect(toggleDay(chosen, '2026-11-28')).toEqual({
      acceptableDays: ['2026-11-27', '2026-12-05'],
      withinDays: null,
    });
    expect(toggleDay(new Set(['2026-12-05']), '2026-11-28').acceptableDays).toEqual([
      '2026-11-28',
      '2026-12-05',
    ]);
  });
});

describe('closedDayText', () => {
  const textOf = (date: string, entry?: Shift) =>
    closedDayText(date, { offeredDay, days, own: entry, today });

  it('gives the reason for a closed day, and null for an open one', () => {
    expect(textOf(offeredDay)).toBe('è il giorno che vuoi libero');
    expect(textOf('2026-11-26')).toBe('è già passato');
    expect(textOf('2026-11-30', own)).toBe('hai già sede 06:00–14:00');
    expect(textOf('2026-11-30')).toBe('è già occupato nel tuo calendario');
    expect(textOf('2028-12-31')).toBe('è troppo lontano');
    expect(textOf('2026-11-28')).toBeNull();
    expect(textOf('2026-11-28', { ...own, workLocation: 'libero' })).toBeNull();
  });
});

describe('how many colleagues', () => {
  it('a day shows and announces the maximum number', () => {
    expect(dayNote(days, '2026-11-28')).toEqual({ count: 3, name: 'fino a 3 colleghi' });
    expect(dayNote(days, '2026-12-05')).toEqual({ count: 1, name: 'fino a 1 collega' });
    expect(dayNote(days, '2026-11-27')).toEqual({ count: 0, name: 'per ora nessun collega' });
    expect(dayNote(days, '2027-06-01')).toEqual({ count: 0, name: 'per ora nessun collega' });
  });

  it.each([
    { tried: null, closedReason: null, expected: /^2 giorni scelti\. Il numero dice/ },
    {
      tried: '2026-11-28',
      closedReason: null,
      expected: /^Sab 28 nov: fino a 3 colleghi potrebbero accettare\. 2/,
    },
    { tried: '2026-12-05', closedReason: null, expected: /^2 giorni scelti\. Il numero/ },
    {
      tried: '2026-11-27',
      closedReason: null,
      expected: /^Ven 27 nov: per ora nessun collega può accettare/,
    },
    { tried: '2026-11-30', closedReason: 'hai già sede', expected: /^Lun 30 nov: hai già sede\. 2 giorni/ },
  ])('the text below the month follows the last pressed day: $tried', ({ expected, ...given }) => {
    const chosen = new Set(['2026-11-27', '2026-11-28']);
    expect(colleaguesText({ ...given, chosen, days })).toMatch(expected);
  });
});
