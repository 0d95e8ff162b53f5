import type { Query, QueryClient } from '@tanstack/react-query';
import type { ChangedList } from '../../domain/events/stream.ts';
import { answerOf, isOwnChange, nextMoment } from '../http/ownChanges.ts';

/** What a change makes old: lists that the server names in its events, and such as only the person's own page changes. */
export type List =
  | ChangedList
  | 'own-sessions'
  | 'calendar-feed'
  | 'push'
  | 'shift-patterns'
  | 'administration';

/** First part of the keys of the queries that show each list. */
export const keysOfList: Record<List, readonly string[]> = {
  // what rosters propose is held against the calendar
  shifts: ['calendar-shifts', 'user-shifts', 'roster-proposals', 'rosters', 'roster-unclaimed'],
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

const isComingFirst = ({ state }: Query): boolean => state.fetchStatus !== 'idle' && state.data === undefined;

const later = new WeakSet<Query>();
/** When each query was last refetched here. */
const refetchedAt = new WeakMap<Query, number>();

/**
 * Invalidates the queries of lists; visible ones refetch now. A first answer still on its way may predate the change,
 * which an invalidation does not see: it is shown when it comes and fetched once more. (Cancelled instead, it might never
 * arrive over a slow connection to a busy worksite.)
 *
 * @param isMeant leaves out queries
 * @returns when the visible ones are up to date
 */
export async function refetchLists(
  client: QueryClient,
  lists: readonly List[],
  isMeant: (query: Query) => boolean = () => true,
): Promise<void> {
  // a newer server may name lists that this page does not know
  const keys = new Set(lists.flatMap((list) => keysOfList[list] ?? []));
  const all = client.getQueryCache().getAll();
  const old = new Set(all.filter((query) => keys.has(String(query.queryKey[0])) && isMeant(query)));
  for (const query of old) {
    if (query.isActive()) refetchedAt.set(query, nextMoment());
    // one that nobody shows yet is being read ahead, for the first time or anew
    const isOnItsWay = query.isActive() ? isComingFirst(query) : query.state.fetchStatus !== 'idle';
    if (!isOnItsWay || later.has(query)) continue;
    later.add(query);
    const askOnceMore = (): void => {
      later.delete(query);
      // given up for a newer call, which comes after the change
      if (!query.isActive() && query.state.fetchStatus !== 'idle') return;
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.promise?.then(askOnceMore, askOnceMore);
  }
  await client.invalidateQueries({ predicate: (query) => old.has(query) });
}

/**
 * Refetches what the server says has changed. Of a change made on this page, what was refetched after its answer is not
 * fetched again: that answer came after the change was stored. Changes of other people have events of their own.
 */
export function refetchChanged(client: QueryClient, lists: readonly ChangedList[], changeId?: string): void {
  if (changeId === undefined || !isOwnChange(changeId)) return void refetchLists(client, lists);
  void answerOf(changeId).then((answered) =>
    refetchLists(client, lists, (query) => !isRefetchedSince(query, answered)),
  );
}

/** A refetch that failed leaves the query invalidated. */
const isRefetchedSince = (query: Query, moment: number): boolean =>
  (refetchedAt.get(query) ?? 0) > moment &&
  (query.state.fetchStatus !== 'idle' || !query.state.isInvalidated);
