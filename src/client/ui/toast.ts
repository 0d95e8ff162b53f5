import { useSyncExternalStore } from 'react';

export type ToastVariant = 'success' | 'error' | 'info';

export interface ToastContent {
  variant: ToastVariant;
  title: string;
  text?: string | undefined;
  /** Milliseconds until it goes; 4000 for success, 5000 otherwise. */
  duration?: number | undefined;
  /** Where what was made or changed can be seen: 'Vedi'. */
  see?: string | undefined;
  /** Takes it back: 'Annulla'. */
  undo?: (() => void) | undefined;
  /** It is gone, whoever closed it or took its place. */
  onGone?: (() => void) | undefined;
  /** Its time stands still: it is pointed at, or holds the focus. */
  onPause?: (() => void) | undefined;
  onResume?: (() => void) | undefined;
}

export interface Toast extends ToastContent {
  /** Tells one toast from the next with the same words. */
  id: number;
}

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function change(toast: Toast | null): void {
  const last = current;
  current = toast;
  for (const listener of listeners) listener();
  last?.onGone?.();
}

/**
 * Shows a toast in place of the one that is there: one at a time.
 *
 * @returns its id
 */
export function showToast(content: ToastContent): number {
  lastId += 1;
  const id = lastId;
  change({ ...content, id });
  return id;
}

/** Takes a toast away, unless another has taken its place. */
export function dismissToast(id: number): void {
  if (current?.id === id) change(null);
}

export const currentToast = (): Toast | null => current;

/** The toast on screen, for the place that draws it. */
export const useCurrentToast = (): Toast | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentToast);

/** The function that shows a toast. */
export const useToast = (): ((content: ToastContent) => unknown) => showToast;
