import * as RadixToast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { avoidControls } from './avoidControls.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import { LinkButton } from './LinkButton.tsx';
import { dismissToast, type Toast, type ToastVariant, useCurrentToast } from './toast.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

const looks: Record<ToastVariant, string> = {
  success: 'text-success',
  error: 'text-danger',
  info: 'text-accent',
};

/** Draws the toasts; stands once, around nothing, in a place that open dialogs leave within reach. */
export default function Toaster() {
  const toast = useCurrentToast();
  return (
    <RadixToast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Avviso">
      {toast ? <ToastCard key={toast.id} toast={toast} /> : null}
      <RadixToast.Viewport
        label="Avvisi ({hotkey})"
        className={classNames(
          // Where it begins to look for a free place: on a phone below the header, on a desk at the lower edge.
          'fixed inset-x-4 top-[calc(4.5rem+env(safe-area-inset-top))] z-50 flex justify-center outline-none',
          'md:top-auto md:right-6 md:bottom-6 md:left-auto',
        )}
      />
    </RadixToast.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const Icon = icons[toast.variant];
  return (
    <RadixToast.Root
      ref={avoidControls}
      type={toast.variant === 'info' ? 'background' : 'foreground'}
      duration={toast.duration ?? (toast.variant === 'success' ? 4000 : 5000)}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
      onPause={() => toast.onPause?.()}
      onResume={() => toast.onResume?.()}
      className={classNames(
        'flex w-full max-w-md items-start gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4 shadow-float md:w-96',
        'animate-[rise_160ms_var(--ease-out)] data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        'data-[swipe=cancel]:transition-transform data-[swipe=cancel]:duration-150',
      )}
    >
      <Icon aria-hidden="true" className={classNames('my-2.5 size-6 shrink-0', looks[toast.variant])} />
      <div className="min-w-0 flex-1 self-center py-2">
        <RadixToast.Title className="font-semibold">
          {toast.title}
          {/* Radix reads title and text out as one: without this the two run into each other. */}
          {toast.text ? <span className="sr-only">: </span> : null}
        </RadixToast.Title>
        {toast.text ? (
          <RadixToast.Description className="text-soft">{toast.text}</RadixToast.Description>
        ) : null}
        <WaysOn toast={toast} />
      </div>
      <RadixToast.Close asChild>
        <IconButton label="Chiudi" icon={X} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/** What can be done about what a toast tells: take it back, look at it. */
function WaysOn({ toast: { see, undo } }: { toast: Toast }) {
  if (see === undefined && !undo) return null;
  return (
    <div className="-mb-2 -ml-3 flex flex-wrap">
      {undo ? (
        <RadixToast.Action asChild altText="Annulla">
          <Button variant="plain" size="small" onClick={undo}>
            Annulla
          </Button>
        </RadixToast.Action>
      ) : null}
      {see === undefined ? null : (
        <RadixToast.Action asChild altText="Vedi">
          <LinkButton variant="plain" size="small" to={see}>
            Vedi
          </LinkButton>
        </RadixToast.Action>
      )}
    </div>
  );
}
