import { createStore } from './store.ts';

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
}

export interface Toast extends ToastContent {
  /** Tells one toast from the next with the same words. */
  id: number;
}

const store = createStore<Toast | null>(null);
let lastId = 0;

/**
 * Shows a toast in place of the one that is there: one at a time.
 *
 * @returns its id
 */
export function showToast(content: ToastContent): number {
  lastId += 1;
  const id = lastId;
  store.set({ ...content, id });
  return id;
}

/** Takes a toast away, unless another has taken its place. */
export function dismissToast(id: number): void {
  if (store.current?.id === id) store.set(null);
}

export const currentToast = (): Toast | null => store.current;

/** The toast on screen, for the place that draws it. */
export const useCurrentToast = store.use;
