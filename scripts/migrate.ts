import { upgradeDatabase } from '../src/server/backup/upgrade.ts';
import { systemClock } from '../src/server/platform/clock.ts';
import { openDatabase } from '../src/server/platform/database/openDatabase.ts';
import { readSettings } from '../src/server/platform/settings.ts';
import { runCommand, say } from './backup/terminal.ts';

const commandLine = {
  usage: 'npm run migrate',
  about: 'Porta il database alla versione corrente senza avviare il server; prima, se serve, lo salva.',
};
await runCommand(commandLine, async () => {
  const { databaseUrl, dataDir } = readSettings(process.env);
  const database = await openDatabase({ databaseUrl: databaseUrl ?? undefined, dataDir });
  try {
    const applied = await upgradeDatabase(database, { dataDir, now: systemClock.now() });
    say(applied.length > 0 ? `Applicate: ${applied.join(', ')}` : 'Il database è aggiornato.');
  } finally {
    await database.close();
  }
});
