import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { type BuiltUser, buildUser, buildWorksite } from '../../../db/builders.ts';
import { actsOn, giveLink, signInAt } from '../../../tests/support/accounts.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { type SignedInCaller, startTestServer, testServer } from '../../../tests/support/server.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';

const server = await testServer();
const { database, context } = server;

let ceo: SignedInCaller;
beforeEach(async () => {
  ceo = await server.signInCeo();
});

const entered = 'Il CEO è nel tuo account';
const left = 'Il CEO ha lasciato il tuo account';
const newsOf = async (person: Caller): Promise<string[]> =>
  (await person.ask('GET /api/notifications/page')).notifications
    .filter(({ type }) => type === 'impersonation')
    .map(({ title }) => title)
    .toSorted();

/** Expects that the person was told once that the CEO left, and that it was audited. */
async function expectLeft(person: BuiltUser): Promise<void> {
  await database.run(sql`update users set is_active = true where id = ${person.id}`);
  expect(await newsOf(await server.signInAs(person))).toEqual([left, entered]);
  const ends = (await actsOn(database, person.id)).filter(({ action }) => action === 'impersonation_ended');
  expect(ends).toMatchObject([{ actorId: ceo.id, actedAsId: person.id, targetId: person.id }]);
}

const writesAs = async ({ id }: BuiltUser) =>
  (await actsOn(database, id)).filter(({ action }) => action === 'impersonated_write');
