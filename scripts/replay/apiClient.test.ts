import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiClient, ServerUnreachable } from './apiClient.ts';

let server: Server;

async function serve(
  listener: RequestListener,
): Promise<{ client: ApiClient; traffic: { requests: number } }> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const traffic = { requests: 0, waitedSeconds: 0 };
  return { client: new ApiClient(`http://127.0.0.1:${port}`, traffic), traffic };
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('asks again when it is told to wait', async () => {
  let calls = 0;
  const { client, traffic } = await serve((_request, response) => {
    calls += 1;
    if (calls < 3)
      response.writeHead(429, { 'retry-after': '0' }).end('{"code":"too_many_attempts","message":""}');
    else response.end('"done"');
  });
  expect(await client.get('/', z.string())).toBe('done');
  expect(traffic.requests).toBe(3);
});

test('keeps the cookie it is given', async () => {
  const cookies: (string | undefined)[] = [];
  const { client } = await serve((request, response) => {
    cookies.push(request.headers.cookie);
    if (cookies.length === 1) response.setHeader('set-cookie', 'turnario=abc; Path=/; HttpOnly');
    response.end('{}');
  });
  await client.post('/', {}, z.object({}));
  await client.get('/', z.object({}));
  expect(cookies).toEqual([undefined, 'turnario=abc']);
});

test('tells a refusal from a broken server', async () => {
  const { client } = await serve((request, response) => {
    if (request.url === '/broken') request.socket.destroy();
    else response.writeHead(409).end('{"code":"exchange_closed","message":"Chiusa"}');
  });
  await expect(client.get('/', z.string())).rejects.toMatchObject({
    name: 'ApiRefusal',
    status: 409,
    code: 'exchange_closed',
  });
  await expect(client.get('/broken', z.string())).rejects.toThrow(ServerUnreachable);
});
