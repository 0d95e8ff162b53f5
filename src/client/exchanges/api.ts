import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { Week } from '../../domain/calendar/day.ts';
import type {
  ExchangeKind,
  ExchangeRequest,
  ExchangeRow,
  ExchangeTab,
} from '../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import { useSignedIn } from '../auth/session.ts';
import { HttpError } from '../http/httpError.ts';
import { call } from '../http/request.ts';

const firstPage = '';

/** The requests of one tab, page by page. */
export const exchangeListQuery = (tab: ExchangeTab) =>
  infiniteQueryOptions({
    queryKey: ['exchange-requests', tab],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/exchange-requests/page', { query: { tab, cursor }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

/** How many requests each tab holds. Its key makes it follow whatever happens to requests. */
export const exchangeCountsQuery = queryOptions({
  queryKey: ['exchange-request', 'counts'],
  queryFn: ({ signal }) => call('GET /api/exchange-requests/counts', { signal }),
});

/** One request, wherever it stands now: its `tab` says where. */
export const exchangeRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['exchange-request', id],
    queryFn: ({ signal }) => call('GET /api/exchange-requests/:id', { params: { id }, signal }),
  });

/** Whether the server has answered that there is no such thing for the viewer; 400: what was asked for can be no id at all. */
export const isMissing = (error: unknown): boolean =>
  error instanceof HttpError && [400, 404].includes(error.status);

/** Whose swap: of an own request with whose offer, of a colleague's with which own shift where several could be given. */
export interface RestSought {
  id: string;
  accepterUserId?: string | undefined;
  shiftId?: string | undefined;
}

/** What a swap would do to the rest of both. Its key makes it follow whatever happens to requests. */
export const restQuery = ({ id, accepterUserId, shiftId }: RestSought) =>
  queryOptions({
    queryKey: ['exchange-request', 'rest', id, accepterUserId, shiftId],
    queryFn: ({ signal }) =>
      call('GET /api/exchange-requests/:id/rest', {
        params: { id },
        query: { accepterUserId, shiftId },
        signal,
      }),
    // entries of both calendars count, and colleagues record theirs without anybody being told
    staleTime: 0,
  });

/** What waits for the signed-in person's answer. Its key makes it follow whatever happens to requests. */
export const waitingQuery = queryOptions({
  queryKey: ['exchange-request', 'waiting'],
  queryFn: ({ signal }) => call('GET /api/exchange-requests/waiting', { signal }),
});

/** Whether the signed-in person approves swaps. */
export function useMayApprove(): boolean {
  const { isCeo, mayApproveSwaps } = useSignedIn().user;
  return isCeo || mayApproveSwaps;
}

/** The swaps that wait for the signed-in person's approval. Its key makes it follow whatever happens to requests. */
export const approvalsQuery = queryOptions({
  queryKey: ['exchange-request', 'approvals'],
  queryFn: ({ signal }) => call('GET /api/exchange-requests/approvals', { signal }),
});

/** One of them, by its request. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['exchange-request', 'approval', id],
    queryFn: ({ signal }) => call('GET /api/exchange-requests/:id/approval', { params: { id }, signal }),
    staleTime: 0,
  });

/** The signed-in person's completed swaps, newest first, page by page. */
export const completedQuery = infiniteQueryOptions({
  queryKey: ['completed'],
  queryFn: ({ pageParam: cursor, signal }) =>
    call('GET /api/exchanges/completed/page', { query: { cursor }, signal }),
  initialPageParam: firstPage,
  getNextPageParam: (page) => page.nextCursor,
});

/** How many swaps the signed-in person has completed; undefined while it is not known. */
export const useCompletedTotal = (): number | undefined =>
  useInfiniteQuery(completedQuery).data?.pages.at(-1)?.total;

/** What is offered for what; '' and null while it is not chosen. */
export interface OfferSought {
  kind: Exclude<ExchangeKind, 'giorno'>;
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
      const query = { kind, offeredShiftId: shiftId, requestedShiftType: wanted ?? undefined, requestedDate };
      return call('GET /api/exchange-requests/preview', { query, signal });
    },
    // colleagues record and change shifts without anybody being told
    staleTime: 0,
  });

/** On which days one could work instead of an own shift's, and how many colleagues could be asked for each. */
export const dayChoicesQuery = (offeredShiftId: string, { from, to }: Week) =>
  queryOptions({
    queryKey: ['exchange-request', 'days', offeredShiftId, from, to],
    queryFn: ({ signal }) =>
      call('GET /api/exchange-requests/days', { query: { offeredShiftId, from, to }, signal }),
    // colleagues record and change shifts without anybody being told
    staleTime: 0,
  });

/** The receipt of a completed swap. */
export const receiptQuery = (swapId: string) =>
  queryOptions({
    queryKey: ['completed', swapId],
    queryFn: ({ signal }) => call('GET /api/exchanges/completed/:id', { params: { id: swapId }, signal }),
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
      call('GET /api/exchange-requests/holiday-weeks', { query: { offeredShiftId: shiftId }, signal }),
    // colleagues record and change holidays without anybody being told
    staleTime: 0,
  });

/** A colleague's pre-acceptance, as the requester sees it. */
export type Offer = ExchangeRequest['preAcceptedBy'][number];
/** The same as far as a list tells. */
export type RowOffer = ExchangeRow['preAcceptedBy'][number];

/** A request as its list has it, or its whole card. */
export type ShownRequest = ExchangeRow | ExchangeRequest;

export const isCard = (request: ShownRequest): request is ExchangeRequest => 'offeredDuties' in request;
