import type { Query, QueryClient } from '@tanstack/react-query';
import type { ChangedList } from '../../domain/events/stream.ts';

/** Lists that a change invalidates: those in server events, and those changed only by the person's own page. */
export type List =
  | ChangedList
  | 'own-sessions'
  | 'calendar-feed'
  | 'push'
  | 'shift-patterns'
  | 'administration';

/** First key elements of the queries that show each list. */
const keysOfList: Record<List, readonly string[]> = {
  // roster proposals are compared with the calendar
  shifts: [
    'calendar-shifts',
    'user-shifts',
    'roster-proposals',
    'rosters',
    'roster-grid',
    'roster-unclaimed',
  ],
  // a notification is pending as long as its request
  'exchange-requests': ['exchange-requests', 'exchange-request', 'notifications'],
  completed: ['completed'],
  notifications: ['notifications'],
  session: ['session'],
  mail: ['email-config', 'mails'],
  operations: ['operations', 'operation-statistics'],
  'own-sessions': ['own-sessions'],
  'calendar-feed': ['calendar-feed'],
  push: ['push'],
  'shift-patterns': ['shift-patterns'],
  administration: [
    'admin',
    'ceo-worksites',
    'ceo-invitations',
    'ceo-people',
    'ceo-audit',
    'ceo-overview',
    'ceo-upkeep',
  ],
};

/** The lists in server events. */
export const liveLists: readonly ChangedList[] = [
  'shifts',
  'exchange-requests',
  'completed',
  'notifications',
  'session',
  'mail',
  'operations',
];

/**
 * Invalidates the queries of these lists; active ones refetch now.
 *
 * @returns resolves when the active ones are up to date
 */
export async function refetchLists(client: QueryClient, lists: readonly List[]): Promise<void> {
  // a newer server may send unknown lists
  const keys = new Set(lists.flatMap((list) => keysOfList[list] ?? []));
  const predicate = ({ queryKey }: Query): boolean => keys.has(String(queryKey[0]));
  const coming = client.getQueryCache().findAll({ predicate }).filter(isNotCancelled);
  await Promise.all([
    client.invalidateQueries({ predicate }),
    ...coming.map((query) => askAgain(client, query)),
  ]);
}

/** Whether a fetch is running that invalidation does not cancel: the first one, or one of an inactive query. */
const isNotCancelled = (query: Query): boolean =>
  query.state.fetchStatus !== 'idle' && !(query.isActive() && query.state.data !== undefined);

/** Such an answer may predate the change. (If cancelled, a first one might never complete on a slow connection.) */
async function askAgain(client: QueryClient, { promise, queryKey }: Query): Promise<void> {
  await promise?.catch(() => null);
  await client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
}
