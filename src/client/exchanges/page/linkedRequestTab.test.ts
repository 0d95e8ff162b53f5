import { expect, test } from 'vitest';
import { isShownAbove, tabToOpen } from './tabs.ts';

test('a request that stands in no tab opens all the same, above the first one', () => {
  expect(tabToOpen({ tab: null })).toBe('disponibili');
  expect(isShownAbove({ tab: null }, 'disponibili', false)).toBe(true);
  expect(isShownAbove({ tab: null }, 'rifiutati', true)).toBe(false);
});

test('one of a tab opens that, above it while it is not loaded', () => {
  expect(tabToOpen({ tab: 'completati' })).toBe('completati');
  expect(isShownAbove({ tab: 'completati' }, 'completati', true)).toBe(true);
  // it has just left the list, and is about to be read anew
  expect(isShownAbove({ tab: 'completati' }, 'completati', false)).toBe(false);
  expect(isShownAbove({ tab: 'rifiutati' }, 'disponibili', true)).toBe(false);
});
