import type { Person } from './world.ts';

/** Somebody whose screen follows what happens, and connects again when it was cut off. */
export interface Watcher {
  person: Person;
  /** Resolves with true at the next thing it hears, with false when it hears nothing for so long. */
  hears(milliseconds: number): Promise<boolean>;
  readonly connections: number;
  stop(): void;
}

const pauseMs = 300;

/** @param origin of the server */
export function watchStream(origin: string, person: Person): Watcher {
  const stopping = new AbortController();
  const waiting = new Set<() => void>();
  const state = { connections: 0 };
  const hear = (text: string): void => {
    // the comment that keeps the line open says nothing
    if (!text.includes('event: ')) return;
    for (const told of waiting) told();
    waiting.clear();
  };
  const follow = async (): Promise<void> => {
    const response = await fetch(`${origin}/api/events`, {
      headers: { cookie: person.session.client.cookie },
      signal: stopping.signal,
    });
    if (response.status === 401) await person.session.enter();
    if (!response.ok || !response.body) return;
    state.connections += 1;
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) hear(text);
  };
  const keepFollowing = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await follow().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  void keepFollowing();
  return {
    person,
    hears: (milliseconds) =>
      new Promise((resolve) => {
        const told = (): void => {
          clearTimeout(timer);
          resolve(true);
        };
        const timer = setTimeout(() => {
          waiting.delete(told);
          resolve(false);
        }, milliseconds);
        waiting.add(told);
      }),
    get connections() {
      return state.connections;
    },
    stop: () => stopping.abort(),
  };
}
