import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { exchangeRequestQuery } from '../api.ts';

// A card is drawn from its row in the list. What only some need besides is read when they are opened.

/**
 * Of an own open request whether its offers can be taken and who mirrors it, of a swap of weeks what it would change, of one
 * that waits for approval until when.
 */
const hasMoreToTell = (row: ExchangeRow, viewerId: string): boolean =>
  row.status === 'aperta' && (row.requesterId === viewerId || row.weeks !== null || row.isAwaitingApproval);

/** The whole card where it tells more than its row; null until it is there. */
export function useWholeCard(row: ExchangeRow, viewerId: string) {
  const enabled = hasMoreToTell(row, viewerId);
  const { data, ...query } = useQuery({ ...exchangeRequestQuery(row.id), enabled });
  // one that was read before may be older than the row while it is read again
  const isOld = query.isFetching && !query.isFetchedAfterMount;
  return {
    ...query,
    isPending: enabled && (query.isPending || isOld),
    request: enabled && !isOld ? (data ?? null) : null,
  };
}

export type WholeCard = ReturnType<typeof useWholeCard>;

/** Reads it before the card is opened; where that fails, opening it tries again. */
export function readAhead(client: QueryClient, row: ExchangeRow, viewerId: string): void {
  // of a day for a day the yes needs it
  if (!hasMoreToTell(row, viewerId) && row.kind !== 'giorno') return;
  void client.query(exchangeRequestQuery(row.id)).catch(() => null);
}
