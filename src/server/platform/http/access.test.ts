import { describe, expect, test } from 'vitest';
import { testServer } from '../../../../tests/support/server.ts';
import { type Call, type Method, methodOf, pathOf } from '../../../domain/call.ts';
import { contract } from '../../../domain/contract.ts';
import { createApp } from './app.ts';

const server = await testServer();

const id = '0190a000-0000-7000-8000-000000000001';

const allCalls = (Object.keys(contract) as Call[]).map((call): [Method, string] => [
  methodOf(call),
  pathOf(call).replaceAll(/:\w+/g, id),
]);

const publicCalls = [
  'GET /api/worksites/available',
  'GET /api/terms-contact',
  'GET /api/openapi.json',
  // whoever holds an invitation has no account yet
  'POST /api/auth/invitation',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/logout',
  'POST /api/auth/set-password',
  'POST /api/auth/request-password-link',
  // whoever ends mails by their link need not sign in
  'GET /api/unsubscribe',
  'POST /api/unsubscribe',
];

describe('without a session', () => {
  const calls = allCalls.filter(([method, path]) => !publicCalls.includes(`${method} ${path}`));

  test('there are calls to try, and the public ones are among all', () => {
    const all = allCalls.map(([method, path]) => `${method} ${path}`);
    expect(calls.length).toBeGreaterThan(15);
    for (const call of publicCalls) expect(all).toContain(call);
  });

  test.each(calls)('%s %s: 401, whatever is sent', async (method, path) => {
    for (const [payload, headers] of [
      [undefined, {}],
      ['{"date":', { 'content-type': 'application/json' }],
      ['x', { 'content-type': 'text/plain', cookie: 'turnario=inventata' }],
    ] as const) {
      const answer = await server.nobody.callUntyped(`${method} ${path}`, {
        body: method === 'GET' ? undefined : payload,
        headers,
      });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ message: 'Accedi per continuare.', code: 'not_signed_in' });
    }
  });
});

test('a route that does not say who may call it stops the start', async () => {
  const app = await createApp(server.context);
  expect(() => app.get('/api/aperta', async () => 'x')).toThrow('does not say who may call it');
  await app.close();
});
