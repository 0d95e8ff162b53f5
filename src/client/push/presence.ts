import type { QueryClient } from '@tanstack/react-query';
import { needsAction, type Notification } from '../../domain/notifications/schema.ts';
import { pushSupport } from '../data/pushDevice.ts';
import { pushQuery, switchOnHere } from './api.ts';

/** Switches this browser on again for the person who had done so, in the session they have now. */
export async function renewDevice(client: QueryClient, userId: string): Promise<void> {
  if (pushSupport() !== 'ready' || globalThis.Notification.permission !== 'granted') return;
  try {
    const { publicKey, devices } = await client.query({ ...pushQuery, staleTime: 0 });
    if (publicKey === null || devices.some(({ isCurrent }) => isCurrent)) return;
    await switchOnHere(publicKey, userId);
    await client.invalidateQueries({ queryKey: pushQuery.queryKey });
  } catch {
    // the profile says how it stands; another visit tries again
  }
}

/** Whoever looks at the page needs no notification of what is over. */
export async function showPresence(notifications: readonly Notification[]): Promise<void> {
  const asking = notifications.filter(needsAction);
  const tags = new Set(asking.map(({ relatedRequestId, type }) => relatedRequestId ?? type));
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) if (!tags.has(shown.tag)) shown.close();
}
