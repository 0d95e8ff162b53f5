import { Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { showToast } from './toast.ts';

/** A read-only, selectable URL to share. */
export function LinkField({ label, url }: { label: ReactNode; url: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-12 w-full min-w-0 rounded-md border border-edge bg-sunken px-3 text-ellipsis"
      />
    </div>
  );
}

export function CopyLink({ text, size }: { text: string; size?: 'small' }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ variant: 'success', title: 'Link copiato' });
    } catch {
      showToast({
        variant: 'error',
        title: 'Copia non riuscita',
        text: 'Seleziona il link e copialo a mano.',
      });
    }
  };
  return (
    <Button {...(size && { size })} variant="quiet" icon={Copy} onClick={() => void copy()}>
      Copia il link
    </Button>
  );
}
