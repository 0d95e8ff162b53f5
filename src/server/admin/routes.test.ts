import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildDuty, buildShift, buildUser, buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { setActive } from '../../../tests/support/accounts.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import {
  confirm,
  early,
  offer,
  pair,
  publishedId,
  signInOnDuty,
  swap,
} from '../../../tests/support/swaps.ts';
import { auditActionName } from '../../domain/admin/auditActions.it.ts';
import type { Attention, AuditList } from '../../domain/admin/schema.ts';
import type { InputOf } from '../../domain/call.ts';

const server = await testServer();
const { context, database, clock } = server;

let admin: SignedInCaller;
let ceo: SignedInCaller;
beforeAll(async () => {
  ceo = await server.signInCeo();
  // role admin, an address that no setting lists
  admin = await server.signIn({ role: 'admin', worksiteId: ceo.worksiteId, lastName: 'Amministra' });
});

describe('the admin panel', () => {
  test('new to the second are people of seven days, in the overview of seven days and today', async () => {
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

  test('the admin panel counts people, worksites and entries; new ones are of the last 7 days', async () => {
    const before = await admin.ask('GET /api/admin/summary');
    const { id: worksiteId } = await buildWorksite(context);
    clock.advance(-8 * 24 * 3600);
    const old = await buildUser(context, { worksiteId });
    clock.set(testNow);
    await buildUser(context, { worksiteId });
    await database.run(sql`update users set is_active = false where id = ${old.id}`);
    await buildShift(context, old, '2026-11-15');
    await buildShift(context, old, '2026-11-16');
    const { body } = await admin.call('GET /api/admin/summary');
    expect(body).toEqual({
      users: { total: before.users.total + 2, active: before.users.active + 1, new: before.users.new + 1 },
      worksites: { total: before.worksites.total + 1, active: before.worksites.active + 1 },
      shifts: { total: before.shifts.total + 2, future: before.shifts.future + 1 },
    });
  });

  test('the admin panel shows each worksite with its roles and kinds of day, without its code or any cause of absence', async () => {
    const { id } = await buildWorksite(context, { name: 'Carte', accessCode: 'CARTE-SEGRETE' });
    const one = await buildUser(context, { worksiteId: id });
    // as many of no two of them, or one could be counted for another
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
    // today's count as to come
    await buildShift(context, one, '2026-11-16');
    for (const [day, kind] of [
      ['2026-11-21', 'malattia'],
      ['2026-11-22', 'ferie'],
      ['2026-11-23', 'libero'],
    ] as const) {
      await buildShift(context, one, day, buildDuty(kind));
    }
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
  });

  test('what the admin panel counts follows each change of the entries, until their worksite is gone', async () => {
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

  test('the admin panel shows worksites by name, whatever the case of letters', async () => {
    for (const name of ['zz beta', 'ZZ alfa', 'ZZ Gamma']) await buildWorksite(context, { name });
    const names = (await admin.ask('GET /api/admin/worksites')).map(({ name }) => name);
    expect(names.filter((name) => /^zz /i.test(name))).toEqual(['ZZ alfa', 'zz beta', 'ZZ Gamma']);
  });

  test('the admin panel shows the 20 entries recorded last, latest first', async () => {
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

  test('the admin panel shows kinds of day as they are recorded, and the audit who looked at whose', async () => {
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
    const first = await admin.call('GET /api/admin/users/page', { query: { search: 'lista' } });
    const second = await admin.call('GET /api/admin/users/page', {
      query: { search: 'lista', cursor: first.body.nextCursor! },
    });
    expect([first.body.users.length, second.body.users.length, second.body.nextCursor]).toEqual([
      100,
      30,
      null,
    ]);
  });
});

describe('CSV', () => {
  const download = (kind: 'users' | 'shifts') =>
    admin.call('GET /api/admin/export/:kind', { params: { kind } });
  const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trimEnd().split('\r\n');

  test('of anything else there is none, in Italian', async () => {
    const { status, body } = await admin.callUntyped('GET /api/admin/export/swaps');
    const kind = 'Si scaricano le persone (users) o i turni (shifts)';
    expect([status, body]).toMatchObject([400, { code: 'invalid_data', fields: { kind } }]);
    // nor does a schema without words of its own speak English
    const other = await admin.callUntyped('GET /api/admin/users?limit=x');
    expect(JSON.stringify(other.body)).not.toMatch(/Invalid|expected|Unrecognized/);
  });

  test('people: for Excel, and nothing in it runs as a formula', async () => {
    await buildUser(context, { firstName: '=1+1', lastName: 'Formula', phoneNumber: '+39 333 1234567' });
    const answer = await download('users');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="turnario-persone-2026-11-16.csv"',
    );
    expect(answer.text.startsWith('\uFEFFCognome;Nome;Email;Ruolo')).toBe(true);
    const line = linesOf(answer.text).find((text) => text.startsWith('Formula;'));
    expect(line).toContain("Formula;'=1+1;");
    expect(line).toContain("'+39 333 1234567");
    const { people } = await database.one<{ people: number }>(sql`
      select count(*) as people from users where anonymised_at is null`);
    expect(linesOf(answer.text)).toHaveLength(people + 1);
  });

  test('people: each column holds what it is called, by name, days in Rome', async () => {
    const worksite = await buildWorksite(context, { name: 'Cantiere Colonna' });
    const built = (draft: object) =>
      buildUser(context, { worksiteId: worksite.id, lastName: 'Zzcolonna', ...draft });
    const zoe = await built({ firstName: 'Zoe', email: 'zoe@example.it', role: 'coordinatore' });
    const ada = await built({ firstName: 'Ada', email: 'ada@example.it', contractHours: 6 });
    await database.run(sql`
      update users set created_at = '2026-03-04T23:30:00Z', last_active_on = '2026-11-15', is_active = false,
        enable_flexible_shifts = true, taxi_license = 'RM 12', phone_number = '333 1', may_review_codes = true
      where id = ${ada.id}`);
    await database.run(sql`
      update users set created_at = '2026-03-04T10:00:00Z', last_active_on = null, may_approve_swaps = true
      where id = ${zoe.id}`);
    const { text } = await download('users');
    const [header, ...lines] = linesOf(text);
    expect(header).toBe(
      'Cognome;Nome;Email;Ruolo;Cantiere;Ore contratto;Turni flessibili;Licenza taxi;Telefono;Attivo;' +
        'Può approvare i codici;Può approvare gli scambi;Può caricare i turni;Registrato il;Ultima attività',
    );
    expect(lines.filter((line) => line.startsWith('Zzcolonna;'))).toEqual([
      'Zzcolonna;Ada;ada@example.it;Operatore;Cantiere Colonna;6;sì;RM 12;333 1;no;sì;no;no;05/03/2026;15/11/2026',
      'Zzcolonna;Zoe;zoe@example.it;Coordinatore;Cantiere Colonna;8;no;;;sì;no;sì;no;04/03/2026;',
    ]);
  });

  test('entries: each column holds what it is called, and says what came from a swap', async () => {
    const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Zzfile' });
    const marco = await signInOnDuty(
      server,
      {
        ...buildDuty('sede', '08:00', '12:00'),
        isSplitShift: true,
        secondStartTime: '15:00',
        secondEndTime: '19:00',
      },
      { worksiteId: giulia.worksiteId, firstName: 'Marco', lastName: 'Zzfile' },
    );
    await swap(giulia, marco);
    await buildShift(context, giulia, '2026-11-18', buildDuty('malattia'));
    await buildShift(context, giulia, '2026-11-19', buildDuty('smart_working', '13:00', '21:00'));
    const { text } = await download('shifts');
    const [header, ...lines] = linesOf(text);
    expect(header).toBe(
      'Cantiere;Data;Cognome;Nome;Tipo di giornata;Inizio;Fine;Seconda parte: inizio;Seconda parte: fine;' +
        'Tipo di turno;Da uno scambio',
    );
    const own = lines
      .filter((line) => line.includes(';Zzfile;'))
      .map((line) => line.split(';').slice(1).join(';'));
    expect(own.toSorted()).toEqual([
      '18/11/2026;Zzfile;Giulia;malattia;;;;;;no',
      '19/11/2026;Zzfile;Giulia;smart working;13:00;21:00;;;pomeriggio;no',
      '20/11/2026;Zzfile;Giulia;sede;08:00;12:00;15:00;19:00;mattina;sì',
      '20/11/2026;Zzfile;Marco;sede;06:00;14:00;;;mattina;sì',
    ]);
  });

  test('entries: all of them, by worksite and day, without notes, and each download in the audit', async () => {
    const person = await server.signIn({ firstName: 'Ada', lastName: 'Export' });
    await database.run(sql`
      insert into shifts (worksite_id, user_id, day, work_location, start_time, end_time, shift_type, notes)
      select ${person.worksiteId}, ${person.id}, '2030-01-01'::date + n, 'sede', '06:00', '14:00', 'mattina', 'Privato'
      from generate_series(0, 2499) n`);
    const answer = await download('shifts');
    const lines = linesOf(answer.text).filter((line) => line.includes(';Export;Ada;'));
    expect(lines).toHaveLength(2_500);
    expect(new Set(lines).size).toBe(2_500);
    expect(lines[0]).toMatch(/^Cantiere \d+;01\/01\/2030;Export;Ada;sede;06:00;14:00;;;mattina;no$/);
    expect(answer.text).not.toContain('Privato');
    const { entries } = await ceo.ask('GET /api/ceo/audit', { query: { action: 'shifts_exported' } });
    expect(entries[0]).toMatchObject({ actor: { id: admin.id }, targetType: 'shifts', targetId: null });
  });
});

type AuditQuery = NonNullable<InputOf<'GET /api/ceo/audit'>['query']>;

describe('the audit', () => {
  test('filters by actor, person, act and days in Rome; pages; and comes as CSV', async () => {
    const person = await server.signIn({ firstName: 'Rita', lastName: 'Registro' });
    for (const [at, isActive] of [
      // 23:30 in Rome, and 0:30 of the next day
      ['2026-11-18T22:30:00.000Z', false],
      ['2026-11-18T23:30:00.000Z', true],
    ] as const) {
      clock.set(at);
      await setActive(await server.signInCeo(), person.id, isActive);
    }
    clock.set(testNow);
    const audit = async (query: AuditQuery): Promise<AuditList> =>
      ceo.ask('GET /api/ceo/audit', { query: { personId: person.id, ...query } });
    const mine = await audit({});
    expect(mine.person).toEqual({ id: person.id, name: 'Rita Registro' });
    expect(mine.actors.map(({ id }) => id)).toEqual(expect.arrayContaining([ceo.id, admin.id]));
    expect(mine.entries).toMatchObject([
      {
        action: 'user_activated',
        actor: { id: ceo.id },
        actedAs: null,
        targetName: 'Rita Registro',
        before: { isActive: false },
        after: { isActive: true },
      },
      { action: 'user_deactivated' },
    ]);
    const actionsOn = async (query: AuditQuery) => (await audit(query)).entries.map(({ action }) => action);
    expect(await actionsOn({ from: '2026-11-18', to: '2026-11-18' })).toEqual(['user_deactivated']);
    expect(await actionsOn({ from: '2026-11-19' })).toEqual(['user_activated']);
    expect(await actionsOn({ action: 'user_deactivated' })).toEqual(['user_deactivated']);
    expect(await actionsOn({ actorId: person.id })).toEqual([]);
    await database.run(sql`
      insert into audit_log (action, target_type, actor_id, acted_as_id)
      values ('impersonated_write', 'POST /api/shifts', ${ceo.id}, ${person.id})`);
    expect(await actionsOn({ action: 'impersonated_write' })).toEqual(['impersonated_write']);
    const csv = await ceo.call('GET /api/ceo/audit/export', { query: { personId: person.id } });
    expect(csv.text).toContain('18/11/2026 23:30;Persona ');
    expect(csv.text).toContain(';Persona disattivata;user;Rita Registro;');
    expect(await ceo.statusOf('GET /api/ceo/audit', { query: { from: 'ieri' } })).toBe(400);
  });

  test('the CSV names the person acted as, the product where nobody acted, and the ids of who has gone', async () => {
    const person = await server.signIn({ firstName: 'Rita', lastName: 'Registro' });
    const gone = '0190a000-0000-7000-8000-00000000dead';
    await database.run(sql`
      insert into audit_log (at, action, target_type, actor_id, acted_as_id, target_id, worksite_id, before, after) values
        ('2026-01-07T09:00:00Z', 'user_activated', 'nome', ${ceo.id}, ${person.id}, ${person.id}, ${person.worksiteId},
          '{"x":1}', null),
        ('2026-01-07T08:00:00Z', 'user_activated', 'nome', ${gone}, ${gone}, ${gone}, null, null, '{"y":2}'),
        ('2026-01-07T07:00:00Z', 'user_activated', 'nome', null, null, null, null, null, null)`);
    const { name } = await database.one<{ name: string }>(sql`
      select name from worksites where id = ${person.worksiteId}`);
    const actor = await database.one<{ name: string }>(sql`
      select first_name || ' ' || last_name as name from users where id = ${ceo.id}`);
    const csv = await ceo.call('GET /api/ceo/audit/export', { query: { to: '2026-01-07' } });
    const act = auditActionName('user_activated');
    const [head, ...rows] = csv.text.trim().split('\r\n');
    expect(head?.replace('\uFEFF', '')).toBe('Quando;Chi;Come;Azione;Dettaglio;Riguarda;Cantiere;Prima;Dopo');
    expect(rows).toEqual([
      `07/01/2026 10:00;${actor.name};Rita Registro;${act};nome;Rita Registro;${name};"{""x"":1}";`,
      `07/01/2026 09:00;${gone};${gone};${act};nome;${gone};;;"{""y"":2}"`,
      `07/01/2026 08:00;Turnario;;${act};nome;;;;`,
    ]);
  });

  test('pages without repeating or leaving out an entry', async () => {
    await database.run(sql`
      insert into audit_log (at, action, target_type)
      select '2027-01-01T00:00:00Z', 'prova', 'prova' from generate_series(1, 120)`);
    const seen: number[] = [];
    let cursor = '';
    do {
      const answer = await ceo.call('GET /api/ceo/audit', {
        query: { action: 'prova', cursor },
      });
      seen.push(...answer.body.entries.map(({ id }) => id));
      cursor = answer.body.nextCursor ?? '';
    } while (cursor !== '');
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    expect(await ceo.statusOf('GET /api/ceo/audit', { query: { cursor: 'x' } })).toBe(400);
  });
});

test('at a glance: swaps by week, requests open for long, how many found a partner, mails', async () => {
  const before = await ceo.ask('GET /api/ceo/overview');
  expect(before.swapsPerWeek).toHaveLength(12);
  expect([before.swapsPerWeek[0]?.from, before.swapsPerWeek[11]?.from]).toEqual(['2026-08-31', '2026-11-16']);
  const { giulia, marco, worksiteId } = await pair(server);
  const swapped = await publishedId(giulia, giulia.shiftId);
  await offer(marco, swapped);
  expect((await confirm(giulia, swapped)).status).toBe(200);
  const sara = await signInOnDuty(server, early, { worksiteId });
  await publishedId(sara, sara.shiftId);
  clock.advance(49 * 3600);
  const later = await server.signInCeo();
  const luca = await signInOnDuty(server, early, { worksiteId });
  await publishedId(luca, luca.shiftId);
  const withdrawn = await signInOnDuty(server, early, { worksiteId });
  await publishedId(withdrawn, withdrawn.shiftId);
  expect((await setActive(later, withdrawn.id, false)).status).toBe(204);
  const { body } = await later.call('GET /api/ceo/overview');
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

test('what a CEO looks after first: codes, mails, failed sign-ins of today, who joined lately', async () => {
  const read = (): Promise<Attention> => ceo.ask('GET /api/ceo/attention');
  const before = await read();
  const { giulia, marco, worksiteId } = await pair(server);
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
    failedSignIns: before.failedSignIns + 2,
    newPeople: before.newPeople + 2,
    // no mail account here, and nobody has a device
    unreachable: before.unreachable + 2,
  });
  await context.database.run(sql`
    insert into push_devices (user_id, session_id, endpoint, origin, p256dh, auth, created_at)
    select s.user_id, s.id, 'https://push.example/' || s.id, 'https://push.example', 'k', 'a', ${testNow}
    from sessions s where s.user_id = ${marco.id} limit 1`);
  expect((await read()).unreachable).toBe(before.unreachable + 1);
  const found = (joinedSince: string) =>
    ceo.ask('GET /api/ceo/registrations/page', { query: { joinedSince, worksiteId } });
  const people = (await found('2026-11-16')).users.map(({ id }) => id);
  expect(people.toSorted()).toEqual([giulia.id, marco.id].toSorted());
  expect(await found('2026-11-17')).toMatchObject({ users: [], groups: [] });
});

test('every act on record so far has an Italian name', async () => {
  const acts = await database.many<{ action: string }>(
    sql`select distinct action from audit_log where action <> 'prova'`,
  );
  for (const { action } of acts) expect(auditActionName(action)).not.toBe(action);
});
