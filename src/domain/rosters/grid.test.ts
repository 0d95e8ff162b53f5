import { expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { gridOfShifts } from './grid.it.ts';
import { readRoster } from './reading.ts';

const shift = (date: string, startTime: string, endTime: string) => dutyWith({ date, startTime, endTime });

const people = [
  {
    firstName: 'Giulia',
    lastName: 'Ferri',
    entries: [
      shift('2026-12-30', '06:00', '14:00'),
      {
        ...shift('2027-01-01', '08:00', '12:00'),
        isSplitShift: true,
        secondStartTime: '14:00',
        secondEndTime: '18:00',
      },
    ],
  },
  { firstName: 'Marco', lastName: 'De Santis', entries: [shift('2026-12-31', '22:00', '06:00')] },
];
const span = { from: '2026-12-30', to: '2027-01-02' };

test('a grid has one row per person and one column per day; days without work are empty', () => {
  expect(gridOfShifts(people, span)).toEqual({
    header: ['Persona', '30/12/2026', '31/12/2026', '01/01/2027', '02/01/2027'],
    rows: [
      ['Ferri Giulia', '06:00–14:00', null, '08:00–12:00 e 14:00–18:00', null],
      ['De Santis Marco', null, '22:00–06:00', null, null],
    ],
  });
});

test('a grid can be read back as a roster', () => {
  const { header, rows } = gridOfShifts(people, span);
  const { roster } = readRoster({
    table: [header, ...rows.map((row) => row.map((cell) => cell ?? ''))],
    names: ['Tabellone'],
    edits: {},
    colleagues: people.map(({ firstName, lastName }) => ({
      id: firstName,
      name: `${lastName} ${firstName}`,
    })),
    facts: { variant: 'standard', usual: [], remembered: {}, answers: { '': { kind: 'off' } } },
    who: {},
    today: '2026-11-23',
  });
  const duties = roster?.people.map(({ userId, days }) => [
    userId,
    days.flatMap(({ day, duty }) =>
      duty
        ? [[day, duty.startTime, duty.endTime, duty.secondStartTime ?? null, duty.secondEndTime ?? null]]
        : [],
    ),
  ]);
  expect(duties).toEqual([
    [
      'Giulia',
      [
        ['2026-12-30', '06:00', '14:00', null, null],
        ['2027-01-01', '08:00', '12:00', '14:00', '18:00'],
      ],
    ],
    ['Marco', [['2026-12-31', '22:00', '06:00', null, null]]],
  ]);
  expect(roster?.days).toEqual(span);
});
