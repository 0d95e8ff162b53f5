import { useSyncExternalStore } from 'react';

export type ToastVariant = 'success' | 'error' | 'info';

export interface ToastContent {
  variant: ToastVariant;
  title: string;
  text?: string | undefined;
  /** Milliseconds until it goes; 4000 for success, 5000 otherwise. */
  duration?: number | undefined;
}

export interface Toast extends ToastContent {
  /** Tells one toast from the next with the same words. */
  id: number;
}

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function change(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one that is there: one at a time. */
function showToast(content: ToastContent): void {
  lastId += 1;
  change({ ...content, id: lastId });
}

/** Takes a toast away, unless another has taken its place. */
export function dismissToast(id: number): void {
  if (current?.id === id) change(null);
}

/** The toast on screen, for the place that draws it. */
export const useCurrentToast = (): Toast | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );

/** The function that shows a toast. */
export const useToast = (): ((content: ToastContent) => void) => showToast;
