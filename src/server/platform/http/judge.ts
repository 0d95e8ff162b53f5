import { z } from 'zod';

/** What a schema makes of a value, or what is wrong with it: a sentence a field, `body` for what concerns none. */
export type Judged = { value: unknown } | { fields: Record<string, string> };

/**
 * Judges what a call brings. Of each field the first thing that is wrong is told, and nothing is looked at behind it: to
 * list all that is wrong with a thousand elements takes longer than anything that is right.
 */
export function judge(schema: z.ZodType, value: unknown): Judged {
  if (schema.validate(value)) return { value: schema.parse(value) };
  const fields: Record<string, string> = {};
  for (const [name, ...part] of wrongParts(schema, value)) fields[name] = firstMessage(...part);
  if (Object.keys(fields).length > 0) return { fields };
  for (const { path, ...issue } of issuesOf(schema, value))
    fields[String(path[0] ?? 'body')] ??= textOf(issue);
  return { fields };
}

/** The most elements of any list that a call takes. */
export const mostElements = 400;

/** The fields or elements that are wrong by themselves, as they are found. */
function* wrongParts(schema: z.ZodType, value: unknown): Generator<[name: string, z.ZodType, unknown]> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    yield* wrongParts(schema.unwrap() as z.ZodType, value);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const element = schema.element as z.ZodType;
    for (const [at, each] of value.slice(0, mostElements).entries()) {
      if (!element.validate(each)) yield [String(at), element, each];
    }
  } else if (schema instanceof z.ZodObject && isObject(value)) {
    for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
      if (!field.validate(value[name])) yield [name, field, value[name]];
    }
  }
}

function firstMessage(schema: z.ZodType, value: unknown): string {
  for (const [, ...part] of wrongParts(schema, value)) return firstMessage(...part);
  const [issue] = issuesOf(schema, value);
  return issue ? textOf(issue) : 'Valore non valido';
}

type Issue = Pick<z.core.$ZodIssue, 'code' | 'message'>;

/** What is not known is not repeated. */
const textOf = ({ code, message }: Issue): string =>
  code === 'unrecognized_keys' ? 'Parametro sconosciuto' : message;

const issuesOf = (schema: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] =>
  schema.safeParse(value).error?.issues ?? [];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
