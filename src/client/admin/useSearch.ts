import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Milliseconds without a key before the list is asked for. */
const pause = 250;

/** A search whose words stand in the address, under `q`: what is typed, and what is looked for. */
export function useSearch(): { typed: string; search: string; setTyped: (typed: string) => void } {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get('q') ?? '';
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return undefined;
    const timer = setTimeout(() => {
      setParameters(
        (current) => {
          const changed = new URLSearchParams(current);
          if (typed.trim() === '') changed.delete('q');
          else changed.set('q', typed.trim());
          return changed;
        },
        { replace: true, preventScrollReset: true },
      );
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, search, setParameters]);
  return { typed, search, setTyped };
}
