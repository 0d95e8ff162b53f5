import type { QueryClient } from '@tanstack/react-query';
import { testTag } from '../../domain/notifications/push/rules.ts';
import type { PushPreferences, PushState } from '../../domain/notifications/push/schema.ts';
import { needsAction, type Notification } from '../../domain/notifications/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { freshQuery } from '../data/callQuery.ts';
import { notePushOwner, pushSupport, subscribeHere, unsubscribeHere } from '../data/pushDevice.ts';
import { showChange, useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';

export const pushQuery = freshQuery(['push'], 'GET /api/push');

export async function switchOnHere(publicKey: string, userId: string): Promise<boolean> {
  const subscription = await subscribeHere(publicKey);
  if (!subscription) return false;
  await call('PUT /api/push/device', { body: subscription });
  notePushOwner(userId);
  return true;
}

export function useSwitchOn() {
  const { user } = useSignedIn();
  return useAction({
    run: (publicKey: string) => switchOnHere(publicKey, user.id),
    changes: ['push'],
    done: (isOn) =>
      isOn
        ? { title: 'Notifiche attive', text: 'Le ricevi anche con Turnario chiuso.' }
        : {
            variant: 'info',
            title: 'Notifiche non attive',
            text: 'Il browser non ha avuto il permesso.',
          },
    failed: 'Notifiche non attivate',
    fallback: 'Questo browser non le riceve: riprova, o usa un altro dispositivo.',
  });
}

/** Removes a device; for this one, also ends the browser's subscription. */
export const useRemoveDevice = () =>
  useAction({
    run: async ({ id, isCurrent }: { id: string; isCurrent: boolean }) => {
      if (isCurrent) await unsubscribeHere();
      await call('DELETE /api/push/devices/:id', { params: { id } });
    },
    changes: ['push'],
    done: () => ({ title: 'Dispositivo rimosso', text: 'Non riceve più notifiche.' }),
    failed: 'Dispositivo non rimosso',
    fallback: 'Riprova tra poco.',
  });

const testTexts = {
  delivered: { title: 'Notifica di prova inviata', text: 'Arriva tra pochi secondi.' },
  failed: {
    variant: 'error',
    title: 'La prova non è arrivata',
    text: 'Il servizio di notifiche non risponde: riprova tra poco.',
  },
  gone: {
    variant: 'error',
    title: 'Questo dispositivo non riceve più',
    text: 'L’abbiamo tolto: attiva di nuovo le notifiche da lì.',
  },
} as const;

export const useTryDevice = () =>
  useAction({
    run: (id: string) => call('POST /api/push/devices/:id/test', { params: { id } }),
    changes: ['push'],
    done: ({ outcome }) => testTexts[outcome],
    failed: 'La prova non è partita',
    fallback: 'Riprova tra poco.',
  });

export const useChangePreferences = () =>
  useAction({
    run: (body: PushPreferences) => call('PUT /api/push/preferences', { body, keepalive: true }),
    changes: ['push'],
    optimistic: (client, preferences) =>
      showChange(client, pushQuery.queryKey, (state: PushState) => ({ ...state, preferences })),
    failed: 'Scelta non salvata',
    fallback: 'Riprova tra poco.',
  });

export async function renewDevice(client: QueryClient, userId: string): Promise<void> {
  if (pushSupport() !== 'ready' || globalThis.Notification.permission !== 'granted') return;
  try {
    const { publicKey, devices } = await client.query(pushQuery);
    if (publicKey === null || devices.some(({ isCurrent }) => isCurrent)) return;
    await switchOnHere(publicKey, userId);
    await client.invalidateQueries({ queryKey: pushQuery.queryKey });
  } catch {
    // the profile shows the state; the next visit retries
  }
}

/** Closes shown notifications that are over. */
export async function showPresence(notifications: readonly Notification[]): Promise<void> {
  const asking = notifications.filter(needsAction);
  const tags = new Set([testTag, ...asking.map(({ relatedRequestId, type }) => relatedRequestId ?? type)]);
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) if (!tags.has(shown.tag)) shown.close();
}
