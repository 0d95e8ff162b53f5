import { newBackupFile } from '../../src/server/backup/folder.ts';
import { listMigrations } from '../../src/server/backup/queries.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { say } from './terminal.ts';

/** Backs up a database before `--replace` empties it. */
export async function keepReplaced(database: Database, dataDir: string): Promise<void> {
  if ((await listMigrations(database)).length === 0) return;
  const now = systemClock.now();
  const file = newBackupFile(dataDir, 'replaced', now);
  await writeBackup(database, file, { now });
  say(`Quello che c’era è salvato in ${file}`);
}
