import { createStore } from './store.ts';

export type ToastVariant = 'success' | 'error' | 'info';

export interface ToastContent {
  variant: ToastVariant;
  title: string;
  text?: string | undefined;
  /** Milliseconds until it closes; by default 4000 for success, otherwise 5000. */
  duration?: number | undefined;
  /** Link to the created or changed item: 'Vedi'. */
  see?: string | undefined;
  /** The handler of 'Annulla'. */
  undo?: (() => void) | undefined;
}

export interface Toast extends ToastContent {
  /** Distinguishes toasts with the same text. */
  id: number;
}

const store = createStore<Toast | null>(null);
let lastId = 0;

/**
 * Shows a toast, replacing the current one.
 *
 * @returns its id
 */
export function showToast(content: ToastContent): number {
  lastId += 1;
  const id = lastId;
  store.set({ ...content, id });
  return id;
}

/** Closes a toast, unless another has replaced it. */
export function dismissToast(id: number): void {
  if (store.current?.id === id) store.set(null);
}

export const currentToast = (): Toast | null => store.current;

/** The current toast. */
export const useCurrentToast = store.use;
