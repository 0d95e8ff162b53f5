import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { textOf } from '../http/httpError.ts';
import { userShiftsQuery } from '../shifts/api.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import type { ExchangeDraft } from './draft.ts';
import { ExchangeForm } from './ExchangeForm.tsx';
import type { ExchangeFormFacts } from './useExchangeForm.ts';

interface ExchangeFormDialogProps extends Omit<ExchangeFormFacts, 'shifts' | 'start'> {
  title: string;
  submitLabel: string;
  isPending: boolean;
  start: (shifts: readonly Shift[]) => ExchangeDraft;
  edited: ExchangeRequest | null;
  /** Stands in the form's place, if anything does. */
  instead?: ReactNode;
  /** Another way to go, below the form. */
  beside?: ReactNode;
  onMirror: (request: ExchangeRequest) => void;
  onClose: () => void;
}

/** The form of a request in a dialog, once the person's shifts are there. */
export function ExchangeFormDialog(props: ExchangeFormDialogProps) {
  const { title, submitLabel, isPending, start, instead = null, beside, onClose, onSubmit, ...form } = props;
  const formId = useId();
  const shifts = useQuery(userShiftsQuery());
  const hasShifts = shifts.isSuccess && shifts.data.length > 0;
  const actions = (
    <>
      <Button variant="quiet" onClick={onClose}>
        Annulla
      </Button>
      <Button type="submit" form={formId} isPending={isPending}>
        {submitLabel}
      </Button>
    </>
  );
  const hasForm = hasShifts && instead === null;
  return (
    <Dialog isOpen onClose={onClose} title={title} actions={hasForm ? actions : undefined} size="wide">
      {instead ?? <ShiftsState shifts={shifts} />}
      {hasForm ? (
        <ExchangeForm
          {...form}
          id={formId}
          shifts={shifts.data}
          start={start(shifts.data)}
          onSubmit={(body) => {
            if (!isPending) onSubmit(body);
          }}
        />
      ) : null}
      {instead === null && shifts.isSuccess ? beside : null}
    </Dialog>
  );
}

/** What there is to say of the shifts as long as there are none to choose from. */
function ShiftsState({ shifts }: { shifts: UseQueryResult<Shift[]> }) {
  if (shifts.isPending) return <SkeletonList label="Carico i tuoi turni…" count={8} className="h-24" />;
  if (shifts.isError) {
    return (
      <ErrorState onRetry={() => void shifts.refetch()} isRetrying={shifts.isFetching}>
        {textOf(shifts.error, 'Non riesco a caricare i tuoi turni.')}
      </ErrorState>
    );
  }
  return shifts.data.length === 0 ? <NoShifts /> : null;
}

function NoShifts() {
  const isTaxi = useSignedIn().worksite.variant === 'taxi';
  return (
    <EmptyState
      icon={<CalendarPlus className="size-7" />}
      action={<LinkButton to="/shifts/new">{isTaxi ? 'Aggiungi turni' : 'Aggiungi turno'}</LinkButton>}
    >
      {isTaxi
        ? 'Non hai settimane da offrire: registra prima i turni della settimana che vuoi scambiare.'
        : 'Non hai turni da offrire: registra prima il turno che vuoi scambiare.'}
    </EmptyState>
  );
}
