import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';

interface RefusalDialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** Says why something was not allowed. The browser's own dialog, which the back button of Android closes: it is small, for the first script. */
export function RefusalDialog({ title, children, onClose }: RefusalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = (): void => dialog.current?.close();
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="mt-auto mb-0 w-full max-w-none flex-col gap-4 rounded-t-lg bg-surface px-5 pt-6 pb-[max(1rem,env(safe-area-inset-bottom))] text-ink shadow-float backdrop:bg-veil open:flex md:m-auto md:max-w-md md:rounded-lg md:px-6"
    >
      <h2 id={titleId} className="text-title font-semibold">
        {title}
      </h2>
      <div className="flex flex-col gap-2">{children}</div>
      <Button onClick={close} className="md:self-end">
        Ho Capito
      </Button>
    </dialog>
  );
}
