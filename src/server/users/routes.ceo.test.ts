import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import { permit, setActive } from '../../../tests/support/accounts.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { notificationTypesOf, offer, pair, publishedId, readRequest } from '../../../tests/support/swaps.ts';
import type { RegistrationList } from '../../domain/admin/schema.ts';
import type { InputOf } from '../../domain/call.ts';

const server = await testServer();
const { context, database } = server;

let ceo: SignedInCaller;
beforeAll(async () => {
  ceo = await server.signInCeo();
});

type RegistrationsQuery = NonNullable<InputOf<'GET /api/ceo/registrations/page'>['query']>;
const find = async (query: RegistrationsQuery): Promise<RegistrationList> => {
  const answer = await ceo.call('GET /api/ceo/registrations/page', { query });
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('GET /api/ceo/registrations/page', () => {
  let porto = '';
  let stazione = '';
  beforeAll(async () => {
    porto = (await buildWorksite(context, { name: 'Porto' })).id;
    stazione = (await buildWorksite(context, { name: 'Stazione' })).id;
    const people = [
      { worksiteId: porto, firstName: 'Nicolò', lastName: 'D’Angelo', email: 'nico.dangelo@porto.example' },
      {
        worksiteId: porto,
        firstName: 'Zoe',
        lastName: 'Àlvarez',
        email: 'zoe@porto.example',
        taxiLicense: 'RM-7781',
      },
      { worksiteId: stazione, firstName: 'Zoe', lastName: 'Ferri', email: 'z.ferri@stazione.example' },
    ];
    for (const person of people) await buildUser(context, person);
    for (let n = 100; n < 220; n += 1) {
      await buildUser(context, { worksiteId: stazione, firstName: 'Tante', lastName: `Persone${n}` });
    }
  });

  test('groups people by worksite, by name, with those who are active', async () => {
    const { groups } = await find({});
    expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(['Porto', 'Stazione']));
    expect(groups.find(({ worksiteId }) => worksiteId === stazione)).toEqual({
      worksiteId: stazione,
      name: 'Stazione',
      isActive: true,
      userCount: 121,
      activeCount: 121,
    });
  });

  test.each([
    ['nicolo', ['Nicolò']],
    ['NICOLÒ angelo', ['Nicolò']],
    ["d'ang", ['Nicolò']],
    ['zoe', ['Zoe', 'Zoe']],
    ['zoe porto', ['Zoe']],
    ['7781', ['Zoe']],
    ['rm-77', ['Zoe']],
    ['z.ferri@staz', ['Zoe']],
    ['alva', ['Zoe']],
    ['ngelo', []],
    ['nessuno', []],
  ])('finds %s by the beginnings of words in names, e-mail and licence', async (search, firstNames) => {
    const found = await find({ search });
    expect(found.users.map(({ firstName }) => firstName)).toEqual(firstNames);
    expect(found.groups.reduce((sum, { userCount }) => sum + userCount, 0)).toBe(firstNames.length);
  });

  test('pages through a worksite without repeating or leaving out anybody', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await find({ worksiteId: stazione, cursor });
      expect(page.users.length).toBeLessThanOrEqual(50);
      seen.push(...page.users.map(({ lastName }) => lastName));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    expect(seen).toHaveLength(121);
    expect(new Set(seen).size).toBe(121);
  });

  test('a cursor that is none of ours, or a worksite that is none: 400', async () => {
    for (const query of ['cursor=x', 'cursor=WyJhIl0', 'worksiteId=tutti', 'pagina=2']) {
      expect((await ceo.callUntyped(`GET /api/ceo/registrations/page?${query}`)).status).toBe(400);
    }
  });

  test('GET /api/ceo/registrations is the CEO’s alone', async () => {
    expect(await server.nobody.statusOf('GET /api/ceo/registrations/page')).toBe(401);
    const admin = await server.signIn({ role: 'admin' });
    expect(await admin.statusOf('GET /api/ceo/registrations/page')).toBe(403);
  });
});

