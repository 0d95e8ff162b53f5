import { upgradeDatabase } from '../src/server/backup/upgrade.ts';
import { systemClock } from '../src/server/platform/clock.ts';
import { readSettings } from '../src/server/platform/settings.ts';
import { runCommand, say, withDatabase } from './backup/terminal.ts';
import { readCommandLine } from './commandLine.ts';

readCommandLine(`npm run migrate

Porta il database alla versione corrente senza avviare il server; prima, se serve, lo salva.`);
await runCommand(async () => {
  const settings = readSettings(process.env);
  const { dataDir } = settings;
  const applied = await withDatabase(settings, (database) =>
    upgradeDatabase(database, { dataDir, now: systemClock.now() }),
  );
  say(applied.length > 0 ? `Applicate: ${applied.join(', ')}` : 'Il database è aggiornato.');
});
