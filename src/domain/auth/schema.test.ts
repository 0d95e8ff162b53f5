import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { changePasswordSchema, deleteAccountSchema } from './ownAccount.ts';
import {
  emailSchema,
  loginSchema,
  registrationBodySchema,
  registrationFormSchema,
  setPasswordSchema,
} from './schema.ts';

const worksiteId = '0190a000-0000-7000-8000-000000000001';

const standard = {
  email: 'giulia@example.it',
  password: 'Turnario!2026',
  firstName: 'Giulia',
  lastName: 'Ferri',
  worksiteId,
  acceptedTerms: true,
  accessCode: 'TIBURTINA',
  role: 'operatore',
  contractHours: 8,
};
const { role: _role, contractHours: _hours, ...person } = standard;
const taxi = { ...person, taxiLicense: 'RM-1042', phoneNumber: '+39 333 0100001' };

const taxiRequired = 'Licenza taxi e numero di cellulare sono richiesti per questo cantiere';
const hoursRange = 'Ore contratto devono essere tra 4 e 12';

/** Field and message of each issue. */
function complaints(schema: z.ZodType, value: unknown): [string, string][] {
  return schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
}

describe('emailSchema', () => {
  test.each([
    ['giulia@example.it', 'giulia@example.it'],
    ['  Giulia.FERRI@Example.IT ', 'giulia.ferri@example.it'],
    ['a+b@sub.example.it', 'a+b@sub.example.it'],
  ])('%j is normalised to %s', (input, email) => {
    expect(emailSchema.parse(input)).toBe(email);
  });

  test.each([
    '',
    'giulia',
    'giulia@',
    '@example.it',
    'giulia@example',
    'giulia ferri@example.it',
    'giulia@example.it, marco@example.it',
    'giulia@example.it\r\nbcc: x@example.it',
    'giulia\u0000@example.it',
    `${'a'.repeat(250)}@example.it`,
    undefined,
    null,
    7,
  ])('%j is refused', (input) => {
    expect(complaints(emailSchema, input)).toEqual([['', 'Email non valida']]);
  });
});

describe('loginSchema', () => {
  test('remembers by default', () => {
    const login = { email: 'G@example.it', password: 'segreto' };
    expect(loginSchema.parse(login)).toEqual({ ...login, email: 'g@example.it', rememberMe: true });
    expect(loginSchema.parse({ ...login, rememberMe: false }).rememberMe).toBe(false);
  });

  test.each([
    [{ password: '12345' }, 'password', 'Password deve essere di almeno 6 caratteri'],
    [{ password: undefined }, 'password', 'Password deve essere di almeno 6 caratteri'],
    [{ password: 'x'.repeat(201) }, 'password', 'Password troppo lunga'],
    [{ email: 'giulia' }, 'email', 'Email non valida'],
  ])('%j is refused', (change, field, message) => {
    const login = { email: 'g@example.it', password: '123456', ...change };
    expect(complaints(loginSchema, login)).toEqual([[field, message]]);
  });
});

