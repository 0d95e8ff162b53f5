import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { registrationAt } from '../../../tests/support/accounts.ts';
import { dayAt, firstDay } from '../../../tests/support/days.ts';
import { rosterOf, unclaimedOf } from '../../../tests/support/rosters.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { addHours } from '../../domain/calendar/day.ts';
import { keepRosters } from '../rosters/commands.keep.ts';

const server = await testServer();
const { database, context, clock, nobody } = server;
let ceo = await server.signInCeo();
beforeEach(async () => {
  ceo = await server.signInCeo();
  await database.run(sql`delete from attempt_counters`);
});

const accessCode = 'CODICE-INVITI';

async function build(...people: (readonly [name: string, letters: string])[]) {
  const { id: worksiteId, name } = await buildWorksite(context, { accessCode });
  if (people.length > 0)
    await ceo.ask('POST /api/rosters', { body: { worksiteId, ...rosterOf([], unclaimedOf(...people)) } });
  const params = { id: worksiteId };
  const list = () => ceo.ask('GET /api/ceo/worksites/:id/invitations', { params });
  const ids = (await list()).people.map(({ id }) => id);
  const of = (at?: number) => (at === undefined ? {} : { unclaimedId: ids[at]! });
  /** The token of a public invitation, or of one for the person at this index of the list. */
  const invite = async (at?: number): Promise<string> => {
    const { url } = await ceo.ask('POST /api/ceo/worksites/:id/invitations', { params, body: of(at) });
    return new URL(url).hash.slice(1);
  };
  const end = (at?: number) =>
    ceo.ask('DELETE /api/ceo/worksites/:id/invitations', { params, query: of(at) });
  return { worksiteId, name, list, invite, end };
}

const open = (token: string) => nobody.call('POST /api/auth/invitation', { body: { token } });
const register = (worksiteId: string, change: object) =>
  nobody.callUntyped('POST /api/auth/register', { body: { ...registrationAt(worksiteId), ...change } });

