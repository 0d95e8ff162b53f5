import { expect, test } from 'vitest';
import { HttpError, textOf } from './httpError.ts';

test('a refused call carries the server’s message', () => {
  const error = HttpError.of(409, { message: 'Hai già un turno', code: 'shift_day_taken' });
  expect(error).toMatchObject({ status: 409, code: 'shift_day_taken', fields: {} });
  expect(textOf(error, 'Errore')).toBe('Hai già un turno');
});

test.each([
  ['no JSON', undefined],
  ['nothing in it', {}],
  ['an error of its own', { error: 'x' }],
  ['no words', { message: '', code: 'x' }],
  ['words without a code, which are not the server’s', { message: 'no healthy upstream' }],
  ['another kind of message', { message: 3, code: 'x' }],
])('with %s it says the fallback', (_what, body) => {
  expect(textOf(HttpError.of(502, body), 'Errore')).toBe('Errore');
});

test('carries field messages and ignores anything else under that name', () => {
  const body = { message: 'Dati non validi', code: 'x', fields: { email: 'Email non valida', other: 3 } };
  expect(HttpError.of(400, body).fields).toEqual({ email: 'Email non valida' });
  expect(HttpError.of(400, { message: 'x', code: 'x', fields: 'no' }).fields).toEqual({});
});

test('any other error gives the fallback', () => {
  expect(new HttpError(409, 'x', { code: 'y', swaps: 2 }).body).toEqual({ code: 'y', swaps: 2 });
  expect(textOf(new TypeError('x is undefined'), 'Errore')).toBe('Errore');
});
