import { expect, test } from 'vitest';
import { addDays } from '../calendar/day.ts';
import { gridFileQuerySchema } from './schema.answers.ts';
import { rosterFileSchema } from './schema.table.ts';
import { ownLegendSchema, rememberedLegendSchema, rosterSchema } from './schema.ts';

const roster = (from: string, to: string) => ({
  title: 'dicembre',
  days: { from, to },
  people: [{ userId: crypto.randomUUID(), days: [] }],
});

test.each([
  ['62 days', '2026-12-01', '2027-01-31', []],
  ['63 days', '2026-12-01', '2027-02-01', ['days']],
  ['a reversed range', '2026-12-02', '2026-12-01', ['days']],
  ['an invalid day', '2026-12-01', '2026-12-32', ['days.to']],
  ['text instead of a day', '<script>', '2026-12-31', ['days.from']],
])('a roster with %s is refused at the field', (_, from, to, wrong) => {
  const { error } = rosterSchema.safeParse(roster(from, to));
  expect((error?.issues ?? []).map(({ path }) => path.join('.'))).toEqual(wrong);
});

const [anna, marco] = [crypto.randomUUID(), crypto.randomUUID()];
const day = (date: string) => ({ day: date, duty: null });
const body = (changes: object) => ({ ...roster('2026-12-01', '2026-12-31'), ...changes });
const daysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => day(addDays('2026-12-01', index)));
const many = (count: number) =>
  Array.from({ length: count }, () => ({ userId: crypto.randomUUID(), days: [] }));
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Nome ${index}`, days: [] }));
const remembered = (name: string) => ({ name, userId: null, withoutAccount: true, others: [] });

test.each([
  ['nobody', { people: [] }, 'people', 'Nel tabellone non c’è nessuno'],
  ['only people without an account', { people: [], unclaimed: named(1) }, null, null],
  ['400 people', { people: many(399), unclaimed: named(1) }, null, null],
  ['401 people', { people: many(400), unclaimed: named(1) }, 'unclaimed', 'Al massimo 400 persone'],
  ['401 with an account', { people: many(401) }, 'people', 'Al massimo 400 persone'],
  ['401 without', { unclaimed: named(401) }, 'unclaimed', 'Al massimo 400 persone'],
  [
    'a person twice',
    { people: [anna, anna].map((userId) => ({ userId, days: [] })) },
    'people',
    'Una persona compare due volte',
  ],
  ['two people', { people: [anna, marco].map((userId) => ({ userId, days: [] })) }, null, null],
  [
    'a name twice',
    {
      unclaimed: [
        { name: 'Rossi M.', days: [] },
        { name: 'ROSSI  m.', days: [] },
      ],
    },
    'unclaimed',
    'Una persona compare due volte',
  ],
  [
    'a day twice',
    { people: [{ userId: anna, days: [day('2026-12-01'), day('2026-12-01')] }] },
    'people',
    'Un giorno compare due volte o è fuori dal periodo',
  ],
  [
    'its first and last day',
    { people: [{ userId: anna, days: [day('2026-12-01'), day('2026-12-31')] }] },
    null,
    null,
  ],
  [
    'the day before',
    { people: [{ userId: anna, days: [day('2026-11-30')] }] },
    'people',
    'Un giorno compare due volte o è fuori dal periodo',
  ],
  [
    'the day after',
    { people: [{ userId: anna, days: [day('2027-01-01')] }] },
    'people',
    'Un giorno compare due volte o è fuori dal periodo',
  ],
  [
    'the day after, without an account',
    { unclaimed: [{ name: 'Rossi', days: [day('2027-01-01')] }] },
    'unclaimed',
    'Un giorno compare due volte o è fuori dal periodo',
  ],
  ['no name', { unclaimed: [{ name: ' ', days: [] }] }, 'unclaimed.0.name', 'Scrivi il nome'],
  ['no title', { title: ' ' }, 'title', 'Scrivi un titolo'],
  ['a title of one character', { title: 'x' }, null, null],
  ['a title of 81 characters', { title: 'x'.repeat(81) }, 'title', 'Al massimo 80 caratteri'],
  [
    'one remembered name twice',
    { names: [remembered('rossi'), remembered('rossi')] },
    'names',
    'Un nome compare due volte',
  ],
  ['two remembered names', { names: [remembered('rossi'), remembered('bianchi')] }, null, null],
  ['a legend of the maximum length', { legend: { ['x'.repeat(19_980)]: { kind: 'off' } } }, null, null],
  ['a longer one', { legend: 'x'.repeat(19_999) }, 'legend', 'Troppo lungo da ricordare'],
])('a roster with %s', (_, changes, path, message) => {
  const [issue] = rosterSchema.safeParse(body(changes)).error?.issues ?? [];
  expect([issue?.path.join('.') ?? null, issue?.message ?? null]).toEqual([path, message]);
});

test('a roster has at most 62 days per person', () => {
  const long = { days: { from: '2026-12-01', to: '2027-01-31' } };
  const of = (count: number) =>
    rosterSchema.safeParse(body({ ...long, people: [{ userId: anna, days: daysOf(count) }] }));
  expect(of(62).success).toBe(true);
  expect(of(63).error?.issues.map(({ message }) => message)).toContain('Al massimo 62 giorni');
});

test('remembered cell meanings are work only; for the own row also absences', () => {
  const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' };
  const legend = { M: { kind: 'work', duty }, R: { kind: 'off', absence: 'libero' }, '': { kind: 'skip' } };
  expect(ownLegendSchema.parse(legend)).toEqual(legend);
  expect(rememberedLegendSchema.parse(legend)).toEqual({ ...legend, R: { kind: 'off' } });
  for (const absence of ['ferie', 'malattia']) {
    const own = { F: { kind: 'off', absence } };
    expect(ownLegendSchema.parse(own)).toEqual(own);
  }
});

test.each([
  ['nothing', '', 'Il file è vuoto'],
  ['one character', 'x', undefined],
  ['5 MB', 'x'.repeat(6_990_508), undefined],
  ['more', 'x'.repeat(6_990_509), 'Il file è troppo grande: al massimo 5 MB'],
])('a roster’s file of %s', (_, content, message) => {
  expect(rosterFileSchema.safeParse({ file: content }).error?.issues[0]?.message).toBe(message);
});

test('a grid is written as one of two kinds of file', () => {
  const span = { from: '2026-12-01', to: '2026-12-31' };
  expect(gridFileQuerySchema.safeParse({ ...span, format: 'xlsx' }).success).toBe(true);
  expect(gridFileQuerySchema.safeParse({ ...span, format: 'pdf' }).error?.issues[0]?.message).toBe(
    'Scegli il tipo di file',
  );
});
