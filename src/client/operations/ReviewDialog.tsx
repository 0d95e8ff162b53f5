import { useState } from 'react';
import {
  mostTextLength,
  type Operation,
  type ReviewAccount,
  type ReviewOperations,
} from '../../domain/operations/schema.ts';
import { nameOfCode, statusNames } from '../../domain/operations/texts.it.ts';
import { usePostponed } from '../data/postponed.ts';
import type { Hiding } from '../data/unsent.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { type ToastContent, useToast } from '../ui/toast.ts';
import { reviewOperations, withoutCode, withVerdict } from './actions.ts';

type Verdict = ReviewOperations['status'];

const words: Record<Verdict, string> = { approved: 'Approvati', rejected: 'Rifiutati' };

interface ReviewDialogProps {
  operations: readonly Operation[];
  status: Verdict;
  onConfirm: (reason: string | undefined) => void;
  onClose: () => void;
}

export function ReviewDialog({ operations, status, onConfirm, onClose }: ReviewDialogProps) {
  const [reason, setReason] = useState('');
  const isApproval = status === 'approved';
  const isTooLong = reason.trim().length > mostTextLength;
  const submit = (): void => {
    if (!isTooLong) onConfirm(!isApproval && reason.trim() !== '' ? reason : undefined);
  };
  return (
    <ConfirmDialog
      title={titleOf(operations, isApproval)}
      confirmLabel={isApproval ? 'Approva' : 'Rifiuta'}
      isDanger={!isApproval}
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

/** `isOfPending`: the list on screen shows no others. */
type Review = (
  operations: readonly Operation[],
  verdict: Pick<ReviewOperations, 'status' | 'reason'>,
  isOfPending: boolean,
) => void;

/**
 * The function that decides on codes, which can be taken back.
 *
 * @param onAnswered with what was refused, once it has been sent
 */
export function useReview(onAnswered: (account: ReviewAccount) => void): Review {
  const postpone = usePostponed<ReviewAccount>();
  const toast = useToast();
  return (operations, verdict, isOfPending) => {
    const ids = operations.map(({ id }) => id);
    const without: Hiding = (answer) =>
      operations.reduce<unknown>((rest, operation) => withoutCode(operation)(rest), answer);
    postpone({
      run: () => reviewOperations({ ids, ...verdict }),
      changes: ['operations'],
      hide: isOfPending ? without : withVerdict(ids, verdict),
      done: { title: 'Stato aggiornato!', text: verdictText(operations, verdict.status) },
      failed: "Errore nell'aggiornamento dello status",
      onDone: (account) => {
        onAnswered(account);
        if (account.refused.length > 0) toast(refusedToast(account, verdict.status));
      },
    });
  };
}

function verdictText(operations: readonly Operation[], status: Verdict): string {
  const [only] = operations;
  return operations.length === 1 && only
    ? `${nameOfCode(only)}: ${statusNames[status]}`
    : `${words[status]}: ${operations.length}`;
}

function refusedToast({ reviewed, refused }: ReviewAccount, status: Verdict): ToastContent {
  const text = `${words[status]}: ${reviewed.length} di ${reviewed.length + refused.length}`;
  return reviewed.length === 0
    ? { variant: 'error', title: 'Nessun codice aggiornato', text }
    : { variant: 'info', title: 'Non tutti i codici sono stati aggiornati', text };
}
