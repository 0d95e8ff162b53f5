import { z } from 'zod';
import type { Caller } from '../../support/caller.ts';

/** What the published description says of a value; only the keywords that ours use. */
export interface JsonSchema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

/** A route as it is published. */
export interface Operation {
  /** In capitals. */
  method: string;
  /** With parameters as `{id}`. */
  path: string;
  parameters: Parameter[];
  body: JsonSchema | null;
  /** What it says it answers, by status; null: no JSON (an empty answer, or a file). */
  answers: Record<string, z.ZodType | null>;
}

type Content = { 'application/json'?: { schema?: JsonSchema } };
interface Published {
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content }>;
}

/** A stream without an end, and a document that may be kept. */
const notJudged = new Set(['/api/events', '/api/openapi.json']);

/** Every call that the published description lists. */
export async function listOperations(caller: Caller): Promise<Operation[]> {
  const { body } = await caller.call('GET /api/openapi.json');
  const answersJson = ([path]: [string, unknown]): boolean => !notJudged.has(path);
  return Object.entries(body['paths'] as Record<string, Record<string, Published>>)
    .filter(answersJson)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, published]) => ({
        method: method.toUpperCase(),
        path,
        parameters: published.parameters ?? [],
        body: published.requestBody?.content?.['application/json']?.schema ?? null,
        answers: Object.fromEntries(
          Object.entries(published.responses ?? {}).map(([status, { content }]) => {
            const schema = content?.['application/json']?.schema;
            return [status, schema ? z.fromJSONSchema(schema as never) : null];
          }),
        ),
      })),
    );
}
