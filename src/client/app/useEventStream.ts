import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSignedIn } from '../auth/session.ts';
import { keysOfList, refetchChanged } from '../data/lists.ts';
import type { Signal } from './eventStream.ts';
import { shareEventStream } from './sharedEventStream.ts';

const ownLists = ['shifts', 'exchange-requests', 'completed', 'notifications', 'mail', 'operations'] as const;

/** Keeps what a signed-in person sees up to date without reload or polling. */
export function useEventStream(): void {
  const client = useQueryClient();
  const { id } = useSignedIn().user;
  useEffect(() => {
    const onSignal = (signal: Signal): void => follow(client, signal);
    return whileVisible((isReturn) => {
      if (isReturn) onSignal({ kind: 'resumed' });
      return shareEventStream(`turnario-events-${id}`, readingSince(client), onSignal);
    });
  }, [client, id]);
}

function follow(client: QueryClient, signal: Signal): void {
  switch (signal.kind) {
    case 'opened':
      return refetchChanged(client, signal.lists);
    case 'changed':
      return refetchChanged(client, signal.lists, signal.changeId);
    case 'resumed':
      return refetchChanged(client, [...ownLists, 'session']);
    case 'refused':
      return refetchChanged(client, ['session']);
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

/** Long enough for a look at another app. */
const hiddenFor = 60_000;

/**
 * Keeps something going while the page is in sight: it ends a minute after the page went not visible and begins again
 * when somebody looks.
 *
 * @param begin starts it and answers how to end it; `isReturn` says that it had ended before
 * @returns a function that ends it for good
 */
function whileVisible(begin: (isReturn: boolean) => () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end: (() => void) | null = begin(false);
  const rest = (): void => {
    end?.();
    end = null;
  };
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(rest, hiddenFor);
    else end ??= begin(true);
  };
  // a tab may be opened behind another one
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
    rest();
  };
}
