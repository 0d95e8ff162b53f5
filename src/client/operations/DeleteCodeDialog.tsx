import type { Operation } from '../../domain/operations/schema.ts';
import { nameOfCode, statusNames } from '../../domain/operations/texts.it.ts';
import { useSignedIn } from '../auth/session.ts';
import { usePostponed } from '../data/postponed.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { deleteOperation, withoutCode } from './actions.ts';

interface DeleteCodeDialogProps {
  operation: Operation;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before somebody else's code is deleted. */
export function DeleteCodeDialog({ operation, ...on }: DeleteCodeDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      title="Elimini il codice?"
      confirmLabel="Elimina il codice"
      isDanger
      isPending={false}
      {...on}
    >
      <p>
        <span className="tabular font-semibold">{nameOfCode(operation)}</span>
        {` di ${operation.user.firstName} ${operation.user.lastName}`},{' '}
        {statusNames[operation.status].toLowerCase()}.
      </p>
      <p className="text-soft">Chi lo ha inserito riceve un avviso.</p>
    </ConfirmDialog>
  );
}

/** The function that deletes a code, which can be taken back. */
export function useCodeDeletion(): (operation: Operation) => void {
  const { isCeo } = useSignedIn().user;
  const postpone = usePostponed();
  return (operation) =>
    postpone({
      run: () => deleteOperation(operation.id, isCeo),
      changes: ['operations'],
      hide: withoutCode(operation),
      done: { title: 'Codice eliminato!', text: nameOfCode(operation) },
      failed: "Errore nell'eliminazione del codice",
    });
}
