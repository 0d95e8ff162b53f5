import { describe, expect, test } from 'vitest';
import { unsplit } from '../../../tests/support/duties.ts';
import { createShiftSchema, shiftRangeSchema, updateShiftSchema } from './schema.ts';

const full = {
  date: '2026-11-20',
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  ...unsplit,
  notes: null,
  userId: '0190a000-0000-7000-8000-000000000001',
};

describe('the body of a new entry', () => {
  test('the body of a new entry is parsed as the form sends it', () => {
    expect(createShiftSchema.parse(full)).toEqual(full);
    expect(createShiftSchema.parse({ date: '2026-11-20', workLocation: 'ferie' })).toEqual({
      date: '2026-11-20',
      workLocation: 'ferie',
    });
  });

  test('the body of a new entry is normalised: day and seconds cut, empty times null, notes trimmed', () => {
    const body = {
      ...full,
      date: '2026-11-20T00:00:00.000Z',
      startTime: '06:00:00',
      secondStartTime: '',
      notes: '  porta le chiavi ',
    };
    expect(createShiftSchema.parse(body)).toEqual({
      ...full,
      startTime: '06:00',
      notes: 'porta le chiavi',
    });
  });

  test.each([
    [{ date: undefined }, 'date', 'Data richiesta'],
    [{ date: '2026-02-30' }, 'date', 'Data non valida'],
    [{ workLocation: 'casa' }, 'workLocation', 'Scegli il tipo di giornata'],
    [{ workLocation: undefined }, 'workLocation', 'Scegli il tipo di giornata'],
    [{ startTime: '24:00' }, 'startTime', 'Orario non valido (HH:MM)'],
    [{ endTime: 14 }, 'endTime', 'Orario non valido (HH:MM)'],
    [{ notes: 'x'.repeat(1001) }, 'notes', 'Al massimo 1000 caratteri'],
    [{ notes: 'a\u0000b' }, 'notes', 'Contiene caratteri invisibili o non ammessi: riscrivilo a mano'],
    [{ userId: '7' }, 'userId', 'Identificativo non valido'],
  ])('%j is refused at its field, in Italian', (change, field, message) => {
    const issue = createShiftSchema.safeParse({ ...full, ...change }).error?.issues[0];
    expect(issue?.path).toEqual([field]);
    expect(issue?.message).toBe(message);
  });

  test.each([{ isSplitShift: 'true' }])('%j is refused', (change) => {
    expect(createShiftSchema.safeParse({ ...full, ...change }).success).toBe(false);
  });

  test('the body of a new entry keeps line breaks and emoji in notes', () => {
    const notes = 'prima riga\nseconda 🌙\ttab';
    expect(createShiftSchema.parse({ ...full, notes }).notes).toBe('prima riga\nseconda 🌙 tab');
  });
});

describe('the body of a change', () => {
  test('the body of a change has any of the fields and drops unknown ones', () => {
    expect(updateShiftSchema.parse({})).toEqual({});
    expect(updateShiftSchema.parse({ notes: '' })).toEqual({ notes: '' });
    expect(updateShiftSchema.parse({ startTime: '' })).toEqual({ startTime: null });
    expect(updateShiftSchema.parse({ ...full, shiftType: 'notte' })).not.toHaveProperty('shiftType');
    expect(updateShiftSchema.safeParse({ date: '' }).success).toBe(false);
  });
});

test('a range needs both days where required', () => {
  expect(shiftRangeSchema.parse({})).toEqual({});
  expect(shiftRangeSchema.safeParse({ from: '2026-11-01', to: 'domani' }).success).toBe(false);
  expect(shiftRangeSchema.safeParse({ from: '2026-11-01', to: '2026-11-30', userId: '1' }).success).toBe(
    false,
  );
});
