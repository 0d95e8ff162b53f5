import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { Listener } from '../../src/server/platform/database/listener.ts';
import { connectionSettings } from '../../src/server/platform/database/pooledDatabase.ts';
import { startProxy } from '../../tools/proxy.ts';
import { testDatabase } from '../support/database.ts';

const database = await testDatabase();

test('a silently dead connection is detected, and the listener reconnects', async () => {
  const url = new URL(database.databaseUrl);
  const proxy = await startProxy(url, '5432');
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${proxy.port}`;
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const settings = { ...connectionSettings(url.href), query_timeout: 500 };
  const listener = new Listener(settings, onWarning, 50);
  const isBack = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<string>();
  await listener.listen('half_open', heard.resolve, isBack.resolve);
  // both sides stay connected, but open connections pass nothing on; new ones work
  proxy.set('deaf');
  proxy.set('open');
  await isBack.promise;
  expect(warnings).toContain('listening database connection lost');
  await database.run(sql`select pg_notify('half_open', 'here')`);
  expect(await heard.promise).toBe('here');
  await listener.close();
  await proxy.close();
});
