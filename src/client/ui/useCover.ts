import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createStore } from './store.ts';

const covers = createStore<readonly (() => void)[]>([]);

export const useIsCovered = (): boolean => covers.use().length > 0;

/** Lets a step back in the browser's history close what covers the page while it is open. */
export function useCover(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const cover = (): void => close();
    covers.set([...covers.current, cover]);
    return () => covers.set(covers.current.filter((one) => one !== cover));
  }, [isOpen]);
}

const entry = { state: { isCover: true } };
const countIn = (search: string): number => Number(new URLSearchParams(search).get('sopra') ?? 0);

function withCount(search: string, count: number) {
  const parameters = new URLSearchParams(search);
  parameters.set('sopra', String(count));
  if (count === 0) parameters.delete('sopra');
  return { pathname: window.location.pathname, search: parameters.toString(), hash: window.location.hash };
}

/** Gives each cover an entry of the history, which the address counts (`?sopra=1`); stands once, in the router. */
export function CoverHistory(): null {
  covers.use();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isReturning = useRef(false);
  const follow = useEffectEvent(() => {
    const here = countIn(window.location.search);
    // what was changed in the address while it was covered stays changed
    if (countIn(search) > here && pathname === window.location.pathname)
      void navigate(withCount(search, here), { replace: true, ...(here > 0 && entry) });
    const closing = isReturning.current ? [] : covers.current.slice(here);
    isReturning.current = false;
    covers.set(covers.current.filter((cover) => !closing.includes(cover)));
    for (const close of closing.toReversed()) close();
  });
  useEffect(() => {
    const isDrawn = pathname === window.location.pathname && search === window.location.search;
    if (isReturning.current || !isDrawn) return;
    const [here, open] = [countIn(search), covers.current.length];
    for (let count = here + 1; count <= open; count += 1) void navigate(withCount(search, count), entry);
    if (here <= open) return;
    // a copied address has no entry of ours beneath it
    isReturning.current = Boolean((state as { isCover?: true } | null)?.isCover);
    void (isReturning.current ? navigate(open - here) : navigate(withCount(search, open), { replace: true }));
  });
  // a child's layout effect runs before that of the router, which listens too and would draw the page first
  useLayoutEffect(() => {
    const listen = (): void => follow();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);
  return null;
}
