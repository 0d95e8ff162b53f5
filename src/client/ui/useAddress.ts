import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** The parameters of the address, and how to change some of them. */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };

  /** Sets and removes (null) parameters; the other ones stay. */
  const change = useCallback(
    (changes: Record<string, string | null>) => {
      // an answer that comes late must not lead back from another page
      if (window.location.pathname !== pathname) return;
      // the address as it is by now: another change may not have been drawn yet
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      setParameters(next, { preventScrollReset: true, replace: true, state });
    },
    [setParameters, pathname, state],
  );
  return { parameters, change };
}
