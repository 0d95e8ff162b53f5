import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvCell, csvLine, csvStart } from './csv.ts';

const read = (text: string): string[][] =>
  parse(text, { delimiter: ';', bom: true, record_delimiter: '\r\n', relax_column_count: true });

test('a file begins with a UTF-8 BOM', () => {
  expect(new TextEncoder().encode(csvStart)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
});

test('cells are separated by semicolons, lines end with CRLF', () => {
  expect(csvLine(['OPP', 'OP12AB', 3, 7.5, -2, null, 'ò'])).toBe('OPP;OP12AB;3;7,5;-2;;ò\r\n');
});

test('semicolons, quotes and line breaks stay within their cell', () => {
  expect(csvLine(['a;b', 'detto "c"', 'una\ndue'])).toBe('"a;b";"detto ""c""";"una\ndue"\r\n');
});

describe('formulas are neutralised', () => {
  test.each([
    '=HYPERLINK("http://x";"y")',
    '+39 333 0100001',
    '-1+1',
    '@SUM(A1)',
    ' =1+1',
    '＝1',
    '\u00a0=1',
  ])('%j', (text) => {
    expect(read(csvLine([text, 'x']))).toEqual([[`'${text}`, 'x']]);
  });
});

test.each([
  ['007', '="007"'],
  ['123456789012', '="123456789012"'],
  ['12345678901', '12345678901'],
  ['0', '0'],
  ['OP007', 'OP007'],
])('digits %s are written as %s', (digits, written) => {
  expect(read(csvLine([digits]))).toEqual([[written]]);
});

describe('with another separator, no part of a text is a formula', () => {
  test.each([
    ['ciao,=1+1', "ciao,'=1+1"],
    ['ciao, =1+1', "ciao, '=1+1"],
    ['a;"=1', `"a;""'=1"`],
    ['a\t@b|-1', "a\t'@b|'-1"],
    ['una\n+1', `"una\n'+1"`],
    ['\t=1', "'\t'=1"],
    ['\r=1', `"'\r'=1"`],
    ['a,b-c', 'a,b-c'],
    ['x=1, y', 'x=1, y'],
  ])('%j', (text, written) => {
    expect(csvLine(['x', text])).toBe(`x;${written}\r\n`);
  });

  test('with another separator, no part of any text is a formula', () => {
    const risky = fc.string({ unit: fc.constantFrom(...Array.from(',;|\t\r\n =+-@"a1')) });
    fc.assert(
      fc.property(fc.array(risky, { minLength: 1, maxLength: 3 }), (cells) => {
        for (const part of csvLine(cells).split(/[,;|\t\r\n]/)) {
          // digits that would be changed are written as a formula of their text
          if (!/^"?="+\d+"+$/.test(part)) expect(part).not.toMatch(/^["\s]*[=+\-@]/);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

test('any text is read back unchanged, and none begins as a formula except for protected digits', () => {
  const cell: fc.Arbitrary<CsvCell> = fc.oneof(fc.string(), fc.constantFrom('=1', '\r', '";"', '\n', ''));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const [line] = read(csvLine(cells));
      expect(line).toHaveLength(cells.length);
      for (const [place, text] of (line ?? []).entries()) {
        const written = (cells[place] as string).replaceAll(
          /(?<=[,;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g,
          "'",
        );
        expect([written, `'${written}`, `="${written}"`]).toContain(text);
        if (!/^="\d+"$/.test(text)) expect(text).not.toMatch(/^[=+\-@\t\r]/);
      }
    }),
  );
});
