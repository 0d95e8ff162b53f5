import { describe, expect, test } from 'vitest';
import { testServer } from '../../tests/support/server.ts';
import { type Call, methodOf, pathOf } from '../domain/call.ts';
import { contract } from '../domain/contract.ts';

const server = await testServer();

// That responses match the published schemas: tests/server/fuzz/fuzz.test.ts.

interface Operation {
  responses: Record<string, { content?: object }>;
  security: object[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object };
}

/** `METHOD /path` of every route, parsed from the server's printed route tree. */
function listRoutes(): string[] {
  const path: string[] = [];
  const lines = server.app.printRoutes({ commonPrefix: false }).split('\n');
  return lines.flatMap((line) => {
    const found = /^(.*?)(?:├──|└──) (\S+)(?: \((.+)\))?$/.exec(line);
    if (!found) return [];
    const [, indent = '', name = '', methods = ''] = found;
    path.splice(indent.length / 4, Infinity, name);
    return methods.split(', ').map((method) => `${method} ${path.join('')}`);
  });
}

const read = await server.nobody.call('GET /api/openapi.json');
const { paths, openapi, components } = read.body as unknown as Document;
const calls = Object.keys(contract) as Call[];

const operationOf = (call: Call): Operation =>
  paths[pathOf(call).replaceAll(/:(\w+)/g, '{$1}')]![methodOf(call).toLowerCase()]!;

describe('the published description', () => {
  test('contains every route, and every contract call is a route', () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const routes = listRoutes().filter(
      (route) => route.includes(' /api/') && !/^(HEAD|OPTIONS)|\*$/.test(route),
    );
    expect(described.toSorted()).toEqual(routes.toSorted());
    expect(calls.toSorted()).toEqual(routes.toSorted());
    expect(openapi).toBe('3.1.0');
  });

  test('marks calls that need no session', () => {
    expect(components.securitySchemes).toEqual({
      session: { type: 'apiKey', in: 'cookie', name: 'turnario' },
    });
    expect(operationOf('POST /api/auth/login').security).toEqual([]);
    expect(operationOf('GET /api/shifts').security).toEqual([{ session: [] }]);
  });

  test('describes responses that are not JSON', () => {
    const typesOf = (call: Call): string[] => Object.keys(operationOf(call).responses['200']?.content ?? {});
    expect(typesOf('GET /api/events')).toEqual(['text/event-stream']);
    expect(typesOf('GET /api/ceo/audit/export')).toEqual(['text/csv']);
    expect(typesOf('GET /api/shifts/export')).toEqual(['application/octet-stream']);
    expect(typesOf('GET /api/shifts')).toEqual(['application/json']);
  });

  test('is revalidated with an ETag', async () => {
    const { etag = '', 'cache-control': caching } = read.headers;
    expect(caching).toBe('public, no-cache');
    const again = await server.nobody.call('GET /api/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
