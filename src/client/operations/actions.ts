import type { InfiniteData } from '@tanstack/react-query';
import type {
  CreateOperation,
  Operation,
  OperationList,
  ReviewAccount,
  ReviewOperations,
} from '../../domain/operations/schema.ts';
import { changeRows } from '../data/hiding.ts';
import type { Hiding } from '../data/unsent.ts';
import { HttpError } from '../http/httpError.ts';
import { call } from '../http/request.ts';

export const createOperation = (body: CreateOperation): Promise<Operation> =>
  call('POST /api/operations', { body });

/** One verdict on one or several codes; a single one that cannot be decided on is refused as a whole. */
export async function reviewOperations({ ids, status, reason }: ReviewOperations): Promise<ReviewAccount> {
  const [only] = ids;
  if (ids.length > 1 || only === undefined) {
    return call('POST /api/operations/review', { body: { ids, status, reason }, keepalive: true });
  }
  const reviewed = await call('PATCH /api/operations/:id', {
    params: { id: only },
    body: { status, reason },
    keepalive: true,
  });
  return { reviewed: [reviewed], refused: [] };
}

export const reopenOperation = (id: string): Promise<Operation> =>
  call('PATCH /api/operations/:id', { params: { id }, body: { status: 'pending' } });

export async function deleteOperation(id: string, isCeo: boolean): Promise<void> {
  const name = isCeo ? 'DELETE /api/ceo/operations/:id' : 'DELETE /api/operations/:id';
  await call(name, { params: { id }, keepalive: true }).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.code === 'not_found')) throw error;
  });
}

/** A list in which some codes are decided on; they stay in it. */
export const withVerdict =
  (ids: readonly string[], { status, reason }: Pick<ReviewOperations, 'status' | 'reason'>): Hiding =>
  (answer) =>
    ids.reduce(
      (before, id) =>
        changeRows<Operation>(before, id, (row) =>
          row.status === 'pending'
            ? { ...row, status, rejectionReason: reason ?? null, canReview: false, canDelete: false }
            : row,
        ),
      answer,
    );

/** A list of codes as it is without one of them. */
export const withoutCode =
  ({ id, type }: Operation): Hiding =>
  (answer) => {
    const rest = changeRows(answer, id, () => null);
    if (rest === answer) return answer;
    const { pages, ...others } = rest as InfiniteData<OperationList>;
    const fewer = ({ counts, ...page }: OperationList) => ({
      ...page,
      counts: { ...counts, [type]: counts[type] - 1 },
    });
    return { ...others, pages: pages.map(fewer) };
  };
