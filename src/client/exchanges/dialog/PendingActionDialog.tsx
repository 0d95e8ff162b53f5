import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { formatDutyTimes } from '../../../domain/shifts/duty.ts';
import { useSignedIn } from '../../auth/session.ts';
import { HttpError } from '../../http/httpError.ts';
import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import {
  type ActionAnswer,
  confirmExchange,
  deleteExchange,
  failures,
  type PendingAction,
  preAccepting,
  withdrawn,
  withdrawOffer,
} from '../actions.ts';
import { exchangeRequestQuery } from '../api.ts';
import { confirmedNews } from '../cardTexts.ts';
import { ActionDialog, type Change } from './ActionDialog.tsx';
import { describeAction } from './actionText.tsx';
import { recheckAction } from './recheckAction.ts';

interface PendingActionDialogProps {
  pending: PendingAction;
  onClose: () => void;
  /** It was done; with the request as it is then, unless that is gone. */
  onDone: (request?: ExchangeRequest) => void;
}

/** Confirms an action that others notice, and follows its request while the dialog is open. */
export default function PendingActionDialog({ pending: opened, onClose, onDone }: PendingActionDialogProps) {
  const { pending, change } = useRecheckedAction(opened);
  const { request } = pending;
  const { user, worksite } = useSignedIn();
  const dialog = { ...describeAction(pending, user.id, worksite.swapPolicy.approval), change, onClose };
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
      return <PreAcceptDialog request={request} change={change} onClose={onClose} onDone={tell} />;
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
    default:
      return (
        <ActionDialog
          {...dialog}
          action={{
            run: () => deleteExchange(request.id),
            done: () => ({ title: 'Richiesta eliminata' }),
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

/** Asks before a yes to a colleague; where several own shifts could be given in a swap of days, also for which one. */
function PreAcceptDialog({ request, change, onClose, onDone }: PreAcceptDialogProps) {
  const { user } = useSignedIn();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { choices } = request;
  const given =
    choices.find(({ shiftId }) => shiftId === chosenId) ??
    choices.find(({ isMirror }) => isMirror) ??
    choices[0];
  const isChoice = choices.length > 1;
  const shown = given ? { ...request, ownShift: given, ownDuties: [given] } : request;
  const { content, ...texts } = describeAction({ kind: 'pre-accept', request: shown }, user.id);
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

/** Follows what a dialog asks about while it is open. */
function useRecheckedAction(opened: PendingAction): { pending: PendingAction; change: Change } {
  const [asked, setAsked] = useState(opened);
  const { user } = useSignedIn();
  // while an answer is on its way, what changes is the dialog's own doing
  const isActing = useIsMutating() > 0;
  const { data, error, isFetchedAfterMount } = useQuery({
    ...exchangeRequestQuery(asked.request.id),
    staleTime: 0,
    enabled: !isActing,
  });
  const isGone = error instanceof HttpError && error.status === 404;
  // an answer from before may be older than the card that was pressed
  const current = isGone ? null : isFetchedAfterMount && data ? data : asked.request;
  const { pending, ...rest } = recheckAction(asked, current, user.id);
  return { pending, change: { ...rest, accept: () => setAsked(pending) } };
}
