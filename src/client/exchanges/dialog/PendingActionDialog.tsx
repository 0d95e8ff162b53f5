import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { formatDutyTimes } from '../../../domain/shifts/duty.ts';
import { useSignedIn } from '../../auth/session.ts';
import { type Action, useAction } from '../../data/useAction.ts';
import { HttpError } from '../../http/httpError.ts';
import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import {
  type ActionAnswer,
  changedByExchanges,
  confirmExchange,
  deleteExchange,
  failures,
  type PendingAction,
  preAccepting,
  refuseOffer,
  withdrawn,
  withdrawOffer,
} from '../actions.ts';
import { restQuery, type RestSought } from '../api.ts';
import { confirmedNews } from '../cardTexts.ts';
import { type ActionText, describeAction } from './actionText.tsx';
import { RestNotice } from './BeforeAndAfter.tsx';
import { type Change, useRecheckedAction } from './recheckAction.ts';

interface PendingActionDialogProps {
  pending: PendingAction;
  onClose: () => void;
  /** Called with the updated request, or nothing if it no longer exists. */
  onDone: (request?: ExchangeRequest) => void;
}

/** Confirms an action that affects others, following the request while open. */
export default function PendingActionDialog({ pending: opened, onClose, onDone }: PendingActionDialogProps) {
  const { pending, change } = useRecheckedAction(opened);
  const { request } = pending;
  const { user, worksite } = useSignedIn();
  const dialog = { ...describeAction(pending, user.id, worksite.swapPolicy), change, onClose };
  const tell = (answer: { request: ExchangeRequest }): void => onDone(answer.request);
  switch (pending.kind) {
    case 'confirm':
      return (
        <ActionDialog
          {...dialog}
          isDecision
          rest={{ id: request.id, accepterUserId: pending.offer.userId }}
          action={{
            run: () => confirmExchange(request.id, pending.offer),
            done: (answer) => confirmedNews(answer, pending.offer.offeredShift.date),
            ...failures.confirm,
            onDone: tell,
          }}
        />
      );
    case 'pre-accept':
      return <PreAcceptDialog request={pending.request} change={change} onClose={onClose} onDone={tell} />;
    case 'withdraw':
      return (
        <ActionDialog
          {...dialog}
          action={{
            run: () => withdrawOffer(request.id),
            done: () => withdrawn,
            ...failures.cancelPreAccept,
            onDone: tell,
          }}
        />
      );
    case 'refuse':
      return (
        <ActionDialog
          {...dialog}
          action={{
            run: () => refuseOffer(request.id, pending.offer.userId),
            done: () => ({ title: 'Offerta rifiutata' }),
            ...failures.rejectOffer,
            onDone: tell,
          }}
        />
      );
    default:
      return (
        <ActionDialog
          {...dialog}
          action={{
            run: () => deleteExchange(request.id),
            done: () => ({
              title: pending.kind === 'clear' ? 'Richiesta tolta dall’elenco' : 'Richiesta cancellata!',
            }),
            ...failures.delete,
            onDone: () => onDone(),
          }}
        />
      );
  }
}

interface PreAcceptDialogProps {
  request: ExchangeRequest;
  change: Change;
  onClose: () => void;
  onDone: (answer: ActionAnswer) => void;
}

/** Confirms a pre-acceptance; for a `giorno` with several possible own shifts, also asks which one. */
function PreAcceptDialog({ request, change, onClose, onDone }: PreAcceptDialogProps) {
  const { user, worksite } = useSignedIn();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { choices } = request;
  const given =
    choices.find(({ shiftId }) => shiftId === chosenId) ??
    choices.find(({ isMirror }) => isMirror) ??
    choices[0];
  const isChoice = choices.length > 1;
  const shown = given ? { ...request, ownDuties: [given] } : request;
  const { content, ...texts } = describeAction(
    { kind: 'pre-accept', request: shown },
    user.id,
    worksite.swapPolicy,
  );
  const run = () => preAccepting.run(request, given?.shiftId);
  return (
    <ActionDialog
      {...texts}
      {...{ change, onClose }}
      isDecision
      rest={{ id: request.id, shiftId: given?.shiftId }}
      content={
        <>
          {isChoice ? (
            <ChoiceCards
              label="Quale turno dai in cambio?"
              choices={choices.map((duty) => ({
                id: duty.shiftId,
                label: `${formatMediumDay(duty.date)} ${formatDutyTimes(duty)}`,
              }))}
              value={given?.shiftId ?? null}
              onChange={setChosenId}
              columns={{ phone: 1, wide: 1 }}
            />
          ) : null}
          {content}
        </>
      }
      action={{ ...preAccepting, run, onDone }}
    />
  );
}

interface ActionDialogProps<Answer> extends ActionText {
  action: Action<null, Answer>;
  change: Change;
  /** The person agrees to duties here: if they change meanwhile, they must be reviewed again. */
  isDecision?: boolean | undefined;
  /** The swap whose effect on rest is shown. */
  rest?: RestSought | undefined;
  onClose: () => void;
}

const isChanged = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'exchange_changed';

/** Confirms an action on a request and shows concurrent changes. */
function ActionDialog<Answer>(props: ActionDialogProps<Answer>) {
  const { action, change, isDecision = false, onClose, content, confirmLabel, ...texts } = props;
  const { start, isPending, error, reset } = useAction({ ...action, changes: changedByExchanges });
  const onError = (problem: Error): void => {
    // changes are shown here; other refusals close the dialog, other failures can be retried
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
