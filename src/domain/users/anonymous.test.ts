import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anonymousEmail, withoutPerson } from './anonymous.ts';

const anna = { names: ['Anna Verdi'], taxiLicenses: ['1'], phoneNumbers: ['+39 333 0100099'] };

describe('a text without the person', () => {
  test.each([
    ['Anna Verdi accetta lo scambio.', 'Ex collega accetta lo scambio.'],
    [
      'Scambio con Anna Verdi, Anna Verdi e Marco Bianchi',
      'Scambio con Ex collega, Ex collega e Marco Bianchi',
    ],
    ['Anna Verdini e Mariaanna Verdi restano', 'Anna Verdini e Mariaanna Verdi restano'],
    ['licenza taxi 1, telefono +39 333 0100099', 'licenza taxi –, telefono –'],
    ['licenza taxi 12, turno 1', 'licenza taxi 12, turno 1'],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(withoutPerson(text, anna)).toBe(expected);
  });

  test('finds names with signs of any kind, as text and in HTML', () => {
    const names = ["Zoë D'Amico (jr.) & C*"];
    const traces = { names, taxiLicenses: [], phoneNumbers: [] };
    expect(withoutPerson("Zoë D'Amico (jr.) & C* ha confermato", traces)).toBe('Ex collega ha confermato');
    expect(withoutPerson('<h2>Zoë D&#39;Amico (jr.) &amp; C*</h2>', traces)).toBe('<h2>Ex collega</h2>');
  });

  test('any name at all is found, and nothing else changes', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((text) => text.trim() === text);
    fc.assert(
      fc.property(name, (typed) => {
        const traces = { names: [typed], taxiLicenses: [typed], phoneNumbers: [] };
        expect(withoutPerson(`«${typed}»`, traces)).toBe('«Ex collega»');
      }),
    );
  });

  test('finds a longer name before a shorter one that it holds', () => {
    const traces = { names: ['Anna Verdi', 'Anna Verdi Neri'], taxiLicenses: [], phoneNumbers: [] };
    expect(withoutPerson('Anna Verdi Neri e Anna Verdi', traces)).toBe('Ex collega e Ex collega');
  });

  test('a dollar sign in the text is only a sign', () => {
    expect(withoutPerson('Anna Verdi deve $& 5 $', anna)).toBe('Ex collega deve $& 5 $');
  });
});

test('addresses of two accounts differ and lead nowhere', () => {
  expect(anonymousEmail('a')).not.toBe(anonymousEmail('b'));
  expect(anonymousEmail('a')).toMatch(/\.invalid$/);
});
