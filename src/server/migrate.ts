import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/openDatabase.ts';
import { readSettings } from './platform/settings.ts';

// `npm run migrate`: brings the database up to date without starting the server
const settings = readSettings(process.env);
const database = await openDatabase({
  databaseUrl: settings.databaseUrl ?? undefined,
  dataDir: settings.dataDir,
});
try {
  const applied = await migrate(database);
  process.stdout.write(
    applied.length > 0 ? `Applicate: ${applied.join(', ')}\n` : 'Il database è aggiornato.\n',
  );
} finally {
  await database.close();
}
