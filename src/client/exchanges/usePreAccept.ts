import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { useAction } from '../data/useAction.ts';
import { changedByExchanges, preAccepting } from './actions.ts';
import { restQuery } from './api.ts';
import type { PendingAction } from './exchangeScreen.ts';

/**
 * Whether a yes needs no second look: whole weeks and days are worth one, and so is a swap that leaves too little rest.
 * Where rest cannot be asked for, the server's own check remains.
 */
export async function isPlain(client: QueryClient, { id, kind }: ExchangeRequest): Promise<boolean> {
  if (kind !== 'turno') return false;
  const rest = await client.query(restQuery({ id })).catch(() => null);
  return !rest || rest.own.length + rest.other.length === 0;
}

interface PreAcceptEnds {
  /** Where a second look is due. */
  onAsk: (action: PendingAction) => void;
  onDone: () => void;
}

/** Pre-accepts from a button: at once where that is plain, else a dialog asks. */
export function usePreAccept({ onAsk, onDone }: PreAcceptEnds) {
  const client = useQueryClient();
  const action = useAction({ changes: changedByExchanges, ...preAccepting, onDone });
  const [isChecking, setIsChecking] = useState(false);
  // a second tap can come before `isPending` has been drawn
  const isUnderWay = useRef(false);
  const start = async (request: ExchangeRequest): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsChecking(true);
    const isAtOnce = await isPlain(client, request);
    isUnderWay.current = false;
    setIsChecking(false);
    if (isAtOnce) action.start(request);
    else onAsk({ kind: 'pre-accept', request });
  };
  return {
    start: (request: ExchangeRequest) => void start(request),
    isPending: isChecking || action.isPending,
  };
}
