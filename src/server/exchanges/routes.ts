import type { Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Instant } from '../../domain/calendar/day.ts';
import { swapReceiptSchema } from '../../domain/exchanges/receipt.ts';
import { completedListSchema } from '../../domain/exchanges/schema.completed.ts';
import {
  holidayWeeksQuerySchema,
  holidayWeeksSchema,
  previewQuerySchema,
  previewSchema,
} from '../../domain/exchanges/schema.preview.ts';
import {
  createExchangeSchema,
  cursorQuerySchema,
  exchangeAnswerSchema,
  exchangeListQuerySchema,
  exchangeListSchema,
  type ExchangeRequest,
  exchangeRequestSchema,
} from '../../domain/exchanges/schema.ts';
import { idSchema } from '../../domain/text.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { parseCursor, readCursor } from '../platform/http/cursor.ts';
import { sendJson } from '../platform/http/sendJson.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { publishRequest } from './commands.publish.ts';
import { readHolidayWeeks } from './holidayWeeks.ts';
import { readPreview } from './preview.ts';
import { colleagueRoutes, requesterRoutes } from './routes.actions.ts';
import { readCard, readCompleted, readReceipt, readTab, tabOfCaller } from './views.ts';

const access = { access: 'signed-in' } as const;
const idParams = z.object({ id: idSchema });

/** The caller's page, read in the statement that finds their session; null for a tab or a cursor that is none. */
function pageOfCaller(query: unknown, now: Instant): Sql | null {
  const { data } = exchangeListQuerySchema.safeParse(query);
  const after = data && parseCursor(data.cursor);
  return data && after !== undefined ? tabOfCaller(data.tab, after, now) : null;
}

/** Requests to swap: the five tabs, publishing, pre-accepting, confirming, and what was completed. */
export function exchangeRoutes(app: App, context: AppContext): void {
  const answer = async (signedIn: SignedIn, id: string): Promise<{ request: ExchangeRequest }> => ({
    request: requireFound(await readCard(context, signedIn, id)),
  });

  app.get(
    '/api/exchange-requests',
    {
      config: { ...access, alongside: ({ query }) => pageOfCaller(query, context.clock.now()) },
      schema: { querystring: exchangeListQuerySchema, response: { 200: exchangeListSchema } },
    },
    async (request, reply) => {
      readCursor(request.query.cursor);
      const list = readTab(requireSignedIn(request), request.query.tab, request.alongside as string);
      return sendJson(reply, JSON.stringify(list));
    },
  );

  app.get(
    '/api/exchange-requests/:id',
    { config: access, schema: { params: idParams, response: { 200: exchangeRequestSchema } } },
    async (request) => requireFound(await readCard(context, requireSignedIn(request), request.params.id)),
  );

  app.post(
    '/api/exchange-requests',
    {
      config: { ...access, limit: 'publish' },
      schema: { body: createExchangeSchema, response: { 201: exchangeAnswerSchema } },
    },
    async (request, reply) => {
      const signedIn = requireSignedIn(request);
      const id = await publishRequest(context, signedIn, request.body);
      return reply.status(201).send(await answer(signedIn, id));
    },
  );

  previewRoutes(app, context);
  requesterRoutes(app, context, answer);
  colleagueRoutes(app, context, answer);
  completedRoutes(app, context);
}

function previewRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/exchange-requests/preview',
    { config: access, schema: { querystring: previewQuerySchema, response: { 200: previewSchema } } },
    async (request) => {
      return readPreview(context, requireSignedIn(request), request.query);
    },
  );

  app.get(
    '/api/exchange-requests/holiday-weeks',
    {
      config: access,
      schema: { querystring: holidayWeeksQuerySchema, response: { 200: holidayWeeksSchema } },
    },
    async (request) =>
      readHolidayWeeks(context, requireSignedIn(request), request.query.offeredShiftId ?? null),
  );
}

function completedRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/exchanges/completed',
    { config: access, schema: { querystring: cursorQuerySchema, response: { 200: completedListSchema } } },
    async (request) => readCompleted(context, requireSignedIn(request), readCursor(request.query.cursor)),
  );

  app.get(
    '/api/exchanges/completed/:id',
    { config: access, schema: { params: idParams, response: { 200: swapReceiptSchema } } },
    async (request) => requireFound(await readReceipt(context, requireSignedIn(request), request.params.id)),
  );
}
