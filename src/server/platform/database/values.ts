import { formatArrayLiteral, parseArrayLiteral } from './arrayLiteral.ts';
import { DatabaseError, DatabaseUsageError, sqlState } from './errors.ts';

// Both engines speak PostgreSQL's text format. Doing the conversion here, once, is what makes their types equal.
// The sessions of both run with TimeZone UTC and the default DateStyle, IntervalStyle and bytea_output.

/** A parameter in PostgreSQL's text format. */
export type EncodedValue = string | null;

/**
 * Parameters in text format; see `Queryable` for what may be passed.
 * @throws DatabaseUsageError for anything else, naming the parameter's number.
 */
export const encodeParameters = (values: readonly unknown[]): EncodedValue[] =>
  values.map((value, index) => {
    if (Array.isArray(value)) return formatArrayLiteral(value.map((element) => encodeScalar(element, index)));
    return encodeScalar(value, index);
  });

function encodeScalar(value: unknown, index: number): EncodedValue {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
      return value.toString();
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      if (value === null) return null;
      if (value instanceof Uint8Array) {
        return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
      }
      throw new DatabaseUsageError(
        `parameter $${index + 1} is ${describe(value)}: pass a string, number, boolean, null, Uint8Array or a flat ` +
          `array of these; for json pass JSON.stringify(value), for an instant an ISO string`,
      );
  }
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `of type ${typeof value}`;
  return `an object of class ${value.constructor?.name ?? 'unknown'}`;
}

type Decoder = (text: string) => unknown;

function decodeInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new DatabaseError({
      message: `bigint ${text} is not a safe integer`,
      code: sqlState.numericOutOfRange,
    });
  }
  return value;
}

const instantPattern = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

function decodeInstant(text: string): string {
  const parts = instantPattern.exec(text);
  if (!parts) {
    throw new DatabaseError({
      message: `timestamptz ${text} is not an instant of the years 1 to 9999 in UTC`,
      code: sqlState.datetimeOverflow,
    });
  }
  const [, day, time, fraction = ''] = parts;
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const decodeBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));

const asIs: Decoder = (text) => text;
const decodeBool: Decoder = (text) => text === 't';
const decodeTime: Decoder = (text) => text.slice(0, 5);
const decodeJson: Decoder = (text) => JSON.parse(text) as unknown;

/** Type, its oid, the oid of its array type (from pg_type; fixed for built-in types), and how to read it. */
const types: readonly [name: string, oid: number, arrayOid: number, decode: Decoder][] = [
  ['bool', 16, 1000, decodeBool],
  ['bytea', 17, 1001, decodeBytes],
  ['name', 19, 1003, asIs],
  ['int8', 20, 1016, decodeInt8],
  ['int2', 21, 1005, Number],
  ['int4', 23, 1007, Number],
  ['text', 25, 1009, asIs],
  ['oid', 26, 1028, Number],
  ['json', 114, 199, decodeJson],
  ['float4', 700, 1021, Number],
  ['float8', 701, 1022, Number],
  ['bpchar', 1042, 1014, asIs],
  ['varchar', 1043, 1015, asIs],
  ['date', 1082, 1182, asIs],
  ['time', 1083, 1183, decodeTime],
  ['timestamp', 1114, 1115, asIs],
  ['timestamptz', 1184, 1185, decodeInstant],
  ['interval', 1186, 1187, asIs],
  ['numeric', 1700, 1231, asIs],
  ['uuid', 2950, 2951, asIs],
  ['jsonb', 3802, 3807, decodeJson],
];

/** How to read the text form of values of a type; types not listed (enums among them) stay text. */
const decoders = new Map<number, Decoder>(
  types.flatMap(([, oid, arrayOid, decode]): [number, Decoder][] => [
    [oid, decode],
    [arrayOid, (text) => parseArrayLiteral(text, decode)],
  ]),
);

const keys = new Map<string, string>();

/** The name of a column as rows have it: `requested_day` is `requestedDay`. */
function keyOf(column: string): string {
  const known = keys.get(column);
  if (known !== undefined) return known;
  const key = column.replaceAll(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  keys.set(column, key);
  return key;
}

/** A column as PostgreSQL describes it. */
export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The columns of a statement's rows: what each is called in a row, and how its text is read. */
export interface Columns {
  readonly keys: readonly string[];
  readonly decoders: readonly Decoder[];
}

export const columnsOf = (fields: readonly Field[]): Columns => ({
  keys: fields.map(({ name }) => keyOf(name)),
  decoders: fields.map(({ dataTypeID }) => decoders.get(dataTypeID) ?? asIs),
});

export function rowOf(columns: Columns, texts: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, key] of columns.keys.entries()) {
    const text = texts[index] ?? null;
    row[key] = text === null ? null : columns.decoders[index]?.(text);
  }
  return row;
}

/** A row that the database wrote as JSON, under the names it would have had as a row. */
export function rowOfJson(written: object): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(written)) row[keyOf(column)] = value;
  return row;
}
