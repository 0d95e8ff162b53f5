import sql from 'sql-template-tag';
import type { ChangedList } from '../../../domain/events/stream.ts';
import type { Database, Transaction, Unsubscribe } from '../database/database.ts';
import { type ChangeEvent, createRecentChanges, type WhatChanged } from './recentChanges.ts';

/** Where an open event stream takes its events. */
export interface Listener {
  changed(lists: readonly ChangedList[]): void;
  /** Events may have been missed: the screen should read everything again. */
  missed(): void;
}

/** Delivers committed changes to the people they concern, whichever server process they are connected to. */
export interface EventHub {
  subscribe(userId: string, listener: Listener): () => void;
  /** What changed for this person in the last so many milliseconds, as far as that is known. */
  changedWithin(userId: string, milliseconds: number): WhatChanged;
  listenerCount(): number;
  close(): Promise<void>;
}

const channel = 'turnario_events';
// a payload of pg_notify holds 8,000 bytes; an id takes 39 in JSON
const usersPerEvent = 150;

/** What open transactions have to announce. */
const pending = new WeakMap<Transaction, ChangeEvent[]>();

/** Announces, when the transaction commits, that lists changed for these people; all announcements in one statement. */
export function announce(tx: Transaction, userIds: readonly string[], lists: readonly ChangedList[]): void {
  const users = [...new Set(userIds)];
  if (users.length === 0) return;
  const events = pending.get(tx) ?? announceBeforeCommit(tx);
  for (let start = 0; start < users.length; start += usersPerEvent) {
    events.push({ users: users.slice(start, start + usersPerEvent), lists: [...lists] });
  }
}

function announceBeforeCommit(tx: Transaction): ChangeEvent[] {
  const events: ChangeEvent[] = [];
  pending.set(tx, events);
  tx.beforeCommit(async () => {
    pending.delete(tx);
    const payloads = events.map((event) => JSON.stringify(event));
    await tx.run(sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`);
  });
  return events;
}

export async function createEventHub(database: Database): Promise<EventHub> {
  const listeners = new Map<string, Set<Listener>>();
  const recent = createRecentChanges();
  const deliver = (payload: string): void => {
    const event = JSON.parse(payload) as ChangeEvent;
    recent.add(event);
    for (const userId of event.users) {
      for (const listener of listeners.get(userId) ?? []) listener.changed(event.lists);
    }
  };
  const missed = (): void => {
    recent.forget();
    for (const ofUser of listeners.values()) for (const listener of ofUser) listener.missed();
  };
  const stop: Unsubscribe = await database.listen(channel, deliver, missed);
  recent.forget();
  return {
    subscribe: (userId, listener) => subscribe(listeners, userId, listener),
    changedWithin: (userId, milliseconds) => recent.within(userId, milliseconds),
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
