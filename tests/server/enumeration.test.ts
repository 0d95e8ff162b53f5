import sql, { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty, buildWorksite } from '../../db/builders.ts';
import { awaiting } from '../support/approvals.ts';
import { subscription } from '../support/pushService.ts';
import { rosterOf, unclaimedOf } from '../support/rosters.ts';
import { listRoutes } from '../support/routeList.ts';
import { type SignedInCaller, testServer } from '../support/server.ts';
import { buildSigner } from '../support/signIns.ts';
import { early, late, offer, pair, publishedId, signInOnDuty, swap, swapDay } from '../support/swaps.ts';

// Whoever asks learns nothing of what is not theirs: an id of another worksite is answered as one that nobody has, and
// an address with an account as one without. (Sign-in: src/server/auth/routes.test.ts; links: passwordLink.test.ts.)

const server = await testServer();
const { context, database } = server;

const password = 'Turnario!2026';
const passwordHash = await context.passwords.hash(password);

/** A worksite in which there is one of everything. */
async function buildOther(): Promise<Record<string, string>> {
  const { id: worksiteId } = await buildWorksite(context);
  const draft = { worksiteId, passwordHash };
  const giulia = await signInOnDuty(server, early, draft);
  const marco = await signInOnDuty(server, late, draft);
  const anna = await signInOnDuty(server, early, draft);
  await offer(marco, await publishedId(anna, anna.shiftId));
  const swapped = await swap(giulia, marco);
  const waiting = await awaiting(server, draft);
  const rest = await signInOnDuty(server, early, draft);
  const request = await publishedId(rest, rest.shiftId);
  const code = await giulia.call('POST /api/operations', { body: { type: 'Case', code: '123' } });
  const { id: notification } = await database.one<{ id: string }>(
    sql`select id from notifications where user_id = ${giulia.id} limit 1`,
  );
  const batch = await giulia.ask('POST /api/shifts/bulk', {
    body: { shifts: [{ date: '2026-11-30', workLocation: 'libero' }] },
  });
  const pattern = await giulia.ask('POST /api/shift-patterns', {
    body: { name: 'Mia', steps: [{ duty: { workLocation: 'libero' }, days: 1 }], startsOn: '2026-11-30' },
  });
  const loader = await server.signIn({ ...draft, mayLoadShifts: true });
  const roster = await loader.ask('POST /api/rosters', {
    body: rosterOf([[giulia, 'E']], unclaimedOf(['ROSSI M.', 'E'])),
  });
  const { waiting: unclaimed } = await loader.ask('GET /api/rosters/unclaimed', { query: {} });
  await giulia.call('PUT /api/push/device', { body: subscription(giulia.id) });
  const [device] = (await giulia.ask('GET /api/push')).devices;
  const { sessionId } = giulia.signedIn;
  return {
    worksiteId,
    user: giulia.id,
    shift: rest.shiftId,
    request,
    waiting: waiting.requestId,
    swapped,
    code: code.body.id,
    notification,
    sessionId,
    device: device?.id ?? '',
    batch: batch.id ?? '',
    pattern: pattern.id,
    roster: roster.id ?? '',
    unclaimed: unclaimed[0]?.id ?? '',
  };
}

/** Bodies that pass each schema; a wrong id must not hide behind a wrong body. */
const bodies: Record<string, object> = {
  'PATCH /api/shifts/:id': { date: '2026-11-20', workLocation: 'sede', startTime: '06:00', endTime: '14:00' },
  'PUT /api/exchange-requests/:id': {
    offeredShiftId: crypto.randomUUID(),
    requestedShiftType: 'notte',
    requestedDate: '2026-11-20',
  },
  'POST /api/exchange-requests/:id/final-confirm': { accepterUserId: crypto.randomUUID() },
  'POST /api/exchange-requests/:id/refuse-approval': { reason: 'Serve Giulia' },
  'PATCH /api/operations/:id': { status: 'approved' },
  'POST /api/rosters/unclaimed/:id/assign': { userId: crypto.randomUUID() },
  'DELETE /api/users/:id': { password },
  'PATCH /api/users/:id': {
    firstName: 'Anna',
    lastName: 'Verdi',
    contractHours: 8,
    enableFlexibleShifts: false,
    accessCode: 'SBAGLIATO',
  },
};

const routesWithId = (): string[] =>
  listRoutes(server.app).filter((route) => /^(GET|POST|PUT|PATCH|DELETE) \/api\/.*:id/.test(route));

