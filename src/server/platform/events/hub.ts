import sql from 'sql-template-tag';
import type { ChangedList } from '../../../domain/events/stream.ts';
import type { Database, Transaction, Unsubscribe } from '../database/database.ts';

interface ChangeEvent {
  users: string[];
  lists: ChangedList[];
}

/** Where an open event stream takes its events. */
export interface Listener {
  changed(lists: readonly ChangedList[]): void;
  /** Events may have been missed: the screen should read everything again. */
  missed(): void;
}

/** Delivers committed changes to the people they concern, whichever server process they are connected to. */
export interface EventHub {
  subscribe(userId: string, listener: Listener): () => void;
  listenerCount(): number;
  close(): Promise<void>;
}

const channel = 'turnario_events';
// a payload of pg_notify holds 8,000 bytes; an id takes 39 in JSON
const usersPerEvent = 150;

/** Announces, when the transaction commits, that lists changed for these people. */
export async function announce(
  tx: Transaction,
  userIds: readonly string[],
  lists: readonly ChangedList[],
): Promise<void> {
  const users = [...new Set(userIds)];
  for (let start = 0; start < users.length; start += usersPerEvent) {
    const event: ChangeEvent = { users: users.slice(start, start + usersPerEvent), lists: [...lists] };
    await tx.run(sql`select pg_notify(${channel}, ${JSON.stringify(event)})`);
  }
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
