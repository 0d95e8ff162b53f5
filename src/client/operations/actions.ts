import type {
  CreateOperation,
  Operation,
  ReviewAccount,
  ReviewOperations,
} from '../../domain/operations/schema.ts';
import { HttpError } from '../http/httpError.ts';
import { call } from '../http/request.ts';

export const createOperation = (body: CreateOperation): Promise<Operation> =>
  call('POST /api/operations', { body });

/** One verdict on one or several codes; a single one that cannot be decided on is refused as a whole. */
export async function reviewOperations({ ids, status, reason }: ReviewOperations): Promise<ReviewAccount> {
  const [only] = ids;
  if (ids.length > 1 || only === undefined) {
    return call('POST /api/operations/review', { body: { ids, status, reason } });
  }
  const reviewed = await call('PATCH /api/operations/:id', {
    params: { id: only },
    body: { status, reason },
  });
  return { reviewed: [reviewed], refused: [] };
}

export const reopenOperation = (id: string): Promise<Operation> =>
  call('PATCH /api/operations/:id', { params: { id }, body: { status: 'pending' } });

export async function deleteOperation(id: string, isCeo: boolean): Promise<void> {
  const name = isCeo ? 'DELETE /api/ceo/operations/:id' : 'DELETE /api/operations/:id';
  await call(name, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.code === 'not_found')) throw error;
  });
}
