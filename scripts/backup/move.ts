import { newBackupFile } from '../../src/server/backup/folder.ts';
import { restoreBackup } from '../../src/server/backup/restore.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { readCommandLine, refuse } from '../commandLine.ts';
import { keepReplaced } from './keepReplaced.ts';
import { runCommand, say, sayRows, withDatabase } from './terminal.ts';

const help = `npm run db:move -- postgres://… [--back] [--replace]

Porta tutto dal database delle impostazioni (senza DATABASE_URL quello incorporato) a un altro PostgreSQL.

  --back     dall’altro PostgreSQL a quello delle impostazioni
  --replace  sostituisce quello che c’è, dopo averlo salvato in un backup a parte`;
const given = readCommandLine(help, {
  allowPositionals: true,
  options: { back: { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } },
});
const [otherUrl = '', ...others] = given.positionals;
if (!/^postgres(ql)?:\/\//.test(otherUrl) || others.length > 0) refuse('Quale PostgreSQL?', help);
const { back, replace } = given.values;
await runCommand(async () => {
  const settings = readSettings(process.env);
  const { databaseUrl, dataDir } = settings;
  const move = async (from: Database, to: Database): Promise<void> => {
    if (replace) await keepReplaced(to, dataDir);
    const now = systemClock.now();
    const file = newBackupFile(dataDir, 'move', now);
    await writeBackup(from, file, { now });
    const header = await restoreBackup(to, file, { replace, as: 'copy' });
    const ownName = databaseUrl === null ? `database incorporato in ${dataDir}` : 'database di DATABASE_URL';
    say(back ? `Dal PostgreSQL indicato al ${ownName}:` : `Dal ${ownName} al PostgreSQL indicato:`);
    sayRows(header);
    say(`Confrontato riga per riga. Una copia resta in ${file}`);
  };
  // the data folder's lock ensures that no server writes to the embedded database meanwhile
  await withDatabase(settings, (own) =>
    withDatabase({ databaseUrl: otherUrl, dataDir }, (other) => (back ? move(other, own) : move(own, other))),
  );
});
