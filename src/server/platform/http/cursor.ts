import { z } from 'zod';
import { isDay } from '../../../domain/calendar/day.ts';
import { daySchema } from '../../../domain/calendar/schema.ts';
import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';

/** A cursor as it travels: opaque to the client. */
export const writeCursor = (key: string, id: string): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

// an instant of a day that exists for us: not every one that can be written can be stored
const instantSchema = z.iso.datetime({ precision: 3 }).refine((text) => daySchema.safeParse(text).success);

const rankedDaySchema = z
  .string()
  .regex(/^[123] /)
  .refine((text) => isDay(text.slice(2)));

const rankedInstantSchema = z
  .string()
  .regex(/^\d /)
  .refine((text) => instantSchema.safeParse(text.slice(2)).success);

// what lists are ordered by: a day or an instant, or one behind a rank, then the row's id
const keySchema = z.union([instantSchema, rankedDaySchema, rankedInstantSchema, daySchema]);
const cursorSchema = z.tuple([keySchema, z.uuid()]);

/** A place in a list, after which its next page starts. */
export interface Position {
  key: string;
  id: string;
}

/** Null: the list's beginning; undefined: a cursor that is none of ours. */
export function parseCursor(cursor: string | undefined): Position | null | undefined {
  if (cursor === undefined) return null;
  const { data } = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  return data && { key: data[0], id: data[1] };
}

/** @throws RefusalError `invalid_data` if it is none of ours */
export function readCursor(cursor: string | undefined): Position | null {
  const position = parseCursor(cursor);
  if (position !== undefined) return position;
  throw new RefusalError(refuse('invalid_data'), { fields: { cursor: 'Pagina non valida' } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
