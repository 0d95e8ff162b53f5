import { refuse } from '../../domain/errors/refusal.ts';
import { judgeReopening } from '../../domain/operations/rules.ts';
import type { Operation } from '../../domain/operations/schema.ts';
import { notify } from '../notifications/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { DatabaseError } from '../platform/database/errors.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceCodes } from './commands.ts';
import { listOperationsById, type OperationRow } from './queries.ts';
import { clearVerdict, hasOperation, lockOperations } from './queries.write.ts';
import { factsOf, operationOf, viewerOf } from './views.ts';

/**
 * The CEO revokes a verdict: the code is pending again, and its owner is notified. No effect on a pending code.
 * @throws RefusalError operation_reopening_ceo_only, operation_own_code, operation_entered_again, not_found,
 *   not_signed_in (deactivated meanwhile)
 */
export async function reopenOperation(
  context: AppContext,
  signedIn: SignedIn,
  id: string,
): Promise<Operation> {
  const viewer = viewerOf(signedIn);
  if (!viewer.isCeo) throw new RefusalError(refuse('operation_reopening_ceo_only'));
  const reopening = context.database.transaction(async (tx) => {
    await lockOperations(tx, [id]);
    await lockActiveUser(tx, signedIn.user.id);
    const row = await readCode(tx, id);
    const { userId, type, code, status } = row;
    const isEnteredAgain = status === 'rejected' && (await hasOperation(tx, { userId, type, code }));
    const judged = judgeReopening(viewer, factsOf(row), isEnteredAgain);
    if (!judged.ok) throw new RefusalError(judged);
    if (!judged.isRepeat) await takeBack(context, tx, signedIn, row);
    return operationOf(await readCode(tx, id), viewer);
  });
  return reopening.catch((error: unknown) => {
    // its owner entered it again concurrently
    if (error instanceof DatabaseError && error.constraint === 'one_code_a_person') {
      throw new RefusalError(refuse('operation_entered_again'));
    }
    throw error;
  });
}

async function readCode(tx: Transaction, id: string): Promise<OperationRow> {
  const [row] = await listOperationsById(tx, [id]);
  return requireFound(row ?? null);
}

async function takeBack(
  context: AppContext,
  tx: Transaction,
  signedIn: SignedIn,
  { id, worksiteId, userId, type, code, status, reviewerId }: OperationRow,
): Promise<void> {
  if (status === 'pending') return;
  const now = context.clock.now();
  await clearVerdict(tx, id);
  await insertAudit(tx, {
    at: now,
    signedIn,
    worksiteId,
    action: 'operation_reopened',
    targetType: 'operation_code',
    targetId: id,
    before: { status, reviewerId },
    after: { status: 'pending', type, code, userId },
  });
  const facts = { fact: 'code_reopened', code: { type, code }, status } as const;
  await notify(tx, [{ userId, personId: null, facts, requestId: null }], now);
  await announceCodes(context, tx, worksiteId, [userId]);
}
