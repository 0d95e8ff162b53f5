import { useEffect, useState } from 'react';
import { useAddress } from '../ui/useAddress.ts';

/** Milliseconds without a key before the list is asked for. */
const pause = 250;

/** A search whose words stand in the address, under `q`: what is typed, and what is looked for. */
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
