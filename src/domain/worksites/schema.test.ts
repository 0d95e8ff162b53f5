import { expect, test } from 'vitest';
import { createWorksiteSchema } from './schema.ts';

const body = { name: 'Ostiense', accessCode: 'OSTIENSE', email: 'ostiense@example.it' };

test('a new worksite is active by default and needs no description', () => {
  expect(createWorksiteSchema.parse(body)).toEqual({ ...body, isActive: true });
  const full = { ...body, description: 'Via Ostiense', isActive: false };
  expect(createWorksiteSchema.parse(full)).toEqual(full);
});

test.each([
  [{ name: '  ' }, 'name', 'Nome del cantiere richiesto'],
  [{ name: undefined }, 'name', 'Nome del cantiere richiesto'],
  [{ name: 'x'.repeat(121) }, 'name', 'Al massimo 120 caratteri'],
  [{ accessCode: 'abc' }, 'accessCode', 'Il codice di accesso deve essere di almeno 4 caratteri'],
  [{ accessCode: undefined }, 'accessCode', 'Il codice di accesso deve essere di almeno 4 caratteri'],
  [{ email: 'ostiense' }, 'email', 'Email non valida'],
  [{ email: undefined }, 'email', 'Email non valida'],
  [{ description: 'x'.repeat(501) }, 'description', 'Al massimo 500 caratteri'],
])('%j is refused at its field', (change, field, message) => {
  const issues = createWorksiteSchema.safeParse({ ...body, ...change }).error?.issues;
  expect(issues?.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
});

test('the address of a worksite is trimmed', () => {
  expect(createWorksiteSchema.parse({ ...body, email: ' ostiense@example.it ' }).email).toBe(
    'ostiense@example.it',
  );
});
