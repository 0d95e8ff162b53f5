import { afterAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../../tests/support/server.ts';
import { trustedProxies } from './requestId.ts';

const own = /^[0-9a-f]{12}$/;
const given = '4f1c0e2a9b7d4c3e8f60a1b2c3d4e5f6';

describe('whose headers count', () => {
  test.each([
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['loopback', '::1', true],
    ['loopback', '128.0.0.1', false],
    ['10.0.0.0/8, 192.168.1.7', '10.200.3.4', true],
    ['10.0.0.0/8, 192.168.1.7', '192.168.1.8', false],
    ['uniquelocal', '172.31.0.1', true],
    ['uniquelocal', '172.32.0.1', false],
    ['2001:db8::/32', '2001:db8:1::9', true],
    ['2001:db8::/32', '2001:db9::9', false],
    [null, '127.0.0.1', false],
    // as behind a socket file
    ['loopback', undefined, false],
    ['loopback', '', false],
  ])('TRUST_PROXY %s, %s: %s', (proxies, address, isTrusted) => {
    expect(trustedProxies(proxies)(address)).toBe(isTrusted);
  });
});

describe('a request id', async () => {
  const server = await startTestServer();
  const behindProxy = await startTestServer({ env: { TRUST_PROXY: 'loopback' } });
  const elsewhere = await startTestServer({ env: { TRUST_PROXY: '192.0.2.7' } });
  afterAll(async () => {
    for (const each of [server, behindProxy, elsewhere]) await each.close();
  });

  test.each([
    ['an answer', '/healthz', 200],
    ['a refusal', '/api/shifts', 401],
    ['an address that cannot be read', '/api/shifts/%', 400],
    ['a page', '/pagina', 404],
  ])('is told with %s and stands in its line of the log', async (_what, path, status) => {
    server.logLines.length = 0;
    const answer = await server.nobody.callUntyped(`GET ${path}`);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(own);
    const lines = server.logLines.map((line) => JSON.parse(line) as { reqId: string; msg: string });
    expect(lines).toMatchObject([{ reqId: answer.headers['x-request-id'], msg: 'call' }]);
  });

  test('a request id is another one each time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => server.nobody.callUntyped('GET /healthz')),
    );
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(50);
  });

  test('a request id is the one that a trusted proxy gave it', async () => {
    behindProxy.logLines.length = 0;
    const answer = await behindProxy.nobody.callUntyped('GET /healthz', {
      headers: { 'x-request-id': given },
    });
    expect(answer.headers['x-request-id']).toBe(given);
    expect(behindProxy.logLines.join('')).toContain(`"reqId":"${given}"`);
  });

  test('a request id is not what anybody else calls it', async () => {
    for (const { nobody } of [server, elsewhere]) {
      const answer = await nobody.callUntyped('GET /healthz', { headers: { 'x-request-id': given } });
      expect(answer.headers['x-request-id']).toMatch(own);
    }
  });

  test.each(['', 'a b', 'x'.repeat(65), 'a"b', 'a_b', '../x', 'è', '{"a":1}'])(
    'is not taken from a proxy when it is %j',
    async (text) => {
      const answer = await behindProxy.nobody.callUntyped('GET /healthz', {
        headers: { 'x-request-id': text },
      });
      expect(answer.headers['x-request-id']).toMatch(own);
    },
  );
});