describe('a personal invitation', () => {
  test('shows how many shifts wait, and nothing personal', async () => {
    const { worksiteId, name, invite } = await build(['ROSSI M.', 'EE-E'], ['VERDI P.', 'LLL']);
    const { status, body, text } = await open(await invite(0));
    expect(status).toBe(200);
    expect(body).toEqual({
      worksite: { id: worksiteId, name, description: expect.any(String), variant: 'standard' },
      waiting: { shifts: 3, from: firstDay, to: dayAt(3) },
    });
    expect(text).not.toMatch(/ROSSI|VERDI|CODICE/);
  });

  test('turns the shifts into a proposal for the person who registers with it, once', async () => {
    const { worksiteId, invite, list } = await build(['ROSSI M.', 'EE'], ['VERDI P.', 'LLL']);
    const token = await invite(0);
    const first = await register(worksiteId, { invitation: token });
    expect(first.status).toBe(201);
    const person = server.bearing(first.cookies[0]!.value);
    const { days, title } = await person.ask('GET /api/rosters/proposals');
    expect([title, days.map(({ day, kind }) => `${day} ${kind}`)]).toEqual([
      'dicembre',
      [`${firstDay} new`, `${dayAt(1)} new`],
    ]);
    const accepted = await person.ask('POST /api/rosters/proposals/accept', { body: {} });
    expect(accepted).toMatchObject({ accepted: 2 });
    expect((await list()).people.map(({ name }) => name)).toEqual(['VERDI P.']);
    const second = await register(worksiteId, { invitation: token });
    expect(second.outcome).toBe('410 invitation_over');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('stays unused if the registration is refused', async () => {
    const { worksiteId, invite } = await build(['ROSSI M.', 'EE']);
    const token = await invite(0);
    const { email } = await server.signIn();
    expect((await register(worksiteId, { invitation: token, email })).refusal.code).toBe('email_taken');
    expect((await register(worksiteId, { invitation: token, role: null })).status).toBe(400);
    expect((await open(token)).status).toBe(200);
  });
});

test.each([
  ['a personal invitation', 7, 0],
  ['the wall’s invitation', 30, undefined],
])('%s can be used for %i days', async (_which, days, at) => {
  const { invite } = await build(['ROSSI M.', 'EE']);
  const token = await invite(at);
  clock.set(addHours(testNow, days * 24 - 1));
  expect((await open(token)).status).toBe(200);
  clock.set(addHours(testNow, days * 24));
  expect((await open(token)).status).toBe(410);
});

describe('the public invitation', () => {
  test('replaces the code for any number of people, and gives nobody a shift', async () => {
    const { worksiteId, invite, list } = await build(['ROSSI M.', 'EE']);
    const token = await invite();
    expect((await open(token)).body).toMatchObject({ worksite: { id: worksiteId }, waiting: null });
    for (const lastName of ['Rossi', 'Bianchi']) {
      const answer = await register(worksiteId, { invitation: token, firstName: 'Mario', lastName });
      const person = server.bearing(answer.cookies[0]!.value);
      expect((await person.ask('GET /api/rosters/proposals')).days).toEqual([]);
    }
    expect((await list()).people).toHaveLength(1);
  });

  test('is listed with its expiry while usable, for its own worksite', async () => {
    const { list, invite, end } = await build();
    await invite();
    const other = await build(['ROSSI M.', 'EE']);
    await other.invite(0);
    expect((await list()).wall).toEqual({ expiresAt: addHours(testNow, 30 * 24) });
    const { wall, people } = await other.list();
    expect([wall, people[0]?.invitation]).toEqual([null, { expiresAt: addHours(testNow, 7 * 24) }]);
    await end();
    expect((await list()).wall).toBeNull();
  });

  test('ends when the code changes, not the worksite’s name; personal ones stay valid', async () => {
    const { worksiteId, invite } = await build(['ROSSI M.', 'EE']);
    const [wall, personal] = [await invite(), await invite(0)];
    await ceo.changeWorksite(worksiteId, { accessCode, description: 'Un’altra' });
    expect((await open(wall)).status).toBe(200);
    await ceo.changeWorksite(worksiteId, { accessCode: 'UN-ALTRO' });
    expect([(await open(wall)).status, (await open(personal)).status]).toEqual([410, 200]);
    await ceo.changeWorksite(worksiteId, { accessCode });
    expect((await register(worksiteId, { invitation: wall })).status).toBe(410);
  });

  test('admits 300 in an hour from one network; people with the code or a personal invitation get in besides', async () => {
    const { worksiteId, invite } = await build(['ROSSI M.', 'EE']);
    const [token, own] = [await invite(), await invite(0)];
    const statuses = new Set<number>();
    for (let times = 0; times < 300; times += 1)
      statuses.add((await register(worksiteId, { invitation: token })).status);
    expect([...statuses]).toEqual([201]);
    expect((await register(worksiteId, { invitation: token })).refusal.code).toBe('registered_often');
    for (const change of [{ accessCode }, { invitation: own }])
      expect((await register(worksiteId, change)).status).toBe(201);
  });
});

describe('an invitation that cannot be used', () => {
  test('gets the same answer whatever is wrong with it, and registers nobody', async () => {
    const { worksiteId, invite, end } = await build(['ROSSI M.', 'EE'], ['VERDI P.', 'LL'], ['BLU T.', 'E']);
    const [renewed, ended, used] = [await invite(1), await invite(2), await invite(0)];
    await invite(1);
    await end(2);
    await register(worksiteId, { invitation: used });
    const wall = await invite();
    await end();
    const closed = await build();
    const shut = await closed.invite();
    await ceo.changeWorksite(closed.worksiteId, { isActive: false });
    for (const token of [renewed, ended, used, wall, shut, 'x'.repeat(43), '']) {
      const answer = await open(token);
      expect(answer.outcome).toBe('410 invitation_over');
      const refused = await register(worksiteId, { invitation: token, accessCode });
      expect([refused.status, refused.text]).toEqual([410, answer.text]);
    }
    // from another worksite than the form's
    const elsewhere = await register(worksiteId, { invitation: await (await build()).invite() });
    expect(elsewhere.outcome).toBe('410 invitation_over');
  });

  test('may be tried 60 times in a quarter of an hour from one network; a valid one still works', async () => {
    const good = await (await build()).invite();
    for (let times = 0; times < 60; times += 1) expect((await open('x'.repeat(43))).status).toBe(410);
    expect((await open('x'.repeat(43))).status).toBe(429);
    expect((await open(good)).status).toBe(200);
  });

  test('is removed right after its expiry', async () => {
    const { worksiteId, invite } = await build(['ROSSI M.', 'EE']);
    await invite();
    await invite(0);
    await keepRosters(database, addHours(testNow, 7 * 24 + 1));
    const left = await database.many(sql`
      select person_id from invitations where worksite_id = ${worksiteId}`);
    expect(left).toEqual([{ personId: null }]);
  });
});

describe('making an invitation', () => {
  test('returns the token once and never stores it; audited', async () => {
    const { worksiteId, invite, end, list } = await build(['ROSSI M.', 'EE']);
    const token = await invite(0);
    await invite(0);
    await end(0);
    await end(0);
    expect((await list()).people[0]?.invitation).toBeNull();
    const records = await database.many<{ action: string; text: string }>(sql`
      select action, audit_log::text as text from audit_log where worksite_id = ${worksiteId} and action like 'invit%'
      order by id`);
    expect(records.map(({ action }) => action)).toEqual([
      'invitation_made',
      'invitation_renewed',
      'invitation_ended',
    ]);
    expect(JSON.stringify(records)).not.toContain(token);
  });

  test('is only for an unclaimed person of this worksite', async () => {
    const { worksiteId } = await build();
    const [person] = (await (await build(['ROSSI M.', 'EE'])).list()).people;
    const params = { id: worksiteId };
    for (const unclaimedId of [person!.id, crypto.randomUUID()])
      expect(
        await ceo.statusOf('POST /api/ceo/worksites/:id/invitations', { params, body: { unclaimedId } }),
      ).toBe(404);
  });
});