describe('DELETE /api/ceo/users/{id}', () => {
  test('DELETE /api/ceo/users/{id} takes the person out of every list, closes what waited for them and tells the others', async () => {
    const { giulia, marco, worksiteId } = await pair(server, { giulia: { firstName: 'Giulia' } });
    const own = await publishedId(giulia, giulia.shiftId);
    await offer(marco, own);
    const other = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    await offer(giulia, other);
    const heard = await notificationTypesOf(marco);
    expect(await ceo.statusOf('DELETE /api/ceo/users/:id', { params: { id: giulia.id } })).toBe(204);
    expect(await giulia.statusOf('GET /api/auth/user')).toBe(401);
    expect((await readRequest(marco, other)).body).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
    expect(await notificationTypesOf(marco)).toEqual([...heard, 'shift_updated', 'shift_updated'].toSorted());
    expect((await find({ worksiteId })).users.map(({ firstName }) => firstName)).toEqual(['Marco']);
    expect(await database.many(sql`select from shifts where user_id = ${giulia.id}`)).toEqual([]);
    // again, or anything else with it
    expect(await ceo.statusOf('DELETE /api/ceo/users/:id', { params: { id: giulia.id } })).toBe(404);
    expect(await ceo.statusOf('POST /api/ceo/impersonate/:id', { params: { id: giulia.id } })).toBe(404);
    expect((await setActive(ceo, giulia.id, true)).status).toBe(404);
    const acts = await database.many(sql`
      select action, actor_id as actor, before from audit_log where target_id = ${giulia.id}`);
    expect(acts).toEqual([
      { action: 'user_deleted', actor: ceo.id, before: { role: 'operatore', isActive: true } },
    ]);
  });

  test('DELETE /api/ceo/users/{id} refuses admins, unknown people and other callers', async () => {
    const person = await server.signIn();
    const admin = await server.signIn({ role: 'admin' });
    expect(await ceo.statusOf('DELETE /api/ceo/users/:id', { params: { id: admin.id } })).toBe(403);
    expect(await ceo.statusOf('DELETE /api/ceo/users/:id', { params: { id: crypto.randomUUID() } })).toBe(
      404,
    );
    for (const caller of [person, admin]) {
      expect(await caller.statusOf('DELETE /api/ceo/users/:id', { params: { id: person.id } })).toBe(403);
    }
    expect(await server.nobody.statusOf('DELETE /api/ceo/users/:id', { params: { id: person.id } })).toBe(
      401,
    );
    expect(await person.statusOf('GET /api/auth/user')).toBe(200);
  });

  test('DELETE /api/ceo/users/{id} by two at once is done by one', async () => {
    const person = await server.signIn();
    const answers = await Promise.all(
      [1, 2].map(() => ceo.call('DELETE /api/ceo/users/:id', { params: { id: person.id } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });
});

describe('PATCH /api/ceo/users/{id}/permissions', () => {
  test.each([
    ['review codes', 'mayReviewCodes'],
    ['load shifts', 'mayLoadShifts'],
  ] as const)('lets a person %s, and takes it back; both on record', async (_what, permission) => {
    const person = await server.signIn();
    // the repetition is no act of its own
    for (const isGiven of [true, true, false]) {
      expect((await permit(ceo, person.id, { [permission]: isGiven })).status).toBe(204);
      expect((await person.ask('GET /api/auth/user')).user[permission]).toBe(isGiven);
    }
    const acts = await database.many(
      sql`select before, after from audit_log where target_id = ${person.id} order by id`,
    );
    expect(acts).toEqual([
      { before: { [permission]: false }, after: { [permission]: true } },
      { before: { [permission]: true }, after: { [permission]: false } },
    ]);
  });

  test('refused: admins, unknown people, rubbish, everybody but the CEO', async () => {
    const person = await server.signIn();
    const admin = await server.signIn({ role: 'admin' });
    const body = { mayReviewCodes: true };
    expect((await permit(ceo, admin.id, body)).status).toBe(403);
    expect((await permit(ceo, crypto.randomUUID(), body)).status).toBe(404);
    expect(
      (await ceo.callUntyped('PATCH /api/ceo/users/:id/permissions', { params: { id: person.id }, body: {} }))
        .status,
    ).toBe(400);
    expect((await permit(person, person.id, body)).status).toBe(403);
    expect((await permit(server.nobody, person.id, body)).status).toBe(401);
  });
});
