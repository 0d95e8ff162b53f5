import sql from 'sql-template-tag';
import type { z } from 'zod';
import { addDays, dayInRome, daysBetween, type Instant, type Week } from '../../domain/calendar/day.ts';
import { gridSpan, monthOf } from '../../domain/calendar/month.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { hasBegun } from '../../domain/exchanges/rules.ts';
import { mostTeam, shiftRangeSchema } from '../../domain/shifts/schema.ts';
import type { AppContext } from '../platform/context.ts';
import type { SqlValue } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { addCallerRoute, addRoute } from '../platform/http/route.ts';
import { sendJson } from '../platform/http/sendJson.ts';
import { recordShifts, takeBackShifts } from './commands.bulk.ts';
import { dropPattern, keepPattern } from './commands.patterns.ts';
import { changeShift, recordShift, removeShift, type ShiftContext } from './commands.ts';
import { sendShifts } from './export.ts';
import { listPatterns } from './queries.patterns.ts';
import { listShifts, readTeamDay, shiftsBetween, workingShiftsFrom } from './queries.ts';
import { feedRoutes } from './routes.feed.ts';

const mostDays = 400;
const daysBack = 31;
const lastDay = '2099-12-31';

const access = { access: 'signed-in' } as const;

export function shiftRoutes(app: App, context: ShiftContext): void {
  readingRoutes(app, context);
  writingRoutes(app, context);
  patternRoutes(app, context);
  exportRoute(app, context);
  feedRoutes(app, context);
}

/** The caller, in the statement that finds their session. */
const callerId = sql`u.id`;

function readingRoutes(app: App, context: AppContext): void {
  addCallerRoute(
    app,
    'GET /api/calendar/shifts',
    access,
    (query): SqlValue<string> | null => {
      const { data } = shiftRangeSchema.safeParse(query);
      const days = data && calendarDays(data, context.clock.now());
      return days && isRange(days) ? sql`${shiftsBetween(callerId, days.from, days.to)}::text` : null;
    },
    async ({ query }, text, reply) => {
      const days = calendarDays(query, context.clock.now());
      requireRange(days ?? missingEnd(query));
      return sendJson(reply, text);
    },
  );

  addRoute(app, 'GET /api/calendar/team', access, async (request) => {
    const { day } = request.query;
    if (day < dayInRome(context.clock.now())) {
      throw new RefusalError(refuse('invalid_data'), { fields: { day: 'Scegli oggi o un giorno futuro' } });
    }
    return readTeamDay(context.database, request.caller.user, day, mostTeam);
  });

  addRoute(app, 'GET /api/shifts', access, async (request) => {
    const { user } = request.caller;
    const { from: asked, to } = request.query;
    const from = asked ?? addDays(dayInRome(context.clock.now()), -daysBack);
    if (asked === undefined && to === undefined) return listShifts(context.database, user.id, from, lastDay);
    const days = { from, to: to ?? addDays(from, mostDays - 1) };
    requireRange(days);
    return listShifts(context.database, user.id, days.from, days.to);
  });

  addCallerRoute(
    app,
    'GET /api/user-shifts',
    access,
    () => workingShiftsFrom(callerId, dayInRome(context.clock.now())),
    async (_request, shifts) => {
      const now = context.clock.now();
      return shifts.filter((shift) => !hasBegun(shift, now));
    },
  );
}

function exportRoute(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/shifts/export', { ...access, limit: 'export' }, async (request, reply) => {
    const { user, worksite } = request.caller;
    const { format, ...days } = request.query;
    requireRange(days);
    const shifts = await listShifts(context.database, user.id, days.from, days.to);
    return sendShifts(reply, format, { shifts, days, worksiteName: worksite.name, now: context.clock.now() });
  });
}

function writingRoutes(app: App, context: ShiftContext): void {
  addRoute(app, 'POST /api/shifts', access, ({ caller, body }) => recordShift(context, caller, body));

  addRoute(app, 'POST /api/shifts/bulk', access, ({ caller, body }) => recordShifts(context, caller, body));

  addRoute(app, 'DELETE /api/shifts/bulk/:id', access, ({ caller, params }) =>
    takeBackShifts(context, caller, params.id),
  );

  addRoute(app, 'PATCH /api/shifts/:id', access, async (request) => {
    const isOverridden = request.headers['x-override-exchange'] === 'true';
    return changeShift(context, request.caller, request.params.id, request.body, isOverridden);
  });

  addRoute(app, 'DELETE /api/shifts/:id', access, async (request) => {
    const isOverridden = request.headers['x-override-exchange'] === 'true';
    await removeShift(context, request.caller, request.params.id, isOverridden);
  });
}

function patternRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/shift-patterns', access, ({ caller }) =>
    listPatterns(context.database, caller.user.id),
  );

  addRoute(app, 'POST /api/shift-patterns', access, ({ caller, body }) => keepPattern(context, caller, body));

  addRoute(app, 'DELETE /api/shift-patterns/:id', access, ({ caller, params }) =>
    dropPattern(context, caller, params.id),
  );
}

type AskedDays = z.output<typeof shiftRangeSchema>;

/** The days of the calendar that are asked for: without any, the grid of the month it is in Rome. Null with one end only. */
function calendarDays({ from, to }: AskedDays, now: Instant): Week | null {
  if (from !== undefined && to !== undefined) return { from, to };
  return from === to ? gridSpan(monthOf(dayInRome(now))) : null;
}

function missingEnd({ from }: AskedDays): never {
  const fields = { [from === undefined ? 'from' : 'to']: 'Data richiesta' };
  throw new RefusalError(refuse('invalid_data'), { fields });
}

function isRange({ from, to }: Week): boolean {
  const days = daysBetween(from, to) + 1;
  return days >= 1 && days <= mostDays;
}

/** @throws RefusalError `invalid_data` if the range is turned round or longer than 400 days */
function requireRange(days: Week): void {
  if (isRange(days)) return;
  throw new RefusalError(refuse('invalid_data'), { fields: { to: `Da 1 a ${mostDays} giorni` } });
}
