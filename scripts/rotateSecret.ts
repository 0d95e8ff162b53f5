import { reEncryptAll } from '../src/server/mail/commands.reEncrypt.ts';
import {
  abandonSecretChange,
  beginSecretChange,
  finishSecretChange,
  hasSecretFile,
  resolveAppSecrets,
  SecretError,
} from '../src/server/platform/appSecret.ts';
import { systemClock } from '../src/server/platform/clock.ts';
import { openDatabase } from '../src/server/platform/database/openDatabase.ts';
import { readSettings } from '../src/server/platform/settings.ts';
import { runCommand, say } from './backup/terminal.ts';
import { readCommandLine } from './commandLine.ts';

readCommandLine(`npm run secret:rotate

Mette un altro segreto nella cartella dati e cifra di nuovo tutto quello che era cifrato con il vecchio. Il server
intanto è fermo. Interrotto, finisce al prossimo avvio o alla prossima chiamata.`);
await runCommand(async () => {
  const settings = readSettings(process.env);
  const { appSecret, dataDir, databaseUrl } = settings;
  if (appSecret !== null || databaseUrl !== null) {
    throw new SecretError(
      'Il segreto è in APP_SECRET: mettine lì uno nuovo e quello di prima in APP_SECRET_PREVIOUS, poi riavvia i server ' +
        'uno alla volta. Dopo un’ora dall’ultimo riavvio togli APP_SECRET_PREVIOUS.',
    );
  }
  if (!hasSecretFile(dataDir)) throw new SecretError(`In ${dataDir} non c’è ancora un segreto da cambiare.`);
  // detects a broken file before anything changes
  resolveAppSecrets(settings);
  const database = await openDatabase({ dataDir });
  try {
    beginSecretChange(dataDir);
    const renewed = await reEncryptAll({ database, settings, clock: systemClock });
    finishSecretChange(dataDir);
    say(`Segreto cambiato; cifrati di nuovo: ${renewed}.`);
    say('Chi ripristina un backup fatto prima deve salvare di nuovo la password della posta.');
  } catch (error) {
    // neither secret opened the data, so nothing was encrypted with the new one
    if (error instanceof SecretError) abandonSecretChange(dataDir);
    throw error;
  } finally {
    await database.close();
  }
});
