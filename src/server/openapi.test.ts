import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Answer, Caller } from '../../tests/support/caller.ts';
import { listRoutes } from '../../tests/support/routeList.ts';
import { testServer } from '../../tests/support/server.ts';
import { offer, pair, publishedId } from '../../tests/support/swaps.ts';
import { type AnyInput, type Call, methodOf, pathOf } from '../domain/call.ts';
import { contract } from '../domain/contract.ts';

const server = await testServer();

interface Media {
  schema: Parameters<typeof z.fromJSONSchema>[0];
}
interface Operation {
  responses: Record<string, { content?: Record<string, Media> }>;
  security: object[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { responses: { Refusal: { content: Record<string, Media> } }; securitySchemes: object };
}

const read = await server.nobody.call('GET /api/openapi.json');
const { paths, openapi, components } = read.body as unknown as Document;
const calls = Object.keys(contract) as Call[];

const operationOf = (call: Call): Operation =>
  paths[pathOf(call).replaceAll(/:(\w+)/g, '{$1}')]![methodOf(call).toLowerCase()]!;

/** Holds an answer against what the document says of its call. */
function expectAsPublished(call: Call, { status, body, text }: Answer<unknown>): void {
  const { responses } = operationOf(call);
  const content = status >= 400 ? components.responses.Refusal.content : responses[status]?.content;
  expect(Object.keys(responses), `${call}: ${status} ${text}`).toContain(
    status >= 400 ? 'default' : `${status}`,
  );
  if (!content) return expect(text).toBe('');
  const media = content['application/json'];
  if (!media) return;
  const parsed = z.fromJSONSchema(media.schema).safeParse(body);
  expect(parsed.success ? '' : z.prettifyError(parsed.error), call).toBe('');
}

describe('the published description', () => {
  test('has every route, and every call of the contract is a route', () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const routes = listRoutes(server.app).filter(
      (route) => route.includes(' /api/') && !/^(HEAD|OPTIONS)|\*$/.test(route),
    );
    expect(described.toSorted()).toEqual(routes.toSorted());
    expect(calls.toSorted()).toEqual(routes.toSorted());
    expect(openapi).toBe('3.1.0');
  });

  test('says who needs no session', () => {
    expect(components.securitySchemes).toEqual({
      session: { type: 'apiKey', in: 'cookie', name: 'turnario' },
    });
    expect(operationOf('POST /api/auth/login').security).toEqual([]);
    expect(operationOf('GET /api/shifts').security).toEqual([{ session: [] }]);
  });

  test('says what is no JSON', () => {
    const typesOf = (call: Call): string[] => Object.keys(operationOf(call).responses['200']?.content ?? {});
    expect(typesOf('GET /api/events')).toEqual(['text/event-stream']);
    expect(typesOf('GET /api/ceo/audit/export')).toEqual(['text/csv']);
    expect(typesOf('GET /api/shifts/export')).toEqual(['application/octet-stream']);
    expect(typesOf('GET /api/shifts')).toEqual(['application/json']);
  });

  test('is read again only when it changed', async () => {
    const { etag = '', 'cache-control': caching } = read.headers;
    expect(caching).toBe('public, no-cache');
    const again = await server.nobody.call('GET /api/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('real answers are as published', () => {
  let people: Record<'ceo' | 'person' | 'nobody', Caller>;
  beforeAll(async () => {
    people = { ceo: await server.signInCeo(), person: await server.signIn(), nobody: server.nobody };
  });

  const reading = calls.filter(
    (call) => /^GET [^:]+$/.test(call) && call !== 'GET /api/events' && call !== 'GET /api/openapi.json',
  );

  test.each(reading)('%s', async (call) => {
    for (const person of Object.values(people)) expectAsPublished(call, await person.callUntyped(call));
  });

  test('of a swap, from the shift to the receipt', async () => {
    const { giulia, marco } = await pair(server);
    const params = { id: await publishedId(giulia, giulia.shiftId) };
    await offer(marco, params.id);
    const told = async (person: Caller, call: Call, input: AnyInput = {}) =>
      expectAsPublished(call, await person.callUntyped(call, input));
    await told(giulia, 'GET /api/exchange-requests/:id', { params });
    await told(marco, 'GET /api/exchange-requests/page', { query: { tab: 'pre-accettati' } });
    // confirmed once, and refused
    for (let times = 0; times < 2; times += 1)
      await told(giulia, 'POST /api/exchange-requests/:id/final-confirm', { params });
    for (const call of [
      'GET /api/exchanges/completed/page',
      'GET /api/notifications/page',
      'PATCH /api/notifications/mark-all-read',
      'GET /api/calendar/shifts',
    ] as const)
      await told(marco, call);
  });
});
