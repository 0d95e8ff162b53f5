import sql, { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildWorksite } from '../../db/builders.ts';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import { actsOn } from '../support/acts.ts';
import { awaiting } from '../support/approvals.ts';
import { outcomeOf } from '../support/caller.ts';
import { openEventStream } from '../support/eventStream.ts';
import { testServer } from '../support/server.ts';
import { early, late, notificationsOf, offer, publishedId, signInOnDuty } from '../support/swaps.ts';

// A worksite goes with everything in it, and nothing else goes.

const server = await testServer();
const { database, context } = server;

const peopleCount = 40;
const shiftsEach = 20;

/** Rows of every table but those that keep what happened. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await database.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('audit_log', 'migrations')
    order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.one<{ rows: number }>(raw(`select count(*) as rows from "${name}"`));
    counts[name] = rows;
  }
  return counts;
}

/** People with days, half of their requests with offers, some completed, codes, notifications, mails. */
async function fill(tx: Queryable, worksiteId: string): Promise<void> {
  const duty = sql`jsonb_build_array(jsonb_build_object('date', s.day, 'shiftId', s.id))`;
  const first = '2026-11-20';
  await tx.run(sql`
    insert into users (worksite_id, email, first_name, last_name, role)
    select ${worksiteId}, 'tanti' || n || '@turnario.example', 'Persona', 'Numero' || n, 'operatore'
    from generate_series(1, ${peopleCount}::int) n`);
  await tx.run(sql`
    insert into sessions (token_hash, user_id, is_remembered, expires_at)
    select sha256(convert_to(email, 'UTF8')), id, true, now() from users where worksite_id = ${worksiteId}`);
  await tx.run(sql`
    insert into shifts (worksite_id, user_id, day, work_location, start_time, end_time, shift_type)
    select worksite_id, id, ${first}::date + n, 'sede', '06:00', '14:00', 'mattina'
    from users, generate_series(0, ${shiftsEach - 1}::int) n where worksite_id = ${worksiteId}`);
  await tx.run(sql`
    insert into exchange_requests (worksite_id, requester_id, kind, status, offered_shift_id, offered_duties, offered_day,
      requested_day, requested_shift_type, requester_contract_hours, requester_role, expires_at, closed_at)
    select s.worksite_id, s.user_id, 'turno', case when s.day < ${first}::date + 2 then 'aperta' else 'completata' end,
      s.id, ${duty}, s.day, s.day, 'sera', 8, 'operatore', now() + interval '1 year',
      case when s.day >= ${first}::date + 2 then now() end
    from shifts s where s.worksite_id = ${worksiteId} and s.day < ${first}::date + 5`);
  await tx.run(sql`
    insert into pre_acceptances (request_id, user_id, status, offered_shift_id, offered_duties)
    select r.id, s.user_id, case r.status when 'aperta' then 'offerta' else 'scelta' end, s.id, ${duty}
    from exchange_requests r
    join (
      select id, coalesce(lead(id) over (order by id), first_value(id) over (order by id)) as colleague from users
      where worksite_id = ${worksiteId}
    ) q on q.id = r.requester_id
    join shifts s on s.user_id = q.colleague and s.day = r.requested_day
    where r.worksite_id = ${worksiteId}`);
  await tx.run(sql`
    insert into completed_swaps (request_id, worksite_id, kind, requester_id, accepter_id, requester_snapshot,
      accepter_snapshot, requester_gave, accepter_gave, exchange_day, requested_at, offered_at)
    select r.id, r.worksite_id, 'turno', r.requester_id, p.user_id, '{}', '{}', '[]', '[]', r.requested_day, now(), now()
    from exchange_requests r join pre_acceptances p on p.request_id = r.id
    where r.worksite_id = ${worksiteId} and r.status = 'completata'`);
  await tx.run(sql`
    insert into swapped_shifts (shift_id, swap_id, gave, day)
    select gen_random_uuid(), id, 'requester', exchange_day from completed_swaps where worksite_id = ${worksiteId}`);
  await tx.run(sql`
    update shifts s set from_swap_id = c.id from completed_swaps c
    where c.worksite_id = ${worksiteId} and s.user_id = c.requester_id and s.day = c.exchange_day`);
  await tx.run(sql`
    insert into exchange_rejections (request_id, user_id)
    select id, requester_id from exchange_requests where worksite_id = ${worksiteId} and status = 'aperta'`);
  await tx.run(sql`
    insert into notifications (user_id, type, related_request_id)
    select requester_id, 'exchange_completed', id from exchange_requests where worksite_id = ${worksiteId}`);
  await tx.run(sql`
    insert into operation_codes (worksite_id, user_id, type, code)
    select worksite_id, id, 'Case', '123' from users where worksite_id = ${worksiteId}`);
  await tx.run(sql`
    insert into mail_outbox (dedupe_key, kind, swap_id, user_id)
    select 'swap:' || id, 'swap_completed', id, requester_id
    from completed_swaps where worksite_id = ${worksiteId}`);
  await tx.run(sql`
    insert into password_links (token_hash, user_id, expires_at)
    select sha256(convert_to(email, 'UTF8')), id, now() from users where worksite_id = ${worksiteId}`);
}

