import type { Operation } from '../../domain/operations/schema.ts';
import { nameOfCode, statusNames } from '../../domain/operations/texts.it.ts';
import { useSignedIn } from '../auth/session.ts';
import { useAction } from '../data/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { deleteOperation } from './actions.ts';

interface DeleteCodeDialogProps {
  operation: Operation;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before a code is deleted. */
export function DeleteCodeDialog({ operation, onClose, onDone }: DeleteCodeDialogProps) {
  const { user } = useSignedIn();
  const isOwn = operation.userId === user.id;
  const { start, isPending } = useAction({
    changes: ['operations'],
    run: () => deleteOperation(operation.id, user.isCeo),
    done: () => ({ variant: 'success', title: 'Codice eliminato!', text: nameOfCode(operation) }),
    failed: "Errore nell'eliminazione del codice",
    onRefetched: onDone,
    onRefused: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title="Elimini il codice?"
      confirmLabel="Elimina il codice"
      isDanger
      isPending={isPending}
      onConfirm={() => start(null)}
      onCancel={onClose}
    >
      <p>
        <span className="tabular font-semibold">{nameOfCode(operation)}</span>
        {isOwn ? null : ` di ${operation.user.firstName} ${operation.user.lastName}`},{' '}
        {statusNames[operation.status].toLowerCase()}.
      </p>
      {isOwn ? null : <p className="text-soft">Chi lo ha inserito riceve un avviso.</p>}
    </ConfirmDialog>
  );
}
