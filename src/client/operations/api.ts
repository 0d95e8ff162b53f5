import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Month } from '../../domain/calendar/month.ts';
import type {
  OperationList,
  OperationStatistics,
  OperationStatus,
  OperationType,
} from '../../domain/operations/schema.ts';
import { request } from '../http/request.ts';

/** Whose codes: the viewer's own, those of their worksite (who reviews them), of all worksites (the CEO). */
export type CodeSource = 'own' | 'worksite' | 'all';

/** Which codes a screen shows. */
export interface CodeFilters {
  source: CodeSource;
  type: OperationType;
  /** Null: any. */
  status: OperationStatus | null;
  month: Month | null;
  /** Only where all worksites are shown. */
  worksiteId: string | null;
}

/** The address of a list or of its file, with what is asked for. */
function addressOf(filters: CodeFilters, path: string, cursor = ''): string {
  const { source, type, status, month, worksiteId } = filters;
  const query = new URLSearchParams({ type });
  if (source === 'worksite') query.set('view', 'worksite');
  if (status) query.set('status', status);
  if (month) query.set('month', month);
  if (source === 'all' && worksiteId) query.set('worksiteId', worksiteId);
  if (cursor) query.set('cursor', cursor);
  return `${source === 'all' ? '/api/ceo/operations' : '/api/operations'}${path}?${query.toString()}`;
}

/** Codes, newest first, page by page; each page knows how many of each type there are. */
export const operationListQuery = (filters: CodeFilters) =>
  infiniteQueryOptions({
    queryKey: ['operations', filters],
    queryFn: ({ pageParam, signal }) =>
      request<OperationList>('GET', addressOf(filters, '', pageParam), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

/** Where the file of what is shown can be had. */
export const exportAddress = (filters: CodeFilters): string => addressOf(filters, '/export');

/** The viewer's own codes of this month and year, counted. */
export const statisticsQuery = queryOptions({
  queryKey: ['operation-statistics'],
  queryFn: ({ signal }) => request<OperationStatistics>('GET', '/api/operations/statistics', { signal }),
});
