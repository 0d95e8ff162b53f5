import { migrate } from '../src/server/platform/database/migrate.ts';
import { openDatabase } from '../src/server/platform/database/openDatabase.ts';
import { readSettings } from '../src/server/platform/settings.ts';
import { readCommandLine } from './commandLine.ts';

readCommandLine({
  usage: 'npm run migrate',
  about: 'Porta il database alla versione corrente senza avviare il server.',
});
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
