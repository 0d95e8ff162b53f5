import { access, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/database.ts';
import { testProducts } from './products.ts';

// Cases in which a server refuses to start, independent of PostgreSQL.

let dataDir: string;
const startOn = testProducts();
const start = (settings: Record<string, string> = {}) => startOn({ DATA_DIR: dataDir, ...settings });

beforeEach(async () => {
  dataDir = await temporaryFolder();
});

test('a second process on the same data folder reports it in one line and exits', async () => {
  const first = start();
  const url = await first.url;
  const second = start();
  expect(await second.exited).toEqual({ code: 1, signal: null });
  expect(second.stderr()).toBe(
    `La cartella dati ${dataDir} è già in uso da un altro processo di Turnario.\n`,
  );
  expect(second.stdout()).toBe('');
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  first.child.kill('SIGKILL');
  await first.exited;
  const third = start();
  expect((await fetch(`${await third.url}/healthz`)).status).toBe(200);
});

test('closing the terminal stops the database too', async () => {
  const server = start();
  await server.url;
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  await access(pidFile);
  server.child.kill('SIGHUP');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  await expect(access(pidFile)).rejects.toThrow('ENOENT');
});

test('a port in use is reported, and the data folder is released', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const { port } = blocker.address() as AddressInfo;
  const server = start({ PORT: String(port) });
  expect(await server.exited).toEqual({ code: 1, signal: null });
  expect(server.stderr()).toBe(`La porta ${port} è già in uso: scegline un’altra con PORT.\n`);
  await new Promise((resolve) => blocker.close(resolve));
  const again = start({ PORT: String(port) });
  expect(await again.url).toBe(`http://localhost:${port}`);
});

test('a start prints its address and notices, and nothing else', async () => {
  const server = start({ HOST: '0.0.0.0' });
  const url = await server.url;
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const notices = await server.notices;
  expect(server.stdout()).toBe(`\nTurnario: ${url}\n${notices.map((line) => `${line}\n`).join('')}\n`);
  expect(server.stderr()).toBe('');
});

describe('an invalid setting prevents the start, with a message:', () => {
  const secret = 'segreto-che-nessuno-deve-leggere-mai';
  test.each<[string, Record<string, string>, RegExp[]]>([
    [
      'several at once',
      { PORT: '-1', DATABASE_URL: `mysql://u:${secret}@host/db` },
      [/^PORT: .+/m, /^DATABASE_URL: .+/m],
    ],
    [
      'a demo in production',
      { NODE_ENV: 'production', DEMO: '1' },
      [/^DEMO: .+/m, /^CEO_EMAILS: required/m, /^PUBLIC_URL: required/m],
    ],
  ])('%s', async (_what, settings, lines) => {
    const server = start(settings);
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.stderr()).toMatch(/^Impostazioni non valide:\n/);
    for (const line of lines) expect(server.stderr()).toMatch(line);
    expect(server.stderr().trim().split('\n')).toHaveLength(1 + lines.length);
    expect(server.stdout() + server.stderr()).not.toContain(secret);
  });

  test('an unreachable database', async () => {
    const url = `postgres://utente:${secret}@127.0.0.1:1/turni`;
    const server = start({ DATABASE_URL: url, APP_SECRET: 'a'.repeat(32) });
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.stderr()).toMatch(/^Il database non risponde .+\n$/);
    expect(server.stdout() + server.stderr()).not.toContain(secret);
  });

  test('a data folder that cannot be created', async () => {
    await writeFile(join(dataDir, 'file'), '');
    const folder = join(dataDir, 'file', 'dati');
    const server = start({ DATA_DIR: folder });
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.stderr()).toMatch(/^La cartella dati \S+file\/dati non si può usare: .*ENOTDIR.*\n$/);
  });

  test('an address of another machine', async () => {
    const server = start({ HOST: '192.0.2.1' });
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.stderr()).toMatch(
      /^Non si può ascoltare su HOST=192\.0\.2\.1, PORT=0: .*EADDRNOTAVAIL.*\n$/,
    );
  });
});
