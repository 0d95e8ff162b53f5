import { fileURLToPath } from 'node:url';
import { adminRoutes } from './admin/routes.ts';
import { authRoutes, limitCalls } from './auth/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { moveCutoff } from './exchanges/commands.expire.ts';
import { swapsFollowDuties } from './exchanges/commands.release.ts';
import { exchangeRoutes } from './exchanges/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { pushRoutes } from './notifications/push/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { publishContract } from './openapi.ts';
import { operationRoutes } from './operations/routes.ts';
import type { AppContext } from './platform/context.ts';
import { type App, createApp } from './platform/http/app.ts';
import { recordCalls, recordingDatabase } from './platform/http/recordedCalls.ts';
import { refuseUnknownPaths, serveClient } from './platform/http/staticFiles.ts';
import { claimInvitation } from './rosters/commands.invitations.ts';
import { findInvitation } from './rosters/queries.invitations.ts';
import { findWaiting } from './rosters/queries.unclaimed.ts';
import { rosterRoutes } from './rosters/routes.ts';
import { shiftRoutes } from './shifts/routes.ts';
import { upkeepRoutes } from './upkeep/routes.ts';
import { userRoutes } from './users/routes.ts';
import { worksiteRoutes } from './worksites/routes.ts';

const clientFolder = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** The whole HTTP server, ready for `listen` or `inject`. */
export async function buildApp(given: AppContext): Promise<App> {
  const context = { ...given, database: recordingDatabase(given.database, given.clock) };
  const app = await createApp(context);
  recordCalls(app);
  limitCalls(app, context);
  refuseUnknownPaths(app);
  publishContract(app, context.settings);
  const invitations = { find: findInvitation, waiting: findWaiting, use: claimInvitation };
  authRoutes(app, { ...context, invitations });
  worksiteRoutes(app, { ...context, cutoffMoved: moveCutoff });
  userRoutes(app, context);
  adminRoutes(app, context);
  upkeepRoutes(app, context);
  shiftRoutes(app, { ...context, follower: swapsFollowDuties });
  rosterRoutes(app, { ...context, follower: swapsFollowDuties });
  exchangeRoutes(app, context);
  notificationRoutes(app, context);
  mailRoutes(app, context);
  pushRoutes(app, context);
  operationRoutes(app, context);
  eventRoutes(app, context);
  app.get('/healthz', async () => ({ status: 'ok' }));
  await serveClient(app, clientFolder);
  return app;
}
