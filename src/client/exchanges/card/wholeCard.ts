import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { exchangeRequestQuery } from '../api.ts';

// Cards are rendered from their list rows; data that only some need is fetched when they are opened.

/**
 * Own open requests: which offers can be confirmed and the mirror image; weeks: the changing days; requests awaiting
 * approval: the deadline.
 */
function hasMoreToTell(row: ExchangeRow, viewerId: string): boolean {
  if (row.kind === 'settimana') return true;
  const isOwn = row.requesterId === viewerId;
  return row.status === 'aperta' && (isOwn || row.weeks !== null || row.isAwaitingApproval);
}

/** The whole card if it has more data than its row; null until loaded. */
export function useWholeCard(row: ExchangeRow, viewerId: string) {
  const enabled = hasMoreToTell(row, viewerId);
  const card = useQuery({ ...exchangeRequestQuery(row.id), enabled });
  const [wasShown, setWasShown] = useState(false);
  // cached data from before opening may be older than the row until refetched
  const isOld = !wasShown && card.isFetching && !card.isFetchedAfterMount;
  const request = enabled && !isOld ? (card.data ?? null) : null;
  if (request && !wasShown) setWasShown(true);
  // the error may come from another observer of the same query
  const { error, isFetching, refetch } = card;
  const isError = enabled && card.isError && !request;
  return { request, isPending: enabled && !request && !isError, isError, error, isFetching, refetch };
}

export type WholeCard = ReturnType<typeof useWholeCard>;
