import { z } from 'zod';

/** The parsed value, or its errors: one sentence per field, `body` for those of no field. */
export type Judged = { value: unknown } | { fields: Record<string, string> };

/**
 * Validates input. Reports the first error of each field and checks nothing after it: listing all errors of a thousand
 * elements takes longer than any valid input.
 */
export function judge(schema: z.ZodType, value: unknown): Judged {
  if (schema.validate(value)) return { value: schema.parse(value) };
  const fields: Record<string, string> = {};
  for (const [name, ...part] of wrongParts(schema, value)) fields[name] = firstMessage(...part);
  if (Object.keys(fields).length > 0) return { fields };
  for (const [name, message] of messagesOf(schema, value)) fields[name] ??= message;
  return { fields };
}

/** The longest list that a call accepts. */
export const mostElements = 400;

/** The invalid fields or elements, as they are found. */
function* wrongParts(schema: z.ZodType, value: unknown): Generator<[name: string, z.ZodType, unknown]> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    yield* wrongParts(schema.unwrap() as z.ZodType, value);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const element = schema.element as z.ZodType;
    for (const each of value.slice(0, mostElements))
      if (!element.validate(each)) yield ['body', element, each];
  } else if (schema instanceof z.ZodObject && isObject(value)) {
    for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
      if (!field.validate(value[name])) yield [name, field, value[name]];
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function firstMessage(schema: z.ZodType, value: unknown): string {
  for (const [, ...part] of wrongParts(schema, value)) return firstMessage(...part);
  return messagesOf(schema, value)[0]?.[1] ?? 'Valore non valido';
}

/** Messages by field. Unknown names are not repeated. */
const messagesOf = (schema: z.ZodType, value: unknown): [name: string, message: string][] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path: [name = 'body'], code, message }) => [
    String(name),
    code === 'unrecognized_keys' ? 'Parametro sconosciuto' : message,
  ]);
