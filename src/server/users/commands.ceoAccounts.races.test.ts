import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { startTestServer } from '../../../tests/support/server.ts';
import { ensureCeoAccounts } from './commands.ceoAccounts.ts';

test('two processes that start at once make one account each and one worksite', async () => {
  const database = await createTestDatabase();
  const env = { CEO_EMAILS: 'uno@example.it,due@example.it', CEO_INITIAL_PASSWORD: 'Iniziale!2026' };
  const first = await startTestServer({ database, env });
  const second = await startTestServer({ database: await database.connect(), env });
  await Promise.all([first, second, first, second].map(({ context }) => ensureCeoAccounts(context)));
  const people = await database.many(sql`select email, role from users order by email`);
  expect(people).toEqual([
    { email: 'due@example.it', role: 'admin' },
    { email: 'uno@example.it', role: 'admin' },
  ]);
  expect(await database.many(sql`select name from worksites`)).toEqual([{ name: 'Direzione' }]);
  await second.close();
  await first.close();
});

test('two processes that start at once with a shorter list take a role once; a CEO in the other is out at once', async () => {
  const database = await createTestDatabase();
  const env = { CEO_INITIAL_PASSWORD: 'Iniziale!2026', CEO_EMAILS: 'uno@example.it,due@example.it' };
  const still = await startTestServer({ database, env });
  await ensureCeoAccounts(still.context);
  const { id, worksiteId } = await database.one<{ id: string; worksiteId: string }>(sql`
    select id, worksite_id as "worksiteId" from users where email = 'due@example.it'`);
  // signed in at a process that has not been restarted, and does not know of the shorter list
  const former = await still.signInAs({ id, worksiteId, email: 'due@example.it' });
  expect(await former.statusOf('GET /api/ceo/worksites')).toBe(200);

  const shorter = { ...env, CEO_EMAILS: 'uno@example.it' };
  const first = await startTestServer({ database: await database.connect(), env: shorter });
  const second = await startTestServer({ database: await database.connect(), env: shorter });
  const notices = await Promise.all([first, second].map(({ context }) => ensureCeoAccounts(context)));
  expect(notices.flat()).toHaveLength(1);
  expect(await former.statusOf('GET /api/ceo/worksites')).toBe(401);
  const back = await still.signInAs({ id, worksiteId, email: 'due@example.it' });
  expect(await back.statusOf('GET /api/ceo/worksites')).toBe(403);
  const acts = await database.many(sql`select target_id as id from audit_log where action = 'admin_ended'`);
  expect(acts).toEqual([{ id }]);
  for (const server of [second, first, still]) await server.close();
});
