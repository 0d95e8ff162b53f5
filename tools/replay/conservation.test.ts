import { expect, test } from 'vitest';
import type { Entry } from '../../src/domain/shifts/rules.ts';
import { findLosses } from './conservation.ts';
import { parseRoster } from './roster.ts';

const monday = '2026-11-23';
const { employees } = parseRoster(
  `employee,role,contract_hours,day,start,end,duty
Ada,operatore,8,0,06:00,14:00,Early
Ada,operatore,8,1,06:00,14:00,Early
Bob,operatore,8,0,14:00,22:00,Late
`,
  'employee,day,unwanted_duty\n',
);
const duty = (date: string, startTime: string, endTime: string): Entry => ({
  date,
  workLocation: 'sede',
  startTime,
  endTime,
  shiftType: null,
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
});
const early = duty(monday, '06:00', '14:00');
const late = duty(monday, '14:00', '22:00');
const tuesday = duty('2026-11-24', '06:00', '14:00');

const lost = (times: string, count: number): string =>
  `${monday}: sede ${times} is there ${count} times instead of 1`;

test.each([
  ['in place', [early, tuesday], [late], []],
  ['swapped', [late, tuesday], [early], []],
  ['gone', [early, tuesday], [], ['Bob has 0 shifts instead of 1', lost('14:00–22:00', 0)]],
  ['of two people', [late, tuesday], [late], [lost('06:00–14:00', 0), lost('14:00–22:00', 2)]],
  [
    'given for nothing',
    [tuesday],
    [early, late],
    ['Ada has 1 shifts instead of 2', 'Bob has 2 shifts instead of 1'],
  ],
])('a duty %s', (_what, ada, bob, losses) => {
  const calendars = employees.map((employee) => ({ employee, shifts: employee.name === 'Ada' ? ada : bob }));
  expect(findLosses(calendars, monday)).toEqual(losses);
});
