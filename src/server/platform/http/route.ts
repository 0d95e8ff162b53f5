import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  anyAddressOf,
  type AnswerOf,
  type Call,
  methodOf,
  type ParsedOf,
  pathOf,
} from '../../../domain/call.ts';
import { contract } from '../../../domain/contract.ts';
import {
  anyFile,
  type CallSchemas,
  csvFile,
  eventStream,
  mostListed,
  successStatusOf,
} from '../../../domain/contractParts.ts';
import type { SignedIn } from '../session/session.ts';
import type { Access } from './access.ts';
import type { App } from './app.ts';
import { type Position, readCursor, writeCursor } from './cursor.ts';
import { pageOf } from './pages.ts';

// default messages for what schemas do not word themselves
z.config(z.locales.it());

type RequestOf<C extends Call> = FastifyRequest<{
  Params: ParsedOf<C, 'params'>;
  Querystring: ParsedOf<C, 'query'>;
  Headers: ParsedOf<C, 'headers'>;
  Body: ParsedOf<C, 'body'>;
}>;
type ResultOf<C extends Call> = FastifyReply | (undefined extends AnswerOf<C> ? void : AnswerOf<C>);

type Handler<C extends Call> = (
  request: RequestOf<C>,
  reply: FastifyReply,
) => ResultOf<C> | Promise<ResultOf<C>>;
type RouteConfig = FastifyContextConfig & { access: Access };

type ListCall = { [C in Call]: AnswerOf<C> extends { id: string }[] ? C : never }[Call];
type RowOf<C extends ListCall> = AnswerOf<C>[number];

/**
 * Adds the route of a list call (`listOf`).
 * @param order the instant its rows are sorted by, newest first; optionally after a rank and a space
 */
export function addListRoute<C extends ListCall>(
  app: App,
  call: C,
  config: RouteConfig,
  order: keyof RowOf<C> | ((row: RowOf<C>, caller: SignedIn) => string),
  readAfter: (caller: SignedIn, after: Position | null, most: number) => Promise<RowOf<C>[]>,
): void {
  const isRanked = typeof order === 'function';
  addRoute(app, call, config, async ({ caller, query }, reply) => {
    const after = readCursor((query as { cursor?: string }).cursor, isRanked ? 'ranked instant' : 'instant');
    const { shown, nextCursor } = pageOf(await readAfter(caller, after, mostListed + 1), mostListed, (last) =>
      writeCursor(isRanked ? order(last, caller) : String(last[order]), last.id),
    );
    const next = anyAddressOf(call, { query: { cursor: nextCursor } });
    if (nextCursor !== null) reply.header('link', `<${next}>; rel="next"`);
    return shown as ResultOf<C>;
  });
}

/** Responses that their routes write themselves. */
const unwritten: ReadonlySet<unknown> = new Set([csvFile, anyFile, eventStream]);

/** Adds the route of a contract call, which defines method, path, schemas and success status. */
export function addRoute<C extends Call>(app: App, call: C, config: RouteConfig, handler: Handler<C>): void {
  const schemas: CallSchemas = contract[call];
  const { params, query, headers, body, mostBytes, answer } = schemas;
  const status = successStatusOf(schemas);
  app.route({
    method: methodOf(call),
    url: pathOf(call),
    config,
    ...(mostBytes && { bodyLimit: mostBytes }),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      ...(!unwritten.has(answer) && { response: { [status]: answer } }),
    },
    // HEAD on an event stream would never end
    ...(answer === eventStream && { exposeHeadRoute: false }),
    handler: async (request, reply) => {
      const result = await handler(request as RequestOf<C>, reply);
      if (status !== 200) reply.status(status);
      return result;
    },
  });
}
