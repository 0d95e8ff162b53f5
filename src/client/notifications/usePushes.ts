import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSignedIn } from '../auth/session.ts';
import { pushOwner, unsubscribeHere } from '../data/pushDevice.ts';
import { runWhenIdle } from '../ui/runWhenIdle.ts';
import { useNotifications } from './api.ts';

export function usePushes(): void {
  useOpenedPushes();
  useRenewal();
  useShownPushes();
}

/** Navigates to a tapped notification's target on the service worker's behalf. */
function useOpenedPushes(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
    const open = ({ data, ports }: MessageEvent): void => {
      const { open: path } = (data ?? {}) as { open?: unknown };
      if (typeof path !== 'string' || !path.startsWith('/')) return;
      ports[0]?.postMessage('taken');
      void navigate(path);
    };
    workers?.addEventListener('message', open);
    // deliver messages queued before the listener was added
    workers?.startMessages();
    return () => workers?.removeEventListener('message', open);
  }, [navigate]);
}

/** Renews the person's push subscription in a new session, and ends somebody else's. */
function useRenewal(): void {
  const client = useQueryClient();
  const { user, isImpersonating } = useSignedIn();
  useEffect(() => {
    const owner = pushOwner();
    if (isImpersonating || owner === null) return;
    const renew = async (): Promise<void> => (await import('../push/api.ts')).renewDevice(client, user.id);
    const settle = owner === user.id ? renew : unsubscribeHere;
    return runWhenIdle([() => void settle().catch(() => null)]);
  }, [client, user.id, isImpersonating]);
}

/** Closes shown notifications that are over. */
function useShownPushes(): void {
  const { user, isImpersonating } = useSignedIn();
  const notifications = useNotifications().data?.pages[0]?.notifications;
  useEffect(() => {
    if (!notifications || isImpersonating || pushOwner() !== user.id) return;
    const show = async (): Promise<void> => (await import('../push/api.ts')).showPresence(notifications);
    const look = (): void => {
      if (document.visibilityState === 'visible') void show().catch(() => null);
    };
    const cancel = runWhenIdle([look]);
    document.addEventListener('visibilitychange', look);
    return () => {
      cancel();
      document.removeEventListener('visibilitychange', look);
    };
  }, [notifications, user.id, isImpersonating]);
}
