import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createStore } from './store.ts';

const covers = createStore<readonly (() => void)[]>([]);

export const useIsCovered = (): boolean => covers.use().length > 0;

/** Makes the browser's Back close an open cover (dialog, sheet). */
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

/** Gives each open cover a history entry, counted in the URL (`?sopra=1`); mounted once, inside the router. */
export function CoverHistory(): null {
  covers.use();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isReturning = useRef(false);
  const follow = useEffectEvent(() => {
    const here = countIn(window.location.search);
    // URL changes made while covered are kept
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
    // a copied URL has no entry of ours below it
    isReturning.current = Boolean((state as { isCover?: true } | null)?.isCover);
    void (isReturning.current ? navigate(open - here) : navigate(withCount(search, open), { replace: true }));
  });
  // a child's layout effect runs before the router's, whose own listener would render the page first
  useLayoutEffect(() => {
    const listen = (): void => follow();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);
  return null;
}
