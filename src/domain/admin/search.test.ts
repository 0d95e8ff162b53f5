import { expect, test } from 'vitest';
import { adminWorkLocationNames, adminWorkLocations } from './adminWorkLocation.ts';
import { auditActionList, auditActionName } from './auditActions.it.ts';
import { wordQueryOf } from './search.ts';

test.each([
  ['giulia', `'giulia':*`],
  ['  Giu  FER ', `'giu':* & 'fer':*`],
  ['Nicolò', `'nicolo':*`],
  ['giulia.ferri@esempio', `'giulia':* & 'ferri':* & 'esempio':*`],
  ['e\u0300\u0301', `'e':*`],
  ['a b c d e f g h i', 'abcdefgh'.replaceAll(/./g, `'$&':* & `).slice(0, -3)],
  ['RM-1234', `'rm':* & '1234':*`],
  [`D'Angelo'); drop`, `'d':* & 'angelo':* & 'drop':*`],
])('%s', (typed, query) => {
  expect(wordQueryOf(typed)).toBe(query);
});

test.each(['', '   ', `'`, '%_', '&|!()'])('nothing to find in %j', (typed) => {
  expect(wordQueryOf(typed)).toBeNull();
});

test('acts of the audit are listed by name; one that is not known yet goes by its code', () => {
  for (const { id, name } of auditActionList) {
    expect(name).toMatch(/^\p{Lu}/u);
    expect(auditActionName(id)).toBe(name);
  }
  expect(auditActionName('worksite_created')).toBe('Cantiere creato');
  expect(auditActionName('unknown')).toBe('unknown');
});

test('who is away is absent, whatever the reason', () => {
  expect(adminWorkLocations.map((location) => adminWorkLocationNames[location])).toEqual([
    'smart working',
    'sede',
    'libero',
    'assenza',
  ]);
});
