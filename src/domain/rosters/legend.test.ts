import { expect, test } from 'vitest';
import { readTimes } from './cellTimes.ts';
import { readLegend } from './legend.ts';
import { legendKey, type LegendFacts } from './meaning.ts';

const facts: LegendFacts = { variant: 'standard', usual: [], remembered: {}, answers: {} };
const itemOf = (text: string, table: string[][] = [], known: Partial<LegendFacts> = {}) =>
  readLegend(new Map([[legendKey(text), 1]]), table, { ...facts, ...known })[0];
const timesOf = (text: string): string | null => {
  const read = readTimes(text);
  if (!read?.isSure) return null;
  const { startTime, endTime, secondStartTime, secondEndTime } = read.duty;
  return `${startTime}-${endTime}${secondStartTime ? ` ${secondStartTime}-${secondEndTime}` : ''}`;
};

test.each([
  ['6-14', '06:00-14:00'],
  ['06:00–14:00', '06:00-14:00'],
  ['6/14', '06:00-14:00'],
  ['6.00-14.00', '06:00-14:00'],
  ['6,30 - 14,30', '06:30-14:30'],
  ['0630-1430', '06:30-14:30'],
  ['06:00:00-14:00:00', '06:00-14:00'],
  ['dalle 6 alle 14', '06:00-14:00'],
  ['ore 14-22', '14:00-22:00'],
  ['22-6', '22:00-06:00'],
  ['16-24', '16:00-00:00'],
  ['6-10 14-18', '06:00-10:00 14:00-18:00'],
  ['6-10/14-18', '06:00-10:00 14:00-18:00'],
  ['6.00-10.00\n14.00-18.00', '06:00-10:00 14:00-18:00'],
  ['6-10 e 14-18', '06:00-10:00 14:00-18:00'],
])('%j contains its times', (text, times) => {
  expect(timesOf(text)).toBe(times);
});

test.each([
  '6',
  '6-6',
  '8-6',
  '6-25',
  '6/12',
  '6.5-14.5',
  '24-8',
  '6-14-22',
  '6/10/14/18',
  '14-18 6-10',
  '6:75-14',
  '',
  'M',
])('%j is not read as times without asking', (text) => {
  expect(timesOf(text)).toBeNull();
  expect(itemOf(text)).toMatchObject({ meaning: null });
});

test.each(['Riposo', 'FERIE', 'malattia', 'Libero', 'smonto notte'])('%s is a day without work', (text) => {
  expect(itemOf(text)).toMatchObject({ meaning: { kind: 'off' } });
});

test.each([
  ['M', 'mattina o malattia?'],
  ['R', 'riposo o reperibilità?'],
  ['F', 'ferie, festivo o fuori?'],
])('%s is asked about without a proposal, regardless of usual duties', (text, doubt) => {
  const usual = [{ workLocation: 'sede', startTime: '06:00', endTime: '14:00' }] as const;
  expect(itemOf(text, [], { usual })).toMatchObject({ meaning: null, proposal: null, doubt });
});

test('a word for a part of the day is proposed with the usual times', () => {
  const usual = [
    { workLocation: 'sede', startTime: '14:00', endTime: '22:00' },
    { workLocation: 'sede', startTime: '22:00', endTime: '06:00' },
    { workLocation: 'sede', startTime: '07:00', endTime: '15:00' },
  ] as const;
  expect(itemOf('Mattina', [], { usual })?.proposal).toEqual({ kind: 'work', duty: usual[2] });
  expect(itemOf('N', [], { usual })?.proposal).toEqual({ kind: 'work', duty: usual[1] });
  expect(itemOf('Mattina')).toMatchObject({ meaning: null, proposal: null });
});

test('named taxi shifts are recognised by their names', () => {
  expect(itemOf('SEMINOTTE', [], { variant: 'taxi' })).toMatchObject({
    meaning: { kind: 'work', duty: { startTime: '20:00', endTime: '03:00' } },
  });
  expect(itemOf('N', [], { variant: 'taxi' })).toMatchObject({
    meaning: null,
    proposal: { duty: { startTime: '03:00', endTime: '10:00' } },
  });
});

