import { TreePalm } from 'lucide-react';
import { type RefObject, useCallback } from 'react';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { useAction } from '../../data/useAction.ts';
import { Button } from '../../ui/Button.tsx';
import { changedByExchanges, publishExchange } from '../actions.ts';
import { notifiedText } from '../cardTexts.ts';
import { failures } from '../failures.ts';
import type { useExchangeAddress } from '../page/useExchangeAddress.ts';
import { emptyStart, type ExchangeDraft, type HolidayStart, startingDraft } from './draft.ts';
import { EditExchangeDialog } from './EditExchangeDialog.tsx';
import { ExchangeFormDialog } from './ExchangeForm.tsx';
import HolidaySwapDialog from './HolidaySwapDialog.tsx';

interface ExchangeFormsProps {
  address: ReturnType<typeof useExchangeAddress>;
  /** What was typed and not sent, or is to be published again. */
  draftRef: RefObject<ExchangeDraft | null>;
  /** What 'Scambia Ferie' starts with. */
  holidays: HolidayStart;
  onHolidays: (start: HolidayStart) => void;
}

/** The forms of the exchange screen: whichever the address opens. */
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

interface CreateExchangeDialogProps {
  /** The shift to start with, '' for none. */
  shiftId: string;
  /** What was typed and not sent, kept while the screen is open. */
  draftRef: RefObject<ExchangeDraft | null>;
  onClose: () => void;
  /** Opens 'Scambia Ferie' instead. */
  onHolidays: () => void;
  /** It was published, or a colleague's request was pre-accepted instead. */
  onDone: (request: ExchangeRequest) => void;
}

/** Publishes a request: a shift or a week to offer, the type wanted for it, a message. */
function CreateExchangeDialog(props: CreateExchangeDialogProps) {
  const { shiftId, draftRef, onClose, onHolidays, onDone } = props;
  const { user, worksite } = useSignedIn();
  const { variant } = worksite;
  const finish = (request: ExchangeRequest) => {
    draftRef.current = null;
    onDone(request);
  };
  const keep = useCallback(
    (draft: ExchangeDraft) => {
      draftRef.current = draft;
    },
    [draftRef],
  );
  const publish = useAction({
    changes: changedByExchanges,
    run: publishExchange,
    done: ({ request, toldCount }) => ({
      title: 'Richiesta creata',
      text: notifiedText(toldCount, request.kind),
    }),
    ...failures.create,
    onDone: (answer) => finish(answer.request),
  });
  return (
    <ExchangeFormDialog
      title="Nuova richiesta di scambio"
      submitLabel="Pubblica richiesta"
      isPending={publish.isPending}
      error={publish.error}
      edited={null}
      start={(shifts) => startingDraft(shifts, shiftId, draftRef.current, variant)}
      onDraft={keep}
      beside={variant === 'taxi' ? <HolidaysInstead onPress={onHolidays} /> : null}
      onMirror={finish}
      onClose={onClose}
      onSubmit={(body) =>
        publish.start({
          ...body,
          kind: variant === 'taxi' ? 'settimana' : 'turno',
          requesterId: user.id,
          acceptFlexibleDates: false,
          status: 'aperta',
        })
      }
    />
  );
}

/** For who came to swap holidays: they have a form of their own. */
function HolidaysInstead({ onPress }: { onPress: () => void }) {
  return (
    <p className="mt-5 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-2">
      Vuoi scambiare una settimana di ferie?
      <Button variant="plain" className="-mx-3" icon={TreePalm} onClick={onPress}>
        Scambia Ferie
      </Button>
    </p>
  );
}
