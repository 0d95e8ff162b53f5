import type { ChangedList } from '../../../domain/events/stream.ts';

export interface ChangeEvent {
  users: string[];
  lists: ChangedList[];
  /** Whose call made the change, under the id that their page gave it. */
  by?: { userId: string; changeId: string } | undefined;
}

/** Longer than any page takes from its first answer to its event stream; milliseconds. */
const rememberedFor = 30_000;
const mostEvents = 2_000;

export interface WhatChanged {
  ago: Partial<Record<ChangedList, number>>;
  /** How far back that is known, in milliseconds: no further than was asked, and less where less is remembered. */
  knownFor: number;
}

/** What changed for whom a moment ago: a stream that opens now tells what came after the page's first answers. */
export function createRecentChanges(now: () => number = () => performance.now()) {
  let events: { at: number; event: ChangeEvent }[] = [];
  let knownSince = now();
  return {
    add: (event: ChangeEvent): void => {
      events.push({ at: now(), event });
      if (events.length < 2 * mostEvents) return;
      events = events.slice(-mostEvents);
      knownSince = Math.max(knownSince, events[0]?.at ?? 0);
    },
    /** Changes may have been missed: nothing from before now can be told. */
    forget: (): void => {
      events = [];
      knownSince = now();
    },
    within: (userId: string, milliseconds: number): WhatChanged => {
      const knownFor = Math.min(milliseconds, rememberedFor, now() - knownSince);
      const since = now() - knownFor;
      const ago: WhatChanged['ago'] = {};
      for (const { at, event } of events) {
        if (at < since || !event.users.includes(userId)) continue;
        for (const list of event.lists) ago[list] = now() - at;
      }
      return { ago, knownFor };
    },
  };
}
