import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { HttpClient, PatientClient, ServerUnreachable } from './http.ts';

let server: Server;

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const answer = (response: ServerResponse, status: number, body: object): unknown =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

test('retries after 429', async () => {
  let calls = 0;
  const url = await serve((_request, response) => {
    calls += 1;
    response.setHeader('retry-after', '0');
    if (calls < 3) answer(response, 429, { code: 'too_many_attempts', message: '' });
    else answer(response, 200, []);
  });
  const traffic = { requests: 0 };
  expect(await new PatientClient(url, traffic).ask('GET /api/user-shifts')).toEqual([]);
  expect(traffic).toEqual({ requests: 3 });
});

test('keeps the cookie it receives', async () => {
  const cookies: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    cookies.push(request.headers.cookie);
    if (cookies.length === 1) response.setHeader('set-cookie', 'turnario=abc; Path=/; HttpOnly');
    response.writeHead(204).end();
  });
  const client = new HttpClient(url);
  await client.ask('POST /api/auth/logout');
  await client.ask('POST /api/auth/logout');
  expect(cookies).toEqual([undefined, 'turnario=abc']);
});

test('builds calls from the contract and validates the answer', async () => {
  const calls: unknown[] = [];
  const url = await serve((request, response) => {
    calls.push([request.method, request.url, request.headers['x-override-exchange']]);
    answer(response, 200, { unexpected: true });
  });
  const client = new HttpClient(url);
  const id = '00000000-0000-4000-8000-000000000001';
  const headers = { 'x-override-exchange': 'true' };
  expect((await client.call('DELETE /api/shifts/:id', { params: { id }, headers })).status).toBe(200);
  const query = { from: '2026-11-01', to: '2026-11-30' };
  await expect(client.ask('GET /api/shifts', { query })).rejects.toThrow('expected array');
  expect(calls).toEqual([
    ['DELETE', `/api/shifts/${id}`, 'true'],
    ['GET', '/api/shifts?from=2026-11-01&to=2026-11-30', undefined],
  ]);
});

test('distinguishes refusals, broken connections, timeouts and a server that is down', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/api/auth/user') request.socket.destroy();
    else if (request.url === '/api/user-shifts')
      answer(response, 409, { code: 'exchange_closed', message: 'Chiusa' });
  });
  const client = new HttpClient(url);
  await expect(client.ask('GET /api/user-shifts')).rejects.toMatchObject({
    name: 'ApiRefusal',
    status: 409,
    code: 'exchange_closed',
  });
  expect(await client.call('GET /api/user-shifts')).toMatchObject({ status: 409, code: 'exchange_closed' });
  await expect(client.ask('GET /api/auth/user')).rejects.toThrow(ServerUnreachable);
  const silent = { method: 'GET', path: '/silent', signal: AbortSignal.timeout(20) };
  await expect(client.send(silent)).rejects.toMatchObject({ code: 'TimeoutError' });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(client.call('GET /api/auth/user')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
