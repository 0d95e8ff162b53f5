import { parseArgs } from 'node:util';
import { BackupError, readWhole } from '../../src/server/backup/format.ts';
import { restoreBackup } from '../../src/server/backup/restore.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { keepReplaced } from './keepReplaced.ts';
import { runCommand, say, sayRows } from './terminal.ts';

// `npm run restore -- FILE [--replace]`: the database becomes what it was when the backup was made
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (file === undefined) throw new BackupError('Quale backup? npm run restore -- FILE [--replace]');
  const settings = readSettings(process.env);
  // before the data folder is made for nothing
  await readWhole(file);
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl ?? undefined,
    dataDir: settings.dataDir,
  });
  try {
    if (values.replace) await keepReplaced(database, settings.dataDir);
    const header = await restoreBackup(database, file, { replace: values.replace, mails: 'hold' });
    say(`Ripristinato il backup del ${header.madeAt}, confrontato riga per riga:`);
    sayRows(header);
    say(
      'Le email che allora non erano ancora partite non partono da sole: il CEO le trova fra quelle incerte.',
    );
  } finally {
    await database.close();
  }
});
