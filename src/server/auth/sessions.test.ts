import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildSigner } from '../../../tests/support/accounts.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';
import { announce } from '../platform/events/hub.ts';

// Lifetime and ownership of sessions: what a browser may lose, and what a cookie thief may not gain.

const server = await testServer();
const { context, database, clock } = server;
const origin = await server.listen();

const hours = (count: number): number => count * 3600;
const days = (count: number): number => count * 24 * 3600;
const password = 'Turnario!2026';

/** Signs in and returns the token. */
async function login(email: string, rememberMe: boolean, cookie = ''): Promise<string> {
  const body = { email, password, rememberMe };
  const answer = await server.nobody.call('POST /api/auth/login', { body, headers: { cookie } });
  expect(answer.status).toBe(200);
  return answer.cookies[0]!.value;
}

const whoIs = async (caller: Caller | string): Promise<string | number> => {
  const as = typeof caller === 'string' ? server.bearing(caller) : caller;
  const answer = await as.call('GET /api/auth/user');
  return answer.status === 200 ? answer.body.user.id : answer.status;
};

/** How many of a person's sessions upkeep keeps. */
async function keptByUpkeep(userId: string): Promise<number> {
  await (await startSteadyUpkeep(context)).stop();
  return (await database.many(sql`select id from sessions where user_id = ${userId}`)).length;
}

test.each([
  ['not remembered: 12 hours', false, hours(12)],
  ['remembered: 30 days', true, days(30)],
] as const)(
  'a session lasts its whole time from the sign-in, used or not: %s',
  async (_how, rememberMe, seconds) => {
    const person = await buildSigner(server, password, { role: 'coordinatore' });
    const [unused, used] = [await login(person.email, rememberMe), await login(person.email, rememberMe)];
    for (let tenth = 0; tenth < 9; tenth += 1) {
      clock.advance(seconds / 10);
      expect(await whoIs(used)).toBe(person.id);
    }
    clock.advance(seconds / 10 - 1);
    expect(await keptByUpkeep(person.id)).toBe(2);
    expect(await whoIs(unused)).toBe(person.id);
    clock.advance(1);
    expect([await whoIs(used), await whoIs(unused)]).toEqual([401, 401]);
    expect(await keptByUpkeep(person.id)).toBe(0);
  },
);

describe('an administrator’s unused session ends', () => {
  test.each([
    ['not remembered: 2 hours', false, hours(2)],
    ['remembered: 3 days', true, days(3)],
  ] as const)('%s', async (_how, rememberMe, seconds) => {
    const person = await buildSigner(server, password, { role: 'admin' });
    const [used, unused] = [await login(person.email, rememberMe), await login(person.email, rememberMe)];
    clock.advance(seconds - 1);
    expect(await whoIs(used)).toBe(person.id);
    clock.advance(1);
    expect(await whoIs(unused)).toBe(401);
    expect(await server.bearing(used).ask('GET /api/auth/sessions')).toMatchObject([{ isCurrent: true }]);
    // the job removes it and keeps the one in use
    expect(await keptByUpkeep(person.id)).toBe(1);
    expect(await whoIs(used)).toBe(person.id);
  });

  test('with its event stream', async () => {
    const admin = await server.signIn({ role: 'admin' });
    const stream = await openEventStream(origin, admin.token);
    expect(await stream.next()).toMatchObject({ name: 'hello' });
    clock.advance(hours(2));
    await database.transaction(async (tx) => announce(tx, [admin.id], ['session']));
    const heard = [await stream.next(), await stream.next(), await stream.next()];
    expect(heard.at(-1)).toBeNull();
    await stream.close();
  });
});

test('a session never adopts a token planted before sign-in; if that token had a session, it ends', async () => {
  const [victim, attacker] = [await buildSigner(server, password), await buildSigner(server, password)];
  for (const planted of ['a'.repeat(43), await login(attacker.email, true)]) {
    const token = await login(victim.email, true, `turnario=${planted}; turnario-as=${'b'.repeat(43)}`);
    expect(token).not.toBe(planted);
    expect([await whoIs(token), await whoIs(planted)]).toEqual([victim.id, 401]);
  }
});

