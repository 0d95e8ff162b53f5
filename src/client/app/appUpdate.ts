import { useSyncExternalStore } from 'react';

/** Changes to the new version; ends in a page that is loaded anew. */
type Apply = () => void;

let current: Apply | null = null;
const listeners = new Set<() => void>();

/** Says that a new version is ready, and how to change to it. */
export function offerUpdate(apply: Apply): void {
  current = apply;
  for (const listener of listeners) listener();
}

/** How to change to the new version; null while there is none. */
export const useUpdate = (): Apply | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
