import { createStore } from '../ui/store.ts';

/** Activates the new version and reloads; null while there is none. */
const update = createStore<(() => void) | null>(null);

export const offerUpdate = update.set;
export const useUpdate = update.use;
