import { useSyncExternalStore } from 'react';

// the style sheet's `md`
const desk = typeof matchMedia === 'function' ? matchMedia('(min-width: 48rem)') : null;

const subscribe = (onChange: () => void): (() => void) => {
  desk?.addEventListener('change', onChange);
  return () => desk?.removeEventListener('change', onChange);
};

/** Whether the desktop layout fits; false without `matchMedia`. */
export const useIsDesk = (): boolean => useSyncExternalStore(subscribe, () => desk?.matches ?? false);
