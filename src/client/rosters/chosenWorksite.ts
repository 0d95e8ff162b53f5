import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSignedIn } from '../auth/session.ts';
import { worksitesQuery } from '../worksites/api.ts';

const storageKey = 'turnario.worksite';

/**
 * The worksite whose roster is shown and loaded. The CEO chooses one, and finds the last choice again on this device;
 * loaders have their own, which their calls do not name.
 */
export function useChosenWorksite() {
  const { user, worksite } = useSignedIn();
  const query = useQuery({ ...worksitesQuery, enabled: user.isCeo });
  const [lastId, setLastId] = useState(readLast);
  // nobody of the management works shifts
  const worksites = query.data?.filter(({ isRegistrationOpen }) => isRegistrationOpen) ?? [];
  const chosen = worksites.find(({ id }) => id === lastId) ?? worksites[0];
  return {
    query,
    worksites,
    /** Undefined until the CEO's are read, and where there is none. */
    shown: user.isCeo ? chosen : worksite,
    /** For the query of a call. */
    worksiteId: user.isCeo ? chosen?.id : undefined,
    choose: (id: string): void => {
      setLastId(id);
      keepLast(id);
    },
  };
}

function readLast(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function keepLast(id: string): void {
  try {
    localStorage.setItem(storageKey, id);
  } catch {
    // without storage the first one is shown next time
  }
}
