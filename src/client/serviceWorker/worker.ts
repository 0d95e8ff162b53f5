import { isScreen } from '../../domain/screens.ts';
import { openPushed, type PushScope, renewSubscription, showPush } from './push.ts';

// The background worker: keeps the built page so that it opens without network. It never sees an answer of the API:
// what belongs to a person is kept elsewhere (src/client/offline), where signing out removes it.

/** Put in by scripts/serviceWorker.ts: every file of the built client. */
declare const precachedUrls: readonly string[];
/** And which build they are of. */
declare const buildVersion: string;

/** The part of a worker's surroundings that is used here; TypeScript knows either those or a page's. */
interface WorkerScope extends PushScope {
  addEventListener(
    type: 'install' | 'activate' | 'pushsubscriptionchange',
    listener: (event: WorkerEvent) => void,
  ): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: TappedEvent) => void): void;
  skipWaiting(): Promise<void>;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushedEvent extends WorkerEvent {
  data: { text(): string } | null;
}

interface TappedEvent extends WorkerEvent {
  notification: Notification;
}

interface FetchEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = globalThis as unknown as WorkerScope;
const prefix = 'turnario-';
const shell = '/';
const urls = precachedUrls;
const precached = new Set(urls);

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(clean()));
worker.addEventListener('message', ({ data }) => {
  // said by a page whose person chose the new version
  if (data === 'activate') void worker.skipWaiting();
});
worker.addEventListener('push', (event) => event.waitUntil(showPush(worker, event.data?.text())));
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(openPushed(worker, event.notification)),
);
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(worker)));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(isScreen(pathname) ? openShell() : openPage(request));
  else if (precached.has(pathname)) event.respondWith(openFile(pathname, request));
});

async function fill(): Promise<void> {
  const cache = await caches.open(prefix + buildVersion);
  // names of assets change with their content: those that the page has loaded are not loaded again
  const requests = urls.map(
    (url) =>
      new Request(url, {
        cache: url.startsWith('/assets/') ? 'default' : 'reload',
        headers: { accept: url === shell ? 'text/html' : '*/*' },
      }),
  );
  await cache.addAll(requests);
}

/** The former version's files stay: pages that are still open may need more of them. */
async function clean(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(ours.slice(0, -2).map((name) => caches.delete(name)));
}

const ownCache = (): Promise<Cache> => caches.open(prefix + buildVersion);

/** Never from the network, so that the page starts equally fast offline. */
async function openShell(): Promise<Response> {
  return (await (await ownCache()).match(shell)) ?? fetch(shell);
}

/** An address that is no screen: the server says what it is. */
async function openPage(request: Request): Promise<Response> {
  return fetch(request).catch(() => openShell());
}

async function openFile(pathname: string, request: Request): Promise<Response> {
  return (await (await ownCache()).match(pathname)) ?? (await caches.match(pathname)) ?? fetch(request);
}
