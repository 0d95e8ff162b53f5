import { beginOpening } from './opening.ts';
import { SecretError } from './platform/appSecret.ts';
import { DatabaseError, DataFolderError, MigrationError } from './platform/database/errors.ts';
import { createLog, endProcess } from './platform/log.ts';
import { describeSettings, readSettings, type Settings, SettingsError } from './platform/settings.ts';
import type { RunningServer } from './start.ts';

/** Timeout for closing everything once drained; the process then ends anyway. */
const shutdownMilliseconds = 4_800;

const settings = settingsOrExit();
const log = createLog(settings);
log.info({ settings: describeSettings(settings) }, 'starting');
// closing a terminal sends SIGHUP
const endings = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
// via `exit`, which also stops an embedded database
const giveUp = (): void => process.exit(1);
for (const signal of endings) process.on(signal, giveUp);
const server = await startOrExit();
const hurry = new AbortController();
let isStopping = false;
for (const signal of endings) process.off(signal, giveUp).on(signal, () => void shutDown(signal));
// last: a caller who reads it may stop the server at once
process.stdout.write(`\nTurnario: ${server.url}\n${server.notices.map((line) => `${line}\n`).join('')}\n`);

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`Impostazioni non valide:\n${error.message}\n`);
    process.exit(1);
  }
}

async function startOrExit(): Promise<RunningServer> {
  try {
    const opening = beginOpening(settings, log);
    const { startServer } = await import('./start.ts');
    return await startServer(settings, log, opening);
  } catch (error) {
    process.stderr.write(`${startError(error)}\n`);
    return endProcess(log, 1);
  }
}

/** One line for errors the operator can fix; the whole error for others. */
function startError(error: unknown): string {
  if (error instanceof DataFolderError || error instanceof MigrationError || error instanceof SecretError)
    return error.message;
  if (error instanceof DatabaseError) return `Il database non risponde o non si apre: ${error.message}`;
  const { code, syscall, path, message } = error as NodeJS.ErrnoException;
  const { port, host, dataDir } = settings;
  if (code === 'EADDRINUSE') return `La porta ${port} è già in uso: scegline un’altra con PORT.`;
  if (syscall === 'listen') return `Non si può ascoltare su HOST=${host}, PORT=${port}: ${message}`;
  if (path !== undefined) return `La cartella dati ${dataDir} non si può usare: ${message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Ctrl-C in a terminal, or a second signal, does not wait for proxies. */
async function shutDown(signal: NodeJS.Signals): Promise<void> {
  if (signal === 'SIGINT' || isStopping) hurry.abort();
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, 'stopping');
  await server.drain(hurry.signal);
  const late = setTimeout(() => {
    log.error('not everything closed in time');
    void endProcess(log, 1);
  }, shutdownMilliseconds);
  await server.stop();
  clearTimeout(late);
  log.info('stopped');
  await endProcess(log, 0);
}
