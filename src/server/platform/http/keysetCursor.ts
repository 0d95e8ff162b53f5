import type { z } from 'zod';
import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';

/** A row's position in its list, opaque to the client: the values that the next page starts after. */
export const writeKeyset = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** Null: the start of the list. @throws RefusalError `invalid_data` if it does not match `schema` */
export function readKeyset<Values>(cursor: string | undefined, schema: z.ZodType<Values>): Values | null {
  if (cursor === undefined) return null;
  const { data } = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (data !== undefined) return data;
  throw new RefusalError(refuse('invalid_data'), { fields: { cursor: 'Pagina non valida' } });
}

function parseJson(text: string): unknown {
  try {
    // cursors we wrote never contain characters that cannot be stored or compared
    return /\\u(?:0000|d[89a-f])/i.test(text) ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
