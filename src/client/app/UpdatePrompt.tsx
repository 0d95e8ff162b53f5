import { Sparkles, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { hasUnsavedInput } from './unsavedInput.ts';

const ConfirmDialog = lazyWithPreload(async () => {
  const { ConfirmDialog: loaded } = await import('../ui/ConfirmDialog.tsx');
  return { default: loaded };
});

interface UpdatePromptProps {
  /** Activates the new version and reloads the page. */
  onApply: () => void;
}

/** Offers a new version; asks for confirmation if unsaved input would be lost. */
export default function UpdatePrompt({ onApply }: UpdatePromptProps) {
  const [isDismissed, setDismissed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const apply = (): void => {
    setPending(true);
    onApply();
  };
  if (isDismissed) return null;
  return (
    <aside
      aria-label="Aggiornamento"
      // Below the header: save buttons are at the bottom.
      className="fixed inset-x-4 top-[calc(4.5rem+env(safe-area-inset-top))] z-40 flex justify-center md:right-6 md:left-auto"
    >
      <div className="flex w-full max-w-md items-center gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
        <Sparkles aria-hidden="true" className="size-5 shrink-0 text-accent" />
        <p role="status" className="min-w-0 flex-1 font-medium">
          È pronta una nuova versione
        </p>
        <Button
          size="small"
          isPending={isPending}
          onClick={() => (hasUnsavedInput() ? setAsking(true) : apply())}
        >
          Aggiorna
        </Button>
        <IconButton label="Più tardi" icon={X} onClick={() => setDismissed(true)} />
      </div>
      {isAsking ? (
        <Suspense>
          <ConfirmDialog
            isOpen
            title="Aggiorni adesso?"
            confirmLabel="Aggiorna lo stesso"
            cancelLabel="Più tardi"
            isPending={isPending}
            onConfirm={apply}
            onCancel={() => setAsking(false)}
          >
            <p>
              In questa pagina hai scritto o scelto qualcosa: se non è ancora salvato, aggiornando lo perdi.
            </p>
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </aside>
  );
}
