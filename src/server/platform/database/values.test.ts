import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { DatabaseUsageError, sqlState } from './errors.ts';

const database = await testDatabase();

/** Queries it both unnamed and prepared. */
async function valueOf(expression: ReturnType<typeof sql>): Promise<unknown> {
  const ask = async (): Promise<unknown> =>
    (await database.one<{ value: unknown }>(sql`select ${expression} as value`)).value;
  const value = await ask();
  for (let again = 0; again < 2; again += 1) expect(await ask()).toStrictEqual(value);
  return value;
}

describe('results', () => {
  test.each([
    ['a date', sql`date '2026-03-29'`, '2026-03-29'],
    ['a time with seconds, which are cut off', sql`time '06:05:59.9'`, '06:05'],
    ['the end of the day', sql`time '24:00'`, '24:00'],
    ['an instant', sql`timestamptz '2026-03-29 03:30:00+02'`, '2026-03-29T01:30:00.000Z'],
    ['its microseconds, cut off', sql`timestamptz '2026-11-20 09:00:00.123999Z'`, '2026-11-20T09:00:00.123Z'],
    ['a short fraction', sql`timestamptz '2026-11-20 09:00:00.5Z'`, '2026-11-20T09:00:00.500Z'],
    ['a timestamp', sql`timestamp '2026-11-20 09:00:00'`, '2026-11-20 09:00:00'],
    ['a bigint', sql`9007199254740991::bigint`, 9_007_199_254_740_991],
    ['a numeric', sql`12.50::numeric`, '12.50'],
    ['an interval', sql`interval '1 day 2 hours'`, '1 day 02:00:00'],
    ['dates', sql`array[date '2026-01-31', null]`, ['2026-01-31', null]],
    ['times', sql`array[time '20:00']`, ['20:00']],
    ['instants', sql`array[timestamptz '2026-01-31 12:00Z']`, ['2026-01-31T12:00:00.000Z']],
  ])('%s', async (_, expression, expected) => {
    expect(await valueOf(expression)).toStrictEqual(expected);
  });

  test.each([
    ['a bigint that a number cannot hold', sql`9007199254740992::bigint`, sqlState.numericOutOfRange],
    ['an instant outside of the calendar', sql`'infinity'::timestamptz`, sqlState.datetimeOverflow],
  ])('%s is an error', async (_what, expression, code) => {
    await expect(valueOf(expression)).rejects.toMatchObject({ code });
  });
});

describe('parameters', () => {
  test.each([
    ['null', sql`${null}::date`, null],
    ['bytes', sql`${new Uint8Array([0, 1, 255])}::bytea`, Buffer.from([0, 1, 255])],
    [
      'texts',
      sql`${['x,y', '{"q"}', 'back\\slash', '', 'NULL']}::text[]`,
      ['x,y', '{"q"}', 'back\\slash', '', 'NULL'],
    ],
  ])('%s', async (_, expression, expected) => {
    expect(await valueOf(expression)).toStrictEqual(expected);
  });

  test.each([
    ['undefined', undefined, 'parameter $1 is of type undefined'],
    ['a Date', new Date(0), 'parameter $1 is of type object'],
    ['an array of objects', [{ a: 1 }], 'parameter $1 is of type object'],
  ])('%s is refused', async (_, value, message) => {
    const refused = database.many(sql`select ${value}`);
    await expect(refused).rejects.toThrow(DatabaseUsageError);
    await expect(refused).rejects.toThrow(message);
  });
});
