import { describe, expect, test } from 'vitest';
import { testServer } from '../../../../tests/support/server.ts';
import { requestIds, trustedProxies } from './requestId.ts';

const own = /^[0-9a-f]{12}$/;
const given = '4f1c0e2a9b7d4c3e8f60a1b2c3d4e5f6';

test.each([
  ['127.0.0.1', '::ffff:127.0.0.1', true],
  ['10.0.0.0/8, 192.168.1.7', '192.168.1.7', true],
  ['10.0.0.0/8, 192.168.1.7', '192.168.1.8', false],
  [null, '127.0.0.1', false],
  // as with a Unix socket
  ['loopback', undefined, false],
])('with TRUST_PROXY %s the headers of %s count: %s', (proxies, address, isTrusted) => {
  expect(trustedProxies(proxies)(address)).toBe(isTrusted);
});

describe('a request id', async () => {
  const behindProxy = await testServer({ env: { TRUST_PROXY: 'loopback' } });
  test.each([
    ['an answer', '/healthz', 200],
    ['a refusal', '/api/shifts', 401],
    ['an address that cannot be read', '/api/shifts/%', 400],
    ['a page', '/pagina', 404],
  ])('is told with %s and stands in its line of the log', async (_what, path, status) => {
    behindProxy.logLines.length = 0;
    const answer = await behindProxy.nobody.callUntyped(`GET ${path}`);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(own);
    const lines = behindProxy.logLines.map((line) => JSON.parse(line) as { reqId: string; msg: string });
    expect(lines).toMatchObject([{ reqId: answer.headers['x-request-id'], msg: 'call' }]);
  });

  test('is taken from a trusted proxy', async () => {
    const headers = { 'x-request-id': given };
    const answer = await behindProxy.nobody.callUntyped('GET /healthz', { headers });
    expect(answer.headers['x-request-id']).toBe(given);
    expect(behindProxy.logLines.join('')).toContain(`"reqId":"${given}"`);
  });

  const idOf = (header: string, trusted: string) =>
    requestIds(trustedProxies(trusted))({
      headers: { 'x-request-id': header },
      socket: { remoteAddress: '127.0.0.1' } as never,
    });

  test.each(['', 'a b', 'x'.repeat(65), 'a"b', '../x'])('is not taken from a proxy when it is %j', (header) =>
    expect(idOf(header, 'loopback')).toMatch(own),
  );

  test('is different each time', () => {
    const ids = Array.from({ length: 50 }, () => idOf(given, '192.0.2.7'));
    expect(new Set(ids).size).toBe(50);
  });
});