test.each([
  ['one cell', [['Legenda: M = Mattina 6-14; X=Notte 22-6, R: riposo']]],
  ['lines of a cell', [['M = 6-14\nX = 22-6\nR = Riposo']]],
  [
    'two cells',
    [
      ['X', 'Notte 22:00-06:00'],
      ['R', 'Riposo'],
    ],
  ],
])('a legend in %s is proposed', (_, table) => {
  expect(itemOf('X', table)).toMatchObject({
    meaning: null,
    proposal: { kind: 'work', duty: { startTime: '22:00', endTime: '06:00' } },
  });
  expect(itemOf('R', table)).toMatchObject({ meaning: null, proposal: { kind: 'off' } });
});

test('a contradictory legend proposes nothing', () => {
  expect(itemOf('X', [['X = 22-6'], ['X = 6-14']])).toMatchObject({ meaning: null, proposal: null });
});

test('a date that a spreadsheet made of times is asked about', () => {
  expect(itemOf('2026-12-06')).toMatchObject({
    meaning: null,
    proposal: { kind: 'work', duty: { startTime: '06:00', endTime: '12:00' } },
  });
});

test('unclear texts come first, then the most frequent ones', () => {
  const texts = new Map([
    ['6-14', 3],
    ['X', 2],
    ['Riposo', 9],
    ['Y', 5],
  ]);
  expect(readLegend(texts, [], facts).map(({ text, count }) => [text, count])).toEqual([
    ['Y', 5],
    ['X', 2],
    ['Riposo', 9],
    ['6-14', 3],
  ]);
});

test.each([
  ['Mattina 6-14', { kind: 'work', duty: { startTime: '06:00' } }],
  ['in sede 8-12 14-18', { kind: 'work', duty: { secondEndTime: '18:00' } }],
  ['SW 9–17', { kind: 'work', duty: { workLocation: 'smart_working' } }],
  ['14,5-22,5', { kind: 'work', duty: { startTime: '14:30', endTime: '22:30' } }],
  ['Ferie 06–14', { kind: 'off' }],
  ['6-14 malattia', { kind: 'off' }],
])('%s is unambiguous', (text, meaning) => expect(itemOf(text)?.meaning).toMatchObject(meaning));

test.each([
  'no 6-14',
  'REP 8-20',
  'permesso 8-16',
  'annullato 6-14',
  '6-14 (barrato)',
  'Notte 6-14',
  '6-14 14-22',
])('%s is asked about without a proposal', (text) => {
  const item = itemOf(text);
  expect(item?.meaning).toBeNull();
  if (!/Notte|14-22/.test(text)) expect(item?.proposal?.kind).not.toBe('work');
});

test.each(['F - congedo', 'F: congedo', 'F = congedo'])('%s is a legend', (legend) => {
  expect(itemOf('F', [[legend]])?.proposal).toEqual({ kind: 'off' });
});

test.each(['m', 'r', 'F', 'p.', 'S', 'l', 'A'])(
  '%s is ambiguous: shows the doubt, without a proposal',
  (text) => {
    expect(itemOf(text)).toMatchObject({
      meaning: null,
      proposal: null,
      doubt: expect.stringContaining('?') as string,
    });
  },
);

test('two cells are a legend if the second one explains and the row has little else', () => {
  const proposalOf = (row: string[]) => itemOf('X', [row])?.proposal ?? null;
  expect(proposalOf(['X', 'Riposo', 'a', 'b'])).toEqual({ kind: 'off' });
  expect(proposalOf(['X', 'Riposo', 'a', 'b', 'c'])).toBeNull();
  expect(proposalOf(['X', '22-6'])).toMatchObject({ kind: 'work', duty: { startTime: '22:00' } });
  expect(proposalOf(['Xabc', 'Riposo'])).toBeNull();
  // recognised by its first word
  expect(proposalOf(['X', 'Riposo per tutti'])).toEqual({ kind: 'off' });
  expect(proposalOf(['X', 'Tutti a riposo'])).toBeNull();
});

test('times among words may be written with any dash', () => {
  for (const text of ['M 6–14', 'M 6 — 14', 'M (6−14)', 'Turno M 6 - 14']) {
    expect(itemOf(text)).toMatchObject({
      meaning: null,
      proposal: { kind: 'work', duty: { startTime: '06:00', endTime: '14:00' } },
    });
  }
});
