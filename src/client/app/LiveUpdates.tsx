import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type ChangedList, heartbeatSeconds } from '../../domain/events/stream.ts';
import { everyChangedList, refetchLists } from '../data/lists.ts';

const longestSilence = (2 * heartbeatSeconds + 5) * 1000;

/** Refetches what the server says has changed. Visible tabs share one stream; a hidden one may be suspended. */
export function LiveUpdates({ userId }: { userId: string }): null {
  const client = useQueryClient();
  const isVisible = useSyncExternalStore(
    (listener) => focusManager.subscribe(listener),
    () => focusManager.isFocused(),
  );
  useEffect(() => {
    if (!isVisible) return undefined;
    const leaving = new AbortController();
    follow(`turnario-events-${userId}`, leaving.signal, (lists) => void refetchLists(client, lists));
    return () => leaving.abort();
  }, [client, userId, isVisible]);
  return null;
}

function follow(name: string, signal: AbortSignal, tell: (lists: readonly ChangedList[]) => void): void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<ChangedList[]>) => tell(data));
  signal.addEventListener('abort', () => channel.close());
  const lead = async (): Promise<void> => {
    if (signal.aborted) return;
    openStream(signal, (lists) => [channel.postMessage(lists), tell(lists)]);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const queue = async (): Promise<void> => {
    const { locks } = navigator;
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? lead() : tell(everyChangedList)));
    await locks.request(name, { signal }, lead);
  };
  // plain http has no locks: there each tab has a stream of its own
  queue().catch(lead);
}

/** The browser reconnects by itself, but not after an answer such as 401 or 503, nor when a connection falls silent. */
function openStream(signal: AbortSignal, tell: (lists: readonly ChangedList[]) => void): void {
  const source = new EventSource('/api/events');
  let timer: ReturnType<typeof setTimeout>;
  const reopenIn = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => [source.close(), openStream(signal, tell)], milliseconds);
  };
  const hear = ({ type, data }: MessageEvent<string>): void => {
    reopenIn(longestSilence);
    const { lists = [] } = JSON.parse(data) as { lists?: ChangedList[] };
    tell(type === 'hello' ? everyChangedList : lists);
  };
  for (const type of ['hello', 'changed', 'heartbeat']) source.addEventListener(type, hear);
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED) return;
    tell(['session']);
    reopenIn(5000 + Math.random() * 10_000);
  });
  reopenIn(longestSilence);
  signal.addEventListener('abort', () => [clearTimeout(timer), source.close()]);
}
