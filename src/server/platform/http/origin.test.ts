import { describe, expect, test } from 'vitest';
import { testServer } from '../../../../tests/support/server.ts';

const server = await testServer({ env: { PUBLIC_URL: 'https://turni.example.it' } });
const giulia = await server.signIn();

describe('a write', () => {
  test.each([
    ['from the public address', { origin: 'https://turni.example.it' }],
    ['to the host it came from', { origin: 'http://192.168.1.20:3000', host: '192.168.1.20:3000' }],
    ['without an origin: no browser', {}],
    ['of the same origin, by its own account', { 'sec-fetch-site': 'same-origin' }],
    ['typed by the person', { 'sec-fetch-site': 'none' }],
  ])('%s is let in', async (_how, headers) => {
    expect(await giulia.statusOf('PATCH /api/notifications/mark-all-read', { headers })).toBe(204);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a site whose name begins like ours', { origin: 'https://turni.example.it.evil.example' }],
    ['our name without encryption', { origin: 'http://turni.example.it' }],
    ['our name on another port', { origin: 'https://turni.example.it:8443' }],
    ['a sandboxed page or a file', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['another host than the one called', { origin: 'http://evil.192.168.1.20', host: '192.168.1.20' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['another site, without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a forwarded host', { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }],
  ])('from %s is refused', async (_where, headers) => {
    const answer = await giulia.call('PATCH /api/notifications/mark-all-read', { headers });
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      message: 'Richiesta rifiutata: arriva da un altro sito.',
      code: 'foreign_origin',
    });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'by %s is checked, signed in or not',
    async (method) => {
      const headers = { origin: 'https://evil.example' };
      for (const caller of [giulia, server.nobody])
        for (const url of ['/api/auth/logout', '/api/shifts', '/api/turni'])
          expect((await caller.callUntyped(`${method} ${url}`, { body: {}, headers })).status).toBe(403);
      // and has no effect
      expect(await giulia.statusOf('GET /api/auth/user')).toBe(200);
    },
  );
});

test('a read from another site is answered, but that site may not see it', async () => {
  const answer = await giulia.call('GET /api/auth/user', { headers: { origin: 'https://evil.example' } });
  expect(answer.status).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});
