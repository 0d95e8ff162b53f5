import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says, below the header, that the device has no network and the page may be older than it looks. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {isOnline ? null : (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center font-medium">
          <WifiOff aria-hidden="true" className="size-5 shrink-0 text-warn" />
          Sei senza rete: ciò che vedi può non essere aggiornato
        </p>
      )}
    </div>
  );
}
