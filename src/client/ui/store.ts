import { useSyncExternalStore } from 'react';

/** A value outside of components, which they follow. */
export function createStore<Value>(current: Value) {
  const listeners = new Set<() => void>();
  const held = {
    current,
    set: (next: Value): void => {
      held.current = next;
      for (const listener of listeners) listener();
    },
    use: (): Value =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        () => held.current,
      ),
  };
  return held;
}

/** What this device holds under a name: null where that is nothing, undefined where it has no storage. */
export function readStored(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Keeps a text on this device, or removes it (null). */
export function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // without storage, or without room in it, it is known until the page is closed
  }
}
