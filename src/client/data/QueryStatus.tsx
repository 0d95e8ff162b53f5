import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { textOf } from '../http/httpError.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

interface QueryStatusProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'isFetching' | 'error' | 'refetch'> & {
    data?: unknown;
  };
  failed: string;
  children?: ReactNode;
}

/** Loading or error state of a query; nothing once it has data, even if a refetch fails. */
export function QueryStatus({ query, failed, children }: QueryStatusProps) {
  if (query.isPending) return children;
  if (!query.isError || query.data !== undefined) return null;
  return (
    <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
      {textOf(query.error, failed)}
    </ErrorState>
  );
}

/** The server's message for a failed call, or the fallback. */
export const failureOf = (error: unknown, fallback: string): string | undefined =>
  error ? textOf(error, fallback) : undefined;
