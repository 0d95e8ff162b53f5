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
