import { type ReactNode, useState } from 'react';
import { mostTextLength, type Operation } from '../../domain/operations/schema.ts';
import { nameOfCode, statusNames } from '../../domain/operations/texts.it.ts';
import { useSignedIn } from '../auth/session.ts';
import { useAction } from '../data/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { deleteOperation } from './actions.ts';
import { useReview, type Verdict } from './useReview.ts';

interface Ends {
  onClose: () => void;
  /** Called when the list is up to date. */
  onDone: () => void;
}

interface ReviewDialogProps extends Ends {
  operations: readonly Operation[];
  status: Verdict;
}

export function ReviewDialog({ operations, status, onClose, onDone }: ReviewDialogProps) {
  const [typed, setTyped] = useState('');
  const isApproval = status === 'approved';
  const reason = typed.trim();
  const isTooLong = reason.length > mostTextLength;
  const { start, isPending } = useReview({ onDone, onRefused: onClose });
  const [only, ...others] = operations;
  const what = others.length === 0 ? `il codice ${only?.code}` : `${operations.length} codici`;
  const submit = (): void => {
    if (!isTooLong) start({ operations, status, reason: isApproval ? undefined : reason || undefined });
  };
  return (
    <ConfirmDialog
      title={`${isApproval ? 'Approvi' : 'Rifiuti'} ${what}?`}
      confirmLabel={isApproval ? 'Approva' : 'Rifiuta'}
      isDanger={!isApproval}
      isPending={isPending}
      onConfirm={submit}
      onCancel={onClose}
    >
      {only && others.length === 0 ? <Named operation={only} /> : null}
      <p className="text-soft">
        {isApproval
          ? 'Approvato vuol dire da pagare. Chi lo ha inserito riceve un avviso.'
          : 'Rifiutato vuol dire non pagato. Chi lo ha inserito riceve un avviso e può inserirlo di nuovo.'}
      </p>
      {isApproval ? null : (
        <TextArea
          label="Motivo"
          isOptional
          rows={2}
          value={typed}
          error={isTooLong ? `Al massimo ${mostTextLength} caratteri` : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

export function DeleteCodeDialog({ operation, onClose, onDone }: Ends & { operation: Operation }) {
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
      <Named operation={operation}>, {statusNames[operation.status].toLowerCase()}.</Named>
      <p className="text-soft">
        {operation.userId === user.id
          ? 'Se cambi idea lo inserisci di nuovo.'
          : 'Chi lo ha inserito riceve un avviso.'}
      </p>
    </ConfirmDialog>
  );
}

/** 'OPP OP12AB di Marco Bianchi' */
const Named = ({ operation, children }: { operation: Operation; children?: ReactNode }) => (
  <p>
    <span className="tabular font-semibold">{nameOfCode(operation)}</span> di {operation.user.firstName}{' '}
    {operation.user.lastName}
    {children}
  </p>
);
