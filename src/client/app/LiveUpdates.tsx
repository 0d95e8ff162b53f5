import { focusManager, onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { ChangedList } from '../../domain/events/stream.ts';
import { liveLists, refetchLists } from '../data/lists.ts';

/** Refetches what the server says has changed. Visible tabs share one stream; a hidden one may be suspended. */
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
  // plain http has no locks: there each tab has a stream of its own
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
    // a lost connection the browser opens again by itself; an answer such as 401 or 503 closes it
    if (source.readyState !== EventSource.CLOSED) return;
    tell(['session']);
    setTimeout(() => openStream(signal, tell), 5000 + Math.random() * 10_000);
  });
  signal.addEventListener('abort', () => source.close());
}
