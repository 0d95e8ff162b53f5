import type { Month } from '../../domain/calendar/month.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { type CodeViewer, judgeOperations, mayReview, spanOfMonth } from '../../domain/operations/rules.ts';
import type { OperationStatus, OperationType, OperationView } from '../../domain/operations/schema.ts';
import { RefusalError, requireAllowed } from '../platform/errors/refusalError.ts';
import type { CodeFilter } from './queries.ts';

/** What the address of a list asks for. */
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
 * Which codes a person may list: their own, or for who reviews them all of their worksite, or those of others alone.
 *
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

/** Which codes the CEO lists: those of a worksite, or of all. */
export const ceoFilterOf = (asked: AskedFilter & { worksiteId?: string | undefined }): CodeFilter => ({
  ...narrowed(asked),
  scope: asked.worksiteId === undefined ? 'all' : { worksiteId: asked.worksiteId },
});
