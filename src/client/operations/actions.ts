import type {
  CreateOperation,
  Operation,
  ReviewAccount,
  ReviewOperations,
} from '../../domain/operations/schema.ts';
import { HttpError } from '../http/httpError.ts';
import { request } from '../http/request.ts';

export const createOperation = (body: CreateOperation): Promise<Operation> =>
  request('POST', '/api/operations', { body });

/** One verdict on one or several codes; a single one that cannot be decided on is refused as a whole. */
export async function reviewOperations({ ids, status, reason }: ReviewOperations): Promise<ReviewAccount> {
  const [only] = ids;
  if (ids.length > 1 || only === undefined) {
    return request('POST', '/api/operations/review', { body: { ids, status, reason } });
  }
  const reviewed = await request<Operation>('PATCH', `/api/operations/${only}`, { body: { status, reason } });
  return { reviewed: [reviewed], refused: [] };
}

/** Deletes a code; one that is gone already is as good as deleted. */
export async function deleteOperation(id: string, isCeo: boolean): Promise<void> {
  const path = isCeo ? `/api/ceo/operations/${id}` : `/api/operations/${id}`;
  await request<undefined>('DELETE', path).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.code === 'not_found')) throw error;
  });
}
