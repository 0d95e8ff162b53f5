import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { startTestServer, testNow } from '../../tests/support/server.ts';
import { insertPasswordLink } from './auth/queries.ts';
import { secondsAfter } from './platform/clock.ts';
import { hashToken, newToken } from './platform/session/tokens.ts';
import { startUpkeep } from './upkeep.ts';

const server = await startTestServer();
afterAll(() => server.close());
const { database, clock, nobody } = server;

const counts = (): Promise<object> =>
  database.one<object>(sql`
    select (select count(*) from sessions) as sessions, (select count(*) from password_links) as links,
      (select count(*) from attempt_counters) as counters`);

test('sessions, links and counters leave once they are of no more use, and not before', async () => {
  const giulia = await server.signIn();
  await insertPasswordLink(database, {
    tokenHash: hashToken(newToken()),
    userId: giulia.id,
    now: testNow,
    expiresAt: secondsAfter(testNow, 1800),
  });
  await nobody.post('/api/auth/login', { email: giulia.email, password: 'Sbagliata!1' });
  const upkeep = startUpkeep(server.context);
  await upkeep.run();
  expect(await counts()).toEqual({ sessions: 1, links: 1, counters: 2 });

  clock.advance(12 * 3600);
  const late = await server.signInAs(giulia);
  await upkeep.run();
  expect(await counts()).toEqual({ sessions: 1, links: 1, counters: 2 });
  expect((await late.get('/api/auth/user')).status).toBe(200);

  clock.advance(13 * 3600);
  await upkeep.run();
  expect(await counts()).toEqual({ sessions: 0, links: 0, counters: 0 });
  await upkeep.stop();
});
