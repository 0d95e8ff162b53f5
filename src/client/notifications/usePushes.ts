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

/** Goes where a tapped notification leads, for the background worker. */
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
    // what came before somebody listened
    workers?.startMessages();
    return () => workers?.removeEventListener('message', open);
  }, [navigate]);
}

/** A new session takes over what its person had switched on in this browser, and ends what somebody else had. */
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

/** The end of notifications whose matter is over. */
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
