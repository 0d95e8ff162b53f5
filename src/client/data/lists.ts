import type { Query, QueryClient } from '@tanstack/react-query';
import type { ChangedList } from '../../domain/events/stream.ts';

/** What a change makes old: lists that the server names in its events, and such as only the person's own page changes. */
export type List =
  | ChangedList
  | 'own-sessions'
  | 'calendar-feed'
  | 'push'
  | 'shift-patterns'
  | 'administration';

/** First part of the keys of the queries that show each list. */
const keysOfList: Record<List, readonly string[]> = {
  // what rosters propose is held against the calendar
  shifts: [
    'calendar-shifts',
    'user-shifts',
    'roster-proposals',
    'rosters',
    'roster-grid',
    'roster-unclaimed',
  ],
  // a notification waits as long as its request does
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

/** What the server names in its events. */
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
 * Invalidates the queries of lists; visible ones refetch now.
 *
 * @returns when the visible ones are up to date
 */
export async function refetchLists(client: QueryClient, lists: readonly List[]): Promise<void> {
  // a newer server may name lists that this page does not know
  const keys = new Set(lists.flatMap((list) => keysOfList[list] ?? []));
  const predicate = ({ queryKey }: Query): boolean => keys.has(String(queryKey[0]));
  const coming = client.getQueryCache().findAll({ predicate }).filter(isNotCancelled);
  await Promise.all([
    client.invalidateQueries({ predicate }),
    ...coming.map((query) => askAgain(client, query)),
  ]);
}

/** Whether an answer is on its way which an invalidation does not cancel: a first one, or one that nobody shows yet. */
const isNotCancelled = (query: Query): boolean =>
  query.state.fetchStatus !== 'idle' && !(query.isActive() && query.state.data !== undefined);

/** Such an answer may predate the change. (Cancelled, a first one might never arrive over a slow connection.) */
async function askAgain(client: QueryClient, { promise, queryKey }: Query): Promise<void> {
  await promise?.catch(() => null);
  await client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
}
