import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** A server that has started. */
export interface PeerServer {
  origin: string;
  stop(): Promise<void>;
}

const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8' };

/** As many days as a month's grid shows, each with a shift. */
const month = JSON.stringify(
  Array.from({ length: 42 }, (_, day) => ({
    date: `2026-11-${String((day % 28) + 1).padStart(2, '0')}-${day}`,
    startTime: '06:00',
    endTime: '14:00',
  })),
);

/**
 * Builds the page of `peer/` and serves it, compressed once and kept by the browser for good, with a month that no
 * database is asked for.
 */
export async function startPeer(folder: string): Promise<PeerServer> {
  await build({
    root: join(import.meta.dirname, 'peer'),
    configFile: false,
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true },
    logLevel: 'warn',
  });
  const files = new Map<string, { type: string; body: Buffer }>();
  for (const name of await readdir(folder, { recursive: true })) {
    const type = types[extname(name)];
    if (type) files.set(`/${name}`, { type, body: brotliCompressSync(await readFile(join(folder, name))) });
  }
  const page = files.get('/index.html');
  if (!page) throw new Error('the page was not built');
  const server = createServer(({ url = '/' }, answer) => {
    if (url === '/api/month') return answer.setHeader('content-type', 'application/json').end(month);
    const file = files.get(url);
    const { type, body } = file ?? page;
    answer.setHeader('content-type', type).setHeader('content-encoding', 'br');
    if (file) answer.setHeader('cache-control', 'public, max-age=31536000, immutable');
    answer.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
