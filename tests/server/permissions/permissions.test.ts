import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../src/domain/contract.ts';
import type { Caller } from '../../support/caller.ts';
import { testServer } from '../../support/server.ts';
import { routeCalls } from './calls.ts';
import { buildWorld, callerFor, callers, password, type RouteCall, type Target } from './world.ts';

// Authorisation: every route called by each kind of person, each time on new rows. (That the routes match the contract is
// tested in src/server/openapi.test.ts.) A new route needs a line in `routeCalls`.

const server = await testServer();
const { context, database } = server;
const passwordHash = await context.passwords.hash(password);

test('the table has every call of the contract, and no others', () => {
  const called = Object.keys(routeCalls).map((call) => call.split(' to ')[0]);
  const routes = ['GET /healthz', 'GET /readyz', ...Object.keys(contract)];
  expect([...new Set(called)].toSorted()).toEqual(routes.toSorted());
});

const named = (statuses: readonly string[]) =>
  Object.fromEntries(callers.map((kind, at) => [kind, statuses[at]]));

const send = (caller: Caller, route: string, { id, query, body }: Target) => {
  const [method, pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+/, id ?? '') + (query === undefined ? '' : `?${query}`);
  return caller.callUntyped(`${method} ${path}`, { body });
};

async function checkRow(route: string, [statuses, about]: RouteCall): Promise<void> {
  const expected = statuses.split(' ');
  const answered: string[] = [];
  for (const [at, kind] of callers.entries()) {
    if (expected[at] === '-') answered.push('-');
    else {
      const world = await buildWorld(server, passwordHash);
      const target = (await about?.(world)) ?? {};
      answered.push(String((await send(await callerFor(kind, world), route, target)).status));
    }
  }
  expect(named(answered)).toEqual(named(expected));
}

/** All rows share one CEO: a route that ends the CEO's sessions must not run concurrently with others. */
const endsSessions = ([route]: [string, RouteCall]): boolean => route === 'DELETE /api/auth/sessions';
const rows = Object.entries(routeCalls);

describe('answers match the table (not concurrent)', () => {
  test.each(rows.filter(endsSessions))('%s', checkRow);
});
describe.concurrent('answers match the table', () => {
  test.each(rows.filter((row) => !endsSessions(row)))('%s', checkRow);
});

test('an unknown API path answers 404', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    expect((await server.nobody.callUntyped(`${method} /api/segreti`)).status).toBe(404);
  }
});

describe('an id of another worksite gets the same answer as an unknown id', async () => {
  const outsiders = Object.entries({
    'a worker': await server.signIn({ passwordHash }),
    'a reviewer': await server.signIn({ passwordHash, mayReviewCodes: true }),
    'an approver': await server.signIn({ passwordHash, mayApproveSwaps: true }),
    'a loader': await server.signIn({ passwordHash, mayLoadShifts: true }),
    'an administrator': await server.signIn({ passwordHash, role: 'admin' }),
  });
  const withId = rows.filter(([route]) => route.includes(' /api/') && route.includes(':id'));

  test.each(withId)('%s', async (route, [, about]) => {
    const target = (await about?.(await buildWorld(server, passwordHash))) ?? {};
    const statuses: number[] = [];
    for (const [who, caller] of outsiders) {
      const answerOf = async (id: string) => {
        // attempts are rate-limited, which is not what this test compares
        await database.run(sql`delete from attempt_counters`);
        const { status, text } = await send(caller, route.split(' to ')[0]!, { ...target, id });
        return { status, text: text.replaceAll(id, '…') };
      };
      const unknown = await answerOf(crypto.randomUUID());
      statuses.push(unknown.status);
      expect(unknown.status, who).toBeGreaterThanOrEqual(400);
      expect(await answerOf(target.id ?? ''), who).toEqual(unknown);
    }
    // not just refused because of an invalid body
    expect(statuses.some((status) => status !== 400)).toBe(true);
  });
});
