import type { ReactNode } from 'react';
import type { Operation } from '../../domain/operations/schema.ts';
import { nameOfCode, statusNames } from '../../domain/operations/texts.it.ts';
import { useSignedIn } from '../auth/session.ts';
import { useAction } from '../data/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { deleteOperation, reopenOperation } from './actions.ts';

interface CodeDialogProps {
  operation: Operation;
  onClose: () => void;
  onDone: () => void;
}

export function DeleteCodeDialog({ operation, onClose, onDone }: CodeDialogProps) {
  const { user } = useSignedIn();
  const { start, isPending } = useAction({
    changes: ['operations'],
    run: () => deleteOperation(operation.id, user.isCeo),
    done: () => ({ title: 'Codice eliminato!', text: nameOfCode(operation) }),
    failed: "Errore nell'eliminazione del codice",
    onRefetched: onDone,
    onRefused: onClose,
  });
  return (
    <ConfirmDialog
      title="Elimini il codice?"
      confirmLabel="Elimina il codice"
      isDanger
      isPending={isPending}
      onConfirm={() => start(null)}
      onCancel={onClose}
    >
      <Question operation={operation}>
        {operation.userId === user.id
          ? 'Se cambi idea lo inserisci di nuovo.'
          : 'Chi lo ha inserito riceve un avviso.'}
      </Question>
    </ConfirmDialog>
  );
}

export function ReopenCodeDialog({ operation, onClose, onDone }: CodeDialogProps) {
  const { start, isPending } = useAction({
    changes: ['operations'],
    run: () => reopenOperation(operation.id),
    done: (code) => ({
      title: 'Stato aggiornato!',
      text: `${nameOfCode(code)}: ${statusNames[code.status]}`,
    }),
    failed: "Errore nell'aggiornamento dello status",
    onRefetched: onDone,
    onRefused: onClose,
  });
  return (
    <ConfirmDialog
      title={`Riporti in attesa il codice ${operation.code}?`}
      confirmLabel="Riporta in attesa"
      isPending={isPending}
      onConfirm={() => start(null)}
      onCancel={onClose}
    >
      <Question operation={operation}>
        Andrà esaminato di nuovo. Chi lo ha inserito riceve un avviso.
      </Question>
    </ConfirmDialog>
  );
}

function Question({ operation, children }: { operation: Operation; children: ReactNode }) {
  const { user, status } = operation;
  return (
    <>
      <p>
        <span className="tabular font-semibold">{nameOfCode(operation)}</span> di {user.firstName}{' '}
        {user.lastName}, {statusNames[status].toLowerCase()}.
      </p>
      <p className="text-soft">{children}</p>
    </>
  );
}
