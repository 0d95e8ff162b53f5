import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { TreePalm } from 'lucide-react';
import { useId } from 'react';
import type { HolidayWeeks } from '../../domain/exchanges/schema.preview.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { holidayWeeksQuery } from './api.ts';
import { HolidayForm } from './HolidayForm.tsx';
import type { HolidayFormFacts } from './useHolidayForm.ts';

interface HolidayFormDialogProps extends Omit<HolidayFormFacts, 'own'> {
  title: string;
  submitLabel: string;
  isPending: boolean;
  edited: ExchangeRequest | null;
  onMirror: (request: ExchangeRequest) => void;
  onClose: () => void;
}

/** The form of 'Scambia Ferie' in a dialog, once the person's weeks of holidays are there. */
export function HolidayFormDialog(props: HolidayFormDialogProps) {
  const { title, submitLabel, isPending, onClose, onSubmit, ...form } = props;
  const formId = useId();
  const weeks = useQuery(holidayWeeksQuery(''));
  const hasForm = weeks.isSuccess && weeks.data.own.length > 0;
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
  return (
    <Dialog isOpen onClose={onClose} title={title} actions={hasForm ? actions : undefined} size="wide">
      {hasForm ? (
        <HolidayForm
          {...form}
          id={formId}
          own={weeks.data.own}
          onSubmit={(draft) => {
            if (!isPending) onSubmit(draft);
          }}
        />
      ) : (
        <NoForm weeks={weeks} />
      )}
    </Dialog>
  );
}

/** What there is to say as long as there is no week to choose from. */
function NoForm({ weeks }: { weeks: UseQueryResult<HolidayWeeks> }) {
  if (weeks.isPending) return <SkeletonList label="Carico le tue ferie…" count={8} className="h-24" />;
  if (weeks.isError) {
    return (
      <ErrorState onRetry={() => void weeks.refetch()} isRetrying={weeks.isFetching}>
        {textOf(weeks.error, 'Non riesco a caricare le tue ferie.')}
      </ErrorState>
    );
  }
  return (
    <EmptyState
      icon={<TreePalm className="size-7" />}
      action={<LinkButton to="/shifts/new">Aggiungi ferie</LinkButton>}
    >
      Non hai settimane di ferie da scambiare: registra prima le tue ferie per una settimana intera, da sabato
      a venerdì.
    </EmptyState>
  );
}
