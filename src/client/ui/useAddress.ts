import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** The URL's search parameters and a function to change some of them. */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };

  /** Sets or removes (null) parameters; the others stay. */
  const change = useCallback(
    (changes: Record<string, string | null>) => {
      // a late response must not navigate back from another page
      if (window.location.pathname !== pathname) return;
      // the current URL: an earlier change may not have been rendered yet
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
