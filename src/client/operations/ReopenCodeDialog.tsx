import type { Operation } from '../../domain/operations/schema.ts';
import { nameOfCode, statusNames } from '../../domain/operations/texts.it.ts';
import { useAction } from '../data/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { reopenOperation } from './actions.ts';

interface ReopenCodeDialogProps {
  operation: Operation;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before the CEO takes a verdict back. */
export function ReopenCodeDialog({ operation, onClose, onDone }: ReopenCodeDialogProps) {
  const { user, status } = operation;
  const { start, isPending } = useAction({
    changes: ['operations'],
    run: () => reopenOperation(operation.id),
    done: (code) => ({
      variant: 'success',
      title: 'Stato aggiornato!',
      text: `${nameOfCode(code)}: ${statusNames[code.status]}`,
    }),
    failed: "Errore nell'aggiornamento dello status",
    onRefetched: onDone,
    onRefused: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Riporti in attesa il codice ${operation.code}?`}
      confirmLabel="Riporta in attesa"
      isPending={isPending}
      onConfirm={() => start(null)}
      onCancel={onClose}
    >
      <p>
        <span className="tabular font-semibold">{nameOfCode(operation)}</span> di {user.firstName}{' '}
        {user.lastName}, {statusNames[status].toLowerCase()}.
      </p>
      <p className="text-soft">Andrà esaminato di nuovo. Chi lo ha inserito riceve un avviso.</p>
    </ConfirmDialog>
  );
}
