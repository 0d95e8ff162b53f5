import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryCache,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { SwapReceipt } from '../../domain/exchanges/receipt.ts';
import type { CompletedList } from '../../domain/exchanges/schema.completed.ts';
import type { ExchangePreview, HolidayWeeks } from '../../domain/exchanges/schema.preview.ts';
import type {
  ExchangeKind,
  ExchangeList,
  ExchangeRequest,
  ExchangeTab,
} from '../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import { request } from '../http/request.ts';

const firstPage = '';

/** `path?…`, leaving out what is empty. */
function withQuery(path: string, query: Record<string, string>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
}

/** The requests of one tab, page by page, each page with the counts of all tabs. */
export const exchangeListQuery = (tab: ExchangeTab) =>
  infiniteQueryOptions({
    queryKey: ['exchange-requests', tab],
    queryFn: ({ pageParam, signal }) =>
      request<ExchangeList>('GET', withQuery('/api/exchange-requests', { tab, cursor: pageParam }), {
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

/** One request, wherever it stands now: its `tab` says where. */
export const exchangeRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['exchange-request', id],
    queryFn: ({ signal }) =>
      request<ExchangeRequest>('GET', `/api/exchange-requests/${encodeURIComponent(id)}`, { signal }),
  });

/** The signed-in person's completed swaps, newest first, page by page. */
export const completedQuery = infiniteQueryOptions({
  queryKey: ['completed'],
  queryFn: ({ pageParam, signal }) =>
    request<CompletedList>('GET', withQuery('/api/exchanges/completed', { cursor: pageParam }), { signal }),
  initialPageParam: firstPage,
  getNextPageParam: (page) => page.nextCursor,
});

/** How many swaps the signed-in person has completed; undefined while it is not known. */
export const useCompletedTotal = (): number | undefined =>
  useInfiniteQuery(completedQuery).data?.pages.at(-1)?.total;

/** How many requests each tab holds, by the newest answer for any tab; undefined before the first. Asks for nothing. */
export function useExchangeCounts(): ExchangeList['counts'] | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => newestCounts(cache),
  );
}

function newestCounts(cache: QueryCache): ExchangeList['counts'] | undefined {
  const lists = cache.findAll({ queryKey: ['exchange-requests'] });
  const newest = lists.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt).at(0);
  const data = newest?.state.data as InfiniteData<ExchangeList> | undefined;
  return data?.pages.at(-1)?.counts;
}

/** What is offered for what; '' and null while it is not chosen. */
export interface OfferSought {
  kind: ExchangeKind;
  shiftId: string;
  wanted: ShiftType | null;
  /** A day of the wanted week, for `ferie`. */
  requestedDate: string;
}

/** What publishing it would meet now. Its key makes it follow whatever happens to requests. */
export const previewQuery = ({ kind, shiftId, wanted, requestedDate }: OfferSought) =>
  queryOptions({
    queryKey: ['exchange-request', 'preview', kind, shiftId, wanted, requestedDate],
    queryFn: ({ signal }) => {
      const query = { kind, offeredShiftId: shiftId, requestedShiftType: wanted ?? '', requestedDate };
      return request<ExchangePreview>('GET', withQuery('/api/exchange-requests/preview', query), { signal });
    },
    // colleagues record and change shifts without anybody being told
    staleTime: 0,
  });

/** The receipt of a completed swap. */
export const receiptQuery = (swapId: string) =>
  queryOptions({
    queryKey: ['completed', swapId],
    queryFn: ({ signal }) =>
      request<SwapReceipt>('GET', `/api/exchanges/completed/${encodeURIComponent(swapId)}`, { signal }),
  });

/**
 * The own weeks of holidays that can be offered and, once one of them is chosen, the weeks that can be had for it.
 *
 * @param shiftId a day of the offered week, '' for none yet
 */
export const holidayWeeksQuery = (shiftId: string) =>
  queryOptions({
    queryKey: ['exchange-request', 'holiday-weeks', shiftId],
    queryFn: ({ signal }) =>
      request<HolidayWeeks>(
        'GET',
        withQuery('/api/exchange-requests/holiday-weeks', { offeredShiftId: shiftId }),
        { signal },
      ),
    // colleagues record and change holidays without anybody being told
    staleTime: 0,
  });
