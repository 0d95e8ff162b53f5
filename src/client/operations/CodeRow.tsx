import { Ban, Check, CopyPlus, Trash2, Undo2, Users } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatDateTime } from '../../domain/calendar/day.ts';
import type { Operation } from '../../domain/operations/schema.ts';
import { nameOfCode, paymentTexts, statusNames } from '../../domain/operations/texts.it.ts';
import { useSignedIn } from '../auth/session.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { classNames } from '../ui/classNames.ts';
import { deferredRowRendering } from '../ui/deferredRowRendering.ts';
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

interface CodeRowProps extends CodeActions {
  operation: Operation;
  source: CodeSource;
  isSelected: boolean;
}

/** A code with its person, date, state and actions. */
export function CodeRow(props: CodeRowProps) {
  const { operation, source, isSelected, onSelect } = props;
  const { id, code, canReview, submittedAt, status } = operation;
  const titleId = `codice-${id}`;
  const title = (
    <span id={titleId} className="tabular font-semibold">
      {code}
    </span>
  );
  return (
    <li
      aria-labelledby={titleId}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 px-3 py-1 lg:grid lg:items-center',
        source === 'own'
          ? 'lg:grid-cols-[1fr_9rem_6rem_17rem]'
          : 'lg:grid-cols-[minmax(9rem,4fr)_minmax(7rem,3fr)_9rem_6rem_17rem]',
        deferredRowRendering,
      )}
    >
      <div className="basis-full">
        {canReview ? (
          <Checkbox
            checked={isSelected}
            onChange={(event) => onSelect(operation, event.currentTarget.checked)}
            hint={<Facts operation={operation} source={source} />}
          >
            <span className="sr-only">Seleziona </span>
            {title}
          </Checkbox>
        ) : (
          <div className="py-2.5">
            {title}
            <Facts operation={operation} source={source} />
          </div>
        )}
      </div>
      {source === 'own' ? null : <Owner operation={operation} source={source} />}
      <time dateTime={submittedAt} className="py-1 text-caption text-soft lg:py-3">
        {formatDateTime(submittedAt)}
      </time>
      <div className="flex flex-wrap items-center gap-x-2 py-1 text-caption text-soft lg:py-2.5">
        <StatusBadge status={status} />
        {status === 'pending' ? null : paymentTexts[status]}
      </div>
      <Actions {...props} />
    </li>
  );
}

function Owner({ operation, source }: Pick<CodeRowProps, 'operation' | 'source'>) {
  const { user, worksite } = operation;
  return (
    <p className="basis-full lg:py-2.5">
      {user.firstName} {user.lastName}
      {source === 'all' ? <span className="block text-caption text-soft">{worksite.name}</span> : null}
    </p>
  );
}

/** A code's notes and details. */
function Facts({ operation, source }: Pick<CodeRowProps, 'operation' | 'source'>) {
  const { user } = useSignedIn();
  const { description, reviewedAt, reviewedBy, status, rejectionReason, othersWithCode, userId } = operation;
  const isOwnToReview = source !== 'own' && userId === user.id && status === 'pending';
  const by = reviewedBy ? ` da ${reviewedBy.firstName} ${reviewedBy.lastName}` : '';
  return (
    <>
      <Fact>{description}</Fact>
      <Fact>{reviewedAt && `${statusNames[status]}${by} il ${formatDateTime(reviewedAt)}`}</Fact>
      <Fact>{rejectionReason && `Motivo: ${rejectionReason}`}</Fact>
      {othersWithCode ? (
        <span className="flex items-start gap-1.5 text-caption font-medium text-warn">
          <Users aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {othersWithCode === 1
            ? 'Inserito anche da un collega'
            : `Inserito anche da ${othersWithCode} colleghi`}
        </span>
      ) : null}
      <Fact>{isOwnToReview && 'È un tuo codice: lo esamina un’altra persona.'}</Fact>
    </>
  );
}

const Fact = ({ children }: { children: ReactNode }) =>
  children ? <span className="block text-caption whitespace-pre-line text-soft">{children}</span> : null;

function Actions({ operation, source, onReview, onReopen, onDelete, onEnterAgain }: CodeRowProps) {
  const { canReview, canReopen, canDelete, status } = operation;
  const name = nameOfCode(operation);
  const canEnterAgain = source === 'own' && status === 'rejected' && onEnterAgain !== null;
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-2 empty:hidden">
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
        <IconButton label={`Elimina ${name}`} icon={Trash2} onClick={() => onDelete(operation)} />
      ) : null}
    </div>
  );
}

interface ActProps extends Pick<ComponentProps<typeof Button>, 'icon' | 'onClick'> {
  verb: string;
  name: string;
}

const Act = ({ verb, name, ...button }: ActProps) => (
  <Button {...button} variant="quiet" size="small" iconClass="size-4" aria-label={`${verb} ${name}`}>
    {verb}
  </Button>
);
