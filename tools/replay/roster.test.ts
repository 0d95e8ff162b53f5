import { expect, test } from 'vitest';
import { parseRoster } from './roster.ts';
import { wantedSwaps } from './wishes.ts';

const header = 'employee,role,contract_hours,day,start,end,duty';
const wishes = 'employee,day,unwanted_duty\n';

const ada = 'Ada,operatore,8,0,06:00,14:00,E';

test.each([
  ['an unknown role', `${header}\nAda,chef,8,0,06:00,14:00,Early`, 'line 2: role'],
  ['a short line', `${header}\nAda,operatore`, 'Invalid Record Length'],
  ['two shifts on a day', `${header}\n${ada}\nAda,operatore,8,0,14:00,22:00,L`, 'several shifts on day 0'],
  ['a wish of somebody without a shift', `${header}\n${ada}`, 'Bob has no shift'],
  ['two contracts', `${header}\n${ada}\nAda,operatore,6,1,14:00,20:00,L`, 'several roles or contracts'],
])('a roster with %s is refused', (_what, shifts, message) => {
  expect(() => parseRoster(shifts, `${wishes}Bob,0,Any`)).toThrow(message);
});

const shifts = `${header}
Ada,operatore,8,0,06:00,14:00,Early
Ada,operatore,8,1,06:00,15:00,Long
Bob,operatore,8,0,14:00,22:00,Late
Cid,operatore,8,0,00:00,08:00,Night
Dan,operatore,8,0,00:00,08:00,Night
Eva,team_leader,8,0,14:00,22:00,Late
Fay,team_leader,8,0,14:00,22:00,Late
`;

test.each([
  ['the type that most partners work', 'Ada,0,Early', [{ kind: 'turno', requestedType: 'notte' }]],
  ['a day within a week, free and without a wish', 'Cid,0,Any\nCid,5,Any', [{ days: [1, 2, 3, 4, 6, 7] }]],
  ['one request a day', 'Ada,0,Early\nAda,0,Any', [{ kind: 'giorno' }]],
  ['nothing: another duty is unwanted', 'Ada,0,Late', []],
  ['nothing: the day is free', 'Bob,1,Any', []],
  ['nothing: the shift is not as long as the contract', 'Ada,1,Long', []],
])('a wish leads to %s', (_what, wish, wanted) => {
  expect(wantedSwaps(parseRoster(shifts, `${wishes}${wish}`))).toMatchObject(wanted);
});
