import { useDeferredValue } from 'react';

/**
 * False at the first render, true at the next: defers content that is slow to render until after the tap's feedback.
 */
export const useNextFrame = (): boolean => useDeferredValue(true, false);
