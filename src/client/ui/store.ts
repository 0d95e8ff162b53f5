import { useSyncExternalStore } from 'react';

/** An observable value outside of components. */
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

/** Reads from local storage: null if absent, undefined without storage. */
export function readStored(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Writes to local storage; null removes the key. */
export function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // without storage or space, the value lasts until the page is closed
  }
}
