import { describe, expect, test } from 'vitest';
import { HttpError, textOf } from './httpError.ts';

describe('the message of a refused call', () => {
  test('the message of a refused call is what the server says', () => {
    const error = HttpError.of(
      409,
      'Conflict',
      { message: 'Hai già un turno', code: 'shift_day_taken' },
      '…',
    );
    expect(error).toMatchObject({
      status: 409,
      message: 'Hai già un turno',
      code: 'shift_day_taken',
      fields: {},
    });
  });

  test.each([
    ['the body', { error: 'x' }, '{"error":"x"}', '502: {"error":"x"}'],
    ['the body', undefined, '<h1>Bad Gateway</h1>', '502: <h1>Bad Gateway</h1>'],
    ['the status text', undefined, '', '502: Bad Gateway'],
    ['the body', { message: '' }, '{"message":""}', '502: {"message":""}'],
  ])('is the status and %s where the server says nothing', (_, body, text, message) => {
    expect(HttpError.of(502, 'Bad Gateway', body, text).message).toBe(message);
  });

  test('carries the texts of fields, and nothing else by that name', () => {
    const body = { message: 'Dati non validi', fields: { email: 'Email non valida', other: 3 } };
    expect(HttpError.of(400, '', body, '').fields).toEqual({ email: 'Email non valida' });
    expect(HttpError.of(400, '', { message: 'x', fields: 'no' }, '').fields).toEqual({});
  });

  test('the message of a refused call is the fallback for errors that are none of ours', () => {
    expect(new HttpError(409, 'x', { code: 'y', swaps: 2 }).body).toEqual({ code: 'y', swaps: 2 });
    expect(textOf(new HttpError(403, 'Vietato'), 'Errore')).toBe('Vietato');
    expect(textOf(new TypeError('x is undefined'), 'Errore')).toBe('Errore');
  });
});
