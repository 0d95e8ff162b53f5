import type { OutboxMail } from '../../domain/mail/schema.ts';
import { textOf } from '../http/httpError.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useRetryMail } from './api.ts';

interface RetryUnsureDialogProps {
  mail: OutboxMail;
  onClose: () => void;
}

/** Asks before a mail is sent again that may have arrived. */
export function RetryUnsureDialog({ mail, onClose }: RetryUnsureDialogProps) {
  const { mutate, isPending, error } = useRetryMail(onClose);
  const confirm = (): void => mutate({ id: mail.id, mayArriveTwice: true });
  return (
    <ConfirmDialog
      isOpen
      title="Rispedire questa email?"
      confirmLabel="Rispedisci lo stesso"
      onConfirm={confirm}
      onCancel={onClose}
      isPending={isPending}
      error={error ? textOf(error, 'Riprova tra poco.') : undefined}
    >
      <p className="wrap-anywhere">
        <span className="font-medium">{mail.recipient}</span>
        <br />
        {mail.subject}
      </p>
      <p>L’invio si è interrotto a metà: potrebbe essere già arrivata, e così arriverebbe due volte.</p>
    </ConfirmDialog>
  );
}
