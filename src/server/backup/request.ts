import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Log } from '../platform/log.ts';
import { BackupError } from './format.ts';

// How `npm run backup` reaches the server that has the embedded database open: a socket in the data folder, which only
// the folder's owner can open. Connecting is the request; the answer is one line of JSON.

const answer = z.union([z.object({ file: z.string() }), z.object({ error: z.string() })]);

/** The shorter of the two ways to say it: the system allows some 100 characters. */
function socketOf(dataDir: string): string {
  const absolute = resolve(dataDir, 'backup.sock');
  const fromHere = relative(process.cwd(), absolute);
  return fromHere.length < absolute.length ? fromHere : absolute;
}

/**
 * Calls `makeBackup` for each request, one at a time. A server that cannot listen there goes on without.
 * @param makeBackup answers the path of the new file
 * @returns the function that ends it, once the running backup has ended
 */
export async function answerRequests(
  dataDir: string,
  log: Log,
  makeBackup: () => Promise<string>,
): Promise<() => Promise<void>> {
  const path = socketOf(dataDir);
  const open = new Set<Socket>();
  let last: Promise<void> = Promise.resolve();
  const reply = async (socket: Socket): Promise<void> => {
    try {
      socket.end(JSON.stringify({ file: resolve(await makeBackup()) }));
    } catch (error) {
      log.error({ err: error }, 'backup on request');
      socket.end(JSON.stringify({ error: error instanceof BackupError ? error.message : 'vedi il log' }));
    }
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.resume();
    last = last.then(() => reply(socket));
  });
  try {
    // left by a process that was killed; the folder is locked, so nobody answers on it
    await rm(path, { force: true });
    await new Promise<void>((done, fail) => server.once('error', fail).listen(path, done));
    await chmod(path, 0o600);
  } catch (error) {
    log.warn({ err: error }, 'npm run backup cannot reach this server');
  }
  return async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    await last;
    for (const socket of open) socket.destroy();
    await closed;
  };
}

/**
 * Asks the server that has the data folder open for a backup.
 * @throws BackupError when no server answers or it could not make one
 */
export async function requestBackup(dataDir: string): Promise<string> {
  let said: string;
  try {
    // half open: the server answers when the backup is made
    said = await text(connect(socketOf(dataDir)));
  } catch {
    throw new BackupError(
      `La cartella dati ${dataDir} è in uso da un processo a cui non si può chiedere un backup: fermalo e riprova.`,
    );
  }
  const parsed = said === '' ? null : answer.parse(JSON.parse(said));
  if (parsed === null) throw new BackupError('Il server si è fermato prima di finire il backup.');
  if ('error' in parsed) throw new BackupError(`Il server non è riuscito a fare il backup: ${parsed.error}`);
  return parsed.file;
}