const shift = { date: '2026-11-20', workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

describe('a CEO in somebody’s account', () => {
  test('acts as that person, visibly, and returns to their own session; the person is notified of both', async () => {
    const giulia = await server.signIn({ firstName: 'Giulia' });
    const answer = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: giulia.id } });
    const session = { isImpersonating: true, user: { id: giulia.id, firstName: 'Giulia', isCeo: false } };
    expect(answer.body).toMatchObject(session);
    const acting = server.bearing(ceo.token, answer.cookies[0]!.value);
    expect(await acting.ask('GET /api/auth/user')).toMatchObject(session);
    // the person's own session is unaffected
    expect((await giulia.ask('GET /api/auth/user')).isImpersonating).toBe(false);
    const back = await acting.call('POST /api/ceo/stop-impersonation');
    expect(back.body).toMatchObject({ isImpersonating: false, user: { id: ceo.id, isCeo: true } });
    const own = server.bearing(back.cookies[0]!.value);
    expect((await own.ask('GET /api/auth/user')).user.id).toBe(ceo.id);
    // other windows with the old cookies get no access, not even with the CEO's own token
    expect(await acting.statusOf('GET /api/shifts')).toBe(401);
    expect(await server.bearing(ceo.token).statusOf('GET /api/auth/user')).toBe(401);
    // a second tap changes nothing
    const again = await own.call('POST /api/ceo/stop-impersonation');
    expect([again.body.user.id, again.cookies]).toEqual([ceo.id, []]);
    await expectLeft(giulia);
    expect((await actsOn(database, giulia.id))[0]).toMatchObject({
      action: 'impersonation_started',
      actorId: ceo.id,
      actedAsId: null,
    });
  });

  test('is audited under both names, with values before and after, and nothing personal', async () => {
    const sara = await server.signIn();
    const acting = await server.enterAccount(sara, ceo);
    const { id } = await acting.ask('POST /api/shifts', { body: shift });
    const later = { ...shift, startTime: '07:00', endTime: '15:00', notes: 'Riservato' };
    expect((await acting.changeShift(id, later)).status).toBe(200);
    expect((await acting.changeShift(id, { date: shift.date, workLocation: 'malattia' })).status).toBe(200);
    expect((await acting.deleteShift(id)).status).toBe(204);
    // refused calls and reads are not audited
    expect(await acting.statusOf('POST /api/shifts', { body: { ...shift, date: '2020-01-01' } })).toBe(400);
    expect(await acting.statusOf('GET /api/shifts')).toBe(200);
    expect(await acting.statusOf('PATCH /api/notifications/mark-all-read')).toBe(204);
    const writes = await writesAs(sara);
    const row = (start: string) => ({ table: 'shifts', start_time: start });
    expect(writes).toMatchObject([
      { targetType: 'POST /api/shifts', targetId: null, before: [], after: [row('06:00:00')] },
      {
        targetType: 'PATCH /api/shifts/:id',
        targetId: id,
        before: [row('06:00:00')],
        after: [{ ...row('07:00:00'), personal: ['notes'] }],
      },
      // the reason for an absence is never audited
      {
        before: [row('07:00:00')],
        after: [{ personal: expect.arrayContaining(['work_location']) as unknown }],
      },
      { targetType: 'DELETE /api/shifts/:id', before: [{ table: 'shifts' }], after: [] },
      { targetType: 'PATCH /api/notifications/mark-all-read', before: [], after: [] },
    ]);
    for (const write of writes) expect(write).toMatchObject({ actorId: ceo.id, actedAsId: sara.id });
    expect(JSON.stringify(writes)).not.toMatch(/Riservato|malattia/);
  });

  test('writes alongside the person, whose own actions are not audited', async () => {
    const elena = await server.signIn();
    const acting = await server.enterAccount(elena, ceo);
    const add = (caller: Caller, date: string, body: object = shift) =>
      caller.callUntyped('POST /api/shifts', { body: { ...body, date } });
    await Promise.all([
      add(elena, '2026-11-20'),
      add(acting, '2026-11-21', { workLocation: 'ferie' }),
      add(elena, '2026-11-22'),
    ]);
    const writes = await writesAs(elena);
    expect(writes).toMatchObject([{ after: [{ day: '2026-11-21' }] }]);
    expect(JSON.stringify(writes)).not.toContain('ferie');
    expect(await elena.ask('GET /api/shifts')).toHaveLength(3);
  });

  test('signing out there also ends the CEO’s own session, and notifies the person', async () => {
    const luca = await server.signIn();
    const acting = await server.enterAccount(luca, ceo);
    expect(await acting.statusOf('POST /api/auth/logout')).toBe(204);
    expect(await acting.statusOf('GET /api/auth/user')).toBe(401);
    expect(await ceo.statusOf('GET /api/auth/user')).toBe(401);
    await expectLeft(luca);
  });

  test('returns to a session with its remaining lifetime, or not at all', async () => {
    const hash = await context.passwords.hash('Turnario!2026');
    await database.run(sql`update users set password_hash = ${hash} where id = ${ceo.id}`);
    const own = await signInAt(server, ceo.email, 'Turnario!2026');
    server.clock.advance(24 * 3600);
    const backFrom = async (as: Caller) => {
      const acting = await server.enterAccount(await buildUser(context), as);
      return (await acting.call('POST /api/ceo/stop-impersonation')).cookies[0];
    };
    expect((await backFrom(own))?.maxAge).toBe(29 * 24 * 3600);
    const forgotten = await backFrom(await server.signInCeo());
    expect(forgotten?.value).not.toBe('');
    expect([forgotten?.maxAge, forgotten?.expires]).toEqual([undefined, undefined]);
  });
});

