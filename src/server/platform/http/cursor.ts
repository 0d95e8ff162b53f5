import { z } from 'zod';
import { daySchema } from '../../../domain/calendar/schema.ts';
import { readKeyset, writeKeyset } from './keysetCursor.ts';

export const writeCursor = (key: string, id: string): string => writeKeyset([key, id]);

// an instant on a valid day: not every one that parses can be stored
const instantSchema = z.iso.datetime({ precision: 3 }).refine((text) => daySchema.safeParse(text).success);

// without a time, which `daySchema` would cut off
const wholeDaySchema = z.string().refine((text) => daySchema.safeParse(text).data === text);

/** A rank and a space before what `schema` accepts. */
const ranked = (schema: z.ZodType<string>) =>
  z
    .string()
    .regex(/^\d /)
    .refine((text) => schema.safeParse(text.slice(2)).success);

/** Sort keys of lists, before the row's id. */
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
 * Null: the start of the list.
 * @param keys the list's sort keys: another list's cursor could not be compared
 * @throws RefusalError `invalid_data` if it is not from this list
 */
export const readCursor = (cursor: string | undefined, ...keys: CursorKey[]): Position | null =>
  readKeyset(
    cursor,
    z
      .tuple([z.union(keys.map((key) => keySchemas[key])), z.uuid()])
      .transform(([key, id]): Position => ({ key, id })),
  );
