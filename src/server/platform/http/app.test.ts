import { connect } from 'node:net';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../../tests/support/calls.ts';
import { startTestServer, testServer } from '../../../../tests/support/server.ts';
import { createApp } from './app.ts';

const server = await testServer();
const giulia = await server.signIn();
const { nobody } = server;
const id = '0190a000-0000-7000-8000-000000000001';
const json = { 'content-type': 'application/json' };

/** A text body is sent as JSON unless the headers say otherwise. */
type Expected = [
  what: string,
  call: string,
  outcome: string,
  body?: unknown,
  headers?: Record<string, string>,
];

function expectRefusal(answer: Answer<unknown>, outcome: string) {
  expect(answer.outcome, answer.text).toBe(outcome);
  const { message } = answer.refusal;
  expect(message).not.toBe('');
  // no internals leak
  expect(answer.text).not.toMatch(/stack|node_modules|\.ts|select |insert |Error:|FST_|undefined/i);
}

const deep = '['.repeat(30_000) + ']'.repeat(30_000);
const calls: Expected[] = [
  ['an unknown path', 'GET /api/turni', '404 unknown_path'],
  ['a path in capitals', 'GET /API/shifts', '404 unknown_path'],
  ['a wrong method', 'PUT /api/shifts', '405 wrong_method', '{}'],
  ['a rubbish percent sign', 'DELETE /api/shifts/%', '400 invalid_data'],
  ['rubbish for an id', "DELETE /api/shifts/'%20or%201=1", '400 invalid_data'],
  ['an id of nothing', `DELETE /api/shifts/${id}`, '404 not_found'],
  ['no body', 'POST /api/shifts', '400 invalid_data'],
  ['broken JSON', 'POST /api/shifts', '400 invalid_json', '{"date":'],
  ['JSON thirty thousand deep', 'POST /api/shifts', '400 invalid_data', deep],
  ['a field of it', 'POST /api/shifts', '400 invalid_data', `{"notes":${deep}}`],
  ['2 MB', 'POST /api/shifts', '413 body_too_large', JSON.stringify({ notes: 'x'.repeat(2_000_000) })],
  ['plain text', 'POST /api/shifts', '415 wrong_media_type', '{}', { 'content-type': 'text/plain' }],
  ['a prototype key', 'POST /api/shifts', '400 invalid_data', '{"__proto__":{"a":1}}'],
  ['a day that is none', 'GET /api/calendar/shifts?from=2026-02-30&to=2026-03-01', '400 invalid_data'],
  ['a parameter twice', 'GET /api/shifts?from=2026-11-01&from=2026-11-02', '400 invalid_data'],
  ['an unknown parameter', 'GET /api/notifications/page?limit=5000', '400 invalid_data'],
  ['a prototype parameter', 'GET /api/notifications/page?__proto__=1&constructor=2', '400 invalid_data'],
  ...['ciao', 'null', '{"0":"2026-11-20T09:00:00.000Z"}', '["2026-11-20T09:00:00.000Z","x"]'].map(
    (text): Expected => [
      `${text} for a cursor`,
      `GET /api/notifications/page?cursor=${Buffer.from(text).toString('base64url')}`,
      '400 invalid_data',
    ],
  ),
];

test('an unreadable address gets the usual headers', async () => {
  const answer = await nobody.callUntyped('GET /api/shifts/%');
  const headers = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'];
  for (const name of headers) expect(answer.headers[name]).toBeDefined();
  expect(answer.headers['cache-control']).toBe('no-store');
});

describe('an invalid call', () => {
  test.each(calls)(
    '%s',
    async (_what, call, outcome, body, headers = typeof body === 'string' ? json : {}) => {
      expectRefusal(await giulia.callUntyped(call, { body, headers }), outcome);
    },
  );

  test('an empty body of type JSON counts as no body', async () => {
    const call = { body: '', headers: json };
    expect((await giulia.callUntyped('PATCH /api/notifications/mark-all-read', call)).status).toBe(204);
  });
});

const url = server.listen();

/** Sends bytes and returns everything received until the connection closes. */
async function speak(bytes: string): Promise<string> {
  const { port } = new URL(await url);
  const socket = connect(Number(port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // the server may close while we are still writing
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(bytes);
  await closed;
  return Buffer.concat(chunks).toString();
}

const get = 'GET /api/shifts HTTP/1.1\r\nhost: x\r\nconnection: close\r\n';
test.each([
  ['headers without end', `${get}x-long: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['rubbish', 'buongiorno\r\n\r\n', 400, 'invalid_data'],
  ['a rubbish header', `${get}bad header\r\n\r\n`, 400, 'invalid_data'],
  ['two lengths', `${get}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, 400, 'invalid_data'],
])('what is no HTTP call at all: %s', async (_what, bytes, status, code) => {
  const [head = '', body = ''] = (await speak(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('application/json; charset=utf-8');
  expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/^[A-Z]/) as string, code });
});

describe('every answer', () => {
  test('carries the security headers', async () => {
    for (const path of ['/healthz', '/api/auth/user', '/api/turni', '/api/worksites/available']) {
      const { headers } = await nobody.callUntyped(`GET ${path}`);
      const policy = headers['content-security-policy'] ?? '';
      const self = ['script-src', 'connect-src', 'form-action'].map((part) => `${part} 'self'`);
      const none = ['default-src', 'base-uri', 'frame-ancestors'].map((part) => `${part} 'none'`);
      expect(policy.split(';')).toEqual(expect.arrayContaining([...self, ...none]));
      expect(policy).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('over https includes HSTS', async () => {
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://turni.example.it' } });
    const { headers } = await secure.nobody.callUntyped('GET /healthz');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    await secure.close();
  });
});

test('an unexpected error is a 500 with an id and no details, and the log has the same id', async () => {
  const broken = await startTestServer({
    prepare: (app) => {
      app.get('/api/rotta', { config: { access: 'public' } }, async () => {
        await broken.database.one(sql`select nothing from nowhere`);
      });
    },
  });
  const answer = await broken.nobody.callUntyped('GET /api/rotta');
  expect(answer.status).toBe(500);
  expect(Object.keys(answer.refusal).toSorted()).toEqual(['code', 'message']);
  expect(answer.refusal.code).toBe('internal');
  const number = /codice ([0-9a-f]{12})/.exec(answer.refusal.message!)?.[1];
  expect(answer.text).not.toContain('nowhere');
  const [error] = broken.takeErrors();
  expect(JSON.parse(error ?? '{}')).toMatchObject({
    reqId: number,
    route: '/api/rotta',
    err: { name: 'DatabaseError', code: '42P01' },
  });
  await broken.close();
});

test('a route without an access rule prevents the start', async () => {
  const app = await createApp(server.context);
  expect(() => app.get('/api/aperta', async () => 'x')).toThrow('does not say who may call it');
  await app.close();
});
