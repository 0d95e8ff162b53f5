import sql, { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildWorksite } from '../../db/builders.ts';
import { actsOn, giveLink } from '../support/accounts.ts';
import { entriesOf } from '../support/days.ts';
import { openEventStream } from '../support/eventStream.ts';
import { rosterOf, unclaimedOf } from '../support/rosters.ts';
import { testServer } from '../support/server.ts';
import { awaiting, offered, pair, published, swap } from '../support/swaps.ts';

// Deleting a worksite deletes everything in it, and nothing else.

const server = await testServer();
const { database, context } = server;

/** Row counts of every table except the audit log and the call counters. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await database.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('audit_log', 'attempt_counters')
    order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.one<{ rows: number }>(raw(`select count(*) as rows from "${name}"`));
    counts[name] = rows;
  }
  return counts;
}

/** Adds people with entries, open and completed swaps, codes, notifications, mails, links and a roster. */
async function fill(worksiteId: string): Promise<void> {
  const { giulia, marco: colleague } = await pair(server, { giulia: { worksiteId } });
  await swap(giulia, colleague);
  const { requestId: open, marco } = await published(server, { giulia: { worksiteId } });
  await marco.reject(open);
  await giulia.ask('POST /api/operations', { body: { type: 'Case', code: '123' } });
  await giulia.ask('POST /api/calendar/feed');
  await giulia.ask('POST /api/shifts/bulk', { body: { shifts: entriesOf('EE') } });
  await giveLink(server, giulia.id);
  const loader = await server.signIn({ worksiteId, mayLoadShifts: true });
  const body = rosterOf([[marco, 'E']], unclaimedOf(['ROSSI M.', 'E']));
  await loader.ask('POST /api/rosters', { body });
}

test('deleting a worksite deletes its rows of every table and no others, and ends open pages', async () => {
  const ceo = await server.signInCeo();
  // another worksite with a request, which must stay
  await offered(server);
  const before = await countRows();
  const { id, name } = await buildWorksite(context, { name: 'Cantiere Grande' });
  await fill(id);
  const giulia = await server.signIn({ worksiteId: id });
  const stream = await openEventStream(await server.listen(), giulia.token);
  expect((await stream.next())?.name).toBe('hello');
  const full = await countRows();
  const grown = Object.keys(full).filter((table) => full[table] !== before[table]);
  expect(grown.length).toBeGreaterThan(15);

  const contents = await ceo.call('GET /api/ceo/worksites/:id/contents', { params: { id } });
  const expected = {
    people: 6,
    shifts: 6,
    requests: 2,
    swaps: 1,
    operationCodes: 1,
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
    { action: 'worksite_deleted', actorId: ceo.id, before: { name, people: 6, shifts: 6 } },
  ]);
});

describe('the removal of a worksite', () => {
  const remove = async (id: string, confirmName?: string) => {
    const ceo = await server.signInCeo();
    const body = confirmName === undefined ? {} : { confirmName };
    return ceo.call('DELETE /api/ceo/worksites/:id', { params: { id }, body });
  };

  test('requires the exact name', async () => {
    const { id, name } = await buildWorksite(context);
    for (const confirmName of ['', name.toUpperCase(), `${name}.`]) {
      expect((await remove(id, confirmName)).refusal).toMatchObject({
        code: 'worksite_name_mismatch',
        fields: { confirmName: 'Il nome non corrisponde' },
      });
    }
    expect(await database.many(sql`select from worksites where id = ${id}`)).toHaveLength(1);
  });

  test('is refused while it has an admin, and answers 404 if it does not exist', async () => {
    const { id, name } = await buildWorksite(context);
    await server.signIn({ worksiteId: id, role: 'admin' });
    expect((await remove(id, name)).outcome).toBe('409 worksite_holds_admin');
    expect((await remove(crypto.randomUUID(), name)).outcome).toBe('404 not_found');
  });

  test('works without a name: only the dialog asks for it', async () => {
    const { id } = await buildWorksite(context);
    expect((await remove(id)).outcome).toBe('200');
    expect((await remove(id)).outcome).toBe('404 not_found');
  });
});

test('an approval request disappears with its worksite', async () => {
  const chief = await server.signInCeo();
  const { worksiteId } = await awaiting(server);
  const asked = async (): Promise<number> =>
    (await chief.notifications()).filter(({ type, isOver }) => type === 'approval_wanted' && !isOver).length;
  expect(await asked()).toBe(1);
  const listed = await chief.ask('GET /api/ceo/worksites');
  const confirmName = listed.find(({ id }) => id === worksiteId)?.name ?? '';
  await chief.ask('DELETE /api/ceo/worksites/:id', { params: { id: worksiteId }, body: { confirmName } });
  expect(await asked()).toBe(0);
});
