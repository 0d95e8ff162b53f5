import type { Instant } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { type Refusal, refuse } from '../../domain/errors/refusal.ts';
import { mostNamedCodes } from '../../domain/operations/notificationTexts.it.ts';
import {
  type CodeVerdict,
  type CodeViewer,
  judgeOperations,
  judgeReview,
  mayReview,
} from '../../domain/operations/rules.ts';
import type { Operation, ReviewAccount } from '../../domain/operations/schema.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceCodes } from './commands.ts';
import { listOperationsById, type OperationRow } from './queries.ts';
import { lockOperations, setVerdict } from './queries.write.ts';
import { factsOf, operationOf, viewerOf } from './views.ts';

interface Refused {
  id: string;
  row: OperationRow | null;
  refusal: Refusal;
}

/**
 * Approves or rejects one code. Of two concurrent decisions the second is refused; repeating the same verdict returns
 * the same result.
 * @throws RefusalError operation_not_reviewer, operation_own_code, operation_already_reviewed, not_found, not_signed_in
 *   (deactivated meanwhile)
 */
export async function reviewOperation(
  context: AppContext,
  signedIn: SignedIn,
  id: string,
  verdict: CodeVerdict,
): Promise<Operation> {
  const { reviewed, refused } = await decide(context, signedIn, [id], verdict);
  const [refusal] = refused;
  if (refusal) throw new RefusalError(refusal.refusal);
  return requireFound(reviewed[0] ?? null);
}

/**
 * Gives several codes the same verdict in one transaction. Codes that cannot be decided are skipped and returned with the reason.
 * @throws RefusalError operation_not_reviewer
 */
export async function reviewOperations(
  context: AppContext,
  signedIn: SignedIn,
  ids: readonly string[],
  verdict: CodeVerdict,
): Promise<ReviewAccount> {
  const { reviewed, refused } = await decide(context, signedIn, ids, verdict);
  return {
    reviewed,
    refused: refused.map(({ id, row, refusal }) => ({
      id,
      code: refusal.code,
      // no code for what this person may not see
      operationCode: refusal.code === 'not_found' ? null : (row?.code ?? null),
      message: messageOf(refusal),
    })),
  };
}

async function decide(
  context: AppContext,
  signedIn: SignedIn,
  wantedIds: readonly string[],
  verdict: CodeVerdict,
): Promise<{ reviewed: Operation[]; refused: Refused[] }> {
  requireAllowed(judgeOperations(viewerOf(signedIn)));
  const ids = [...new Set(wantedIds)];
  return context.database.transaction(async (tx) => {
    await lockOperations(tx, ids);
    // the session was read before waiting for the locks: the permission may have been revoked
    const { mayReviewCodes } = await lockActiveUser(tx, signedIn.user.id);
    const viewer = { ...viewerOf(signedIn), mayReviewCodes };
    if (!mayReview(viewer)) throw new RefusalError(refuse('operation_not_reviewer'));
    const { pending, repeated, refused } = judgeAll(ids, await listOperationsById(tx, ids), viewer, verdict);
    const now = context.clock.now();
    if (pending.length > 0) {
      await setVerdict(tx, idsOf(pending), { ...verdict, reviewerId: viewer.id, now });
      await recordVerdict(tx, signedIn, pending, verdict, now);
      await notifyOwners(context, tx, pending, verdict, now);
    }
    const rows = await listOperationsById(tx, idsOf([...pending, ...repeated]));
    return { reviewed: rows.map((row) => operationOf(row, viewer)), refused };
  });
}

const idsOf = (rows: readonly OperationRow[]): string[] => rows.map(({ id }) => id);

/** Sorts codes into those to decide, those that already have this very verdict, and those that cannot be decided. */
function judgeAll(
  ids: readonly string[],
  rows: readonly OperationRow[],
  viewer: CodeViewer,
  verdict: CodeVerdict,
) {
  const pending: OperationRow[] = [];
  const repeated: OperationRow[] = [];
  const refused: Refused[] = [];
  for (const id of ids) {
    const row = rows.find((candidate) => candidate.id === id) ?? null;
    const judged = row ? judgeReview(viewer, factsOf(row), verdict) : refuse('not_found');
    if (!judged.ok) refused.push({ id, row, refusal: judged });
    else if (row) (judged.isRepeat ? repeated : pending).push(row);
  }
  return { pending, repeated, refused };
}

async function recordVerdict(
  tx: Transaction,
  signedIn: SignedIn,
  rows: readonly OperationRow[],
  { status }: CodeVerdict,
  now: Instant,
): Promise<void> {
  for (const row of rows) {
    await insertAudit(tx, {
      at: now,
      signedIn,
      worksiteId: row.worksiteId,
      action: status === 'approved' ? 'operation_approved' : 'operation_rejected',
      targetType: 'operation_code',
      targetId: row.id,
      before: { status: row.status },
      after: { status, type: row.type, code: row.code, userId: row.userId },
    });
  }
}

/** One notification per owner, for all of their codes. */
async function notifyOwners(
  context: AppContext,
  tx: Transaction,
  rows: readonly OperationRow[],
  verdict: CodeVerdict,
  now: Instant,
): Promise<void> {
  const byOwner = Map.groupBy(rows, ({ userId }) => userId);
  const notifications = [...byOwner].map(([userId, codes]): NewNotification => {
    const named = codes.slice(0, mostNamedCodes);
    const facts = { fact: 'codes_reviewed', codes: named, count: codes.length, ...verdict } as const;
    return { userId, personId: null, facts, requestId: null };
  });
  await notify(tx, notifications, now);
  for (const [worksiteId, codes] of Map.groupBy(rows, (row) => row.worksiteId)) {
    const owners = codes.map(({ userId }) => userId);
    await announceCodes(context, tx, worksiteId, owners);
  }
}
