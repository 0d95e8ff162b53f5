import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Call, methodOf, pathOf } from '../domain/call.ts';
import { contract } from '../domain/contract.ts';
import {
  anyFile,
  type CallSchemas,
  csvFile,
  eventStream,
  nothing,
  successStatusOf,
} from '../domain/contractParts.ts';
import { errorCodes } from '../domain/errors/messages.it.ts';
import type { Access } from './platform/http/access.ts';
import type { App } from './platform/http/app.ts';
import { addRoute } from './platform/http/route.ts';
import { cookieNameOf } from './platform/session/cookie.ts';
import type { Settings } from './platform/settings.ts';

/** `GET /api/openapi.json`: the contract as OpenAPI 3.1, built on first request. Call it before adding routes. */
export function publishContract(app: App, settings: Settings): void {
  const accessOf = new Map<string, Access | undefined>();
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) accessOf.set(`${each} ${url}`, config?.access);
  });
  let published: { text: string; tag: string } | null = null;
  addRoute(app, 'GET /api/openapi.json', { access: 'public' }, (request, reply) => {
    published ??= publish(accessOf, cookieNameOf(settings));
    const { text, tag } = published;
    void reply.headers({ 'cache-control': 'public, no-cache', etag: tag });
    const isKnown = request.headers['if-none-match']?.includes(tag) ?? false;
    if (isKnown) return reply.status(304).send();
    // strings are sent as they are
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

function publish(
  accessOf: ReadonlyMap<string, Access | undefined>,
  cookieName: string,
): { text: string; tag: string } {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of Object.keys(contract) as Call[]) {
    const methods = (paths[pathOf(call).replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    methods[methodOf(call).toLowerCase()] = describe(contract[call], accessOf.get(call));
  }
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Turnario', version: '1' },
    paths,
    components: {
      responses: { Refusal: { description: 'Refused', content: contentOf(refusalSchema) } },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  });
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

const refusalSchema = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  fields: z.record(z.string(), z.string()).optional(),
});

function describe(schemas: CallSchemas, access: Access | undefined): object {
  const { params, query, headers, body, answer, redirects } = schemas;
  return {
    'x-access': access,
    security: access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...parametersOf(headers, 'header'),
    ],
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, content: contentOf(body, 'input') },
    }),
    responses: {
      [successStatusOf(schemas)]: {
        description: 'Done',
        ...(answer !== nothing && { content: contentOf(answer) }),
      },
      ...(redirects && { 302: { description: 'A browser is led to a page' } }),
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query' | 'header'): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input');
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: value,
  }));
}

const typesOfFiles = new Map<z.ZodType, string>([
  [csvFile, 'text/csv'],
  [anyFile, 'application/octet-stream'],
  [eventStream, 'text/event-stream'],
]);

function contentOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): object {
  const type = typesOfFiles.get(schema) ?? 'application/json';
  return { [type]: { schema: jsonSchemaOf(schema, io) } };
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io });
  return described;
}