describe('an id of another worksite is answered as one that nobody has', async () => {
  const ids = Object.entries(await buildOther());
  const people: [string, SignedInCaller][] = [
    ['a worker', await server.signIn({ passwordHash })],
    ['a reviewer', await server.signIn({ passwordHash, mayReviewCodes: true })],
    ['an approver', await server.signIn({ passwordHash, mayApproveSwaps: true })],
    ['a loader', await server.signIn({ passwordHash, mayLoadShifts: true })],
    ['an administrator', await server.signIn({ passwordHash, role: 'admin' })],
  ];
  const understood = new Set<string>();

  test.each(routesWithId())('%s', async (route) => {
    const [method = '', pattern = ''] = route.split(' ');
    const ask = async (caller: SignedInCaller, id: string) => {
      // wrong passwords and codes are counted: not what is compared here
      await database.run(sql`delete from attempt_counters`);
      const answer = await caller.callUntyped(`${method as 'GET'} ${pattern.replace(':id', id)}`, {
        body: bodies[route],
      });
      return { status: answer.status, text: answer.text.replaceAll(id, '…') };
    };
    for (const [who, caller] of people) {
      const unknown = await ask(caller, crypto.randomUUID());
      expect(unknown.status, who).toBeGreaterThanOrEqual(400);
      if (unknown.status !== 400) understood.add(route);
      for (const [what, id] of ids) expect(await ask(caller, id), `${who}, ${what}`).toEqual(unknown);
    }
  });

  test('the bodies were right: hardly a route refused them', () => {
    expect(routesWithId().filter((route) => !understood.has(route))).toEqual([]);
    expect(understood.size).toBeGreaterThan(20);
  });
});

describe('the team’s day', () => {
  const listed = async (person: SignedInCaller) => {
    const { colleagues, total } = await person.ask('GET /api/calendar/team', { query: { day: swapDay } });
    expect(total).toBe(colleagues.length);
    return colleagues.map(({ id }) => id);
  };

  test('shows a person of another worksite nobody of this one', async () => {
    const { id: worksiteId } = await buildWorksite(context);
    const giulia = await signInOnDuty(server, early, { worksiteId });
    const stranger = await signInOnDuty(server, early, {});
    expect(stranger.worksiteId).not.toBe(worksiteId);
    expect(await listed(stranger)).toEqual([]);
    expect(await listed(giulia)).toEqual([]);
  });

  test('shows those of the same role and hours who work, and nothing of the others', async () => {
    const { id: worksiteId } = await buildWorksite(context);
    const { giulia, marco } = await pair(server, { giulia: { worksiteId } });
    const hidden = [
      await signInOnDuty(server, late, { worksiteId, role: 'team_leader' }),
      await signInOnDuty(server, late, { worksiteId, contractHours: 6 }),
      await signInOnDuty(server, buildDuty('malattia'), { worksiteId }),
      await signInOnDuty(server, buildDuty('ferie'), { worksiteId }),
      await signInOnDuty(server, buildDuty('libero'), { worksiteId }),
    ];
    expect(await listed(giulia)).toEqual([marco.id]);
    for (const other of hidden.slice(0, 2)) expect(await listed(other)).toEqual([]);
    // the answer names nothing but names and times
    const { text } = await giulia.call('GET /api/calendar/team', { query: { day: swapDay } });
    expect(text).not.toMatch(/malattia|ferie|libero|email|workLocation/);
  });
});

test('a registration tells that an address is taken only to who knows the worksite’s code', async () => {
  const worksite = await buildWorksite(context, { accessCode: 'CODICE-GIUSTO' });
  const known = await buildSigner(server, password);
  const register = async (email: string, accessCode: string) => {
    const answer = await server.nobody.callUntyped('POST /api/auth/register', {
      body: {
        firstName: 'Anna',
        lastName: 'Verdi',
        email,
        password,
        confirmPassword: password,
        worksiteId: worksite.id,
        accessCode,
        role: 'operatore',
        contractHours: 8,
        acceptTerms: true,
      },
    });
    return { status: answer.status, text: answer.text };
  };
  const taken = await register(known.email, 'SBAGLIATO');
  expect(taken.status).toBe(400);
  expect(await register('nessuno@turnario.example', 'SBAGLIATO')).toEqual(taken);
});

test('ids are random, version 4, made by the database: none is guessed from another', async () => {
  const columns = await database.many<{ table: string; column: string; made: string | null }>(sql`
    select c.table_name as table, c.column_name as column, c.column_default as made
    from information_schema.columns c
    join information_schema.key_column_usage k using (table_schema, table_name, column_name)
    join information_schema.table_constraints t using (constraint_schema, constraint_name)
    where c.table_schema = current_schema() and t.constraint_type = 'PRIMARY KEY' and c.column_name = 'id'`);
  expect(columns.length).toBeGreaterThan(6);
  for (const { table, made } of columns) {
    // of the record, which no call names by id, and of nothing else
    if (table === 'audit_log') continue;
    expect(made, table).toBe('gen_random_uuid()');
    const rows = await database.many<{ id: string }>(sql`select id::text as id from ${raw(table)} limit 50`);
    for (const { id } of rows)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});
