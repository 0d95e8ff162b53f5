import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildUser } from '../../../db/builders.ts';
import { type Caller, callerOf } from '../../../tests/support/caller.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import { type SignedInCaller, startTestServer, testNow, testServer } from '../../../tests/support/server.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';
import { announce } from '../platform/events/hub.ts';

// How long sessions live, and whose they are: what a browser may lose, and what a thief of a cookie may not gain.

const server = await testServer();
const { context, database, clock } = server;
const origin = await server.listen();

const hours = (count: number): number => count * 3600;
const days = (count: number): number => count * 24 * 3600;
const password = 'Turnario!2026';
const passwordHash = await context.passwords.hash(password);

const bearing = (token: string | null, acting: string | null = null): Caller =>
  callerOf(server.app, context.settings, token, acting);

async function login(email: string, rememberMe: boolean, cookie?: string): Promise<string> {
  const body = { email, password, rememberMe };
  const answer = await server.nobody.call('POST /api/auth/login', {
    body,
    headers: cookie === undefined ? {} : { cookie },
  });
  expect(answer.status).toBe(200);
  return answer.cookies[0]!.value;
}

const whoIs = async (caller: Caller): Promise<string | number> => {
  const answer = await caller.call('GET /api/auth/user');
  return answer.status === 200 ? answer.body.user.id : answer.status;
};

/** The rows that the job leaves of a person's sessions. */
async function keptByUpkeep(userId: string): Promise<number> {
  await (await startSteadyUpkeep(context)).stop();
  const rows = await database.many(sql`select id from sessions where user_id = ${userId}`);
  return rows.length;
}

describe('a session lasts its whole time from the sign-in, used or not', () => {
  test.each([
    ['not remembered: 12 hours', 'operatore', false, hours(12)],
    ['remembered: 30 days', 'operatore', true, days(30)],
    ['a coordinator’s, remembered: 30 days', 'coordinatore', true, days(30)],
  ] as const)('%s', async (_how, role, rememberMe, seconds) => {
    const person = await buildUser(context, { role, passwordHash });
    const answer = await server.nobody.call('POST /api/auth/login', {
      body: { email: person.email, password, rememberMe },
    });
    // a session cookie where it is not remembered: it goes with the browser
    expect(answer.cookies[0]?.maxAge).toBe(rememberMe ? seconds : undefined);
    const unused = bearing(answer.cookies[0]!.value);
    const used = bearing(await login(person.email, rememberMe));
    for (let tenth = 0; tenth < 9; tenth += 1) {
      clock.advance(seconds / 10);
      expect(await whoIs(used)).toBe(person.id);
    }
    clock.advance(seconds / 10 - 1);
    expect(await keptByUpkeep(person.id)).toBe(2);
    expect(await whoIs(unused)).toBe(person.id);
    clock.advance(1);
    expect(await whoIs(used)).toBe(401);
    expect(await whoIs(unused)).toBe(401);
    expect(await keptByUpkeep(person.id)).toBe(0);
  });

  test('back from three weeks of holidays it is in the list, and has its stream', async () => {
    const person = await buildUser(context, { passwordHash });
    const token = await login(person.email, true);
    clock.advance(days(21));
    const stream = await openEventStream(origin, token);
    expect(await stream.next()).toMatchObject({ name: 'hello' });
    await stream.close();
    const { body } = await bearing(token).call('GET /api/auth/sessions');
    expect(body).toMatchObject([{ isCurrent: true }]);
  });
});

