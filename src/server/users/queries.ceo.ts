import sql, { empty, type Sql } from 'sql-template-tag';
import type { AdminUser, UserGroup, UserListQuery } from '../../domain/admin/schema.ts';
import { instantInRome } from '../../domain/calendar/day.ts';
import { wordQueryOf } from '../../domain/text.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Position } from '../platform/http/cursor.ts';

export type PeopleFilter = Omit<UserListQuery, 'cursor'>;

export type PersonCursor = Pick<AdminUser, 'lastName' | 'firstName' | 'id'>;

/** The words of the index `users_by_words`, matched by prefix. */
const words = sql`person_words(u.first_name, u.last_name, u.email, u.taxi_license)`;

function matching({ search, worksiteId, joinedSince }: PeopleFilter): Sql {
  const query = wordQueryOf(search ?? '');
  const found = query === null ? empty : sql`and ${words} @@ ${query}::text::tsquery`;
  const there = worksiteId === undefined ? empty : sql`and u.worksite_id = ${worksiteId}`;
  const joined =
    joinedSince === undefined ? empty : sql`and u.created_at >= ${instantInRome(joinedSince, '00:00')}`;
  return sql`u.anonymised_at is null ${found} ${there} ${joined}`;
}

const columns = sql`u.id, u.first_name, u.last_name, u.email, u.role,
  u.is_active, u.contract_hours,
  u.enable_flexible_shifts, u.taxi_license,
  u.phone_number, u.may_review_codes, u.may_approve_swaps, u.may_load_shifts, u.created_at,
  u.last_active_on, u.worksite_id,
  json_build_object('name', w.name) as worksite`;

const selectPeople = (where: Sql, order: Sql, most: number): Sql => sql`
  select ${columns}
  from users u join worksites w on w.id = u.worksite_id
  where ${where}
  order by ${order}
  limit ${most}`;

export function listPeople(
  database: Queryable,
  filter: PeopleFilter,
  after: PersonCursor | null,
  most: number,
): Promise<AdminUser[]> {
  const next =
    after === null
      ? empty
      : sql`and (u.last_name, u.first_name, u.id) > (${after.lastName}, ${after.firstName}, ${after.id}::uuid)`;
  return database.many(
    selectPeople(sql`${matching(filter)} ${next}`, sql`u.last_name, u.first_name, u.id`, most),
  );
}

/** Everybody with an account, newest first. */
export function listNewestPeople(
  database: Queryable,
  after: Position | null,
  most: number,
): Promise<AdminUser[]> {
  const next =
    after === null ? empty : sql`and (u.created_at, u.id) < (${after.key}::timestamptz, ${after.id}::uuid)`;
  return database.many(selectPeople(sql`${matching({})} ${next}`, sql`u.created_at desc, u.id desc`, most));
}

/** The worksites with matching people, by name; without a search, also those without people. */
export function listGroups(database: Queryable, filter: PeopleFilter): Promise<UserGroup[]> {
  const { search = '', worksiteId, joinedSince } = filter;
  const isSearching = [wordQueryOf(search) ?? undefined, worksiteId, joinedSince].some(
    (part) => part !== undefined,
  );
  return database.many<UserGroup>(sql`
    select w.id as worksite_id, w.name, w.is_active, coalesce(p.people, 0) as user_count,
      coalesce(p.active, 0) as active_count
    from worksites w
    left join (
      select u.worksite_id, count(*) as people, count(*) filter (where u.is_active) as active
      from users u where ${matching(filter)} group by u.worksite_id
    ) p on p.worksite_id = w.id
    where ${!isSearching} or p.people > 0
    order by lower(w.name)`);
}

export interface CeoAccount {
  id: string;
  email: string;
  role: Role;
  hasPassword: boolean;
  worksiteId: string;
  worksiteName: string;
  /** In the management worksite, which is closed to registration: created from the settings. */
  isOfManagement: boolean;
}

/** The accounts of the listed addresses, and every administrator's. */
export const listCeoAccounts = (database: Queryable, emails: readonly string[]): Promise<CeoAccount[]> =>
  database.many(sql`
    select u.id, u.email, u.role, u.password_hash is not null as has_password, u.worksite_id,
      w.name as worksite_name, not w.is_registration_open as is_of_management
    from (
      select * from users where email = any(${[...emails]}::text[])
      union
      select * from users where role = 'admin' and anonymised_at is null
    ) u
    join worksites w on w.id = u.worksite_id
    order by u.email`);

/** Turns an administrator into an ordinary person. */
export async function takeAdminRole(tx: Transaction, userId: string): Promise<void> {
  await tx.run(
    sql`update users set role = 'operatore', may_review_codes = false, may_approve_swaps = false, may_load_shifts = false where id = ${userId}`,
  );
}

/** Makes a person an administrator, and active: nobody can activate an administrator later. */
export async function giveAdminRole(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`
    update users set role = 'admin', is_active = true, may_review_codes = false, may_approve_swaps = false, may_load_shifts = false where id = ${userId}`);
}
