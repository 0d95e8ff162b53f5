import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildUser, type BuiltUser, buildWorksite } from '../../../db/builders.ts';
import { type Caller, callerOf } from '../../../tests/support/caller.ts';
import { type SignedInCaller, startTestServer, testNow, testServer } from '../../../tests/support/server.ts';
import { changeShift, deleteShift } from '../../../tests/support/swaps.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';
import { secondsAfter } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { insertPasswordLink } from './queries.ts';

const server = await testServer();
const { database, context } = server;

let ceo: SignedInCaller;
let giulia: SignedInCaller;
beforeAll(async () => {
  ceo = await server.signInCeo();
  giulia = await server.signIn({ firstName: 'Giulia', lastName: 'Ferri' });
});

interface AuditRow {
  action: string;
  actor: string;
  actedAs: string | null;
  target: string | null;
  type: string;
  before: { table: string; [column: string]: unknown }[] | null;
  after: { table: string; personal?: string[]; [column: string]: unknown }[] | null;
}

const auditOf = (personId: string): Promise<AuditRow[]> =>
  database.many<AuditRow>(sql`
    select action, actor_id as actor, acted_as_id as "actedAs", target_id as target, target_type as type, before, after
    from audit_log where target_id = ${personId} or acted_as_id = ${personId} order by id`);

const newsOf = async (person: Caller): Promise<string[]> =>
  (await person.ask('GET /api/notifications/page')).notifications
    .filter(({ type }) => type === 'impersonation')
    .map(({ title }) => title);

/** Enters a person's account; answers the caller with the cookie that came. */
async function enter(person: { id: string }, as: Caller = ceo): Promise<Caller> {
  const answer = await as.call('POST /api/ceo/impersonate/:id', { params: { id: person.id } });
  expect(answer.status).toBe(200);
  return callerOf(server.app, context.settings, as.token, answer.cookies[0]!.value);
}

/** The person has read that the CEO left, once, and so it is on record. */
async function expectLeft(person: BuiltUser): Promise<void> {
  await database.run(sql`update users set is_active = true where id = ${person.id}`);
  expect((await newsOf(await server.signInAs(person))).toSorted()).toEqual([
    'Il CEO ha lasciato il tuo account',
    'Il CEO è nel tuo account',
  ]);
  const ends = (await auditOf(person.id)).filter(({ action }) => action === 'impersonation_ended');
  expect(ends).toMatchObject([{ actor: ceo.id, actedAs: person.id, target: person.id }]);
}

