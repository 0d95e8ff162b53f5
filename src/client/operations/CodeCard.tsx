import { Ban, Check, CopyPlus, Trash2, Undo2, Users } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatDateTime } from '../../domain/calendar/day.ts';
import type { Operation } from '../../domain/operations/schema.ts';
import { nameOfCode, paymentTexts, statusNames } from '../../domain/operations/texts.it.ts';
import { useSignedIn } from '../auth/session.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { CodeSource } from './api.ts';
import { StatusBadge } from './StatusBadge.tsx';

export interface CodeActions {
  onReview: (operation: Operation, status: 'approved' | 'rejected') => void;
  onReopen: (operation: Operation) => void;
  onDelete: (operation: Operation) => void;
  onSelect: (operation: Operation, isSelected: boolean) => void;
  /** Opens the form with this code; null where there is no form. */
  onEnterAgain: ((operation: Operation) => void) | null;
}

interface CodeCardProps extends CodeActions {
  operation: Operation;
  source: CodeSource;
  isSelected: boolean;
}

export function CodeCard(props: CodeCardProps) {
  const { operation, source, isSelected, onSelect } = props;
  const { id, code, description, status, canReview, othersWithCode, user, worksite } = operation;
  const titleId = `codice-${id}`;
  const title = (
    <span id={titleId} className="tabular text-lead font-semibold">
      {code}
    </span>
  );
  return (
    <Card as="article" aria-labelledby={titleId} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-start justify-between gap-x-3">
        <div className="min-w-[min(7rem,100%)] flex-1">
          {canReview ? (
            <Checkbox
              checked={isSelected}
              onChange={(event) => onSelect(operation, event.currentTarget.checked)}
            >
              <span className="sr-only">Seleziona </span>
              {title}
            </Checkbox>
          ) : (
            <p className="py-2">{title}</p>
          )}
        </div>
        <span className="flex flex-col items-end gap-1 pt-2">
          <StatusBadge status={status} />
          {status === 'pending' ? null : (
            <span className="text-caption text-soft">{paymentTexts[status]}</span>
          )}
        </span>
      </header>
      {source === 'own' ? null : (
        <p className="font-medium">
          {user.firstName} {user.lastName}
          {source === 'all' ? <span className="font-normal text-soft">, {worksite.name}</span> : null}
        </p>
      )}
      {description ? <p className="whitespace-pre-line">{description}</p> : null}
      <History operation={operation} />
      {othersWithCode ? (
        <p className="flex items-start gap-1.5 text-caption font-medium text-warn">
          <Users aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {othersWithCode === 1
            ? 'Inserito anche da un collega'
            : `Inserito anche da ${othersWithCode} colleghi`}
        </p>
      ) : null}
      <OwnNote operation={operation} source={source} />
      <Actions {...props} />
    </Card>
  );
}

/** Why a reviewer cannot decide on one of their own. */
function OwnNote({ operation, source }: Pick<CodeCardProps, 'operation' | 'source'>) {
  const { user } = useSignedIn();
  if (source === 'own' || operation.userId !== user.id || operation.status !== 'pending') return null;
  return <p className="text-caption text-soft">È un tuo codice: lo esamina un’altra persona.</p>;
}

function History({ operation }: { operation: Operation }) {
  const { submittedAt, reviewedAt, reviewedBy, status, rejectionReason } = operation;
  const by = reviewedBy ? ` da ${reviewedBy.firstName} ${reviewedBy.lastName}` : '';
  return (
    <div className="tabular flex flex-col gap-0.5 text-caption text-soft">
      <p>
        Inserito il <time dateTime={submittedAt}>{formatDateTime(submittedAt)}</time>
      </p>
      {reviewedAt ? (
        <p>
          {statusNames[status]}
          {by} il <time dateTime={reviewedAt}>{formatDateTime(reviewedAt)}</time>
        </p>
      ) : null}
      {rejectionReason ? (
        <p className="text-body whitespace-pre-line text-ink">Motivo: {rejectionReason}</p>
      ) : null}
    </div>
  );
}

function Actions({ operation, source, onReview, onReopen, onDelete, onEnterAgain }: CodeCardProps) {
  const { canReview, canReopen, canDelete, status } = operation;
  const name = nameOfCode(operation);
  const canEnterAgain = source === 'own' && status === 'rejected' && onEnterAgain !== null;
  if (!canReview && !canReopen && !canDelete && !canEnterAgain) return null;
  return (
    <div className="mt-auto -mb-1 flex flex-wrap items-center gap-2 pt-1">
      {canReview ? (
        <>
          <Act icon={Check} verb="Approva" name={name} onClick={() => onReview(operation, 'approved')} />
          <Act icon={Ban} verb="Rifiuta" name={name} onClick={() => onReview(operation, 'rejected')} />
        </>
      ) : null}
      {canReopen ? (
        <Act icon={Undo2} verb="Riporta in attesa" name={name} onClick={() => onReopen(operation)} />
      ) : null}
      {canEnterAgain ? (
        <Act icon={CopyPlus} verb="Inserisci di nuovo" name={name} onClick={() => onEnterAgain(operation)} />
      ) : null}
      {canDelete ? (
        <IconButton
          label={`Elimina ${name}`}
          icon={Trash2}
          className="ml-auto"
          onClick={() => onDelete(operation)}
        />
      ) : null}
    </div>
  );
}

interface ActProps extends Pick<ComponentProps<typeof Button>, 'icon' | 'onClick'> {
  verb: string;
  name: string;
}

const Act = ({ verb, name, ...button }: ActProps) => (
  <Button {...button} variant="quiet" size="small" aria-label={`${verb} ${name}`}>
    {verb}
  </Button>
);
