import type { PushSubscriptionKeys } from '../../domain/notifications/push/schema.ts';
import { readStored, store } from '../ui/store.ts';

/** The person this browser receives pushes for; only their new session takes the subscription over. */
const ownerKey = 'turnario.push';

export const pushOwner = (): string | null => readStored(ownerKey) ?? null;
export const notePushOwner = (userId: string | null): void => store(ownerKey, userId);

/** People who declined pushes in this browser. */
const declinedKey = 'turnario.push-declined';

export const declinePushes = (userId: string): void => store(declinedKey, userId);

/** Whether to offer pushes: neither the person nor their browser has answered yet. */
export function mayAskForPushes(userId: string): boolean {
  if (pushSupport() !== 'ready' || Notification.permission !== 'default') return false;
  const declined = readStored(declinedKey);
  return declined !== undefined && declined !== userId;
}

/** `install`: iPhone and iPad require the installed app; `denied`: the person denied the browser permission. */
export type PushSupport = 'ready' | 'denied' | 'install' | 'none';

export function pushSupport(): PushSupport {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (canPush) return Notification.permission === 'denied' ? 'denied' : 'ready';
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || isTouchMac();
  return isApple && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'none';
}

/** iPads identify as Macs. */
const isTouchMac = (): boolean => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/**
 * Subscribes this browser, asking for permission if needed.
 *
 * @returns null if permission is denied
 * @throws Error if the browser cannot subscribe
 */
export async function subscribeHere(publicKey: string): Promise<PushSubscriptionKeys | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('no background worker');
  const { pushManager } = await navigator.serviceWorker.ready;
  return subscribeWith(pushManager, publicKey);
}

/** Subscribes with the server's key, replacing a subscription with another key. */
export async function subscribeWith(
  pushManager: PushManager,
  publicKey: string,
): Promise<PushSubscriptionKeys> {
  const applicationServerKey = bytesOf(publicKey);
  const before = await pushManager.getSubscription();
  if (before && !isSameKey(before.options.applicationServerKey, applicationServerKey))
    await before.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}

/** Ends the subscription, closes its notifications and clears the app badge. */
export async function unsubscribeHere(): Promise<void> {
  if (pushOwner() === null || !('serviceWorker' in navigator)) return;
  notePushOwner(null);
  await navigator.clearAppBadge?.().catch(() => null);
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const isSameKey = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && new Uint8Array(one).join() === other.join();
