import { execFile } from 'node:child_process';
import { chmod, chown, glob, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atEnd } from '../cleanup.ts';
import { freePort } from './freePort.ts';

const run = promisify(execFile);

/**
 * The PostgreSQL of the run: `TEST_DATABASE_URL`, or one of its own with the settings a small machine would have, which
 * writes to disk as durably as in service.
 *
 * @param folder of the run, where a server of its own lives
 * @returns its address and what to say of it in the report
 */
export async function findPostgres(folder: string): Promise<{ url: string; description: string }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, description: 'the server of TEST_DATABASE_URL' };
  const programs = await newestPrograms();
  const data = join(folder, 'postgres');
  await mkdir(data);
  const owner = await postgresUser();
  if (owner) {
    // so that the other account gets there
    await chmod(folder, 0o755);
    await chown(data, owner.uid, owner.gid);
  }
  const command = (name: string, args: string[]) =>
    run(join(programs, name), args, { cwd: '/', ...owner, maxBuffer: 1 << 24 });
  await command('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=100 -c shared_buffers=512MB`;
  await command('pg_ctl', ['-D', data, '-w', '-s', '-l', join(data, 'log'), '-o', options, 'start']);
  atEnd(async () => {
    await command('pg_ctl', ['-D', data, '-m', 'immediate', '-s', 'stop']);
  });
  const { stdout } = await run(join(programs, 'postgres'), ['--version']);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    description: `${stdout.trim()}, durable (fsync on), shared_buffers 512 MB`,
  };
}

async function newestPrograms(): Promise<string> {
  const found: string[] = [];
  for await (const path of glob('/usr/lib/postgresql/*/bin')) found.push(path);
  const newest = found.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  if (!newest)
    throw new Error(
      'PostgreSQL is missing: install it, name one in TEST_DATABASE_URL, or ask for --engine pglite.',
    );
  return newest;
}

/** PostgreSQL refuses to be root: then it runs as the account that Debian made for it. */
async function postgresUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readFile('/etc/passwd', 'utf8');
  const fields =
    accounts
      .split('\n')
      .find((line) => line.startsWith('postgres:'))
      ?.split(':') ?? [];
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}
