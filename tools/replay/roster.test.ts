import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseRoster, RosterError } from './roster.ts';
import { wantedSwaps } from './wishes.ts';

const header = 'employee,role,contract_hours,day,start,end,duty';
const wishes = 'employee,day,unwanted_duty\n';

const readRoster = (name: string) => {
  const read = (part: string): string =>
    readFileSync(join(import.meta.dirname, `../../tests/data/${name}-${part}.csv`), 'utf8');
  return parseRoster(read('shifts'), read('wishes'));
};

describe('a roster', () => {
  test.each([
    ['roster-12', 12, 413, 50, 14],
    ['roster-21', 21, 336, 23, 7],
  ])('%s is read whole', (name, people, shifts, wishCount, requests) => {
    const roster = readRoster(name);
    expect(roster.employees).toHaveLength(people);
    expect(roster.employees.flatMap((employee) => employee.shifts)).toHaveLength(shifts);
    expect(roster.wishes).toHaveLength(wishCount);
    expect(wantedSwaps(roster)).toHaveLength(requests);
  });

  test.each([
    ['an unknown role', `${header}\nAda,chef,8,0,06:00,14:00,Early`, 'line 2: role'],
    ['a time that is none', `${header}\nAda,operatore,8,0,6,14:00,Early`, 'line 2: start'],
    ['a missing column', 'employee,role\nAda,operatore', 'line 2: contract_hours'],
    ['a short line', `${header}\nAda,operatore`, 'Invalid Record Length'],
    [
      'two shifts on a day',
      `${header}\nAda,operatore,8,0,06:00,14:00,E\nAda,operatore,8,0,14:00,22:00,L`,
      'several shifts on day 0',
    ],
    [
      'two contracts',
      `${header}\nAda,operatore,8,0,06:00,14:00,E\nAda,operatore,6,1,14:00,20:00,L`,
      'several roles or contracts',
    ],
  ])('with %s is refused', (_what, shifts, message) => {
    expect(() => parseRoster(shifts, wishes)).toThrow(RosterError);
    expect(() => parseRoster(shifts, wishes)).toThrow(message);
  });

  test('a roster with a wish of a stranger is refused', () => {
    expect(() => parseRoster(`${header}\nAda,operatore,8,0,06:00,14:00,E`, `${wishes}Bob,0,Any`)).toThrow(
      'Bob has no shift',
    );
  });
});

describe('a wish becomes a request', () => {
  const shifts = `${header}
Ada,operatore,8,0,06:00,14:00,Early
Ada,operatore,8,1,06:00,15:00,Long
Bob,operatore,8,0,14:00,22:00,Late
Cid,operatore,8,0,00:00,08:00,Night
Dan,operatore,8,0,00:00,08:00,Night
Eva,team_leader,8,0,14:00,22:00,Late
Fay,team_leader,8,0,14:00,22:00,Late
Gus,operatore,6,0,14:00,20:00,Late
Hal,operatore,6,2,06:00,12:00,Early
`;
  const wantedFor = (wish: string) => wantedSwaps(parseRoster(shifts, `${wishes}${wish}`));

  test('a wish becomes a request for the type that most possible partners work', () => {
    expect(wantedFor('Ada,0,Early')).toEqual([
      { kind: 'turno', employee: 'Ada', day: 0, requestedType: 'notte' },
    ]);
    expect(wantedFor('Cid,0,Night')).toEqual([
      { kind: 'turno', employee: 'Cid', day: 0, requestedType: 'mattina' },
    ]);
  });

  test('who would rather be off asks for the day, and works within a week where they are off and wished nothing', () => {
    const days = [1, 2, 3, 4, 6, 7];
    expect(wantedFor('Cid,0,Any\nCid,5,Any')).toEqual([{ kind: 'giorno', employee: 'Cid', day: 0, days }]);
  });

  test('a wish becomes a request for some other type where nobody could take it', () => {
    expect(wantedFor('Hal,2,Early')).toEqual([
      { kind: 'turno', employee: 'Hal', day: 2, requestedType: 'pomeriggio' },
    ]);
  });

  test('a wish becomes a request once a day, however often it is said', () => {
    expect(wantedFor('Ada,0,Early\nAda,0,Any')).toMatchObject([{ kind: 'giorno' }]);
  });

  test.each([
    ['another duty is unwanted', 'Ada,0,Late'],
    ['the day is free', 'Bob,1,Any'],
    ['the shift is not as long as the contract', 'Ada,1,Long'],
  ])('not when %s', (_why, wish) => {
    expect(wantedFor(wish)).toEqual([]);
  });
});
