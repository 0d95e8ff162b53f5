import os from 'node:os';
import { newBackupFile } from '../../src/server/backup/folder.ts';
import { checkBackup } from '../../src/server/backup/restore.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import { findEmbedded } from '../../src/server/platform/database/embedded.ts';
import { readSettings, type Settings } from '../../src/server/platform/settings.ts';
import { readCommandLine, refuse } from '../commandLine.ts';
import { runCommand, say, sayRows, withDatabase } from './terminal.ts';

// the server has priority
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
// an interrupt removes the incomplete file and stops the trial's server
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
const help = `npm run backup [-- FILE]

Salva il database, anche con il server acceso, e prova che il file si può ripristinare.`;
const [given, ...others] = readCommandLine(help, { allowPositionals: true }).positionals;
if (others.length > 0) refuse('Un solo file', help);
await runCommand(async () => {
  const settings = readSettings(process.env);
  const file = await makeBackup(settings, given);
  say(`Backup: ${file}`);
  const header = await checkBackup(file, signal);
  say('Ripristinato per prova in un database nuovo e confrontato riga per riga:');
  sayRows(header);
});

/** @returns the file's path */
async function makeBackup(settings: Settings, wanted: string | undefined): Promise<string> {
  const now = systemClock.now();
  const file = wanted ?? newBackupFile(settings.dataDir, 'manual', now);
  const databaseUrl = settings.databaseUrl ?? (await findEmbedded(settings.dataDir));
  await withDatabase({ databaseUrl, dataDir: settings.dataDir }, (database) =>
    writeBackup(database, file, { now, signal }),
  );
  return file;
}
