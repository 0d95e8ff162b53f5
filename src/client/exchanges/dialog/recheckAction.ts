import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExchangeRequest, ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { HttpError } from '../../http/httpError.ts';
import type { PendingAction } from '../actions.ts';
import { exchangeRequestQuery, isCard, type Offer, type ShownRequest } from '../api.ts';
import { describeExchange } from '../card/exchangeView.ts';
import { actionsOf, hasOffer } from '../card/requestState.ts';

type Confirmation = Extract<PendingAction, { kind: 'confirm' }>;

/** The current state of a dialog's action. */
export interface CheckedAction {
  /** The action with the current request; unchanged if the request no longer exists. */
  pending: PendingAction;
  /** Whether other duties than when the dialog was opened would be swapped. */
  isOther: boolean;
  /** Why it is no longer possible, as a complete sentence. */
  refusal: string | null;
}

const offerOn = (request: ExchangeRequest, { userId }: Offer): Offer | undefined =>
  request.preAcceptedBy.find((offer) => offer.userId === userId);

/**
 * @param asked the action when the dialog was opened
 * @param current the current request; null if it no longer exists
 * @param viewerId the signed-in person
 */
export function recheckAction(
  asked: PendingAction,
  current: ShownRequest | null,
  viewerId: string,
): CheckedAction {
  if (!current) return { pending: asked, isOther: false, refusal: 'Questa richiesta non c’è più.' };
  if (asked.kind === 'confirm') return recheckOffer(asked, current, viewerId);
  // only closed requests are cleared
  const closed = asked.kind === 'clear' ? null : closedText(current, viewerId);
  const refusal = closed ?? requestRefusal(asked, current, viewerId);
  const isOther = current.version !== asked.request.version;
  return { pending: refusal ? asked : withRequest(asked, current), isOther, refusal };
}

/** Replaces the request; pre-acceptances need a whole card, and the refetched request is one. */
function withRequest(asked: Exclude<PendingAction, Confirmation>, current: ShownRequest): PendingAction {
  if (asked.kind !== 'pre-accept') return { ...asked, request: current };
  return isCard(current) ? { ...asked, request: current } : asked;
}

function recheckOffer(asked: Confirmation, current: ShownRequest, viewerId: string): CheckedAction {
  const request = isCard(current) ? current : asked.request;
  const offer = offerOn(request, asked.offer);
  const refusal = closedText(request, viewerId) ?? offerRefusal(asked, offer);
  if (!offer) return { pending: asked, isOther: false, refusal };
  const isOther = offer.version !== asked.offer.version;
  // with a refusal, the original duties stay visible next to the reason
  return { pending: refusal ? asked : { ...asked, request, offer }, isOther, refusal };
}

function closedText(request: ExchangeRow, viewerId: string): string | null {
  if (request.status === 'aperta') return null;
  return describeExchange(request, viewerId).note ?? 'La richiesta è chiusa.';
}

function offerRefusal(asked: Confirmation, offer: Offer | undefined): string | null {
  if (!offer) return offerGone(asked.offer.name);
  if (offer.confirm.isAllowed) return null;
  return offer.confirm.reason ?? 'Non potete più scambiare.';
}

const offerGone = (name: string): string => `L’offerta di ${name} non c’è più.`;

function requestRefusal(
  asked: Exclude<PendingAction, Confirmation>,
  request: ExchangeRow,
  viewerId: string,
): string | null {
  const can = actionsOf(request, viewerId);
  switch (asked.kind) {
    case 'refuse':
      return request.preAcceptedBy.some(({ userId }) => userId === asked.offer.userId)
        ? null
        : offerGone(asked.offer.name);
    case 'pre-accept':
      if (can.preAccept) return null;
      if (hasOffer(request)) return 'L’hai già pre-accettata.';
      return can.refusal ?? describeExchange(request, viewerId).note ?? 'Non puoi più accettarla.';
    case 'withdraw':
      return can.canWithdraw ? null : 'La tua pre-accettazione non c’è più.';
    default:
      return null;
  }
}

/** Changes since the dialog was opened. */
export interface Change extends Omit<CheckedAction, 'pending'> {
  /** Called when the person has seen the change: the dialog then asks about the current state. */
  accept: () => void;
}

/** Keeps a dialog's action up to date while it is open. */
export function useRecheckedAction(opened: PendingAction): { pending: PendingAction; change: Change } {
  const [asked, setAsked] = useState(opened);
  const { user } = useSignedIn();
  // changes during a mutation are caused by this dialog
  const isActing = useIsMutating() > 0;
  const { data, error, isFetchedAfterMount } = useQuery({
    ...exchangeRequestQuery(asked.request.id),
    staleTime: 0,
    enabled: !isActing,
  });
  const isGone = error instanceof HttpError && error.status === 404;
  // cached data may be older than the pressed card
  const current = isGone ? null : isFetchedAfterMount && data ? data : asked.request;
  const { pending, ...rest } = recheckAction(asked, current, user.id);
  return { pending, change: { ...rest, accept: () => setAsked(pending) } };
}
