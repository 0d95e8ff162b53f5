import sql, { type Sql } from 'sql-template-tag';
import type { Day, Week } from '../../domain/calendar/day.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import { judgeUnreserved } from '../../domain/exchanges/approval.ts';
import type { HeldEntry } from '../../domain/exchanges/request.ts';
import type { Participant } from '../../domain/exchanges/rules.ts';
import { typesAbout } from '../../domain/notifications/types.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { requireAllowed } from '../platform/errors/refusalError.ts';
import { dutyColumns, dutyFields } from '../shifts/queries.ts';

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
  /** The cut-off of their worksite. */
  cutoffHours: number;
  taxiLicense: string | null;
  phoneNumber: string | null;
}

/** The person as the swap rules need them. */
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

/** These people by id; unknown ids are missing. */
export async function findPeople(
  database: Queryable,
  ids: readonly string[],
): Promise<Map<string, PersonRow>> {
  const rows = await database.many<PersonRow>(sql`
    select ${personColumns} from ${people} where u.id = any(${[...ids]}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ColleagueRow extends PersonRow {
  /** Their entries on the requested days, by day. */
  entries: HeldEntry[];
}

/**
 * Active colleagues with entries on these days, by id: in standard worksites those with the same hours and role who
 * work then; in a taxi worksite all.
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
 * Everybody whose lists these requests can change: people of the worksite with an entry on one of their days, and
 * people notified of them.
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

/** A person's entries on these days, by day. */
export const listEntries = (
  database: Queryable,
  userId: string,
  days: readonly Day[],
): Promise<HeldEntry[]> =>
  database.many(sql`
    select s.id as shift_id, ${dutyColumns} from shifts s
    where s.user_id = ${userId} and s.day = any(${[...days]}::date[])
    order by s.day`);

/** An entry that may be given in a swap. */
export interface GivenEntry extends HeldEntry {
  /** The request whose waiting swap reserves it; null if not reserved. */
  reservedBy: string | null;
}

export interface NotedDuty extends GivenEntry {
  notes: string | null;
}

const reservedBy: Sql = sql`(
  select p.request_id from pre_acceptances p
  where p.status = 'offerta' and p.reserved_until is not null and p.reserved_shift_ids @> array[s.id]
  limit 1) as reserved_by`;

/** Like `listEntries`, with their reservations. */
export const listGivenEntries = (
  database: Queryable,
  userId: string,
  days: readonly Day[],
): Promise<GivenEntry[]> =>
  database.many(sql`
    select s.id as shift_id, ${reservedBy}, ${dutyColumns} from shifts s
    where s.user_id = ${userId} and s.day = any(${[...days]}::date[])
    order by s.day`);

/** Whether none of these duties is reserved for a waiting swap of another request. */
export function judgeReservations(
  entries: readonly GivenEntry[],
  given: readonly HeldEntry[],
  requestId: string | null,
): Verdict {
  const isTaken = given.some(({ shiftId }) =>
    entries.some(
      (entry) => entry.shiftId === shiftId && entry.reservedBy !== null && entry.reservedBy !== requestId,
    ),
  );
  return judgeUnreserved(isTaken);
}

/** @throws RefusalError exchange_duty_reserved, by `judgeReservations` */
export const requireUnreserved = (...given: Parameters<typeof judgeReservations>): void =>
  void requireAllowed(judgeReservations(...given));

/** Locks the entries of several people on these days until the transaction ends; one list per person, in order, with notes. */
export async function lockEntries(
  tx: Transaction,
  userIds: readonly string[],
  days: readonly Day[],
): Promise<NotedDuty[][]> {
  const rows = await tx.many<NotedDuty & { userId: string }>(sql`
    select s.user_id, s.id as shift_id, s.notes, ${reservedBy}, ${dutyColumns} from shifts s
    where s.user_id = any(${[...userIds]}::uuid[]) and s.day = any(${[...days]}::date[])
    order by s.user_id, s.day
    for update`);
  return userIds.map((id) => rows.filter(({ userId }) => userId === id));
}

export const findEntry = (database: Queryable, userId: string, shiftId: string): Promise<HeldEntry | null> =>
  database.maybeOne(sql`
    select s.id as shift_id, ${dutyColumns} from shifts s where s.id = ${shiftId} and s.user_id = ${userId}`);

export interface RosterSpan extends Week {
  userId: string;
}

/** The entries in each of these spans, in order. */
export async function listRosters(database: Queryable, spans: readonly RosterSpan[]): Promise<Entry[][]> {
  const rosters = await database.many<{ entries: Entry[] }>(sql`
    select (
      select coalesce(json_agg(json_build_object(${dutyFields})), '[]')
      from shifts s where s.user_id = span.user_id and s.day between span.first and span.last) as entries
    from unnest(${spans.map(({ userId }) => userId)}::uuid[], ${spans.map(({ from }) => from)}::date[],
      ${spans.map(({ to }) => to)}::date[]) with ordinality as span (user_id, first, last, place)
    order by span.place`);
  return rosters.map(({ entries }) => entries);
}
