import { createStore } from '../ui/store.ts';

/** Changes to the new version, which ends in a reload; null while there is none. */
const update = createStore<(() => void) | null>(null);

export const offerUpdate = update.set;
export const useUpdate = update.use;
