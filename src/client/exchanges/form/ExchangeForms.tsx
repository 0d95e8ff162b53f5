import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { textsOf } from '../../../domain/exchanges/requestTexts.ts';
import type { ChangeExchange } from '../../../domain/exchanges/schema.calls.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { useAction } from '../../data/useAction.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { changedByExchanges, failures, updateExchange } from '../actions.ts';
import { exchangeRequestQuery, isMissing } from '../api.ts';
import { actionsOf } from '../card/requestState.ts';
import type { useExchangeAddress } from '../page/useExchangeAddress.ts';
import {
  editedDraft,
  emptyDraft,
  emptyStart,
  type ExchangeDraft,
  type HolidayStart,
  startOf,
} from './draft.ts';
import { ExchangeFormDialog } from './ExchangeForm.tsx';
import { HolidayFormDialog } from './HolidayForm.tsx';
import { CreateExchangeDialog, HolidaySwapDialog } from './SwapDialog.tsx';

interface ExchangeFormsProps {
  address: ReturnType<typeof useExchangeAddress>;
  /** Unsent input, or a request to publish again. */
  draftRef: RefObject<ExchangeDraft | null>;
  /** Initial values of 'Scambia Ferie'. */
  holidays: HolidayStart;
  onHolidays: (start: HolidayStart) => void;
}

/** The exchange screen's forms, opened by the URL. */
export default function ExchangeForms({ address, draftRef, holidays, onHolidays }: ExchangeFormsProps) {
  const { formFor, editedId, holidayFor, closeForm } = address;
  const isTaxi = useSignedIn().worksite.variant === 'taxi';
  const onDone = (request: ExchangeRequest) => {
    onHolidays(emptyStart);
    address.show(request.tab ?? 'mie', request.id);
  };
  return (
    <>
      {formFor === null ? null : (
        <CreateExchangeDialog
          shiftId={formFor}
          draftRef={draftRef}
          onClose={closeForm}
          onHolidays={() => {
            onHolidays(emptyStart);
            address.openHolidays('');
          }}
          onDone={onDone}
        />
      )}
      {editedId === null ? null : (
        <EditExchangeDialog requestId={editedId} onClose={closeForm} onDone={onDone} />
      )}
      {holidayFor !== null && isTaxi ? (
        <HolidaySwapDialog
          day={holidayFor === '' ? null : holidayFor}
          start={holidays}
          onClose={closeForm}
          onDone={onDone}
        />
      ) : null}
    </>
  );
}

interface EditExchangeDialogProps {
  requestId: string;
  onClose: () => void;
  /** Called after the change, or after pre-accepting a colleague's request. */
  onDone: (request: ExchangeRequest) => void;
}

const texts = { title: 'Modifica la richiesta', submitLabel: 'Salva le modifiche' };

/** Edits an own open request, with or without offers, following its state. */
function EditExchangeDialog({ requestId, onClose, onDone }: EditExchangeDialogProps) {
  const request = useQuery(exchangeRequestQuery(requestId));
  const { user, worksite } = useSignedIn();
  const update = useAction({
    changes: changedByExchanges,
    run: (body: ChangeExchange) => updateExchange(requestId, body),
    done: () => ({ title: 'Richiesta aggiornata' }),
    ...failures.update,
    onDone: (answer) => onDone(answer.request),
  });
  // keep the data if a refetch fails, unless the server reports it missing
  const current = isMissing(request.error) ? undefined : request.data;
  const edited = current && actionsOf(current, user.id).canManage ? current : null;
  if (edited?.kind === 'ferie') {
    return (
      <HolidayFormDialog
        {...texts}
        isPending={update.isPending}
        error={update.error}
        edited={edited}
        start={startOf(edited)}
        onMirror={onDone}
        onClose={onClose}
        onSubmit={(draft) => update.start({ ...draft, ...textsOf(draft), requestedShiftType: null })}
      />
    );
  }
  return (
    <ExchangeFormDialog
      {...texts}
      isPending={update.isPending}
      error={update.error}
      edited={edited}
      start={(shifts) => (edited ? editedDraft(edited, shifts, worksite.variant) : emptyDraft)}
      instead={edited ? null : <NoForm request={request} />}
      onMirror={onDone}
      onClose={onClose}
      onSubmit={(body) => update.start(edited ? withoutKeptDays(body, edited) : body)}
    />
  );
}

/** Omits unchanged days: the server then keeps them, even past or taken ones. */
function withoutKeptDays(body: ChangeExchange, edited: ExchangeRequest): ChangeExchange {
  const { acceptableDays, withinDays, ...rest } = body;
  const areKept =
    withinDays === undefined
      ? edited.withinDays === null && acceptableDays?.join() === edited.acceptableDays.join()
      : withinDays === edited.withinDays;
  return areKept ? rest : body;
}

/** Shown instead of the form while there is nothing to edit. */
function NoForm({ request }: { request: UseQueryResult<ExchangeRequest> }) {
  if (!request.data && !isMissing(request.error)) {
    return (
      <QueryStatus query={request} failed="Non riesco a caricare la richiesta.">
        <SkeletonList label="Carico la richiesta…" count={8} className="h-24" />
      </QueryStatus>
    );
  }
  return <Notice variant="warn">Non puoi modificare questa richiesta: non è tua o non è più aperta.</Notice>;
}
