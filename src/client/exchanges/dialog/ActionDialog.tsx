import { useQuery } from '@tanstack/react-query';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { RestAnswer } from '../../../domain/rest/breaches.ts';
import { type Action, useAction } from '../../data/useAction.ts';
import { HttpError } from '../../http/httpError.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { changedByExchanges } from '../actions.ts';
import { restQuery, type RestSought } from '../api.ts';
import { capitalised } from '../kindTexts.ts';
import type { ActionText } from './actionText.tsx';
import type { CheckedAction } from './recheckAction.ts';

/** What a dialog knows of the changes since it was opened. */
export interface Change extends Omit<CheckedAction, 'pending'> {
  /** The person has seen what is new: from now on the dialog asks about that. */
  accept: () => void;
}

interface ActionDialogProps<Answer> extends ActionText {
  action: Action<null, Answer>;
  change: Change;
  /** What changes hands is decided on here: where it changes meanwhile, it must be looked at anew. */
  isDecision?: boolean | undefined;
  /** Of which swap the rest is to be told. */
  rest?: RestSought | undefined;
  onClose: () => void;
}

const isChanged = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'exchange_changed';

/** Asks before an action on a request is carried out, and says what became of it meanwhile. */
export function ActionDialog<Answer>(props: ActionDialogProps<Answer>) {
  const { action, change, isDecision = false, onClose, content, confirmLabel, ...texts } = props;
  const { start, isPending, error, reset } = useAction({ ...action, changes: changedByExchanges });
  const onError = (problem: Error): void => {
    // what changed is shown here; another refusal cannot be repaired here, and anything else can be tried again
    if (isChanged(problem)) return;
    if (problem instanceof HttpError && problem.status >= 400 && problem.status < 500) onClose();
  };
  const rest = useQuery({ ...restQuery(props.rest ?? { id: '' }), enabled: props.rest !== undefined });
  const isBlocked = rest.data?.isBlocked === true;
  const mustLook = isDecision && change.isOther;
  const look = (): void => {
    reset();
    change.accept();
  };
  return (
    <ConfirmDialog
      isOpen
      onConfirm={change.refusal || isBlocked ? null : mustLook ? look : () => start(null, { onError })}
      onCancel={onClose}
      isPending={isPending || rest.isLoading}
      confirmLabel={mustLook ? 'Ho visto' : confirmLabel}
      error={isChanged(error) ? error?.message : undefined}
      {...texts}
      {...(change.refusal || isBlocked ? { cancelLabel: 'Chiudi' } : {})}
    >
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        {change.isOther || change.refusal ? (
          <Notice variant="warn" title="Nel frattempo è cambiato:">
            {change.refusal ?? 'Ecco com’è adesso.'}
          </Notice>
        ) : null}
      </div>
      {content}
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        <RestNotice rest={rest.data} />
      </div>
    </ConfirmDialog>
  );
}

/** What a swap would do to rest, before it is agreed to. */
function RestNotice({ rest }: { rest: RestAnswer | undefined }) {
  if (!rest) return null;
  const sentences = [...rest.own, ...rest.other];
  return (
    <>
      {sentences.length > 0 ? (
        <Notice
          variant={rest.isBlocked ? 'danger' : 'warn'}
          title={rest.isBlocked ? 'Nel tuo cantiere uno scambio così non si può fare' : 'Poco riposo'}
        >
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {rest.isBlocked ? null : (
            <p className="mt-1 text-caption text-soft">È un aiuto, non un parere legale.</p>
          )}
        </Notice>
      ) : null}
      {rest.emptyDays.length > 0 ? <p className="text-soft">{emptyText(rest.emptyDays)}</p> : null}
    </>
  );
}

/** 'Ven 27 nov è vuoto nel tuo calendario: per il riposo conta come giorno senza turni.' */
function emptyText(days: readonly string[]): string {
  const named = capitalised(days.map(formatMediumDay).join(' e '));
  return days.length === 1
    ? `${named} è vuoto nel tuo calendario: per il riposo conta come giorno senza turni.`
    : `${named} sono vuoti nel tuo calendario: per il riposo contano come giorni senza turni.`;
}
