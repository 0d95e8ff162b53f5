import type { Instant } from '../../domain/calendar/day.ts';
import type { Month } from '../../domain/calendar/month.ts';
import type { CsvCell } from '../../domain/csv.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { operationCells } from '../../domain/operations/csv.it.ts';
import {
  type CodeFacts,
  type CodeViewer,
  judgeDeletion,
  judgeOperations,
  judgeReopening,
  judgeReview,
  mayReview,
  spanOfMonth,
  yearOf,
} from '../../domain/operations/rules.ts';
import type {
  Operation,
  OperationList,
  OperationStatistics,
  OperationStatus,
  OperationType,
  OperationView,
  TallyByType,
} from '../../domain/operations/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { RefusalError, requireAllowed } from '../platform/errors/refusalError.ts';
import { type Position, readCursor, writeCursor } from '../platform/http/cursor.ts';
import { everyRow, pageOf } from '../platform/http/pages.ts';
import type { SignedIn } from '../platform/session/session.ts';
import {
  type CodeFilter,
  countOperations,
  listOperations,
  type OperationRow,
  type Tally,
  tallyOperations,
} from './queries.ts';

const pageSize = 50;
const exportedAtOnce = 500;

export const viewerOf = ({ user, worksite, impersonatorId }: SignedIn): CodeViewer => ({
  id: user.id,
  impersonatorId,
  worksiteId: worksite.id,
  variant: worksite.variant,
  isCeo: user.isCeo,
  mayReviewCodes: user.mayReviewCodes,
});

const reviewerOf = ({ reviewerId, reviewerFirstName, reviewerLastName }: OperationRow) =>
  reviewerId === null
    ? null
    : { id: reviewerId, firstName: reviewerFirstName ?? '', lastName: reviewerLastName ?? '' };

export function factsOf(row: OperationRow): CodeFacts {
  const reviewer = reviewerOf(row);
  return {
    userId: row.userId,
    enteredById: row.enteredById,
    worksiteId: row.worksiteId,
    status: row.status,
    reviewer: reviewer && { id: reviewer.id, name: `${reviewer.firstName} ${reviewer.lastName}` },
    rejectionReason: row.rejectionReason,
  };
}

export function operationOf(row: OperationRow, viewer: CodeViewer): Operation {
  const facts = factsOf(row);
  const { id, type, code, description, status, submittedAt, reviewedAt, rejectionReason, userId } = row;
  return {
    id,
    type,
    code,
    description,
    status,
    submittedAt,
    reviewedAt,
    reviewedBy: reviewerOf(row),
    rejectionReason,
    userId,
    user: { id: userId, firstName: row.firstName, lastName: row.lastName },
    worksite: { id: row.worksiteId, name: row.worksiteName },
    // people who only enter codes must not learn what others entered
    othersWithCode: mayReview(viewer) ? row.othersWithCode : null,
    canReview: status === 'pending' && judgeReview(viewer, facts, { status: 'approved', reason: null }).ok,
    canReopen: status !== 'pending' && judgeReopening(viewer, facts, false).ok,
    canDelete: judgeDeletion(viewer, facts).ok,
  };
}

/** Codes that match the filter, newest first. */
export async function listCodes(
  database: Queryable,
  viewer: CodeViewer,
  filter: CodeFilter,
  after: Position | null,
  most: number,
): Promise<Operation[]> {
  const from = after && { submittedAt: after.key, id: after.id };
  const rows = await listOperations(database, filter, from, most);
  return rows.map((row) => operationOf(row, viewer));
}

/** A page of codes. */
export async function readOperations(
  database: Queryable,
  viewer: CodeViewer,
  filter: CodeFilter,
  cursor: string | undefined,
): Promise<OperationList> {
  const codes = await listCodes(database, viewer, filter, readCursor(cursor, 'instant'), pageSize + 1);
  const { shown, nextCursor } = pageOf(codes, pageSize, (last) => writeCursor(last.submittedAt, last.id));
  return {
    operations: shown,
    counts: await countOperations(database, filter),
    nextCursor,
  };
}

/** Every code that matches the filter, as lines of a file, newest first. */
export async function* exportOperations(
  database: Queryable,
  viewer: CodeViewer,
  filter: CodeFilter,
): AsyncGenerator<CsvCell[]> {
  const rows = everyRow<OperationRow>(exportedAtOnce, (last, most) =>
    listOperations(database, filter, last, most),
  );
  for await (const row of rows) yield operationCells(operationOf(row, viewer));
}

/** Counts of the person's own codes of the current month and year. */
export async function readStatistics(
  database: Queryable,
  userId: string,
  now: Instant,
): Promise<OperationStatistics> {
  const year = yearOf(now);
  const tallies = await tallyOperations(database, userId, year, spanOfMonth(year.month));
  return {
    month: year.month,
    ofMonth: sumOf(tallies.filter(({ isOfMonth }) => isOfMonth)),
    ofYear: sumOf(tallies),
  };
}

function sumOf(tallies: readonly Tally[]): TallyByType {
  const count = (type: OperationType, status: OperationStatus): number =>
    tallies
      .filter((tally) => tally.type === type && tally.status === status)
      .reduce((sum, tally) => sum + tally.count, 0);
  const ofType = (type: OperationType) => ({
    pending: count(type, 'pending'),
    approved: count(type, 'approved'),
    rejected: count(type, 'rejected'),
  });
  return { OPP: ofType('OPP'), Case: ofType('Case') };
}

interface AskedFilter {
  type?: OperationType | undefined;
  status?: OperationStatus | undefined;
  month?: Month | undefined;
}

const narrowed = ({ type, status, month }: AskedFilter): Omit<CodeFilter, 'scope'> => ({
  type: type ?? null,
  status: status ?? null,
  span: month === undefined ? null : spanOfMonth(month),
});

/**
 * The codes a person may list: their own or, for reviewers, all of their worksite or only others'.
 * @throws RefusalError operations_not_offered, operation_not_reviewer
 */
export function filterOf(viewer: CodeViewer, asked: AskedFilter & { view: OperationView }): CodeFilter {
  requireAllowed(judgeOperations(viewer));
  if (asked.view === 'own') return { ...narrowed(asked), scope: { userId: viewer.id } };
  if (!mayReview(viewer)) throw new RefusalError(refuse('operation_not_reviewer'));
  const { id: exceptUserId, worksiteId } = viewer;
  const scope = asked.view === 'others' ? { worksiteId, exceptUserId } : { worksiteId };
  return { ...narrowed(asked), scope };
}

/** The codes the CEO lists: those of a worksite, or all. */
export const ceoFilterOf = (asked: AskedFilter & { worksiteId?: string | undefined }): CodeFilter => ({
  ...narrowed(asked),
  scope: asked.worksiteId === undefined ? 'all' : { worksiteId: asked.worksiteId },
});
