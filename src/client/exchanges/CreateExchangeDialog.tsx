import { TreePalm } from 'lucide-react';
import { type RefObject, useCallback } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { Button } from '../ui/Button.tsx';
import { publishExchange } from './actions.ts';
import { type ExchangeDraft, startingDraft } from './draft.ts';
import { ExchangeFormDialog } from './ExchangeFormDialog.tsx';
import { failures } from './failures.ts';
import { useExchangeAction } from './useExchangeAction.ts';

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
export function CreateExchangeDialog(props: CreateExchangeDialogProps) {
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
  const publish = useExchangeAction({
    run: publishExchange,
    done: () => ({
      title: 'Richiesta creata',
      text: 'I colleghi che possono accettarla sono stati avvisati.',
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
      <Button
        variant="plain"
        className="-mx-3"
        icon={<TreePalm aria-hidden="true" className="size-5" />}
        onClick={onPress}
      >
        Scambia Ferie
      </Button>
    </p>
  );
}
