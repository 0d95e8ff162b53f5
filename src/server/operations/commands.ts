import type { z } from 'zod';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { judgeDeletion, judgeOperations } from '../../domain/operations/rules.ts';
import type { createOperationSchema, Operation } from '../../domain/operations/schema.ts';
import { notify } from '../notifications/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import { requireOwn, type SignedIn } from '../platform/session/session.ts';
import { listCodeWatchers, listOperationsById, type OperationRow } from './queries.ts';
import { deleteOperationRow, hasOperation, insertOperation, lockOperations } from './queries.write.ts';
import { factsOf, operationOf, viewerOf } from './views.ts';

/**
 * Enters a code for somebody else to review. @throws RefusalError forbidden (somebody else's `userId`), not_signed_in
 * (deactivated meanwhile), operations_not_offered, operation_duplicate (unless the earlier one was rejected)
 */
export async function createOperation(
  context: AppContext,
  signedIn: SignedIn,
  body: z.output<typeof createOperationSchema>,
): Promise<Operation> {
  const { user, worksite } = signedIn;
  requireOwn(signedIn, body.userId);
  const viewer = viewerOf(signedIn);
  requireAllowed(judgeOperations(viewer));
  const { type, code } = body;
  return context.database.transaction(async (tx) => {
    await lockActiveUser(tx, user.id);
    if (await hasOperation(tx, { userId: user.id, type, code })) throw duplicate();
    const now = context.clock.now();
    const description = body.description ?? null;
    const worksiteId = worksite.id;
    const id = await insertOperation(tx, {
      worksiteId,
      userId: user.id,
      type,
      code,
      description,
      enteredBy: signedIn.impersonatorId,
      now,
    });
    await insertAudit(tx, {
      at: now,
      signedIn,
      worksiteId,
      action: 'operation_created',
      targetType: 'operation_code',
      targetId: id,
      after: { type, code },
    });
    await announceCodes(context, tx, worksiteId, [user.id]);
    const [row] = await listOperationsById(tx, [id]);
    return operationOf(requireFound(row ?? null), viewer);
  });
}

function duplicate(): RefusalError {
  const refusal = refuse('operation_duplicate');
  return new RefusalError(refusal, { fields: { code: messageOf(refusal) } });
}

/**
 * Deletes a code: its owner until it is reviewed, the CEO always. The owner is notified if somebody else did it.
 * @throws RefusalError not_found (also for a code the person may not see), operation_processed, forbidden
 */
export async function deleteOperation(context: AppContext, signedIn: SignedIn, id: string): Promise<void> {
  const viewer = viewerOf(signedIn);
  await context.database.transaction(async (tx) => {
    await lockOperations(tx, [id]);
    const [row] = await listOperationsById(tx, [id]);
    const found = requireFound(row ?? null);
    requireAllowed(judgeDeletion(viewer, factsOf(found)));
    await deleteOperationRow(tx, id);
    const now = context.clock.now();
    await insertAudit(tx, {
      at: now,
      signedIn,
      worksiteId: found.worksiteId,
      action: 'operation_deleted',
      targetType: 'operation_code',
      targetId: id,
      before: recordOf(found),
    });
    if (found.userId !== viewer.id) {
      const facts = { fact: 'code_deleted', code: found } as const;
      await notify(tx, [{ userId: found.userId, personId: null, facts, requestId: null }], now);
    }
    await announceCodes(context, tx, found.worksiteId, [found.userId]);
  });
}

/** What is audited of a code: nothing in a person's own words. */
const recordOf = ({ userId, type, code, status }: OperationRow) => ({ userId, type, code, status });

/** Refreshes the lists of the owners, the worksite's reviewers and the CEOs. */
export async function announceCodes(
  context: AppContext,
  tx: Transaction,
  worksiteId: string,
  ownerIds: readonly string[],
): Promise<void> {
  const watchers = await listCodeWatchers(tx, worksiteId, context.settings.ceoEmails);
  announce(tx, [...ownerIds, ...watchers], ['operations']);
}
