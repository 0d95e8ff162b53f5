import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Month } from '../../domain/calendar/month.ts';
import { addressOf } from '../../domain/call.ts';
import type { OperationStatus, OperationType, OperationView } from '../../domain/operations/schema.ts';
import { call } from '../http/request.ts';

/** Whose codes: the viewer's own, those of their worksite or of others there (who reviews them), of all worksites (the CEO). */
export type CodeSource = OperationView | 'all';

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

/** What is asked of the list of all worksites, and of the worksite's or the own one. */
const asked = ({ source, type, status, month, worksiteId }: CodeFilters) => {
  const filters = { type, status: status ?? undefined, month: month ?? undefined };
  return {
    ofAll: { ...filters, worksiteId: worksiteId ?? undefined },
    ofView: { ...filters, view: source === 'all' || source === 'own' ? undefined : source },
  };
};

/** Codes, newest first, page by page; each page knows how many of each type there are. */
export const operationListQuery = (filters: CodeFilters) =>
  infiniteQueryOptions({
    queryKey: ['operations', filters],
    queryFn: ({ pageParam: cursor, signal }) => {
      const { ofAll, ofView } = asked(filters);
      return filters.source === 'all'
        ? call('GET /api/ceo/operations', { query: { ...ofAll, cursor }, signal })
        : call('GET /api/operations', { query: { ...ofView, cursor }, signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

/** Where the file of what is shown can be had. */
export function exportAddress(filters: CodeFilters): string {
  const { ofAll, ofView } = asked(filters);
  return filters.source === 'all'
    ? addressOf('GET /api/ceo/operations/export', { query: ofAll })
    : addressOf('GET /api/operations/export', { query: ofView });
}

/** The viewer's own codes of this month and year, counted. */
export const statisticsQuery = queryOptions({
  queryKey: ['operation-statistics'],
  queryFn: ({ signal }) => call('GET /api/operations/statistics', { signal }),
});
