import { z } from 'zod';
import { daySchema } from '../../../domain/calendar/schema.ts';
import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';

/** A cursor as it travels: opaque to the client. */
export const writeCursor = (key: string, id: string): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

// an instant of a day that exists for us: not every one that can be written can be stored
const instantSchema = z.iso.datetime({ precision: 3 }).refine((text) => daySchema.safeParse(text).success);

// without a time behind it, which is cut off elsewhere
const wholeDaySchema = z.string().refine((text) => daySchema.safeParse(text).data === text);

/** A rank and a blank before what `schema` takes. */
const ranked = (schema: z.ZodType<string>) =>
  z
    .string()
    .regex(/^\d /)
    .refine((text) => schema.safeParse(text.slice(2)).success);

/** What lists are ordered by, before the row's id. */
const keySchemas = {
  instant: instantSchema,
  day: wholeDaySchema,
  'ranked day': ranked(wholeDaySchema),
  'ranked instant': ranked(instantSchema),
};
export type CursorKey = keyof typeof keySchemas;

/** A place in a list, after which its next page starts. */
export interface Position {
  key: string;
  id: string;
}

/**
 * Null: the list's beginning; undefined: no cursor of this list.
 *
 * @param keys what the list is ordered by: another list's cursor could not be compared with it
 */
export function parseCursor(
  cursor: string | undefined,
  ...keys: [CursorKey, ...CursorKey[]]
): Position | null | undefined {
  if (cursor === undefined) return null;
  const schema = z.tuple([z.union(keys.map((key) => keySchemas[key])), z.uuid()]);
  const { data } = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  return data && { key: data[0], id: data[1] };
}

/** @throws RefusalError `invalid_data` if it is none of this list */
export function readCursor(
  cursor: string | undefined,
  ...keys: [CursorKey, ...CursorKey[]]
): Position | null {
  const position = parseCursor(cursor, ...keys);
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
