import { expect, test } from 'vitest';
import { headsNames, nameColumnsOf } from './nameColumns.ts';

const table = (...rows: string[]): string[][] => rows.map((row) => row.split('|').map((cell) => cell.trim()));
const namesIn = (rows: string[][], days: number[] = [], headerRow = 0) =>
  nameColumnsOf(
    rows,
    headerRow,
    days.map((column) => ({ column })),
    { from: headerRow + 1, to: rows.length },
  );

test.each([
  ['Nome', true],
  ['COGNOME:', true],
  ['Cognome e nome', true],
  ['Nominativo', true],
  ['Dipendenti', true],
  ['Collega', true],
  ['Autista', true],
  ['Nomi', true],
  ['Turno', false],
  ['Nome del turno', false],
  ['', false],
])('%s says that names stand below: %s', (head, isIt) => expect(headsNames(head)).toBe(isIt));

test('names stand where a head says so, near the heads too', () => {
  expect(namesIn(table('N.|Nominativo|1|2', '1|Rossi|6-14|6-14'), [2, 3])).toEqual([1]);
  expect(namesIn(table('Cognome|Nome|1', 'Rossi|Mario|6'), [2])).toEqual([0, 1]);
  expect(namesIn(table('Nome|Cognome|1', 'Mario|Rossi|6'), [2])).toEqual([1, 0]);
  expect(namesIn(table('Nome|x|1', 'Mario|y|6'), [2])).toEqual([0]);
  expect(namesIn(table('|Operatore|', '||1', '|Rossi|6'), [2], 1)).toEqual([1]);
  // a column of days has none
  expect(namesIn(table('Reparto|Nominativo', 'Rossi Mario|6-14'), [1])).toEqual([0]);
});

test('without such a head they stand where most cells are different names', () => {
  const rows = table(
    '|||1|2',
    'A|Rossi Mario|sede|6-14|M',
    'B|Bianchi Lucia|sede|14-22|M',
    'C|Ricci Sara|sede|6-14|P',
    'D|Conti Anna|sede|22-6|P',
  );
  expect(namesIn(rows, [3, 4])).toEqual([1]);
  expect(namesIn(table('||1', '12|7|6', '13|8|6'), [2])).toEqual([]);
  // times, weekdays and meanings of letters are no names
  expect(
    namesIn(table('||1', '06:00 sveglia|lunedì|6', '14:00 uscita|martedì|6', 'M = mattina|giovedì|6'), [2]),
  ).toEqual([]);
});

test('two columns of single words beside each other are surname and first name', () => {
  const split = ['||1', 'Rossi|Mario|6', 'Bianchi|Lucia|6', 'Ricci|Sara|6', 'Conti|Anna|6', 'Verdi|Carlo|6'];
  expect(namesIn(table(...split), [2])).toEqual([0, 1]);
  // of few different words beside them the names alone count
  const repeated = split.map((row, index) => (index === 0 ? row : row.replace(/\|\w+\|/, '|sede|')));
  expect(namesIn(table(...repeated), [2])).toEqual([0]);
  const whole = split.map((row, index) => (index === 0 ? row : row.replace('|', ' Maria|')));
  expect(namesIn(table(...whole), [2])).toEqual([0]);
});
