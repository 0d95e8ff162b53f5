import { daysBetween, type Week } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { gridOfShifts } from '../../domain/rosters/grid.it.ts';
import type { RosterGrid } from '../../domain/rosters/schema.answers.ts';
import { mostRosterDays } from '../../domain/rosters/schema.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { addRoute } from '../platform/http/route.ts';
import { sendXlsx } from '../platform/http/xlsx.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { worksiteToLoad } from './access.ts';
import { requireRosterWorksite } from './judging.ts';
import { listAllEntries, listWorkingShifts } from './queries.calendars.ts';
import { listRosterPeople } from './queries.people.ts';

const loaders = { access: 'loader' } as const;

/** The shifts of a worksite, people by days, on screen and as a file. */
export function gridRoutes(app: App, context: AppContext): void {
  const { database } = context;

  addRoute(app, 'GET /api/rosters/grid', loaders, async ({ caller, query }) => {
    const { worksiteId: asked, ...days } = query;
    const worksiteId = worksiteToLoad(caller, asked);
    requireGridDays(days);
    await requireRosterWorksite(database, worksiteId);
    return caller.user.isCeo
      ? seeAllEntries(context, caller, worksiteId, days)
      : gridOf(database, worksiteId, await listWorkingShifts(database, worksiteId, days));
  });

  addRoute(app, 'GET /api/rosters/export', { ...loaders, limit: 'export' }, async (request, reply) => {
    const { worksiteId: asked, format, ...days } = request.query;
    const worksiteId = worksiteToLoad(request.caller, asked);
    requireGridDays(days);
    await requireRosterWorksite(database, worksiteId);
    const people = await gridOf(database, worksiteId, await listWorkingShifts(database, worksiteId, days));
    const grid = gridOfShifts(people, days);
    const fileName = `turnario-tabellone-${days.from}-${days.to}.${format}`;
    if (format === 'csv') return sendCsv(reply, fileName, grid.header, grid.rows);
    const widths = [28, ...grid.header.slice(1).map(() => 13)];
    return sendXlsx(reply, fileName, { name: 'Tabellone', ...grid, widths });
  });
}

/** The CEO sees the reasons for absences, so every look is audited. */
const seeAllEntries = (
  { database, clock }: AppContext,
  ceo: SignedIn,
  worksiteId: string,
  days: Week,
): Promise<RosterGrid> =>
  database.transaction(async (tx) => {
    await insertAudit(tx, {
      at: clock.now(),
      signedIn: ceo,
      worksiteId,
      action: 'roster_seen',
      targetType: 'worksite',
      targetId: worksiteId,
      after: days,
    });
    return gridOf(tx, worksiteId, await listAllEntries(tx, worksiteId, days));
  });

async function gridOf(
  database: Queryable,
  worksiteId: string,
  entries: readonly (Entry & { userId: string })[],
): Promise<RosterGrid> {
  const people = await listRosterPeople(database, worksiteId);
  const byPerson = Map.groupBy(entries, ({ userId }) => userId);
  return people.map(({ id, firstName, lastName, role }) => ({
    id,
    firstName,
    lastName,
    role,
    entries: (byPerson.get(id) ?? []).map(({ userId: _owner, ...entry }) => entry),
  }));
}

/** @throws RefusalError `invalid_data` if the range is reversed or longer than a roster */
function requireGridDays({ from, to }: Week): void {
  const days = daysBetween(from, to) + 1;
  if (days >= 1 && days <= mostRosterDays) return;
  throw new RefusalError(refuse('invalid_data'), { fields: { to: `Da 1 a ${mostRosterDays} giorni` } });
}
