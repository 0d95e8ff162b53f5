import { z } from 'zod';
import { daySchema } from '../../../domain/calendar/schema.ts';
import { readKeyset, writeKeyset } from './keysetCursor.ts';

export const writeCursor = (key: string, id: string): string => writeKeyset([key, id]);

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

export interface Position {
  key: string;
  id: string;
}

/**
 * Null: the list's beginning.
 * @param keys what the list is ordered by: another list's cursor could not be compared with it
 * @throws RefusalError `invalid_data` if it is none of this list
 */
export const readCursor = (cursor: string | undefined, ...keys: CursorKey[]): Position | null =>
  readKeyset(
    cursor,
    z
      .tuple([z.union(keys.map((key) => keySchemas[key])), z.uuid()])
      .transform(([key, id]): Position => ({ key, id })),
  );
