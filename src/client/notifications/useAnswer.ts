import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import { entryOf } from '../../domain/notifications/types.ts';
import { useSignedIn } from '../auth/session.ts';
import { useAction } from '../data/useAction.ts';
import { changedByExchanges, isPlain, type PendingAction, preAccepting } from '../exchanges/actions.ts';
import { exchangeRequestQuery } from '../exchanges/api.ts';
import { actionsOf } from '../exchanges/card/requestState.ts';

interface AnswerEnds {
  /** It was answered; its row is about to disappear. */
  onDone: () => void;
  /** It must be opened on its page. */
  onOpen: (notification: Notification) => void;
}

/**
 * Answers a notification from its button. Single shifts are pre-accepted at once. Weeks, offers to confirm and actions
 * no longer possible open a dialog (`pending`). A choice between several offers opens the card.
 */
export function useAnswer({ onDone, onOpen }: AnswerEnds) {
  const client = useQueryClient();
  const { user } = useSignedIn();
  const [answeredId, setAnsweredId] = useState<string | null>(null);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const preAccept = useAction({ changes: changedByExchanges, ...preAccepting, onDone });

  const answer = async (notification: Notification): Promise<void> => {
    const { id, relatedRequestId } = notification;
    if (answeredId !== null) return;
    // reviewed on its page first
    if (entryOf(notification.type).asks?.opens) return onOpen(notification);
    if (relatedRequestId === null) return;
    setAnsweredId(id);
    // the current state: the notification's text may be outdated
    const request = await client
      .query({ ...exchangeRequestQuery(relatedRequestId), staleTime: 0 })
      .catch(() => null);
    const next = request && nextStep(request, user.id);
    if (next === 'pre-accept' && request && !(await isPlain(client, request))) {
      setAnsweredId(null);
      setPending({ kind: 'pre-accept', request });
      return;
    }
    if (next === 'pre-accept' && request) {
      preAccept.start(request, { onSettled: () => setAnsweredId(null) });
      return;
    }
    setAnsweredId(null);
    if (next === null || next === 'pre-accept') onOpen(notification);
    else setPending(next);
  };
  return { pending, answeredId, answer };
}

/** What the button does; null opens the request's card. */
function nextStep(request: ExchangeRequest, viewerId: string): PendingAction | 'pre-accept' | null {
  if (request.requesterId === viewerId) {
    const [offer, another] = request.preAcceptedBy;
    return offer && !another ? { kind: 'confirm', request, offer } : null;
  }
  if (actionsOf(request, viewerId).preAccept) return 'pre-accept';
  return { kind: 'pre-accept', request };
}
