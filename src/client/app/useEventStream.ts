import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangedList } from '../../domain/events/stream.ts';
import { useSignedIn } from '../auth/session.ts';
import type { Signal } from './eventStream.ts';
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

/** A page asks for its lists and for the line together: what is no older than this, the line watched from its start. */
const sameMoment = 1000;

const ownLists = ['shifts', 'exchange-requests', 'completed', 'notifications', 'mail', 'operations'] as const;

/** Keeps what a signed-in person sees up to date without reload or polling. */
export function useEventStream(): void {
  const client = useQueryClient();
  const { id } = useSignedIn().user;
  useEffect(() => {
    const onSignal = (signal: Signal): void => follow(client, signal);
    return whileInSight((isReturn) => {
      if (isReturn) onSignal({ kind: 'resumed' });
      return shareEventStream(`turnario-events-${id}`, onSignal);
    });
  }, [client, id]);
}

function follow(client: QueryClient, signal: Signal): void {
  switch (signal.kind) {
    case 'changed':
      return readAgain(client, signal.lists);
    case 'resumed':
      return readAgain(client, [...ownLists, 'session']);
    case 'refused':
      return readAgain(client, ['session']);
    case 'opened':
      return readAgain(client, ownLists, askedForBefore(Date.now() - sameMoment));
  }
}

/** What was answered before `moment`; not what is on its way. */
const askedForBefore = (moment: number) => (query: Query) =>
  query.state.fetchStatus === 'idle' && query.state.dataUpdatedAt < moment;

/** Screens that show these lists read them again now; the others do when they are opened. */
function readAgain(
  client: QueryClient,
  lists: readonly ChangedList[],
  predicate: (query: Query) => boolean = () => true,
): void {
  // a newer server may name lists that this page does not know
  for (const key of lists.flatMap((list) => keysOfList[list] ?? [])) {
    void client.invalidateQueries({ queryKey: [key], predicate });
  }
}
