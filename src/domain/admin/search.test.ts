import { expect, test } from 'vitest';
import { wordQueryOf } from './search.ts';

test.each([
  ['giulia', `'giulia':*`],
  ['  Giu  FER ', `'giu':* & 'fer':*`],
  ['Nicolò', `'nicolo':*`],
  ['giulia.ferri@esempio', `'giulia':* & 'ferri':* & 'esempio':*`],
  ['RM-1234', `'rm':* & '1234':*`],
  [`D'Angelo'); drop`, `'d':* & 'angelo':* & 'drop':*`],
])('%s', (typed, query) => {
  expect(wordQueryOf(typed)).toBe(query);
});

test.each(['', '   ', `'`, '%_', '&|!()'])('nothing to find in %j', (typed) => {
  expect(wordQueryOf(typed)).toBeNull();
});
