import sql, { empty, type Sql } from 'sql-template-tag';
import type { AdminUser, UserGroup } from '../../domain/admin/schema.ts';
import { wordQueryOf } from '../../domain/admin/search.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** Who is looked for: words of names, e-mail and licence, a worksite. */
export interface PeopleFilter {
  search?: string | undefined;
  worksiteId?: string | undefined;
}

/** The last person of a page, by the order of the list. */
export interface PersonCursor {
  lastName: string;
  firstName: string;
  id: string;
}

/** The words of the index `users_by_words`; every beginning of one finds it. */
const words = sql`person_words(u.first_name, u.last_name, u.email, u.taxi_license)`;

function matching({ search, worksiteId }: PeopleFilter): Sql {
  const query = wordQueryOf(search ?? '');
  const found = query === null ? empty : sql`and ${words} @@ ${query}::text::tsquery`;
  const there = worksiteId === undefined ? empty : sql`and u.worksite_id = ${worksiteId}`;
  return sql`u.anonymised_at is null ${found} ${there}`;
}

const columns = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.role,
  u.is_active as "isActive", u.contract_hours as "contractHours",
  u.enable_flexible_shifts as "enableFlexibleShifts", u.taxi_license as "taxiLicense",
  u.phone_number as "phoneNumber", u.may_review_codes as "mayReviewCodes", u.created_at as "createdAt",
  u.last_active_on as "lastActiveOn", u.worksite_id as "worksiteId",
  json_build_object('name', w.name) as worksite`;

/** A page of the people found, by last name and first name. */
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
  return database.many<AdminUser>(sql`
    select ${columns}
    from users u join worksites w on w.id = u.worksite_id
    where ${matching(filter)} ${next}
    order by u.last_name, u.first_name, u.id
    limit ${most}`);
}

/** The worksites in which people are found, by name; without a search those without anybody, too. */
export function listGroups(database: Queryable, filter: PeopleFilter): Promise<UserGroup[]> {
  const isSearching = wordQueryOf(filter.search ?? '') !== null || filter.worksiteId !== undefined;
  return database.many<UserGroup>(sql`
    select w.id as "worksiteId", w.name, w.is_active as "isActive", coalesce(p.people, 0) as "userCount",
      coalesce(p.active, 0) as "activeCount"
    from worksites w
    left join (
      select u.worksite_id, count(*) as people, count(*) filter (where u.is_active) as active
      from users u where ${matching(filter)} group by u.worksite_id
    ) p on p.worksite_id = w.id
    where ${!isSearching} or p.people > 0
    order by lower(w.name)`);
}

/** What the CEO's acts on a person ask first. */
export interface ManagedPerson {
  id: string;
  worksiteId: string;
  firstName: string;
  lastName: string;
  role: Role;
  isActive: boolean;
  mayReviewCodes: boolean;
}

/** A person's row, locked until the transaction ends; null also for an account that is anonymous. */
export function lockPerson(tx: Transaction, userId: string): Promise<ManagedPerson | null> {
  return tx.maybeOne<ManagedPerson>(sql`
    select id, worksite_id as "worksiteId", first_name as "firstName", last_name as "lastName", role,
      is_active as "isActive", may_review_codes as "mayReviewCodes"
    from users where id = ${userId} and anonymised_at is null
    for no key update`);
}
