import type { Instant } from '../../domain/calendar/day.ts';
import type { Database } from '../platform/database/database.ts';
import { MigrationError } from '../platform/database/errors.ts';
import { findUpgrade, migrate, type Upgrade } from '../platform/database/migrate.ts';
import { newBackupFile, removeOldBackups } from './folder.ts';
import { readWhole } from './format.ts';
import { beginSnapshot, writeSnapshot } from './write.ts';

/** Per pair of versions: a failing start is retried again and again. */
const keptOfOneUpgrade = 3;

interface UpgradeOptions {
  dataDir: string;
  now: Instant;
  /** Default: that of this version. */
  migrationsFolder?: string;
}

/**
 * Migrates the database to this version. First backs up an older one to a file named by both versions. Any number of
 * processes may call it concurrently.
 * @returns the names of the migrations applied
 * @throws MigrationError as `migrate` does, and if the backup fails; nothing is migrated then
 */
export async function upgradeDatabase(database: Database, options: UpgradeOptions): Promise<string[]> {
  const upgrade = await findUpgrade(database, options.migrationsFolder);
  if (upgrade) {
    await backUpBefore(database, upgrade, options).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MigrationError(
        `Prima di aggiornare il database ne serve un backup, che non è riuscito: ${reason}. Il database è rimasto com’era.`,
        { cause: error },
      );
    });
  }
  return migrate(database, options.migrationsFolder);
}

async function backUpBefore(
  database: Database,
  { from, to }: Upgrade,
  { dataDir, now, migrationsFolder }: UpgradeOptions,
): Promise<void> {
  const kind = `before-${from}-${to}` as const;
  const file = newBackupFile(dataDir, kind, now);
  const isWritten = await database.transaction(async (tx) => {
    await beginSnapshot(tx);
    // one process after the other; the backup is taken after the wait
    await tx.script('lock table schema_migrations in share row exclusive mode');
    const left = await findUpgrade(tx, migrationsFolder);
    if (left?.from !== from) return false;
    await writeSnapshot(tx, file, { now });
    await removeOldBackups(dataDir, kind, keptOfOneUpgrade, now);
    return true;
  });
  if (isWritten) await readWhole(file);
}
