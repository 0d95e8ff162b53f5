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

/** The requests of one tab, paginated. */
export const exchangeListQuery = (tab: ExchangeTab) =>
  infiniteQueryOptions({
    queryKey: ['exchange-requests', tab],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/exchange-requests/page', { query: { tab, cursor }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

/** The number of requests per tab. Its key is invalidated by every change of requests. */
export const exchangeCountsQuery = queryOptions({
  queryKey: ['exchange-request', 'counts'],
  queryFn: ({ signal }) => call('GET /api/exchange-requests/counts', { signal }),
});

/** One request in any tab; see its `tab`. */
export const exchangeRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['exchange-request', id],
    queryFn: ({ signal }) => call('GET /api/exchange-requests/:id', { params: { id }, signal }),
  });

/** Whether the server answered that it does not exist for the viewer; 400: the id is malformed. */
export const isMissing = (error: unknown): boolean =>
  error instanceof HttpError && [400, 404].includes(error.status);

/** Identifies a swap: an own request with a colleague's offer, or a colleague's request with an own shift. */
export interface RestSought {
  id: string;
  accepterUserId?: string | undefined;
  shiftId?: string | undefined;
}

/** A swap's effect on both people's rest. Its key is invalidated by every change of requests. */
export const restQuery = ({ id, accepterUserId, shiftId }: RestSought) =>
  queryOptions({
    queryKey: ['exchange-request', 'rest', id, accepterUserId, shiftId],
    queryFn: ({ signal }) =>
      call('GET /api/exchange-requests/:id/rest', {
        params: { id },
        query: { accepterUserId, shiftId },
        signal,
      }),
    // depends on both calendars, and colleagues' entries have no events
    staleTime: 0,
  });

/** Swaps awaiting the signed-in person's answer. Its key is invalidated by every change of requests. */
export const waitingQuery = queryOptions({
  queryKey: ['exchange-request', 'waiting'],
  queryFn: ({ signal }) => call('GET /api/exchange-requests/waiting', { signal }),
});

/** Whether the signed-in person approves swaps. */
export function useMayApprove(): boolean {
  const { isCeo, mayApproveSwaps } = useSignedIn().user;
  return isCeo || mayApproveSwaps;
}

/** Swaps awaiting the signed-in person's approval. Its key is invalidated by every change of requests. */
export const approvalsQuery = queryOptions({
  queryKey: ['exchange-request', 'approvals'],
  queryFn: ({ signal }) => call('GET /api/exchange-requests/approvals', { signal }),
});

/** One swap awaiting approval, by its request. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['exchange-request', 'approval', id],
    queryFn: ({ signal }) => call('GET /api/exchange-requests/:id/approval', { params: { id }, signal }),
    staleTime: 0,
  });

/** The signed-in person's completed swaps, newest first, paginated. */
export const completedQuery = infiniteQueryOptions({
  queryKey: ['completed'],
  queryFn: ({ pageParam: cursor, signal }) =>
    call('GET /api/exchanges/completed/page', { query: { cursor }, signal }),
  initialPageParam: firstPage,
  getNextPageParam: (page) => page.nextCursor,
});

/** The signed-in person's number of completed swaps; undefined while unknown. */
export const useCompletedTotal = (): number | undefined =>
  useInfiniteQuery(completedQuery).data?.pages.at(-1)?.total;

/** Offered shift and wanted type; '' and null while not chosen. */
export interface OfferSought {
  kind: Exclude<ExchangeKind, 'giorno'>;
  shiftId: string;
  wanted: ShiftType | null;
  /** A day of the wanted week, for `ferie`. */
  requestedDate: string;
}

/** Takers and mirror image of a possible request. Its key is invalidated by every change of requests. */
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

/** The days to work instead of an own shift's day, each with its number of possible colleagues. */
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
 * The own holiday weeks to offer and, once one is chosen, the weeks available for it.
 *
 * @param shiftId an entry of the offered week; '' if none is chosen
 */
export const holidayWeeksQuery = (shiftId: string) =>
  queryOptions({
    queryKey: ['exchange-request', 'holiday-weeks', shiftId],
    queryFn: ({ signal }) =>
      call('GET /api/exchange-requests/holiday-weeks', { query: { offeredShiftId: shiftId }, signal }),
    // colleagues' holidays have no events
    staleTime: 0,
  });

/** A colleague's pre-acceptance, as the requester sees it. */
export type Offer = ExchangeRequest['preAcceptedBy'][number];
/** The same with only a list row's data. */
export type RowOffer = ExchangeRow['preAcceptedBy'][number];

/** A request as a list row or a whole card. */
export type ShownRequest = ExchangeRow | ExchangeRequest;

export const isCard = (request: ShownRequest): request is ExchangeRequest => 'offeredDuties' in request;
