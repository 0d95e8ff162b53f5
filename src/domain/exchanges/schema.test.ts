import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar/day.ts';
import { refuseApprovalSchema } from './schema.approval.ts';
import {
  cancelPreAcceptSchema,
  changeExchangeSchema,
  createExchangeSchema,
  exchangeListQuerySchema,
  finalConfirmSchema,
  preAcceptSchema,
  updateExchangeSchema,
} from './schema.calls.ts';

const id = '0190a000-0000-7000-8000-000000000001';
const body = { offeredShiftId: id, requestedShiftType: 'pomeriggio', requestedDate: '2026-11-20' };

describe('the body of a new request', () => {
  test('the body of a new request is parsed as the form sends it', () => {
    const sent = {
      ...body,
      requesterId: id,
      acceptFlexibleDates: false,
      message: ' ciao ',
      status: 'aperta',
    };
    expect(createExchangeSchema.parse(sent)).toEqual({ ...sent, message: 'ciao' });
    expect(createExchangeSchema.parse({ ...body, requestedDate: '2026-11-20T00:00:00Z' })).toEqual(body);
  });

  test.each([
    [{ offeredShiftId: '' }, 'offeredShiftId', 'Seleziona il turno da offrire'],
    [{ offeredShiftId: undefined }, 'offeredShiftId', 'Seleziona il turno da offrire'],
    [{ offeredShiftId: '7' }, 'offeredShiftId', 'Identificativo non valido'],
    [{ requestedShiftType: 'alba' }, 'requestedShiftType', 'Seleziona il tipo di turno desiderato'],
    [{ requestedDate: '2026-02-30' }, 'requestedDate', 'Data non valida'],
    [{ message: 'a\u0000b' }, 'message', 'Contiene caratteri invisibili o non ammessi: riscrivilo a mano'],
    [{ requestedDate: '' }, 'requestedDate', 'Seleziona la data desiderata'],
    [{ requestedDate: undefined }, 'requestedDate', 'Seleziona la data desiderata'],
    [{ requestedDate: 'domani' }, 'requestedDate', 'Data non valida'],
    [{ message: 'x'.repeat(501) }, 'message', 'Al massimo 500 caratteri'],
  ])('%j is refused at its field', (change, field, message) => {
    const issues = createExchangeSchema.safeParse({ ...body, ...change }).error?.issues;
    expect(issues?.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
  });

  test.each([
    { acceptFlexibleDates: 'true' },
    { acceptableDays: [] },
    { acceptableDays: ['2026-11-31'] },
    { acceptableDays: ['2026-11-20', '2026-11-20T08:00'] },
    { acceptableDays: '2026-11-20' },
    { acceptableDays: Array.from({ length: 32 }, (_, index) => addDays('2026-11-20', index)) },
    { withinDays: 8 },
    { status: 'completata' },
    { kind: 'altro' },
  ])('%j is refused', (change) => {
    expect(createExchangeSchema.safeParse({ ...body, ...change }).success).toBe(false);
  });

  test('a new request needs a wanted type only in the form of single shifts', () => {
    const holidays = { kind: 'ferie', offeredShiftId: id, requestedDate: '2026-11-20' };
    expect(createExchangeSchema.safeParse(holidays).success).toBe(true);
    const { requestedShiftType: _type, ...untyped } = body;
    expect(updateExchangeSchema.safeParse(untyped).error?.issues[0]?.message).toBe(
      'Seleziona il tipo di turno desiderato',
    );
    expect(updateExchangeSchema.safeParse(body).success).toBe(true);
    const wrong = { ...body, requestedShiftType: 'alba' };
    for (const schema of [updateExchangeSchema, changeExchangeSchema]) {
      expect(schema.safeParse(wrong).error?.issues[0]?.message).toBe('Seleziona il tipo di turno desiderato');
    }
    expect(changeExchangeSchema.safeParse(untyped).success).toBe(true);
  });
});

test('a list is queried by tab, the first one by default', () => {
  expect(exchangeListQuerySchema.parse({})).toEqual({ tab: 'disponibili' });
  expect(exchangeListQuerySchema.parse({ tab: 'mie' })).toEqual({ tab: 'mie' });
  expect(exchangeListQuerySchema.safeParse({ tab: 'tutti' }).success).toBe(false);
  expect(exchangeListQuerySchema.safeParse({ cursor: 'x'.repeat(201) }).success).toBe(false);
  expect(exchangeListQuerySchema.parse({ cursor: 'x' })).toMatchObject({ cursor: 'x' });
});

test.each([undefined, '', '   ', 'x'.repeat(501)])('%j is no reason for refusing an approval', (reason) => {
  expect(refuseApprovalSchema.safeParse({ reason }).success).toBe(false);
  expect(refuseApprovalSchema.parse({ reason: ' Serve qui ' })).toEqual({ reason: 'Serve qui' });
});

test('a confirmation may name whose offer it takes', () => {
  expect(finalConfirmSchema.parse({})).toEqual({});
  expect(finalConfirmSchema.parse({ accepterUserId: id })).toEqual({ accepterUserId: id });
  expect(finalConfirmSchema.safeParse({ accepterUserId: 'marco' }).success).toBe(false);
});

test('a pre-acceptance may name the version it answers', () => {
  expect(preAcceptSchema.parse({ version: '7' })).toEqual({ version: '7' });
  expect(preAcceptSchema.safeParse({ version: 'x'.repeat(65) }).success).toBe(false);
  expect(cancelPreAcceptSchema.parse({ accepterUserId: id })).toEqual({ accepterUserId: id });
  expect(cancelPreAcceptSchema.parse({ isUndo: true })).toEqual({ isUndo: true });
  expect(cancelPreAcceptSchema.safeParse({ isUndo: 'yes' }).success).toBe(false);
});
