import sql, { type Sql } from 'sql-template-tag';
import type { Day } from '../../domain/calendar/day.ts';
import type { HeldEntry } from '../../domain/exchanges/request.ts';
import type { Participant } from '../../domain/exchanges/rules.ts';
import { typesAbout } from '../../domain/notifications/types.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { dutyFields } from '../shifts/queries.ts';

export interface PersonRow {
  id: string;
  worksiteId: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  contractHours: number;
  enableFlexibleShifts: boolean;
  isActive: boolean;
  /** Of their worksite. */
  cutoffHours: number;
  taxiLicense: string | null;
  phoneNumber: string | null;
}

/** As the swap rules see them. */
export const participantOf = (person: PersonRow, variant: WorksiteVariant): PersonRow & Participant => ({
  ...person,
  variant,
});

export const fullName = ({ firstName, lastName }: Pick<PersonRow, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

const personColumns: Sql = sql`
  u.id, u.worksite_id, u.first_name, u.last_name, u.email, u.role,
  u.contract_hours, u.enable_flexible_shifts, u.is_active,
  u.taxi_license, u.phone_number, w.swap_cutoff_hours as cutoff_hours`;

const people: Sql = sql`users u join worksites w on w.id = u.worksite_id`;

export const findPerson = (database: Queryable, id: string): Promise<PersonRow | null> =>
  database.maybeOne(sql`select ${personColumns} from ${people} where u.id = ${id}`);

/** These people, by their ids; who does not exist is missing. */
export async function findPeople(
  database: Queryable,
  ids: readonly string[],
): Promise<Map<string, PersonRow>> {
  const rows = await database.many<PersonRow>(sql`
    select ${personColumns} from ${people} where u.id = any(${[...ids]}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ColleagueRow extends PersonRow {
  /** Their entries of the days asked for, by day. */
  entries: HeldEntry[];
}

/**
 * Active colleagues with entries on these days, by id: in standard worksites those of the same hours and role who work then;
 * in the taxi worksite all, whatever they have.
 */
export function listColleagues(
  database: Queryable,
  person: Pick<PersonRow, 'id' | 'worksiteId' | 'contractHours' | 'role'>,
  variant: WorksiteVariant,
  days: readonly Day[],
): Promise<ColleagueRow[]> {
  const alike =
    variant === 'taxi'
      ? sql``
      : sql`and s.start_time is not null and u.contract_hours = ${person.contractHours} and u.role = ${person.role}`;
  return database.many(sql`
    select ${personColumns}, json_agg(json_build_object('shiftId', s.id, ${dutyFields}) order by s.day) as entries
    from shifts s
    join users u on u.id = s.user_id
    join worksites w on w.id = s.worksite_id
    where s.worksite_id = ${person.worksiteId} and s.day = any(${[...days]}::date[])
      and u.worksite_id = ${person.worksiteId} and u.is_active and u.id <> ${person.id} ${alike}
    group by u.id, w.id
    order by u.id`);
}

/**
 * Whose lists these requests can change: everybody with an entry on one of their days in the worksite, and who was told of
 * them.
 */
export async function listBystanders(
  database: Queryable,
  worksiteId: string,
  days: readonly Day[],
  requestIds: readonly string[],
): Promise<string[]> {
  const rows = await database.many<{ userId: string }>(sql`
    select user_id from shifts
    where worksite_id = ${worksiteId} and day = any(${[...days]}::date[])
    union
    select user_id from notifications
    where related_request_id = any(${[...requestIds]}::uuid[]) and type = any(${typesAbout()}::text[])`);
  return rows.map(({ userId }) => userId);
}
