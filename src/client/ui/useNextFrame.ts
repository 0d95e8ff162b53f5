import { useDeferredValue } from 'react';

/**
 * False at the first render, true at the one right after: what takes a phone long to draw waits for it, and the finger
 * has its answer before.
 */
export const useNextFrame = (): boolean => useDeferredValue(true, false);
