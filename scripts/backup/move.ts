import { parseArgs } from 'node:util';
import { newBackupFile } from '../../src/server/backup/folder.ts';
import { BackupError } from '../../src/server/backup/format.ts';
import { restoreBackup } from '../../src/server/backup/restore.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { keepReplaced } from './keepReplaced.ts';
import { runCommand, say, sayRows } from './terminal.ts';

// `npm run db:move -- postgres://… [--back] [--replace]`: everything from the embedded database to PostgreSQL, or back
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { back: { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } },
  });
  const [databaseUrl] = positionals;
  if (!databaseUrl || !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new BackupError('Quale PostgreSQL? npm run db:move -- postgres://… [--back] [--replace]');
  }
  const { dataDir } = readSettings({ ...process.env, DATABASE_URL: undefined });
  // the data folder's lock makes sure that no server writes to the embedded one meanwhile
  const embedded = await openDatabase({ dataDir });
  try {
    const postgres = await openDatabase({ databaseUrl, dataDir });
    try {
      const [from, to] = values.back ? [postgres, embedded] : [embedded, postgres];
      if (values.replace) await keepReplaced(to, dataDir);
      const now = systemClock.now();
      const file = newBackupFile(dataDir, 'move', now);
      await writeBackup(from, file, { now });
      const header = await restoreBackup(to, file, { replace: values.replace, mails: 'keep' });
      say(values.back ? `Da PostgreSQL a ${dataDir}:` : `Da ${dataDir} a PostgreSQL:`);
      sayRows(header);
      say(`Confrontato riga per riga. Una copia resta in ${file}`);
    } finally {
      await postgres.close();
    }
  } finally {
    await embedded.close();
  }
});
