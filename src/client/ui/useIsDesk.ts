import { useSyncExternalStore } from 'react';

// as wide as the `md` of the style sheet
const desk = typeof matchMedia === 'function' ? matchMedia('(min-width: 48rem)') : null;

const subscribe = (onChange: () => void): (() => void) => {
  desk?.addEventListener('change', onChange);
  return () => desk?.removeEventListener('change', onChange);
};

/** Whether there is room for a desk's layout; false where the width is not known. */
export const useIsDesk = (): boolean => useSyncExternalStore(subscribe, () => desk?.matches ?? false);
