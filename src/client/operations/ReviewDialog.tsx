import { useState } from 'react';
import { mostTextLength, type Operation, type ReviewAccount } from '../../domain/operations/schema.ts';
import { nameOfCode } from '../../domain/operations/texts.it.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { useReview, type Verdict } from './useReview.ts';

interface ReviewDialogProps {
  operations: readonly Operation[];
  status: Verdict;
  onClose: () => void;
  /** With what was refused, once the list is up to date. */
  onDone: (account: ReviewAccount) => void;
}

export function ReviewDialog({ operations, status, onClose, onDone }: ReviewDialogProps) {
  const [reason, setReason] = useState('');
  const isApproval = status === 'approved';
  const isTooLong = reason.trim().length > mostTextLength;
  const { start, isPending } = useReview({ onDone, onRefused: onClose });
  const submit = (): void => {
    if (isTooLong) return;
    start({ operations, status, reason: !isApproval && reason.trim() !== '' ? reason : undefined });
  };
  return (
    <ConfirmDialog
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
