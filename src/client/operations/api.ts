import type { Month } from '../../domain/calendar/month.ts';
import { addressOf } from '../../domain/call.ts';
import type { OperationStatus, OperationType, OperationView } from '../../domain/operations/schema.ts';
import { callQuery, pagedQuery } from '../data/callQuery.ts';

/** Whose codes: the viewer's own, those of their worksite or of others there (who reviews them), of all worksites (the CEO). */
export type CodeSource = OperationView | 'all';

export interface CodeFilters {
  source: CodeSource;
  type: OperationType;
  /** Null: any. */
  status: OperationStatus | null;
  month: Month | null;
  /** Only where all worksites are shown. */
  worksiteId: string | null;
}

const asked = ({ source, type, status, month, worksiteId }: CodeFilters) => {
  const filters = { type, status: status ?? undefined, month: month ?? undefined };
  return {
    ofAll: { ...filters, worksiteId: worksiteId ?? undefined },
    ofView: { ...filters, view: source === 'all' || source === 'own' ? undefined : source },
  };
};

export const operationListQuery = (filters: CodeFilters) =>
  filters.source === 'all'
    ? pagedQuery(['operations', filters], 'GET /api/ceo/operations/page', asked(filters).ofAll)
    : pagedQuery(['operations', filters], 'GET /api/operations/page', asked(filters).ofView);

export function exportAddress(filters: CodeFilters): string {
  const { ofAll, ofView } = asked(filters);
  return filters.source === 'all'
    ? addressOf('GET /api/ceo/operations/export', { query: ofAll })
    : addressOf('GET /api/operations/export', { query: ofView });
}

export const statisticsQuery = callQuery(['operation-statistics'], 'GET /api/operations/statistics');