describe('a CEO in somebody’s account', () => {
  async function act(): Promise<{ ceo: SignedInCaller; person: SignedInCaller; acting: Caller }> {
    const [ceo, person] = [await server.signInCeo(), await server.signIn()];
    return { ceo, person, acting: await server.enterAccount(person, ceo) };
  }

  test('is back in the own account after two unused hours, once the page asks', async () => {
    const { ceo, acting } = await act();
    clock.advance(hours(2));
    // the CEO's own session is in use elsewhere
    await database.run(
      sql`update sessions set last_used_at = ${clock.now()} where parent_session_id is null`,
    );
    // a write meant for that account must not happen in the CEO's own
    const day = { date: '2026-11-20', workLocation: 'libero' } as const;
    expect(await acting.statusOf('POST /api/shifts', { body: day })).toBe(401);
    expect(await acting.statusOf('GET /api/ceo/worksites')).toBe(401);
    const answer = await acting.call('GET /api/auth/user');
    expect(answer.body).toMatchObject({ isImpersonating: false, user: { id: ceo.id, isCeo: true } });
    expect(answer.cookies).toMatchObject([{ name: 'turnario-as', value: '', expires: new Date(0) }]);
    // and so is returning
    const back = await acting.call('POST /api/ceo/stop-impersonation');
    expect(back.body).toMatchObject({ isImpersonating: false, user: { id: ceo.id } });
  });

  test('leaves the other account at the next impersonation if the browser was closed', async () => {
    const { ceo, person } = await act();
    expect(await whoIs(ceo)).toBe(ceo.id);
    const next = await server.signIn();
    await server.enterAccount(next, ceo);
    const within = await database.many(sql`
      select user_id from sessions where parent_session_id = ${ceo.signedIn.sessionId}`);
    expect(within).toEqual([{ userId: next.id }]);
    expect((await person.ask('GET /api/notifications/page')).notifications).toHaveLength(2);
  });

  test('has a cookie that is worthless alone or beside somebody else’s', async () => {
    const { person, acting } = await act();
    const stolen = acting.acting;
    const [stranger, otherCeo] = [await server.signIn(), await server.signInCeo()];
    for (const own of [null, stolen, stranger.token, otherCeo.token, person.token, 'x'.repeat(43)]) {
      const thief = server.bearing(own, stolen);
      expect(await thief.statusOf('GET /api/shifts')).toBe(401);
      expect([401, 403]).toContain(await thief.statusOf('GET /api/ceo/worksites'));
    }
    // nor as an own session, nor to return
    for (const thief of [server.bearing(stolen), server.bearing(null, stolen)])
      expect(await thief.statusOf('POST /api/ceo/stop-impersonation')).toBe(401);
    expect(await whoIs(server.bearing(stolen))).toBe(401);
    // the theft ended no session
    expect(await whoIs(acting)).toBe(person.id);
  });

  test('keeps the CEO’s own session in use', async () => {
    const { ceo, person, acting } = await act();
    for (let hour = 0; hour < 5; hour += 1) {
      clock.advance(hours(1));
      expect(await whoIs(acting)).toBe(person.id);
    }
    expect(await whoIs(ceo)).toBe(ceo.id);
  });

  test('ends with the CEO’s own session, whatever ends it', async () => {
    const { ceo, acting } = await act();
    await database.run(sql`delete from sessions where id = ${ceo.signedIn.sessionId}`);
    expect(await whoIs(acting)).toBe(401);
    const again = await act();
    await database.run(sql`
      update sessions set last_used_at = ${testNow}::timestamptz - interval '2 hours'
      where id = ${again.ceo.signedIn.sessionId}`);
    expect(await whoIs(again.acting)).toBe(401);
    const former = await act();
    const change = (role: string) => sql`update users set role = ${role} where id = ${former.ceo.id}`;
    await database.run(change('operatore'));
    expect(await former.acting.statusOf('GET /api/shifts')).toBe(401);
    await database.run(change('admin'));
  });

  test('signing in as somebody else replaces both cookies', async () => {
    const { ceo, person, acting } = await act();
    const { email } = await buildSigner(server, password);
    const answer = await acting.call('POST /api/auth/login', { body: { email, password } });
    expect(answer.cookies.map(({ name, value }) => [name, value !== '']).toSorted()).toEqual([
      ['turnario', true],
      ['turnario-as', false],
      ['turnario-device', true],
    ]);
    expect(answer.body.user.email).toBe(email);
    expect(await whoIs(ceo)).toBe(401);
    const left = sql`select id from sessions where user_id = ${person.id} and parent_session_id is not null`;
    expect(await database.many(left)).toEqual([]);
  });
});