const shift = { date: '2026-11-20', workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

describe('a CEO in somebody’s account', () => {
  test('a CEO in somebody’s account is that person, says so, and goes back to the own session', async () => {
    const answer = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: giulia.id } });
    expect(answer.body).toMatchObject({
      isImpersonating: true,
      user: { id: giulia.id, firstName: 'Giulia' },
    });
    const [cookie] = answer.cookies;
    // the browser forgets it when it closes
    expect(cookie).toMatchObject({ name: 'turnario-as', httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.maxAge).toBeUndefined();
    const acting = callerOf(server.app, context.settings, ceo.token, cookie!.value);
    expect(await acting.ask('GET /api/auth/user')).toMatchObject({
      isImpersonating: true,
      user: { id: giulia.id, isCeo: false },
    });
    // the person's own session goes on as it was
    expect((await giulia.ask('GET /api/auth/user')).isImpersonating).toBe(false);
    const back = await acting.call('POST /api/ceo/stop-impersonation');
    expect(back.status).toBe(200);
    expect(back.body).toMatchObject({ isImpersonating: false, user: { id: ceo.id, isCeo: true } });
    const own = callerOf(server.app, context.settings, back.cookies[0]!.value);
    expect((await own.ask('GET /api/auth/user')).user.id).toBe(ceo.id);
    // what was another window's is nobody's now, its own token neither
    expect(await acting.statusOf('GET /api/shifts')).toBe(401);
    expect(await callerOf(server.app, context.settings, ceo.token).statusOf('GET /api/auth/user')).toBe(401);
    // a second tap changes nothing more
    const again = await own.call('POST /api/ceo/stop-impersonation');
    expect(again.body).toMatchObject({ isImpersonating: false, user: { id: ceo.id } });
    expect(again.cookies).toEqual([]);
    ceo = { ...ceo, ...own };
  });

  test('the person reads that the CEO came and went, and both are on record', async () => {
    const marco = await server.signIn();
    const acting = await enter(marco);
    await acting.call('POST /api/ceo/stop-impersonation').then((back) => {
      ceo = { ...ceo, ...callerOf(server.app, context.settings, back.cookies[0]!.value) };
    });
    expect((await newsOf(marco)).toSorted()).toEqual([
      'Il CEO ha lasciato il tuo account',
      'Il CEO è nel tuo account',
    ]);
    expect(await auditOf(marco.id)).toMatchObject([
      { action: 'impersonation_started', actor: ceo.id, actedAs: null, target: marco.id },
      { action: 'impersonation_ended', actor: ceo.id, actedAs: marco.id, target: marco.id },
    ]);
  });

  test('every write is on record under both names, with what was and what is, and nothing personal', async () => {
    const sara = await server.signIn();
    const own = await server.signInCeo();
    const acting = await enter(sara, own);
    const created = await acting.call('POST /api/shifts', { body: shift });
    expect(created.status).toBe(201);
    expect(
      (
        await changeShift(acting, created.body.id, {
          ...shift,
          startTime: '07:00',
          endTime: '15:00',
          notes: 'Riservato',
        })
      ).status,
    ).toBe(200);
    expect((await deleteShift(acting, created.body.id)).status).toBe(204);
    // refused, or only read: nothing
    expect(await acting.statusOf('POST /api/shifts', { body: { ...shift, date: '2020-01-01' } })).toBe(400);
    expect(await acting.statusOf('GET /api/shifts')).toBe(200);
    expect(await acting.statusOf('PATCH /api/notifications/mark-all-read')).toBe(204);
    const writes = (await auditOf(sara.id)).filter(({ action }) => action === 'impersonated_write');
    expect(writes).toMatchObject([
      {
        type: 'POST /api/shifts',
        target: null,
        before: [],
        after: [{ table: 'shifts', start_time: '06:00:00' }],
      },
      {
        type: 'PATCH /api/shifts/:id',
        target: created.body.id,
        before: [{ table: 'shifts', start_time: '06:00:00' }],
        after: [{ table: 'shifts', start_time: '07:00:00', personal: ['notes'] }],
      },
      { type: 'DELETE /api/shifts/:id', before: [{ table: 'shifts', start_time: '07:00:00' }], after: [] },
      { type: 'PATCH /api/notifications/mark-all-read', before: [], after: [] },
    ]);
    for (const write of writes) expect(write).toMatchObject({ actor: ceo.id, actedAs: sara.id });
    expect(JSON.stringify(writes)).not.toContain('Riservato');
  });

  test('why somebody is away is on no record', async () => {
    const sara = await server.signIn();
    const acting = await enter(sara, await server.signInCeo());
    const { body } = await acting.call('POST /api/shifts', { body: shift });
    const sick = { date: shift.date, workLocation: 'malattia' } as const;
    expect((await changeShift(acting, body.id, sick)).status).toBe(200);
    await acting.call('POST /api/shifts', { body: { date: '2026-11-21', workLocation: 'ferie' } });
    const writes = (await auditOf(sara.id)).filter(({ action }) => action === 'impersonated_write');
    expect(writes).toMatchObject([
      {},
      { after: [{ table: 'shifts', personal: ['work_location'] }] },
      { after: [{ table: 'shifts', day: '2026-11-21' }] },
    ]);
    expect(JSON.stringify(writes)).not.toMatch(/malattia|ferie/);
  });

  test('what the person does meanwhile is their own, and on no such record', async () => {
    const elena = await server.signIn();
    const acting = await enter(elena, await server.signInCeo());
    await Promise.all([
      elena.call('POST /api/shifts', { body: shift }),
      acting.call('POST /api/shifts', { body: { ...shift, date: '2026-11-21' } }),
      elena.call('POST /api/shifts', { body: { ...shift, date: '2026-11-22' } }),
    ]);
    const writes = (await auditOf(elena.id)).filter(({ action }) => action === 'impersonated_write');
    expect(writes).toMatchObject([{ after: [{ day: '2026-11-21' }] }]);
    expect(await database.many(sql`select from shifts where user_id = ${elena.id}`)).toHaveLength(3);
  });

  test('manages nothing: every CEO call is refused', async () => {
    const acting = await enter(await server.signIn(), await server.signInCeo());
    for (const path of ['/api/ceo/worksites', '/api/ceo/registrations', '/api/admin/users']) {
      expect((await acting.callUntyped(`GET ${path}`)).status).toBe(403);
    }
    expect(await acting.statusOf('POST /api/ceo/impersonate/:id', { params: { id: giulia.id } })).toBe(403);
  });

  test('signing out there ends the CEO’s own session too, and the person reads of it', async () => {
    const luca = await server.signIn();
    const own = await server.signInCeo();
    const acting = await enter(luca, own);
    expect(await acting.statusOf('POST /api/auth/logout')).toBe(204);
    expect(await acting.statusOf('GET /api/auth/user')).toBe(401);
    expect(await own.statusOf('GET /api/auth/user')).toBe(401);
    expect(await newsOf(luca)).toHaveLength(2);
  });
});

