import sql from 'sql-template-tag';
import { z } from 'zod';
import { addDays, type Day, dayInRome, daysBetween } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { hasBegun } from '../../domain/exchanges/rules.ts';
import {
  createShiftSchema,
  optionalShiftRangeSchema,
  type Shift,
  shiftListSchema,
  shiftRangeSchema,
  shiftSchema,
  updateShiftSchema,
} from '../../domain/shifts/schema.ts';
import { idSchema } from '../../domain/text.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { sendJson } from '../platform/http/sendJson.ts';
import { changeShift, recordShift, removeShift } from './commands.ts';
import { listShifts, shiftsBetween, workingShiftsFrom } from './queries.ts';

const mostDays = 400;
const shiftParams = z.object({ id: idSchema });
const overrideHeaders = z.object({ 'x-override-exchange': z.string().optional() });

const access = { access: 'signed-in' } as const;

/** A person's own calendar: read, record, change, remove. */
export function shiftRoutes(app: App, context: AppContext): void {
  readingRoutes(app, context);
  writingRoutes(app, context);
}

/** The caller, in the statement that finds their session. */
const caller = sql`u.id`;

function readingRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/calendar/shifts',
    {
      config: {
        ...access,
        alongside: ({ query }) => {
          const { data } = shiftRangeSchema.safeParse(query);
          return data && isRange(data.from, data.to)
            ? sql`${shiftsBetween(caller, data.from, data.to)}::text`
            : null;
        },
      },
      schema: { querystring: shiftRangeSchema, response: { 200: shiftListSchema } },
    },
    async ({ query, alongside }, reply) => {
      requireRange(query.from, query.to);
      return sendJson(reply, alongside as string);
    },
  );

  app.get(
    '/api/shifts',
    { config: access, schema: { querystring: optionalShiftRangeSchema, response: { 200: shiftListSchema } } },
    async (request) => {
      const from = request.query.from ?? addDays(dayInRome(context.clock.now()), -31);
      const to = request.query.to ?? addDays(from, mostDays - 1);
      return listShifts(context.database, requireSignedIn(request).user.id, from, requireRange(from, to));
    },
  );

  app.get(
    '/api/user-shifts',
    {
      config: { ...access, alongside: () => workingShiftsFrom(caller, dayInRome(context.clock.now())) },
      schema: { response: { 200: shiftListSchema } },
    },
    async ({ alongside }) => {
      const now = context.clock.now();
      return (alongside as Shift[]).filter((shift) => !hasBegun(shift, now));
    },
  );
}

function writingRoutes(app: App, context: AppContext): void {
  app.post(
    '/api/shifts',
    { config: access, schema: { body: createShiftSchema, response: { 201: shiftSchema } } },
    async (request, reply) => {
      const shift = await recordShift(context, requireSignedIn(request), request.body);
      return reply.status(201).send(shift);
    },
  );

  app.patch(
    '/api/shifts/:id',
    {
      config: access,
      schema: {
        params: shiftParams,
        headers: overrideHeaders,
        body: updateShiftSchema,
        response: { 200: shiftSchema },
      },
    },
    async (request) => {
      const isOverridden = request.headers['x-override-exchange'] === 'true';
      return changeShift(context, requireSignedIn(request), request.params.id, request.body, isOverridden);
    },
  );

  app.delete(
    '/api/shifts/:id',
    {
      config: access,
      schema: { params: shiftParams, headers: overrideHeaders, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const isOverridden = request.headers['x-override-exchange'] === 'true';
      await removeShift(context, requireSignedIn(request), request.params.id, isOverridden);
      return reply.status(204).send();
    },
  );
}

function isRange(from: Day, to: Day): boolean {
  const days = daysBetween(from, to) + 1;
  return days >= 1 && days <= mostDays;
}

/** @throws RefusalError `invalid_data` if the range is turned round or longer than 400 days */
function requireRange(from: Day, to: Day): Day {
  if (isRange(from, to)) return to;
  throw new RefusalError(refuse('invalid_data'), { fields: { to: `Da 1 a ${mostDays} giorni` } });
}
