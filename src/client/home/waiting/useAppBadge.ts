import { useEffect } from 'react';
import { useSignedIn } from '../../auth/session.ts';
import { pushOwner } from '../../data/pushDevice.ts';

/** The number on the icon of the installed app, where its person has switched notifications on in this browser. */
export function useAppBadge(count: number | undefined): void {
  const { user, isImpersonating } = useSignedIn();
  useEffect(() => {
    if (count === undefined || isImpersonating || pushOwner() !== user.id) return;
    const show = (): void => {
      if (document.visibilityState === 'visible') void navigator.setAppBadge?.(count).catch(() => null);
    };
    show();
    // a push that came meanwhile has set what was true then
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [count, user.id, isImpersonating]);
}