describe('remember me', () => {
  test('remember me goes on after the impersonation for as long as it had left', async () => {
    await database.run(sql`
      update users set password_hash = ${await context.passwords.hash('Turnario!2026')} where id = ${ceo.id}`);
    const login = await server.nobody.call('POST /api/auth/login', {
      body: { email: ceo.email, password: 'Turnario!2026', rememberMe: true },
    });
    const own = callerOf(server.app, context.settings, login.cookies[0]!.value);
    server.clock.advance(24 * 3600);
    const acting = await enter(await buildUser(context), own);
    const back = await acting.call('POST /api/ceo/stop-impersonation');
    expect(back.cookies[0]?.maxAge).toBe(29 * 24 * 3600);
    server.clock.set(testNow);
  });

  test('what was not to be remembered is forgotten as before when the browser closes', async () => {
    const acting = await enter(await buildUser(context), await server.signInCeo());
    const { cookies } = await acting.call('POST /api/ceo/stop-impersonation');
    expect(cookies[0]?.value).toMatch(/./u);
    expect(cookies[0]).not.toHaveProperty('maxAge');
    expect(cookies[0]).not.toHaveProperty('expires');
  });
});

describe('is over', () => {
  test('an impersonation ends after 12 hours, with a notice; the CEO’s remembered session stays', async () => {
    const anna = await server.signIn();
    const acting = await enter(anna, await server.signInCeo());
    server.clock.advance(12 * 3600 + 1);
    expect(await acting.statusOf('GET /api/auth/user')).toBe(401);
    await (await startSteadyUpkeep(context)).stop();
    expect(await newsOf(await server.signInAs(anna))).toHaveLength(2);
    expect((await auditOf(anna.id)).at(-1)).toMatchObject({
      action: 'impersonation_ended',
      actedAs: anna.id,
    });
    server.clock.set(testNow);
  });

  test('an impersonation ends when the person is deactivated or the address is no longer a CEO’s', async () => {
    const anna = await server.signIn();
    const acting = await enter(anna, await server.signInCeo());
    await (
      await server.signInCeo()
    ).call('PATCH /api/ceo/users/:id/status', { params: { id: anna.id }, body: { isActive: false } });
    expect(await acting.statusOf('GET /api/shifts')).toBe(401);
    await expectLeft(anna);
    const other = await enter(giulia, await server.signInCeo());
    const former = await startTestServer({ env: { CEO_EMAILS: 'altra@example.it' }, database });
    expect(
      await callerOf(former.app, former.context.settings, other.token, other.acting).statusOf(
        'GET /api/shifts',
      ),
    ).toBe(401);
    await former.app.close();
    await former.context.events.close();
  });
});

