import { useIsWaiting } from './patience.ts';
import { Spinner } from './Spinner.tsx';

/** Says why a tap has not had its effect yet: the server does not answer, and is asked again. */
export function PatienceNote() {
  const isWaiting = useIsWaiting();
  return (
    <div
      aria-live="polite"
      // where the toasts stand too; what lies below it can still be pressed
      className="pointer-events-none fixed inset-x-4 top-[calc(4.5rem+env(safe-area-inset-top))] z-50 flex justify-center"
    >
      {isWaiting ? (
        <p className="flex max-w-md items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 font-medium shadow-float">
          <Spinner className="size-5 shrink-0 text-accent" />
          Nessuna risposta: Turnario riprova
        </p>
      ) : null}
    </div>
  );
}
