import { offerUpdate } from './appUpdate.ts';

const versionKey = 'turnario.version';
/** A tab that stays open asks for a new version when somebody looks at it, no more often than this. */
const shortestPause = 30 * 60_000;

/** Notes on this device which version runs here; null while developing. */
function noteVersion(): string | null {
  const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? null;
  try {
    if (version !== null) localStorage.setItem(versionKey, version);
  } catch {
    // Without storage nothing is noted.
  }
  return version;
}

/** Registers the background worker, and offers each new version as soon as it is ready to run without network. */
export async function registerWorker(): Promise<void> {
  if (noteVersion() === null || !('serviceWorker' in navigator)) return;
  const wasControlled = navigator.serviceWorker.controller !== null;
  // refused in private windows of some browsers, and where the page came over plain http
  const registration = await navigator.serviceWorker
    .register('/sw.js', { scope: '/', updateViaCache: 'none' })
    .catch(() => null);
  // a browser under test may be told to answer nothing at all
  if (!registration) return;
  const offer = (): void => {
    const { waiting, active } = registration;
    if (waiting && active) offerUpdate(() => change(waiting));
  };
  offer();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  // another tab has changed to the new version: this one still runs the old one
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
    // without network there is nothing new
    registration.update().catch(() => null);
  });
}