describe('ended by something else, it leaves its notice and its record', () => {
  test('the CEO signs out of the other devices: what began there ends, what began here stays', async () => {
    const [there, here] = [await server.signIn(), await server.signIn()];
    const own = await server.signInCeo();
    const [actingThere, actingHere] = [await enter(there, await server.signInCeo()), await enter(here, own)];
    expect(await own.statusOf('DELETE /api/auth/sessions')).toBe(204);
    expect(await actingThere.statusOf('GET /api/auth/user')).toBe(401);
    expect(await actingHere.statusOf('GET /api/auth/user')).toBe(200);
    await expectLeft(there);
    expect(await newsOf(here)).toEqual(['Il CEO è nel tuo account']);
  });

  test('the CEO ends one other device', async () => {
    const person = await server.signIn();
    const [own, elsewhere] = [await server.signInCeo(), await server.signInCeo()];
    const acting = await enter(person, elsewhere);
    // a stranger's call ends nothing
    expect(
      await (
        await server.signIn()
      ).statusOf('DELETE /api/auth/sessions/:id', { params: { id: elsewhere.signedIn.sessionId } }),
    ).toBe(404);
    expect(await acting.statusOf('GET /api/auth/user')).toBe(200);
    expect(
      await own.statusOf('DELETE /api/auth/sessions/:id', { params: { id: elsewhere.signedIn.sessionId } }),
    ).toBe(204);
    expect(await acting.statusOf('GET /api/auth/user')).toBe(401);
    await expectLeft(person);
  });

  test('the CEO’s password is changed, or set through a link', async () => {
    const own = await server.signInCeo();
    const change = { currentPassword: 'Turnario!2026', password: 'Turnario!2027' };
    await database.run(sql`
      update users set password_hash = ${await context.passwords.hash(change.currentPassword)} where id = ${own.id}`);
    const first = await server.signIn();
    await enter(first, await server.signInCeo());
    const changed = await own.call('POST /api/auth/change-password', { body: change });
    expect(changed.status).toBe(204);
    await expectLeft(first);
    const second = await server.signIn();
    await enter(second, callerOf(server.app, context.settings, changed.cookies[0]!.value));
    const token = newToken();
    const now = context.clock.now();
    const expiresAt = secondsAfter(now, 60);
    await insertPasswordLink(database, { userId: own.id, tokenHash: hashToken(token), now, expiresAt });
    const set = await server.nobody.call('POST /api/auth/set-password', {
      body: { token, password: 'Turnario!2028' },
    });
    expect(set.status).toBe(204);
    await expectLeft(second);
  });

  test('the account, or the worksite, is deleted: on record', async () => {
    const { id: worksiteId, name } = await buildWorksite(context);
    const [one, other] = [await server.signIn({ worksiteId }), await server.signIn({ worksiteId })];
    const own = await server.signInCeo();
    for (const person of [one, other]) await enter(person, await server.signInCeo());
    expect(await own.statusOf('DELETE /api/ceo/users/:id', { params: { id: one.id } })).toBe(204);
    const gone = await own.call('DELETE /api/ceo/worksites/:id', {
      params: { id: worksiteId },
      body: { confirmName: name },
    });
    expect(gone.status).toBe(200);
    for (const { id } of [one, other]) {
      const acts = (await auditOf(id)).map(({ action }) => action);
      expect(acts.filter((action) => action === 'impersonation_ended')).toHaveLength(1);
    }
  });
});

describe('refused', () => {
  test('admins, inactive and unknown people', async () => {
    const own = await server.signInCeo();
    const admin = await server.signIn({ role: 'admin' });
    const inactive = await server.signIn();
    await database.run(sql`update users set is_active = false where id = ${inactive.id}`);
    for (const person of [admin, own, inactive]) {
      const answer = await own.call('POST /api/ceo/impersonate/:id', { params: { id: person.id } });
      expect(answer.status).toBe(409);
      expect(answer.refusal.message).toBe("Impossibile accedere all'account dell'utente");
    }
    expect(await own.statusOf('POST /api/ceo/impersonate/:id', { params: { id: crypto.randomUUID() } })).toBe(
      404,
    );
    expect(await own.statusOf('POST /api/ceo/impersonate/:id', { params: { id: 'tutti' } })).toBe(400);
    expect((await own.ask('GET /api/auth/user')).isImpersonating).toBe(false);
  });

  test('everybody but the CEO', async () => {
    const admin = await server.signIn({ role: 'admin' });
    for (const caller of [await server.signIn(), admin]) {
      expect(await caller.statusOf('POST /api/ceo/impersonate/:id', { params: { id: giulia.id } })).toBe(403);
      expect(await caller.statusOf('POST /api/ceo/stop-impersonation')).toBe(403);
    }
    expect(await server.nobody.statusOf('POST /api/ceo/impersonate/:id', { params: { id: giulia.id } })).toBe(
      401,
    );
    expect(await server.nobody.statusOf('POST /api/ceo/stop-impersonation')).toBe(401);
  });
});
