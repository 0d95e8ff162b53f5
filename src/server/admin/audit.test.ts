import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildDuty, buildShift, buildUser, buildWorksite } from '../../../db/builders.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { early, signInOnDuty, swap } from '../../../tests/support/swaps.ts';
import { auditActionName } from '../../domain/admin/auditActions.it.ts';
import type { AuditList } from '../../domain/admin/schema.ts';
import type { InputOf } from '../../domain/call.ts';

// Spreadsheet exports, and the audit.

const server = await testServer();
const { context, database, clock } = server;

let admin: SignedInCaller;
let ceo: SignedInCaller;
beforeAll(async () => {
  ceo = await server.signInCeo();
  // role admin, but not listed in the settings
  admin = await server.signIn({ role: 'admin', worksiteId: ceo.worksiteId, lastName: 'Amministra' });
});

describe('CSV', () => {
  const download = (kind: 'users' | 'shifts') =>
    admin.call('GET /api/admin/export/:kind', { params: { kind } });
  const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trimEnd().split('\r\n');

  test('people: for Excel, each column matches its title, by name, days in Rome, and nothing runs as a formula', async () => {
    const worksite = await buildWorksite(context, { name: 'Cantiere Colonna' });
    const built = (draft: object) =>
      buildUser(context, { worksiteId: worksite.id, lastName: 'Zzcolonna', ...draft });
    const zoe = await built({ firstName: 'Zoe', email: 'zoe@example.it', role: 'coordinatore' });
    const ada = await built({ firstName: '=1+Ada', email: 'ada@example.it', contractHours: 6 });
    await database.run(sql`
      update users set created_at = '2026-03-04T23:30:00Z', last_active_on = '2026-11-15', is_active = false,
        enable_flexible_shifts = true, taxi_license = 'RM 12', phone_number = '333 1', may_review_codes = true
      where id = ${ada.id}`);
    await database.run(sql`
      update users set created_at = '2026-03-04T10:00:00Z', last_active_on = null, may_approve_swaps = true
      where id = ${zoe.id}`);
    const { text, headers } = await download('users');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="turnario-persone-2026-11-16.csv"',
    });
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [header, ...lines] = linesOf(text);
    expect(header).toBe(
      'Cognome;Nome;Email;Ruolo;Cantiere;Ore contratto;Turni flessibili;Licenza taxi;Telefono;Attivo;' +
        'Può approvare i codici;Può approvare gli scambi;Può caricare i turni;Registrato il;Ultima attività',
    );
    expect(lines.filter((line) => line.startsWith('Zzcolonna;'))).toEqual([
      "Zzcolonna;'=1+Ada;ada@example.it;Operatore;Cantiere Colonna;6;sì;RM 12;333 1;no;sì;no;no;05/03/2026;15/11/2026",
      'Zzcolonna;Zoe;zoe@example.it;Coordinatore;Cantiere Colonna;8;no;;;sì;no;sì;no;04/03/2026;',
    ]);
  });

  test('entries: each column matches its title, and swapped ones are marked', async () => {
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

  test('entries: all of them, by worksite and day, without notes; each download is audited', async () => {
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
  test('filters by actor, person, action and days in Rome; is paged; and exports as CSV', async () => {
    const person = await server.signIn({ firstName: 'Rita', lastName: 'Registro' });
    for (const [at, isActive] of [
      // 23:30 in Rome, and 0:30 of the next day
      ['2026-11-18T22:30:00.000Z', false],
      ['2026-11-18T23:30:00.000Z', true],
    ] as const) {
      clock.set(at);
      await (await server.signInCeo()).setActive(person.id, isActive);
    }
    clock.set(testNow);
    const audit = async (query: AuditQuery): Promise<AuditList> =>
      ceo.ask('GET /api/ceo/audit', { query: { personId: person.id, ...query } });
    const mine = await audit({});
    expect(mine.person).toEqual({ id: person.id, name: 'Rita Registro' });
    const actors = mine.actors.map(({ id }) => id);
    expect(actors).toEqual(expect.arrayContaining([ceo.id, admin.id]));
    expect(actors).not.toContain(person.id);
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

  test('the CSV names the impersonated person, the product if nobody acted, and the ids of deleted people', async () => {
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

  test('pages without repeating or omitting an entry', async () => {
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
