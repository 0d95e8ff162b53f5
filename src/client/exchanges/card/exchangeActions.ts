import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import type { Offer } from '../exchangeScreen.ts';

/** What a viewer can do with a request; whatever is not possible has no button. */
export interface CardActions {
  /** `again` after they rejected it. */
  preAccept: 'first' | 'again' | null;
  /** Why they cannot pre-accept, where that needs saying. */
  refusal: string | null;
  canReject: boolean;
  /** Take the own pre-acceptance back. */
  canWithdraw: boolean;
  /** Edit or withdraw an own open request, take or refuse its offers. */
  canManage: boolean;
  /** Take an own closed request off the list, or publish it anew. */
  canClear: boolean;
}

const nothing: CardActions = {
  preAccept: null,
  refusal: null,
  canReject: false,
  canWithdraw: false,
  canManage: false,
  canClear: false,
};

/** The viewer's offer on a request stands. */
export const hasOffer = ({ userHasPreAccepted, isLapsed }: ExchangeRequest): boolean =>
  userHasPreAccepted && !isLapsed;

/** The requester turned the viewer's offer down: what else brings a colleague's request among the refused ones. */
export const wasRefused = (request: ExchangeRequest): boolean =>
  request.tab === 'rifiutati' && !request.isLapsed && !request.userHasRejected && !request.userHasPreAccepted;

/** @param viewerId the signed-in person, who may be the requester */
export function actionsOf(request: ExchangeRequest, viewerId: string): CardActions {
  const isOpen = request.status === 'aperta';
  if (request.requesterId === viewerId) {
    return { ...nothing, canManage: isOpen, canClear: !isOpen && request.status !== 'completata' };
  }
  if (!isOpen) return nothing;
  if (hasOffer(request)) return { ...nothing, canWithdraw: true };
  const { isAllowed, reason } = request.preAccept;
  const canReject = !request.userHasRejected && !wasRefused(request);
  if (isAllowed) return { ...nothing, preAccept: request.userHasRejected ? 'again' : 'first', canReject };
  // that the requester refused the offer is what the card says of it anyway
  return { ...nothing, refusal: wasRefused(request) ? null : reason, canReject };
}

/** An offer of the type that was asked for. */
export const isWanted = ({ requestedShiftType }: ExchangeRequest, { offeredShift }: Offer): boolean =>
  requestedShiftType !== null && offeredShift.shiftType === requestedShiftType;

/** What can be taken before what cannot, and what was asked for before what was not. */
export const offersInOrder = (request: ExchangeRequest): Offer[] =>
  request.preAcceptedBy.toSorted(
    (one, other) =>
      Number(other.confirm.isAllowed) - Number(one.confirm.isAllowed) ||
      Number(isWanted(request, other)) - Number(isWanted(request, one)),
  );
