import { describe, expect, test } from 'vitest';
import {
  contractHoursSchema,
  roleNames,
  roles,
  taxiInfoSchema,
  updateProfileSchema,
  userStatusSchema,
} from './schema.ts';

const profile = {
  firstName: 'Giulia',
  lastName: 'Ferri',
  contractHours: 8,
  enableFlexibleShifts: false,
  accessCode: 'TIBURTINA-2026',
};

const firstName = 'Nome deve essere di almeno 2 caratteri';
const lastName = 'Cognome deve essere di almeno 2 caratteri';
const hours = 'Ore contratto devono essere tra 4 e 12';

test.each([4, 5, 8, 11, 12])('a contract of %i hours is valid', (contractHours) => {
  expect(contractHoursSchema.parse(contractHours)).toBe(contractHours);
});

describe('the body of a profile', () => {
  test('the body of a profile is parsed as the form sends it, trimmed, with the access code only if required', () => {
    expect(updateProfileSchema.parse({ ...profile, firstName: ' Giulia ' })).toEqual(profile);
    const { accessCode: _code, ...driver } = profile;
    expect(updateProfileSchema.parse(driver)).toEqual(driver);
  });

  test.each([
    [{ firstName: '' }, 'firstName', firstName],
    [{ firstName: 'G' }, 'firstName', firstName],
    [{ firstName: '  G  ' }, 'firstName', firstName],
    [{ firstName: undefined }, 'firstName', firstName],
    [{ firstName: 'x'.repeat(81) }, 'firstName', 'Al massimo 80 caratteri'],
    [{ firstName: 'Giulia\nBcc: x' }, 'firstName', 'Deve stare su una riga'],
    [{ lastName: '' }, 'lastName', lastName],
    [{ lastName: 'F' }, 'lastName', lastName],
    [{ lastName: null }, 'lastName', lastName],
    [{ contractHours: 3 }, 'contractHours', hours],
    [{ contractHours: 13 }, 'contractHours', hours],
    [{ contractHours: '8' }, 'contractHours', hours],
    [{ contractHours: undefined }, 'contractHours', hours],
  ])('%j is refused at its field', (change, field, message) => {
    const issues = updateProfileSchema.safeParse({ ...profile, ...change }).error?.issues;
    expect(issues?.map(({ path, message: text }) => [path.join('.'), text])).toEqual([[field, message]]);
  });

  test.each([
    { contractHours: 7.5 },
    { enableFlexibleShifts: 'true' },
    { enableFlexibleShifts: undefined },
    { role: 'direttore' },
  ])('%j is refused', (change) => {
    expect(updateProfileSchema.safeParse({ ...profile, ...change }).success).toBe(false);
  });
});

test('a person’s status is active or inactive only', () => {
  expect(userStatusSchema.parse({ isActive: false, role: 'admin' })).toEqual({ isActive: false });
  for (const body of [{}, { isActive: 'false' }]) {
    expect(userStatusSchema.safeParse(body).success).toBe(false);
  }
});

describe('a field of the taxi worksite', () => {
  test.each([
    ['taxiLicense', ' RM-1042 ', 'RM-1042'],
    ['taxiLicense', '7', '7'],
    ['phoneNumber', '+39 333 010-0001', '+39 333 010-0001'],
    ['phoneNumber', '06.12345', '06.12345'],
    ['phoneNumber', '06/123456', '06/123456'],
  ])('%s accepts %j', (field, value, stored) => {
    expect(taxiInfoSchema.parse({ field, value })).toEqual({ field, value: stored });
  });

  const short = 'Il numero deve avere almeno 8 caratteri';
  test.each([
    ['taxiLicense', '  ', 'Scrivi la licenza taxi'],
    ['phoneNumber', '1234567', short],
    ['phoneNumber', undefined, short],
    ['phoneNumber', 'tel 12345678', 'Numero di cellulare non valido'],
    ['phoneNumber', '12345678 int', 'Numero di cellulare non valido'],
    ['phoneNumber', '1234+5678', 'Numero di cellulare non valido'],
  ])('%s refuses %j', (field, value, message) => {
    expect(taxiInfoSchema.safeParse({ field, value }).error?.issues.map((issue) => issue.message)).toEqual([
      message,
    ]);
  });
});

test('roles are named as the screens show them', () => {
  expect(roles.map((role) => roleNames[role])).toEqual(['Operatore', 'Team leader', 'Coordinatore', 'CEO']);
});
