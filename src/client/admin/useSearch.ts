import { useEffect, useState } from 'react';
import { useAddress } from '../ui/useAddress.ts';

/** Debounce time in milliseconds. */
const pause = 250;

/** A search stored in the URL's `q`: the typed text and the debounced search. */
export function useSearch(): { typed: string; search: string; setTyped: (typed: string) => void } {
  const { parameters, change } = useAddress();
  const search = parameters.get('q') ?? '';
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return undefined;
    const timer = setTimeout(() => change({ q: typed.trim() || null }), pause);
    return () => clearTimeout(timer);
  }, [typed, search, change]);
  return { typed, search, setTyped };
}
