import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildDuty, buildShift, buildUser, buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { early, pair, signInOnDuty, swap } from '../../../tests/support/swaps.ts';
import { auditActionName } from '../../domain/admin/auditActions.it.ts';
import type { Attention } from '../../domain/admin/schema.ts';

const server = await testServer();
const { context, database, clock } = server;

let admin: SignedInCaller;
let ceo: SignedInCaller;
beforeAll(async () => {
  ceo = await server.signInCeo();
  // role admin, but not listed in the settings
  admin = await server.signIn({ role: 'admin', worksiteId: ceo.worksiteId, lastName: 'Amministra' });
});

describe('the admin panel', () => {
  test('new people are those of seven days, to the second; in the overview of seven days and of today', async () => {
    const { id: worksiteId } = await buildWorksite(context);
    const countNew = async (): Promise<[number, number, number]> => {
      const { users } = await admin.ask('GET /api/admin/summary');
      const { newPeople } = await ceo.ask('GET /api/ceo/attention');
      const query = { joinedSince: '2026-11-09', worksiteId };
      const listed = await ceo.ask('GET /api/ceo/registrations/page', { query });
      return [users.new, newPeople, listed.users.length];
    };
    const [panel, overview] = await countNew();
    for (const [joined, more] of [
      // midnight in Rome, and a week before to the second
      ['2026-11-08T22:59:59.000Z', [0, 0, 0]],
      ['2026-11-08T23:00:00.000Z', [0, 1, 1]],
      ['2026-11-09T08:59:59.000Z', [0, 2, 2]],
      ['2026-11-09T09:00:00.000Z', [1, 3, 3]],
    ] as const) {
      clock.set(joined);
      await buildUser(context, { worksiteId });
      clock.set(testNow);
      expect(await countNew()).toEqual([panel + more[0], overview + more[1], more[2]]);
    }
  });

  test('the admin panel shows each worksite with its roles and kinds of day, without its code or any reason for absences, and all totals', async () => {
    const before = await admin.ask('GET /api/admin/summary');
    const { id } = await buildWorksite(context, { name: 'Carte', accessCode: 'CARTE-SEGRETE' });
    const one = await buildUser(context, { worksiteId: id });
    // a different number of each, so that none is counted for another
    for (const [role, count] of [
      ['team_leader', 2],
      ['coordinatore', 3],
      ['admin', 4],
    ] as const)
      for (let built = 0; built < count; built += 1) await buildUser(context, { worksiteId: id, role });
    const left = await buildUser(context, { worksiteId: id, role: 'admin' });
    await database.run(sql`update users set is_active = false where id = ${left.id}`);
    const gone = await buildUser(context, { worksiteId: id });
    await database.run(
      sql`update users set anonymised_at = ${testNow}, is_active = false where id = ${gone.id}`,
    );
    await buildShift(context, one, '2026-11-01', buildDuty('smart_working', '06:00', '14:00'));
    await buildShift(context, one, '2026-11-02', buildDuty('smart_working', '06:00', '14:00'));
    // today's count as future
    await buildShift(context, one, '2026-11-16');
    for (const [at, kind] of (['malattia', 'ferie', 'libero'] as const).entries())
      await buildShift(context, one, `2026-11-2${at}`, buildDuty(kind));
    const answer = await admin.call('GET /api/admin/worksites');
    expect(answer.body.find((worksite) => worksite.id === id)).toEqual({
      id,
      name: 'Carte',
      isActive: true,
      variant: 'standard',
      users: { total: 11, active: 10 },
      roles: { operatore: 1, team_leader: 2, coordinatore: 3, admin: 5 },
      shifts: { total: 6, future: 4, sede: 1, smartWorking: 2, away: 3 },
    });
    expect(answer.text).not.toContain('CARTE-SEGRETE');
    const { users, worksites, shifts } = await admin.ask('GET /api/admin/summary');
    const { total, active } = before.users;
    expect(users).toMatchObject({ total: total + 11, active: active + 10 });
    expect(worksites).toEqual({ total: before.worksites.total + 1, active: before.worksites.active + 1 });
    expect(shifts).toEqual({ total: before.shifts.total + 6, future: before.shifts.future + 4 });
  });

  test('the admin panel’s counts follow each change of entries, until their worksite is deleted', async () => {
    const { id } = await buildWorksite(context);
    const person = await buildUser(context, { worksiteId: id });
    const shiftsOf = async () =>
      (await admin.ask('GET /api/admin/worksites')).find((worksite) => worksite.id === id)?.shifts;
    const empty = { total: 0, future: 0, sede: 0, smartWorking: 0, away: 0 };
    expect(await shiftsOf()).toEqual(empty);
    for (const [change, expected] of [
      [
        sql`
          insert into shifts (worksite_id, user_id, day, work_location)
          select ${id}, ${person.id}, day, kind from (values
            ('2026-11-10'::date, 'libero'), ('2026-11-16', 'ferie'), ('2026-11-17', 'malattia')) drafts (day, kind)`,
        { total: 3, future: 2, away: 3 },
      ],
      [
        sql`
          update shifts set work_location = 'sede', start_time = '06:00', end_time = '14:00', shift_type = 'mattina'
          where user_id = ${person.id} and day >= '2026-11-16'`,
        { total: 3, future: 2, sede: 2, away: 1 },
      ],
      [
        sql`
          update shifts set work_location = 'smart_working', day = '2026-11-09'
          where user_id = ${person.id} and day = '2026-11-17'`,
        { total: 3, future: 1, sede: 1, smartWorking: 1, away: 1 },
      ],
      [
        sql`delete from shifts where user_id = ${person.id} and day < '2026-11-16'`,
        { total: 1, future: 1, sede: 1 },
      ],
      [sql`delete from users where id = ${person.id}`, {}],
    ] as const) {
      await database.run(change);
      expect(await shiftsOf()).toEqual({ ...empty, ...expected });
    }
    const other = await buildUser(context, { worksiteId: id });
    await buildShift(context, other, '2026-11-16');
    await database.run(sql`delete from worksites where id = ${id}`);
    expect(await shiftsOf()).toBeUndefined();
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('the admin panel sorts worksites by name, ignoring case', async () => {
    for (const name of ['zz beta', 'ZZ alfa', 'ZZ Gamma']) await buildWorksite(context, { name });
    const names = (await admin.ask('GET /api/admin/worksites')).map(({ name }) => name);
    expect(names.filter((name) => /^zz /i.test(name))).toEqual(['ZZ alfa', 'zz beta', 'ZZ Gamma']);
  });

  test('the admin panel shows the 20 latest entries, latest first', async () => {
    const person = await server.signIn({ firstName: 'Giulia', lastName: 'Ferri' });
    for (let n = 1; n <= 22; n += 1) {
      clock.advance(60);
      await buildShift(context, person, `2026-12-${String(n).padStart(2, '0')}`);
    }
    clock.set(testNow);
    const { body } = await admin.call('GET /api/admin/shifts');
    expect(body.map(({ date }) => date.slice(-2)).map(Number)).toEqual(
      Array.from({ length: 20 }, (_, n) => 22 - n),
    );
    expect(body[0]).toMatchObject({ userFirstName: 'Giulia', userLastName: 'Ferri', startTime: '06:00' });
  });

  test('the admin panel shows kinds of day as recorded, and audits who looked at whose', async () => {
    const [person, other] = [await buildUser(context), await buildUser(context)];
    // the latest of all
    clock.advance(3600);
    for (const [n, location] of (['smart_working', 'libero', 'ferie', 'malattia'] as const).entries()) {
      const times = location === 'smart_working' ? (['06:00', '14:00'] as const) : [];
      await buildShift(context, person, `2026-12-0${n + 1}`, buildDuty(location, ...times));
    }
    const looks = async (personId: string) =>
      (await ceo.ask('GET /api/ceo/audit', { query: { personId, action: 'calendar_seen' } })).entries;
    expect(await looks(person.id)).toEqual([]);
    const { body } = await admin.call('GET /api/admin/shifts');
    clock.set(testNow);
    const own = body.filter(({ userId }) => userId === person.id);
    expect(own.map(({ workLocation }) => workLocation).toSorted()).toEqual([
      'ferie',
      'libero',
      'malattia',
      'smart_working',
    ]);
    expect(await looks(person.id)).toMatchObject([{ actor: { id: admin.id }, targetType: 'user' }]);
    expect(await looks(other.id)).toEqual([]);
  });

  test('the admin panel lists and finds people, page by page', async () => {
    const { id: worksiteId } = await buildWorksite(context);
    for (let n = 0; n < 130; n += 1) await buildUser(context, { worksiteId, lastName: `Lista${n}` });
    const find = (query: object) =>
      admin.ask('GET /api/admin/users/page', { query: { search: 'lista', ...query } });
    const first = await find({});
    const second = await find({ cursor: first.nextCursor! });
    expect([first.users.length, second.users.length, second.nextCursor]).toEqual([100, 30, null]);
  });
});

test('at a glance: swaps by week, long-open requests, how many found a partner, mails', async () => {
  const before = await ceo.ask('GET /api/ceo/overview');
  expect(before.swapsPerWeek).toHaveLength(12);
  expect([before.swapsPerWeek[0]?.from, before.swapsPerWeek[11]?.from]).toEqual(['2026-08-31', '2026-11-16']);
  const { giulia, marco, worksiteId } = await pair(server);
  const swapped = await giulia.publishedId(giulia.shiftId);
  await marco.offer(swapped);
  expect((await giulia.confirm(swapped)).status).toBe(200);
  const sara = await signInOnDuty(server, early, { worksiteId });
  await sara.publishedId(sara.shiftId);
  clock.advance(49 * 3600);
  const later = await server.signInCeo();
  const luca = await signInOnDuty(server, early, { worksiteId });
  await luca.publishedId(luca.shiftId);
  const withdrawn = await signInOnDuty(server, early, { worksiteId });
  await withdrawn.publishedId(withdrawn.shiftId);
  expect((await later.setActive(withdrawn.id, false)).status).toBe(204);
  const { body } = await later.call('GET /api/ceo/overview');
  // their shifts begin, though nothing has closed them yet
  clock.set('2026-11-20T05:00:00.000Z');
  expect(await (await server.signInCeo()).ask('GET /api/ceo/overview')).toMatchObject({ openRequests: 0 });
  clock.set(testNow);
  expect(body).toMatchObject({
    openRequests: before.openRequests + 2,
    openLong: before.openLong + 1,
    closed: before.closed + 2,
    foundPartner: before.foundPartner + 1,
    mail: { queued: before.mail.queued + 3 },
  });
  expect(body.swapsPerWeek[11]?.swaps).toBe((before.swapsPerWeek[11]?.swaps ?? 0) + 1);
});

test('what needs a CEO’s attention: codes, mails, failed sign-ins of today, new people', async () => {
  const read = (): Promise<Attention> => ceo.ask('GET /api/ceo/attention');
  const before = await read();
  const { giulia, marco } = await pair(server);
  await swap(giulia, marco);
  for (const code of ['OP1', 'OP2'])
    await giulia.ask('POST /api/operations', { body: { type: 'OPP', code } });
  await giulia.ask('POST /api/operations', { body: { type: 'Case', code: '7' } });
  for (const email of [giulia.email, 'nessuno@turnario.example']) {
    const body = { email, password: 'Sbagliata!1' };
    expect(await server.nobody.statusOf('POST /api/auth/login', { body })).toBe(401);
  }
  expect(await read()).toEqual({
    codes: { OPP: before.codes.OPP + 2, Case: before.codes.Case + 1 },
    mail: { ...before.mail, queued: before.mail.queued + 3 },
    isMailReady: false,
    failedSignIns: before.failedSignIns + 2,
    newPeople: before.newPeople + 2,
    // no mail account here, and nobody has a device
    unreachable: before.unreachable + 2,
  });
});

test('every audited action has an Italian name', async () => {
  const acts = await database.many<{ action: string }>(
    sql`select distinct action from audit_log where action <> 'prova'`,
  );
  for (const { action } of acts) expect(auditActionName(action)).not.toBe(action);
});
