import sql, { join, type Sql } from 'sql-template-tag';
import type { Span } from '../../domain/operations/rules.ts';
import {
  type Operation,
  type OperationStatus,
  type OperationType,
  operationTypes,
} from '../../domain/operations/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { listPermitted } from '../platform/session/queries.people.ts';

export interface OperationRow extends Pick<
  Operation,
  | 'id'
  | 'type'
  | 'code'
  | 'description'
  | 'status'
  | 'submittedAt'
  | 'reviewedAt'
  | 'rejectionReason'
  | 'userId'
> {
  enteredById: string | null;
  firstName: string;
  lastName: string;
  worksiteId: string;
  worksiteName: string;
  reviewerId: string | null;
  reviewerFirstName: string | null;
  reviewerLastName: string | null;
  /** How many others at the worksite entered it without being rejected. */
  othersWithCode: number;
}

const columns: Sql = sql`
  o.id, o.type, o.code, o.description, o.status, o.submitted_at, o.reviewed_at,
  o.rejection_reason, o.user_id, o.entered_by as entered_by_id,
  u.first_name,
  u.last_name, o.worksite_id, w.name as worksite_name, r.id as reviewer_id,
  r.first_name as reviewer_first_name, r.last_name as reviewer_last_name,
  (select count(*) from operation_codes other
    where other.worksite_id = o.worksite_id and other.type = o.type and other.code = o.code
      and other.user_id <> o.user_id and other.status <> 'rejected') as others_with_code`;

// looked up one by one (`offset 0`): for one page the planner would rather scan all people
const parents: Sql = sql`
  join worksites w on w.id = o.worksite_id
  join lateral (select first_name, last_name from users where id = o.user_id offset 0) u on true
  left join lateral (select id, first_name, last_name from users where id = o.reviewed_by offset 0) r on true`;

export interface CodeFilter {
  /** A person's, a worksite's (all, or all but a person's), or all worksites'. */
  scope: { userId: string } | { worksiteId: string; exceptUserId?: string } | 'all';
  /** Null: both. */
  type: OperationType | null;
  status: OperationStatus | null;
  /** The time of submission. */
  span: Span | null;
}

function conditionsOf({ scope, status, span }: CodeFilter, type: OperationType): Sql {
  const conditions = [sql`o.type = ${type}`];
  if (scope !== 'all') {
    conditions.push(
      'userId' in scope ? sql`o.user_id = ${scope.userId}` : sql`o.worksite_id = ${scope.worksiteId}`,
    );
  }
  if (scope !== 'all' && 'exceptUserId' in scope) conditions.push(sql`o.user_id <> ${scope.exceptUserId}`);
  if (status) conditions.push(sql`o.status = ${status}`);
  if (span) conditions.push(sql`o.submitted_at >= ${span.from} and o.submitted_at < ${span.to}`);
  return join(conditions, ' and ');
}

export type CodeCursor = Pick<OperationRow, 'submittedAt' | 'id'>;

export function listOperations(
  database: Queryable,
  filter: CodeFilter,
  after: CodeCursor | null,
  most: number,
): Promise<OperationRow[]> {
  const later = after
    ? sql`and (o.submitted_at, o.id) < (${after.submittedAt}::timestamptz, ${after.id}::uuid)`
    : sql``;
  // type by type, so that each is read in index order
  const pages = (filter.type ? [filter.type] : operationTypes).map(
    (type) => sql`
      (select o.* from operation_codes o where ${conditionsOf(filter, type)} ${later}
      order by o.submitted_at desc, o.id desc limit ${most})`,
  );
  return database.many<OperationRow>(sql`
    select ${columns}
    from (
      select page.* from (${join(pages, ' union all ')}) page
      order by page.submitted_at desc, page.id desc limit ${most}
    ) o
    ${parents}
    order by o.submitted_at desc, o.id desc`);
}

/** How many codes of each type match the filter, ignoring its type. */
export async function countOperations(
  database: Queryable,
  filter: CodeFilter,
): Promise<Record<OperationType, number>> {
  const counts = operationTypes.map(
    (type) =>
      sql`(select count(*) from operation_codes o where ${conditionsOf(filter, type)}) as ${quoted[type]}`,
  );
  return database.one<Record<OperationType, number>>(sql`select ${join(counts)}`);
}

const quoted: Record<OperationType, Sql> = { OPP: sql`"OPP"`, Case: sql`"Case"` };

/** These codes, unordered; unknown ids are left out. */
export const listOperationsById = (database: Queryable, ids: readonly string[]): Promise<OperationRow[]> =>
  database.many(sql`
    select ${columns} from operation_codes o ${parents} where o.id = any(${[...ids]}::uuid[])`);

export interface Tally {
  type: OperationType;
  status: OperationStatus;
  isOfMonth: boolean;
  count: number;
}

/** A person's codes of a year, counted by type, status and whether they are in the month that begins at `monthStart`. */
export const tallyOperations = (
  database: Queryable,
  userId: string,
  year: Span,
  month: Span,
): Promise<Tally[]> =>
  database.many(sql`
    select type, status, submitted_at >= ${month.from} and submitted_at < ${month.to} as is_of_month, count(*) as count
    from operation_codes
    where user_id = ${userId} and type = any(${[...operationTypes]}::text[])
      and submitted_at >= ${year.from} and submitted_at < ${year.to}
    group by 1, 2, 3`);

/** The people who see a worksite's codes besides their owners: its reviewers, and the CEOs. */
export const listCodeWatchers = (
  database: Queryable,
  worksiteId: string,
  ceoEmails: readonly string[],
): Promise<string[]> => listPermitted(database, 'may_review_codes', worksiteId, ceoEmails);
