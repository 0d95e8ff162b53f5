import { z } from 'zod';
import { codeText, idSchema } from './text.ts';

export interface CallSchemas {
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The most bytes of its body, if more than 64 KB. */
  mostBytes?: number;
  answer: z.ZodType;
  /** On success; default: 204 for `nothing`, otherwise 200. */
  status?: 201 | 202;
  /** Browsers that request a page are redirected to one. */
  redirects?: true;
}

/** By method and path, such as `GET /api/shifts/:id`. */
export type ContractMap = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, CallSchemas>;

export const cursorQuerySchema = z.strictObject({ cursor: codeText(200).optional() });

/** The most rows that a list call returns. */
export const mostListed = 500;

/** A list call: rows, newest first. If there are more, the header `Link` has the next address (RFC 8288). */
export const listOf = <Row extends z.ZodType>(row: Row) => ({
  query: cursorQuerySchema,
  answer: z.array(row),
});

export const idParams = z.object({ id: idSchema });

export const nothing = z.undefined();
export const successStatusOf = ({ answer, status }: CallSchemas): number =>
  status ?? (answer === nothing ? 204 : 200);

export const csvFile = z.string();
/** A file of the requested kind. */
export const anyFile = z.string();
export const eventStream = z.string();