describe('the registration form', () => {
  const forBoth: [object, string, string][] = [
    [{ email: 'giulia@' }, 'email', 'Email non valida'],
    [{ firstName: 'G' }, 'firstName', 'Nome deve essere di almeno 2 caratteri'],
    [{ firstName: ' G ' }, 'firstName', 'Nome deve essere di almeno 2 caratteri'],
    [{ firstName: undefined }, 'firstName', 'Nome deve essere di almeno 2 caratteri'],
    [{ lastName: null }, 'lastName', 'Cognome deve essere di almeno 2 caratteri'],
    [{ accessCode: undefined }, 'accessCode', 'Codice accesso richiesto'],
    [{ lastName: 'F' }, 'lastName', 'Cognome deve essere di almeno 2 caratteri'],
    [{ firstName: 'x'.repeat(81) }, 'firstName', 'Al massimo 80 caratteri'],
    [
      { firstName: 'Giu\u0000lia' },
      'firstName',
      'Contiene caratteri invisibili o non ammessi: riscrivilo a mano',
    ],
    [{ firstName: 'Giulia\r\nBcc: x@example.it' }, 'firstName', 'Deve stare su una riga'],
    [
      { lastName: 'Ferri\ud800' },
      'lastName',
      'Contiene caratteri invisibili o non ammessi: riscrivilo a mano',
    ],
    [{ password: 'turnario' }, 'password', 'Password deve contenere almeno una lettera maiuscola'],
    [{ worksiteId: '' }, 'worksiteId', 'Seleziona un cantiere'],
    [{ worksiteId: undefined }, 'worksiteId', 'Seleziona un cantiere'],
    [{ worksiteId: '7' }, 'worksiteId', 'Identificativo non valido'],
    [{ acceptedTerms: false }, 'acceptedTerms', 'Devi accettare i Termini e Condizioni per continuare'],
    [{ acceptedTerms: undefined }, 'acceptedTerms', 'Devi accettare i Termini e Condizioni per continuare'],
    [{ acceptedTerms: 'true' }, 'acceptedTerms', 'Devi accettare i Termini e Condizioni per continuare'],
    [{ accessCode: 'abc' }, 'accessCode', 'Codice accesso richiesto'],
    [{ accessCode: '' }, 'accessCode', 'Codice accesso richiesto'],
  ];

  test('the registration form of both variants accepts valid input', () => {
    expect(complaints(registrationFormSchema('standard'), standard)).toEqual([]);
    expect(complaints(registrationFormSchema('taxi'), taxi)).toEqual([]);
    expect(complaints(registrationFormSchema('taxi'), { ...taxi, phoneNumber: '333 0100001' })).toEqual([]);
  });

  test.each(forBoth)('the registration form of both variants refuses %j', (change, field, message) => {
    expect(complaints(registrationFormSchema('standard'), { ...standard, ...change })).toEqual([
      [field, message],
    ]);
    expect(complaints(registrationFormSchema('taxi'), { ...taxi, ...change })).toEqual([[field, message]]);
  });

  test.each([
    [{ role: 'admin' }, 'role', 'Seleziona un ruolo'],
    [{ role: '' }, 'role', 'Seleziona un ruolo'],
    [{ role: undefined }, 'role', 'Seleziona un ruolo'],
    [{ contractHours: 3 }, 'contractHours', hoursRange],
    [{ contractHours: 13 }, 'contractHours', hoursRange],
    [{ contractHours: 7.5 }, 'contractHours', hoursRange],
    [{ contractHours: '8' }, 'contractHours', hoursRange],
    [{ contractHours: Number.NaN }, 'contractHours', hoursRange],
  ])('of a standard worksite refuses %j', (change, field, message) => {
    const found = complaints(registrationFormSchema('standard'), { ...standard, ...change });
    expect(found).toContainEqual([field, message]);
    expect(new Set(found.map(([name]) => name))).toEqual(new Set([field]));
  });

  test.each(['operatore', 'team_leader', 'coordinatore'])(
    'the registration form of a standard worksite accepts role %s',
    (role) => {
      expect(complaints(registrationFormSchema('standard'), { ...standard, role })).toEqual([]);
    },
  );

  test.each([4, 8, 12, undefined])(
    'the registration form of a standard worksite accepts %s hours',
    (contractHours) => {
      expect(complaints(registrationFormSchema('standard'), { ...standard, contractHours })).toEqual([]);
    },
  );

  test.each([
    [{ taxiLicense: '' }, 'taxiLicense', taxiRequired],
    [{ taxiLicense: '   ' }, 'taxiLicense', taxiRequired],
    [{ phoneNumber: '' }, 'phoneNumber', taxiRequired],
    [{ phoneNumber: '333010000' }, 'phoneNumber', taxiRequired],
    [{ phoneNumber: 'non lo so proprio' }, 'phoneNumber', 'Numero di cellulare non valido'],
    [{ phoneNumber: 'tel +39 333 0100001' }, 'phoneNumber', 'Numero di cellulare non valido'],
    [{ phoneNumber: '+39 333 0100001; drop' }, 'phoneNumber', 'Numero di cellulare non valido'],
  ])('of the taxi worksite refuses %j', (change, field, message) => {
    expect(complaints(registrationFormSchema('taxi'), { ...taxi, ...change })).toContainEqual([
      field,
      message,
    ]);
  });

  test.each(['taxiLicense', 'phoneNumber'])(
    'the registration form of the taxi worksite says what is missing: %s',
    (field) => {
      expect(complaints(registrationFormSchema('taxi'), { ...taxi, [field]: undefined })).toEqual([
        [field, taxiRequired],
      ]);
    },
  );

  test('the registration form of the taxi worksite drops role and hours', () => {
    const parsed = registrationFormSchema('taxi').parse({ ...taxi, role: 'admin', contractHours: 99 });
    expect(parsed).not.toHaveProperty('role');
    expect(parsed).not.toHaveProperty('contractHours');
  });
});

