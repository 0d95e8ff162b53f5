import { expect, test } from 'vitest';
import { exchangeTabs } from '../../../domain/exchanges/schema.ts';
import { isShownAbove, readTab, tabTexts, tabToOpen } from './tabs.ts';

test.each([
  ['mie', 'mie'],
  ['completati', 'completati'],
  ['altro', 'disponibili'],
  ['', 'disponibili'],
  [null, 'disponibili'],
])('the address %o opens the tab %s', (text, tab) => expect(readTab(text)).toBe(tab));

test.each(['standard', 'taxi'] as const)(
  'each tab of a %s worksite has a name and an empty state',
  (variant) => {
    const texts = exchangeTabs.map((tab) => tabTexts[variant][tab]);
    const labels = texts.map(({ label }) => label);
    expect(labels.join()).toBe('Disponibili,Pre-Accettati,Le Mie,Rifiutati/Annullati,Completati');
    for (const { empty } of texts) expect(empty).toMatch(/^\p{Lu}.+\.$/u);
    const inviting = exchangeTabs.filter((tab) => tabTexts[variant][tab].invitation !== null);
    expect(inviting).toEqual(['disponibili', 'mie']);
    for (const tab of inviting) expect(tabTexts[variant][tab].invitation).toMatch(/^\p{Lu}.+[.?]$/u);
  },
);

test('drivers swap weeks, the others shifts', () => {
  const words = (variant: 'standard' | 'taxi') => JSON.stringify(tabTexts[variant]);
  expect(words('standard')).not.toContain('settiman');
  expect(words('standard')).toMatch(/turno|turni/);
  expect(words('taxi')).not.toMatch(/turno|turni/);
  expect(words('taxi').match(/settiman/g)).toHaveLength(3);
});

test('a request in no tab opens above the first tab', () => {
  expect(tabToOpen({ tab: null })).toBe('disponibili');
  expect(isShownAbove({ tab: null }, 'disponibili', false)).toBe(true);
  expect(isShownAbove({ tab: null }, 'rifiutati', true)).toBe(false);
});

test('a request of a tab opens it, above the list until loaded', () => {
  expect(tabToOpen({ tab: 'completati' })).toBe('completati');
  expect(isShownAbove({ tab: 'completati' }, 'completati', true)).toBe(true);
  // it has just left the list and is about to be refetched
  expect(isShownAbove({ tab: 'completati' }, 'completati', false)).toBe(false);
  expect(isShownAbove({ tab: 'rifiutati' }, 'disponibili', true)).toBe(false);
});
