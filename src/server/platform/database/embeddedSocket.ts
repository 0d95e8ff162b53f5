import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from './embeddedPrograms.ts';
import { DataFolderError } from './errors.ts';

const port = 5432;
/** The system's limit for a socket's path is 107 bytes on Linux and 103 on macOS. */
const longestPath = 103;

/** The server works in its own folder and names the socket's from there: short however long the path to both is. */
export const socketSettings = ['listen_addresses=', 'unix_socket_directories=../run', `port=${port}`];

/** Makes the socket's folder, or empties it: only while no server runs. */
export function makeSocketFolder(dataDir: string, { owner }: Account): void {
  const folder = join(dataDir, 'run');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
}

/** @throws DataFolderError where others reach the socket's folder: who does is let in, or could stand in for the server */
export function socketUrl(dataDir: string): string {
  const folder = join(dataDir, 'run');
  const { mode, uid } = lstatSync(folder);
  if ((mode & 0o170077) !== 0o040000 || uid !== lstatSync(join(dataDir, 'postgres')).uid) {
    throw new DataFolderError(
      `La cartella ${folder} non è riservata a chi usa Turnario: fermalo, rimuovila e avvialo di nuovo.`,
    );
  }
  return `postgres://turnario@localhost:${port}/turnario?host=${encodeURIComponent(shortWayTo(folder))}`;
}

const shortWays = new Map<string, string>();

/** The folder itself, or a link to it that only this process's account can follow; it is removed when the process ends. */
function shortWayTo(folder: string): string {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestPath) return folder;
  const known = shortWays.get(folder);
  if (known !== undefined) return known;
  const place = mkdtempSync(join(tmpdir().length > 60 ? '/tmp' : tmpdir(), 'turnario-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  const link = join(place, 'run');
  symlinkSync(folder, link);
  shortWays.set(folder, link);
  return link;
}

/**
 * Connects to a server that starts, until it answers: it may first have to recover from a kill.
 * @param isRunning asked before each attempt
 * @returns whether it answered before it ended
 */
export async function answers(databaseUrl: string, isRunning: () => boolean): Promise<boolean> {
  for (let pause = 5; isRunning(); pause = Math.min(pause * 1.2, 100)) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
    // it may end while it is connected
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code !== startingUp) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(pause);
  }
  return false;
}

const startingUp = '57P03';
