import sql, { join, raw, type Sql } from 'sql-template-tag';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { Queryable } from '../../../src/server/platform/database/database.ts';
import type { TestServer } from '../../support/server.ts';
import { early, late, signInOnDuty } from '../../support/swaps.ts';

/** Stored texts that no schema accepts: longer than any field, or with control characters. */
async function listForeignTexts(database: Queryable): Promise<string[]> {
  const columns = await database.many<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and data_type = 'text' and table_type = 'BASE TABLE'`);
  const looks = columns.map(({ table, column }): Sql => {
    const text = raw(`t.${column}`);
    return sql`(select ${`${table}.${column}: `}::text || left(${text}, 60) as line from ${raw(table)} t
      where length(${text}) > 1000 or ${text} ~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]' limit 3)`;
  });
  return (await database.many<{ line: string }>(join(looks, ' union all '))).map(({ line }) => line);
}

/** Stored rows that violate an invariant or a schema. */
export const listForeignRows = async (database: Queryable): Promise<string[]> => [
  ...(await violatedInvariants(database)),
  ...(await listForeignTexts(database)),
];

/** Creates a worksite that no call refers to; returns a function that reads all its rows as text. */
export async function buildBystanders(server: TestServer): Promise<() => Promise<string[]>> {
  const anna = await signInOnDuty(server, early, {});
  const bruno = await signInOnDuty(server, late, { worksiteId: anna.worksiteId });
  await bruno.offer(await anna.publishedId(anna.shiftId, { message: 'Grazie!' }));
  const ofPeople = 'user_id in (select id from users where worksite_id = $)';
  const listed = Object.entries({
    users: 'worksite_id = $',
    shifts: 'worksite_id = $',
    exchange_requests: 'worksite_id = $',
    worksites: 'id = $',
    notifications: ofPeople,
    sessions: ofPeople,
  }).map(
    ([table, condition]) => sql`select to_jsonb(t)::text as line from ${raw(table)} t
      where ${raw(condition.replace('$', `'${anna.worksiteId}'`))}`,
  );
  return async () => {
    const rows = await server.database.many<{ line: string }>(join(listed, ' union all '));
    return rows.map(({ line }) => line).toSorted();
  };
}
