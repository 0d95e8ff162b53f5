import sql, { empty, type Sql } from 'sql-template-tag';
import type { AuditEntry, AuditFilter } from '../../domain/admin/schema.ts';
import { addDays, instantInRome } from '../../domain/calendar/day.ts';
import type { Queryable } from '../platform/database/database.ts';

export type AuditCursor = Pick<AuditEntry, 'at' | 'id'>;

function matching({ actorId, personId, action, from, to }: AuditFilter): Sql {
  const conditions: Sql[] = [];
  if (actorId !== undefined) conditions.push(sql`a.actor_id = ${actorId}`);
  if (personId !== undefined)
    conditions.push(sql`(a.acted_as_id = ${personId} or a.target_id = ${personId})`);
  if (action !== undefined) conditions.push(sql`a.action = ${action}`);
  if (from !== undefined) conditions.push(sql`a.at >= ${instantInRome(from, '00:00')}`);
  if (to !== undefined) conditions.push(sql`a.at < ${instantInRome(addDays(to, 1), '00:00')}`);
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`, sql`true`);
}

/** A page of the audit, latest first. Names are current: deleted people have none. */
export function listAudit(
  database: Queryable,
  filter: AuditFilter,
  after: AuditCursor | null,
  most: number,
): Promise<AuditEntry[]> {
  const next =
    after === null ? empty : sql`and (a.at, a.id) < (${after.at}::timestamptz, ${after.id}::bigint)`;
  const nameOf = (id: Sql) => sql`(select first_name || ' ' || last_name from users where id = ${id})`;
  const person = (id: Sql) =>
    sql`case when ${id} is not null then json_build_object('id', ${id}, 'name', ${nameOf(id)}) end`;
  return database.many<AuditEntry>(sql`
    select a.id, a.at, ${person(sql`a.actor_id`)} as actor, ${person(sql`a.acted_as_id`)} as acted_as,
      (select name from worksites where id = a.worksite_id) as worksite_name, a.action,
      a.target_type, a.target_id,
      coalesce(${nameOf(sql`a.target_id`)}, (select name from worksites where id = a.target_id)) as target_name,
      a.before, a.after
    from audit_log a
    where ${matching(filter)} ${next}
    order by a.at desc, a.id desc
    limit ${most}`);
}

/** The actors to filter by: the admins. */
export const listActors = (database: Queryable): Promise<{ id: string; name: string }[]> =>
  database.many(sql`
    select u.id, u.first_name || ' ' || u.last_name as name
    from users u join worksites w on w.id = u.worksite_id
    where u.role = 'admin'
    order by u.last_name, u.first_name, u.id`);

export const findName = (database: Queryable, userId: string): Promise<{ id: string; name: string } | null> =>
  database.maybeOne(sql`
    select id, first_name || ' ' || last_name as name from users where id = ${userId}`);
