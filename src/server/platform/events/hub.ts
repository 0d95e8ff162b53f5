import type { ChangedList } from '../../../domain/events/stream.ts';
import type { Database, Transaction, Unsubscribe } from '../database/database.ts';

export interface Listener {
  changed(lists: readonly ChangedList[]): void;
  /** Events may have been missed: the page should refetch everything. */
  missed(): void;
}

/** Delivers committed changes to the people concerned, whichever server process they are connected to. */
export interface EventHub {
  subscribe(userId: string, listener: Listener): () => void;
  listenerCount(): number;
  close(): Promise<void>;
}

const channel = 'turnario_events';
// a payload of pg_notify holds 8,000 bytes; an id takes 39 in JSON
const usersPerEvent = 150;

interface ChangeEvent {
  users: string[];
  lists: ChangedList[];
}

interface Announcement {
  lists: readonly ChangedList[];
  users: Set<string>;
}

/** Pending announcements of open transactions, by list. */
const pending = new WeakMap<Transaction, Map<string, Announcement>>();

/** Announces on commit that lists changed for these people; duplicates are sent once. */
export function announce(tx: Transaction, userIds: readonly string[], lists: readonly ChangedList[]): void {
  if (userIds.length === 0) return;
  const announced = pending.get(tx) ?? announceAtEnd(tx);
  const key = lists.join();
  const { users } = announced.get(key) ?? { users: [] };
  announced.set(key, { lists, users: new Set([...users, ...userIds]) });
}

function announceAtEnd(tx: Transaction): Map<string, Announcement> {
  const announced = new Map<string, Announcement>();
  pending.set(tx, announced);
  tx.notify(channel, () => [...announced.values()].flatMap(eventsOf).map((event) => JSON.stringify(event)));
  return announced;
}

function eventsOf({ lists, users }: Announcement): ChangeEvent[] {
  const events: ChangeEvent[] = [];
  const ids = [...users];
  for (let start = 0; start < ids.length; start += usersPerEvent) {
    events.push({ users: ids.slice(start, start + usersPerEvent), lists: [...lists] });
  }
  return events;
}

export async function createEventHub(database: Database): Promise<EventHub> {
  const listeners = new Map<string, Set<Listener>>();
  const deliver = (payload: string): void => {
    const event = JSON.parse(payload) as ChangeEvent;
    for (const userId of event.users) {
      for (const listener of listeners.get(userId) ?? []) listener.changed(event.lists);
    }
  };
  const missed = (): void => {
    for (const ofUser of listeners.values()) for (const listener of ofUser) listener.missed();
  };
  const stop: Unsubscribe = await database.listen(channel, deliver, missed);
  return {
    subscribe: (userId, listener) => subscribe(listeners, userId, listener),
    listenerCount: () => [...listeners.values()].reduce((sum, ofUser) => sum + ofUser.size, 0),
    close: stop,
  };
}

function subscribe(listeners: Map<string, Set<Listener>>, userId: string, listener: Listener): () => void {
  const ofUser = listeners.get(userId) ?? new Set();
  listeners.set(userId, ofUser.add(listener));
  return () => {
    ofUser.delete(listener);
    if (ofUser.size === 0 && listeners.get(userId) === ofUser) listeners.delete(userId);
  };
}
