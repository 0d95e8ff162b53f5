import { z } from 'zod';

export const mostFileBytes = 5 * 1024 * 1024;

/** Body of `POST /api/rosters/table`: an .xlsx or .csv file, in base64. */
export const rosterFileSchema = z.object({
  file: z
    .string('Scegli un file')
    .min(1, 'Il file è vuoto')
    .regex(/^[\w+/=-]*$/, 'Scegli un file')
    .max(Math.ceil(mostFileBytes / 3) * 4, 'Il file è troppo grande: al massimo 5 MB'),
});

/**
 * The sheets of a file, with cells as text. Days are `YYYY-MM-DD`, times `HH:MM`; struck-through cells end in
 * `(barrato)`; a text file has one sheet without a name.
 */
export const rosterTablesSchema = z.object({
  sheets: z.array(
    z.object({
      name: z.string(),
      rows: z.array(z.array(z.string())),
      /** Hidden rows and columns, counted from 0. */
      hidden: z.object({ rows: z.array(z.int()), columns: z.array(z.int()) }).optional(),
      isHidden: z.boolean().optional(),
    }),
  ),
});
export type RosterTables = z.infer<typeof rosterTablesSchema>;
