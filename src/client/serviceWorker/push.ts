import { subscribeWith } from '../data/pushDevice.ts';
import { call } from '../http/request.ts';

// Notifications of the server while the page is closed. Browsers that know declarative messages show them without this.

/** As `src/server/notifications/push/message.ts` writes it. */
interface PushedMessage {
  notification: { title: string; body: string; tag: string; navigate: string };
  app_badge?: number;
  /** Tags of finished notifications. */
  settled?: string[];
}

/** The part of a window that is used here. */
interface OpenWindow {
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export interface PushScope {
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications' | 'pushManager'>;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  navigator: { setAppBadge?(count: number): Promise<void> };
}

/** Milliseconds after which an unresponsive window is navigated by URL. */
const answerTime = 700;

/** A path within the product, whatever the message says. */
function pathOf(address: string): string {
  if (!URL.canParse(address, location.origin)) return '/';
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}

/** Shows a message; browsers want something shown whatever arrived. */
export async function showPush(scope: PushScope, text: string | undefined): Promise<void> {
  const message = readMessage(text);
  const { title, body, tag, navigate } = message.notification;
  const shown: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    lang: 'it',
    icon: '/icon-192.png',
    renotify: true,
    data: { path: pathOf(navigate) },
  };
  await scope.registration.showNotification(title, shown);
  const settled = new Set(message.settled);
  for (const one of await scope.registration.getNotifications()) if (settled.has(one.tag)) one.close();
  if (message.app_badge !== undefined)
    await scope.navigator.setAppBadge?.(message.app_badge).catch(() => null);
}

function readMessage(text = ''): PushedMessage {
  try {
    const { notification, ...rest } = JSON.parse(text) as PushedMessage;
    const { title, body, tag, navigate } = notification;
    return { ...rest, notification: { title, body, tag, navigate } };
  } catch {
    return { notification: { title: 'Novità in Turnario', body: '', tag: 'turnario', navigate: '/' } };
  }
}

/** A tap opens what the notification is about, in a window that is open already if there is one. */
export async function openPushed(scope: PushScope, notification: Notification): Promise<void> {
  notification.close();
  const { path = '/' } = (notification.data ?? {}) as { path?: string };
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [page] = windows;
  if (!page) return void (await scope.clients.openWindow(path));
  // a browser may not let it come to the front
  await page.focus().catch(() => null);
  // the page navigates itself, to keep unsaved input
  if (!(await isTaken(page, path))) await page.navigate(path).catch(() => scope.clients.openWindow(path));
}

const isTaken = (page: OpenWindow, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), answerTime);
    page.postMessage({ open: path }, [port2]);
  });

/**
 * The browser has ended this subscription, or made another: the server learns the one that counts now, but only where
 * the session of this browser has switched pushes on. Whatever fails is done when the page is opened next.
 */
export async function renewSubscription({ registration }: Pick<PushScope, 'registration'>): Promise<void> {
  try {
    const { publicKey, devices } = await call('GET /api/push');
    if (publicKey === null || !devices.some(({ isCurrent }) => isCurrent)) return;
    await call('PUT /api/push/device', { body: await subscribeWith(registration.pushManager, publicKey) });
  } catch {
    // signed out, without network, or no longer allowed
  }
}
