import { z } from 'zod';
import type { Caller } from '../../support/caller.ts';

/** A JSON schema of the published description, with the keywords that it uses. */
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

/** A published route. */
export interface Operation {
  method: string;
  /** Parameters as `{id}`. */
  path: string;
  parameters: Parameter[];
  body: JsonSchema | null;
  /** Answer schemas by status; null: not JSON (empty, or a file). */
  answers: Record<string, z.ZodType | null>;
}

type Content = { 'application/json'?: { schema?: JsonSchema } };
interface Published {
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content }>;
}

/** The endless event stream, and a document with other cache headers. */
const notJudged = new Set(['/api/events', '/api/openapi.json']);

/** All published routes. */
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