describe('an impersonation ends, with notification and audit entry, when', () => {
  test('twelve hours have passed', async () => {
    const anna = await server.signIn();
    const acting = await server.enterAccount(anna, ceo);
    server.clock.advance(12 * 3600 + 1);
    expect(await acting.statusOf('GET /api/auth/user')).toBe(401);
    await (await startSteadyUpkeep(context)).stop();
    await expectLeft(anna);
  });

  test('the person is deactivated, or the address is no longer a CEO’s', async () => {
    const [anna, giulia] = [await server.signIn(), await server.signIn()];
    const acting = await server.enterAccount(anna, ceo);
    await (await server.signInCeo()).setActive(anna.id, false);
    expect(await acting.statusOf('GET /api/shifts')).toBe(401);
    await expectLeft(anna);
    const other = await server.enterAccount(giulia);
    const former = await startTestServer({ env: { CEO_EMAILS: 'altra@example.it' }, database });
    expect(await former.bearing(other.token, other.acting).statusOf('GET /api/shifts')).toBe(401);
    await former.app.close();
    await former.context.events.close();
  });

  test('the CEO signs out of other devices: impersonations begun there end, those begun here stay', async () => {
    const [there, one, here] = [await server.signIn(), await server.signIn(), await server.signIn()];
    const elsewhere = await server.signInCeo();
    const acting = await server.enterAccount(one, elsewhere);
    await server.enterAccount(there);
    const actingHere = await server.enterAccount(here, ceo);
    const end = (as: Caller) =>
      as.statusOf('DELETE /api/auth/sessions/:id', { params: { id: elsewhere.signedIn.sessionId } });
    // a stranger's call ends no session
    expect(await end(await server.signIn())).toBe(404);
    expect(await acting.statusOf('GET /api/auth/user')).toBe(200);
    expect(await end(ceo)).toBe(204);
    await expectLeft(one);
    expect(await newsOf(there)).toEqual([entered]);
    expect(await ceo.statusOf('DELETE /api/auth/sessions')).toBe(204);
    await expectLeft(there);
    expect(await actingHere.statusOf('GET /api/auth/user')).toBe(200);
    expect(await newsOf(here)).toEqual([entered]);
  });

  test('the CEO’s password is changed, or set through a link', async () => {
    const change = { currentPassword: 'Turnario!2026', password: 'Turnario!2027' };
    const hash = await context.passwords.hash(change.currentPassword);
    await database.run(sql`update users set password_hash = ${hash} where id = ${ceo.id}`);
    const [first, second] = [await server.signIn(), await server.signIn()];
    await server.enterAccount(first);
    const changed = await ceo.call('POST /api/auth/change-password', { body: change });
    expect(changed.status).toBe(204);
    await expectLeft(first);
    await server.enterAccount(second, server.bearing(changed.cookies[0]!.value));
    const body = { token: await giveLink(server, ceo.id), password: 'Turnario!2028' };
    expect(await server.nobody.statusOf('POST /api/auth/set-password', { body })).toBe(204);
    await expectLeft(second);
  });

  test('the account or worksite is deleted: audited', async () => {
    const { id: worksiteId, name } = await buildWorksite(context);
    const [one, other] = [await server.signIn({ worksiteId }), await server.signIn({ worksiteId })];
    for (const person of [one, other]) await server.enterAccount(person);
    expect(await ceo.statusOf('DELETE /api/ceo/users/:id', { params: { id: one.id } })).toBe(204);
    const body = { confirmName: name };
    await ceo.ask('DELETE /api/ceo/worksites/:id', { params: { id: worksiteId }, body });
    for (const { id } of [one, other]) {
      const acts = (await actsOn(database, id)).map(({ action }) => action);
      expect(acts.filter((action) => action === 'impersonation_ended')).toHaveLength(1);
    }
  });
});

test('admins, inactive and unknown people cannot be impersonated', async () => {
  const admin = await server.signIn({ role: 'admin' });
  const inactive = await server.signIn();
  await ceo.setActive(inactive.id, false);
  const impersonate = (id: string) => ceo.call('POST /api/ceo/impersonate/:id', { params: { id } });
  for (const { id } of [admin, ceo, inactive]) {
    const answer = await impersonate(id);
    expect(answer.status).toBe(409);
    expect(answer.refusal.message).toBe("Impossibile accedere all'account dell'utente");
  }
  expect((await impersonate(crypto.randomUUID())).status).toBe(404);
  expect((await ceo.ask('GET /api/auth/user')).isImpersonating).toBe(false);
});
