import type { ReactNode } from 'react';
import { HttpError } from '../http/httpError.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { type ExchangeAction, useExchangeAction } from './useExchangeAction.ts';
import type { Change } from './useStanding.ts';

interface ActionDialogProps<Answer> {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  isDanger?: boolean | undefined;
  action: ExchangeAction<null, Answer>;
  change: Change;
  /** What changes hands is decided on here: where it changes meanwhile, it must be looked at anew. */
  isDecision?: boolean | undefined;
  onClose: () => void;
}

const isChanged = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'exchange_changed';

/** Asks before an action on a request is carried out, and says what became of it meanwhile. */
export function ActionDialog<Answer>(props: ActionDialogProps<Answer>) {
  const { action, change, isDecision = false, onClose, children, confirmLabel, ...texts } = props;
  const { start, isPending, error, forget } = useExchangeAction(action);
  const onError = (problem: Error): void => {
    // what changed is shown here; another refusal cannot be repaired here, and anything else can be tried again
    if (isChanged(problem)) return;
    if (problem instanceof HttpError && problem.status >= 400 && problem.status < 500) onClose();
  };
  const mustLook = isDecision && change.isOther;
  const look = (): void => {
    forget();
    change.accept();
  };
  return (
    <ConfirmDialog
      isOpen
      onConfirm={change.refusal ? null : mustLook ? look : () => start(null, onError)}
      onCancel={onClose}
      isPending={isPending}
      confirmLabel={mustLook ? 'Ho visto' : confirmLabel}
      error={isChanged(error) ? error?.message : undefined}
      {...texts}
      {...(change.refusal ? { cancelLabel: 'Chiudi' } : {})}
    >
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        {change.isOther || change.refusal ? (
          <Notice variant="warn" title="Intanto è cambiato:">
            {change.refusal ?? 'Ecco com’è adesso.'}
          </Notice>
        ) : null}
      </div>
      {children}
    </ConfirmDialog>
  );
}
