import { useState } from 'react';
import { mostTextLength, type Operation, type ReviewAccount } from '../../domain/operations/schema.ts';
import { nameOfCode, statusNames } from '../../domain/operations/texts.it.ts';
import { useAction } from '../data/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import type { ToastContent } from '../ui/toast.ts';
import { reviewOperations } from './actions.ts';

interface ReviewDialogProps {
  operations: readonly Operation[];
  status: 'approved' | 'rejected';
  onClose: () => void;
  onDone: (account: ReviewAccount) => void;
}

/** Asks before codes are approved or rejected: nobody but the CEO can take it back. */
export function ReviewDialog({ operations, status, onClose, onDone }: ReviewDialogProps) {
  const [reason, setReason] = useState('');
  const isApproval = status === 'approved';
  const { start, isPending } = useAction({
    changes: ['operations'],
    run: reviewOperations,
    done: (account) => doneToast(account, status),
    failed: "Errore nell'aggiornamento dello status",
    onRefetched: onDone,
    onRefused: onClose,
  });
  const isTooLong = reason.trim().length > mostTextLength;
  const submit = (): void => {
    if (isTooLong) return;
    const ids = operations.map(({ id }) => id);
    start({ ids, status, ...(!isApproval && reason.trim() !== '' && { reason }) });
  };
  return (
    <ConfirmDialog
      isOpen
      title={titleOf(operations, isApproval)}
      confirmLabel={isApproval ? 'Approva' : 'Rifiuta'}
      isDanger={!isApproval}
      isPending={isPending}
      onConfirm={submit}
      onCancel={onClose}
    >
      <Codes operations={operations} />
      <p className="text-soft">{consequenceOf(operations.length === 1, isApproval)}</p>
      {isApproval ? null : (
        <TextArea
          label="Motivo"
          isOptional
          rows={2}
          value={reason}
          error={isTooLong ? `Al massimo ${mostTextLength} caratteri` : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

function titleOf(operations: readonly Operation[], isApproval: boolean): string {
  const [only] = operations;
  const what = operations.length === 1 && only ? `il codice ${only.code}` : `${operations.length} codici`;
  return `${isApproval ? 'Approvi' : 'Rifiuti'} ${what}?`;
}

function consequenceOf(isOne: boolean, isApproval: boolean): string {
  if (isApproval) {
    return isOne
      ? 'Vuol dire che va pagato. Chi lo ha inserito riceve un avviso.'
      : 'Vuol dire che vanno pagati. Chi li ha inseriti riceve un avviso.';
  }
  return isOne
    ? 'Vuol dire che non va pagato. Chi lo ha inserito riceve un avviso e può inserirlo di nuovo.'
    : 'Vuol dire che non vanno pagati. Chi li ha inseriti riceve un avviso e può inserirli di nuovo.';
}

/** So many codes are named before the rest is counted. */
const mostNamed = 5;

function Codes({ operations }: { operations: readonly Operation[] }) {
  const others = operations.length - mostNamed;
  return (
    <ul className="flex flex-col gap-1">
      {operations.slice(0, mostNamed).map((operation) => (
        <li key={operation.id}>
          <span className="tabular font-semibold">{nameOfCode(operation)}</span> di {operation.user.firstName}{' '}
          {operation.user.lastName}
        </li>
      ))}
      {others > 0 ? <li>e {others === 1 ? 'un altro' : `altri ${others}`}</li> : null}
    </ul>
  );
}

function doneToast({ reviewed, refused }: ReviewAccount, status: 'approved' | 'rejected'): ToastContent {
  const [only] = reviewed;
  if (reviewed.length === 1 && refused.length === 0 && only) {
    const text = `${nameOfCode(only)}: ${statusNames[only.status]}`;
    return { variant: 'success', title: 'Stato aggiornato!', text };
  }
  const word = status === 'approved' ? 'Approvati' : 'Rifiutati';
  const text = `${word}: ${reviewed.length} di ${reviewed.length + refused.length}`;
  return reviewed.length === 0
    ? { variant: 'error', title: 'Nessun codice aggiornato', text }
    : { variant: 'success', title: 'Stato aggiornato!', text };
}
