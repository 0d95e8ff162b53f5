import pg, { type CustomTypesConfig } from 'pg';
import { DatabaseError, DatabaseUsageError, sqlState } from './errors.ts';

type Parser = (text: string) => unknown;

const asIs: Parser = (text) => text;

function readInt8(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new DatabaseError({ message: `bigint ${text} is not safe`, code: sqlState.numericOutOfRange });
}

const instantPattern = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

function readInstant(text: string): string {
  const parts = instantPattern.exec(text);
  if (!parts) {
    const message = `timestamptz ${text} is not an instant of the years 1 to 9999 in UTC`;
    throw new DatabaseError({ message, code: sqlState.datetimeOverflow });
  }
  const [, day, time, fraction = ''] = parts;
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

/** Types parsed differently from the library: oid, array oid (pg_type; fixed), and parser. */
const types: readonly [oid: number, arrayOid: number, parse: Parser][] = [
  [pg.types.builtins.INT8, 1016, readInt8],
  [pg.types.builtins.DATE, 1182, asIs],
  [pg.types.builtins.TIME, 1183, (text) => text.slice(0, 5)],
  [pg.types.builtins.TIMESTAMP, 1115, asIs],
  [pg.types.builtins.TIMESTAMPTZ, 1185, readInstant],
  [pg.types.builtins.INTERVAL, 1187, asIs],
  [pg.types.builtins.NUMERIC, 1231, asIs],
  // name
  [19, 1003, asIs],
];

const textArray = 1009;
const parseTexts = pg.types.getTypeParser(textArray as Parameters<typeof pg.types.getTypeParser>[0]) as (
  literal: string,
) => (string | null)[];

const ours = new Map<number, Parser>(
  types.flatMap(([oid, arrayOid, parse]): [number, Parser][] => [
    [oid, parse],
    [arrayOid, (literal) => parseTexts(literal).map((text) => (text === null ? null : parse(text)))],
  ]),
);

/** The library's parsers for text values: ours, or its own. */
export const parsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    ours.get(oid) ?? (pg.types.getTypeParser(oid, format) as Parser),
};

const parameterTypes = new Set(['string', 'number', 'bigint', 'boolean']);

/**
 * The library would turn undefined into null, a `Date` into local time, and an object into JSON.
 * @throws DatabaseUsageError naming the parameter's number
 */
export const requireParameters = (values: readonly unknown[]): unknown[] =>
  values.map((value, index) => {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part === null || part instanceof Uint8Array || parameterTypes.has(typeof part)) continue;
      throw new DatabaseUsageError(
        `parameter $${index + 1} is of type ${typeof part}, which is none of Queryable's`,
      );
    }
    return value;
  });

/** The key of a column in rows: `requested_day` is `requestedDay`. */
export const keyOf = (column: string): string =>
  column.replaceAll(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
