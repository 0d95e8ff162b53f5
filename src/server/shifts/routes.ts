import type { z } from 'zod';
import { addDays, dayInRome, daysBetween, type Instant, type Week } from '../../domain/calendar/day.ts';
import { gridSpan, monthOf } from '../../domain/calendar/month.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { hasBegun } from '../../domain/exchanges/rules.ts';
import { mostTeam, type shiftRangeSchema } from '../../domain/shifts/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { recordShifts, takeBackShifts } from './commands.bulk.ts';
import { dropPattern, keepPattern } from './commands.patterns.ts';
import { changeShift, recordShift, removeShift, type ShiftContext } from './commands.ts';
import { sendShifts } from './export.ts';
import { listPatterns } from './queries.patterns.ts';
import { listShifts, listWorkingShifts, readTeamDay } from './queries.ts';
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

function readingRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/calendar/shifts', access, ({ caller, query }) => {
    const days = calendarDays(query, context.clock.now());
    requireRange(days);
    return listShifts(context.database, caller.user.id, days.from, days.to);
  });

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

  addRoute(app, 'GET /api/user-shifts', access, async ({ caller }) => {
    const now = context.clock.now();
    const shifts = await listWorkingShifts(context.database, caller.user.id, dayInRome(now));
    return shifts.filter((shift) => !hasBegun(shift, now));
  });
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

/**
 * The requested days of the calendar; by default the grid of the current month in Rome.
 * @throws RefusalError `invalid_data` if only one end is given
 */
function calendarDays({ from, to }: AskedDays, now: Instant): Week {
  if (from !== undefined && to !== undefined) return { from, to };
  if (from === to) return gridSpan(monthOf(dayInRome(now)));
  const fields = { [from === undefined ? 'from' : 'to']: 'Data richiesta' };
  throw new RefusalError(refuse('invalid_data'), { fields });
}

/** @throws RefusalError `invalid_data` if the range is reversed or longer than 400 days */
function requireRange({ from, to }: Week): void {
  const days = daysBetween(from, to) + 1;
  if (days >= 1 && days <= mostDays) return;
  throw new RefusalError(refuse('invalid_data'), { fields: { to: `Da 1 a ${mostDays} giorni` } });
}
