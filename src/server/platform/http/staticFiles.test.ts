import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/database.ts';
import { testServer } from '../../../../tests/support/server.ts';
import { createApp } from './app.ts';
import { refuseUnknownPaths, serveClient } from './staticFiles.ts';

// The test's own client: the built one may be missing.

const folder = await temporaryFolder();
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'index.html'), '<p>la pagina</p>');
await writeFile(join(folder, 'sw.js'), 'worker');
await writeFile(join(folder, 'assets', 'app-x1.js'), 'the whole file');
await writeFile(join(folder, 'assets', 'app-x1.js.gz'), gzipSync('the whole file'));

const { context } = await testServer();
/** Starts a server for that client and calls it over the network, since files are streamed. */
async function serve(clientFolder: string) {
  const made = await createApp(context);
  refuseUnknownPaths(made);
  made.get('/api/known/:id/part', { config: { access: 'public' } }, async () => ({}));
  made.delete('/api/known/:id/part', { config: { access: 'public' } }, async () => ({}));
  await serveClient(made, clientFolder);
  const origin = await made.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => made.close());
  return async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(path, origin), { method, headers });
    const text = await answer.text();
    const json = (): { code: string } => JSON.parse(text) as { code: string };
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text, json };
  };
}
const ask = await serve(folder);
const askWithout = await serve(join(folder, 'nowhere'));

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const isPage = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };

test.each([
  ['/', 200],
  ['/calendar', 200],
  ['/calendar?day=2026-11-20', 200],
  ['/niente', 404],
  // starts like the API, but is not
  ['/apiario', 404],
])('a browser that opens %s gets the page with status %i', async (url, status) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await ask(method, url, html);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(isPage);
    expect(answer.text).toBe(method === 'GET' ? '<p>la pagina</p>' : '');
  }
});

test.each([
  ['POST', '/calendar', html],
  ['GET', '/calendar', { accept: 'application/json' }],
  ['GET', '/', {}],
  ['GET', '/api/niente', html],
  ['GET', '/api/known/1', html],
  ['GET', '/assets/app-x2.js', {}],
] as const)('%s %s with %j is no page and is refused in words', async (method, url, headers) => {
  const answer = await ask(method, url, headers);
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toMatchObject({ code: 'unknown_path' });
});

test('without a built client there are no pages, and the API works', async () => {
  const answer = await askWithout('GET', '/', html);
  expect([answer.status, answer.json().code]).toEqual([404, 'unknown_path']);
  expect((await askWithout('GET', '/api/known/1/part')).status).toBe(200);
});

test('a content-hashed file is cached forever, any other is revalidated', async () => {
  const asset = await ask('GET', '/assets/app-x1.js');
  expect(asset.text).toBe('the whole file');
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const worker = await ask('GET', '/sw.js');
  expect([worker.text, worker.headers['cache-control']]).toEqual(['worker', 'no-cache']);
});

test('a precompressed file is served to callers that accept it, and has no address of its own', async () => {
  const packed = await ask('GET', '/assets/app-x1.js', { 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.headers['content-length']).toBe(String(gzipSync('the whole file').length));
  expect(packed.text).toBe('the whole file');
  expect((await ask('GET', '/assets/app-x1.js.gz')).status).toBe(404);
});

test('only API responses forbid caching', async () => {
  for (const url of ['/api/known/1/part', '/api/niente']) {
    expect((await ask('GET', url)).headers['cache-control'], url).toBe('no-store');
  }
  expect((await ask('GET', '/niente')).headers).not.toHaveProperty('cache-control');
});

test.each([
  ['PUT', '/api/known/1/part', 405, 'DELETE, GET, HEAD'],
  ['POST', '/api/known/1/part?x=/y', 405, 'DELETE, GET, HEAD'],
  ['PUT', '/api/known/1/other', 404, undefined],
] as const)('%s %s is answered with %i and the methods there are', async (method, url, status, allow) => {
  const answer = await ask(method, url);
  expect([answer.status, answer.headers['allow']]).toEqual([status, allow]);
});
