import { expect, test } from 'vitest';
import { exchangeTabs } from '../../../domain/exchanges/schema.ts';
import { readTab, tabTexts } from './tabs.ts';

test.each([
  ['mie', 'mie'],
  ['completati', 'completati'],
  ['altro', 'disponibili'],
  ['', 'disponibili'],
  [null, 'disponibili'],
])('the address %o opens the tab %s', (text, tab) => expect(readTab(text)).toBe(tab));

test.each(['standard', 'taxi'] as const)(
  'each tab of a %s worksite has a name and says what its emptiness means',
  (variant) => {
    const texts = exchangeTabs.map((tab) => tabTexts[variant][tab]);
    expect(texts.map(({ label }) => label)).toEqual([
      'Disponibili',
      'Pre-Accettati',
      'Le Mie',
      'Rifiutati/Annullati',
      'Completati',
    ]);
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
