import { offerUpdate } from './appUpdate.ts';

const versionKey = 'turnario.version';
/** Minimum milliseconds between update checks of an open tab. */
const shortestPause = 30 * 60_000;

/** Stores the running version on this device; null in development. */
function noteVersion(): string | null {
  const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? null;
  try {
    if (version !== null) localStorage.setItem(versionKey, version);
  } catch {
    // Without storage the version is not kept.
  }
  return version;
}

/** Registers the service worker and offers each new version once it can run offline. */
export async function registerWorker(): Promise<void> {
  if (noteVersion() === null || !('serviceWorker' in navigator)) return;
  const wasControlled = navigator.serviceWorker.controller !== null;
  // refused over plain HTTP and in some browsers' private windows
  const registration = await navigator.serviceWorker
    .register('/sw.js', { scope: '/', updateViaCache: 'none' })
    .catch(() => null);
  // mocked browsers may return nothing
  if (!registration) return;
  const offer = (): void => {
    const { waiting, active } = registration;
    if (waiting && active) offerUpdate(() => change(waiting));
  };
  offer();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  // another tab has activated the new version; this one still runs the old one
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (wasControlled) offerUpdate(() => location.reload());
  });
  lookForUpdates(registration);
}

function change(waiting: ServiceWorker): void {
  if (waiting.state === 'activated') return location.reload();
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') location.reload();
  });
  waiting.postMessage('activate');
}

function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < shortestPause) return;
    askedAt = Date.now();
    // offline: there is nothing to update
    registration.update().catch(() => null);
  });
}
