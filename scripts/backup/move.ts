import { z } from 'zod';
import { newBackupFile } from '../../src/server/backup/folder.ts';
import { restoreBackup } from '../../src/server/backup/restore.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { flag } from '../commandLine.ts';
import { keepReplaced } from './keepReplaced.ts';
import { runCommand, say, sayRows } from './terminal.ts';

const commandLine = {
  usage: 'npm run db:move -- postgres://… [--back] [--replace]',
  about: 'Porta tutto dal database incorporato a PostgreSQL, confrontato riga per riga.',
  options: {
    back: flag('da PostgreSQL al database incorporato'),
    replace: flag('sostituisce quello che c’è, dopo averlo salvato in un backup a parte'),
  },
  positionals: z.tuple([z.string().regex(/^postgres(ql)?:\/\//, 'Quale PostgreSQL?')], 'Quale PostgreSQL?'),
};
await runCommand(commandLine, async ({ options: { back, replace }, positionals: [databaseUrl] }) => {
  const { dataDir } = readSettings({ ...process.env, DATABASE_URL: undefined });
  // the data folder's lock makes sure that no server writes to the embedded one meanwhile
  const embedded = await openDatabase({ dataDir });
  try {
    const postgres = await openDatabase({ databaseUrl, dataDir });
    try {
      const [from, to] = back ? [postgres, embedded] : [embedded, postgres];
      if (replace) await keepReplaced(to, dataDir);
      const now = systemClock.now();
      const file = newBackupFile(dataDir, 'move', now);
      await writeBackup(from, file, { now });
      const header = await restoreBackup(to, file, { replace, as: 'copy' });
      say(back ? `Da PostgreSQL a ${dataDir}:` : `Da ${dataDir} a PostgreSQL:`);
      sayRows(header);
      say(`Confrontato riga per riga. Una copia resta in ${file}`);
    } finally {
      await postgres.close();
    }
  } finally {
    await embedded.close();
  }
});
