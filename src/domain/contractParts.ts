import { z } from 'zod';
import { codeText, idSchema } from './text.ts';

export interface CallSchemas {
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The most bytes of its body, where 64 KB are too few. */
  mostBytes?: number;
  answer: z.ZodType;
  /** Of a success; left out: 204 for `nothing`, else 200. */
  status?: 201 | 202;
  /** A browser that asks for a page is led to one. */
  redirects?: true;
}

/** By method and path, such as `GET /api/shifts/:id`. */
export type ContractMap = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, CallSchemas>;

export const cursorQuerySchema = z.strictObject({ cursor: codeText(200).optional() });

/** How many rows a list call answers at most. */
export const mostListed = 500;

/** A list call: rows, newest first. Where others follow, the header `Link` has the address of the next ones (RFC 8288). */
export const listOf = <Row extends z.ZodType>(row: Row) => ({
  query: cursorQuerySchema,
  answer: z.array(row),
});

export const idParams = z.object({ id: idSchema });

export const nothing = z.undefined();
export const successStatusOf = ({ answer, status }: CallSchemas): number =>
  status ?? (answer === nothing ? 204 : 200);

export const csvFile = z.string();
/** A file of the kind that was asked for. */
export const anyFile = z.string();
export const eventStream = z.string();
