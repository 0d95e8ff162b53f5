import type { ReactNode } from 'react';
import type { Operation } from '../../domain/operations/schema.ts';
import { nameOfCode, statusNames } from '../../domain/operations/texts.it.ts';
import { useSignedIn } from '../auth/session.ts';
import { usePostponed } from '../data/postponed.ts';
import { useAction } from '../data/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { deleteOperation, reopenOperation, withoutCode } from './actions.ts';

interface DeleteCodeDialogProps {
  operation: Operation;
  onConfirm: () => void;
  onCancel: () => void;
}

export function DeleteCodeDialog({ operation, ...on }: DeleteCodeDialogProps) {
  return (
    <ConfirmDialog title="Elimini il codice?" confirmLabel="Elimina il codice" isDanger {...on}>
      <Question operation={operation}>Chi lo ha inserito riceve un avviso.</Question>
    </ConfirmDialog>
  );
}

interface ReopenCodeDialogProps {
  operation: Operation;
  onClose: () => void;
  onDone: () => void;
}

export function ReopenCodeDialog({ operation, onClose, onDone }: ReopenCodeDialogProps) {
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
