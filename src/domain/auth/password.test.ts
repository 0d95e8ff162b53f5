import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metRequirements, passwordRequirements, passwordSchema, passwordStrength } from './password.ts';

const short = 'Password deve essere di almeno 8 caratteri';
const uppercase = 'Password deve contenere almeno una lettera maiuscola';
const lowercase = 'Password deve contenere almeno una lettera minuscola';
const digit = 'Password deve contenere almeno un numero';
const special = 'Password deve contenere almeno un carattere speciale (!@#$%^&*)';

describe('a new password', () => {
  test.each([
    ['', 0, 'red', short],
    ['abc', 1, 'red', short],
    ['abcdefgh', 2, 'red', uppercase],
    ['Abc1', 3, 'yellow', short],
    ['Abcdefgh', 3, 'yellow', digit],
    ['abcdefg1', 3, 'yellow', uppercase],
    ['ABCDEFG1', 3, 'yellow', lowercase],
    ['Abcdefg1', 4, 'yellow', special],
    ['Abcdefg!', 4, 'yellow', digit],
    ['abcdef1!', 4, 'yellow', uppercase],
    ['ABCDEF1!', 4, 'yellow', lowercase],
    ['Abcd1!x', 4, 'yellow', short],
    // accented letters do not count as the required ones, nor as special characters
    ['Àbcdefg1?', 3, 'yellow', uppercase],
    ['Abcdef1?', 4, 'yellow', special],
    ['Abcdef1-', 4, 'yellow', special],
  ] as const)('%j meets %i of 5: %s, %s', (password, met, strength, message) => {
    expect(metRequirements(password)).toBe(met);
    expect(passwordStrength(password)).toBe(strength);
    const { error } = passwordSchema.safeParse(password);
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test.each(['Abcdef1!', 'Abcdef1@', 'Abcdef1#', 'Abcdef1$', 'Abcdef1%', 'Abcdef1^', 'Abcdef1&', 'Abcdef1*'])(
    '%s is accepted',
    (password) => {
      expect(passwordSchema.parse(password)).toBe(password);
      expect(passwordStrength(password)).toBe('green');
    },
  );

  test('has a checklist of five lines', () => {
    expect(passwordRequirements.map(({ id, label }) => `${id}: ${label}`)).toEqual([
      'length: Almeno 8 caratteri',
      'uppercase: Una lettera maiuscola',
      'lowercase: Una lettera minuscola',
      'digit: Un numero',
      'special: Un carattere speciale (!@#$%^&*)',
    ]);
  });

  test('a new password is kept as typed, including blanks', () => {
    expect(passwordSchema.parse('  Abc 1!  ')).toBe('  Abc 1!  ');
  });

  test('a new password has at most 200 characters', () => {
    expect(passwordSchema.safeParse(`Aa1!${'x'.repeat(196)}`).success).toBe(true);
    expect(passwordSchema.safeParse(`Aa1!${'x'.repeat(197)}`).error?.issues[0]?.message).toBe(
      'Password troppo lunga: al massimo 200 caratteri',
    );
  });

  test.each([undefined, null, 12_345_678, {}, []])('%j is not a password', (value) => {
    expect(passwordSchema.safeParse(value).error?.issues[0]?.message).toBe(short);
  });

  test('a new password is accepted if and only if the bar is green and the checklist complete', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (password) => {
        const isComplete = passwordRequirements.every((requirement) => requirement.isMet(password));
        expect(passwordSchema.safeParse(password).success).toBe(isComplete);
        expect(passwordStrength(password) === 'green').toBe(isComplete);
      }),
    );
  });
});
