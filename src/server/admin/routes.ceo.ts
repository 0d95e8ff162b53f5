import {
  type Attention,
  longOpenHours,
  newUserDays,
  type Overview,
  overviewWeeks,
} from '../../domain/admin/schema.ts';
import { addDays, dayInRome, type Instant, instantInRome, mondayWeekOf } from '../../domain/calendar/day.ts';
import { countFailedSignIns } from '../auth/commands.attempts.ts';
import { canSendMail } from '../mail/commands.password.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { addRoute } from '../platform/http/route.ts';
import { auditHeader, auditRows, readAudit } from './audit.ts';
import { countAttention, countRequestsAndMails, countSwapsByWeek } from './queries.overview.ts';

const config = { access: 'ceo' } as const;

export function ceoRoutes(app: App, context: AppContext): void {
  const { database, clock } = context;
  addRoute(app, 'GET /api/ceo/overview', config, async () => readOverview(database, clock.now()));

  addRoute(app, 'GET /api/ceo/attention', config, () => readAttention(context));

  addRoute(app, 'GET /api/ceo/audit', config, async ({ query: { cursor, ...filter } }) =>
    readAudit(database, filter, cursor),
  );

  addRoute(app, 'GET /api/ceo/audit/export', { ...config, limit: 'export' }, ({ query }, reply) =>
    sendCsv(
      reply,
      `turnario-registro-${dayInRome(clock.now())}.csv`,
      auditHeader,
      auditRows(database, query),
    ),
  );
}

async function readAttention(context: AppContext): Promise<Attention> {
  const { database, clock } = context;
  const now = clock.now();
  const today = dayInRome(now);
  const joinedSince = instantInRome(addDays(today, -newUserDays), '00:00');
  const isMailReady = await canSendMail(context);
  return {
    ...(await countAttention(database, { joinedSince, now, canSendMail: isMailReady })),
    isMailReady,
    failedSignIns: await countFailedSignIns(database, today),
  };
}

/** The numbers of the last weeks, including the current one. */
async function readOverview(database: Queryable, now: Instant): Promise<Overview> {
  const firstDay = addDays(mondayWeekOf(dayInRome(now)).from, -7 * (overviewWeeks - 1));
  const period = {
    now,
    firstDay,
    since: instantInRome(firstDay, '00:00'),
    longOpenSince: secondsAfter(now, -longOpenHours * 3600),
  };
  return {
    swapsPerWeek: await countSwapsByWeek(database, period),
    ...(await countRequestsAndMails(database, period)),
  };
}