test('a worksite goes with its rows of every table, and nothing else goes; open pages end', async () => {
  const ceo = await server.signInCeo();
  // a neighbour with swaps of its own, of which nothing may go
  const neighbour = await signInOnDuty(server, early);
  const colleague = await signInOnDuty(server, late, { worksiteId: neighbour.worksiteId });
  await offer(colleague, await publishedId(neighbour, neighbour.shiftId));
  const before = await countRows();
  const { id, name } = await buildWorksite(context, { name: 'Cantiere Grande' });
  await database.transaction((tx) => fill(tx, id));
  const giulia = await server.signIn({ worksiteId: id });
  const stream = await openEventStream(await server.listen(), giulia.token);
  expect((await stream.next())?.name).toBe('hello');

  const contents = await ceo.call('GET /api/ceo/worksites/:id/contents', { params: { id } });
  const expected = {
    people: peopleCount + 1,
    shifts: peopleCount * shiftsEach,
    requests: peopleCount * 5,
    swaps: peopleCount * 3,
    operationCodes: peopleCount,
    holdsAdmin: false,
  };
  expect(contents.body).toEqual(expected);
  const deleted = await ceo.call('DELETE /api/ceo/worksites/:id', {
    params: { id },
    body: { confirmName: name },
  });
  expect(deleted.status).toBe(200);
  expect(deleted.body).toEqual(expected);

  expect(await countRows()).toEqual(before);
  const heard: unknown[] = [];
  for (let event = await stream.next(); event !== null; event = await stream.next()) heard.push(event);
  expect(heard).toContainEqual({ name: 'changed', data: { lists: ['session'] } });
  expect(await giulia.statusOf('GET /api/auth/user')).toBe(401);
  expect(await actsOn(database, id)).toMatchObject([
    { action: 'worksite_deleted', actorId: ceo.id, before: { name, people: 41, shifts: 800 } },
  ]);
});

describe('the removal of a worksite', () => {
  const remove = async (id: string, confirmName?: string) => {
    const ceo = await server.signInCeo();
    const body = confirmName === undefined ? {} : { confirmName };
    return ceo.call('DELETE /api/ceo/worksites/:id', { params: { id }, body });
  };

  test('asks for the name as it is written', async () => {
    const { id, name } = await buildWorksite(context);
    for (const confirmName of ['', name.toUpperCase(), `${name}.`]) {
      expect((await remove(id, confirmName)).refusal).toMatchObject({
        code: 'worksite_name_mismatch',
        fields: { confirmName: 'Il nome non corrisponde' },
      });
    }
    expect(await database.many(sql`select from worksites where id = ${id}`)).toHaveLength(1);
  });

  test('is refused while it holds an admin, and where there is none', async () => {
    const { id, name } = await buildWorksite(context);
    await server.signIn({ worksiteId: id, role: 'admin' });
    expect(outcomeOf(await remove(id, name))).toBe('409 worksite_holds_admin');
    expect(outcomeOf(await remove(crypto.randomUUID(), name))).toBe('404 not_found');
  });

  test('works without a name, which is the dialog’s to ask for', async () => {
    const { id } = await buildWorksite(context);
    expect(outcomeOf(await remove(id))).toBe('200');
    expect(outcomeOf(await remove(id))).toBe('404 not_found');
  });
});

test('a CEO is asked no more about a swap that goes with its worksite', async () => {
  const chief = await server.signInCeo();
  const { worksiteId } = await awaiting(server);
  const asked = async (): Promise<number> =>
    (await notificationsOf(chief)).filter(({ type, isOver }) => type === 'approval_wanted' && !isOver).length;
  expect(await asked()).toBe(1);
  const listed = await chief.ask('GET /api/ceo/worksites');
  const confirmName = listed.find(({ id }) => id === worksiteId)?.name ?? '';
  await chief.ask('DELETE /api/ceo/worksites/:id', { params: { id: worksiteId }, body: { confirmName } });
  expect(await asked()).toBe(0);
});
