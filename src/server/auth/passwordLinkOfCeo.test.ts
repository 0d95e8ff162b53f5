import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { actsOn } from '../../../tests/support/accounts.ts';
import { testServer } from '../../../tests/support/server.ts';

const server = await testServer();
const { nobody, database, clock } = server;

const made = 'POST /api/ceo/users/:id/password-link';
const setPassword = (url: string) =>
  nobody.statusOf('POST /api/auth/set-password', {
    body: { token: new URL(url).searchParams.get('token') ?? '', password: 'Nuova!2026x' },
  });

test('a link from the CEO works once, for half an hour; the person is notified, and it is audited', async () => {
  const ceo = await server.signInCeo();
  const giulia = await server.signIn();
  const params = { id: giulia.id };
  const { url, expiresAt } = await ceo.ask(made, { params });
  expect(Date.parse(expiresAt) - Date.parse(clock.now())).toBe(30 * 60_000);
  const { notifications } = await giulia.ask('GET /api/notifications/page');
  expect(notifications.map(({ title }) => title)).toEqual(['Link per una nuova password']);
  const acts = await actsOn(database, giulia.id);
  expect(acts).toMatchObject([{ action: 'password_link_made', actorId: ceo.id, targetId: giulia.id }]);
  expect(JSON.stringify(acts)).not.toContain(new URL(url).searchParams.get('token'));
  expect([await setPassword(url), await setPassword(url)]).toEqual([204, 410]);
  // sessions opened with the old password have ended
  expect(await giulia.statusOf('GET /api/auth/user')).toBe(401);
});

test('only the last of several links works, even if created concurrently', async () => {
  const ceo = await server.signInCeo();
  const { id } = await server.signIn();
  const make = () => ceo.ask(made, { params: { id } });
  await Promise.all([make(), make(), make()]);
  const open = sql`select from password_links where user_id = ${id} and used_at is null`;
  expect(await database.many(open)).toHaveLength(1);
});

test('none for administrators and deactivated accounts, and none where mail is on', async () => {
  const ceo = await server.signInCeo();
  const giulia = await server.signIn();
  const refusal = async (id: string) => (await ceo.call(made, { params: { id } })).refusal.code;
  expect(await refusal(ceo.id)).toBe('forbidden');
  await ceo.ask('PATCH /api/ceo/users/:id/status', { params: { id: giulia.id }, body: { isActive: false } });
  expect(await refusal(giulia.id)).toBe('forbidden');
  expect(await refusal(crypto.randomUUID())).toBe('not_found');
  const account = { account: 'turni@example.it', password: 'segreta', host: 'smtp.example.it', port: 465 };
  await ceo.ask('PUT /api/email-config', { body: { ...account, isTls: true } });
  expect(await refusal((await server.signIn()).id)).toBe('mail_is_on');
});