describe('an administrator’s session that nobody uses ends', () => {
  test.each([
    ['not remembered: 2 hours', false, hours(2)],
    ['remembered: 3 days', true, days(3)],
  ] as const)('%s', async (_how, rememberMe, seconds) => {
    const person = await buildUser(context, { role: 'admin', passwordHash });
    const early = bearing(await login(person.email, rememberMe));
    const late = bearing(await login(person.email, rememberMe));
    clock.advance(seconds - 1);
    expect(await whoIs(early)).toBe(person.id);
    clock.advance(1);
    expect(await whoIs(late)).toBe(401);
    // the job removes it, and leaves the one in use
    expect(await keptByUpkeep(person.id)).toBe(1);
    expect(await whoIs(early)).toBe(person.id);
  });

  test('the list of one’s sessions leaves it out', async () => {
    const person = await buildUser(context, { role: 'admin', passwordHash });
    await login(person.email, false);
    clock.advance(hours(2));
    const here = bearing(await login(person.email, false));
    const { body } = await here.call('GET /api/auth/sessions');
    expect(body).toMatchObject([{ isCurrent: true }]);
  });

  test('its stream of events ends', async () => {
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

describe('fixation', () => {
  test('a cookie planted before the sign-in never becomes a session, and is replaced', async () => {
    const [victim, attacker] = [
      await buildUser(context, { passwordHash }),
      await buildUser(context, { passwordHash }),
    ];
    for (const planted of ['a'.repeat(43), await login(attacker.email, true)]) {
      const token = await login(victim.email, true, `turnario=${planted}; turnario-as=${'b'.repeat(43)}`);
      expect(token).not.toBe(planted);
      expect(await whoIs(bearing(token))).toBe(victim.id);
      // also where it was a session: it ended with the sign-in
      expect(await whoIs(bearing(planted))).toBe(401);
    }
  });

  test('a changed password gives this session another token, for as long as it had left', async () => {
    const person = await buildUser(context, { passwordHash });
    const before = await login(person.email, true);
    clock.advance(days(2));
    const change = { currentPassword: password, password: 'Nuova!2026x' };
    const answer = await bearing(before).call('POST /api/auth/change-password', { body: change });
    expect(answer.status).toBe(204);
    expect(answer.cookies).toMatchObject([
      { name: 'turnario', httpOnly: true, maxAge: days(28) },
      { name: 'turnario-device' },
    ]);
    expect(await whoIs(bearing(before))).toBe(401);
    expect(await whoIs(bearing(answer.cookies[0]!.value))).toBe(person.id);
  });

  test('every token has 256 bits, and none comes twice', async () => {
    const person = await buildUser(context, { passwordHash });
    const tokens = await Promise.all(Array.from({ length: 10 }, () => login(person.email, false)));
    expect(new Set(tokens).size).toBe(10);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });
});

describe('a CEO in somebody’s account', () => {
  async function enter(): Promise<{ ceo: SignedInCaller; person: SignedInCaller; acting: Caller }> {
    const [ceo, person] = [await server.signInCeo(), await server.signIn()];
    const answer = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: person.id } });
    expect(answer.status).toBe(200);
    const [cookie] = answer.cookies;
    expect(answer.cookies).toHaveLength(1);
    expect(cookie).toMatchObject({ name: 'turnario-as', httpOnly: true, sameSite: 'Lax', path: '/' });
    return { ceo, person, acting: bearing(ceo.token, cookie!.value) };
  }

  test.each([
    [
      'the person is shut out',
      async (id: string) => database.run(sql`update users set is_active = false where id = ${id}`),
    ],
    [
      'nobody used it for two hours',
      async () => {
        clock.advance(hours(2));
        // the CEO's own session is in use elsewhere
        await database.run(
          sql`update sessions set last_used_at = ${clock.now()} where parent_session_id is null`,
        );
      },
    ],
    [
      'its row is gone',
      async (id: string) =>
        database.run(sql`delete from sessions where user_id = ${id} and parent_session_id is not null`),
    ],
  ])('ended because %s: back in the own account, once the page asks', async (_why, end) => {
    const { ceo, person, acting } = await enter();
    await end(person.id);
    // what was meant for that account must not happen in the CEO's own
    expect(
      await acting.statusOf('POST /api/shifts', { body: { date: '2026-11-20', workLocation: 'libero' } }),
    ).toBe(401);
    expect(await acting.statusOf('GET /api/ceo/worksites')).toBe(401);
    const answer = await acting.call('GET /api/auth/user');
    expect(answer.body).toMatchObject({ isImpersonating: false, user: { id: ceo.id, isCeo: true } });
    expect(answer.cookies).toMatchObject([{ name: 'turnario-as', value: '' }]);
    expect(answer.cookies[0]?.expires?.getTime()).toBe(0);
    expect(await whoIs(bearing(ceo.token))).toBe(ceo.id);
    expect(await database.many(sql`select id from shifts where user_id = ${ceo.id}`)).toEqual([]);
  });

  test('ended meanwhile: the way back works as well', async () => {
    const { ceo, person, acting } = await enter();
    await database.run(sql`delete from sessions where user_id = ${person.id}`);
    const back = await acting.call('POST /api/ceo/stop-impersonation');
    expect(back.body).toMatchObject({ isImpersonating: false, user: { id: ceo.id } });
  });

  test('the browser was closed: its own cookie is still a session, and the other account is left at the next entry', async () => {
    const { ceo, person } = await enter();
    expect(await whoIs(bearing(ceo.token))).toBe(ceo.id);
    const next = await server.signIn();
    await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: next.id } });
    const within = await database.many<{ userId: string }>(sql`
      select user_id from sessions where parent_session_id = ${ceo.signedIn.sessionId}`);
    expect(within).toEqual([{ userId: next.id }]);
    expect((await person.ask('GET /api/notifications/page')).notifications).toHaveLength(2);
  });

  test('its cookie alone is worth nothing, nor beside anybody else’s', async () => {
    const { person, acting } = await enter();
    const stolen = acting.acting;
    const [stranger, otherCeo] = [await server.signIn(), await server.signInCeo()];
    for (const own of [null, stolen, stranger.token, otherCeo.token, person.token, 'x'.repeat(43)]) {
      const thief = bearing(own, stolen);
      expect(await thief.statusOf('GET /api/shifts')).toBe(401);
      expect([401, 403]).toContain(await thief.statusOf('GET /api/ceo/worksites'));
    }
    // nor as a session of one's own, nor for the way back
    expect(await whoIs(bearing(stolen))).toBe(401);
    expect(await bearing(stolen).statusOf('POST /api/ceo/stop-impersonation')).toBe(401);
    expect(await bearing(null, stolen).statusOf('POST /api/ceo/stop-impersonation')).toBe(401);
    // the theft ended nothing
    expect(await whoIs(acting)).toBe(person.id);
  });

  test('a CEO in somebody’s account keeps the CEO’s own session in use', async () => {
    const { ceo, person, acting } = await enter();
    for (let hour = 0; hour < 5; hour += 1) {
      clock.advance(hours(1));
      expect(await whoIs(acting)).toBe(person.id);
    }
    expect(await whoIs(bearing(ceo.token))).toBe(ceo.id);
  });

  test('a CEO in somebody’s account ends with the CEO’s own session, whatever ends it', async () => {
    const { ceo, acting } = await enter();
    await database.run(sql`delete from sessions where id = ${ceo.signedIn.sessionId}`);
    expect(await whoIs(acting)).toBe(401);
    const again = await enter();
    await database.run(sql`
      update sessions set last_used_at = ${testNow}::timestamptz - interval '2 hours'
      where id = ${again.ceo.signedIn.sessionId}`);
    expect(await whoIs(again.acting)).toBe(401);
  });

  test('a sign-in as somebody else takes both cookies’ place', async () => {
    const { ceo, person, acting } = await enter();
    const worker = await buildUser(context, { passwordHash });
    const answer = await acting.call('POST /api/auth/login', { body: { email: worker.email, password } });
    expect(answer.body.user.id).toBe(worker.id);
    expect(answer.cookies.map(({ name, value }) => [name, value !== '']).toSorted()).toEqual([
      ['turnario', true],
      ['turnario-as', false],
      ['turnario-device', true],
    ]);
    expect(await whoIs(bearing(ceo.token))).toBe(401);
    expect(
      await database.many(sql`
      select id from sessions where user_id = ${person.id} and parent_session_id is not null`),
    ).toEqual([]);
  });
});

test('under https both cookies are for this host alone', async () => {
  const secure = await startTestServer({ env: { PUBLIC_URL: 'https://turni.example.it' } });
  const [ceo, person] = [await secure.signInCeo(), await secure.signIn()];
  const answer = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: person.id } });
  expect(answer.cookies).toEqual([
    {
      name: '__Host-turnario-as',
      value: expect.stringMatching(/^[\w-]{43}$/) as string,
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    },
  ]);
  await secure.close();
});
