import { readWhole } from '../../src/server/backup/format.ts';
import { listMigrations } from '../../src/server/backup/queries.ts';
import { restoreBackup } from '../../src/server/backup/restore.ts';
import { type Access, readAccess, revocationsUndone } from '../../src/server/backup/revocations.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { readCommandLine, refuse } from '../commandLine.ts';
import { keepReplaced } from './keepReplaced.ts';
import { runCommand, say, sayRows, withDatabase } from './terminal.ts';

const help = `npm run restore -- FILE [--replace]

Il database torna quello che era quando fu fatto il backup.

  --replace  sostituisce quello che c’è, dopo averlo salvato in un backup a parte`;
const given = readCommandLine(help, {
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false } },
});
const [file = refuse('Quale backup?', help), ...others] = given.positionals;
if (others.length > 0) refuse('Quale backup?', help);
const { replace } = given.values;
await runCommand(async () => {
  const settings = readSettings(process.env);
  // checked first, so that the data folder is not created for nothing
  await readWhole(file);
  await withDatabase(settings, async (database) => {
    if (replace) await keepReplaced(database, settings.dataDir);
    const replaced = await accessBefore(database);
    const header = await restoreBackup(database, file, { replace, as: 'past' });
    say(`Ripristinato il backup del ${header.madeAt}, confrontato riga per riga:`);
    sayRows(header);
    say(
      'Le email che allora non erano ancora partite non partono da sole: il CEO le trova fra quelle incerte.',
    );
    say('Nessuna sessione e nessun link di allora vale ancora: tutti rientrano con la password.');
    if (replaced) sayUndone(revocationsUndone(replaced, await readAccess(database)));
    else say('Chi è stato disattivato o eliminato dopo il backup è di nuovo dentro: controlla dalla copia.');
  });
});

/** Null if there were no people yet. */
async function accessBefore(database: Database): Promise<Access | null> {
  if ((await listMigrations(database)).length === 0) return null;
  const access = await readAccess(database);
  return access.worksites.length > 0 ? access : null;
}

function sayUndone(lines: string[]): void {
  if (lines.length === 0) {
    say('Dopo il backup non era stato disattivato, eliminato o cambiato nessun accesso.');
    return;
  }
  say('Tolto dopo il backup, e tornato con il ripristino; rifallo se serve ancora:');
  for (const line of lines) say(`  ${line}`);
}
