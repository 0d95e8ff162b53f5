import { focusManager, onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { ChangedList } from '../../domain/events/stream.ts';
import { liveLists, refetchLists } from '../data/lists.ts';

/** Refetches what the event stream reports as changed. Visible tabs share one stream; hidden ones may be suspended. */
export function LiveUpdates({ userId }: { userId: string }): null {
  const client = useQueryClient();
  const isLive = useSyncExternalStore(subscribe, () => focusManager.isFocused() && onlineManager.isOnline());
  useEffect(() => {
    if (!isLive) return undefined;
    const leaving = new AbortController();
    follow(`turnario-events-${userId}`, leaving.signal, (lists) => void refetchLists(client, lists));
    return () => leaving.abort();
  }, [client, userId, isLive]);
  return null;
}

function subscribe(listener: () => void): () => void {
  const stops = [focusManager.subscribe(listener), onlineManager.subscribe(listener)];
  return () => stops.forEach((stop) => stop());
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
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? lead() : tell(liveLists)));
    await locks.request(name, { signal }, lead);
  };
  // without locks (plain HTTP), each tab opens its own stream
  queue().catch(lead);
}

function openStream(signal: AbortSignal, tell: (lists: readonly ChangedList[]) => void): void {
  if (signal.aborted) return;
  const source = new EventSource('/api/events');
  source.addEventListener('hello', () => tell(liveLists));
  source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
    tell((JSON.parse(data) as { lists: ChangedList[] }).lists);
  });
  source.addEventListener('error', () => {
    // the browser reconnects by itself after a lost connection, but not after a response such as 401 or 503
    if (source.readyState !== EventSource.CLOSED) return;
    tell(['session']);
    setTimeout(() => openStream(signal, tell), 5000 + Math.random() * 10_000);
  });
  signal.addEventListener('abort', () => source.close());
}
