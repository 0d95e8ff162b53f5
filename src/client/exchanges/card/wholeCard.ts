import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { exchangeRequestQuery } from '../api.ts';

// A card is drawn from its row in the list. What only some need besides is read when they are opened.

/**
 * Of an own open request whether its offers can be taken and who mirrors it, of a swap of weeks on how many days and what it
 * would change, of one that waits for approval until when.
 */
function hasMoreToTell(row: ExchangeRow, viewerId: string): boolean {
  if (row.kind === 'settimana') return true;
  const isOwn = row.requesterId === viewerId;
  return row.status === 'aperta' && (isOwn || row.weeks !== null || row.isAwaitingApproval);
}

/** The whole card where it tells more than its row; null until it is there. */
export function useWholeCard(row: ExchangeRow, viewerId: string) {
  const enabled = hasMoreToTell(row, viewerId);
  const card = useQuery({ ...exchangeRequestQuery(row.id), enabled });
  const [wasShown, setWasShown] = useState(false);
  // one that was read before it was opened may be older than the row while it is read again
  const isOld = !wasShown && card.isFetching && !card.isFetchedAfterMount;
  const request = enabled && !isOld ? (card.data ?? null) : null;
  if (request && !wasShown) setWasShown(true);
  // another place may have asked for the same one, and failed
  const { error, isFetching, refetch } = card;
  const isError = enabled && card.isError && !request;
  return { request, isPending: enabled && !request && !isError, isError, error, isFetching, refetch };
}

export type WholeCard = ReturnType<typeof useWholeCard>;
