import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangedList } from '../../domain/events/stream.ts';
import { useSignedIn } from '../auth/session.ts';
import type { Signal } from './eventStream.ts';
import { readAgain } from './readAgain.ts';
import { shareEventStream } from './sharedEventStream.ts';
import { whileInSight } from './whileInSight.ts';

/** The lists that the server names, each with the first part of the keys of the queries that show it. */
const keysOfList: Record<ChangedList, readonly string[]> = {
  shifts: ['calendar-shifts', 'user-shifts'],
  'exchange-requests': ['exchange-requests', 'exchange-request'],
  completed: ['completed'],
  notifications: ['notifications'],
  session: ['session'],
  mail: ['email-config', 'mails'],
  operations: ['operations', 'operation-statistics'],
};

const ownLists = ['shifts', 'exchange-requests', 'completed', 'notifications', 'mail', 'operations'] as const;

/** Keeps what a signed-in person sees up to date without reload or polling. */
export function useEventStream(): void {
  const client = useQueryClient();
  const { id } = useSignedIn().user;
  useEffect(() => {
    const onSignal = (signal: Signal): void => follow(client, signal);
    return whileInSight((isReturn) => {
      if (isReturn) onSignal({ kind: 'resumed' });
      return shareEventStream(`turnario-events-${id}`, readingSince(client), onSignal);
    });
  }, [client, id]);
}

function follow(client: QueryClient, signal: Signal): void {
  switch (signal.kind) {
    case 'opened':
    case 'changed':
      return readListsAgain(client, signal.lists);
    case 'resumed':
      return readListsAgain(client, [...ownLists, 'session']);
    case 'refused':
      return readListsAgain(client, ['session']);
  }
}

/** Answers that come now were asked for no longer ago, in milliseconds. */
const longestCall = 20_000;

/** When, at the earliest, the oldest list was asked for that this page takes for current. */
function readingSince(client: QueryClient): number {
  const keys = new Set(ownLists.flatMap((list) => keysOfList[list]));
  const answered = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => keys.has(String(queryKey[0])) })
    // those that are to be read again will be
    .filter(({ state }) => state.data !== undefined && !state.isInvalidated)
    .map(({ state }) => state.dataUpdatedAt);
  // nothing was asked for before the page itself
  return Math.max(Date.now() - performance.now(), Math.min(Date.now(), ...answered) - longestCall);
}

/** Screens that show these lists read them again now; the others do when they are opened. */
function readListsAgain(client: QueryClient, lists: readonly ChangedList[]): void {
  // a newer server may name lists that this page does not know
  for (const key of lists.flatMap((list) => keysOfList[list] ?? [])) readAgain(client, key);
}