describe('the body of a registration', () => {
  test('the body of a registration accepts both forms', () => {
    expect(complaints(registrationBodySchema, standard)).toEqual([]);
    expect(complaints(registrationBodySchema, taxi)).toEqual([]);
    expect(complaints(registrationBodySchema, { ...taxi, role: null, contractHours: null })).toEqual([]);
    expect(complaints(registrationBodySchema, { ...standard, taxiLicense: '', phoneNumber: '' })).toEqual([]);
  });

  test('has the access code under either of its names', () => {
    const { accessCode, ...rest } = standard;
    expect(complaints(registrationBodySchema, { ...rest, worksiteAccessCode: accessCode })).toEqual([]);
    expect(complaints(registrationBodySchema, rest)).toEqual([['accessCode', 'Codice accesso richiesto']]);
  });

  test.each([{ role: 'admin' }, { contractHours: 3 }, { mayReviewCodes: true }])('ignores %j', (extra) => {
    expect(registrationBodySchema.safeParse({ ...standard, ...extra }).success).toBe(false);
  });

  test('the body of a registration is normalised', () => {
    const body = registrationBodySchema.parse({
      ...standard,
      email: ' GIULIA@example.it',
      firstName: ' Giulia ',
    });
    expect(body).toMatchObject({ email: 'giulia@example.it', firstName: 'Giulia' });
  });
});

test('a new password by link needs a token and a valid password', () => {
  const token = 'x'.repeat(43);
  expect(complaints(setPasswordSchema, { token, password: 'Turnario!2026' })).toEqual([]);
  expect(complaints(setPasswordSchema, { token, password: 'turnario' })).toEqual([
    ['password', 'Password deve contenere almeno una lettera maiuscola'],
  ]);
  for (const wrong of [undefined, '', 'x'.repeat(19), 'x'.repeat(101), 7]) {
    expect(complaints(setPasswordSchema, { token: wrong, password: 'Turnario!2026' })).toEqual([
      ['token', 'Link non valido'],
    ]);
  }
});

describe('the own account', () => {
  const change = { currentPassword: 'x', password: 'Turnario!2026' };

  test('needs a new password other than the current one', () => {
    expect(complaints(changePasswordSchema, change)).toEqual([]);
    expect(complaints(changePasswordSchema, { ...change, currentPassword: change.password })).toEqual([
      ['password', 'Scegli una password diversa da quella attuale'],
    ]);
  });

  test.each([
    ['', 'Scrivi la tua password'],
    [undefined, 'Scrivi la tua password'],
    ['x'.repeat(201), 'Password troppo lunga'],
  ])('is not deleted with the password %j', (password, message) => {
    expect(complaints(deleteAccountSchema, { password })).toEqual([['password', message]]);
    expect(complaints(changePasswordSchema, { ...change, currentPassword: password })).toEqual([
      ['currentPassword', message],
    ]);
  });

  test('is deleted with the current password, up to 200 characters', () => {
    expect(complaints(deleteAccountSchema, { password: 'x'.repeat(200) })).toEqual([]);
  });
});
