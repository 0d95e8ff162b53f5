import { beforeAll, describe, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import { actsOn } from '../../../tests/support/accounts.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { pair } from '../../../tests/support/swaps.ts';
import type { InputOf } from '../../domain/call.ts';

const server = await testServer();
const { context, database } = server;

let ceo: SignedInCaller;
beforeAll(async () => {
  ceo = await server.signInCeo();
});

const find = (query: NonNullable<InputOf<'GET /api/ceo/registrations/page'>['query']>) =>
  ceo.ask('GET /api/ceo/registrations/page', { query });

describe('the list of people', () => {
  let stazione = '';
  beforeAll(async () => {
    const { id: porto } = await buildWorksite(context, { name: 'Porto' });
    stazione = (await buildWorksite(context, { name: 'Stazione' })).id;
    for (const [worksiteId, firstName, lastName, email, taxiLicense = ''] of [
      [porto, 'Nicolò', 'D’Angelo', 'nico.dangelo@porto.example'],
      [porto, 'Zoe', 'Àlvarez', 'zoe@porto.example', 'RM-7781'],
      [stazione, 'Zoe', 'Ferri', 'z.ferri@stazione.example'],
    ] as const)
      await buildUser(context, { worksiteId, firstName, lastName, email, taxiLicense });
    for (let n = 100; n < 220; n += 1)
      await buildUser(context, { worksiteId: stazione, firstName: 'Tante', lastName: `Persone${n}` });
  });

  test('groups them by worksite and name, with the number of active ones', async () => {
    const { groups } = await find({});
    expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(['Porto', 'Stazione']));
    const counts = { userCount: 121, activeCount: 121 };
    expect(groups).toContainEqual({ worksiteId: stazione, name: 'Stazione', isActive: true, ...counts });
  });

  test.each([
    ['nicolo', ['Nicolò']],
    ['NICOLÒ angelo', ['Nicolò']],
    ["d'ang", ['Nicolò']],
    ['zoe porto', ['Zoe']],
    ['7781', ['Zoe']],
    ['z.ferri@staz', ['Zoe']],
    ['ngelo', []],
  ])('finds %s by the beginnings of words in names, e-mail and licence', async (search, firstNames) => {
    const found = await find({ search });
    expect(found.users.map(({ firstName }) => firstName)).toEqual(firstNames);
    expect(found.groups.reduce((sum, { userCount }) => sum + userCount, 0)).toBe(firstNames.length);
  });

  test('has pages that neither repeat nor omit anybody', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { users, nextCursor }: Awaited<ReturnType<typeof find>> = await find({
        worksiteId: stazione,
        cursor,
      });
      expect(users.length).toBeLessThanOrEqual(50);
      seen.push(...users.map(({ lastName }) => lastName));
      cursor = nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([121, 121]);
  });
});

describe('an account that the CEO deletes', () => {
  const remove = (id: string) => ceo.statusOf('DELETE /api/ceo/users/:id', { params: { id } });

  test('disappears from every list, its swaps close, and the others are notified', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    await marco.offer(await giulia.publishedId(giulia.shiftId));
    const other = await marco.publishedId(marco.shiftId, { requestedShiftType: 'mattina' });
    await giulia.offer(other);
    const heard = await marco.notificationTypes();
    expect(await remove(giulia.id)).toBe(204);
    expect(await giulia.statusOf('GET /api/auth/user')).toBe(401);
    expect((await marco.readRequest(other)).body).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
    expect(await marco.notificationTypes()).toEqual([...heard, 'shift_updated', 'shift_updated'].toSorted());
    expect((await find({ worksiteId })).users.map(({ id }) => id)).toEqual([marco.id]);
    // again, or anything else with it
    expect(await remove(giulia.id)).toBe(404);
    expect(await ceo.statusOf('POST /api/ceo/impersonate/:id', { params: { id: giulia.id } })).toBe(404);
    expect((await ceo.setActive(giulia.id, true)).status).toBe(404);
    expect(await actsOn(database, giulia.id)).toMatchObject([
      { action: 'user_deleted', actorId: ceo.id, before: { role: 'operatore', isActive: true } },
    ]);
  });

  test('cannot be an administrator’s, and is deleted by only one of two concurrent calls', async () => {
    expect(await remove((await server.signIn({ role: 'admin' })).id)).toBe(403);
    expect(await remove(crypto.randomUUID())).toBe(404);
    const { id } = await server.signIn();
    expect((await Promise.all([remove(id), remove(id)])).toSorted()).toEqual([204, 404]);
  });
});

describe('a permission', () => {
  test.each(['mayReviewCodes', 'mayLoadShifts', 'mayApproveSwaps'] as const)(
    '%s is granted and revoked; both audited, a repetition is not',
    async (permission) => {
      const person = await server.signIn();
      for (const isGiven of [true, true, false]) {
        expect((await ceo.permit(person.id, { [permission]: isGiven })).status).toBe(204);
        expect((await person.ask('GET /api/auth/user')).user[permission]).toBe(isGiven);
      }
      expect(await actsOn(database, person.id)).toMatchObject([
        { before: { [permission]: false }, after: { [permission]: true } },
        { before: { [permission]: true }, after: { [permission]: false } },
      ]);
    },
  );

  test('is refused for admins and unknown people, and must be named', async () => {
    const admin = await server.signIn({ role: 'admin' });
    expect((await ceo.permit(admin.id, { mayReviewCodes: true })).status).toBe(403);
    expect((await ceo.permit(crypto.randomUUID(), { mayReviewCodes: true })).status).toBe(404);
    expect((await ceo.permit((await server.signIn()).id, {})).status).toBe(400);
  });
});
