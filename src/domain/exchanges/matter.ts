import type { RequestMatter } from '../notifications/matter.it.ts';
import type { User } from '../users/schema.ts';
import { isMirror } from './board.ts';
import { type ExchangeFacts, offerOf, reservedOffer } from './request.ts';

/** The person reading a notification. */
export type Reader = Pick<User, 'id' | 'worksiteId' | 'role' | 'mayApproveSwaps'>;

/**
 * The pending matter of an open request for the reader of a notification.
 * @param personId the person the notification is about
 * @param own the reader's open requests
 */
export function matterOf(
  request: ExchangeFacts,
  reader: Reader,
  personId: string | null,
  own: readonly ExchangeFacts[],
): RequestMatter {
  const { status, closeReason, closedAt, expiresAt, changedAt, createdAt } = request;
  const given = offerOf(request, reader.id);
  const made = personId === null ? undefined : offerOf(request, personId);
  const isRejected = request.rejecterIds.includes(reader.id);
  return {
    status,
    closeReason,
    closedAt,
    expiresAt,
    changedAt,
    answer: isRejected
      ? { status: 'no', givenAt: createdAt }
      : given
        ? { status: given.status, givenAt: given.createdAt }
        : null,
    isMirrored: own.some((one) => isMirror(one, request)),
    offer: made
      ? { status: made.status, madeAt: made.createdAt, isReserved: made.reservedUntil !== null }
      : null,
    awaitedSince: reservedOffer(request)?.reservedSince ?? null,
    mayApprove:
      reader.role === 'admin' || (reader.mayApproveSwaps && reader.worksiteId === request.worksiteId),
  };
}
