import type { Query, QueryClient } from '@tanstack/react-query';

/** Asked for and not answered for the first time yet. */
const isComingFirst = ({ state }: Query): boolean => state.fetchStatus !== 'idle' && state.data === undefined;

/** Queries that are read once more after the answer that is on its way. */
const later = new WeakSet<Query>();

/**
 * Reads what has changed: screens that show it ask now, the others when they are opened. A first answer that is on its
 * way may be of before the change, which an invalidation alone would not see: it is shown when it comes, and asked for
 * once more. (Broken off instead, it might never come over a slow line to a busy worksite.)
 *
 * @param key the first part of the queries' keys
 */
export function readAgain(client: QueryClient, key: string): void {
  const queryKey = [key];
  const coming = client.getQueryCache().findAll({ queryKey, type: 'active', predicate: isComingFirst });
  for (const query of coming.filter((one) => !later.has(one))) {
    later.add(query);
    const askOnceMore = (): void => {
      later.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.promise?.then(askOnceMore, askOnceMore);
  }
  void client.invalidateQueries({ queryKey });
}
