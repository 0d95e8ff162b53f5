import { createBoards } from '../../src/server/exchanges/board.ts';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import { startPushWorker } from '../../src/server/notifications/push/worker.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { createLog } from '../../src/server/platform/log.ts';
import { createMetrics } from '../../src/server/platform/metrics/metrics.ts';
import { readSettings } from '../../src/server/platform/settings.ts';

// A process that only sends queued mails or pushes, for tests that kill it. Prints `ready` once started.
const settings = readSettings(process.env);
const database = await openDatabase({
  databaseUrl: settings.databaseUrl ?? undefined,
  dataDir: settings.dataDir,
});
const start = process.argv.includes('push') ? startPushWorker : startMailWorker;
const boards = createBoards(database);
await start({
  database,
  boards,
  clock: systemClock,
  settings,
  log: createLog(settings),
  metrics: createMetrics(),
});
process.stdout.write('ready\n');
