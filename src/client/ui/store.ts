import { useSyncExternalStore } from 'react';

/** A value outside of components, which they follow. */
export function createStore<Value>(current: Value) {
  const listeners = new Set<() => void>();
  const store = {
    current,
    set: (next: Value): void => {
      store.current = next;
      for (const listener of listeners) listener();
    },
    use: (): Value =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        () => store.current,
      ),
  };
  return store;
}
